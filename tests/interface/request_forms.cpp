#include "tests/interface/request_forms.h"

#include <gtest/gtest.h>

#include "server/play/from_client.h"
#include "server/protocol/analysis_from_client.h"
#include "server/protocol/challenge_from_client.h"
#include "server/protocol/hooks_from_client.h"
#include "server/protocol/mail_to_client.h"
#include "server/protocol/moderation_from_client.h"
#include "server/protocol/people_from_client.h"
#include "server/protocol/puzzles_from_client.h"
#include "server/protocol/selfplay_messages.h"
#include "server/protocol/site_from_client.h"
#include "server/protocol/studies_from_client.h"
#include "server/protocol/talk_from_client.h"
#include "server/protocol/tournaments_from_client.h"
#include "server/protocol/work_from_client.h"
#include "tests/interface/one_sample.h"

namespace cairn::testing {
namespace {

template <class Read>
std::function<std::string(std::string_view)> reader(Read read) {
  return [read](std::string_view text) -> std::string {
    const auto out = read(text);
    if (out.index() == 0) return "";
    return std::get<1>(out).message;
  };
}

std::string letters(std::size_t count) {
  return std::string(count, 'a');
}

std::string with(const char* key, const std::string& value, const char* rest = "") {
  return "{\"" + std::string(key) + "\":\"" + value + "\"" + rest + "}";
}

std::string played(const std::string& word) {
  return R"({"request":"r","version":0,"command":"play","word":")" + word + "\"}";
}

std::string cup(const std::string& rest) {
  return R"({"name":"Cup","game":"g","clock":"fischer 5m+3s",)" + rest + "}";
}

std::string games_played() {
  std::vector<SelfPlayJob> jobs;
  EXPECT_EQ(read_selfplay_jobs(R"([{"game":"spargo"}])", games(), jobs), "");
  return json_text(selfplay_answer_json(jobs.at(0), one_sample(jobs.at(0))));
}

std::string many_words(std::size_t count) {
  std::string list;
  for (std::size_t i = 0; i < count; ++i) list += i == 0 ? "\"a\"" : ",\"a\"";
  return R"({"request":"r","version":0,"command":"play","words":[)" + list + "]}";
}

std::vector<Form> table_forms() {
  return {
      {"GuestWish",
       reader(read_create_guest),
       {"{}", R"({"name":null})", R"({"name":""})", R"({"name":" Zoë "})", with("name", letters(kMaxName))},
       {R"({"name":7})", R"({"name":"a\nb"})", R"({"nome":"a"})", "[]", with("name", letters(kMaxName + 1))}},
      {"TableWish",
       reader(read_create_table),
       {R"({"game":"g"})",
        R"({"game":"g","options":{"size":4,"flag":true,"ko":"simple"},"opponent":"friend","seat":"random","seconds":0.5})",
        R"({"game":"g","options":null,"opponent":"bot","seat":"first","seconds":10,"level":1})",
        R"({"game":"g","seat":"second","seconds":0.1,"level":10,"clock":"fischer 5m+3s"})",
        R"({"game":"g","opponent":"friend","listed":false,"request":"r"})"},
       {"{}", R"({"game":""})", R"({"game":4})", R"({"game":"g","options":[1]})", R"({"game":"g","options":{"a":[]}})",
        R"({"game":"g","opponent":"me"})", R"({"game":"g","seat":1})", R"({"game":"g","seconds":0})",
        R"({"game":"g","seconds":10.1})", R"({"game":"g","level":0})", R"({"game":"g","level":11})",
        R"({"game":"g","level":2.5})", R"({"game":"g","clock":5})", R"({"game":"g","colour":"white"})"}},
  };
}

std::vector<Form> challenge_forms() {
  return {
      {"ChallengeWish",
       reader(read_challenge_wish),
       {R"({"request":"r","people":["Bob"],"game":"g"})",
        R"({"request":"r","people":["Bob"],"game":"g","options":{"size":9},"clock":"fischer 5m+3s","rated":false,"seat":"second","note":"Zoë?","minutes":20160})",
        R"({"request":"r","people":["a","b","c"],"game":"g","order":["b","me","c","a"],"note":""})",
        R"({"request":"r","people":["Bob"],"game":"g","note":")" + letters(kMostChallengeNote) + "\"}"},
       {"{}", R"({"request":"r","people":[],"game":"g"})", R"({"request":"r","people":["a","b","c","d"],"game":"g"})",
        R"({"request":"r","people":[7],"game":"g"})", R"({"request":"r","people":"Bob","game":"g"})",
        R"({"people":["Bob"],"game":"g"})", R"({"request":"r","people":["Bob"]})",
        R"({"request":"r","people":["Bob"],"game":"g","seat":"third"})",
        R"({"request":"r","people":["Bob"],"game":"g","seat":"first","order":["me","Bob"]})",
        R"({"request":"r","people":["Bob"],"game":"g","minutes":0})",
        R"({"request":"r","people":["Bob"],"game":"g","minutes":20161})",
        R"({"request":"r","people":["Bob"],"game":"g","note":"a\nb"})",
        R"({"request":"r","people":["Bob"],"game":"g","offer":1})",
        R"({"request":"r","people":["Bob"],"game":"g","note":")" + letters(kMostChallengeNote + 1) + "\"}"}},
      {"CounterWish",
       reader(read_counter_wish),
       {R"({"request":"r","offer":1,"game":"g"})", R"({"request":"r","offer":1000,"game":"g","seat":"random"})"},
       {R"({"request":"r","offer":0,"game":"g"})", R"({"request":"r","offer":1001,"game":"g"})",
        R"({"request":"r","game":"g"})", R"({"request":"r","offer":1,"people":["Bob"],"game":"g"})"}},
      {"AcceptWish",
       reader(read_accept_wish),
       {R"({"offer":1})"},
       {"{}", R"({"offer":"1"})", R"({"offer":0})", R"({"offer":1,"reason":"other"})"}},
      {"DeclineWish",
       reader(read_decline_wish),
       {R"({"offer":1,"reason":"not-now"})", R"({"offer":2,"reason":"other"})"},
       {R"({"offer":1})", R"({"offer":1,"reason":"rude"})", R"({"reason":"other"})"}},
      {"SeekWish",
       reader(read_seek_wish),
       {R"({"request":"r","game":"go"})",
        R"({"request":"r","game":"go","options":{"size":9},"clock":"fischer 5m+3s","rated":false})",
        R"({"request":"r","game":"go","handicap":true})"},
       {"{}", R"({"game":"go"})", R"({"request":"r"})", R"({"request":"r","game":"go","handicap":2})",
        R"({"request":"r","game":"go","seat":"first"})"}},
  };
}

