// Draws boards for mails in a thread of its own: a picture takes some 25 ms. Asked and answered on the loop's thread.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "notation/picture/board_picture.h"

namespace cairn {

class Painter {
 public:
  using Post = std::function<void(std::function<void()>)>;  // runs something on the loop; may be called by any thread
  using Done = std::function<void(std::string png)>;        // "": it could not be drawn

  Painter(Post post, int size);  // pixels, as png_board has them
  Painter(const Painter&) = delete;
  Painter& operator=(const Painter&) = delete;
  ~Painter();  // what waits is dropped

  // Where many wait there is no picture, at once: mails that come fast are not held up.
  void draw(BoardSheet sheet, Done done);

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

}  // namespace cairn
