// Play by mail in a running server: the door where mails come in, what acts on them, and the post that goes out. On the
// loop's thread.
#pragma once

#include <memory>
#include <string>

#include "server/library/painter.h"
#include "server/mail/mail_commands.h"
#include "server/mail/mail_outbox.h"
#include "server/net/lmtp.h"
#include "server/net/loop.h"
#include "server/net/mail_sender.h"

namespace cairn::net {

class MailRoom {
 public:
  MailRoom(Services& services, const World& world);  // of those that are made before it
  MailRoom(const MailRoom&) = delete;
  MailRoom& operator=(const MailRoom&) = delete;

  std::string listen();  // where the settings say; "", or what is wrong
  void run() { door_.run(); }
  void close() { door_.close(); }
  void tick() { outbox_.tick(); }       // some times a second
  void tick_second() { desk_.tick(); }  // about once a second
  MailOutbox& outbox() { return outbox_; }

 private:
  MailOutbox::Settings post_settings();
  MailCommands::Settings desk_settings();
  MailDeliver deliver();

  Services& services_;
  Shared& shared_;
  MailSender sender_;
  Painter painter_;
  MailOutbox outbox_;
  MailCommands desk_;
  LmtpDoor door_;
};

}  // namespace cairn::net