std::vector<Form> command_forms() {
  const std::vector<std::string> commands = {
      R"({"request":"r-1_A","version":3,"command":"play","word":"C3"})",
      R"({"request":"r","version":1000000000,"command":"play","words":["d2>d3","d3>d4"]})",
      R"({"request":"r","version":0,"command":"resign"})",
      R"({"request":"r","version":0,"command":"undo"})",
      R"({"request":"r","version":0,"command":"resume"})",
      R"({"request":"r","version":0,"command":"vacation"})",
      R"({"request":"r","version":0,"command":"back"})",
      R"({"request":"r","version":0,"command":"offer","offer":"draw"})",
      R"({"request":"r","version":0,"command":"accept","offer":"undo"})",
      R"({"request":"r","version":0,"command":"decline","offer":"pause"})",
      R"x({"request":"r","version":0,"command":"plan","plan":"(D4=E5(F6=G7))(E4=D5)"})x",
      R"({"request":"r","version":0,"command":"plan","plan":""})",
      R"({"request":")" + letters(kMaxRequest) + R"(","version":0,"command":"undo"})",
      R"({"request":"r","version":0,"command":"plan","plan":")" + letters(kMaxConditionalText) + "\"}",
      played(letters(kMaxWord)),
      many_words(kMaxWords)};
  const std::vector<std::string> no_commands = {
      "[]",
      "null",
      "3",
      "{}",
      R"({"request":"r","version":0,"command":"cheat"})",
      R"({"request":"r","version":1000000001,"command":"undo"})",
      R"({"request":"r","version":-1,"command":"undo"})",
      R"({"request":"r","version":0.5,"command":"undo"})",
      R"({"request":"a b","version":0,"command":"undo"})",
      R"({"request":"","version":0,"command":"undo"})",
      R"({"request":"r","version":0,"command":"undo","word":"a"})",
      R"({"request":"r","version":0,"command":"play","word":"a","words":["a"]})",
      R"({"request":"r","version":0,"command":"play","word":"a","offer":"draw"})",
      R"({"request":"r","version":0,"command":"play","word":"a","plan":""})",
      R"({"request":"r","version":0,"command":"undo","plan":7})",
      R"({"request":"r","version":0,"command":"undo","offer":"draw"})",
      R"({"request":"r","version":0,"command":"offer"})",
      R"({"request":"r","version":0,"command":"offer","offer":"x"})",
      R"({"request":"r","version":0,"command":"plan"})",
      R"({"request":"r","version":0,"command":"plan","plan":7})",
      R"({"request":")" + letters(kMaxRequest + 1) + R"(","version":0,"command":"undo"})",
      R"({"request":"r","version":0,"command":"plan","plan":")" + letters(kMaxConditionalText + 1) + "\"}",
      played(letters(kMaxWord + 1)),
      played("a b"),
      played(""),
      many_words(kMaxWords + 1),
      many_words(0)};
  std::vector<std::string> frames, no_frames = {R"({"type":"chat"})"};
  for (const auto& text : commands) frames.push_back(R"({"type":"command",)" + text.substr(1));
  for (const auto& text : no_commands)
    if (text.size() > 4) no_frames.push_back(R"({"type":"command",)" + text.substr(1));
  no_frames.insert(no_frames.end(), commands.begin(), commands.end());
  std::vector<std::string> no_http = no_commands;
  no_http.insert(no_http.end(), frames.begin(), frames.end());
  return {
      {"Command", reader(read_command), commands, no_http},
      {"SocketCommand", reader(read_socket_message), frames, no_frames},
  };
}

