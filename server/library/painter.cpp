#include "server/library/painter.h"

#include <memory>
#include <utility>

namespace cairn {

Painter::Painter(Post post, std::size_t most_waiting)
    : post_(post), queue_(std::move(post), most_waiting, most_waiting) {}

void Painter::draw(const Asker& who, BoardSheet sheet, PictureForm form, int size, Done done) {
  const auto shared_done = std::make_shared<const Done>(std::move(done));
  const bool taken = queue_.run(
      who,
      [sheet = std::move(sheet), form, size] {
        return (form == PictureForm::png ? png_board(sheet, size) : svg_board(sheet, size)).bytes;
      },
      [shared_done](std::string file) { (*shared_done)(std::move(file)); });
  if (!taken) post_([shared_done] { (*shared_done)({}); });
}

}  // namespace cairn
