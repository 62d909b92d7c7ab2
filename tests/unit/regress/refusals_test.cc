// What a framework said when it refused a model: a stated limit, or a finding.
#include "cases.h"
#include "lab/manifest.h"

namespace assay::regress {
namespace {

const lab::Manifest* ManifestOf(const std::string& framework) {
  static const auto kAll = lab::LoadManifests({HomeFolder() + "/backends"});
  EXPECT_TRUE(kAll.ok());
  if (kAll.ok())
    for (const lab::Manifest& manifest : *kAll)
      if (manifest.framework == framework) return &manifest;
  return nullptr;
}

class Refusals : public Regress {};

TEST_P(Refusals, GetTheirVerdict) {
  const Case& test = GetParam();
  ExpectKeys(test, {"framework", "mode", "stage", "error", "message", "machine", "verdict"});
  const lab::Manifest* manifest = ManifestOf(test["framework"]);
  ASSERT_NE(manifest, nullptr) << test["framework"];
  const std::string stage = test["stage"];
  const lab::Gap* gap = manifest->FindGap(test["mode"],
                                          stage == "load"      ? lab::Stage::kLoad
                                          : stage == "compile" ? lab::Stage::kCompile
                                                               : lab::Stage::kRun,
                                          test["error"], test["message"], test["machine"]);
  EXPECT_EQ(gap == nullptr ? "rejected" : "unsupported", test["verdict"]) << test["cause"];
}

INSTANTIATE_TEST_SUITE_P(All, Refusals, testing::ValuesIn(CasesIn("refusals")), TestName);

}  // namespace
}  // namespace assay::regress
