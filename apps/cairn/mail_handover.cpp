#include "apps/cairn/mail_handover.h"

#include <chrono>
#include <cstdlib>

#include "core/text.h"

namespace cairn::cli {

namespace {

constexpr auto kTime = std::chrono::minutes(8);  // for all of it: more than the server takes, less than mail servers

struct Reply {
  int code = 0;  // 0: none came
  std::string text;
};

class Talk {
 public:
  explicit Talk(const net::MailPlace& place) {
    stream_.expires_after(kTime);
    for (const auto& endpoint : place.endpoints()) {
      stream_.clear();
      stream_.connect(endpoint);
      if (stream_) break;
    }
  }
  Reply read() {
    std::string line;
    while (std::getline(stream_, line)) {
      const auto code = parse_int(std::string_view(line).substr(0, 3));
      if (!code || line.size() < 4) return {0, "it does not speak LMTP"};
      if (line[3] != '-') return {*code, std::string(trim(line))};
    }
    return {0, stream_.error() ? stream_.error().message() : "the connection ended"};
  }
  Reply ask(std::string_view text) {
    stream_ << text << std::flush;
    return read();
  }

 private:
  boost::asio::generic::stream_protocol::iostream stream_;
};

// `refused` is what a "no" for good means at this place.
int status_of(const Reply& reply, int refused) {
  constexpr int kTooLong = 552, kForGood = 500, kGood = 400;
  if (reply.code == kTooLong) return kMailBad;
  if (reply.code >= kForGood) return refused;
  return reply.code == 0 || reply.code >= kGood ? kMailLater : kMailTaken;
}

}  // namespace

std::string mail_on_the_wire(std::string_view mail) {
  if (mail.starts_with("From ")) mail.remove_prefix(std::min(mail.size(), mail.find('\n') + 1));
  std::string out;
  out.reserve(mail.size() + mail.size() / 32 + 8);
  while (!mail.empty()) {
    const std::size_t end = std::min(mail.find('\n'), mail.size());
    std::string_view line = mail.substr(0, end);
    mail.remove_prefix(std::min(end + 1, mail.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.starts_with('.')) out += '.';
    out.append(line).append("\r\n");
  }
  return out + ".\r\n";
}

HandedOver hand_over(const net::MailPlace& place, const MailEnvelope& envelope, std::string_view mail) {
  Talk talk(place);
  struct Step {
    std::string text;
    int refused;
  };
  const Step steps[] = {{"LHLO localhost\r\n", kMailLater},
                        {"MAIL FROM:<" + envelope.sender + ">\r\n", kMailBad},
                        {"RCPT TO:<" + envelope.recipient + ">\r\n", kMailNoUser},
                        {"DATA\r\n", kMailLater},
                        {mail_on_the_wire(mail), kMailRefused}};
  Reply reply = talk.read();
  int status = status_of(reply, kMailLater);
  for (const Step& step : steps) {
    if (status != kMailTaken) break;
    reply = talk.ask(step.text);
    status = status_of(reply, step.refused);
  }
  if (reply.code != 0) talk.ask("QUIT\r\n");
  return {status, reply.text};
}

}  // namespace cairn::cli
