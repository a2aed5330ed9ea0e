#include "server/net/mail_room.h"

#include "notation/texts/catalogue.h"
#include "server/mail/outgoing.h"
#include "server/net/services.h"

namespace cairn::net {

namespace {

constexpr std::size_t kMostPictures = 8;  // that wait: a fifth of a second, which a mail need not wait longer

// Where the host gave an address alone, the club has its name.
std::string sender_of(const ServerConfig& config) {
  const bool named = config.mail_from.find('<') != std::string::npos;
  if (named || config.club_name.empty()) return config.mail_from;
  std::string name = config.club_name;
  std::erase_if(name, [](char c) { return c == '<' || c == '>' || c == '"'; });
  return name + " <" + config.mail_from + ">";
}

}  // namespace

MailRoom::MailRoom(Services& services, const World& world)
    : services_(services),
      shared_(services.shared),
      sender_(world.post),
      painter_(world.post, kMostPictures),
      outbox_({services.store.mail, services.store.outbox, services.store.people}, world, post_settings()),
      desk_({services.store.lists, services.store.mail, services.store.outbox, services.store.people,
             services.store.talk},
            services.table_service, services.accounts, services.talk, services.seeks, world, desk_settings()),
      door_(shared_, LmtpSettings{shared_.config.own_mail_domain(), deliver()}) {
  read_catalogues();  // while nobody waits for the loop yet
}

std::string MailRoom::listen() {
  const ServerConfig& config = shared_.config;
  if (config.mail_socket.empty()) return {};
  if (config.own_mail_domain().empty())
    return "mail-socket needs mail-domain, the part after the @ of Cairn's addresses";
  const auto place = read_mail_place(config.mail_socket);
  return place ? door_.listen(*place) : "mail-socket is not valid; it must be " + std::string(kRightMailPlace);
}

MailDeliver MailRoom::deliver() {
  return [this](const MailEnvelope& envelope, const std::shared_ptr<const std::string>& bytes, const MailDone& done) {
    desk_.receive(envelope, bytes, done);
  };
}

MailOutbox::Settings MailRoom::post_settings() {
  MailOutbox::Settings settings;
  settings.office = [this] {
    const ServerConfig& now = shared_.config;
    return MailOutbox::Office{!now.mail_relay.empty(), sender_of(now), now.own_mail_domain(), now.public_url,
                              now.club_name};
  };
  settings.send = [this](MailPost mail, auto done) { sender_.send(shared_.config, std::move(mail), std::move(done)); };
  settings.letter_of = [this](const Delivery& delivery, auto done) { desk_.compose(delivery, done); };
  settings.is_watching = [this](std::int64_t person, const std::string& table) {
    return services_.table_service.watches(table, person);
  };
  return settings;
}

MailCommands::Settings MailRoom::desk_settings() {
  MailCommands::Settings settings;
  settings.trust = [this] {
    const ServerConfig& now = shared_.config;
    return MailTrust{now.mail_authserv_id, now.mail_hops, mail_loop_mark(now.own_mail_domain())};
  };
  settings.commands_to = [this] {
    const ServerConfig& now = shared_.config;
    return address_in(now.mail_from).value_or("games@" + now.own_mail_domain());
  };
  settings.site = [this] { return shared_.config.club_name.empty() ? std::string("Cairn") : shared_.config.club_name; };
  settings.public_url = [this] { return shared_.config.public_url; };
  settings.bounced = [this](const std::string& local, const std::string& words, const MailDone& done) {
    outbox_.bounced(local, words, done);
  };
  settings.draw = [this](BoardSheet sheet, auto done) {
    painter_.draw(Asker{}, std::move(sheet), PictureForm::png, kMailPicture, std::move(done));
  };
  settings.stopped = [this](const std::string& local, const MailDone& done) { outbox_.stopped(local, done); };
  return settings;
}

}  // namespace cairn::net
