#include "server/painter.h"

#include <memory>
#include <utility>

namespace cairn {

Painter::Painter(Post post, std::size_t most_waiting) : post_(std::move(post)), beside_(most_waiting) {}

void Painter::draw(BoardSheet sheet, PictureForm form, int size, Done done) {
  const auto told = std::make_shared<const Done>(std::move(done));
  const bool taken = beside_.run([this, sheet = std::move(sheet), form, size, told] {
    auto drawn = form == PictureForm::png ? png_board(sheet, size) : svg_board(sheet, size);
    post_([told, file = std::move(drawn.bytes)] { (*told)(file); });
  });
  if (!taken) post_([told] { (*told)({}); });
}

}  // namespace cairn
