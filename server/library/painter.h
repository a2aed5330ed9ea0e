// Draws boards in a thread of its own: a picture takes some 25 ms. Asked and answered on the loop's thread.
#pragma once

#include <functional>
#include <string>

#include "notation/picture/board_picture.h"
#include "server/base/background_queue.h"

namespace cairn {

enum class PictureForm : unsigned char { png, svg };

class Painter {
 public:
  using Post = BackgroundQueue::Post;
  using Done = std::function<void(std::string file)>;  // "": it could not be drawn

  // Where so many wait there is no picture, at once: who asks fast is not held up. At the end what waits is dropped.
  Painter(Post post, std::size_t most_waiting);

  void draw(const Asker& who, BoardSheet sheet, PictureForm form, int size,
            Done done);  // pixels, as png_board has them

 private:
  const Post post_;
  BackgroundQueue queue_;
};

}  // namespace cairn
