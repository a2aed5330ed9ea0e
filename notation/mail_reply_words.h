// What people and mail servers write around a move in a reply, by language, in small letters.
#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string_view>

namespace cairn::mail_reply_words {

template <std::size_t n>
bool one_of(std::string_view word, const std::string_view (&words)[n]) {
  return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

// What may stand before a move that is said in a sentence.
inline constexpr std::string_view kBefore[] = {"i",     "i'll",  "ill",   "i'm",  "will", "we",     "my",     "move",
                                               "is",    "play",  "ok",    "okay", "so",   "then",   "now",    "at",
                                               "on",    "the",   "here",  "mine", "next", "here's", "choose", "reply",
                                               "moves", "white", "black", "to",   "have", "must",   "playing"};
// What in the same line leaves open whether it is to be played.
inline constexpr std::string_view kDoubt[] = {"or",      "if",    "unless", "not",   "don't",   "dont",  "maybe",
                                              "perhaps", "would", "could",  "never", "instead", "can't", "cannot"};
// What may stand behind a word that is English, too: "pass, thanks" passes, "pass me the salt" does not.
inline constexpr std::string_view kBehind[] = {
    "thanks", "thank",    "you",   "thx",  "please", "the",    "your", "a",    "draw",   "offer",
    "game",   "good",     "great", "nice", "well",   "played", "gg",   "this", "now",    "here",
    "sorry",  "cheers",   "turn",  "move", "my",     "again",  "it",   "for",  "and",    "very",
    "much",   "congrats", "in",    "last", "then",   "of",     "with", "best", "wishes", "regards"};
// What directly behind a point makes it a remark about the point: "e5 is too slow", "the e5 stone".
inline constexpr std::string_view kOfPoint[] = {"is",      "isn't",    "was",    "wasn't", "are",   "were",  "looks",
                                                "looked",  "seems",    "seemed", "loses",  "hurts", "has",   "had",
                                                "will",    "might",    "may",    "can",    "does",  "did",   "fails",
                                                "doesn't", "deserves", "stone",  "stones", "point", "group", "corner"};
inline constexpr std::string_view kGreetings[] = {
    "hi",      "hello",      "hey",        "dear",    "hallo",  "moin",         "servus",      "salut",
    "hola",    "ciao",       "greetings",  "bonjour", "g'day",  "hej",          "hei",         "ahoj",
    "olá",     "Olá",        "aloha",      "liebe",   "lieber", "grüezi",       "Grüezi",      "cześć",
    "Cześć",   "buongiorno", "привет",     "Привет",  "你好",   "morning",      "evening",     "cher",
    "chère",   "caro",       "cara",       "querido", "hoi",    "yo",           "hiya",        "howdy",
    "geachte", "beste",      "こんにちは", "bonsoir", "salve",  "здравствуйте", "Здравствуйте"};
// These greet before a time of day alone: "Good morning", not "Good e5".
inline constexpr std::string_view kGoods[] = {"good", "guten", "gute", "buenos", "buenas", "bon", "bom", "boa", "god"};
// What may stand behind a greeting in the place of a name.
inline constexpr std::string_view kGreeted[] = {
    "morning",  "evening", "day",    "afternoon", "night", "tag",      "morgen",   "abend", "dias",
    "tardes",   "noches",  "jour",   "soir",      "dia",   "there",    "all",      "again", "everybody",
    "everyone", "folks",   "friend", "friends",   "mate",  "zusammen", "opponent", "días",  "dag"};
inline constexpr std::string_view kTitles[] = {"mr", "mrs", "ms", "dr", "prof", "hr", "fr", "st", "m", "mme"};
// How what begins that mail servers put above a mail.
inline constexpr std::string_view kBannerWords[] = {"external",
                                                    "extern",
                                                    "externe",
                                                    "externer",
                                                    "externes",
                                                    "externo",
                                                    "externa",
                                                    "esterno",
                                                    "ext",
                                                    "spam",
                                                    "junk",
                                                    "caution",
                                                    "warning",
                                                    "security",
                                                    "attention",
                                                    "achtung",
                                                    "warnung",
                                                    "vorsicht",
                                                    "phishing",
                                                    "varning",
                                                    "avertissement",
                                                    "advarsel",
                                                    "advertencia",
                                                    "suspected",
                                                    "attenzione",
                                                    "suspicious",
                                                    "atención",
                                                    "外部",
                                                    "precaución",
                                                    "untrusted",
                                                    "unverified",
                                                    "社外",
                                                    "外部邮件",
                                                    "zjqcmqryfpfptbannerstart",
                                                    "zjqcmqryfpfptbannerend"};  // the last two: Proofpoint's
inline constexpr std::string_view kBannerWordings[] = {"let op",
                                                       "be careful",
                                                       "be cautious",
                                                       "exercise caution",
                                                       "use caution",
                                                       "please use caution",
                                                       "sent from outside",
                                                       "from outside",
                                                       "some people who received this",
                                                       "you don't often get email",
                                                       "sicherheitshinweis",
                                                       "courriel externe",
                                                       "e-mail externo",
                                                       "email externo",
                                                       "correo externo",
                                                       "внешнее письмо",
                                                       "Внешнее письмо",
                                                       "do not click",
                                                       "don't click",
                                                       "do not open",
                                                       "don't open",
                                                       "never click",
                                                       "think before you click",
                                                       "klicken sie",
                                                       "ne cliquez pas",
                                                       "no haga clic"};
// ... and what is a banner if it speaks of where the mail is from.
inline constexpr std::string_view kOfMail[] = {"this email",
                                               "this e-mail",
                                               "this mail",
                                               "this message",
                                               "this sender",
                                               "this is",
                                               "the sender",
                                               "you have received",
                                               "you received",
                                               "please",
                                               "note",
                                               "notice",
                                               "hinweis",
                                               "diese e-mail",
                                               "diese nachricht",
                                               "diese mail",
                                               "der absender",
                                               "ce message",
                                               "cet e-mail",
                                               "cet email",
                                               "este mensaje",
                                               "este correo",
                                               "questa email",
                                               "esta mensagem",
                                               "este e-mail",
                                               "uwaga",
                                               "pozor",
                                               "obs",
                                               "注意",
                                               "警告",
                                               "внимание",
                                               "Внимание",
                                               "ВНИМАНИЕ"};
inline constexpr std::string_view kFromWhere[] = {"outside", "extern", "originat", "außerhalb", "extérieur",
                                                  "fuera",   "verif",  "trust",    "fora",      "zewn",
                                                  "внешн",   "Внешн",  "外部",     "社外"};

}  // namespace cairn::mail_reply_words
