#include "notation/view_json.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>

#include "notation/stored_json.h"
#include "notation/thread_work.h"

namespace cairn {

namespace {

Json point_json(Point point) {
  return Json::array({point.level, point.column, point.row});
}

void append_number(std::string& out, std::string_view before, int number) {
  constexpr std::size_t kDigits = 12;  // and a sign
  char digits[kDigits];
  out += before;
  out.append(digits, std::to_chars(digits, digits + kDigits, number).ptr);
}

void append_point(std::string& out, const Point& point) {
  constexpr std::size_t kMost = 16;  // three numbers of up to three digits, and what stands around them
  char text[kMost];
  char* at = text;
  *at++ = '[';
  at = std::to_chars(at, text + kMost, point.level).ptr;
  *at++ = ',';
  at = std::to_chars(at, text + kMost, point.column).ptr;
  *at++ = ',';
  at = std::to_chars(at, text + kMost, point.row).ptr;
  *at++ = ']';
  out.append(text, at);
}

void append_points(std::string& out, const std::vector<Point>& points) {
  out += '[';
  for (const Point& point : points) {
    if (&point != points.data()) out += ',';
    append_point(out, point);
  }
  out += ']';
}

void append_side(std::string& out, const View::Side& side) {
  out += "{\"name\":";
  append_quoted(out, side.name);
  out += ",\"letter\":";
  append_quoted(out, std::string_view(&side.letter, 1));
  append_number(out, ",\"seat\":", index(side.seat));
  append_number(out, side.half_points < 0 ? ",\"score\":-" : ",\"score\":", std::abs(side.half_points) / 2);
  if (side.half_points % 2 != 0) out += ".5";
  if (side.captures < 0)
    out += ",\"captures\":null";
  else
    append_number(out, ",\"captures\":", side.captures);
  out += side.retired ? ",\"retired\":true}" : ",\"retired\":false}";
}

Json facts_json(const View& view) {
  Json facts = Json::object();
  for (const auto& fact : view.facts) facts[fact.name] = fact.value;
  return facts;
}

// Who plays next, as one does who plays for all sides; null: nobody.
Json next_json(const View& view) {
  if (view.next) return index(*view.next);
  if (view.to_act.empty()) return nullptr;
  return index(view.to_act.contains(view.turn.seat) ? view.turn.seat : view.to_act.front());
}

Json half_points_json(int half_points) {
  if (half_points % 2 == 0) return half_points / 2;
  return half_points / 2.0;
}

// Each key of an object is compared with all before it, so many of them would take the square of their number.
bool few_keys(std::string_view text) {
  std::vector<std::size_t> keys;  // of the objects that are open
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '"')
      for (++at; at < text.size() && text[at] != '"'; ++at) at += text[at] == '\\' ? 1 : 0;
    else if (text[at] == '{')
      keys.push_back(0);
    else if (text[at] == '}' && !keys.empty())
      keys.pop_back();
    else if (text[at] == ':' && !keys.empty() && ++keys.back() > kMostJsonKeys)
      return false;
  }
  return true;
}

}  // namespace

Json points_json(const std::vector<Point>& points) {
  Json list = Json::array();
  for (const Point point : points) list.push_back(point_json(point));
  return list;
}

std::string_view how_word(Outcome::How how) {
  switch (how) {
    case Outcome::How::none:
      return "none";
    case Outcome::How::count:
      return "count";
    case Outcome::How::capture:
      return "capture";
    case Outcome::How::resigned:
      return "resigned";
    case Outcome::How::timed_out:
      return "timed-out";
    case Outcome::How::no_result:
      return "no-result";
    case Outcome::How::agreed:
      return "agreed";
    case Outcome::How::forfeit:
      return "forfeit";
  }
  return "";
}

std::string side_name(const View& view, Seat seat) {
  for (const auto& side : view.sides)
    if (side.seat == seat) return side.name;
  return {};
}

Json result_json(const View& view) {
  if (!view.outcome.over) return nullptr;
  const int seats = static_cast<int>(view.sides.size());
  const int won = winner(view.outcome, seats);
  Json ranks = Json::array();
  for (int seat = 0; seat < seats; ++seat) ranks.push_back(view.outcome.rank[static_cast<std::size_t>(seat)]);
  return {{"winner", won < 0 ? Json(nullptr) : Json(side_name(view, seat_at(won)))},
          {"seat", won < 0 ? Json(nullptr) : Json(won)},
          {"text", view.result},
          {"how", how_word(view.outcome.how)},
          {"ranks", std::move(ranks)}};
}

Json score_json(const View& view, bool pair) {
  Json scores = Json::object();
  for (const auto& side : view.sides) {
    if (!pair)
      scores[side.name] = half_points_json(side.half_points);
    else
      scores[side.name] = {{"points", half_points_json(side.half_points)}, {"captures", std::max(side.captures, 0)}};
  }
  return scores;
}

