#include "server/mail/board_mail.h"

#include <algorithm>

#include "core/text.h"
#include "server/base/days.h"
#include "server/protocol/talk_from_client.h"

namespace cairn {

namespace {

constexpr std::size_t kMovesShown = 12;
constexpr std::size_t kSpecialMoves = 20, kExamples = 5;
constexpr std::string_view kCut = " [...]";

std::string name_of(const Table& table, Seat seat) {
  const std::string& name = table.occupants()[static_cast<std::size_t>(index(seat))].name;
  return name.empty() ? "a free seat" : name;
}

std::string left_text(Leave why) {
  return why == Leave::resigned ? "resigned" : why == Leave::timed_out ? "lost by time" : "lost by forfeit";
}

std::string move_text(const Table& table, const VisibleMove& move) {
  std::string who = name_of(table, move.step->seat);
  if (!move.step->side.empty()) who += " (" + move.step->side + ")";
  if (move.step->left) return who + " " + left_text(*move.step->left) + ".";
  if (move.step->refused) return who + " tried " + (move.known ? move.step->word : "something") + " in vain.";
  return who + (move.known ? " played " + move.step->word + "." : " has played.");
}

// All that happened since the viewer's own last move; of a spectator the last one.
std::string news_text(const Table& table, Viewer viewer) {
  const auto moves = visible_moves(table, viewer);
  auto from = moves.end();
  while (from != moves.begin()) {
    const bool own = viewer_of((from - 1)->step->seat) == viewer;
    if (own) break;
    --from;
    if (viewer == Viewer::spectator) break;
  }
  if (from == moves.end() && from != moves.begin()) --from;  // one's own, where nothing came since
  if (moves.end() - from > static_cast<std::ptrdiff_t>(kMovesShown))
    from = moves.end() - static_cast<std::ptrdiff_t>(kMovesShown);
  std::string out;
  for (; from != moves.end(); ++from) out += move_text(table, *from) + "\n";
  return out;
}

std::string offers_text(const Table& table) {
  std::string out;
  for (const Offer& offer : table.terms().offers) {
    const std::string what = offer.kind == OfferKind::draw    ? "a draw"
                             : offer.kind == OfferKind::undo  ? "to take back"
                             : offer.kind == OfferKind::pause ? "to adjourn"
                                                              : "to play again";
    out += name_of(table, offer.by) + " proposes " + what + ": answer accept or reject.\n";
  }
  if (table.terms().drawn) out += "A draw was agreed.\n";
  if (table.terms().paused()) out += "The clocks stand: the game is adjourned.\n";
  if (table.terms().set_ms > 0 && !table.over())
    out += "The server's clock was wrong, and was set on " + day_text(table.terms().set_ms / kDayMs) +
           ". The clocks of\nthis game run on from then, with the time left at the last move.\n";
  return out;
}

std::string last_moves(const Table& table, Viewer viewer) {
  const auto moves = visible_moves(table, viewer);
  std::string line;
  std::size_t shown = 0;
  for (auto one = moves.rbegin(); one != moves.rend() && shown < kMovesShown; ++one) {
    if (one->number == 0) continue;
    line = " " + std::to_string(one->number) + "." + (one->known ? one->step->word : "?") + line;
    ++shown;
  }
  return line.empty() ? std::string() : wrap("Moves:" + line, 76) + "\n";
}

// "anna (white) v bob (black)"
std::string players_text(const Table& table, const View& view) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < table.occupants().size(); ++i) {
    std::string one = name_of(table, seat_at(static_cast<int>(i)));
    for (const View::Side& side : view.sides)
      if (index(side.seat) == static_cast<int>(i)) one += " (" + side.name + ")";
    out.push_back(std::move(one));
  }
  return join(out, " v ");
}

// Moves without a place, such as pass and swap, that this seat may make now.
std::string special_moves(const Table& table, Viewer viewer) {
  if (table.over() || viewer >= Viewer::spectator) return {};
  const Seat seat = seat_at(static_cast<int>(viewer));
  if (!table.position().to_act().contains(seat)) return {};
  std::vector<std::string> words = table.position().legal_words(seat);
  std::erase_if(words, [](const std::string& word) { return word.find_first_of("0123456789") != std::string::npos; });
  if (words.size() > kSpecialMoves) words.resize(kSpecialMoves);
  words.emplace_back("resign");
  words.emplace_back("propose");
  const bool played = std::any_of(table.steps().begin(), table.steps().end(),
                                  [&](const Step& one) { return one.seat == seat && !one.left && !one.refused; });
  if (played && !table.info().hidden && !table.setup().rated) words.emplace_back("undo");
  return wrap("You may also say: " + join(words, ", "), 76) + "\n";
}

// Whose turn it is, as the viewer is told it; "" when it is over, which the status says.
std::string turn_text(const Table& table, Viewer viewer) {
  if (table.over()) return {};
  std::vector<std::string> others;
  bool own = false;
  for (int i = 0; i < table.position().seats(); ++i) {
    if (!table.position().to_act().contains(seat_at(i))) continue;
    if (viewer_of(seat_at(i)) == viewer)
      own = true;
    else
      others.push_back(name_of(table, seat_at(i)));
  }
  if (others.empty()) return own ? "It is your turn.\n" : "";
  const std::string names = join(others, " and ");
  return own ? "It is your turn, and that of " + names + ".\n" : "It is the turn of " + names + ".\n";
}

}  // namespace