std::vector<Form> account_forms() {
  const std::string password = R"(,"password":"correct horse")";
  return {
      {"NewAccount",
       reader(read_sign_up),
       {R"({"name":"Ann","password":"correct horse"})",
        R"({"name":"a.b-c_D","password":"correct horse","email":"a@b","bot":true})",
        R"({"name":"An","password":"12345678","email":""})", with("name", letters(kMostAccountName), password.c_str())},
       {R"({"name":"Ann"})", R"({"password":"correct horse"})", R"({"name":"Ann","password":"1234567"})",
        R"({"name":"A","password":"correct horse"})", R"({"name":".Ann","password":"correct horse"})",
        R"({"name":"Ann-","password":"correct horse"})", R"({"name":"A n","password":"correct horse"})",
        R"({"name":"Ann","password":"correct horse","email":"ann"})",
        R"({"name":"Ann","password":"correct horse","email":"a@b@c"})",
        R"({"name":"Ann","password":"correct horse","email":"a b@c"})",
        R"({"name":"Ann","password":"correct horse","bot":1})",
        R"({"name":"Ann","password":"correct horse","role":"admin"})",
        with("password", letters(kMostPassword + 1), R"(,"name":"Ann")"),
        with("name", letters(kMostAccountName + 1), password.c_str())}},
      {"AccountEdit",
       reader(read_account_edit),
       {R"({"email":""})", R"({"profile":"one\ntwo"})", R"({"bot":false})",
        R"({"email":"ann@example.org","profile":"","bot":true})", with("profile", letters(kMostProfile))},
       {"{}", R"({"name":"Bob"})", R"({"email":"x"})", R"({"profile":"a\tb"})", R"({"bot":"yes"})",
        with("profile", letters(kMostProfile + 1)), with("email", "a@" + letters(kMostEmail))}},
      {"DeleteAccount",
       reader(read_delete_account),
       {R"({"password":"x"})"},
       {"{}", R"({"password":""})", R"({"password":1})", R"({"password":"x","sure":true})"}},
      {"BeginFactor",
       reader(read_begin_factor),
       {R"({"password":"x"})"},
       {"{}", R"({"password":""})", R"({"password":1})", R"({"password":"x","code":"123456"})"}},
      {"FactorCode",
       reader(read_factor_code),
       {R"({"code":"123456"})", with("code", letters(kMostFactorCode))},
       {"{}", R"({"code":""})", R"({"code":123456})", R"({"code":"123456","password":"x"})",
        with("code", letters(kMostFactorCode + 1))}},
      {"PreferencesWish",
       reader(read_preferences),
       {"{}", R"({"theme":{"dark":true}})", R"({"challenges":{"from":"accounts"},"a":1})",
        R"({"challenges":{"from":"window","window":25}})"},
       {"[]", "null", "1", R"({"challenges":"nobody"})", R"({"challenges":{"from":"friends"}})",
        R"({"challenges":{"from":"window"}})", R"({"challenges":{"from":"nobody","window":100}})",
        R"({"challenges":{"from":"window","window":24}})"}},
      {"TokenWish",
       reader(read_new_api_token),
       {R"({"name":"my bot","scopes":["play"]})", R"({"name":"b","scopes":["read","play","account"],"days":3650})",
        with("name", letters(kMostTokenName), R"(,"scopes":["read"],"days":1)")},
       {R"({"name":"b","scopes":[]})", R"({"name":"b"})", R"({"scopes":["play"]})",
        R"({"name":"  ","scopes":["play"]})", R"({"name":"b","scopes":["admin"]})",
        R"({"name":"b","scopes":["play"],"days":0})", R"({"name":"b","scopes":["play"],"days":3651})",
        R"({"name":"b","scopes":["play"],"days":1.5})", R"({"name":"b","scopes":"play"})",
        with("name", letters(kMostTokenName + 1), R"(,"scopes":["read"])")}},
  };
}

