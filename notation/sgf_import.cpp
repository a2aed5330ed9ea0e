// SGF to an annotated game: the root gives game, options and start (notation/sgf_import_tree.cpp: the nodes below).
#include "notation/sgf_importer.h"

#include <algorithm>

#include "core/text.h"
#include "notation/event_text.h"
#include "notation/sgf_node.h"
#include "notation/view_json.h"
#include "notation/words.h"

namespace cairn {

Imported SgfImporter::import() {
  if (find_info() && read_options() && read_start()) {
    read_details();
    build();
    play();
  }
  if (!out_.error.empty()) out_ = {{}, std::move(out_.error), {}, {}, 0};
  return std::move(out_);
}

std::string SgfImporter::plain(const Property& property) {
  return property.values.empty() ? "" : sgf::text_of(property.values[0], true);
}

Message SgfImporter::no_colour(const std::string& said) {
  return Message("no-colour", "{name}[{value}] is not a colour; use B or W",
                 {{"name", "PL"}, {"value", said.substr(0, 40)}});
}

const View::Side* SgfImporter::side_of(const View& view, std::string_view name) {
  for (const auto& side : view.sides)
    if (equal_ignoring_case(side.name, name) || (name.size() == 1 && side.letter == to_upper(name[0]))) return &side;
  return nullptr;
}

// What PL says; some programs count the colours.
std::string SgfImporter::turn_said(const Property& property) {
  const std::string text(trim(plain(property)));
  return text == "1" ? "B" : text == "2" ? "W" : text;
}

const sgf::Property* SgfImporter::stones_of(const sgf::Node& node) {
  for (const Property& property : node.properties)
    if (is_setup_property(property.name)) return &property;
  return nullptr;
}

bool SgfImporter::find_info() {
  if (const Property* named = root().find(kGameProperty)) {
    info_ = find_game(plain(*named));
    return info_ || fail(named->at, unknown_game(plain(*named)));
  }
  const std::string said(trim(root_value("GM")));
  const std::string number = said.empty() ? "1" : said;
  for (const GameInfo& info : games()) {
    if (!info.sgf || std::to_string(info.sgf->number) != number) continue;
    const auto& [name, value] = info.sgf->mark;
    const bool marked = !name.empty() && equal_ignoring_case(trim(root_value(name)), value);
    if (marked || (name.empty() && !info_)) info_ = &info;
  }
  if (info_) return true;
  std::string known;
  for (const GameInfo& info : games())
    if (info.sgf && info.sgf->mark.first.empty())
      known += (known.empty() ? "GM[" : ", GM[") + std::to_string(info.sgf->number) + "]";
  return fail(place_of("GM"),
              Message("gm-game-played-here",
                      "GM[{number}] is not a game of this program; {known} is, and {name}[...] names any other",
                      {{"number", number.substr(0, 40)}, {"known", known}, {"name", kGameProperty}}));
}

bool SgfImporter::read_options() {
  const Property* given = root().find(kOptionsProperty);
  const auto said = [&](std::string_view name) { return !trim(root_value(name)).empty(); };
  const bool alone = given && !said("SZ") && !said("KM") && !said("HA") && !said("RU");
  if (info_->sgf && !alone) {
    OptionValues values;
    for (const Property& property : root().properties)
      for (const std::string& value : property.values) values.emplace_back(property.name, sgf::text_of(value, true));
    std::vector<Message> remarks;
    if (auto error = info_->sgf->read_root(values, options_, remarks); !error.empty())
      return fail(place_of("SZ"), error);
    for (const auto& text : remarks) remark(root().at, text);
    note_unsaid();
  }
  // What the standard's properties cannot tell; where these are missing, all.
  if (given)
    for (auto& [name, value] : parse_option_words(plain(*given))) {
      std::erase_if(options_, [&](const auto& one) { return one.first == name; });
      options_.emplace_back(name, std::move(value));
    }
  Made made = info_->make({options_, {}});
  if (!made.error.empty()) return fail(root().at, made.error);
  start_ = std::move(made.position);
  out_.game.game = info_->name;
  return true;
}

// What the file leaves open is assumed, and not written into it.
void SgfImporter::note_unsaid() {
  const bool komi = std::any_of(options_.begin(), options_.end(), [](const auto& one) { return one.first == "komi"; });
  for (const auto& [name, value] : info_->sgf->write_root(info_->complete(options_)))
    if (name == "KM" ? !komi : name == "RU" && trim(root_value(name)).empty()) out_.game.details.unsaid.push_back(name);
}

// Komi and handicap that the options do not tell, as when the stones stand elsewhere: kept as the file has them.
bool SgfImporter::is_untold(std::string_view name) const {
  if (!info_->sgf || (name != "KM" && name != "HA") || trim(root_value(name)).empty()) return false;
  const auto& unsaid = out_.game.details.unsaid;
  if (std::find(unsaid.begin(), unsaid.end(), name) != unsaid.end()) return true;
  const OptionValues written = info_->sgf->write_root(complete_options(*info_, out_.game.config));
  return std::none_of(written.begin(), written.end(), [&](const auto& one) { return one.first == name; });
}

std::optional<Config> SgfImporter::start() {
  if (!find_info() || !read_options() || !read_start()) return std::nullopt;
  return std::move(out_.game.config);
}

// The colour of the first move of the main line, if it is made from the start: "B", "W" or "".
std::string SgfImporter::first_mover() const {
  for (const NodeIndex node : file_.main_line()) {
    if (node != kRoot && stones_of(file_[node])) return {};
    for (const Property& property : file_[node].properties)
      if (property.name == "B" || property.name == "W") return property.name;
  }
  return {};
}

bool SgfImporter::read_start() {
  Config& config = out_.game.config;
  config.options = options_;
  if (const Property* given = root().find(kStartProperty)) {
    Setup setup;
    if (auto error = read_setup(parse_json(given->values.empty() ? "" : sgf::text_of(given->values[0])), setup);
        !error.empty())
      return fail(given->at, error);
    config.setup = std::move(setup);
  } else if (info_->sgf) {
    if (!read_stones()) return false;
  } else if (const Property* stones = stones_of(root())) {
    if (!pass_over(stones->at, kOwnSetup)) return false;
  }
  if (!config.setup) return true;
  Made made = info_->make(config);
  if (!made.error.empty()) return fail(root().at, made.error);
  start_ = std::move(made.position);
  return true;
}

bool SgfImporter::read_stones() {
  Config& config = out_.game.config;
  std::vector<const Property*> given;
  for (const Property& property : root().properties)
    if (is_setup_property(property.name)) given.push_back(&property);
  const bool stones = root().find("AB") || root().find("AW");
  const View usual = start_.view(Viewer::referee);
  std::string to_move = first_mover();
  if (const Property* said = root().find("PL")) {
    if (side_of(usual, std::string_view(turn_said(*said)).substr(0, 1)))
      to_move = turn_said(*said);
    else if (!pass_over(said->at, no_colour(plain(*said))))
      return false;
  }
  const View::Side* mover = to_move.empty() ? nullptr : side_of(usual, trim(to_move).substr(0, 1));
  if (!mover) mover = side_of(usual, side_name(usual, usual.turn.seat));
  if (!mover) return true;
  if (!stones && takes_handicap_point(usual)) return start_without_stones(*mover);
  const bool usual_turn = mover->seat == usual.turn.seat;
  if (!stones && usual_turn) return true;
  const OptionValues bare = info_->sgf->for_setup(info_->complete(options_));
  Made empty = info_->make({bare, {}});
  if (!empty.error.empty()) return fail(root().at, empty.error);
  const View blank = empty.position.view(Viewer::referee);
  Setup setup{blank.board, mover->name};
  if (!put_stones(given, setup.board)) return false;
  if (usual_turn && setup.board == usual.board) return true;
  config.options = bare;
  if (setup.board != blank.board || mover->seat != blank.turn.seat) {
    config.setup = std::move(setup);
    return true;
  }
  if (usual.board != blank.board)
    remark(place_of("HA"), Message("stones-handicap-set-up", "the handicap stones are neither set up nor played"));
  start_ = std::move(empty.position);
  return true;
}

// Whether the main line plays on a point where the handicap's usual stones stand: then they stood elsewhere, or not
// at all, and the moves decide.
bool SgfImporter::takes_handicap_point(const View& usual) const {
  for (const NodeIndex node : file_.main_line())
    for (const Property& property : file_[node].properties) {
      if ((property.name != "B" && property.name != "W") || property.values.empty()) continue;
      const auto point = sgf::point_of(trim(sgf::text_of(property.values[0], true)));
      const auto row = point ? static_cast<std::size_t>(point->row) : usual.board.size();
      if (row < usual.board.size() && point->column < usual.columns &&
          usual.board[row][static_cast<std::size_t>(point->column)] != '.')
        return true;
      if (node != kRoot && stones_of(file_[node])) return false;
    }
  return false;
}

bool SgfImporter::start_without_stones(const View::Side& mover) {
  Config& config = out_.game.config;
  config.options = info_->sgf->for_setup(info_->complete(options_));
  Made empty = info_->make({config.options, {}});
  if (!empty.error.empty()) return fail(root().at, empty.error);
  const View blank = empty.position.view(Viewer::referee);
  if (mover.seat != blank.turn.seat) config.setup = Setup{blank.board, mover.name};
  remark(place_of("HA"), Message("moves-play-on-points",
                                 "some moves are on the usual handicap points; no handicap stones were set up"));
  start_ = std::move(empty.position);
  return true;
}

// Stones of AB, AW and AE onto a board in the form of View::board.
bool SgfImporter::put_stones(const std::vector<const Property*>& given, std::vector<std::string>& board) {
  const int rows = static_cast<int>(board.size()), columns = board.empty() ? 0 : static_cast<int>(board[0].size());
  for (const Property* property : given) {
    if (property->name == "PL") continue;
    for (const std::string& value : property->values) {
      std::vector<sgf::PointAt> points;
      if (auto error = sgf::read_points(value, columns, rows, strictness_, points);
          !error.empty() &&
          !pass_over(property->at, Message("in-property", "{name}{why}", {{"name", property->name}, {"why", error}})))
        return false;
      for (const sgf::PointAt point : points)
        board[static_cast<std::size_t>(point.row)][static_cast<std::size_t>(point.column)] =
            property->name == "AE" ? '.' : property->name[1];
    }
  }
  return true;
}

void SgfImporter::read_details() {
  const View view = start_.view(Viewer::referee);
  for (const Property& property : root().properties) {
    for (const DetailField& field : kDetailFields)
      if (field.property == property.name && !property.values.empty())
        out_.game.details.*field.member = sgf::text_of(property.values[0], field.property != "GC");
    for (const PlayerField& field : kPlayerFields) read_player(property, field, view);
  }
  if (!info_->sgf) return;
  for (const auto& [name, value] : info_->sgf->write_root(complete_options(*info_, out_.game.config)))
    if (name == "RU" && value == out_.game.details.rules) out_.game.details.rules.clear();
}

void SgfImporter::read_player(const Property& property, const PlayerField& field, const View& view) {
  const auto put = [&](std::string_view side_name, const std::string& value) {
    if (const auto* side = side_of(view, side_name))
      out_.game.details.players[static_cast<std::size_t>(index(side->seat))].*field.member = value;
  };
  if (property.name == field.black) put("B", plain(property));
  if (property.name == field.white) put("W", plain(property));
  if (property.name != field.other) return;
  for (const std::string& value : property.values)
    if (const auto [side, text] = sgf::halves(value); text) put(sgf::text_of(side, true), sgf::text_of(*text, true));
}

std::optional<Config> start_of_sgf(const sgf::GameTree& file) {
  return SgfImporter(file, sgf::Strictness::lenient).start();
}

Imported import_sgf(const sgf::GameTree& file, sgf::Strictness strictness) {
  return SgfImporter(file, strictness).import();
}

std::string assumed_text(const AnnotatedGame& game) {
  const GameInfo* info = find_game(game.game);
  if (!info || !info->sgf) return {};
  std::string out;
  for (const auto& [name, value] : info->sgf->write_root(complete_options(*info, game.config))) {
    const auto& unsaid = game.details.unsaid;
    if (std::find(unsaid.begin(), unsaid.end(), name) == unsaid.end()) continue;
    out += (out.empty() ? "" : ", ") + std::string(name == "KM" ? "komi " : "rules ") + value;
  }
  return out;
}

}  // namespace cairn
