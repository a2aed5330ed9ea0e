#include "server/net/lmtp.h"

#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/write.hpp>
#include <cstdio>
#include <system_error>

#include "server/net/listen.h"

namespace cairn::net {

namespace {

constexpr mode_t kMode = 0660;  // its owner, and a group in which the mail server is
constexpr int kBacklog = 64;

// Whether somebody takes connections there.
bool listens(asio::io_context& io, const std::string& path) {
  asio::local::stream_protocol::socket socket(io);
  error_code error;
  socket.connect(path, error);
  return !error || (error != asio::error::connection_refused && error != asio::error::not_found);
}

}  // namespace

// --- a connection

class LmtpDoor::Connection final : public Open {
 public:
  Connection(Shared& shared, std::shared_ptr<Common> common, Stream::socket_type socket)
      : shared_(shared),
        common_(std::move(common)),
        settings_(common_->settings),
        stream_(std::move(socket)),
        session_(settings_.domain, settings_.limits) {
    shared_.open.insert(this);
    ++common_->open;
  }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  ~Connection() override {
    shared_.open.erase(this);
    --common_->open;
  }

  // A mail that is being acted on is answered before.
  void end() override {
    ending_ = true;
    if (reading_) stream_.cancel();
  }

  Task<void> run() {
    while (true) {
      const bool sent = co_await send();
      if (!sent || session_.over()) co_return;
      if (ending_) {
        session_.end();
      } else if (const auto waiting = session_.waiting()) {
        const MailOutcome outcome = co_await deliver(*waiting);
        ++shared_.traffic.mails[outcome.verdict];
        session_.answer(outcome);
      } else {
        const bool more = co_await take();
        if (!more) session_.end();
      }
    }
  }

 private:
  Task<bool> send() {
    const std::string replies = session_.take_replies();
    if (replies.empty()) co_return true;
    stream_.expires_after(kWriteTime);
    const auto [error, size] = co_await asio::async_write(stream_, asio::buffer(replies), kTuple);
    co_return !error;
  }

  // What came already, or comes; false: nothing comes any more.
  Task<bool> take() {
    if (begin_ == end_) {
      const auto now = std::chrono::steady_clock::now();
      stream_.expires_at(std::min(now + settings_.quiet, session_.in_mail() ? mail_until_ : now + settings_.quiet));
      reading_ = true;
      const auto [error, size] = co_await stream_.async_read_some(asio::buffer(buffer_), kTuple);
      reading_ = false;
      if (error) co_return false;
      begin_ = 0;
      end_ = size;
    }
    const bool was_in_mail = session_.in_mail();
    begin_ += session_.take({buffer_.data() + begin_, end_ - begin_});
    if (session_.in_mail() && !was_in_mail) mail_until_ = std::chrono::steady_clock::now() + settings_.mail;
    co_return true;
  }

  Task<MailOutcome> deliver(const LmtpSession::Waiting& waiting) {
    struct Asked {
      Timer timer;
      MailDone done;
      void answer(MailOutcome outcome) {
        if (!done) return;
        std::exchange(done, nullptr)(std::move(outcome));
        timer.cancel();
      }
    };
    co_return co_await await_callback<MailOutcome>(shared_.io.get_executor(), [this, &waiting](MailDone done) {
      const auto asked =
          std::make_shared<Asked>(Asked{Timer(shared_.io.get_executor(), settings_.work), std::move(done)});
      const auto later = [](std::string why) { return MailOutcome{MailVerdict::later, std::move(why)}; };
      asked->timer.async_wait([asked, later](error_code) { asked->answer(later("it takes too long")); });
      try {
        settings_.deliver(waiting.envelope, waiting.bytes, [weak = std::weak_ptr(asked)](MailOutcome outcome) {
          if (const auto waits = weak.lock()) waits->answer(std::move(outcome));
        });
      } catch (const std::exception& problem) {
        shared_.log.write(LogLevel::error, "a mail could not be processed", {{"said", problem.what()}});
        asked->answer(later("something failed here"));
      }
    });
  }

