// Content-Security-Policy: what a browser may do with an answer of ours, and who may show it in a frame. Pure.
#pragma once

#include <string>

namespace cairn::net {

enum class Shown : unsigned char {
  page,     // of the client, and whatever is no page at all
  framed,   // the client's page for a board in a page of another site
  form,     // without a script: a form that is sent to ourselves
  picture,  // an SVG: it is drawn, and nothing else
};

std::string content_policy(Shown what);

}  // namespace cairn::net
