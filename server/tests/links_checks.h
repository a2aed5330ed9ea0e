// What any store must do with mailed links.
#pragma once

#include "server/tests/people_checks.h"

namespace cairn::testing {

struct LinkStoreDesk : PeopleDesk {
  MailedLink link(unsigned char byte, LinkKind kind, std::int64_t person, const std::string& address,
                  std::int64_t expires = 2'000) {
    return {token(byte), kind, person, address, expires};
  }
  static Notice letter(std::int64_t person, const std::string& id) {
    return {person, NoticeKind::letter, id, R"({"subject":"a secret"})", 1'000};
  }
  How add(const MailedLink& one, std::int64_t reader, std::int64_t now = 1'000) {
    const LinkLetter both = {one, letter(reader, "letter" + std::to_string(int{one.token[0]}))};
    return write([&](auto done) { store.links.add_links({both}, now, 2, done); });
  }
  std::optional<MailedLink> find(unsigned char byte, LinkKind kind, std::int64_t now = 1'000) {
    return loop.read<MailedLink>([&](auto done) { store.links.find_link(token(byte), kind, now, done); }).value;
  }
  How prove(const MailedLink& one, const std::string& hook) {
    const Hook made = {hook, one.person, "mailto:" + one.address, "", kAllNotices, 700};
    return write(
        [&](auto done) { store.links.prove_address(one, made, letter(kStranger, "moved to " + one.address), done); });
  }
  How enter(const MailedLink& one, unsigned char byte) {
    return write([&](auto done) { store.links.sign_in_by(one, session(byte), std::nullopt, 9, done); });
  }
  How reset(const MailedLink& one, const std::string& password) {
    return write(
        [&](auto done) { store.links.reset_password(one, password, {}, letter(one.person, "set " + password), done); });
  }
  // Where letters wait, and which is the first.
  std::vector<std::string> waiting(std::int64_t now = 1'000) {
    const auto all =
        *loop.read<std::vector<Delivery>>([&](auto done) { store.outbox.take_mails(now, now + 1, 10, done); }).value;
    std::vector<std::string> out;
    out.reserve(all.size());
    for (const Delivery& one : all) out.push_back(one.hook.url + " " + one.notice.id);
    std::sort(out.begin(), out.end());
    return out;
  }
};

inline void check_links(Store& store, Loop& loop) {
  using How = Written::How;
  LinkStoreDesk desk{{store, loop}};
  const std::int64_t ann = desk.register_as("Ann", 1).key;  // Ann@club.example
  EXPECT_EQ(desk.named("Ann")->proven, "");

  // An address that is not the account's proves nothing; nor does a link that is over, or that was used.
  const MailedLink other = desk.link(10, LinkKind::address, ann, "old@club.example");
  EXPECT_EQ(desk.add(other, kStranger), How::durable);
  EXPECT_EQ(desk.prove(other, "h0"), How::conflict);
  EXPECT_FALSE(desk.find(10, LinkKind::address)) << "used up, though";
  const MailedLink proof = desk.link(11, LinkKind::address, ann, "ann@club.example");
  EXPECT_EQ(desk.add(proof, kStranger), How::durable);
  EXPECT_FALSE(desk.find(11, LinkKind::session)) << "of another kind";
  EXPECT_FALSE(desk.find(11, LinkKind::address, 2'000)) << "over";
  ASSERT_TRUE(desk.find(11, LinkKind::address));
  EXPECT_EQ(desk.find(11, LinkKind::address)->person, ann);
  EXPECT_EQ(desk.find(11, LinkKind::address)->address, "ann@club.example");
  EXPECT_EQ(desk.prove(proof, "h1"), How::durable);
  EXPECT_EQ(desk.prove(proof, "h2"), How::conflict) << "once";
  EXPECT_EQ(desk.named("ANN")->proven, "ann@club.example");
  EXPECT_EQ(loop.read<Account>([&](auto done) { store.people.account_of(ann, done); }).value->proven,
            "ann@club.example");
  const auto hooks = *loop.read<std::vector<Hook>>([&](auto done) { store.outbox.hooks_of(ann, done); }).value;
  ASSERT_EQ(hooks.size(), 1U);
  EXPECT_EQ(hooks[0].wants, kAllNotices);

  // Signing in, once.
  const MailedLink in = desk.link(12, LinkKind::session, ann, "ann@club.example");
  EXPECT_EQ(desk.add(in, ann), How::durable);
  EXPECT_EQ(desk.enter(in, 20), How::durable);
  EXPECT_TRUE(desk.caller(20));
  EXPECT_EQ(desk.enter(in, 21), How::conflict);
  EXPECT_FALSE(desk.caller(21));

  // Another address is proven: who had the one before is told, and its links are worth nothing.
  const MailedLink late = desk.link(13, LinkKind::session, ann, "ann@club.example");
  const MailedLink late_too = desk.link(14, LinkKind::password, ann, "ann@club.example");
  EXPECT_EQ(desk.add(late, ann), How::durable);
  EXPECT_EQ(desk.add(late_too, ann), How::durable);
  EXPECT_FALSE(desk.find(14, LinkKind::password)) << "two letters wait: no third, and no link of it";
  desk.write([&](auto done) { store.people.edit_account(ann, {"Anna@club.example", {}, {}, {}}, done); });
  EXPECT_EQ(desk.named("Ann")->proven, "ann@club.example") << "until the new one is proven";
  const MailedLink moved = desk.link(15, LinkKind::address, ann, "anna@club.example");
  EXPECT_EQ(desk.add(moved, kStranger), How::durable);
  EXPECT_EQ(desk.prove(moved, "h3"), How::durable);
  EXPECT_EQ(desk.named("Ann")->proven, "anna@club.example");
  EXPECT_EQ(desk.enter(late, 22), How::conflict);
  EXPECT_FALSE(desk.caller(22));
  EXPECT_EQ(desk.waiting(),
            (std::vector<std::string>{"mailto:ann@club.example letter11", "mailto:anna@club.example letter12",
                                      "mailto:anna@club.example letter15", "mailto:old@club.example letter10"}));
}

inline void check_reset_links(Store& store, Loop& loop) {
  using How = Written::How;
  LinkStoreDesk desk{{store, loop}};
  const std::int64_t ann = desk.register_as("Ann", 1).key, bob = desk.register_as("Bob", 2).key;
  for (const auto& [person, name, byte] : {std::tuple(ann, "ann", 3), std::tuple(bob, "bob", 4)}) {
    const Hook hook = {std::string("h") + name, person, std::string("mailto:") + name + "@club.example", "", 0, 700};
    EXPECT_EQ(desk.write([&, one = hook](auto done) { store.mail.set_mail_hook(one, done); }), How::durable);
  }
  const auto address = std::string("ann@club.example");
  const MailedLink one = desk.link(10, LinkKind::password, ann, address);
  const MailedLink open = desk.link(11, LinkKind::session, ann, address);
  EXPECT_EQ(desk.add(one, ann), How::durable);
  EXPECT_EQ(desk.add(open, ann), How::durable);
  EXPECT_EQ(desk.reset(one, "another"), How::durable);
  EXPECT_EQ(desk.named("Ann")->password, "another");
  EXPECT_FALSE(desk.caller(1)) << "all sessions are over";
  EXPECT_TRUE(desk.caller(2)) << "another's is not";
  EXPECT_FALSE(desk.find(11, LinkKind::session)) << "and all links";
  EXPECT_EQ(desk.reset(one, "again"), How::conflict);
  EXPECT_EQ(desk.named("Ann")->password, "another");

  // A password that was changed ends links; so does the account's end; so does time.
  const MailedLink bobs = desk.link(12, LinkKind::password, bob, "bob@club.example");
  EXPECT_EQ(desk.add(bobs, bob), How::durable);
  EXPECT_EQ(desk.write([&](auto done) { store.people.set_password(bob, "hash of Bob", "new", token(2), {}, done); }),
            How::durable);
  EXPECT_FALSE(desk.find(12, LinkKind::password));
  const MailedLink more = desk.link(13, LinkKind::session, bob, "bob@club.example");
  EXPECT_EQ(desk.add(more, bob), How::durable);
  EXPECT_TRUE(desk.find(13, LinkKind::session));
  EXPECT_EQ(desk.write([&](auto done) { store.links.add_links({}, 1'999, 2, done); }), How::durable);
  EXPECT_TRUE(desk.find(13, LinkKind::session));
  EXPECT_EQ(desk.write([&](auto done) { store.links.add_links({}, 2'000, 2, done); }), How::durable);
  EXPECT_FALSE(desk.find(13, LinkKind::session)) << "forgotten, whatever the time";

  // Who takes the address out of his account gets no mail there.
  desk.write([&](auto done) { store.people.edit_account(bob, {"", {}, {}, {}}, done); });
  EXPECT_EQ(desk.named("Bob")->proven, "");
  const MailedLink stale = desk.link(14, LinkKind::session, bob, "bob@club.example");
  EXPECT_EQ(desk.add(stale, bob), How::durable);
  EXPECT_EQ(desk.enter(stale, 30), How::conflict);

  // What was sent is forgotten: a link in it was as good as a password.
  auto held =
      *loop.read<std::vector<Delivery>>([&](auto done) { store.outbox.take_mails(1'000, 1'001, 10, done); }).value;
  const auto of_ann = std::find_if(held.begin(), held.end(), [&](const Delivery& d) { return d.hook.person == ann; });
  ASSERT_NE(of_ann, held.end());
  EXPECT_NE(of_ann->notice.facts.find("secret"), std::string::npos);
  EXPECT_EQ(desk.write([&](auto done) { store.outbox.note_delivery(*of_ann, {}, done); }), How::durable);
  EXPECT_TRUE(
      *loop.read<bool>([&](auto done) { store.mail.has_letter("ann@club.example", "set another", done); }).value)
      << "she is told";

  EXPECT_EQ(desk.write([&](auto done) { store.people.delete_account(bob, done); }), How::durable);
  EXPECT_EQ(desk.add(desk.link(15, LinkKind::session, bob, "bob@club.example"), bob), How::durable);
  EXPECT_FALSE(desk.find(15, LinkKind::session)) << "nobody's";
}

}  // namespace cairn::testing