Json view_json(const View& view) {
  Json sides = Json::array();
  for (const auto& side : view.sides)
    sides.push_back({{"name", side.name},
                     {"letter", std::string(1, side.letter)},
                     {"seat", index(side.seat)},
                     {"score", half_points_json(side.half_points)},
                     {"captures", side.captures < 0 ? Json(nullptr) : Json(side.captures)},
                     {"retired", side.retired}});
  Json acting = Json::array();
  for (int seat = 0; seat < kMaxSeats; ++seat)
    if (view.to_act.contains(seat_at(seat))) acting.push_back(seat);
  Json marks = Json::array();
  for (const auto& mark : view.marks) marks.push_back({{"kind", mark.kind}, {"points", points_json(mark.points)}});
  Json groups = Json::array();
  for (const auto& group : view.groups)
    groups.push_back(
        {{"side", group.side}, {"pieces", points_json(group.pieces)}, {"freedoms", points_json(group.freedoms)}});
  const bool over = view.outcome.over;
  return {{"surface", view.surface},
          {"columns", view.columns},
          {"rows", view.rows},
          {"levels", view.levels},
          {"board", view.board},
          {"sides", std::move(sides)},
          {"to_act", std::move(acting)},
          {"turn", {{"seat", index(view.turn.seat)}, {"number", view.turn.number}}},
          {"to_move", over ? Json(nullptr) : Json(side_name(view, view.turn.seat))},
          {"marks", std::move(marks)},
          {"groups", std::move(groups)},
          {"facts", facts_json(view)},
          {"lives_on", view.lives_on.empty() ? Json(nullptr) : Json(view.lives_on)},
          {"tally", view.tally},
          {"next", next_json(view)},
          {"steps_bind", view.steps_bind},
          {"over", over},
          {"result", result_json(view)}};
}

std::string view_text(const View& view) {
  std::string out;
  append_view(out, view);
  return out;
}

void append_view(std::string& out, const View& view) {
  out += "{\"surface\":";
  // Between two of a list: nothing before the first.
  const auto next = [&out] {
    if (out.back() != '[') out += ',';
  };
  append_quoted(out, view.surface);
  append_number(out, ",\"columns\":", view.columns);
  append_number(out, ",\"rows\":", view.rows);
  append_number(out, ",\"levels\":", view.levels);
  out += ",\"board\":[";
  for (const auto& line : view.board) next(), append_quoted(out, line);
  out += "],\"sides\":[";
  for (const auto& side : view.sides) next(), append_side(out, side);
  out += "],\"to_act\":[";
  for (int seat = 0; seat < kMaxSeats; ++seat)
    if (view.to_act.contains(seat_at(seat))) next(), append_number(out, "", seat);
  append_number(out, "],\"turn\":{\"seat\":", index(view.turn.seat));
  append_number(out, ",\"number\":", view.turn.number);
  out += "},\"to_move\":";
  if (view.outcome.over)
    out += "null";
  else
    append_quoted(out, side_name(view, view.turn.seat));
  out += ",\"marks\":[";
  for (const auto& mark : view.marks) {
    next();
    out += "{\"kind\":";
    append_quoted(out, mark.kind);
    out += ",\"points\":";
    append_points(out, mark.points);
    out += '}';
  }
  out += "],\"groups\":[";
  for (const auto& group : view.groups) {
    next();
    append_number(out, "{\"side\":", group.side);
    out += ",\"pieces\":";
    append_points(out, group.pieces);
    out += ",\"freedoms\":";
    append_points(out, group.freedoms);
    out += '}';
  }
  out += "],\"facts\":";
  out += view.facts.empty() ? "{}" : json_text(facts_json(view));
  out += ",\"lives_on\":";
  if (view.lives_on.empty())
    out += "null";
  else
    append_quoted(out, view.lives_on);
  out += ",\"tally\":";
  append_quoted(out, view.tally);
  out += ",\"next\":" + next_json(view).dump();
  out += view.steps_bind ? ",\"steps_bind\":true" : ",\"steps_bind\":false";
  out += view.outcome.over ? ",\"over\":true" : ",\"over\":false";
  out += ",\"result\":";
  out += view.outcome.over ? json_text(result_json(view)) : "null";
  out += '}';
}