  Shared& shared_;
  std::shared_ptr<Common> common_;
  const LmtpSettings& settings_;
  Stream stream_;
  LmtpSession session_;
  std::array<char, 16 * 1024> buffer_{};
  std::size_t begin_ = 0, end_ = 0;  // of what came and was not taken yet
  std::chrono::steady_clock::time_point mail_until_;
  bool reading_ = false, ending_ = false;
};

// --- the door

std::string LmtpDoor::listen(const MailPlace& place) {
  if (!place.path.empty()) return listen_on_file(place.path);
  Listening listening = listen_on(shared_.io.get_executor(), place.address, place.port, kBacklog);
  for (auto& acceptor : listening.on) acceptors_.emplace_back(std::move(acceptor));
  return listening.fault.empty() ? "" : "cannot take mails at " + listening.fault;
}

// It is made under another name and takes the right one when it is ready, in one step: nobody finds it half made, and
// one that a killed server has left is replaced.
std::string LmtpDoor::listen_on_file(const std::string& path) {
  const auto failed = [&](const std::string& why) { return "cannot take mails at " + path + ": " + why; };
  struct stat found {};
  if (::lstat(path.c_str(), &found) == 0) {
    if (!S_ISSOCK(found.st_mode)) return failed("there is a file that is no socket");
    if (listens(shared_.io, path)) return failed("another program takes them there");
  }
  const std::string made = path + "." + std::to_string(::getpid());
  ::unlink(made.c_str());
  const Protocol::endpoint endpoint = asio::local::stream_protocol::endpoint(made);
  error_code error;
  auto& acceptor = acceptors_.emplace_back(shared_.io.get_executor());
  acceptor.open(endpoint.protocol(), error);
  if (!error) acceptor.bind(endpoint, error);
  if (error) return failed(error.message());
  acceptor.listen(kBacklog, error);
  if (error || ::chmod(made.c_str(), kMode) != 0 || ::lstat(made.c_str(), &found) != 0 ||
      std::rename(made.c_str(), path.c_str()) != 0) {
    const std::string why = error ? error.message() : std::generic_category().message(errno);
    ::unlink(made.c_str());
    return failed(why);
  }
  file_ = File{path, found.st_dev, found.st_ino};
  return {};
}

void LmtpDoor::close() {
  error_code ignored;
  for (auto& acceptor : acceptors_) acceptor.close(ignored);
  if (!file_) return;
  struct stat found {};
  const bool ours = ::lstat(file_->path.c_str(), &found) == 0 && found.st_dev == file_->device &&
                    found.st_ino == file_->number;  // not that of a server that came after us
  if (ours) ::unlink(file_->path.c_str());
  file_.reset();
}

void LmtpDoor::run() {
  for (auto& acceptor : acceptors_) asio::co_spawn(shared_.io.get_executor(), accept(acceptor), asio::detached);
}

Task<void> LmtpDoor::accept(Acceptor& acceptor) {
  Timer pause(shared_.io.get_executor());
  while (true) {
    Stream::socket_type socket(shared_.io.get_executor());
    const auto [error] = co_await acceptor.async_accept(socket, kTuple);
    if (shared_.ending || error == asio::error::operation_aborted) co_return;
    if (error) {  // no file descriptors left, or the caller went away
      pause.expires_after(std::chrono::milliseconds(50));
      co_await pause.async_wait(kTuple);
      continue;
    }
    if (common_->open >= common_->settings.connections) {
      error_code ignored;
      socket.non_blocking(true, ignored);
      socket.write_some(asio::buffer(std::string_view("421 4.3.2 too many connections\r\n")), ignored);
      continue;  // closes it
    }
    asio::co_spawn(shared_.io.get_executor(), serve(shared_, common_, std::move(socket)), asio::detached);
  }
}

Task<void> LmtpDoor::serve(Shared& shared, std::shared_ptr<Common> common, Stream::socket_type socket) {
  Connection connection(shared, std::move(common), std::move(socket));
  co_await connection.run();
}

}  // namespace cairn::net