std::vector<Form> sign_in_forms() {
  const std::string password = R"(,"password":"correct horse")";
  return {
      {"Credentials",
       reader(read_sign_in),
       {R"({"name":"Ann","password":"x"})", R"({"name":"Ann","password":"x","code":"123456"})",
        with("name", letters(kMostClaimedName), password.c_str())},
       {R"({"name":"Ann"})", R"({"name":"","password":"x"})", R"({"name":"Ann","password":""})",
        R"({"name":"Ann","password":5})", R"({"name":"Ann","password":"x","more":1})",
        with("name", letters(kMostClaimedName + 1), password.c_str())}},
      {"NewPassword",
       reader(read_change_password),
       {R"({"old":"x","new":"correct horse"})"},
       {R"({"old":"x","new":"short"})", R"({"old":"","new":"correct horse"})", R"({"new":"correct horse"})",
        R"({"old":"x"})", R"({"old":"x","new":"correct horse","name":"a"})"}},
      {"LinkWish",
       reader(read_link_wish),
       {R"({"name":"Ann"})", R"({"email":"ann@example.org"})", with("name", letters(kMostClaimedName))},
       {"{}", "[]", R"({"name":"Ann","email":"a@b"})", R"({"name":""})", R"({"email":7})",
        with("email", letters(kMostEmail + 1))}},
      {"LinkToken",
       reader(read_link_token),
       {R"({"token":"x7Kq"})", with("token", letters(kMostLinkToken))},
       {"{}", R"({"token":""})", R"({"token":7})", with("token", letters(kMostLinkToken + 1))}},
      {"PasswordByLink",
       reader(read_password_by_link),
       {R"({"token":"x7Kq","password":"correct horse"})"},
       {"{}", R"({"token":"x7Kq"})", R"({"token":"x7Kq","password":"short"})",
        R"({"token":"","password":"correct horse"})", R"({"password":"correct horse"})"}},
  };
}

