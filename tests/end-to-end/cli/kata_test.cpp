// `cairn kata-analysis` as a program, spoken to by a small client of its own: through pipes, with rubbish, with much,
// cut off and killed.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>

#include "program.h"

namespace cairn::test {
namespace {

// Writes queries and reads answers as a program that drives KataGo does.
class KataClient {
 public:
  explicit KataClient(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {CAIRN_PROGRAM, "kata-analysis"});
    int to[2], from[2];
    if (pipe2(to, O_CLOEXEC) != 0 || pipe2(from, O_CLOEXEC) != 0) throw std::runtime_error("no pipes");
    programs::ChildWays ways;
    ways.in = to[0];
    ways.out = from[1];
    child_.emplace(arguments, ways);
    close(to[0]);
    close(from[1]);
    in_ = to[1];
    out_ = from[0];
  }
  KataClient(const KataClient&) = delete;
  KataClient& operator=(const KataClient&) = delete;
  ~KataClient() {
    end_input();
    close_output();
  }
  void send(const std::string& line) {
    const std::string text = line + "\n";
    for (std::size_t at = 0; at < text.size();) {
      const ssize_t sent = write(in_, text.data() + at, text.size() - at);
      ASSERT_GT(sent, 0);
      at += static_cast<std::size_t>(sent);
    }
  }
  void end_input() {
    if (in_ >= 0) close(in_);
    in_ = -1;
  }
  void close_output() {
    if (out_ >= 0) close(out_);
    out_ = -1;
  }
  // The next answer; null at the end of all, or after a minute.
  Json answer() {
    for (;;) {
      const auto end = seen_.find('\n');
      if (end != std::string::npos) {
        const Json json = parse_json(seen_.substr(0, end));
        EXPECT_TRUE(json.is_object()) << seen_.substr(0, end);
        seen_.erase(0, end + 1);
        return json;
      }
      pollfd ready{out_, POLLIN, 0};
      if (poll(&ready, 1, 60'000) <= 0) return {};
      char buffer[4096];
      const ssize_t got = read(out_, buffer, sizeof buffer);
      if (got <= 0) return {};
      seen_.append(buffer, static_cast<std::size_t>(got));
    }
  }
  programs::Child& child() { return *child_; }

 private:
  std::optional<programs::Child> child_;
  int in_ = -1, out_ = -1;
  std::string seen_;
};

std::string query(const std::string& id, const std::string& more) {
  return R"({"id":")" + id + R"(","boardXSize":9,"boardYSize":9,"rules":"japanese","komi":6.5,)" + more + "}";
}

TEST(KataAnalysis, TellsItsVersion) {
  KataClient client({"--memory", "64"});
  client.send(R"({"id":"hello","action":"query_version"})");
  const Json answer = client.answer();
  EXPECT_EQ(answer["id"], "hello");
  EXPECT_FALSE(answer["version"].get<std::string>().empty());
  client.send(R"({"id":"models","action":"query_models"})");
  EXPECT_GE(client.answer()["models"].size(), 2U) << "networks for 9x9 and 13x13";
}

TEST(KataAnalysis, ReviewsAGameTurnByTurn) {
  KataClient client({"--analysis-threads", "2", "--memory", "128", "--visits", "15"});
  client.send(
      query("QUERY:1",
            R"("priority":1,"analyzeTurns":[2],"maxVisits":40,"includeOwnership":true,"includeMovesOwnership":true,)"
            R"("includePolicy":true,"initialStones":[],"initialPlayer":"B","moves":[["B","E5"],["W","C3"]],)"
            R"("overrideSettings":{"reportAnalysisWinratesAs":"BLACK","maxTime":8.0,"wideRootNoise":0.04})"));
  client.send(query("game", R"("moves":[["B","E5"],["W","C3"],["B","G7"],["W","G3"]],"analyzeTurns":[0,1,2,3,4])"));
  client.end_input();
  std::set<std::string> warned, got;
  for (Json answer = client.answer(); !answer.is_null(); answer = client.answer()) {
    if (answer.contains("warning")) {
      warned.insert(answer["field"].get<std::string>());
      continue;
    }
    ASSERT_TRUE(answer.contains("rootInfo")) << json_text(answer);
    got.insert(answer["id"].get<std::string>() + std::to_string(answer["turnNumber"].get<int>()));
    if (answer["id"] != "QUERY:1") continue;
    EXPECT_EQ(answer["ownership"].size(), 81U);
    EXPECT_EQ(answer["policy"].size(), 82U);
  }
  EXPECT_EQ(warned, (std::set<std::string>{"includeMovesOwnership", "overrideSettings"}));
  EXPECT_EQ(got, (std::set<std::string>{"QUERY:12", "game0", "game1", "game2", "game3", "game4"}));
  EXPECT_EQ(client.child().wait(), 0);
}

TEST(KataAnalysis, HearsWhileItThinks) {
  KataClient client({"--analysis-threads", "1", "--memory", "64"});
  client.send(query("long", R"("moves":[],"maxVisits":1000000000,"reportDuringSearchEvery":0.05)"));
  EXPECT_EQ(client.answer()["isDuringSearch"], true);
  client.send(query("next", R"("moves":[],"maxVisits":5)"));
  client.send(R"({"id":"stop","action":"terminate","terminateId":"long"})");
  std::map<std::string, Json> final;
  while (final.size() < 3) {
    const Json answer = client.answer();
    ASSERT_FALSE(answer.is_null());
    if (!answer.contains("isDuringSearch") || answer["isDuringSearch"] == false)
      final[answer["id"].get<std::string>()] = answer;
  }
  EXPECT_GT(final["long"]["rootInfo"]["visits"].get<int>(), 0);
  EXPECT_TRUE(final["next"].contains("moveInfos"));
  client.end_input();
  EXPECT_EQ(client.child().wait(), 0);
}

TEST(KataAnalysis, RubbishIsRefusedLineByLine) {
  std::string input;
  for (int i = 0; i < 300; ++i) input += std::string(static_cast<std::size_t>(i), static_cast<char>(i)) + "\n";
  input += std::string(3U << 20U, 'x') + "\n" + query("good", R"("moves":[],"maxVisits":3)") + "\n" +
           query("cut", R"("moves":[],)").substr(0, 50);
  const Ran ran = run({"kata-analysis", "--memory", "64", "--analysis-threads", "1"}, input);
  EXPECT_EQ(ran.status, 0);
  std::size_t errors = 0, analyses = 0;
  for (const Json& answer : ran.json()) {
    errors += answer.contains("error") ? 1U : 0U;
    analyses += answer.contains("moveInfos") ? 1U : 0U;
  }
  EXPECT_EQ(analyses, 1U);
  EXPECT_GT(errors, 250U);
}

TEST(KataAnalysis, EndsAtOnceWhereThatIsAsked) {
  const auto began = std::chrono::steady_clock::now();
  const Ran ran = run({"kata-analysis", "--memory", "64", "--quit-without-waiting"},
                      query("long", R"("moves":[],"maxVisits":1000000000)") + "\n");
  EXPECT_EQ(ran.status, 0);
  EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(30));
  EXPECT_NE(ran.err.find("ready to begin"), std::string::npos);
}

TEST(KataAnalysis, ASignalAndAClosedPipeEndIt) {
  KataClient client({"--memory", "64"});
  client.send(query("long", R"("moves":[],"maxVisits":1000000000,"reportDuringSearchEvery":0.05)"));
  EXPECT_EQ(client.answer()["isDuringSearch"], true);
  client.child().end(SIGTERM);
  EXPECT_FALSE(client.child().runs());
}

// A client that was killed closes both ends.
TEST(KataAnalysis, EndsWhenItsClientIsGone) {
  KataClient client({"--memory", "64"});
  client.send(query("long", R"("moves":[],"maxVisits":1000000000)"));
  client.send(R"({"id":"v","action":"query_version"})");
  EXPECT_EQ(client.answer()["id"], "v");
  client.end_input();
  EXPECT_FALSE(client.child().ends_within(std::chrono::seconds(2))) << "it still works for whoever reads";
  client.close_output();
  EXPECT_TRUE(client.child().ends_within(std::chrono::seconds(20)));
}

TEST(KataAnalysis, BadUseIsTold) {
  EXPECT_EQ(run({"kata-analysis", "--report-winrates-as", "RED"}).status, 2);
  EXPECT_EQ(run({"kata-analysis", "--threads", "0"}).status, 2);
  EXPECT_EQ(run({"kata-analysis", "--network", "/no/such/file"}).status, 2);
  EXPECT_EQ(run({"kata-analysis"}, "").status, 0);
}

}  // namespace
}  // namespace cairn::test
