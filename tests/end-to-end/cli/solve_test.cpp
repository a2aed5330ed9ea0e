// cairn solve, cairn verify and tools/check_certificate.py.
#include <gtest/gtest.h>

#include <filesystem>

#include "program.h"
#include "tests/reference/effort.h"

namespace cairn::test {
namespace {

std::string check(const Folder& folder, const std::string& file) {
  return shell(folder, "python3 " CAIRN_SOURCE "/tools/check_certificate.py " + file).out;
}

TEST(Solve, PrintsOneLineOfJson) {
  const Ran ran = run({"solve", "margo", "-o", "size=3", "A1", "--json"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  ASSERT_EQ(ran.json().size(), 1U);
  const Json found = ran.json()[0];
  EXPECT_EQ(found["game"], "margo");
  EXPECT_EQ(found["to_move"], "black");
  EXPECT_EQ(found["value"], "win");
  EXPECT_TRUE(found["margin"].is_null());
  EXPECT_EQ(found["moves"].size(), 8U);
  for (const auto& best : found["best"]) EXPECT_EQ(found["moves"][best.get<std::string>()], "win");
  EXPECT_GT(found["nodes"], 0);
  EXPECT_GE(found["seconds"], 0);
  EXPECT_EQ(found["moves"][found["line"][0].get<std::string>()], "win");
}

TEST(Solve, TellsByHowMuchWithSeveralThreads) {
  const Ran ran = run({"solve", "margo", "-o", "size=2", "--margin", "--threads", "2", "--memory", "16", "--json"});
  ASSERT_EQ(ran.status, 0) << ran.err;
  const Json found = ran.json()[0];
  EXPECT_EQ(found["value"], "win");
  EXPECT_EQ(found["margin"], 1);  // a fact of the rules
  EXPECT_EQ(found["margins"]["C3"], 1);
}

TEST(Solve, RefusesWithTheReason) {
  const auto refused = [](std::vector<std::string> words) {
    words.insert(words.begin(), "solve");
    words.emplace_back("--json");
    const Ran ran = run(words);
    EXPECT_EQ(ran.status, 2) << words[1];
    return ran.json()[0]["message"].get<std::string>();
  };
  EXPECT_NE(refused({"phantom"}).find("has hidden information"), std::string::npos);
  EXPECT_NE(refused({"go"}).find("at most 16 points"), std::string::npos);
  EXPECT_NE(refused({"go", "-o", "size=4"}).find("ko=positional"), std::string::npos);
  EXPECT_NE(refused({"spargo", "-o", "players=3"}).find("third"), std::string::npos);
  EXPECT_NE(refused({"spargo", "-o", "ko=simple"}).find("ko=simple"), std::string::npos);
  EXPECT_NE(refused({"spargo", "Z9"}).find("move 1"), std::string::npos);
}

TEST(Solve, GoesOnFromItsState) {
  const Folder folder;
  const std::string state = folder.path("state");
  const std::vector<std::string> question{"solve", "margo", "-o", "size=3", "--json", "--state", state};
  const Ran first = run(question);
  ASSERT_EQ(first.status, 0) << first.err;
  // Nothing is left to do; and what the file says is believed.
  const Ran again = run(question);
  EXPECT_EQ(again.json()[0]["moves"], first.json()[0]["moves"]);
  EXPECT_GE(again.json()[0]["nodes"], first.json()[0]["nodes"]);
  const Ran other = run({"solve", "margo", "-o", "size=2", "--state", state});
  EXPECT_EQ(other.status, 2);
  EXPECT_NE(other.err.find("another position"), std::string::npos) << other.err;
  EXPECT_EQ(run({"solve", "margo", "-o", "size=2", "--state", folder.write("bad", "{}")}).status, 2);
}

// One entry in five is changed: the program and the script, which share nothing, agree on each.
TEST(Solve, CertificatesAreChecked) {
  const Folder folder;
  const std::string file = folder.path("win.proof");
  ASSERT_EQ(run({"solve", "margo", "-o", "size=3", "C3", "--certificate", file}).status, 0);
  EXPECT_EQ(run({"verify", file}).out.rfind("proven: white wins", 0), 0U);
  EXPECT_EQ(check(folder, file).rfind("proven: white wins", 0), 0U);
  const std::string change = R"(python3 - <<'END'
import zlib
head, _, packed = open("win.proof", "rb").read().partition(b"\n")
replies = zlib.decompress(packed)
for i in range(0, len(replies), 5):
    changed = bytearray(replies)
    changed[i] = (changed[i] + 1 + i % 3) % 14
    open(f"changed{i}", "wb").write(head + b"\n" + zlib.compress(bytes(changed)))
END)";
  ASSERT_EQ(shell(folder, change).status, 0);
  int files = 0, broken = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path(""))) {
    if (entry.path().filename().string().rfind("changed", 0) != 0) continue;
    const bool good = run({"verify", entry.path()}).status == 0;
    EXPECT_EQ(check(folder, entry.path()).rfind("proven", 0) == 0, good) << entry.path();
    broken += good ? 0 : 1;
    ++files;
  }
  EXPECT_GT(files, 9);
  EXPECT_GT(broken * 10, files * 8);
  EXPECT_EQ(run({"verify", folder.write("none", "{}\n")}).status, 2);
  const Ran old = run({"verify", folder.write("old", "{\"cairn_certificate\":1}\n")});
  EXPECT_EQ(old.status, 2);
  EXPECT_NE(old.err.find("certificates of version 2 only"), std::string::npos) << old.err;
  EXPECT_EQ(run({"verify", folder.path("nothing")}).status, 2);
}

TEST(Solve, CertificatesTellALead) {
  const Folder folder;
  const std::string file = folder.path("lead.proof");
  const auto certified = [&](const std::string& option, const std::string& lead) {
    const Ran ran = run({"solve", "margo", "-o", "size=2", "-o", option, "--lead", lead, "--certificate", file});
    EXPECT_EQ(ran.status, 0) << ran.err;
    const std::string claim = ran.out.substr(0, ran.out.find(':'));
    EXPECT_EQ(run({"verify", file}).out.rfind("proven: " + claim + ", with ", 0), 0U) << claim;
    EXPECT_EQ(check(folder, file).rfind("proven: " + claim + "; ", 0), 0U) << claim;
    return claim;
  };
  EXPECT_EQ(certified("can_pass", "1"), "white wins");
  EXPECT_EQ(certified("can_pass", "2"), "black loses by 1 at most");
  EXPECT_EQ(certified("all_freedoms", "0"), "white does not lose");
  EXPECT_EQ(certified("all_freedoms", "1"), "black does not lose");
  const auto refused = [&](std::vector<std::string> words) {
    words.insert(words.begin(), {"solve", "margo", "-o", "size=2"});
    const Ran ran = run(words);
    EXPECT_EQ(ran.status, 2);
    return ran.err;
  };
  EXPECT_NE(refused({"-o", "all_freedoms", "--certificate", file}).find("a draw"), std::string::npos);
  EXPECT_NE(refused({"--lead", "1"}).find("--certificate"), std::string::npos);
  EXPECT_NE(refused({"--lead", "0.5", "--certificate", file}).find("whole number"), std::string::npos);
  EXPECT_NE(refused({"--lead", "6", "--certificate", file}).find("above 5"), std::string::npos);
}

// Both say no to claims that mean nothing, and to games that are over.
TEST(Solve, CertificatesThatClaimNothingAreRefused) {
  const Folder folder;
  const auto refused = [&](const std::string& options, const std::string& moves, int winner, int aim, int replies) {
    const std::string file =
        folder.write("claim", R"({"cairn_certificate":2,"game":"margo","encoding":"plain","options":{)" + options +
                                  R"(},"moves":[)" + moves + R"(],"winner":)" + std::to_string(winner) + R"(,"aim":)" +
                                  std::to_string(aim) + R"(,"replies":)" + std::to_string(replies) + "}\n");
    EXPECT_NE(run({"verify", file}).status, 0) << options << moves;
    EXPECT_EQ(check(folder, file).find("proven: "), check(folder, file).find("not ") + 4) << check(folder, file);
  };
  const std::string small = R"("size":"3")";
  refused(small, "", 7, 0, 0);
  refused(small, "", 0, 2'000'000, 0);
  refused(small, "", 0, 1, 5);
  refused(small + R"(,"height":"-1")", "", 0, -9, 0);
  refused(small + R"(,"swap":"yes")", "", 0, 1, 0);
  refused(small + R"(,"beginner":"yes")", "", 0, 5, 0);
  // White captures, and has won.
  refused(small + R"(,"beginner":"yes")", R"("A1","E1","C1","E3","C3","C5","E5")", 1, 1, 0);
  refused(R"("size":"2","can_pass":"yes")", R"("pass","pass")", 0, 0, 0);
  refused(R"("size":"2","can_pass":"yes")", R"("pass","pass","A1")", 0, 0, 0);
}

TEST(Solve, CertificatesCanStandUnpacked) {
  const Folder folder;
  const std::string packed = folder.path("packed.proof"), plain = folder.path("plain.proof");
  ASSERT_EQ(run({"solve", "margo", "-o", "size=3", "C3", "--certificate", packed}).status, 0);
  ASSERT_EQ(run({"solve", "margo", "-o", "size=3", "C3", "--unpacked", "--certificate", plain}).status, 0);
  EXPECT_EQ(run({"verify", plain}).out, run({"verify", packed}).out);
  EXPECT_EQ(check(folder, plain), check(folder, packed));
  ASSERT_EQ(shell(folder, "head -c -1 plain.proof > short.proof").status, 0);
  const Ran ran = run({"verify", folder.path("short.proof")});
  EXPECT_EQ(ran.status, 2);
  EXPECT_NE(ran.err.find("the file has 86 replies, not the stated number"), std::string::npos) << ran.err;
}

TEST(Solve, ShippedCertificatesAreProven) {
  const std::string folder = CAIRN_SOURCE "/tools/certificates/";
  EXPECT_EQ(run({"verify", folder + "spargo-centre.proof"}).out.rfind("proven: white wins", 0), 0U);
  EXPECT_EQ(run({"verify", folder + "spargo-edge.proof"}).out.rfind("proven: white wins", 0), 0U);
  EXPECT_EQ(run({"verify", folder + "spargo-corner.proof"}).out.rfind("proven: black wins", 0), 0U);
}

// Minutes of Python, in which no sanitizer finds anything.
void check_shipped(const std::string& file, const std::string& claim) {
  if (in_short_run()) GTEST_SKIP() << "minutes of Python";
  const Folder folder;
  EXPECT_EQ(check(folder, CAIRN_SOURCE "/tools/certificates/" + file).rfind("proven: " + claim, 0), 0U);
}
TEST(SolveScript, CentreOfSpargoIsProven) {
  check_shipped("spargo-centre.proof", "white wins;");
}
TEST(SolveScript, EdgeOfSpargoIsProven) {
  check_shipped("spargo-edge.proof", "white wins;");
}
TEST(SolveScript, CornerOfSpargoIsProven) {
  check_shipped("spargo-corner.proof", "black wins;");
}

}  // namespace
}  // namespace cairn::test
