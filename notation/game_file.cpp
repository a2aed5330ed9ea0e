#include "notation/game_file.h"

#include <algorithm>

#include "core/text.h"
#include "notation/board_mail.h"
#include "notation/file_looks.h"
#include "notation/foreign_files.h"
#include "notation/record.h"
#include "notation/sgf_charset.h"
#include "notation/site_file.h"
#include "notation/text_board.h"
#include "notation/thread_work.h"
#include "notation/words.h"
#include "notation/zip_archive.h"

namespace cairn {

namespace {

constexpr std::size_t kWidth = 80;
constexpr std::size_t kMaxMoves = 100'000;  // of text

void check(Imported& imported) {
  Checked checked = check_and_cut(imported.game);
  imported.error = std::move(checked.error);
  imported.faults = std::move(checked.faults);
  imported.cut = checked.cut;
}

void append(GameTree& tree, NodeIndex& last, Seat seat, std::string word) {
  GameNode node;
  node.move = TreeMove{seat, std::move(word)};
  last = tree.add(last, std::move(node));
}

Imported read_notation(const GameInfo& info, std::string_view text) {
  Imported out;
  WrittenMoves written = info.read_text(text);
  out.game.game = info.name;
  out.game.config = std::move(written.config);
  out.remarks = std::move(written.remarks);
  NodeIndex last = kRoot;
  for (auto& [seat, word] : written.moves) append(out.game.tree, last, seat, std::move(word));
  if (written.moves.empty() && !written.fault.empty()) {
    out.error = std::move(written.fault);
    return out;
  }
  check(out);
  if (written.fault.empty()) return out;
  TreeFault fault;
  fault.ply = out.game.tree.size();
  fault.text = std::move(written.fault);
  out.faults.push_back(std::move(fault));
  ++out.cut;
  return out;
}

// Words as `cairn replay` reads them.
Imported read_words_of(const GameInfo& info, const OptionValues& options, std::string_view text) {
  Imported out;
  out.game.game = info.name;
  out.game.config.options = options;
  Made made = info.make(out.game.config);
  out.error = std::move(made.error);
  if (!out.error.empty()) return out;
  const auto words = read_words(text);
  if (words.size() > kMaxMoves) {
    out.error = Message("more-than-moves", "more than {n} moves", {{"n", kMaxMoves}});
    return out;
  }
  NodeIndex last = kRoot;
  for (const std::string& word : words) {
    EventLog log;
    Attempt attempt = play_word(made.position, made.position.view(Viewer::referee), word, log);
    const Reason refused = attempt.refused;
    append(out.game.tree, last, attempt.seat, std::move(attempt.word));
    if (refused != Reason::none) break;  // `check` tells why
  }
  check(out);
  return out;
}

bool read_own_notation(std::string_view text) {
  return std::any_of(games().begin(), games().end(),
                     [&](const GameInfo& info) { return info.read_text && read_notation(info, text).error.empty(); });
}

Message looks_text(MessageText looks) {
  return Message(
      "looks-like-no-game",
      "this looks like {what}; games can be read from SGF, GIB, NGF, UGF, JSON, text, or a zip archive of these",
      {{"what", Message(looks)}});
}

Imported read_mail(std::string_view text, const FileChoice& choice) {
  Imported out;
  out.error = read_board_mail(text, choice.options, out.game, out.remarks);
  if (out.error.empty() && choice.info && choice.info->name != out.game.game)
    out.error = Message("board-mail-other-game", "this is a game of {game}, not of {wanted}",
                        {{"game", find_game(out.game.game)->title}, {"wanted", choice.info->title}});
  if (out.error.empty()) check(out);
  return out;
}

Imported read_text_of(std::string_view text, const FileChoice& choice) {
  if (looks_like_board_mail(text)) return read_mail(text, choice);
  if (choice.info) {
    if (const auto looks = file_looks(text); !looks.text.empty() && !trim(text).empty()) {
      Imported out;
      out.error = looks_text(looks);
      return out;
    }
    if (choice.info->read_text && choice.options.empty()) {
      Imported out = read_notation(*choice.info, text);
      // The last formations of a list of words alone would be a game without a move.
      const bool nothing = !out.error.empty() || out.game.tree.size() == 1;
      if (!nothing || read_words_of(*choice.info, {}, text).cut != 0) return out;
    }
    return read_words_of(*choice.info, choice.options, text);
  }
  Imported best;
  best.error = Message("text-needs-game-tells", "a list of moves needs the name of its game");
  std::string known;
  for (const GameInfo& info : games()) {
    if (!info.read_text) continue;
    Imported out = read_notation(info, text);
    if (out.error.empty()) return out;
    best.error = out.error;
    known += (known.empty() ? "" : ", ") + std::string(info.title);
  }
  if (const auto looks = file_looks(text); !looks.text.empty()) {
    best.error = looks_text(looks);
    return best;
  }
  best.error = Message("sgf-record-game-notation",
                       "this is not SGF (\"(;\"), not a record (\"{\") and not a game in the notation of {known} "
                       "({why}); a list of moves needs the name of its game",
                       {{"known", known}, {"why", best.error}});
  return best;
}

Message no_such_game(std::size_t number, std::size_t count) {
  return Message("file-has-no-such-game", "this file has no game {n}; it has {count}",
                 {{"n", number}, {"count", count}});
}

GameFile read_sgf_file(std::string_view text, const FileChoice& choice) {
  GameFile file;
  sgf::Reading reading = sgf::read(text, choice.strictness, choice.charset);
  file.games = reading.games.size();
  const Message fault = reading.fault ? to_text(*reading.fault) : Message();
  const std::size_t number = choice.number.value_or(1);
  if (number == 0 || number > reading.games.size()) {
    file.imported.error = !fault.empty() ? fault : no_such_game(number, file.games);
    return file;
  }
  file.imported = import_sgf(reading.games[number - 1], choice.strictness);
  std::vector<Message> remarks;
  remarks.reserve(reading.remarks.size() + 1);
  for (const auto& remark : reading.remarks) remarks.push_back(to_text(remark));
  if (!fault.empty()) remarks.push_back(fault);
  if (!choice.number && file.games > 1)
    remarks.push_back(
        Message("file-games-first", "the file has {games} games; this is the first", {{"games", file.games}}));
  file.imported.remarks.insert(file.imported.remarks.begin(), remarks.begin(), remarks.end());
  return file;
}

// A form of another server, by the SGF that says the same.
GameFile read_foreign_file(std::string_view text, FileForm form, const FileChoice& choice) {
  GameFile file;
  Message remark;
  const std::string_view likely = form == FileForm::gib ? "EUC-KR" : form == FileForm::ngf ? "GB18030" : "SHIFT_JIS";
  const std::string letters = sgf::unicode_of(text, choice.charset, likely, remark, file.imported.error);
  if (!file.imported.error.empty()) return file;
  ForeignFile read = form == FileForm::gib   ? read_gib(letters)
                     : form == FileForm::ngf ? read_ngf(letters)
                                             : read_ugf(letters);
  if (!read.error.empty()) {
    file.imported.error = std::move(read.error);
    return file;
  }
  file.imported = import_sgf(read.game);
  auto& remarks = file.imported.remarks;
  remarks.insert(remarks.begin(), read.remarks.begin(), read.remarks.end());
  if (!remark.empty()) remarks.insert(remarks.begin(), remark);
  return file;
}

// A record, or a game of another site.
Imported read_json(std::string_view text) {
  Imported out;
  const Json json = parse_json(text);
  out.error =
      looks_like_site_file(json) ? read_site_file(json, out.game, out.remarks) : read_record_json(json, out.game);
  if (out.error.empty()) check(out);
  return out;
}

GameFile read_one(std::string_view text, FileForm form, const FileChoice& choice) {
  if (form == FileForm::sgf) return read_sgf_file(text, choice);
  GameFile file;
  if (choice.number.value_or(1) != 1) {
    file.imported.error = no_such_game(*choice.number, 1);
  } else if (form == FileForm::gib || form == FileForm::ngf || form == FileForm::ugf) {
    return read_foreign_file(text, form, choice);
  } else if (form == FileForm::text) {
    file.imported = read_text_of(text, choice);
  } else {
    file.imported = read_json(text);
  }
  return file;
}

FileForm form_in(std::string_view text, const FileChoice& choice) {
  if (choice.form && *choice.form != FileForm::zip) return *choice.form;
  return choice.info ? FileForm::text : form_of(text);
}

// How many games a file of an archive has; 0 and why where none can be read.
std::size_t count_games(std::string_view text, FileForm form, const FileChoice& choice, Message& why) {
  if (form == FileForm::zip) {
    why = Message("archive-in-archive", "an archive inside an archive is not opened");
    return 0;
  }
  if (form == FileForm::sgf) {
    const sgf::Reading reading = sgf::read(text, choice.strictness, choice.charset);
    if (reading.games.empty() && reading.fault) why = to_text(*reading.fault);
    return reading.games.size();
  }
  FileChoice first = choice;
  first.number.reset();
  why = read_one(text, form, first).imported.error;
  return why.empty() ? 1 : 0;
}

// `passed`: the files that were passed over, with their reasons.
Message no_game_of(std::size_t wanted, std::size_t games, const std::vector<Message>& passed) {
  if (games > 0)
    return Message("archive-has-no-such-game", "this archive has no game {n}; it has {count}",
                   {{"n", wanted}, {"count", games}});
  if (passed.empty()) return Message("archive-without-game", "this archive has no game");
  return Message("archive-without-game-why", "this archive has no game: {why}", {{"why", passed[0]}});
}

// The games of all files, one file in memory at a time, and that of the wanted number.
GameFile read_archive(std::string_view bytes, const FileChoice& choice) {
  GameFile file;
  file.games = 0;
  ZipArchive archive(bytes);
  file.imported.error = archive.error();
  if (file.imported.error.empty() && archive.holds("[Content_Types].xml"))
    file.imported.error =
        looks_text(MessageText("office-document", "a Word document, or one of another office program"));
  if (!file.imported.error.empty()) return file;
  const std::size_t wanted = choice.number.value_or(1);
  std::optional<GameFile> found;
  std::string place;
  std::vector<Message> passed;
  for (const ZipFile& entry : archive.files()) {
    Message why;
    const std::string text = archive.read(entry, why);
    const FileForm form = why.empty() ? form_in(text, choice) : FileForm::text;
    const std::size_t games = why.empty() ? count_games(text, form, choice, why) : 0;
    if (!why.empty() && passed.size() < sgf::kMaxRemarks)
      passed.push_back(
          Message("archive-file-passed-over", "{name} was skipped: {why}", {{"name", entry.name}, {"why", why}}));
    if (!found && wanted > file.games && wanted <= file.games + games) {
      FileChoice inside = choice;
      inside.number = wanted - file.games;
      found = read_one(text, form, inside);
      found->form = form;
      place = entry.name;
    }
    file.games += games;
  }
  const std::size_t games = file.games;
  if (!found) {
    file.imported.error = no_game_of(wanted, games, passed);
    return file;
  }
  file = std::move(*found);
  file.games = games;
  auto& remarks = file.imported.remarks;
  remarks.insert(remarks.begin(), passed.begin(), passed.end());
  if (!choice.number && games > 1)
    remarks.insert(remarks.begin(),
                   Message("archive-games-first", "the archive has {games} games; this is the first, from {place}",
                           {{"games", games}, {"place", place}}));
  return file;
}

}  // namespace

std::optional<FileForm> find_form(std::string_view word) {
  if (word == "sgf") return FileForm::sgf;
  if (word == "json") return FileForm::json;
  if (word == "text") return FileForm::text;
  return std::nullopt;
}

std::optional<FileForm> find_read_form(std::string_view word) {
  if (word == "gib") return FileForm::gib;
  if (word == "ngf") return FileForm::ngf;
  if (word == "ugf" || word == "ugi") return FileForm::ugf;
  if (word == "zip") return FileForm::zip;
  return find_form(word);
}

FileForm form_of(std::string_view text) {
  if (looks_like_zip(text)) return FileForm::zip;
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  const auto start = trim(text);
  if (start.starts_with('{')) return FileForm::json;
  if (looks_like_gib(start)) return FileForm::gib;
  if (looks_like_ugf(start)) return FileForm::ugf;
  if (!start.starts_with('(') && looks_like_board_mail(start)) return FileForm::text;
  if (start.starts_with("\xFE\xFF") || start.starts_with("\xFF\xFE")) return FileForm::sgf;
  for (auto at = start.find('('); at != std::string_view::npos; at = start.find('(', at + 1)) {
    const auto next = start.find_first_not_of(" \t\r\n\v\f", at + 1);
    if (next != std::string_view::npos && start[next] == ';') return FileForm::sgf;
  }
  if (looks_like_ngf(text)) return FileForm::ngf;
  // A ';' was forgotten, unless this is a game in a notation of its own.
  if (start.starts_with('(')) return read_own_notation(start) ? FileForm::text : FileForm::sgf;
  return FileForm::text;
}

GameFile read_game_file(std::string_view text, const FileChoice& choice) {
  thread_work.bytes += text.size();
  const bool archive = choice.form ? choice.form == FileForm::zip : looks_like_zip(text);
  const FileForm form = form_in(text, choice);
  GameFile file = archive ? read_archive(text, choice) : read_one(text, form, choice);
  if (!archive) file.form = form;
  if (!file.imported.error.empty()) file.imported.game = {};
  return file;
}

Message write_text(const AnnotatedGame& game, std::string& text) {
  const GameInfo* info = find_game(game.game);
  if (!info) return unknown_game(game.game);
  const MainLine line = main_line(game.tree);
  thread_work.entries += line.moves.size();
  if (!line.complete)
    return Message("position-set-up-middle",
                   "the file sets up a position in the middle of the game, which a list of moves cannot express");
  if (info->write_text) {
    if (info->write_text(game.config, line.moves, text).empty()) return {};
    text.clear();  // the words tell what that notation cannot
  }
  Made made = info->make(game.config);
  if (!made.error.empty()) return made.error;
  std::string words;
  for (const auto& [seat, word] : line.moves) {
    const View view = made.position.view(Viewer::referee);
    const bool plain = view.to_act == SeatSet::of(seat) && view.turn.seat == seat;
    words += (words.empty() ? "" : " ") + (plain ? "" : side_name(view, seat) + ':') + word;
    if (play_for(made.position, seat, word, nullptr) != Reason::none) break;
  }
  text = words.empty() ? "" : wrap(words, kWidth);
  return {};
}

}  // namespace cairn