std::string examples_text(const Table& table, Viewer viewer) {
  if (table.over() || viewer >= Viewer::spectator) return {};
  std::vector<std::string> words = table.position().legal_words(seat_at(static_cast<int>(viewer)));
  if (words.empty()) return {};
  std::vector<std::string> some;
  for (std::size_t i = 0; i < kExamples && i < words.size(); ++i)
    some.push_back(words[i * words.size() / std::min(kExamples, words.size())]);
  return wrap("What can be played is, for example: " + join(some, " or "), 76);
}

std::vector<VisibleMove> visible_moves(const Table& table, Viewer viewer) {
  std::vector<VisibleMove> out;
  int number = 0;
  for (const Step& step : table.steps()) {
    if (!sees(step.visible_to, viewer)) continue;
    const bool move = !step.left && !step.refused;
    if (move) ++number;
    out.push_back({move ? number : 0, &step, sees(step.known, viewer)});
  }
  return out;
}

int moves_played(const Table& table, Viewer viewer) {
  const auto moves = visible_moves(table, viewer);
  return static_cast<int>(
      std::count_if(moves.begin(), moves.end(), [](const VisibleMove& one) { return one.number > 0; }));
}

std::string who_moves(const Table& table) {
  if (table.over()) return {};
  std::vector<std::string> names;
  for (int i = 0; i < table.position().seats(); ++i)
    if (table.position().to_act().contains(seat_at(i))) names.push_back(name_of(table, seat_at(i)));
  return join(names, " ");
}

std::string board_subject(const Table& table, int board, Viewer viewer) {
  std::string out = std::string(table.info().title) + " Board " + std::to_string(board);
  if (const std::string who = who_moves(table); !who.empty()) out += " " + who;
  const bool own = viewer < Viewer::spectator && !table.over() &&
                   table.position().to_act().contains(seat_at(static_cast<int>(viewer)));
  return out + (own ? " **" : "");
}

std::string talk_of(std::string_view comment) {
  std::string out;
  std::size_t letters = 0;
  for (const char c : trim(comment)) {
    const bool begins = (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
    if (begins && ++letters > kMostTalk - kCut.size()) return out + std::string(kCut);
    out += c;
  }
  return out;
}

std::string comment_text(std::string_view writer, std::string_view comment) {
  if (trim(comment).empty()) return {};
  return std::string(40, '*') + "\n" + std::string(writer) + " writes:\n\n" + std::string(trim(comment)) + "\n\n";
}

std::string view_text(const Position& position, const View& view, BoardSize size) {
  BoardStyle style;
  style.size = size;
  style.rows = 1'000;  // a mail is scrolled
  std::string board = text_board(view, namer(position), style);
  board.erase(0, board.find_first_not_of('\n'));  // room for what could be stacked there
  return board + "\n" + status_text(view, chosen_size(view, style)) + "\n";
}

std::string board_text(const Table& table, const BoardShown& how) {
  std::string out = how.news;
  out += news_text(table, how.viewer) + offers_text(table);
  const View view = table.view(how.viewer);
  out += (out.empty() ? "" : "\n") + std::string(table.info().title) + " board " + std::to_string(how.board) + ": " +
         players_text(table, view) + "\n" + turn_text(table, how.viewer) + "\n";
  out += last_moves(table, how.viewer);
  out += view_text(table.position(), view, how.size);
  out += how.remarks;
  return out + special_moves(table, how.viewer) + how.reply;
}

BoardShotPtr view_shot(const Position& position, View view, std::string_view title) {
  BoardShot out;
  out.sheet = board_sheet(std::move(view), namer(position));
  const std::string status = status_text(out.sheet.view, BoardSize::plain);
  const std::vector<std::string_view> words = split_words(std::string_view(status).substr(status.find('\n') + 1));
  out.alt = std::string(title) + ": " + join({words.begin(), words.end()}, " ");
  return std::make_shared<const BoardShot>(std::move(out));
}

BoardShotPtr board_shot(const Table& table, const BoardShown& how) {
  if (how.size == BoardSize::plain) return nullptr;  // for who has it read aloud
  return view_shot(table.position(), table.view(how.viewer),
                   std::string(table.info().title) + " board " + std::to_string(how.board));
}

std::optional<Position> position_after(const Table& table, int moves, Viewer viewer) {
  std::optional<Position> out;
  if (moves == 0)
    if (const Made made = table.info().make({table.setup().options, {}}); made.error.empty()) out = made.position;
  table.retell([&](const Table& then, const Change&) {
    if (moves > 0 && moves_played(then, viewer) == moves) out = then.position();
  });
  return out;
}

std::optional<View> view_after(const Table& table, int moves, Viewer viewer) {
  const auto position = position_after(table, moves, viewer);
  return position ? std::optional(position->view(viewer)) : std::nullopt;
}

}  // namespace cairn
