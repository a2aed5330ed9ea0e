#include "server/mail/board_mail.h"

#include <algorithm>

#include "core/text.h"
#include "server/base/days.h"
#include "server/mail/mail_words.h"
#include "server/protocol/talk_from_client.h"

namespace cairn {

namespace {

constexpr std::size_t kMovesShown = 12;
constexpr std::size_t kSpecialMoves = 20, kExamples = 5;
constexpr std::string_view kCut = " [...]";

std::string name_of(const Table& table, Seat seat, Language language) {
  return occupant_text(table.occupants()[static_cast<std::size_t>(index(seat))], language);
}

// With the side in brackets.
std::string with_side(const std::string& name, const std::string& side, Language language) {
  if (side.empty()) return name;
  return translated(language, Message("mail-name-side", "{name} ({side})", {{"name", name}, {"side", side}}));
}

Message left_message(Leave why, const std::string& name) {
  if (why == Leave::resigned) return Message("mail-resigned", "{name} resigned.", {{"name", name}});
  if (why == Leave::timed_out) return Message("mail-lost-on-time", "{name} lost on time.", {{"name", name}});
  return Message("mail-lost-by-forfeit", "{name} lost by forfeit.", {{"name", name}});
}

Message move_message(const VisibleMove& move, const std::string& name) {
  if (move.step->left) return left_message(*move.step->left, name);
  if (!move.step->refused)
    return move.known ? Message("mail-played", "{name} played {move}.", {{"name", name}, {"move", move.step->word}})
                      : Message("mail-has-played", "{name} has played.", {{"name", name}});
  return move.known ? Message("mail-tried", "{name} tried {move}, which was illegal.",
                              {{"name", name}, {"move", move.step->word}})
                    : Message("mail-tried-hidden", "{name} tried an illegal move.", {{"name", name}});
}

std::string move_text(const Table& table, const VisibleMove& move, Language language) {
  const std::string name = name_of(table, move.step->seat, language);
  return translated(language, move_message(move, with_side(name, move.step->side, language)));
}

// All that happened since the viewer's own last move; of a spectator the last one.
std::string news_text(const Table& table, Viewer viewer, Language language) {
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
  for (; from != moves.end(); ++from) out += move_text(table, *from, language) + "\n";
  return out;
}

Message offer_message(OfferKind kind, const std::string& name) {
  switch (kind) {
    case OfferKind::draw:
      return Message("mail-offers-draw", "{name} offers a draw. Reply accept or reject.", {{"name", name}});
    case OfferKind::undo:
      return Message("mail-offers-undo", "{name} asks for a takeback. Reply accept or reject.", {{"name", name}});
    case OfferKind::pause:
      return Message("mail-offers-pause", "{name} offers to adjourn. Reply accept or reject.", {{"name", name}});
    default:
      return Message("mail-offers-rematch", "{name} offers a rematch. Reply accept or reject.", {{"name", name}});
  }
}

std::string offers_text(const Table& table, Language language) {
  std::string out;
  const auto add = [&](const Message& message) { out += translated(language, message) + "\n"; };
  for (const Offer& offer : table.terms().offers) add(offer_message(offer.kind, name_of(table, offer.by, language)));
  if (table.terms().drawn) add(Message("mail-draw-agreed", "A draw was agreed."));
  if (table.terms().paused()) add(Message("mail-adjourned", "The game is adjourned, and its clocks are stopped."));
  if (table.terms().set_ms > 0 && !table.over())
    add(Message("mail-clock-corrected",
                "The server's clock was wrong and was corrected on {day}. The clocks of\nthis game continue from then, "
                "with the time left at the last move.",
                {{"day", date_words(language, table.terms().set_ms / kDayMs)}}));
  return out;
}

std::string last_moves(const Table& table, Viewer viewer, Language language) {
  const auto moves = visible_moves(table, viewer);
  std::string line;
  std::size_t shown = 0;
  for (auto one = moves.rbegin(); one != moves.rend() && shown < kMovesShown; ++one) {
    if (one->number == 0) continue;
    line = " " + std::to_string(one->number) + "." + (one->known ? one->step->word : "?") + line;
    ++shown;
  }
  if (line.empty()) return {};
  return wrap(translated(language, Message("mail-moves", "Moves: {list}", {{"list", trim(line)}})), 76) + "\n";
}

// "anna (white) v bob (black)"
std::string players_text(const Table& table, const View& view, Language language) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < table.occupants().size(); ++i) {
    std::string one = name_of(table, seat_at(static_cast<int>(i)), language);
    for (const View::Side& side : view.sides)
      if (index(side.seat) == static_cast<int>(i)) one = with_side(one, side.name, language);
    out.push_back(std::move(one));
  }
  return join(out, versus(language));
}

// Moves without a place, such as pass and swap, that this seat may make now.
std::string special_moves(const Table& table, Viewer viewer, Language language) {
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
  const Message others("mail-also-answer", "You can also reply: {list}", {{"list", join(words, ", ")}});
  return wrap(translated(language, others), 76) + "\n";
}

