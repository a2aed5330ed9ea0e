// The schemas of requests and the readers: what fits the one is understood by the other, and what is spoilt by neither.
#include <gtest/gtest.h>

#include <algorithm>

#include "server/net/endpoint.h"
#include "tests/interface/answers.h"
#include "tests/interface/request_forms.h"

namespace cairn::testing {
namespace {

TEST(Requests, ReadersAndSchemasAgree) {
  for (const Form& form : forms()) {
    for (const std::string& text : form.good) {
      EXPECT_EQ(interface_checker().fault_of(parse_json(text), form.name), "") << form.name << text;
      EXPECT_EQ(form.read(text), "") << form.name << text;
    }
    for (const std::string& text : form.bad) {
      EXPECT_NE(interface_checker().fault_of(parse_json(text), form.name), "") << form.name << text;
      EXPECT_NE(form.read(text), "") << form.name << text;
    }
  }
}

// What is left out, has another type or stands there besides: where the schema refuses it, so does the reader, and
// where the reader refuses it the schema does too.
TEST(Requests, MutationsAreJudgedAlike) {
  const Json others[] = {nullptr, true, -1, 2.5, "", " ", Json::array(), Json::object()};
  int tried = 0;
  for (const Form& form : forms()) {
    const auto agree = [&](const Json& mutated) {
      const std::string by_schema = interface_checker().fault_of(mutated, form.name), text = json_text(mutated);
      const std::string by_reader = form.read(text);
      EXPECT_EQ(by_schema.empty(), by_reader.empty())
          << form.name << text << "\nschema: " << by_schema << "\nreader: " << by_reader;
      ++tried;
    };
    for (const std::string& text : form.good) {
      const Json good = parse_json(text);
      Json more = good;
      more["unheard"] = 1;
      agree(more);
      for (const auto& item : good.items()) {
        Json less = good;
        less.erase(item.key());
        agree(less);
        for (const Json& other : others) {
          if (item.key() == "clock" && other.is_string()) continue;  // its own language
          Json changed = good;
          changed[item.key()] = other;
          agree(changed);
        }
      }
    }
  }
  EXPECT_GT(tried, 800);
}

TEST(Requests, EveryRequestOfTheDocumentIsTried) {
  std::vector<std::string> tried;
  for (const Form& form : forms()) tried.push_back(form.name);
  for (const Endpoint& endpoint : endpoints())
    EXPECT_TRUE(!endpoint.takes_body() || std::find(tried.begin(), tried.end(), endpoint.request) != tried.end())
        << endpoint.request;
}

}  // namespace
}  // namespace cairn::testing