std::vector<Form> talk_forms() {
  return {
      {"SayWish",
       reader(read_say),
       {R"({"request":"r","text":"hello"})", R"({"request":"r-1_A","text":" Zoë "})",
        with("text", letters(kMostTalk), R"(,"request":"r")")},
       {"{}", R"({"text":"hello"})", R"({"request":"a b","text":"hello"})", R"({"request":"r","text":"  "})",
        R"({"request":"r","text":"a\tb"})", with("text", letters(kMostTalk + 1), R"(,"request":"r")")}},
      {"NoteWish",
       reader(read_note_wish),
       {R"({"text":""})", R"({"text":"two\nlines"})", with("text", letters(kMostNote))},
       {"{}", R"({"text":5})", R"({"text":"a\tb"})", with("text", letters(kMostNote + 1))}},
      {"ReportWish",
       reader(read_report_wish),
       {R"({"why":"loud"})", with("why", letters(kMostWhy))},
       {"{}", R"({"why":""})", R"({"why":" "})", with("why", letters(kMostWhy + 1))}},
      {"MuteWish",
       reader(read_mute_wish),
       {R"({"minutes":1,"why":"rest"})", R"({"minutes":525600,"why":"rest"})"},
       {"{}", R"({"minutes":0,"why":"rest"})", R"({"minutes":525601,"why":"rest"})", R"({"minutes":1.5,"why":"rest"})",
        R"({"minutes":5})", R"({"minutes":5,"why":""})"}},
      {"ActReason",
       reader(read_act_reason),
       {R"({"why":"asked for it"})", with("why", letters(kMostWhy))},
       {"{}", R"({"why":""})", R"({"why":" "})", with("why", letters(kMostWhy + 1))}},
      {"RenameWish",
       reader(read_rename_wish),
       {R"({"name":"Anna","why":"asked for it"})"},
       {"{}", R"({"name":"Anna"})", R"({"name":"a","why":"w"})", R"({"name":"An na","why":"w"})",
        R"({"name":7,"why":"w"})", R"({"why":"w"})"}},
      {"SuspendWish",
       reader(read_suspend_wish),
       {R"({"why":"cheats"})", R"({"days":1,"why":"cheats"})", R"({"days":3650,"why":"cheats"})"},
       {"{}", R"({"days":7})", R"({"days":0,"why":"w"})", R"({"days":3651,"why":"w"})", R"({"days":1.5,"why":"w"})",
        R"({"days":"7","why":"w"})", R"({"days":null,"why":"w"})"}},
      {"RoleWish",
       reader(read_role_wish),
       {R"({"role":"player","why":"w"})", R"({"role":"moderator","why":"w"})"},
       {"{}", R"({"role":"admin","why":"w"})", R"({"role":"","why":"w"})", R"({"role":"player"})"}},
      {"InvitationWish",
       reader(read_invitation_wish),
       {"{}", R"({"uses":1,"days":366,"note":""})", R"({"uses":500,"note":"Zoë"})",
        with("note", letters(kMostShortNote))},
       {"[]", R"({"uses":0})", R"({"uses":501})", R"({"uses":1.5})", R"({"days":0})", R"({"days":367})",
        R"({"note":"a\nb"})", R"({"note":7})", R"({"more":1})", with("note", letters(kMostShortNote + 1))}},
      {"ApproveWish",
       reader(read_approve_wish),
       {"{}", R"({"why":"a member"})"},
       {"[]", R"({"why":""})", R"({"why":" "})", R"({"name":"a"})"}},
      {"AnnouncementWish",
       reader(read_announcement_wish),
       {R"({"text":"Closed on Monday"})", R"({"text":"Zoë","hours":1})", R"({"text":"a","hours":8784})",
        with("text", letters(kMostAnnouncement))},
       {"{}", R"({"text":""})", R"({"text":"  "})", R"({"text":"a\nb"})", R"({"text":"a","hours":0})",
        R"({"text":"a","hours":8785})", R"({"hours":1})", with("text", letters(kMostAnnouncement + 1))}},
      {"AnnulWish",
       reader(read_annul_wish),
       {R"({"class":"go-19","since":0,"why":"puppets"})",
        R"({"class":"spargo","since":1763780000000,"why":"puppets"})"},
       {"{}", R"({"class":"Go 19","since":0,"why":"puppets"})", R"({"class":"go-19","since":-1,"why":"puppets"})",
        R"({"class":"go-19","since":0.5,"why":"puppets"})", R"({"class":"go-19","since":0})",
        R"({"class":"go-19","since":0,"why":" "})", R"({"since":0,"why":"puppets"})"}},
  };
}

