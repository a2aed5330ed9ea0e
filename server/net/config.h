// How a server is set up. Every setting stands in one list, `settings()`, with its key, what it means and what is right
// for it: the same key is a line of the configuration file, `--key` on the command line and CAIRN_KEY in the
// environment. The command line counts most, then the environment, then the file, then what is usual.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "games/registry.h"
#include "server/base/log.h"
#include "server/base/passwords.h"
#include "server/engines/engine_spec.h"
#include "server/people/admission.h"
#include "server/play/ratings.h"

namespace cairn {

enum class AccessLog : std::uint8_t { off, debug, info };  // the level of a line for each request
enum class RelayTls : std::uint8_t { required, optional, never };

struct ConfigRead;

struct ServerConfig {
  std::string address = "localhost";
  std::uint16_t port = 8080;                  // 0: any free one
  std::string data = "./data";                // folder of the database
  std::string database;                       // instead: postgresql://..., for several servers at once
  std::vector<std::string> database_replica;  // standbys of it, of which is read what may be seconds old
  int database_replica_lag = 10;              // seconds that such a one may be behind at most
  std::string secrets_key;                    // file of the key that secrets are sealed with; "": in `data`, or none
  std::string web;                            // folder of the built client; "": none is served
  int bot_threads = -1;                       // -1: one less than processors, at least one; 0: workers think
  std::size_t tables_in_memory = 2'000;       // idle ones
  int analysis_playouts = 2'000;              // of a position; 0: no games are analysed
  int analysis_seconds = 5;                   // ... at most
  int analyses_a_day = 20;                    // of one person
  std::string selfplay_run;                   // folder of a run that workers play for; "": none
  std::string tls_certificate, tls_key;       // PEM files; "": plain HTTP
  std::uint16_t redirect_port = 0;            // where plain HTTP is sent to HTTPS; 0: nowhere
  bool behind_proxy = false;                  // a TLS proxy: trust its X-Forwarded-For, mark cookies Secure
  std::vector<std::string> trusted_proxies = {"127.0.0.0/8", "::1"};
  bool rate_limits = true;
  std::int64_t disk_reserve = -1;                              // MiB; -1: 256, and of a small disk a twentieth; 0: none
  double requests_per_second = 50, requests_at_once = 200;     // of one address: everything
  double beginnings_per_second = 1, beginnings_at_once = 200;  // of one address: new guests and tables
  OneAddress rated_at_one_address = OneAddress::weigh;
  std::size_t connections_per_address = 1'000;
  std::size_t max_connections = 20'000;
  int request_seconds = 30;                             // for a whole request to come, and between two
  std::size_t max_queued_bytes = std::size_t{4} << 20;  // of one WebSocket that does not read
  LogLevel log_level = LogLevel::info;
  LogFormat log_format = LogFormat::text;
  AccessLog access_log = AccessLog::debug;
  bool metrics = true;
  std::vector<std::string> metrics_from = {"127.0.0.0/8", "::1"};
  std::string contact = {};                     // "mailto:..." or "https://..." of who runs it; "": none
  std::vector<std::string> hook_networks = {};  // of our own, where hooks may lead
  std::string mail_socket = {};                 // where mails come in, see mail_place.h; "": nowhere
  std::string mail_authserv_id = {};            // of the mail server before us; "": nobody is proven by a mail
  int mail_hops = 1;                            // Received headers above what that server says
  int drain_seconds = 0;                        // between the signal to end and the end of the connections

  std::string public_url = {};               // where people find it: "https://example.org"
  std::vector<std::string> host_names = {};  // more names that it goes by
  std::string mail_relay = {};               // "smtp://host:port", "smtps://..."; "": no mail goes out
  std::string mail_relay_user = {}, mail_relay_password = {}, mail_relay_password_file = {};
  RelayTls mail_relay_tls = RelayTls::required;
  std::string mail_relay_ca = {};  // PEM file; "": the system's authorities
  std::string mail_from = {};      // "Cairn <play@example.org>"
  std::string mail_domain = {};    // behind the @ of our own addresses; "": that of mail_from

