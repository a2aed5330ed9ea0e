#include "server/net/mail_sender.h"

#include <curl/curl.h>
#include <pthread.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <fstream>
#include <memory>

#include "core/text.h"

namespace cairn::net {

namespace {

constexpr int kThreads = 8;
constexpr long kConnectSeconds = 15, kSeconds = 60;
constexpr std::size_t kMostReply = 1'000, kMostPassword = 1'000;

struct Upload {
  std::string_view rest;
};

std::size_t give(char* to, std::size_t size, std::size_t count, void* from) {
  auto& upload = *static_cast<Upload*>(from);
  const std::size_t part = std::min(size * count, upload.rest.size());
  std::copy_n(upload.rest.begin(), part, to);
  upload.rest.remove_prefix(part);
  return part;
}

// The last line by which the relay refused something; it says goodbye after that.
std::size_t hear(char* text, std::size_t size, std::size_t count, void* into) {
  const std::string_view line(text, std::min(size * count, kMostReply));
  if (line.substr(0, 1) == "4" || line.substr(0, 1) == "5") *static_cast<std::string*>(into) = line;
  return size * count;
}

int is_ending(void* ending, curl_off_t, curl_off_t, curl_off_t, curl_off_t) {
  return static_cast<const std::atomic<bool>*>(ending)->load() ? 1 : 0;
}

struct FreeList {
  void operator()(curl_slist* list) const { curl_slist_free_all(list); }
};

// A file's first line.
std::optional<std::string> line_of(const std::string& path) {
  std::ifstream in(path);
  std::string line;
  if (!in || !std::getline(in, line) || line.size() > kMostPassword) return std::nullopt;
  return std::string(trim(line));
}

}  // namespace

class MailSender::Line {
 public:
  explicit Line(const std::atomic<bool>& ending) : ending_(ending), curl_(curl_easy_init()) {}
  Line(const Line&) = delete;
  Line& operator=(const Line&) = delete;
  ~Line() { curl_easy_cleanup(curl_); }

  MailAnswer send(const Relay& relay, const MailPost& mail);
  std::string greet(const Relay& relay);  // "" or what is wrong

 private:
  bool set_relay(const Relay& relay);
  template <class T>
  void set(CURLoption option, T value) {
    curl_easy_setopt(curl_, option, value);
  }

