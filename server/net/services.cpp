#include "server/net/services.h"

#include <algorithm>
#include <thread>

#include "server/protocol/export_to_client.h"

namespace cairn::net {

namespace {

int bot_threads(const ServerConfig& config) {
  if (config.bot_threads >= 0) return std::max(1, config.bot_threads);
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()) - 1);
}

// Engines are watched by threads of their own; the log is the loop's.
engines::Engines::Report engine_report(Shared& shared, const World& world) {
  return [&shared, post = world.post](LogLevel level, const std::string& engine, const std::string& message) {
    post([&shared, level, engine, message] { shared.log.write(level, message, {{"engine", engine}}); });
  };
}

TableService::Settings table_settings(Services& all) {
  TableService::Settings settings;
  settings.tables_kept = all.shared.config.tables_in_memory;
  settings.workers_alone = all.shared.config.bot_threads == 0;
  settings.on_change = [&all](const std::string& table, const std::vector<Occupant>& occupants) {
    all.streams.on_change(table, occupants);
  };
  settings.thread_wanted = [&all] { all.analyses.make_room(); };
  settings.one_address = [&all] { return all.shared.config.rated_at_one_address; };
  settings.open_games = [&all] {
    return OpenGameRoom{all.shared.config.open_games_per_person, all.shared.config.guest_open_games};
  };
  return settings;
}

Admission admission_of(const ServerConfig& config) {
  return {config.registration, config.guests, config.most_waiting};
}

std::string mail_base_of(const ServerConfig& config) {
  return config.mail_relay.empty() ? std::string() : config.public_url;
}

Accounts::Settings account_settings(const Shared& shared) {
  Accounts::Settings settings;
  settings.ended = [&shared](const Accounts::Callers& which) {
    std::vector<Open*> ending;  // they leave the set as they end
    for (Open* connection : shared.open)
      if (const Caller* caller = connection->caller(); caller != nullptr && which(*caller))
        ending.push_back(connection);
    for (Open* connection : ending) connection->end_of_caller();
  };
  settings.admission = [&shared] { return admission_of(shared.config); };
  settings.site = [&shared] { return shared.config.club_name; };
  settings.moderators_need_factor = [&shared] { return shared.config.second_factor == SecondFactor::moderators; };
  settings.mail_base = [&shared] { return mail_base_of(shared.config); };
  return settings;
}

Site::Settings site_settings(Services& all) {
  Site::Settings settings;
  settings.setup = [&shared = all.shared] {
    const ServerConfig& config = shared.config;
    Site::Setup setup;
    setup.admission = admission_of(config);
    setup.members_invite = config.members_invite;
    setup.rules = !shared.club_rules.empty();
    setup.mails = !config.mail_relay.empty();
    setup.name = config.club_name;
    setup.welcome = config.club_welcome;
    setup.base = config.public_url;
    return setup;
  };
  settings.rules = [&shared = all.shared] { return shared.club_rules; };
  settings.changed = [&all] { all.accounts.tick(); };
  return settings;
}

Acts::Settings act_settings(Services& all) {
  Acts::Settings settings;
  settings.base = [&all] { return all.shared.config.public_url; };
  settings.mail_base = [&all] { return mail_base_of(all.shared.config); };
  settings.changed = [&all] { all.accounts.tick(); };
  return settings;
}

// People with an account and a socket.
std::vector<std::int64_t> connected(const Shared& shared) {
  std::vector<std::int64_t> out;
  for (const Open* connection : shared.open)
    if (const Caller* caller = connection->caller(); caller != nullptr && caller->person.account)
      out.push_back(caller->person.id);
  return out;
}

Analyses::Limits analysis_limits(const ServerConfig& config) {
  return {config.analysis_playouts, static_cast<double>(config.analysis_seconds), config.analyses_a_day};
}

Hooks::Settings hook_settings(Services& all) {
  Hooks::Settings settings;
  settings.contact = [&all] { return all.shared.config.contact; };
  settings.send = [&all](HookPost what, auto done) { all.hook_sender.send(std::move(what), std::move(done)); };
  return settings;
}

}  // namespace

Services::Services(Shared& all, Store& opened, const World& world)
    : shared(all),
      store(opened),
      engines(shared.config.engines, engine_report(shared, world)),
      bots(bot_threads(shared.config), world.post, &engines),
      passwords(shared.config.passwords, world.post),
      streams(store.feed, world),
      table_service({store.away, store.lists, store.people, store.tables}, bots, world, table_settings(*this)),
      pictures(table_service, world),
      small_boards(table_service, world),
      accounts({store.away, store.guesses, store.links, store.mail, store.people, store.registrations,
                store.second_factors, store.talk},
               table_service, passwords, world, account_settings(shared)),
      acts(store.audit, world, act_settings(*this)),
      site({store.announcements, store.registrations}, world, site_settings(*this)),
      talk({store.people, store.talk}, world),
      presence(store.people, world, [this] { return connected(shared); }),
      lobby({store.lists, store.people}, world),
      challenges({store.challenges, store.people}, world),
      seeks({store.people, store.seeks}, world),
      tournaments({store.lists, store.people, store.tournaments}, table_service, world),
      data_export(store, table_service, world, export_text),
      archive({store.archive, store.people, store.tables}, world),
      openings(store.archive, world),
      libraries(store.libraries, world),
      studies({store.people, store.studies, store.talk}, table_service, world,
              [this] {
                return StudyRoom{shared.config.studies_per_person, std::int64_t{shared.config.study_mebibytes} << 20};
              }),
      puzzles(store.puzzles, world),
      analyses(store.analyses, table_service, bots, world, [this] { return analysis_limits(shared.config); }),
      selfplay_jobs(world, shared.config.selfplay_run),
      hook_sender(shared),
      hooks(store.outbox, world, hook_settings(*this)),
      feeds({store.archive, store.atom, store.challenges, store.lists}, world,
            [this] { return shared.config.club_name; }),
      mail(*this, world),
      background(world.post),
      backups(shared, world.post),
      bridges({world.seconds, [this](std::int64_t person) { store.say_engine(person); }}) {
  store.on_engine([this](std::int64_t person) { bridges.hear_elsewhere(person); });
}

std::string Services::open() {
  if (auto error = selfplay_jobs.fault(); !error.empty()) return error;
  return mail.listen();
}

void Services::run() {
  mail.run();
  table_service.resume();
}

void Services::tick() {
  table_service.tick_clocks();
  streams.tick();
  hooks.tick();
  mail.tick();
  health.tick();
}

void Services::tick_second() {
  table_service.tick();
  table_service.tick_reminders();
  table_service.tick_away();
  accounts.tick();
  site.tick();
  presence.tick();
  talk.tick();
  challenges.tick();
  seeks.tick();
  tournaments.tick();
  archive.tick();
  openings.tick();
  puzzles.tick();
  analyses.tick();
  mail.tick_second();
  backups.tick();
  bridges.tick();
  health.tick_second();
}

void Services::end() {
  table_service.scheduler().end_work();
  analyses.end();
  backups.end();
  mail.close();
}

}  // namespace cairn::net
