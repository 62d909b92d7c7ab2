// The reference on every official node test. Results are proved, not measured: they are the same on
// every machine.
#include "conform/run.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <regex>

#include "base/files.h"
#include "conform/node_tests.h"

namespace assay::conform {
namespace {

// The stored values that docs/conformance.md tells to be outside the bounds, per test.
std::map<std::string, int64_t> OutsideAsDocumented() {
  const char* home = std::getenv("ASSAY_HOME");
  const std::string page =
      ReadFile(std::string(home == nullptr ? "." : home) + "/docs/conformance.md").value();
  const size_t begin = page.find("<!-- figures: begin -->"),
               end = page.find("<!-- figures: end -->");
  const std::string figures = page.substr(begin, end - begin);
  const std::regex row(R"(\| `(\w+)` \| (\d+) \|)");
  std::map<std::string, int64_t> out;
  for (std::sregex_iterator it(figures.begin(), figures.end(), row), last; it != last; ++it)
    out[(*it)[1]] = std::stoll((*it)[2]);
  return out;
}

TEST(RunOnReference, PassesEveryNodeTestWithTheDocumentedValuesOutside) {
  const auto dir = FindNodeTests("");
  if (!dir.ok()) GTEST_SKIP() << dir.error().message;
  const auto report = RunOnReference(*dir, "", {});
  ASSERT_TRUE(report.ok()) << report.error().message;
  EXPECT_GT(report->results.size(), 1000u);
  std::map<std::string, int64_t> outside;
  for (const TestResult& result : report->results) {
    EXPECT_TRUE(result.passed) << result.name << ": " << result.reason;
    if (result.outside_bound > 0) outside[result.name] = result.outside_bound;
  }
  EXPECT_EQ(outside, OutsideAsDocumented());
}

}  // namespace
}  // namespace assay::conform