std::vector<Form> tournament_forms() {
  return {
      {"TournamentWish",
       reader(read_tournament_wish),
       {cup(R"("kind":"swiss")"), cup(R"("kind":"swiss","rounds":null,"match":"best-of","games":5,"rated":true)"),
        cup(R"("kind":"swiss","late":3,"late_points":0.5)"), cup(R"("kind":"swiss","late":0,"late_points":0)"),
        cup(R"("kind":"round-robin","cycles":2,"least":3,"most":40,"starts":1763780000000,"no_show":null)"),
        cup(R"("kind":"knockout","replays":0,"match":"two-games-and-tally","no_show":1000,"request":"r")"),
        cup(R"("kind":"ladder","reach":20,"idle":null,"match":"single","options":{"size":4,"ko":"simple"})")},
       {"{}",
        cup(R"("kind":"league")"),
        cup(R"("kind":"swiss","cycles":2)"),
        cup(R"("kind":"swiss","late":21)"),
        cup(R"("kind":"swiss","late_points":1)"),
        cup(R"("kind":"knockout","late":2)"),
        cup(R"("kind":"knockout","rounds":2)"),
        cup(R"("kind":"swiss","rounds":0)"),
        cup(R"("kind":"swiss","rounds":21)"),
        cup(R"("kind":"swiss","games":3)"),
        cup(R"("kind":"swiss","match":"best-of","games":11)"),
        cup(R"("kind":"ladder","match":"best-of")"),
        cup(R"("kind":"ladder","reach":0)"),
        cup(R"("kind":"ladder","idle":5)"),
        cup(R"("kind":"swiss","least":1)"),
        cup(R"("kind":"round-robin","most":41)"),
        cup(R"("kind":"swiss","no_show":999)"),
        cup(R"("kind":"swiss","starts":0)"),
        cup(R"("kind":"swiss","starts":"now")"),
        cup(R"("kind":"swiss","rated":1)"),
        cup(R"("kind":"swiss","colour":"white")"),
        R"({"name":"Cup","game":"g","kind":"swiss"})",
        R"({"name":" ","game":"g","clock":"fischer 5m+3s","kind":"swiss"})",
        R"({"game":"g","clock":"fischer 5m+3s","kind":"swiss"})",
        with("name", letters(kMostTournamentName + 1), R"(,"game":"g","clock":"fischer 5m+3s","kind":"swiss")")}},
      {"Ruling",
       reader(read_ruling),
       {R"({"game":0,"ruling":"annul"})", R"({"game":7,"ruling":"forfeit","loser":"both"})"},
       {"{}", R"({"game":-1,"ruling":"annul"})", R"({"game":1.5,"ruling":"annul"})", R"({"game":1,"ruling":"forfeit"})",
        R"({"game":1,"ruling":"annul","loser":"both"})", R"({"game":1,"ruling":"forfeit","loser":"Ann"})",
        R"({"ruling":"annul"})", R"({"game":1,"ruling":"win"})"}},
      {"AppealWish",
       reader(read_appeal),
       {R"({"game":0,"why":"I was there"})", with("why", letters(kMostAppeal), R"(,"game":3)")},
       {"{}", R"({"game":0})", R"({"why":"x"})", R"({"game":-1,"why":"x"})", R"({"game":0,"why":" "})",
        R"({"game":0,"why":"a\nb"})", R"({"game":0,"why":3})", R"({"game":0,"why":"x","by":"Ann"})",
        with("why", letters(kMostAppeal + 1), R"(,"game":3)")}},
      {"PlayerWish", reader(read_player_wish), {"{}", R"({"name":"Ann"})"}, {"[]", R"({"name":""})", R"({"name":7})"}},
      {"RungWish", reader(read_rung_wish), {R"({"name":"Ann"})"}, {"{}", R"({"name":""})", "7"}},
  };
}

