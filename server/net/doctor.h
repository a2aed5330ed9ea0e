// What `cairn doctor` looks at: everything that a server with these settings needs, beside the server or without one.
// Nothing is changed, and nothing that is found holds a secret. It waits for the disk and the network, some seconds for
// each at most, and as long as a look through the whole database takes.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "server/net/config.h"

namespace cairn::net {

enum class Health : std::uint8_t { ok, warning, fault };

struct Finding {
  Health health = Health::ok;
  std::string subject;   // "disk"
  std::string found;     // a sentence
  std::string advice{};  // what to do; "": nothing
};

struct DoctorWish {
  ConfigRead read;             // the settings, and what is wrong with them
  std::string file;            // that they were read from; "": none
  std::string version;         // of this program
  bool whole_database = true;  // looks through all of it for damage
};

// `heard` gets each finding as soon as its part is done.
std::vector<Finding> examine(const DoctorWish& wish, const std::function<void(const Finding&)>& heard = {});

// --- the parts of it, in their order
using Findings = std::vector<Finding>;
Finding hidden(const char* subject, const std::string& why);  // the fault that this user may not look there
void examine_settings(const DoctorWish& wish, Findings& out);
void examine_folder(const ServerConfig& config, Findings& out);  // the data folder, its disk and keys
void examine_database(const DoctorWish& wish, Findings& out);
void examine_replicas(const ServerConfig& config, Findings& out);
void examine_backups(const ServerConfig& config, std::int64_t now_ms, Findings& out);
void examine_doors(const ServerConfig& config, Findings& out);  // ports, TLS, proxy, the public address
void examine_mail(const ServerConfig& config, Findings& out);
void examine_clock(const ServerConfig& config, std::int64_t now_ms, Findings& out);

}  // namespace cairn::net
