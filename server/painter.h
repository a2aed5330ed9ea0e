// Draws boards in a thread of its own: a picture takes some 25 ms. Asked and answered on the loop's thread.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "notation/picture/board_picture.h"

namespace cairn {

enum class PictureForm : unsigned char { png, svg };

class Painter {
 public:
  using Post = std::function<void(std::function<void()>)>;  // runs something on the loop; may be called by any thread
  using Done = std::function<void(std::string file)>;       // "": it could not be drawn

  // Where so many wait there is no picture, at once: who asks fast is not held up.
  Painter(Post post, std::size_t most_waiting);
  Painter(const Painter&) = delete;
  Painter& operator=(const Painter&) = delete;
  ~Painter();  // what waits is dropped

  void draw(BoardSheet sheet, PictureForm form, int size, Done done);  // pixels, as png_board has them

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

}  // namespace cairn
