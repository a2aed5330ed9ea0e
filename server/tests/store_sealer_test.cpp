// Secrets at rest: nobody who has the database alone can read them, and without their key nothing is guessed.
#include "server/store/sealer.h"

#include <gtest/gtest.h>

#include <fstream>

#include "server/store/postgres.h"
#include "server/store/postgres_connection.h"
#include "server/store/sqlite_connection.h"
#include "server/tests/outbox_checks.h"
#include "server/tests/postgres_cluster.h"

namespace cairn {
namespace {

using namespace testing;

std::string all_bytes(const std::string& folder) {
  std::string out;
  for (const auto& file : fs::directory_iterator(folder)) {
    if (file.path().filename().string().rfind("cairn.db", 0) != 0) continue;
    std::ifstream in(file.path(), std::ios::binary);
    out.append(std::istreambuf_iterator<char>(in), {});
  }
  return out;
}

std::string secret_of(Store& store, Loop& loop, std::int64_t person) {
  const std::vector<Hook> hooks = OutboxDesk{{store, loop}}.hooks(person);
  return hooks.empty() ? "" : hooks.front().secret;
}

std::string mail_key(Store& store, Loop& loop, const std::string& fresh) {
  return loop.read<std::string>([&](auto done) { store.mail.mail_key(fresh, done); }).value.value_or("");
}

std::int64_t somebody_with_a_hook(const Folder& folder) {
  Loop loop;
  const auto store = opened(sqlite_in(folder), loop);
  OutboxDesk desk{{*store, loop}};
  const std::int64_t person = desk.register_as("Ann", 1).key;
  desk.add(desk.hook("h", person));
  return person;
}

TEST(Sealer, OpensWhatItSealedAndNothingElse) {
  Sealer::Key key{}, other{};
  other[3] = 1;
  const Sealer sealer(key), stranger(other), none;
  const std::string sealed = sealer.seal("whsec_abc");
  EXPECT_EQ(sealed.rfind("sealed:", 0), 0U);
  EXPECT_NE(sealed, sealer.seal("whsec_abc")) << "the same text is never sealed alike";
  EXPECT_EQ(sealer.open(sealed), "whsec_abc");
  EXPECT_EQ(sealer.open("from before"), "from before");
  EXPECT_EQ(sealer.seal(""), "");
  EXPECT_EQ(none.seal("as it is"), "as it is");
  // What begins as if it were sealed is sealed, too.
  EXPECT_EQ(sealer.open(sealer.seal("sealed:00")), "sealed:00");
  for (const Sealer* one : {&stranger, &none}) EXPECT_THROW(one->open(sealed), SqlError);
  for (std::string spoiled : {sealed + "00", sealed.substr(0, 30), sealed.substr(0, sealed.size() - 1),
                              std::string("sealed:"), std::string("sealed:xyz")})
    EXPECT_THROW(sealer.open(spoiled), SqlError) << spoiled;
  std::string turned = sealed;
  turned.back() = turned.back() == '0' ? '1' : '0';
  EXPECT_THROW(sealer.open(turned), SqlError);
}

TEST(StoreSealer, NobodyReadsSecretsInTheDatabaseAlone) {
  Folder folder;
  std::int64_t ann = 0;
  {
    Loop loop;
    const auto store = opened(sqlite_in(folder), loop);
    OutboxDesk desk{{*store, loop}};
    ann = desk.register_as("Ann", 1).key;
    Hook hook = desk.hook("h", ann);
    hook.secret = "whsec_of_ann";
    desk.add(hook);
    EXPECT_EQ(secret_of(*store, loop, ann), "whsec_of_ann");
    EXPECT_EQ(loop.read<std::string>([&](auto done) { store->outbox.push_key("key-of-pushes", done); }).value,
              "key-of-pushes");
    EXPECT_EQ(mail_key(*store, loop, "key-of-mails"), "key-of-mails");
  }
  const std::string bytes = all_bytes(folder.path());
  for (const char* secret : {"whsec_of_ann", "key-of-pushes", "key-of-mails"})
    EXPECT_EQ(bytes.find(secret), std::string::npos) << secret;
  EXPECT_EQ(fs::status(folder.path() + "/secrets.key").permissions(), fs::perms::owner_read | fs::perms::owner_write);

  Loop loop;
  const auto store = opened(sqlite_in(folder), loop);
  EXPECT_EQ(secret_of(*store, loop, ann), "whsec_of_ann");
  EXPECT_EQ(mail_key(*store, loop, "another"), "key-of-mails");
}

TEST(StoreSealer, WhatIsStoredFromBeforeIsSealedAtTheStart) {
  Folder folder;
  const std::int64_t ann = somebody_with_a_hook(folder);
  const auto db = connect_sqlite(folder.path() + "/cairn.db");
  db->run("UPDATE hooks SET secret = 'whsec_from_before'");
  Loop loop;
  const auto store = opened(sqlite_in(folder), loop);
  EXPECT_TRUE(has_sealed(*db));
  EXPECT_NE(db->run("SELECT secret FROM hooks").text(0, 0), "whsec_from_before");
  EXPECT_EQ(secret_of(*store, loop, ann), "whsec_from_before");
}

TEST(StoreSealer, WithoutItsKeyItIsNotOpened) {
  Folder folder;
  const std::string key = folder.path() + "/secrets.key";
  const std::int64_t ann = somebody_with_a_hook(folder);
  Loop loop;
  fs::rename(key, key + ".kept");
  const auto refused = [&] { return open_sqlite_store(folder.path(), loop.post()).error; };
  EXPECT_NE(refused().find("secrets.key cannot be read"), std::string::npos) << refused();
  EXPECT_NE(refused().find("cairn admin forget-secrets"), std::string::npos) << refused();
  EXPECT_FALSE(fs::exists(key)) << "no other is made in its place";
  std::ofstream(key) << "not a key\n";
  EXPECT_NE(refused().find("64 hexadecimal digits"), std::string::npos) << refused();
  std::ofstream(key) << std::string(64, '0') << "\n";
  EXPECT_NE(refused().find("cannot open"), std::string::npos) << refused();
  fs::rename(key + ".kept", key);
  EXPECT_NE(secret_of(*opened(sqlite_in(folder), loop), loop, ann), "");

  // Where it is lost for good the secrets go, and all else stays.
  fs::remove(key);
  EXPECT_EQ(forget_sealed(*connect_sqlite(folder.path() + "/cairn.db")).hooks, 1);
  const auto store = opened(sqlite_in(folder), loop);
  EXPECT_EQ(secret_of(*store, loop, ann), "");
}

TEST(StoreSealer, ServersOfOnePostgresShareTheKey) {
  PostgresCluster cluster;
  cluster.execute("CREATE DATABASE sealed");
  const Folder folder;
  const std::string key = folder.path() + "/key";
  const Open open = [&](Loop& on) { return open_postgres_store(cluster.url("sealed"), on.post(), key); };
  Loop loop;
  const auto one = opened(open, loop), other = opened(open, loop);
  OutboxDesk desk{{*one, loop}};
  const std::int64_t ann = desk.register_as("Ann", 1).key;
  Hook hook = desk.hook("h", ann);
  hook.secret = "whsec_of_ann";
  desk.add(hook);
  EXPECT_EQ(secret_of(*other, loop, ann), "whsec_of_ann");
  const OpenedStore without = open_postgres_store(cluster.url("sealed"), loop.post());
  EXPECT_NE(without.error.find("cannot open"), std::string::npos) << without.error;
}

TEST(StoreSealer, ANewPostgresIsSealedByTheServerThatMakesIt) {
  PostgresCluster cluster;
  cluster.execute("CREATE DATABASE fresh");
  const Folder first, second;
  Loop loop;
  const auto open = [&](const std::string& folder) {
    return open_postgres_store(cluster.url("fresh"), loop.post(), {}, folder);
  };
  {
    const OpenedStore made = open(first.path());
    ASSERT_TRUE(made.store) << made.error;
    ASSERT_EQ(made.notes.size(), 1U);
    EXPECT_NE(made.notes[0].find(first.path() + "/secrets.key was created"), std::string::npos) << made.notes[0];
  }
  EXPECT_TRUE(open(first.path()).notes.empty()) << "the second time";
  // Nobody has stored a secret yet, and another server is refused all the same.
  const std::string key = second.path() + "/secrets.key";
  EXPECT_NE(open(second.path()).error.find(key + " cannot be read"), std::string::npos) << open(second.path()).error;
  EXPECT_NE(open(second.path()).error.find("copy it from the server that created it"), std::string::npos);
  EXPECT_FALSE(fs::exists(key)) << "no other is made";
  std::ofstream(key) << std::string(64, '0') << "\n";
  EXPECT_NE(open(second.path()).error.find("cannot open"), std::string::npos) << open(second.path()).error;
  EXPECT_NE(open(second.path() + "/none").error.find("cannot be read"), std::string::npos);
  fs::copy_file(first.path() + "/secrets.key", key, fs::copy_options::overwrite_existing);
  EXPECT_EQ(open(second.path()).error, "");
}

TEST(StoreSealer, APostgresFromBeforeIsSealedWhenItsHostSaysSo) {
  PostgresCluster cluster;
  cluster.execute("CREATE DATABASE before");
  const Folder folder;
  Loop loop;
  const auto open = [&](const std::string& in) {
    return open_postgres_store(cluster.url("before"), loop.post(), {}, in);
  };
  std::int64_t ann = 0;
  {
    const OpenedStore made = open(folder.path() + "/none");  // no folder, no key
    ASSERT_TRUE(made.store) << made.error;
    OutboxDesk desk{{*made.store, loop}};
    ann = desk.register_as("Ann", 1).key;
    Hook hook = desk.hook("h", ann);
    hook.secret = "whsec_of_ann";
    desk.add(hook);
  }
  const OpenedStore again = open(folder.path());
  ASSERT_EQ(again.notes.size(), 1U) << "servers beside it would be shut out";
  EXPECT_NE(again.notes[0].find("cairn admin seal-secrets"), std::string::npos) << again.notes[0];
  EXPECT_FALSE(fs::exists(folder.path() + "/secrets.key"));

  PostgresPlace place;
  ASSERT_EQ(read_postgres_url(cluster.url("before"), place), "");
  const auto db = connect_postgres(place);
  loop.wait([&](auto done) { again.store->tables.alive(done); });
  EXPECT_TRUE(any_server_lives(*db)) << "its host is told to end it first";
  again.store->close();
  EXPECT_FALSE(any_server_lives(*db));
  const auto read = read_sealer(key_file({}, folder.path()), true);
  ASSERT_TRUE(std::holds_alternative<Sealer>(read));
  claim_for(*db, std::get<Sealer>(read));
  seal_stored(*db, std::get<Sealer>(read));
  EXPECT_NE(db->run("SELECT secret FROM hooks").text(0, 0), "whsec_of_ann");
  const OpenedStore sealed = open(folder.path());
  ASSERT_TRUE(sealed.store) << sealed.error;
  EXPECT_TRUE(sealed.notes.empty());
  EXPECT_EQ(secret_of(*sealed.store, loop, ann), "whsec_of_ann");
  EXPECT_NE(open(folder.path() + "/none").error, "");
}

}  // namespace
}  // namespace cairn
