// The names that would speak for the server, in the languages in which somebody would be taken at his word. They are
// compared by what they look like: names.h.
#pragma once

#include <string_view>

namespace cairn::reserved {

// As a whole name; some of them could be taken for something else.
inline constexpr std::string_view kNames[] = {"abuse",          "api",  "bot",      "club",     "deleted",
                                              "deleted player", "help", "info",     "no reply", "null",
                                              "owner",          "team", "security", "undefined"};
// As a whole name of an account; a guest may be called so.
inline constexpr std::string_view kAccounts[] = {"anonymous", "guest", "me", "player"};
// As a word of a name, with numbers around it or not.
inline constexpr std::string_view kWords[] = {
    "admin",     "admins",     "administration", "host",  "hosts",  "mod",      "mods",   "moderation",
    "official",  "officials",  "root",           "staff", "server", "sysop",    "system", "support",
    "betreiber", "verwaltung", "soporte",        "админ", "админы", "модер",    "модеры", "сервер",
    "система",   "поддержка",  "хост",           "адмін", "адміни", "підтримка"};
// Anywhere in a name: long ones, and those of scripts without blanks between words.
inline constexpr std::string_view kParts[] = {
    "administrator", "administrateur", "administrador", "amministrator", "administracion", "moderator", "moderateur",
    "moderador",     "hostmaster",     "postmaster",    "sysadmin",      "webmaster",      "модератор", "администратор",
    "адміністратор", "διαχειριστη",    "συντονιστη",    "管理者",        "管理人",         "管理员",    "管理員",
    "版主",          "运营",           "運営",          "官方",          "公式",           "客服",      "モデレーター",
    "サーバー",      "관리자",         "운영자"};

}  // namespace cairn::reserved
