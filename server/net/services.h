// The services of a running server, made once and in this order: each gets those above it that it uses. All of them
// live on the loop's thread.
#pragma once

#include "server/engines/engines.h"
#include "server/library/analyses.h"
#include "server/library/archive.h"
#include "server/library/data_export.h"
#include "server/library/libraries.h"
#include "server/library/openings.h"
#include "server/library/pictures.h"
#include "server/library/puzzles.h"
#include "server/library/selfplay_jobs.h"
#include "server/library/small_boards.h"
#include "server/library/studies.h"
#include "server/matchmaking/challenges.h"
#include "server/matchmaking/lobby.h"
#include "server/matchmaking/seeks.h"
#include "server/matchmaking/tournament_desk.h"
#include "server/net/backup_keeper.h"
#include "server/net/bridge_relay.h"
#include "server/net/health.h"
#include "server/net/hook_sender.h"
#include "server/net/mail_room.h"
#include "server/notifications/atom.h"
#include "server/notifications/hooks.h"
#include "server/people/accounts.h"
#include "server/people/acts.h"
#include "server/people/presence.h"
#include "server/people/site.h"
#include "server/people/talk.h"
#include "server/tables/streams.h"
#include "server/tables/table_service.h"

namespace cairn::net {

struct Services {
  Services(Shared& shared, Store& store, const World& world);
  std::string open();  // once all are made; "", or what is wrong
  void run();
  void tick();         // some times a second
  void tick_second();  // about once a second
  void end();          // nobody waits for anything any more

  Shared& shared;
  Store& store;
  engines::Engines engines;
  BotPool bots;
  PasswordPool passwords;
  Streams streams;
  TableService table_service;
  Pictures pictures;
  SmallBoards small_boards;
  Accounts accounts;
  Acts acts;
  Site site;
  Talk talk;
  Presence presence;
  Lobby lobby;
  Challenges challenges;
  Seeks seeks;
  Tournaments tournaments;
  DataExport data_export;
  Archive archive;
  Openings openings;
  Libraries libraries;
  Studies studies;
  Puzzles puzzles;
  Analyses analyses;
  SelfPlayJobs selfplay_jobs;
  HookSender hook_sender;
  Hooks hooks;
  AtomFeeds feeds;
  MailRoom mail;
  // Reads long bodies and writes long answers. Connections bound it: each has one request at a time.
  BackgroundQueue background;
  BackupKeeper backups;
  BridgeRelay bridges;  // engines of people's own, and their pages
  HealthKeeper health{*this};
};

}  // namespace cairn::net