std::vector<Form> study_forms() {
  return {
      {"StudyWish",
       reader(read_new_study),
       {R"({"name":"a","record":"(;GM[1]) "})",
        R"({"name":" Zoë ","access":"link","record":"A1\nC3","game":"g","options":{"size":4},"request":"r"})",
        R"({"name":"a","access":"public","table":"t1"})",
        with("name", letters(kMostStudyName), R"(,"record":"x","options":null)"),
        with("record", letters(kMostStudyText), R"(,"name":"a")")},
       {"{}", R"({"name":"a"})", R"({"record":"x"})", R"({"name":" ","record":"x"})", R"({"name":"a","record":" \n"})",
        R"({"name":"a","record":"x","table":"t1"})", R"({"name":"a","table":"t1","game":"g"})",
        R"({"name":"a","table":""})", R"({"name":"a","record":"x","access":"secret"})",
        R"({"name":"a","record":"x","version":1})", R"({"name":"a","record":"x","request":""})",
        with("name", letters(kMostStudyName + 1), R"(,"record":"x")"),
        with("record", letters(kMostStudyText + 1), R"(,"name":"a")")}},
      {"StudyEdit",
       reader(read_changed_study),
       {R"({"version":1,"name":"a","access":"private","record":"(;GM[1]) "})",
        R"({"version":1000000000,"name":"a","access":"public","record":"A1","game":"g","options":{"ko":"simple"}})"},
       {"{}", R"({"name":"a","access":"private","record":"x"})", R"({"version":1,"name":"a","record":"x"})",
        R"({"version":0,"name":"a","access":"private","record":"x"})", R"({"version":1,"name":"a","access":"private"})",
        R"({"version":1,"name":"a","access":"private","table":"t1"})"}},
      {"PuzzleAnswer",
       reader(read_puzzle_answer),
       {R"({"word":"C3"})", R"({"give_up":true})"},
       {"{}", "[]", R"({"word":"C 3"})", R"({"word":""})", R"({"word":7})", R"({"give_up":false})",
        R"({"word":"C3","give_up":true})", R"({"day":"2026-11-22","word":"C3"})"}},
  };
}

