#include "server/net/routes.h"

#include <gtest/gtest.h>

namespace cairn {
namespace {

TEST(Routes, OfTheProtocol) {
  EXPECT_EQ(find_route("GET", "/api/games").to->name, "games");
  EXPECT_EQ(find_route("HEAD", "/api/games?x=1").to->name, "games");
  EXPECT_EQ(find_route("POST", "/api/guest").to->name, "enter");
  EXPECT_EQ(find_route("POST", "/api/tables").to->name, "create");
  EXPECT_EQ(find_route("GET", "/api/tables/x7Kq-_").to->name, "state");
  EXPECT_EQ(find_route("GET", "/api/tables/x7Kq-_").id, "x7Kq-_");
  EXPECT_EQ(find_route("POST", "/api/tables/x/join").to->name, "join");
  EXPECT_EQ(find_route("POST", "/api/tables/x/commands").to->name, "command");
  EXPECT_EQ(find_route("GET", "/api/tables/x/socket").to->name, "socket");
  EXPECT_EQ(find_route("GET", "/healthz").to->name, "health");
  EXPECT_EQ(find_route("GET", "/").path, "/");
  EXPECT_EQ(find_route("GET", "/t/x7Kq?a#b").path, "/");
  EXPECT_EQ(find_route("GET", "/local/x7Kq").path, "/");
  for (const char* page : {"/account", "/puzzle", "/puzzle/2026-11-22", "/people/Ann", "/archive", "/settings",
                           "/admin", "/admin/health", "/api-docs", "/embed/x7Kq"})
    EXPECT_EQ(find_route("GET", page).path, "/");
  for (const char* none : {"/settings/x", "/admin/x/y", "/api-docs/x", "/embed", "/embed/", "/embed/x/y"})
    EXPECT_EQ(find_route("GET", none).to, &kUnknown) << none;
  EXPECT_TRUE(find_route("GET", "/embed/x7Kq?board=flat").framed);
  EXPECT_FALSE(find_route("GET", "/t/x7Kq").framed);
  EXPECT_EQ(find_route("GET", "/assets/a.js?v=1").path, "/assets/a.js");
}

TEST(Routes, OfPeople) {
  EXPECT_EQ(find_route("POST", "/api/account").to->name, "sign-up");
  EXPECT_EQ(find_route("HEAD", "/api/account").to->name, "account");
  EXPECT_EQ(find_route("PUT", "/api/account/preferences").to->needs, Needs::manage);
  EXPECT_EQ(find_route("GET", "/api/account/export?before=7").to->name, "export-data");
  EXPECT_EQ(find_route("GET", "/api/people/a.b-c_D").id, "a.b-c_D");
  EXPECT_EQ(find_route("DELETE", "/api/sessions").to->name, "end-sessions");
  EXPECT_EQ(find_route("DELETE", "/api/sessions/-_x").to->name, "end-session");
  EXPECT_EQ(find_route("DELETE", "/api/sessions/-_x").id, "-_x");
  EXPECT_EQ(find_route("PATCH", "/api/account").allow, "POST, GET, HEAD, PUT");
  EXPECT_EQ(find_route("GET", "/api/session").allow, "POST, DELETE");
  for (const char* target : {"/api/people/", "/api/people/..", "/api/people/.a", "/api/people/a/b", "/api/people/*",
                             "/api/account/", "/api/sessions/a b", "/api/account/nothing"})
    EXPECT_EQ(find_route("GET", target).to, &kUnknown) << target;
  EXPECT_EQ(query_value("/a?x=1&before=23#before=4", "before"), "23");
  EXPECT_EQ(query_value("/a?xbefore=1&before", "before"), "");
  EXPECT_EQ(bearer_token("bearer  cairn_x "), "cairn_x");
  EXPECT_EQ(bearer_token("Basic abc"), "");
  EXPECT_EQ(bearer_token(""), "");
}

TEST(Routes, OfTournaments) {
  EXPECT_EQ(find_route("GET", "/api/tournaments?state=over").to->name, "tournaments");
  EXPECT_EQ(find_route("GET", "/api/tournaments/x7").to->name, "tournament");
  EXPECT_EQ(find_route("GET", "/api/tournaments/x7").id, "x7");
  EXPECT_EQ(find_route("POST", "/api/tournaments").to->name, "add-tournament");
  EXPECT_TRUE(find_route("POST", "/api/tournaments/x7/rulings").to->takes_body());
  EXPECT_EQ(find_route("POST", "/api/tournaments/x7/here").to->needs, Needs::play);
  EXPECT_EQ(find_route("DELETE", "/api/tournaments/x7").allow, "GET, HEAD");
  EXPECT_EQ(find_route("POST", "/api/tournaments/x7/nothing").to, &kUnknown);
}

TEST(Routes, OfTheLobby) {
  EXPECT_EQ(find_route("GET", "/api/lobby").to->name, "lobby");
  const Route back = find_route("DELETE", "/api/lobby/x7");
  EXPECT_EQ(back.to->name, "take-back");
  EXPECT_EQ(back.id, "x7");
  EXPECT_EQ(back.to->needs, Needs::play);
  EXPECT_FALSE(back.to->takes_body());
  EXPECT_EQ(find_route("GET", "/api/lobby/x7").allow, "DELETE");
}

TEST(Routes, OfTalk) {
  const Route removal = find_route("DELETE", "/api/tables/x7/talk/p3");
  EXPECT_EQ(removal.to->name, "remove-said");
  EXPECT_EQ(removal.id, "x7");
  EXPECT_EQ(removal.item, "p3");
  const Route report = find_route("POST", "/api/tables/x7/talk/s12/report");
  EXPECT_EQ(report.to->name, "report");
  EXPECT_EQ(report.item, "s12");
  EXPECT_TRUE(report.to->takes_body());
  EXPECT_EQ(find_route("GET", "/api/tables/x7/talk?after=3").to->name, "read-chat");
  EXPECT_EQ(find_route("GET", "/api/tables/x7/talk").item, "");
  EXPECT_EQ(find_route("PUT", "/api/tables/x7/note").to->name, "set-note");
  EXPECT_EQ(find_route("DELETE", "/api/people/Ann/mute").to->needs, Needs::session);
  EXPECT_EQ(find_route("GET", "/api/tables/x7/talk/p3").allow, "DELETE");
  EXPECT_EQ(find_route("DELETE", "/api/people/Ann/mute").to->name, "unmute");
  EXPECT_EQ(kNotThisMethod.name, "not-this-method");
}

TEST(Routes, OthersAreRefused) {
  EXPECT_EQ(find_route("DELETE", "/api/tables/x").allow, "GET, HEAD");
  EXPECT_EQ(find_route("GET", "/api/guest").allow, "POST");
  EXPECT_EQ(find_route("POST", "/").to, &kNotThisMethod);
  for (const char* target :
       {"", "*", "api/games", "/api/", "/api/nothing", "/api/tables/", "/api/tables/a/b", "/api/tables/a/join/b",
        "/api/tables/../x", "/api/tables/a%2fb", "/t/", "/t/a/b", "/local/", "/local/a/b"})
    EXPECT_EQ(find_route("GET", target).to, &kUnknown) << target;
}

TEST(Routes, Cookies) {
  EXPECT_EQ(cookie_value("a=1; cairn_session=xyz; b=2", "cairn_session"), "xyz");
  EXPECT_EQ(cookie_value("cairn_session=", "cairn_session"), "");
  EXPECT_EQ(cookie_value("xcairn_session=1", "cairn_session"), "");
  EXPECT_EQ(cookie_value("", "cairn_session"), "");
}

TEST(Routes, Origins) {
  EXPECT_TRUE(same_origin("http://localhost:8080", "localhost:8080"));
  EXPECT_TRUE(same_origin("http://[::1]:8080", "[::1]:8080"));
  EXPECT_FALSE(same_origin("http://localhost:8080", "[::1]:8080"));
  EXPECT_TRUE(same_origin("https://Club.example", "club.example"));
  for (const char* origin : {"null", "", "http://localhost", "http://localhost:8081", "http://evil.example",
                             "http://localhost:8080.evil.example", "file://localhost:8080"})
    EXPECT_FALSE(same_origin(origin, "localhost:8080")) << origin;
}

}  // namespace
}  // namespace cairn
