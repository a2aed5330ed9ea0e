// The checker of schemas itself: what fits, what does not, and that it says where.
#include "tests/interface/json_schema.h"

#include <gtest/gtest.h>

namespace cairn::testing {
namespace {

Json json(std::string_view text) {
  Json read = parse_json(text);
  EXPECT_FALSE(read.is_discarded()) << text;
  return read;
}

struct Case {
  std::string_view schema;
  std::vector<std::string_view> good, bad;
};

TEST(JsonSchema, EveryKeywordCanFail) {
  const SchemaChecker checker(json(R"({"components":{"schemas":{"Seat":{"type":"integer","maximum":3}}}})"));
  const Case cases[] = {
      {R"({})", {"1", "null", "[]"}, {}},
      {R"(true)", {"1"}, {}},
      {R"(false)", {}, {"1"}},
      {R"({"type":"null"})", {"null"}, {"0", "\"\"", "{}"}},
      {R"({"type":"boolean"})", {"true", "false"}, {"0", "\"true\"", "null"}},
      {R"({"type":"string"})", {"\"\""}, {"0", "null", "[]"}},
      {R"({"type":"integer"})", {"0", "-3"}, {"0.5", "\"0\"", "null"}},
      {R"({"type":"number"})", {"0", "0.5"}, {"\"0\"", "null"}},
      {R"({"type":"array"})", {"[]"}, {"{}", "0"}},
      {R"({"type":"object"})", {"{}"}, {"[]", "0"}},
      {R"({"type":["string","null"]})", {"null", "\"a\""}, {"0", "[]"}},
      {R"({"const":"play"})", {"\"play\""}, {"\"undo\"", "null"}},
      {R"({"enum":["a",1,null]})", {"\"a\"", "1", "null"}, {"\"b\"", "2", "[]"}},
      {R"({"minimum":2,"maximum":4})", {"2", "4", "3.5", "\"x\""}, {"1", "5", "1.99"}},
      {R"({"minLength":2,"maxLength":3})", {"\"ab\"", "\"äöü\"", "7"}, {"\"a\"", "\"äöüß\""}},
      {R"({"pattern":"^[a-z]+$"})", {"\"abc\"", "5"}, {"\"\"", "\"aBc\"", "\"abc1\""}},
      {R"({"items":{"type":"integer"}})", {"[]", "[1,2]"}, {"[\"1\"]", "[1,null]"}},
      {R"({"minItems":1,"maxItems":2})", {"[1]", "[1,2]", "{}"}, {"[]", "[1,2,3]"}},
      {R"({"properties":{"a":{"type":"string"}}})", {"{}", R"({"a":"x","b":1})"}, {R"({"a":1})"}},
      {R"({"required":["a","b"]})", {R"({"a":null,"b":1})", "[]"}, {"{}", R"({"a":1})"}},
      {R"({"minProperties":1})", {R"({"a":1})", "[]"}, {"{}"}},
      {R"({"properties":{"a":true},"additionalProperties":false})", {"{}", R"({"a":1})"}, {R"({"a":1,"b":1})"}},
      {R"({"additionalProperties":{"type":"string"}})", {"{}", R"({"x":"y"})"}, {R"({"x":"y","z":1})"}},
      {R"({"not":{"type":"string"}})", {"1"}, {"\"a\""}},
      {R"({"allOf":[{"minimum":1},{"maximum":2}]})", {"1", "2"}, {"0", "3"}},
      {R"({"anyOf":[{"type":"string"},{"minimum":5}]})", {"\"a\"", "6"}, {"4"}},
      {R"({"oneOf":[{"minimum":5},{"maximum":6}]})", {"4", "7"}, {"5", "6"}},
      {R"({"oneOf":[]})", {}, {"1"}},
      {R"({"$ref":"#/components/schemas/Seat"})", {"3", "-1"}, {"4", "\"3\""}},
      {R"({"$ref":"#/components/schemas/Seat","minimum":0})", {"3"}, {"4", "-1"}},
      {R"({"$ref":"#/components/schemas/Nobody"})", {}, {"1"}},
      {R"({"$ref":"elsewhere.json"})", {}, {"1"}},
      {R"({"minimun":3})", {}, {"5"}},  // nothing that it does not know is passed over
      {R"({"properties":{"a":{"typ":"string"}}})", {"{}"}, {R"({"a":"x"})"}},
  };
  for (const Case& one : cases) {
    for (const auto text : one.good) EXPECT_EQ(checker.fault(json(text), json(one.schema)), "") << one.schema << text;
    for (const auto text : one.bad) EXPECT_NE(checker.fault(json(text), json(one.schema)), "") << one.schema << text;
  }
}

TEST(JsonSchema, SaysWhereAndWhat) {
  const SchemaChecker checker(json("{}"));
  const Json schema = json(R"({"properties":{"a/b":{"items":{"oneOf":[
      {"type":"object","properties":{"kind":{"const":"x"},"n":{"maximum":2}}},{"type":"null"}]}}}})");
  EXPECT_EQ(checker.fault(json(R"({"a/b":[null,{"kind":"x","n":3}]})"), schema),
            "/a~1b/1/n: expected at most 2, it is 3");
  EXPECT_EQ(checker.fault(json("1"), json(R"({"type":"string"})")), R"(/: expected of type "string", it is 1)");
  EXPECT_EQ(checker.fault(json(R"({"x":1})"), json(R"({"properties":{},"additionalProperties":false})")),
            "/x: expected no such field, it is 1");
  EXPECT_EQ(checker.fault(json("{}"), json(R"({"required":["id"]})")), "/: expected a field \"id\", there is none");
  EXPECT_EQ(checker.fault_of(json("{}"), "Nobody"), "no schema has the name Nobody");
}

}  // namespace
}  // namespace cairn::testing