  std::vector<engines::EngineSpec> engines{};  // blocks [[engine]] of the file (docs/engines.md)

  Registration registration = Registration::open;
  bool guests = true;           // people may play without an account
  bool members_invite = false;  // whoever has an account may invite others
  int most_waiting = 200;       // accounts that wait for a moderator
  SecondFactor second_factor = SecondFactor::optional;
  int open_games_per_person = 10, guest_open_games = 3;  // that wait in the lobby
  int studies_per_person = 200, study_mebibytes = 4;     // the latter: of all of them together
  int mebibytes_a_day = 16, guest_mebibytes_a_day = 4;   // that one account, or one guest, may have stored
  std::string club_name = {};                            // "": Cairn
  std::string club_accent = {};                          // a colour, "#8a4a12"; "": as usual
  std::string club_welcome = {};                         // on the start page
  std::string club_rules = {};                           // file of a text

  std::string backup_folder = {};                                // "": none is kept
  std::vector<std::string> backup_command = {};                  // gets each backup on its standard input
  int backup_hours = 24;                                         // from one backup to the next
  std::string backup_at = "03:30";                               // UTC
  int backup_daily = 7, backup_weekly = 4, backup_monthly = 12;  // of how many days, weeks and months one is kept

  std::string own_mail_domain() const;
  std::string mail_fault() const;  // what is missing where a relay is named; ""
  bool makes_backups() const { return !backup_folder.empty() || !backup_command.empty(); }
  std::string backup_fault() const;         // why the server cannot make the backups that are asked for; ""
  std::string replica_fault() const;        // why it cannot read replicas; ""
  std::vector<std::string> faults() const;  // all three, where there are any
  bool speaks_tls() const { return !tls_certificate.empty(); }

  // --- of the program around it
  PasswordPool::Settings passwords{};
  double work_per_second = 1'000, work_at_once = 100'000;  // of one asker: entries of records that are written
  bool handle_signals = false;         // SIGINT and SIGTERM end `run`, SIGHUP reads the settings again
  std::function<ConfigRead()> reread;  // by SIGHUP; none: that ends the program, as usual
  std::span<const GameInfo> games{};   // none: every registered one
};

struct ConfigRead {
  ServerConfig config;
  std::vector<std::string> errors;  // for people: where, what was wrong, what would be right
};

using SettingValue = std::variant<bool, std::int64_t, double, std::string, std::vector<std::string>>;

struct Setting {
  std::string_view key, group, help;
  bool live = false;    // SIGHUP changes it in a running server
  std::string right{};  // what may be given: "a whole number from 0 to 65535"
  std::function<SettingValue(const ServerConfig&)> get{};
  std::function<bool(ServerConfig&, const SettingValue&)> set{};  // false: not right; nothing was changed
};

std::span<const Setting> settings();
const Setting* find_setting(std::string_view key);
std::string_view nearest_key(std::string_view key);

// Puts what a text says into `config`: "true", "80", "a,b" for a list. "" or what would be right.
std::string set_from_text(const Setting& setting, std::string_view text, ServerConfig& config);

// Each returns what is wrong, all at once; what is right counts.
// Blocks [[engine]] of the file are read, too; those of a later text replace those before.
std::vector<std::string> read_config_text(std::string_view toml, const std::string& name, ServerConfig& config);
std::vector<std::string> read_config_file(const std::string& path, ServerConfig& config);
// `variable` is the value of an environment variable; nullptr: it is not set.
std::vector<std::string> read_environment(const std::function<const char*(const char*)>& variable,
                                          ServerConfig& config);
std::string variable_of(const Setting& setting);  // CAIRN_BOT_THREADS

// The settings as a file that would set them; a database's password is not told. Commented: as an example, in which
// nothing is set.
std::string config_text(const ServerConfig& config, bool commented = false);
std::string engine_text(const engines::EngineSpec& spec, bool commented = false);  // a block [[engine]]
// The keys of those that differ, and whether a running server takes them over.
std::vector<const Setting*> changed_settings(const ServerConfig& before, const ServerConfig& after);

}  // namespace cairn
