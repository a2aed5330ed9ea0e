#include "server/protocol/selfplay_messages.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "search/samples.h"
#include "server/base/push.h"

namespace cairn {
namespace {

std::string job_fault_of(std::string_view jobs) {
  std::vector<SelfPlayJob> read;
  return read_selfplay_jobs(jobs, games(), read);
}

SelfPlayJob job(std::string_view text) {
  std::vector<SelfPlayJob> read;
  EXPECT_EQ(read_selfplay_jobs("[" + std::string(text) + "]", games(), read), "");
  return read.empty() ? SelfPlayJob{} : std::move(read.front());
}

TEST(SelfPlayJobs, SayWhatIsToBePlayed) {
  EXPECT_EQ(job_fault_of("[]"), "");
  const SelfPlayJob usual = job(R"({"game":"spargo"})");
  EXPECT_EQ(usual.games, 20);
  EXPECT_EQ(usual.how.visits, SelfPlay{}.visits);
  EXPECT_EQ(usual.boards.columns, 4);
  const SelfPlayJob other =
      job(R"({"game":"toroidal","options":{"size":7},"games":3,"visits":40,"fast-visits":8,"taught":0.5,"random":6})");
  EXPECT_EQ(other.info->name, "toroidal");
  EXPECT_EQ(other.boards.columns, 7);
  EXPECT_TRUE(other.boards.torus);
  EXPECT_EQ(other.how.half_life, 7);
  EXPECT_EQ(other.games, 3);
  EXPECT_EQ(other.how.visits, 40U);
  EXPECT_EQ(other.how.fast_visits, 8U);
  EXPECT_EQ(other.how.taught, 0.5);
  EXPECT_EQ(other.how.random_plies, 6);
}

// No engine searches what players say about dead stones: such a game would never end, and nothing would be handed in.
TEST(SelfPlayJobs, EndWithoutAnAgreement) {
  const auto options = [](std::string_view text) { return job(text).options; };
  EXPECT_EQ(options(R"({"game":"go","options":{"size":5}})"), (OptionValues{{"size", "5"}, {"agreement", "no"}}));
  EXPECT_EQ(options(R"({"game":"go","options":{"agreement":"off"}})"), (OptionValues{{"agreement", "off"}}));
  EXPECT_EQ(options(R"({"game":"margo","options":{"size":5}})"), (OptionValues{{"size", "5"}}));
  Position over = job(R"({"game":"go","options":{"size":5}})").start;
  for (const int seat : {0, 1}) over.apply(seat_at(seat), over.parse(seat_at(seat), "pass").action, NoEvents{});
  EXPECT_TRUE(over.to_act().empty());
  EXPECT_NE(job_fault_of(R"([{"game":"go","options":{"agreement":"yes"}}])").find("set agreement=no"),
            std::string::npos);
}

TEST(SelfPlayJobs, AreRefusedWithTheReason) {
  for (const auto& [text, said] : {std::pair("{}", "a list"),
                                   {"nonsense", "a list"},
                                   {"[7]", "job 1: a job is an object"},
                                   {R"([{"game":"spargo"},{"game":"chess"}])", "job 2: unknown game \"chess\""},
                                   {R"([{"options":{}}])", "\"game\" must be"},
                                   {R"([{"game":"spargo","options":{"size":99}}])", "size"},
                                   {R"([{"game":"margo","options":{"players":3}}])", "no network can be trained"},
                                   {R"([{"game":"spargo","games":0}])", "\"games\" must be a whole number from 1"},
                                   {R"([{"game":"spargo","games":1e9}])", "\"games\" must be"},
                                   {R"([{"game":"spargo","visits":1}])", "\"visits\" must be a whole number from 2"},
                                   {R"([{"game":"spargo","visits":2.5}])", "\"visits\" must be a whole number"},
                                   {R"([{"game":"spargo","taught":2}])", "\"taught\" must be a number from 0.01 to 1"},
                                   {R"([{"game":"spargo","taught":"all"}])", "\"taught\" must be"},
                                   {R"([{"game":"spargo","speed":2}])", "\"speed\" is not a setting of a job"},
                                   {R"([{"game":"spargo","seed":"2"}])", "not for a job to say"}})
    EXPECT_NE(job_fault_of(text).find(said), std::string::npos) << text << ": " << job_fault_of(text);
}

TEST(SelfPlayJobs, ComeToTheWorkerAsTheyWere) {
  SelfPlayWork work;
  work.job = job(R"({"game":"margo","options":{"size":5},"games":7,"visits":50,"noise":0.125,"late":0})");
  work.seed = std::numeric_limits<std::uint64_t>::max();
  work.network = "0123456789abcdef01234567";
  SelfPlayWork read;
  ASSERT_EQ(read_selfplay_work(parse_json(json_text(selfplay_work_json(work))), read), "");
  EXPECT_EQ(read.job.info, work.job.info);
  EXPECT_EQ(read.job.options, work.job.options);
  EXPECT_EQ(read.job.games, 7);
  EXPECT_EQ(read.seed, work.seed);
  EXPECT_EQ(read.network, work.network);
  for (const SelfPlaySetting& setting : self_play_settings())
    EXPECT_EQ(setting.get(read.job.how), setting.get(work.job.how)) << setting.name;
  work.network.clear();
  ASSERT_EQ(read_selfplay_work(selfplay_work_json(work), read = {}), "");
  EXPECT_EQ(read.network, "");
  for (const auto& [key, value] : {std::pair<const char*, Json>("seed", 7),
                                   {"seed", "-"},
                                   {"network", 7},
                                   {"network", "../x"},
                                   {"game", nullptr}}) {
    Json wrong = selfplay_work_json(work);
    wrong[key] = value;
    EXPECT_NE(read_selfplay_work(wrong, read = {}), "") << key;
  }
}

// What a game of a few looks teaches.
std::string file_of(const SelfPlayJob& of) {
  const std::atomic<bool> stop{false};
  const auto make = [&](const EngineSettings& settings) { return make_engine(*of.info, of.start, settings); };
  SelfPlay how = of.how;
  how.visits = how.fast_visits = 4;
  how.taught = 1;
  const TaughtGame game = play_itself(of.start, of.info->features, make, nullptr, how, 5, stop);
  std::string out = samples_header(of.info->features, of.boards, "");
  for (const Sample& sample : game.samples) write_sample(of.info->features, sample, out);
  return out;
}

std::string refusal(const std::string& text) {
  const auto read = read_selfplay_answer(text, games());
  const auto* fault = std::get_if<Fault>(&read);
  return fault != nullptr ? fault->message.english() : std::string();
}

TEST(SelfPlayAnswers, AreTakenWhereTheyFitTheGame) {
  const SelfPlayJob spargo = job(R"({"game":"spargo"})"), larger = job(R"({"game":"margo","options":{"size":5}})");
  const std::string file = file_of(spargo);
  const auto said = [](const SelfPlayJob& as, const std::string& bytes) {
    return json_text(selfplay_answer_json(as, bytes));
  };
  const auto read = read_selfplay_answer(said(spargo, file), games());
  ASSERT_EQ(refusal(said(spargo, file)), "");
  EXPECT_EQ(std::get<SelfPlayAnswer>(read).samples, file);
  EXPECT_GT(std::get<SelfPlayAnswer>(read).count, 10);
  EXPECT_NE(refusal(said(larger, file)).find("belong to another game"), std::string::npos);
  EXPECT_NE(refusal(said(job(R"({"game":"go","options":{"size":5}})"), file)).find("belong to another game"),
            std::string::npos);
  EXPECT_NE(refusal(said(spargo, file.substr(0, file.size() - 1))).find("cut off"), std::string::npos);
  EXPECT_NE(refusal(said(spargo, file.substr(0, file.find("\n\n") + 2))).find("the file has no samples"),
            std::string::npos);
  EXPECT_NE(refusal(said(spargo, "nonsense")).find("no file of samples"), std::string::npos);
  for (const char* text :
       {"", "7", R"({"game":"spargo"})", R"({"game":"spargo","options":{},"samples":"*"})",
        R"({"game":"chess","options":{},"samples":""})", R"({"game":"spargo","options":{},"samples":"","more":1})"})
    EXPECT_NE(refusal(text), "") << text;
}

// Numbers that would spoil a network for good.
TEST(SelfPlayAnswers, AreRefusedWithNumbersThatAreNone) {
  const SelfPlayJob spargo = job(R"({"game":"spargo"})");
  const std::string file = file_of(spargo);
  const std::size_t value = file.size() - 14, score = file.size() - 10, root = file.size() - 6;
  for (const std::size_t at : {value, score, root})
    for (const float number : {std::nanf(""), std::numeric_limits<float>::infinity(), -1e9F}) {
      std::string bytes = file;
      std::memcpy(&bytes[at], &number, sizeof number);
      EXPECT_NE(refusal(json_text(selfplay_answer_json(spargo, bytes))).find("numbers that are none"),
                std::string::npos)
          << at << ' ' << number;
    }
}

TEST(SelfPlayWishes, SayTheRules) {
  const auto read = read_selfplay_wish(R"({"rules":1})");
  ASSERT_TRUE(std::holds_alternative<SelfPlayWish>(read));
  EXPECT_EQ(std::get<SelfPlayWish>(read).rules, 1);
  for (const char* text : {"", "[]", "{}", R"({"rules":-1})", R"({"rules":1,"wait":5})"})
    EXPECT_TRUE(std::holds_alternative<Fault>(read_selfplay_wish(text))) << text;
}

}  // namespace
}  // namespace cairn
