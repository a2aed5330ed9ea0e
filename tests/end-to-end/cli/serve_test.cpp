// `cairn serve` before it serves: its settings from file, environment and flags.
#include <gtest/gtest.h>

#include "program.h"

namespace cairn::test {
namespace {

TEST(CliServe, FlagsCountMoreThanTheEnvironmentAndThatMoreThanTheFile) {
  const Folder folder;
  folder.write("cairn.toml", "port = 1\naddress = \"::1\"\nbot-threads = 3\nrate-limits = false\n");
  const Ran ran =
      shell(folder,
            "CAIRN_CONFIG=cairn.toml CAIRN_PORT=2 CAIRN_BOT_THREADS=4 "
            "CAIRN_DATABASE=postgresql://ann:top-secret@db.example/x "
            "cairn serve --port 5 --behind-proxy --no-metrics --trusted-proxies 10.0.0.1,10.0.0.2 --print-config");
  EXPECT_EQ(ran.status, 0) << ran.err;
  for (const char* line : {"\nport = 5\n", "\naddress = \"::1\"\n", "\nbot-threads = 4\n", "\nrate-limits = false\n",
                           "\nbehind-proxy = true\n", "\nmetrics = false\n", "\ntables-in-memory = 2000\n",
                           "\ntrusted-proxies = [\"10.0.0.1\", \"10.0.0.2\"]\n"})
    EXPECT_NE(ran.out.find(line), std::string::npos) << line << ran.out;
  EXPECT_EQ(ran.out.find("top-secret"), std::string::npos);
  // What is printed is a file that says the same.
  folder.write("printed.toml", ran.out);
  EXPECT_EQ(shell(folder, "cairn serve --config printed.toml --print-config | grep -v '^#\\|^database'").out,
            shell(folder, "grep -v '^#\\|^database' printed.toml").out);
}

TEST(CliServe, AllThatIsWrongIsSaidAndNothingStarts) {
  const Folder folder;
  folder.write("cairn.toml", "prot = 1\nlog-level = \"all\"\n");
  const Ran ran = shell(folder, "CAIRN_BOT_THREADS=many cairn serve --config cairn.toml --port -1");
  EXPECT_EQ(ran.status, 2);
  EXPECT_EQ(ran.err,
            "cairn: cairn.toml:1: \"prot\" is not a setting; did you mean \"port\"?\n"
            "cairn: cairn.toml:2: \"log-level\" has an invalid value; it must be one of \"debug\", \"info\", "
            "\"warning\", \"error\"\n"
            "cairn: environment: CAIRN_BOT_THREADS: \"many\" is not valid; it must be a whole number from -1 to 256\n"
            "cairn: --port: \"-1\" is not valid; it must be a whole number from 0 to 65535\n");
  EXPECT_EQ(run({"serve", "--config", "/no/such/file"}).err,
            "cairn: /no/such/file: cannot be read; does it exist, and may you read it?\n");
}

TEST(CliServe, HelpSaysWhatAnOptionDoes) {
  const std::string help = run({"serve", "--help"}).out;
  EXPECT_NE(help.find("\n  --no-rate-limits        Disable rate limits for each address\n"), std::string::npos) << help;
  EXPECT_EQ(help.find("Not: "), std::string::npos) << help;
}

TEST(CliServe, NoPasswordOnTheCommandLine) {
  const Ran ran = run({"serve", "--database", "postgresql://ann:top-secret@db.example/x"});
  EXPECT_EQ(ran.status, 2);
  EXPECT_NE(ran.err.find("CAIRN_DATABASE"), std::string::npos) << ran.err;
  EXPECT_EQ(ran.err.find("top-secret"), std::string::npos);
}

}  // namespace
}  // namespace cairn::test
