// What the tests of second factors share: an account with one, and an app that shows its codes.
#pragma once

#include "server/base/totp.h"
#include "server/protocol/acts_to_client.h"
#include "server/tests/accounts_desk.h"
#include "server/tests/base32.h"

namespace cairn {

struct FactorTest : AccountsTest {
  std::string secret;  // of Ann's app
  std::vector<std::string> recovery;
  bool for_moderators = false;

  void SetUp() override {
    Accounts::Settings settings;
    settings.ended = [](const Accounts::Callers&) {};
    settings.moderators_need_factor = [this] { return for_moderators; };
    settings.mail_base = [] { return std::string("https://play.example.org"); };
    settings.site = [] { return std::string("Club"); };
    accounts =
        std::make_unique<Accounts>(Accounts::Stores{store.away, store.guesses, store.links, store.mail, store.people,
                                                    store.registrations, store.second_factors, store.talk},
                                   *table_service, pool, world(), std::move(settings));
  }
  std::string code(std::int64_t later = 0) const { return totp_code(secret, totp_step(now_ms) + later); }
  // The next one that counts: of the next step.
  std::string next_code() {
    now_ms += 30'000;
    return code();
  }
  Reply begin(const Caller& ann, const std::string& password = "password of Ann") {
    return wait([&](auto done) { accounts->begin_factor(visit(ann), {password}, done); });
  }
  Reply confirm(const Caller& ann, const std::string& with) {
    return wait([&](auto done) { accounts->confirm_factor(visit(ann), {with}, done); });
  }
  Caller with_factor(const std::string& token) {
    const Caller ann = *who(token);
    secret = bytes_of_base32(parse_json(begin(ann).body).at("secret").get<std::string>());
    const Reply on = confirm(ann, code());
    EXPECT_EQ(on.status, 200) << on.body;
    recovery = parse_json(on.body).at("recovery_codes").get<std::vector<std::string>>();
    return *who(token);
  }
  Caller ann_with_factor() { return with_factor(sign_up("Ann").new_token); }
  Reply enter(const std::string& with, const std::string& address = "", const std::string& known = "") {
    return wait([&](auto done) {
      accounts->sign_in(visit({}, address, known), {"Ann", "password of Ann", with}, done);
    });
  }
  static std::string refusal(const Reply& reply) {
    const Json body = parse_json(reply.body);
    return body.contains("error") ? body.at("error").at("code").get<std::string>() : "";
  }
  Json state(const Caller& ann) { return parse_json(own(&Accounts::second_factor, ann).body); }
  void write_link(LinkKind kind, std::int64_t person, const std::string& token) {
    std::optional<Written> hook, link;
    store.mail.set_mail_hook({"h", person, "mailto:ann@club.example", "", 0, now_ms},
                             [&](const Written& written) { hook = written; });
    run_until([&] { return hook.has_value(); });
    const MailedLink made = {hash_token(token), kind, person, "ann@club.example", now_ms + kDay};
    const Notice letter = {person, NoticeKind::letter, token, "{}", now_ms};
    store.links.add_links({LinkLetter{made, letter}}, now_ms, 100, [&](const Written& written) { link = written; });
    run_until([&] { return link.has_value(); });
    EXPECT_EQ(link->how, Written::How::durable);
  }
};

}  // namespace cairn
