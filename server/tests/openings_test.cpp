// The opening explorer without sockets: what counts, which positions are one, and that games which go on are taken out.
#include "server/library/openings.h"

#include "notation/words.h"
#include "server/library/archive.h"
#include "server/protocol/archive_from_client.h"
#include "server/protocol/archive_to_client.h"
#include "server/tests/accounts_desk.h"

namespace cairn {
namespace {

struct OpeningsTest : AccountsTest {
  Archive archive{{store.archive, store.people, store.tables}, world(games())};
  Openings openings{store.archive, world(games())};
  int tables = 0;

  // A game that is over, as the store has it: moves in turn, then somebody resigns.
  std::string add(const std::string& game_name, const OptionValues& options, const std::vector<std::string>& words,
                  int resigns) {
    const GameInfo& info = *find_game(game_name);
    TableRow row;
    row.id = "t" + std::to_string(++tables);
    row.setup.game = info.name;
    row.setup.options = info.complete(options);
    row.occupants = {{SeatKind::guest, 1, "Ann"}, {SeatKind::guest, 2, "Bob"}};
    store.tables.add_table(row, [](const Written&) {});
    int number = 0;
    for (const std::string& word : words) {
      const Seat seat = seat_at(number % 2);
      append(row.id, {Entry::Kind::play, seat, word}, ++number, false);
    }
    append(row.id, {Entry::Kind::resign, seat_at(resigns)}, ++number, true);
    return row.id;
  }
  void append(const std::string& table, Entry entry, int number, bool over) {
    Append append;
    append.table = table;
    append.number = number;
    append.entry = std::move(entry);
    append.entry.request = "r" + std::to_string(number);
    append.over = over;
    store.tables.append(append, [](const Written& written) { EXPECT_EQ(written.how, Written::How::durable); });
  }
  void take_all() {
    settle();
    archive.tick();
    settle();
    openings.tick();
    settle();
    EXPECT_TRUE(log.empty()) << log[0];
  }
  Reply ask(const std::string& game_class, const std::string& query) {
    const auto wish = read_opening_wish(game_class, "/api/openings/x?" + query, games());
    if (const auto* fault = std::get_if<Fault>(&wish)) return {400, fault->message, 0, {}};
    return wait([&](auto done) { openings.find(std::get<OpeningWish>(wish), {}, done); });
  }
  // "C3 2/1/0/1" for a move of two games, of which one was won and one lost.
  std::string line_of(const std::string& game_class, const std::string& query) {
    const Reply reply = ask(game_class, query);
    EXPECT_EQ(reply.status, 200) << reply.body;
    const Json json = parse_json(reply.body);
    std::string text;
    for (const Json& one : json.at("next"))
      text += (text.empty() ? "" : " ") + one.at("word").get<std::string>() + " " + one.at("games").dump() + "/" +
              one.at("won").dump() + "/" + one.at("drawn").dump() + "/" + one.at("lost").dump();
    return text;
  }
};

TEST_F(OpeningsTest, CountsMovesAndResults) {
  const OptionValues six = {{"size", "6"}};
  add("margo", six, {"A1", "C3", "C1"}, 1);
  add("margo", six, {"A1", "E5", "C1"}, 0);
  add("margo", six, {"C3"}, 1);
  add("margo", {{"size", "4"}}, {"A1", "C3"}, 0);
  take_all();
  EXPECT_EQ(line_of("margo-6", ""), "A1 2/1/0/1 C3 1/1/0/0");
  EXPECT_EQ(line_of("MARGO-6", "moves=A1"), "C3 1/0/0/1 E5 1/1/0/0");
  EXPECT_EQ(line_of("margo-6", "moves=A1+C3"), "C1 1/1/0/0");
  EXPECT_EQ(line_of("margo-6", "moves=A1%20C3%20C1"), "");
  EXPECT_EQ(line_of("margo-4", ""), "A1 1/0/0/1");
  EXPECT_EQ(line_of("margo", "size=4"), line_of("margo-4", ""));
  EXPECT_EQ(line_of("margo-6", "can_pass=yes"), "") << "another game";
  EXPECT_EQ(parse_json(ask("margo-6", "").body).at("games"), 3);
  EXPECT_TRUE(log.empty()) << log[0];
}

TEST_F(OpeningsTest, DifferentWaysMeet) {
  for (const char* game_name : {"margo", "go"}) {
    const OptionValues nine = {{"size", "9"}};
    add(game_name, nine, {"C3", "G7", "C7", "G3"}, 1);
    add(game_name, nine, {"C7", "G7", "C3", "E5"}, 1);
    take_all();
    const std::string game_class = std::string(game_name) + "-9";
    EXPECT_EQ(line_of(game_class, "moves=C3+G7+C7"), "E5 1/0/0/1 G3 1/0/0/1") << game_name;
    EXPECT_EQ(line_of(game_class, "moves=C7+G7+C3"), "E5 1/0/0/1 G3 1/0/0/1") << game_name;
    EXPECT_EQ(line_of(game_class, "moves=C3+G7"), "C7 1/1/0/0") << game_name;
  }
}

TEST_F(OpeningsTest, TheFirstMovesOfOpenGamesCount) {
  std::vector<std::string> words;
  for (int row = 1; row <= 2; ++row)
    for (const char column : {'A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'J'})
      words.push_back(std::string(1, column) + std::to_string(row * 4));
  add("go", {{"size", "9"}}, words, 0);
  take_all();
  std::string moves = "moves=" + words[0];
  for (int i = 1; i < kOpeningPlies - 1; ++i) moves += "+" + words[static_cast<std::size_t>(i)];
  EXPECT_EQ(line_of("go-9", moves), words[kOpeningPlies - 1] + " 1/1/0/0");
  EXPECT_EQ(line_of("go-9", moves + "+" + words[kOpeningPlies - 1]), "");
  EXPECT_EQ(ask("go-9", "phantom=yes&moves=C3").status, ask("go-9", "phantom=no&moves=C3").status);
  for (const GameInfo& info : games()) {
    if (info.hidden) {
      EXPECT_EQ(ask(std::string(info.name), "").status, 400) << info.name;
    }
  }
}

// What is noted can be asked for by the very words that are told, in every game that hides nothing.
TEST_F(OpeningsTest, EachListedMoveCanBePlayed) {
  for (const GameInfo& info : games()) {
    if (info.hidden) continue;
    TableSetup setup;
    setup.game = info.name;
    setup.options = info.complete({});
    const Made made = info.make({setup.options, std::nullopt});
    std::vector<Occupant> occupants;
    for (int i = 0; i < made.position.seats(); ++i) occupants.push_back({SeatKind::guest, i + 1, "P"});
    auto opened = Table::open(info, setup, occupants, {});
    ASSERT_TRUE(opened.table) << opened.error;
    Rng rng(7);
    int plies = 0;
    while (!opened.table->over() && plies++ < 12) {
      const auto acting = opened.table->position().to_act();
      const Seat seat = acting.front();
      const auto legal = opened.table->position().legal_words(seat);
      Command command;
      command.request = "r" + std::to_string(plies);
      command.version = opened.table->version(viewer_of(seat));
      command.words = {legal[rng.below(static_cast<std::uint32_t>(legal.size()))]};
      Answer answer = opened.table->prepare(seat, command);
      ASSERT_TRUE(std::holds_alternative<Change>(answer)) << info.name << std::get<Refusal>(answer).message;
      opened.table->commit(std::get<Change>(answer));
    }
    Command resign;
    resign.request = "end";
    while (!opened.table->over()) {
      const auto acting = opened.table->position().to_act();
      resign.version = opened.table->version(viewer_of(acting.front()));
      resign.kind = Command::Kind::resign;
      resign.request += "d";
      Answer answer = opened.table->prepare(acting.front(), resign);
      ASSERT_TRUE(std::holds_alternative<Change>(answer)) << info.name;
      opened.table->commit(std::get<Change>(answer));
    }
    Position position = made.position;
    EventLog events;
    const auto noted = opening_moves(*opened.table, 1);
    EXPECT_FALSE(noted.empty()) << info.name;
    for (const OpeningMove& move : noted) {
      EXPECT_EQ(move.position, opening_position(info, setup.options, position)) << info.name;
      EXPECT_EQ(play_word(position, position.view(Viewer::referee), move.word, events).refused, Reason::none)
          << info.name << move.word;
    }
  }
}

TEST_F(OpeningsTest, AGameThatGoesOnIsTakenOut) {
  const GameInfo& info = *find_game("spargo");
  TableRow row;
  row.id = "bot";
  row.setup.game = info.name;
  row.setup.options = info.complete({});
  row.occupants = {{SeatKind::guest, 1, "Ann"}, {SeatKind::bot, 0, "Bot"}};
  store.tables.add_table(row, [](const Written&) {});
  append("bot", {Entry::Kind::play, seat_at(0), "A1"}, 1, false);
  append("bot", {Entry::Kind::resign, seat_at(0)}, 2, true);
  take_all();
  EXPECT_EQ(line_of("spargo", ""), "A1 1/0/0/1");
  append("bot", {Entry::Kind::undo, seat_at(0), "0"}, 3, false);
  take_all();
  EXPECT_EQ(line_of("spargo", ""), "");
  append("bot", {Entry::Kind::play, seat_at(0), "C1"}, 4, false);
  append("bot", {Entry::Kind::resign, seat_at(0)}, 5, true);
  take_all();
  EXPECT_EQ(line_of("spargo", ""), "C1 1/0/0/1");
  EXPECT_TRUE(log.empty()) << log[0];
}

TEST_F(OpeningsTest, SaysWhatIsWrongWithAQuestion) {
  for (const auto& [game_class, query] : std::vector<std::pair<std::string, std::string>>{
           {"chess", ""},
           {"chess-8", ""},
           {"margo-99", ""},
           {"margo-6", "colour=red"},
           {"margo-6", "moves=%4"},
           {"margo-6", "moves=" + std::string(200, 'a').replace(1, 1, "+")}})
    EXPECT_GE(ask(game_class, query).status, 400) << game_class << query;
  const Reply illegal = ask("margo-6", "moves=A1+A1");
  EXPECT_EQ(illegal.status, 422);
  EXPECT_EQ(parse_json(illegal.body).at("error").at("reason"), "occupied");
  EXPECT_EQ(parse_json(illegal.body).at("error").at("index"), 1);
  std::string many = "moves=A1";
  for (int i = 0; i < 64; ++i) many += "+A1";
  EXPECT_EQ(ask("margo-6", many).status, 400);
  store.fail_reads = true;
  EXPECT_EQ(ask("margo-6", "").status, 503);
}

}  // namespace
}  // namespace cairn
