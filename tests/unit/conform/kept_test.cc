#include "conform/kept.h"

#include <gtest/gtest.h>

namespace assay::conform {
namespace {

using nlohmann::json;

Report Of(std::vector<TestResult> results) { return {"toy", std::move(results)}; }

TEST(Kept, TellsEachTestAndWhyNot) {
  const json kept = KeptJson(Of({{.name = "a", .passed = true},
                                 {.name = "b", .unsupported = true, .reason = "no strings"},
                                 {.name = "c", .reason = "<b>1 is not 2</b>"}}),
                             "1.0", "cpu", json());
  EXPECT_EQ(kept["results"],
            json::object({{"a", "passed"}, {"b", "unsupported"}, {"c", "failed"}}));
  EXPECT_EQ(kept["reasons"], json::object({{"b", "no strings"}, {"c", "<b>1 is not 2</b>"}}));
}

TEST(Kept, AFilterLeavesOtherTestsOfTheSameVersion) {
  const json first = KeptJson(Of({{.name = "a", .reason = "bad"}, {.name = "b", .passed = true}}),
                              "1.0", "cpu", json());
  const json again = KeptJson(Of({{.name = "a", .passed = true}}), "1.0", "cpu", first);
  EXPECT_EQ(again["results"], json::object({{"a", "passed"}, {"b", "passed"}}));
  EXPECT_EQ(again["reasons"], json::object());
  const json newer = KeptJson(Of({{.name = "a", .passed = true}}), "1.1", "cpu", first);
  EXPECT_EQ(newer["results"], json::object({{"a", "passed"}}));
  // What is none of ours is no reason to fail.
  EXPECT_EQ(
      KeptJson(Of({}), "1.0", "cpu", json::parse(R"({"version": "1.0", "results": 3})"))["results"],
      json::object());
}

}  // namespace
}  // namespace assay::conform
