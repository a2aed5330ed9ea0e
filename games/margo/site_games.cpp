// Margo and Spargo as other sites write them.
#include "games/margo/site_games.h"

#include <algorithm>

#include "core/text.h"
#include "games/margo/names.h"

namespace cairn::margo {

namespace {

constexpr int kLeastSize = 2, kMostSize = 19;

std::string_view leading_digits(std::string_view text) {
  return text.substr(0, std::min(text.find_first_not_of("0123456789"), text.size()));
}

// "Size-6 board (small)", "size-6"; without one of these the board has seven balls a side.
int abstract_play_size(const SiteGame& game) {
  for (const std::string& variant : game.variants)
    if (const std::string text = lower(variant); text.starts_with("size-"))
      return parse_int(leading_digits(std::string_view(text).substr(5))).value_or(0);
  return 7;
}

// "margo6", "shibumi-spargo"; 0 for another game.
int jocly_size(const SiteGame& game) {
  if (game.name == "shibumi-spargo") return 4;
  return game.name.starts_with("margo") ? parse_int(std::string_view(game.name).substr(5)).value_or(0) : 0;
}

// "1c5": the level, then the name of the point as here. Words without a level ("resign") are the same.
std::string abstract_play_word(std::string_view word) {
  word.remove_prefix(leading_digits(word).size());
  return std::string(word);
}

// "+53W": the points are counted level by level, from the far row, and from left to right.
std::optional<std::string> jocly_word(int size, std::string_view word) {
  const bool add = word.starts_with('+') && (word.ends_with('W') || word.ends_with('B'));
  if (!add) return std::nullopt;
  auto at = parse_int(word.substr(1, word.size() - 2));
  if (!at || *at < 0) return std::nullopt;
  for (int level = 0, side = size; side > 0; ++level, --side) {
    if (*at >= side * side) {
      *at -= side * side;
      continue;
    }
    const int column = *at % side, row = side - 1 - *at / side;
    return point_name(
        {static_cast<std::uint8_t>(level), static_cast<std::uint8_t>(column), static_cast<std::uint8_t>(row)});
  }
  return std::nullopt;
}

// The value of "-size=7"; "" of "-can_pass" or where it is not given.
std::string_view mail_option(const SiteGame& game, std::string_view key) {
  for (const std::string_view variant : game.variants)
    if (variant.starts_with(key) && variant.substr(key.size()).starts_with('=')) return variant.substr(key.size() + 1);
  return {};
}

// Of the smallest board that has all points that were played.
int least_size(const SiteGame& game) {
  int size = kLeastSize;
  for (const std::string& word : game.moves)
    if (const auto name = parse_grid_name(word)) size = std::max({size, (name->x + 1) / 2 + 1, (name->y + 1) / 2 + 1});
  return size;
}

// The players in turn; those who left are skipped with "--", which is a pass of all others.
void take_mailed_moves(const SiteGame& game, std::size_t players, WrittenMoves& out) {
  std::vector<bool> left(players, false);
  bool passed = false;
  for (std::size_t i = 0; i < game.moves.size(); ++i) {
    const std::size_t seat = i % players;
    std::string word = lower(game.moves[i]);
    if (word == "--" && left[seat]) continue;
    if (word == "--") word = "pass";
    if (word == "forfeit") word = "timeout";  // as that server says it of a player who did not move in time
    if (word == "resign" || word == "timeout") left[seat] = true;
    passed = passed || word == "pass";
    out.moves.emplace_back(seat_at(static_cast<int>(seat)), std::move(word));
  }
  auto& options = out.config.options;
  const auto names = [](const auto& option) { return option.first == "can_pass"; };
  if (passed && std::none_of(options.begin(), options.end(), names)) options.emplace_back("can_pass", "yes");
}

std::optional<WrittenMoves> read_mailed_game(const SiteGame& game, bool spargo) {
  const bool named_spargo = lower(game.name) == "spargo";
  if (!named_spargo && lower(game.name) != "margo") return std::nullopt;
  const auto given = mail_option(game, "-size");
  const int size = named_spargo ? 4 : given.empty() ? least_size(game) : parse_int(given).value_or(0);
  if (spargo != (size == 4)) return std::nullopt;
  WrittenMoves out;
  auto& options = out.config.options;
  options.emplace_back("ko", "none");
  if (!spargo) options.emplace_back("size", given.empty() ? std::to_string(size) : std::string(given));
  for (const std::string_view variant : game.variants) {
    const auto equals = std::min(variant.find('='), variant.size());
    const std::string key(variant.substr(1, equals - 1)), value(variant.substr(std::min(equals + 1, variant.size())));
    std::erase_if(options, [&](const auto& option) { return option.first == key && key != "size"; });
    if (key != "size") options.emplace_back(key, value.empty() ? "yes" : value);
  }
  const auto players = static_cast<std::size_t>(parse_int(mail_option(game, "-players")).value_or(2));
  take_mailed_moves(game, std::max<std::size_t>(players, 1), out);
  if (given.empty() && !named_spargo)
    out.remarks.push_back(Message("site-smallest-board",
                                  "the file does not name the size of its board; {size} × {size} is the smallest with "
                                  "all the points that were played",
                                  {{"size", size}}));
  return out;
}

}  // namespace

std::optional<WrittenMoves> read_site_game(const SiteGame& game, bool spargo) {
  if (game.site == "pbmserv@gamerz.net") return read_mailed_game(game, spargo);
  const bool jocly = game.site == "Jocly";
  if (!jocly && (game.site != "AbstractPlay" || lower(game.name) != "margo")) return std::nullopt;
  const int size = jocly ? jocly_size(game) : abstract_play_size(game);
  if (size < kLeastSize || size > kMostSize || spargo != (size == 4)) return std::nullopt;
  WrittenMoves out;
  if (!spargo) out.config.options.emplace_back("size", std::to_string(size));
  for (const std::string& move : game.moves) {
    const auto word = jocly ? jocly_word(size, move) : abstract_play_word(move);
    if (!word) {
      out.fault = Message("site-move-unknown", "move {n}, \"{move}\", is not a move of this game on {site}",
                          {{"n", out.moves.size() + 1}, {"move", move.substr(0, 60)}, {"site", game.site}});
      break;
    }
    out.moves.emplace_back(seat_at(static_cast<int>(out.moves.size() % 2)), *word);
  }
  return out;
}

}  // namespace cairn::margo
