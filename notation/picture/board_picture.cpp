#include "notation/picture/board_picture.h"

#include <cairo/cairo-svg.h>
#include <cairo/cairo.h>

#include <memory>

#include "notation/picture/board_drawing.h"
#include "notation/picture/cairo_brush.h"
#include "notation/picture/pixel_png.h"

namespace cairn {

namespace {

struct FreeCairo {
  void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
  void operator()(cairo_t* to) const { cairo_destroy(to); }
  void operator()(cairo_font_options_t* options) const { cairo_font_options_destroy(options); }
};
using Surface = std::unique_ptr<cairo_surface_t, FreeCairo>;

bool draw_on(const Surface& surface, const BoardSheet& sheet, const Layout& at) {
  const std::unique_ptr<cairo_t, FreeCairo> to(cairo_create(surface.get()));
  const std::unique_ptr<cairo_font_options_t, FreeCairo> options(cairo_font_options_create());
  cairo_font_options_set_antialias(options.get(), CAIRO_ANTIALIAS_GRAY);
  cairo_font_options_set_hint_style(options.get(), CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics(options.get(), CAIRO_HINT_METRICS_OFF);
  cairo_set_font_options(to.get(), options.get());
  CairoBrush brush(to.get());
  draw_board(sheet, at, brush);
  return cairo_status(to.get()) == CAIRO_STATUS_SUCCESS;
}

Pixels pixels_of(cairo_surface_t* surface) {
  cairo_surface_flush(surface);
  Pixels out{cairo_image_surface_get_width(surface), cairo_image_surface_get_height(surface), {}};
  out.rgb.reserve(static_cast<std::size_t>(out.width) * static_cast<std::size_t>(out.height));
  const unsigned char* row = cairo_image_surface_get_data(surface);
  for (int y = 0; y < out.height; ++y, row += cairo_image_surface_get_stride(surface)) {
    const auto* pixel = reinterpret_cast<const std::uint32_t*>(row);
    for (int x = 0; x < out.width; ++x) out.rgb.push_back(pixel[x] & 0xffffffU);
  }
  return out;
}

cairo_status_t add_bytes(void* out, const unsigned char* bytes, unsigned int count) {
  static_cast<std::string*>(out)->append(reinterpret_cast<const char*>(bytes), count);
  return CAIRO_STATUS_SUCCESS;
}

// Cairo numbers its surfaces all through a process; nothing refers to that number.
void drop_surface_number(std::string& svg) {
  constexpr std::string_view kName = " id=\"surface";
  if (const auto at = svg.find(kName); at != std::string::npos)
    svg.erase(at, svg.find('"', at + kName.size()) + 1 - at);
}

}  // namespace

BoardPicture png_board(const BoardSheet& sheet, int size) {
  const Layout at = layout_of(sheet, size);
  const Surface surface(cairo_image_surface_create(CAIRO_FORMAT_RGB24, at.right, at.bottom));
  if (!draw_on(surface, sheet, at)) return {};
  return {png_of(pixels_of(surface.get())), at.right, at.bottom};
}

BoardPicture svg_board(const BoardSheet& sheet, int size) {
  const Layout at = layout_of(sheet, size);
  BoardPicture out{{}, at.right, at.bottom};
  const Surface surface(cairo_svg_surface_create_for_stream(add_bytes, &out.bytes, at.right, at.bottom));
  cairo_svg_surface_set_document_unit(surface.get(), CAIRO_SVG_UNIT_PX);
  const bool drawn = draw_on(surface, sheet, at);
  cairo_surface_finish(surface.get());
  if (!drawn || cairo_surface_status(surface.get()) != CAIRO_STATUS_SUCCESS) return {};
  drop_surface_number(out.bytes);
  return out;
}

}  // namespace cairn
