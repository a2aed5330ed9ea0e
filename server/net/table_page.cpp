// What a table's page tells other sites of it.
#include "core/markup.h"
#include "server/net/answers.h"

namespace cairn::net {

namespace {

std::string attribute(std::string_view name, std::string_view content) {
  return "<meta property=\"og:" + std::string(name) + "\" content=\"" + xml_text(content) + "\" />";
}

}  // namespace

Task<Answer> answer_table_page(const Asked& asked, Answer page) {
  constexpr std::string_view kEndOfHead = "</head>";
  const std::string &base = asked.shared.config.public_url, &club = asked.shared.config.club_name;
  const std::size_t at = page.file == nullptr ? std::string::npos : page.file->bytes.find(kEndOfHead);
  if (base.empty() || at == std::string::npos) co_return page;
  using Preview = std::optional<Pictures::Preview>;
  const Preview preview =
      co_await await_callback<Preview>(asked.shared.io.get_executor(), [&](std::function<void(Preview)> done) {
        asked.services.pictures.preview(asked.route.id, std::move(done), asked.asker());
      });
  if (!preview) co_return page;
  Answer out;
  out.type = "text/html; charset=utf-8";
  out.body = page.file->bytes;
  out.body.insert(at, attribute("title", preview->title) + attribute("description", preview->text) +
                          attribute("type", "website") + attribute("site_name", club.empty() ? "Cairn" : club) +
                          attribute("url", base + "/t/" + asked.route.id) +
                          attribute("image", base + "/game/" + asked.route.id + ".png?size=630"));
  co_return out;
}

}  // namespace cairn::net
