// Names: what may stand in them, what they look like, and which ones would speak for the server.
#include "server/play/names.h"

#include <gtest/gtest.h>

#include "notation/view_json.h"
#include "server/engines/relay_messages.h"
#include "server/play/fields.h"
#include "server/play/from_client.h"
#include "server/play/look_alikes.h"
#include "server/protocol/people_from_client.h"
#include "server/protocol/studies_from_client.h"
#include "server/protocol/tournaments_from_client.h"

namespace cairn {
namespace {

TEST(Names, OfEveryScriptAreTaken) {
  for (const char* name : {"Ann",
                           "Zoë",
                           "Øystein",
                           "O'Neil",
                           "Jean-Luc",
                           "Łukasz",
                           "İbrahim",
                           "Nguyễn Thị Ánh",
                           "D’Artagnan",
                           "C3PO",
                           "X Æ A-12",
                           "Мария",
                           "Александр",
                           "Олексій",
                           "Дмитрий",
                           "Том",
                           "Гость",
                           "Арам Хачатурян",
                           "Ελένη",
                           "Νίκος",
                           "ΣΩΚΡΑΤΗΣ",
                           "Ὀδυσσεύς",
                           "Հրանտ",
                           "გიორგი",
                           "さくら",
                           "山田 太郎",
                           "김민수",
                           "محمد",
                           "عبد الله",
                           "مُحَمَّد",
                           "שָׁלוֹם",
                           "नरेन्द्र",
                           "श्रीकृष्ण",
                           "தமிழ்",
                           "ಕನ್ನಡ",
                           "สมชาย",
                           "ปู่",
                           "ཚེ་རིང",
                           "Ann 🎲",
                           "Bob \u265F\uFE0F",
                           "🇩🇪 Hans",
                           "e\u0301",
                           "e\u0302\u0323",
                           "<b>Bob</b>",
                           "Dr. Who?",
                           "load-12",
                           "t",
                           "1\uFE0F\u20E3 Bob"})
    EXPECT_EQ(guest_name_fault(name), "") << name;
}

TEST(Names, ThatOnlySoundLikeReservedOnesAreTaken) {
  for (const char* name :
       {"Madmin",    "Help me", "Little helper", "Badminton", "Modest", "Model", "Robot",    "Hostel",
        "Ecosystem", "Roots",   "Staffan",       "Admiral",   "Calm",   "Calma", "Caimán",   "Carina",
        "Me",        "guest",   "Player 1",      "Anonymous", "Inform", "Modou", "Pitcairn", "Observer",
        "Supporter", "Ghosts",  "Модест",        "Serverus",  "Bob 2"})
    EXPECT_EQ(guest_name_fault(name), "") << name;
  for (const char* name : {"Ann", "ab", "a1", "A.b-c_D", "012345678901234567890123", "Robot", "M3", "Mode", "Players",
                           "Bob1", "ModestoMouse", "Modesto-K"})
    EXPECT_EQ(account_name_fault(name), "") << name;
}

TEST(Names, ThatWouldSpeakForTheServerAreReserved) {
  for (const char* name :
       {"admin",         "ADMIN",          "adm1n",     "a.d.m.i.n", "a d m i n", "r00t",       "rnod",
        "ovvner",        "5taff",          "heIp",      "support",   "cairn",     "CairnTeam",  "Cairn-bot",
        "ca1rn",         "caim",           "deleted",   "api",       "null",      "admins",     "moderators",
        "mods",          "administrators", "sysadmin",  "webmaster", "Server",    "Team-Cairn", "Moderator-Bob",
        "bob.moderator", "mod-bob",        "staff.bob", "BobMod",    "AdminBob",  "bob_admin1", "xXmoderatorXx"}) {
    const std::string said = guest_name_fault(name);
    EXPECT_NE(said.find("is reserved; choose another"), std::string::npos) << name << ": " << said;
    EXPECT_NE(account_name_fault(name), "") << name;
  }
  for (const char* name :
       {"deleted player", "Deleted  Player", "АDMIN",         "Moderatοr", "Mоd",        "ѕtaff",
        "Ádmîn",          "a\u0301dmin",     "The Moderator", "Root 1",    "Admin1",     "✨ admin ✨",
        "admin👑",         "$ystem",          "@dmin",         "oﬃcial",    "𝐀𝐝𝐦𝐢𝐧",      "ａｄｍｉｎ",
        "ⓐⓓⓜⓘⓝ",          "ᴀᴅᴍɪɴ",           "Cairn bot",     "C a i r n", "ca|rn",      "Caim bot",
        "Саirn",          "Team Cairn",      "Bob (mod)",     "[MOD] Bob", "Bob (host)", "the aDmin"})
    EXPECT_NE(guest_name_fault(name).find("is reserved"), std::string::npos) << name;
  for (const char* name :
       {"Модератор", "МОДЕРАТОР", "Mодератор", "Модера\u0301торы", "админ Боб", "АДМИНЫ", "管理员Bob", "運営",
        "Bob官方", "Modérateur", "Moderatorin", "Bob Moderador", "Administración", "Διαχειριστής", "ΔΙΑΧΕΙΡΙΣΤΗΣ"})
    EXPECT_NE(guest_name_fault(name).find("is reserved"), std::string::npos) << name << ", of another language";
  for (const char* name : {"me", "Guest", "gue5t", "p1ayer", "anonym0us", "Me"})
    EXPECT_NE(account_name_fault(name).find("is reserved"), std::string::npos) << name;
}

TEST(Names, HoldNothingThatIsNotSeen) {
  const auto said = [](const std::string& sign, const std::string& code) {
    const std::string fault = guest_name_fault("An" + sign + "n");
    EXPECT_NE(fault.find(code), std::string::npos) << fault;
    EXPECT_NE(fault.find("leave it out"), std::string::npos) << fault;
  };
  said("\u00AD", "U+00AD");
  said("\u061C", "U+061C");
  said("\u115F", "U+115F");
  said("\u17B4", "U+17B4");
  said("\u180E", "U+180E");
  said("\u200B", "U+200B");
  said("\u200D", "U+200D");
  said("\u2028", "U+2028");
  said("\u202E", "U+202E");
  said("\u2060", "U+2060");
  said("\u2066", "U+2066");
  said("\u3164", "U+3164");
  said("\uFE0E", "U+FE0E");
  said("\uFEFF", "U+FEFF");
  said("\uFFA0", "U+FFA0");
  said("\uFFFA", "U+FFFA");
  said("\uE000", "U+E000");
  said("\xEF\xB7\x90", "U+FDD0");
  said("\xF0\x9F\xBF\xBE", "U+1FFFE");
  said("\U000E0041", "U+E0041");
  said("\U00100000", "U+100000");
  said("\uFE0F", "U+FE0F");
  said("\uFFF0", "U+FFF0");
  said("\u0600", "U+0600");
  said("\U00013430", "U+13430");
  said("\U0001345F", "U+1345F");
  said("\U00016FE4", "U+16FE4");
  said("\U0001D159", "U+1D159");
  said("\u00A0", "U+00A0");
  said("\u2003", "U+2003");
  said("\u2800", "U+2800");
  said("\u3000", "U+3000");
  for (const char* name : {"\uFE0F", "\uFE0F \uFE0F", "\uFFF0", "\U00016FE4", "\U0001D159", "ad\U00013430min",
                           "adm\uFE0Fin", "1\uFE0F", "A\uFE0F\u20E3", "\u0301", "a \u0301"})
    EXPECT_NE(guest_name_fault(name).find("invisible"), std::string::npos) << name;
  EXPECT_NE(name_signs_fault("a\u0301\u0302\u0303").find("U+0303"), std::string::npos);
  EXPECT_NE(name_signs_fault("\u0E01\u0E47\u0E47\u0E47\u0E47\u0E47"), "") << "a tower";
  EXPECT_EQ(unseen_sign_fault("a\u3000b c\u0301\u0302\u0303"), "") << "of things, that is theirs to choose";
}

// What `cairn bridge --name` takes reaches the pages as it is.
TEST(Names, OfEnginesPassTheRelayUnchanged) {
  const auto letter = [](std::uint32_t code) {
    std::string out;
    const auto later = [&](unsigned shift) { out += static_cast<char>(0x80U | ((code >> shift) & 0x3FU)); };
    if (code < 0x80) {
      out += static_cast<char>(code);
    } else if (code < 0x800) {
      out += static_cast<char>(0xC0U | (code >> 6U));
      later(0);
    } else if (code < 0x10000) {
      out += static_cast<char>(0xE0U | (code >> 12U));
      later(6), later(0);
    } else {
      out += static_cast<char>(0xF0U | (code >> 18U));
      later(12), later(6), later(0);
    }
    return out;
  };
  std::size_t passed = 0, letters = 0;
  std::string name;
  const auto relay = [&] {
    const auto offer = engines::read_relay_offer(
        json_text(Json{{"type", "welcome"}, {"version", 1}, {"engine", {{"name", name}, {"protocol", "gtp"}}}}));
    ASSERT_TRUE(offer) << name;
    ASSERT_EQ(offer->name, name);
    passed += letters;
    letters = 0;
    name.clear();
  };
  for (std::uint32_t code = 0x20; code < 0xE2000; code += code < 0x3400 || code >= 0xF000 ? 1U : 0x100U) {
    if ((code >= 0xD800 && code < 0xE000) || (code > 0x12000 && code < 0xDFF00)) continue;
    const std::string one = letter(code);
    if (!plain_text("x" + one, 40) || !unseen_sign_fault("x" + one).empty()) continue;
    name += one;
    if (++letters == 40) relay();
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(passed, 20'000U);
}

TEST(Names, AreComparedByWhatTheyLookLike) {
  EXPECT_EQ(latin_form("Воb"), "bob");
  EXPECT_EQ(latin_form("ZOË"), "zoe");
  EXPECT_EQ(latin_form("e\u0301\uFE0F"), "e");
  EXPECT_EQ(latin_form("ﬁＢ𝟗Ø"), "fib9o");
  EXPECT_EQ(latin_form("Ann_B-1.0"), "ann_b-1.0");
  EXPECT_EQ(latin_form("山Д"), "山Д") << "what looks like none stays";
  EXPECT_EQ(skeleton("Bill 1!"), "bllll");
  EXPECT_EQ(skeleton("5|0rn-vv"), "slomw");
  EXPECT_EQ(skeleton("王・小明"), "王小明");
  EXPECT_EQ(skeleton("…"), "");
  for (const char* name : {"adm1n", "rrnn vvv", "Zoë 山"}) EXPECT_EQ(skeleton(skeleton(name)), skeleton(name)) << name;
  for (const char* name :
       {"Victoria", "vict0ria", "v1ctoria", "victorla", "Victoria.", "V i c t o r i a", "V|ct\u043Er-i_a"})
    EXPECT_EQ(likeness(name), "vlctorla") << name;
  EXPECT_EQ(likeness("rn.vv-A_1"), "mwal");
  EXPECT_EQ(likeness("Bob5"), "bob5");
  EXPECT_NE(likeness("Bob1"), likeness("Bob")) << "whoever finds a name taken puts a number behind it";
  EXPECT_TRUE(has_account_form("admin")) << "it may have been made before";
  EXPECT_FALSE(has_account_form("a b"));
}

TEST(Names, LookAlikes) {
  for (const auto& [sign, letters] : std::initializer_list<std::pair<char32_t, const char*>>{
           {U'а', "a"},          {U'В', "b"},          {U'ο', "o"},         {U'Ν', "n"},         {U'ν', "v"},
           {U'é', "e"},          {U'ß', "ss"},         {U'ⅿ', "m"},         {U'Ａ', "a"},        {U'９', "9"},
           {U'\u2014', ""},      {U'Ж', ""},           {U'山', ""},         {U'a', ""},          {U'\U0001D400', "a"},
           {U'\U0001D7FF', "9"}, {U'\U0001D6C2', "a"}, {U'\U0001D6AA', ""}, {U'\U0010FFFF', ""}, {U'օ', "o"},
           {U'Ꭺ', "a"},          {U'ꓮ', "a"},          {U'\u00AA', "a"}})
    EXPECT_EQ(looks_like(sign), letters) << std::hex << static_cast<unsigned>(sign);
}

// Whatever bytes they are.
TEST(Names, OfBrokenTextDoNoHarm) {
  for (const std::string& name : {std::string("\xFF"), std::string("a\xC3"), std::string("\xE2\x80"),
                                  std::string("\xF4\x90\x80\x80"), std::string("\xED\xA0\x80"), std::string(1, '\0')}) {
    EXPECT_LE(latin_form(name).size(), name.size());
    EXPECT_EQ(skeleton(skeleton(name)), skeleton(name));
    EXPECT_LT(guest_name_fault(name).english().size(), 200U);
  }
}

template <class Message>
std::string refused_name(const std::variant<Message, Fault>& read) {
  const auto* fault = std::get_if<Fault>(&read);
  return fault == nullptr ? std::string() : fault->message.english();
}

TEST(Names, AreHeldToItByEveryReader) {
  const auto named = [](const std::string& name, const std::string& rest = "") {
    return R"({"name":)" + Json(name).dump() + rest + "}";
  };
  const std::string unseen = "Cup\u202E", joined = "Cup\u200Dx";
  EXPECT_NE(refused_name(read_create_guest(named("The Moderator"))), "");
  EXPECT_NE(refused_name(read_create_guest(named(unseen))).find("U+202E"), std::string::npos);
  EXPECT_EQ(refused_name(read_create_guest(named("  "))), "");
  EXPECT_NE(refused_name(read_sign_up(named("adm1n", R"(,"password":"a good one")"))), "");
  const std::string cup = R"(,"game":"g","clock":"fischer 5m+3s","kind":"swiss")";
  const std::string study = R"x(,"record":"(;GM[1])")x", token = R"(,"scopes":["play"])";
  for (const std::string& bad : {unseen, joined}) {
    EXPECT_NE(refused_name(read_tournament_wish(named(bad, cup))).find("U+20"), std::string::npos);
    EXPECT_NE(refused_name(read_new_study(named(bad, study))).find("U+20"), std::string::npos);
    EXPECT_NE(refused_name(read_new_api_token(named(bad, token))).find("U+20"), std::string::npos);
  }
  for (const std::string& good : {std::string("Admin cup"), std::string("第１局\u3000黒")}) {
    EXPECT_EQ(refused_name(read_tournament_wish(named(good, cup))), "");
    EXPECT_EQ(refused_name(read_new_study(named(good, study))), "");
    EXPECT_EQ(refused_name(read_new_api_token(named(good, token))), "");
  }
  const auto profile = [](const std::string& text) {
    return refused_name(read_account_edit(Json{{"profile", text}}.dump()));
  };
  EXPECT_EQ(profile("\u0639\u0644\u06CC\u200C\u0631\u0636\u0627 \U0001F468\u200D\U0001F469\nplays"), "");
  EXPECT_NE(profile("a\u202Eb"), "");
  EXPECT_NE(profile("a\u2067b"), "");
}

}  // namespace
}  // namespace cairn
