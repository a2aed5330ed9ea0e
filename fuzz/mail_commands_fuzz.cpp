// A mail on its whole way: from its bytes to what it does and what is answered, at a desk with two people and a game
// that runs. The first byte says which of our addresses it goes to.
#include <chrono>
#include <deque>
#include <mutex>
#include <thread>

#include "core/text.h"
#include "fuzz/fuzz.h"
#include "games/registry.h"
#include "server/base/tokens.h"
#include "server/mail/mail_commands.h"
#include "server/tests/test_store.h"

namespace {

using namespace cairn;

class Office {
 public:
  std::vector<Delivery> take() {
    std::vector<Delivery> out;
    for (bool more = true; more;) {
      std::optional<std::vector<Delivery>> taken;
      store_.outbox.take_mails(now_ms_, now_ms_ + 1, 100,
                               [&](const Found<std::vector<Delivery>>& found) { taken = *found.value; });
      run_until([&] { return taken.has_value(); });
      more = !taken->empty();
      for (const Delivery& one : *taken) {
        bool noted = false;
        store_.outbox.note_delivery(one, {}, [&](const Written&) { noted = true; });
        run_until([&] { return noted; });
        out.push_back(one);
      }
    }
    return out;
  }
  Letter letter_of(const Delivery& delivery) {
    if (const auto letter = letter_from(delivery.notice.facts)) return *letter;
    std::optional<Composed> composed;
    desk_.compose(delivery, [&](const Composed& what) { composed = what; });
    run_until([&] { return composed.has_value(); });
    const auto* letter = std::get_if<Letter>(&*composed);
    return letter == nullptr ? Letter{} : *letter;
  }
  MailOutcome receive(const std::string& to, const std::string& bytes) {
    now_ms_ += 60'000;
    std::optional<MailOutcome> out;
    desk_.receive({"anna@example.org", to + "@play.example.net"}, std::make_shared<const std::string>(bytes),
                  [&](MailOutcome outcome) { out = std::move(outcome); });
    run_until([&] { return out.has_value(); });
    return *out;
  }
  // Somebody's command from his proven address.
  void ask(const std::string& name, const std::string& subject) {
    receive("games",
            "Authentication-Results: mx.example.net; dkim=pass header.d=example.org\nReceived: from there by "
            "mx.example.net; Sun, 22 Nov 2026 10:00:00 +0000\nFrom: " +
                name + "@example.org\nMessage-ID: <" + std::to_string(now_ms_) + "@example.org>\nSubject: " + subject +
                "\n\n");
  }

 private:
  void run_until(const std::function<bool()>& done) {
    for (int i = 0; i < 200'000 && !done(); ++i) {
      std::function<void()> next;
      {
        const std::lock_guard guard(mutex_);
        if (!posted_.empty()) {
          next = std::move(posted_.front());
          posted_.pop_front();
        }
      }
      if (next)
        next();
      else
        std::this_thread::sleep_for(std::chrono::microseconds(20));
    }
    fuzz::require(done(), "everything is answered");
  }

  std::mutex mutex_;
  std::deque<std::function<void()>> posted_;
  Store::Post post_ = [this](std::function<void()> what) {
    const std::lock_guard guard(mutex_);
    posted_.push_back(std::move(what));
  };
  std::int64_t now_ms_ = 1'700'000'000'000;
  const World world_{games(), [this] { return now_ms_; }, [this] { return static_cast<double>(now_ms_) / 1000; },
                     [](const std::string&) {}};
  TestStore store_{post_};
  BotPool bots_{1, post_};
  PasswordPool pool_{{.threads = 1, .waiting = 64, .passes = 1, .memory_bytes = 8192}, post_};
  TableService table_service_{{store_.away, store_.lists, store_.people, store_.tables}, bots_, world_, {}};
  Accounts accounts_{{store_.away, store_.links, store_.mail, store_.people, store_.talk},
                     table_service_,
                     pool_,
                     world_,
                     accounts_settings()};
  Talk talk_{{store_.people, store_.talk}, world_};
  Seeks seeks_{{store_.people, store_.seeks}, world_};
  MailCommands desk_{{store_.lists, store_.mail, store_.outbox, store_.people, store_.talk},
                     table_service_,
                     accounts_,
                     talk_,
                     seeks_,
                     world_,
                     desk_settings()};

  Accounts::Settings accounts_settings() {
    Accounts::Settings out;
    out.ended = [](const Accounts::Callers&) {};
    return out;
  }
  MailCommands::Settings desk_settings() {
    MailCommands::Settings out;
    out.trust = [] { return MailTrust{"mx.example.net", 1, "cairn"}; };
    out.commands_to = [] { return std::string("games@play.example.net"); };
    out.public_url = [] { return std::string("https://play.example.net"); };
    out.bounced = [](const std::string&, const std::string&) {};
    out.stopped = [](const std::string&) {};
    return out;
  }
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2 || size > 20'000) return -1;
  static const bool ready = init_tokens();
  fuzz::require(ready, "random numbers are there");
  Office office;
  for (const char* name : {"anna", "bob"}) office.ask(name, std::string("signup ") + name + " secret-of-" + name);
  office.take();
  office.ask("anna", "go challenge -size=5 anna bob");
  std::vector<std::string> addresses = {"games"};
  for (const Delivery& one : office.take())
    if (const Letter letter = office.letter_of(one); !letter.reply.empty()) addresses.push_back(letter.reply);
  fuzz::require(addresses.size() == 3, "both players have an address");

  const std::string text(fuzz::text_of(data + 1, size - 1));
  const auto read = read_mail(text, {"mx.example.net", 1, "cairn"});
  const MailIn* in = std::get_if<MailIn>(&read);
  const MailOutcome outcome = office.receive(addresses[data[0] % addresses.size()], text);
  fuzz::require(outcome.verdict != MailVerdict::later, "nothing need come again");
  fuzz::require(in != nullptr || outcome.verdict == MailVerdict::refused, "what is no mail is refused");
  const auto sent = office.take();
  fuzz::require(sent.empty() || (in != nullptr && in->automatic.empty()), "no machine is answered");
  for (const Delivery& one : sent) {
    const Letter letter = office.letter_of(one);
    fuzz::require(letter.subject.find_first_of("\r\n") == std::string::npos, "a subject is one line");
    if (text.find("secret-of") == std::string::npos)
      fuzz::require(letter.text.find("secret-of") == std::string::npos, "nobody is sent a password");
  }
  return 0;
}