// Whose turn it is, as the viewer is told it; "" when it is over, which the status says.
std::string turn_text(const Table& table, Viewer viewer, Language language) {
  if (table.over()) return {};
  std::vector<std::string> others;
  bool own = false;
  for (int i = 0; i < table.position().seats(); ++i) {
    if (!table.position().to_act().contains(seat_at(i))) continue;
    if (viewer_of(seat_at(i)) == viewer)
      own = true;
    else
      others.push_back(name_of(table, seat_at(i), language));
  }
  const std::string yours = own ? translated(language, Message("mail-your-turn", "It is your turn.")) : "";
  if (others.empty()) return own ? yours + "\n" : "";
  const std::string names = list_text(language, others);
  const auto n = static_cast<int>(others.size());
  const Message theirs =
      own ? Message("mail-others-move-too", "Also waiting for {names} to move.|Also waiting for {names} to move.",
                    {{"names", names}, {"n", n}})
          : Message("mail-others-move", "Waiting for {names} to move.|Waiting for {names} to move.",
                    {{"names", names}, {"n", n}});
  return yours + (own ? std::string(sentence_gap(language)) : "") + translated(language, theirs) + "\n";
}

}  // namespace

std::string examples_text(const Table& table, Viewer viewer, Language language) {
  if (table.over() || viewer >= Viewer::spectator) return {};
  std::vector<std::string> words = table.position().legal_words(seat_at(static_cast<int>(viewer)));
  if (words.empty()) return {};
  std::vector<std::string> some;
  for (std::size_t i = 0; i < kExamples && i < words.size(); ++i)
    some.push_back(words[i * words.size() / std::min(kExamples, words.size())]);
  const std::string either = translated(language, Message("mail-or", " or "));
  const Message play("mail-examples", "You can play, for example: {list}", {{"list", join(some, either)}});
  return wrap(translated(language, play), 76);
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

std::string who_moves(const Table& table, Language language) {
  if (table.over()) return {};
  std::vector<std::string> names;
  for (int i = 0; i < table.position().seats(); ++i)
    if (table.position().to_act().contains(seat_at(i))) names.push_back(name_of(table, seat_at(i), language));
  return join(names, " ");
}

std::string board_subject(const Table& table, int board, Viewer viewer, Language language) {
  const std::string title = title_text(language, table.info());
  const std::string who = who_moves(table, language);
  const Message head =
      who.empty() ? Message("mail-board-subject", "{title} Board {board}", {{"title", title}, {"board", board}})
                  : Message("mail-board-subject-turn", "{title} Board {board} {who}",
                            {{"title", title}, {"board", board}, {"who", who}});
  const bool own = viewer < Viewer::spectator && !table.over() &&
                   table.position().to_act().contains(seat_at(static_cast<int>(viewer)));
  return translated(language, head) + (own ? " **" : "");
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

std::string comment_text(std::string_view writer, std::string_view comment, Language language) {
  if (trim(comment).empty()) return {};
  return std::string(40, '*') + "\n" +
         translated(language, Message("mail-writes", "{name} writes:", {{"name", writer}})) + "\n\n" +
         std::string(trim(comment)) + "\n\n";
}

std::string view_text(const Position& position, const View& view, BoardSize size, Language language) {
  BoardStyle style;
  style.size = size;
  style.rows = 1'000;  // a mail is scrolled
  std::string board = text_board(view, namer(position), style);
  board.erase(0, board.find_first_not_of('\n'));  // room for what could be stacked there
  return board + "\n" + status_words(language, view, chosen_size(view, style)) + "\n";
}

std::string board_text(const Table& table, const BoardShown& how) {
  const Language language = how.language;
  std::string out = how.news;
  out += news_text(table, how.viewer, language) + offers_text(table, language);
  const View view = table.view(how.viewer);
  const Message head("mail-board-head", "{title} board {board}: {players}",
                     {{"title", title_text(language, table.info())},
                      {"board", how.board},
                      {"players", players_text(table, view, language)}});
  out += (out.empty() ? "" : "\n") + translated(language, head) + "\n" + turn_text(table, how.viewer, language) + "\n";
  out += last_moves(table, how.viewer, language);
  out += view_text(table.position(), view, how.size, language);
  out += how.remarks;
  return out + special_moves(table, how.viewer, language) + how.reply;
}

BoardShotPtr view_shot(const Position& position, View view, std::string_view title, Language language) {
  BoardShot out;
  out.sheet = board_sheet(std::move(view), namer(position));
  const std::string status = status_words(language, out.sheet.view, BoardSize::plain);
  const std::vector<std::string_view> words = split_words(std::string_view(status).substr(status.find('\n') + 1));
  out.alt = std::string(title) + ": " + join({words.begin(), words.end()}, " ");
  return std::make_shared<const BoardShot>(std::move(out));
}

BoardShotPtr board_shot(const Table& table, const BoardShown& how) {
  if (how.size == BoardSize::plain) return nullptr;  // for who has it read aloud
  const Message title("mail-board-title", "{title} board {board}",
                      {{"title", title_text(how.language, table.info())}, {"board", how.board}});
  return view_shot(table.position(), table.view(how.viewer), translated(how.language, title), how.language);
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
