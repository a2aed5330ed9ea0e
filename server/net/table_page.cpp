// Requests for pictures of boards, and what a table's page tells other sites of it.
#include "core/markup.h"
#include "core/text.h"
#include "server/net/answers.h"

namespace cairn::net {

namespace {

std::string attribute(std::string_view name, std::string_view content) {
  return "<meta property=\"og:" + std::string(name) + "\" content=\"" + xml_text(content) + "\" />";
}

}  // namespace

Plan picture_plan(Shared& shared, const Request& request, const Route& route) {
  Pictures::Wish wish{route.table, route.to == Route::To::board_png ? PictureForm::png : PictureForm::svg,
                      kUsualPicture};
  if (const std::string_view text = query_value(view(request.target()), "size"); !text.empty())
    wish.size = parse_int(text).value_or(0);
  if (wish.size < kLeastPicture || wish.size > kMostPicture)
    return refuse(
        400, "bad-request",
        "\"size\" is a number of pixels from " + std::to_string(kLeastPicture) + " to " + std::to_string(kMostPicture));
  return Act([&pictures = *shared.pictures, wish](Club::Done done) { pictures.board(wish, std::move(done)); });
}

Task<Answer> answer_table_page(Shared& shared, const Route& route, Answer page) {
  constexpr std::string_view kEndOfHead = "</head>";
  const std::string& base = shared.config.public_url;
  const std::size_t at = page.file == nullptr ? std::string::npos : page.file->bytes.find(kEndOfHead);
  if (base.empty() || at == std::string::npos) co_return page;
  using Told = std::optional<Pictures::Told>;
  const Told told = co_await await_callback<Told>(shared.io.get_executor(), [&](std::function<void(Told)> done) {
    shared.pictures->told(route.table, std::move(done));
  });
  if (!told) co_return page;
  Answer out;
  out.type = "text/html; charset=utf-8";
  out.body = page.file->bytes;
  out.body.insert(at, attribute("title", told->title) + attribute("description", told->text) +
                          attribute("type", "website") + attribute("site_name", "Cairn") +
                          attribute("url", base + "/t/" + route.table) +
                          attribute("image", base + "/game/" + route.table + ".png?size=630"));
  co_return out;
}

}  // namespace cairn::net