void append_events(std::string& out, const EventLog& events, const Position& position, const View& view,
                   Viewer viewer) {
  using Kind = Event::Kind;
  const auto at = [&](const Event& event) {
    out += ",\"at\":";
    append_point(out, event.at);
    out += ",\"name\":";
    append_quoted(out, position.name(event.at));
  };
  const std::size_t before = out.size();
  out += '[';
  for (const Event& event : events) {
    if (!sees(event.seen_by, viewer)) continue;
    out += out.back() == '[' ? "{\"kind\":" : ",{\"kind\":";
    append_quoted(out, to_word(event.kind));
    if (const auto side = static_cast<std::size_t>(event.side); event.side >= 0 && side < view.sides.size()) {
      out += ",\"side\":";
      append_quoted(out, view.sides[side].name);
    }
    switch (event.kind) {
      case Kind::placed:
      case Kind::removed:
      case Kind::refused:
      case Kind::marked:
      case Kind::unmarked:
      case Kind::returned:
        at(event);
        break;
      case Kind::moved:
      case Kind::stayed:
        at(event);
        [[fallthrough]];
      case Kind::scored:
        out += ",\"from\":";
        append_point(out, event.from);
        break;
      case Kind::atari:
        append_number(out, ",\"count\":", event.count);
        break;
      default:
        break;
    }
    if (event.stage > 0) {
      append_number(out, ",\"stage\":", event.stage);
      append_number(out, ",\"enemies\":", event.enemies);
      append_number(out, ",\"friends\":", event.friends);
    }
    if (event.reason != Reason::none) {
      out += ",\"reason\":";
      append_quoted(out, to_word(event.reason));
    }
    out += '}';
  }
  out += ']';
  thread_work.bytes += out.size() - before;
}

std::vector<std::string> removed_names(const EventLog& events, const Position& position, Viewer viewer) {
  std::vector<std::string> names;
  for (const Event& event : events)
    if (event.kind == Event::Kind::removed && sees(event.seen_by, viewer)) names.push_back(position.name(event.at));
  std::sort(names.begin(), names.end());
  return names;
}

Json game_json(const GameInfo& info) {
  Json options = Json::array();
  for (const auto& option : info.options)
    options.push_back(
        {{"name", option.name}, {"values", option.values}, {"default", option.fallback}, {"help", option.help}});
  Json ranks = Json::array();
  for (const LevelRanks& one : info.ranks)
    ranks.push_back({{"size", one.size}, {"kyu", std::vector<int>(one.kyu.begin(), one.kyu.end())}});
  return {{"name", info.name},     {"title", info.title},           {"summary", info.summary},
          {"hidden", info.hidden}, {"options", std::move(options)}, {"ranks", std::move(ranks)}};
}

Json arguments_json(const Message& message) {
  Json json = Json::object();
  for (const Message::Argument& one : message.arguments()) {
    Json& value = json[std::string(one.name)];
    if (one.is_number)
      value = one.number;
    else if (one.is_message)
      value = message_json(one.value);
    else
      value = one.value.english();
  }
  return json;
}

Json message_json(const Message& message) {
  Json json = {{"message", message.english()}};
  if (message.code().empty()) return json;
  json["code"] = message.code();
  if (!message.arguments().empty()) json["arguments"] = arguments_json(message);
  return json;
}

Json messages_json(const std::vector<Message>& messages) {
  Json list = Json::array();
  for (const Message& one : messages) list.push_back(message_json(one));
  return list;
}

Message read_options(const Json& object, OptionValues& out) {
  if (object.is_null()) return {};
  if (!object.is_object()) return Message("options-must-object-names", "options must be an object of names and values");
  for (const auto& [name, value] : object.items()) {
    if (value.is_string())
      out.emplace_back(name, value.get_ref<const std::string&>());
    else if (value.is_boolean())
      out.emplace_back(name, value.get<bool>() ? "yes" : "no");
    else if (value.is_number())
      out.emplace_back(name, value.dump());
    else
      return bad_option(name, MessageText("option-value-kind", "the value must be a text, a number or true/false"));
  }
  return {};
}

Message read_setup(const Json& object, Setup& out) {
  const auto form = [] {
    return Message("form-of-position", "a position is {form}",
                   {{"form", R"({"board":["...",...],"to_move":"white"})"}});
  };
  if (!object.is_object()) return form();
  for (const auto& [name, value] : object.items()) {
    if (name == "board" && value.is_array()) {
      for (const auto& row : value) {
        if (!row.is_string())
          return bad_position(Message("every-entry-board-must", "every entry of \"board\" must be a text"));
        out.board.push_back(row.get_ref<const std::string&>());
      }
    } else if (name == "to_move" && value.is_string()) {
      out.to_move = value.get_ref<const std::string&>();
    } else {
      return bad_position(
          Message("not-understood", "\"{name}\" is not understood; {why}", {{"name", name}, {"why", form()}}));
    }
  }
  return object.contains("board")
             ? Message()
             : bad_position(Message("board-missing", "\"board\" is missing; {why}", {{"why", form()}}));
}

Json parse_json(std::string_view text) {
  thread_work.bytes += text.size();
  if (!few_keys(text)) return Json(Json::value_t::discarded);
  return parse_stored_json(text);
}

Json parse_stored_json(std::string_view text) {
  return Json::parse(text, nullptr, /*allow_exceptions=*/false);
}

std::string json_text(const Json& json) {
  std::string text = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  thread_work.bytes += text.size();
  return text;
}

void append_quoted(std::string& out, std::string_view text) {
  const bool plain =
      std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c < '\x7f' && c != '"' && c != '\\'; });
  if (!plain) {
    out += json_text(Json(text));
    return;
  }
  out += '"';
  out += text;
  out += '"';
}

}  // namespace cairn