  const std::atomic<bool>& ending_;
  CURL* curl_;
  std::string reply_;
};

// False: the file with the password cannot be read.
bool MailSender::Line::set_relay(const Relay& relay) {
  set(CURLOPT_URL, relay.url.c_str());
  set(CURLOPT_PROTOCOLS_STR, "smtp,smtps");
  set(CURLOPT_PROXY, "");
  set(CURLOPT_QUICK_EXIT, 1L);  // a name server that does not answer keeps nobody at the end
  std::string password = relay.password;
  if (!relay.password_file.empty()) {
    auto line = line_of(relay.password_file);
    if (!line) return false;
    password = std::move(*line);
  }
  const bool known = !relay.user.empty();
  if (known) set(CURLOPT_USERNAME, relay.user.c_str());
  if (known) set(CURLOPT_PASSWORD, password.c_str());
  // A password goes in clear only to whom the host said so: whoever stands between could hide that TLS is there.
  const bool all = relay.tls == RelayTls::required || (relay.tls == RelayTls::optional && known);
  const long tls = all ? CURLUSESSL_ALL : relay.tls == RelayTls::optional ? CURLUSESSL_TRY : CURLUSESSL_NONE;
  set(CURLOPT_USE_SSL, tls);
  if (!relay.ca.empty()) set(CURLOPT_CAINFO, relay.ca.c_str());
  if (!relay.ca.empty()) set(CURLOPT_CAPATH, nullptr);
  return true;
}

MailAnswer MailSender::Line::send(const Relay& relay, const MailPost& mail) {
  if (curl_ == nullptr) return {RelayFault::relay, false, "there is no memory for a connection"};
  curl_easy_reset(curl_);  // what is open stays so
  if (!set_relay(relay)) return {RelayFault::relay, false, "the file of mail-relay-password-file cannot be read"};
  reply_.clear();
  std::array<char, CURL_ERROR_SIZE> fault{};
  Upload upload{mail.bytes};
  const std::string to = "<" + mail.to + ">";
  const std::unique_ptr<curl_slist, FreeList> people(curl_slist_append(nullptr, to.c_str()));
  if (!mail.return_path.empty()) set(CURLOPT_MAIL_FROM, mail.return_path.c_str());
  set(CURLOPT_MAIL_RCPT, people.get());
  set(CURLOPT_UPLOAD, 1L);
  set(CURLOPT_READFUNCTION, &give);
  set(CURLOPT_READDATA, static_cast<void*>(&upload));
  set(CURLOPT_INFILESIZE_LARGE, static_cast<curl_off_t>(mail.bytes.size()));
  set(CURLOPT_HEADERFUNCTION, &hear);
  set(CURLOPT_HEADERDATA, static_cast<void*>(&reply_));
  set(CURLOPT_ERRORBUFFER, fault.data());
  set(CURLOPT_NOPROGRESS, 0L);
  set(CURLOPT_XFERINFOFUNCTION, &is_ending);
  set(CURLOPT_XFERINFODATA, const_cast<void*>(static_cast<const void*>(&ending_)));
  set(CURLOPT_NOSIGNAL, 1L);
  set(CURLOPT_CONNECTTIMEOUT, kConnectSeconds);
  set(CURLOPT_TIMEOUT, kSeconds);
  const CURLcode code = curl_easy_perform(curl_);
  if (code == CURLE_OK) return {};
  const std::string_view said(fault.data());
  const auto begins = [&](std::string_view with) { return said.substr(0, with.size()) == with; };
  long status = 0;
  curl_easy_getinfo(curl_, CURLINFO_RESPONSE_CODE, &status);
  const bool refused = status >= 400 && status <= 599 && status != 421;  // 421: it closes the line
  if (refused && begins("RCPT failed")) return judge_reply(true, reply_);
  if (refused && (begins("DATA failed") || code == CURLE_RECV_ERROR || code == CURLE_WEIRD_SERVER_REPLY))
    return judge_reply(false, reply_);
  std::string words = said.empty() ? curl_easy_strerror(code) : std::string(said);
  if (refused) words += ": " + std::string(trim(reply_));
  return {RelayFault::relay, false, std::move(words)};
}

std::string MailSender::Line::greet(const Relay& relay) {
  if (curl_ == nullptr) return "there is no memory for a connection";
  if (!set_relay(relay)) return "the file of mail-relay-password-file cannot be read";
  constexpr long kPatience = 10;
  std::array<char, CURL_ERROR_SIZE> fault{};
  set(CURLOPT_CUSTOMREQUEST, "NOOP");
  set(CURLOPT_NOBODY, 1L);
  set(CURLOPT_HEADERFUNCTION, &hear);
  set(CURLOPT_HEADERDATA, static_cast<void*>(&reply_));
  set(CURLOPT_ERRORBUFFER, fault.data());
  set(CURLOPT_NOSIGNAL, 1L);
  set(CURLOPT_CONNECTTIMEOUT, kPatience);
  set(CURLOPT_TIMEOUT, kPatience);
  const CURLcode code = curl_easy_perform(curl_);
  if (code == CURLE_OK) return {};
  std::string words = fault.front() == 0 ? curl_easy_strerror(code) : fault.data();
  if (!reply_.empty()) words += ": " + std::string(trim(reply_));
  return words;
}

MailSender::Relay MailSender::relay_of(const ServerConfig& config) {
  return {config.mail_relay + "/" + config.own_mail_domain(),
          config.mail_relay_user,
          config.mail_relay_password,
          config.mail_relay_password_file,
          config.mail_relay_ca,
          config.mail_relay_tls};
}

std::string MailSender::try_relay(const ServerConfig& config) {
  const std::atomic<bool> ending{false};
  return Line(ending).greet(relay_of(config));
}

MailSender::~MailSender() {
  {
    const std::lock_guard guard(mutex_);
    ending_ = true;
  }
  wake_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void MailSender::send(const ServerConfig& config, MailPost mail, Done done) {
  static std::once_flag once;
  std::call_once(once, [] { curl_global_init(CURL_GLOBAL_DEFAULT); });
  Job job{relay_of(config), std::move(mail), std::move(done)};
  const std::lock_guard guard(mutex_);
  jobs_.push_back(std::move(job));
  if (idle_ < static_cast<int>(jobs_.size()) && threads_.size() < kThreads) threads_.emplace_back([this] { work(); });
  wake_.notify_one();
}

void MailSender::work() {
  sigset_t broken;  // a connection that the relay has closed is an error, no signal
  sigemptyset(&broken);
  sigaddset(&broken, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &broken, nullptr);
  Line line(ending_);
  std::unique_lock lock(mutex_);
  while (true) {
    ++idle_;
    wake_.wait(lock, [this] { return ending_ || !jobs_.empty(); });
    --idle_;
    if (ending_) return;
    Job job = std::move(jobs_.front());
    jobs_.pop_front();
    lock.unlock();
    MailAnswer answer = line.send(job.relay, job.mail);
    if (!ending_)
      post_([done = std::move(job.done), answer = std::move(answer)]() mutable { done(std::move(answer)); });
    lock.lock();
  }
}

}  // namespace cairn::net
