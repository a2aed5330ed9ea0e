// What people wrote stays text in XML and HTML.
#include "core/markup.h"

#include <gtest/gtest.h>

namespace cairn {
namespace {

TEST(Markup, TextsOfPeopleStayTexts) {
  EXPECT_EQ(xml_text("<b a='1'>&\"]]>"), "&lt;b a=&#39;1&#39;&gt;&amp;&quot;]]&gt;");
  EXPECT_EQ(xml_text("a\tb\nc\rd"), "a\tb\nc&#13;d");
  EXPECT_EQ(xml_text(std::string("a\0b\x01\x1F", 5)),
            "a\xEF\xBF\xBD"
            "b\xEF\xBF\xBD\xEF\xBF\xBD");
  EXPECT_EQ(xml_text("\xC3\xA9\xE2\x82\xAC\xF0\x9F\x99\x82"), "\xC3\xA9\xE2\x82\xAC\xF0\x9F\x99\x82");
  // No UTF-8, or no character: cut short, too long, half of a pair, beyond the last, never one.
  for (const char* bad : {"\xC3", "\xE2\x82", "\xF0\x9F\x99", "\xC0\xAF", "\xE0\x80\xAF", "\xF0\x80\x80\xAF",
                          "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xEF\xBF\xBE", "\xEF\xBF\xBF", "\xFF", "\x80"}) {
    const std::string out = xml_text(bad);
    for (std::size_t at = 0; at < out.size(); at += 3) EXPECT_EQ(out.substr(at, 3), "\xEF\xBF\xBD");
    EXPECT_FALSE(out.empty());
  }
}

}  // namespace
}  // namespace cairn
