// The rules on the sample that was labelled by hand: what they find must be right in nine of ten.
#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>
#include <map>

#include "base/files.h"
#include "knowledge/api/constraints/constraints.h"

namespace assay::knowledge {
namespace {

using nlohmann::json;

constexpr double kWanted = 0.9;
constexpr size_t kSampleSize = 150;

// The documentation as far as the rules looked at it.
ApiDoc Rebuild(const json& item) {
  ApiDoc doc;
  doc.name = item["api"];
  doc.signature = item["signature"];
  doc.text = item["text"];
  for (const json& name : item["names"]) {
    Parameter parameter;
    parameter.name = name;
    if (parameter.name == item["parameter"].get<std::string>()) {
      const json& documented = item["documented"];
      parameter.type = documented["type"];
      parameter.kind = documented["kind"];
      parameter.optional = documented["optional"];
      parameter.description = documented["description"];
      if (!documented["default"].is_null()) parameter.default_value = documented["default"];
    }
    doc.parameters.push_back(parameter);
  }
  FindConstraints(doc);
  return doc;
}

bool Finds(const json& item) {
  const ApiDoc doc = Rebuild(item);
  const std::string kind = item["kind"], normal = item["normal"];
  for (const Constraint& c : FindParameter(doc, item["parameter"])->constraints)
    if (c.kind == kind && c.normal == normal) return true;
  return false;
}

TEST(ConstraintPrecision, NineOfTenAreRight) {
  const char* home = std::getenv("ASSAY_HOME");
  const auto file =
      ReadFile(std::string(home == nullptr ? "." : home) + "/data/knowledge/constraints.json");
  ASSERT_TRUE(file.ok()) << file.error().message;
  const json sample = json::parse(*file);
  ASSERT_GE(sample.size(), kSampleSize);
  size_t found = 0, right = 0, lost = 0;
  for (const json& item : sample) {
    const bool finds = Finds(item);
    found += finds ? 1 : 0;
    right += finds && item["right"].get<bool>() ? 1 : 0;
    lost += !finds && item["right"].get<bool>() ? 1 : 0;
  }
  ASSERT_GT(found, 0u);
  const double precision = static_cast<double>(right) / static_cast<double>(found);
  std::cout << right << " of " << found << " right, " << lost
            << " right ones are not found any more\n";
  EXPECT_GE(precision, kWanted);
  // A rule that finds nothing is precise too: what was right once should still be found.
  EXPECT_LE(lost, sample.size() / 10);
}

}  // namespace
}  // namespace assay::knowledge