std::vector<Form> hook_forms() {
  return {
      {"HookWish",
       reader(read_hook_wish),
       {R"({"url":"https://example.org"})", R"({"url":"http://[::1]:8080/a?b","events":["your-turn","reminder"]})"},
       {"{}", "[]", R"({"url":7})", with("url", ""), with("url", letters(1'001)),
        R"({"url":"https://example.org","events":[]})", R"({"url":"https://example.org","events":["test"]})",
        R"({"url":"https://example.org","events":"your-turn"})", R"({"url":"https://example.org","secret":"x"})"}},
      {"MailEdit",
       reader(read_mail_mode),
       {R"({"mode":"every"})", R"({"mode":"none"})"},
       {"{}", "[]", R"({"mode":"often"})", R"({"mode":7})"}},
      {"HookEdit",
       reader(read_hook_edit),
       {"{}", R"({"events":["game-over"]})"},
       {"7", R"({"events":[]})", R"({"events":[1]})", R"({"url":"https://example.org"})"}},
  };
}

std::vector<Form> work_forms() {
  return {
      {"WorkWish",
       reader(read_work_wish),
       {R"({"rules":1,"wait":5})", R"({"rules":7,"wait":0})"},
       {"{}", R"({"rules":1})", R"({"rules":1,"wait":16})", R"({"rules":"1","wait":1})", R"({"rules":1,"wait":-1})"}},
      {"WorkAnswer",
       reader(read_work_answer),
       {R"({"table":"x7Kq","lease":"12","number":3,"word":"C3"})",
        R"({"table":"x7Kq","lease":"12","number":3,"words":["dead:C3","accept"]})",
        R"({"table":"x7Kq","lease":"12","number":3,"failure":"no idea"})",
        R"({"table":"x7Kq","lease":"12","number":3})"},
       {"{}", R"({"table":"x7Kq","lease":12,"number":3})", R"({"table":"x7Kq","lease":"012","number":3})",
        R"({"table":"x7Kq","lease":"12","number":3,"word":"C3","failure":"x"})",
        R"({"table":"x7Kq","lease":"12","number":3,"words":[]})",
        R"({"table":"x7Kq","lease":"12","number":3,"word":""})"}},
      {"AnalysisAnswer",
       reader(read_analysis_answer),
       {R"({"table":"x7Kq","lease":"12"})", R"({"table":"x7Kq","lease":"12","failure":"no idea"})",
        R"({"table":"x7Kq","lease":"12","check":7,"right":["C3"],"line":["C3","D4"]})",
        R"({"table":"x7Kq","lease":"12","check":7,"right":[],"line":[]})",
        (R"({"table":"x7Kq","lease":"12","from":0,"looks":[{"first_wins":0.5,"best_wins":0.6,"score":0.5,)"
         R"("visits":100,"best":"C3","line":["C3","D4"]}]})")},
       {"{}", R"({"table":"x7Kq","lease":"12","from":0})", R"({"table":"x7Kq","lease":"12","from":1001,"looks":[]})",
        R"({"table":"x7Kq","lease":"12","check":7,"right":["A","B","C","D","E"],"line":[]})",
        R"({"table":"x7Kq","lease":"12","from":0,"looks":[{"first_wins":1.5}]})",
        R"({"table":"x7Kq","lease":"12","from":0,"looks":[],"failure":"x"})"}},
      {"SelfPlayWish",
       reader(read_selfplay_wish),
       {R"({"rules":1})", R"({"rules":0})"},
       {"{}", R"({"rules":"1"})", R"({"rules":1,"wait":5})", R"({"rules":-1})"}},
      {"SelfPlayAnswer",
       reader([](std::string_view text) { return read_selfplay_answer(text, games()); }),
       {games_played()},
       {"{}", R"({"game":"margo","options":{"size":4},"samples":"AAAA"})", R"({"game":"margo","samples":"AAAA"})",
        R"({"game":7,"options":{},"samples":"AAAA"})", R"({"game":"margo","options":{},"samples":"*"})"}},
  };
}

}  // namespace

std::vector<Form> forms() {
  std::vector<Form> all;
  for (const auto some : {table_forms, challenge_forms, command_forms, account_forms, sign_in_forms, talk_forms,
                          tournament_forms, study_forms, hook_forms, work_forms})
    for (Form& form : some()) all.push_back(std::move(form));
  return all;
}

}  // namespace cairn::testing
