// What the tests of play by mail share: a desk with all games, without sockets, and mails as a mail server hands them
// over.
#pragma once

#include "server/mail/mail_commands.h"
#include "server/tests/accounts_desk.h"

namespace cairn {

struct MailCommandsTest : AccountsTest {
  std::unique_ptr<TableService> all = make_all();
  std::unique_ptr<Accounts> people = make_accounts(*all);
  Talk talk{{store.people, store.talk}, world(games())};
  Seeks seeks{{store.people, store.seeks}, world(games())};
  std::unique_ptr<MailCommands> desk = make_desk();
  int mails = 0;
  std::vector<std::string> bounces;

  std::unique_ptr<TableService> make_all() {
    return std::make_unique<TableService>(TableService::Stores{store.away, store.lists, store.people, store.tables},
                                          bots, world(games()), TableService::Settings{});
  }
  std::unique_ptr<MailCommands> make_desk() {
    MailCommands::Settings settings;
    settings.trust = [] { return MailTrust{"mx.example.net", 1, "cairn"}; };
    settings.commands_to = [] { return std::string("games@play.example.net"); };
    settings.public_url = [] { return std::string("https://play.example.net"); };
    settings.bounced = [this](const std::string& local, const std::string& words, const MailDone& done) {
      bounces.push_back(local + " " + words);
      done({});
    };
    settings.stopped = [this](const std::string& local, const MailDone& done) {
      bounces.push_back(local);
      done({MailVerdict::later, "busy"});
    };
    return std::make_unique<MailCommands>(
        MailCommands::Stores{store.lists, store.mail, store.outbox, store.people, store.talk}, *all, *people, talk,
        seeks, world(games(), post), std::move(settings));
  }

  struct Sent {
    std::string to;
    Letter letter;
  };
  struct Mail {
    std::string from, subject, body;
    bool proven = true;
    std::string to = "games", id{}, more{};
  };
  static std::string bytes(const Mail& mail, int number) {
    const std::string domain = mail.from.substr(mail.from.find('@') + 1);
    std::string out = "Received: from there by mx.example.net; Sun, 22 Nov 2026 10:00:00 +0000\r\n";
    if (mail.proven) out = "Authentication-Results: mx.example.net; dkim=pass header.d=" + domain + "\r\n" + out;
    return out + "From: " + mail.from + "\r\nTo: games@play.example.net\r\nMessage-ID: <" +
           (mail.id.empty() ? "m" + std::to_string(number) : mail.id) + "@" + domain + ">\r\nSubject: " + mail.subject +
           "\r\n" + mail.more + "\r\n" + mail.body + "\r\n";
  }
  MailOutcome receive(const Mail& mail) {
    now_ms += 60'000;
    std::optional<MailOutcome> out;
    desk->receive({mail.from, mail.to + "@play.example.net"}, std::make_shared<const std::string>(bytes(mail, ++mails)),
                  [&](MailOutcome outcome) { out = std::move(outcome); });
    run_until([&] { return out.has_value(); });
    return *out;
  }
  // All that is to be sent now, composed.
  std::vector<Sent> sent() {
    std::vector<Sent> out;
    while (true) {
      std::optional<std::vector<Delivery>> taken;
      store.outbox.take_mails(now_ms, now_ms + 1, 100,
                              [&](const Found<std::vector<Delivery>>& found) { taken = *found.value; });
      run_until([&] { return taken.has_value(); });
      if (taken->empty()) return out;
      for (const Delivery& one : *taken) {
        if (one.notice.kind == NoticeKind::letter) {
          out.push_back({one.hook.url.substr(7), *letter_from(one.notice.facts)});
        } else {
          bool done = false;
          desk->compose(one, [&](const auto& composed) {
            if (const auto* letter = std::get_if<Letter>(&composed)) out.push_back({one.hook.url.substr(7), *letter});
            done = true;
          });
          run_until([&] { return done; });
        }
        bool noted = false;
        store.outbox.note_delivery(one, {}, [&](const Written&) { noted = true; });
        run_until([&] { return noted; });
      }
    }
  }
  std::vector<Sent> mail(const Mail& what) {
    EXPECT_EQ(receive(what).verdict, MailVerdict::taken);
    return sent();
  }
  // The one answer.
  Letter answer(const Mail& what) {
    const auto all_sent = mail(what);
    EXPECT_EQ(all_sent.size(), 1U) << what.subject;
    return all_sent.empty() ? Letter{} : all_sent.front().letter;
  }
  static Mail of(const std::string& name, const std::string& subject, const std::string& body = "") {
    return {name + "@example.org", subject, body};
  }
  void join(const std::string& name) {
    const Letter welcome = answer(of(name, "signup " + name + " secret-of-" + name));
    EXPECT_EQ(welcome.subject, "Welcome to Cairn");
  }
  const Sent* to(const std::vector<Sent>& all_sent, const std::string& name) const {
    for (const Sent& one : all_sent)
      if (one.to == name + "@example.org") return &one;
    return nullptr;
  }
};

}  // namespace cairn
