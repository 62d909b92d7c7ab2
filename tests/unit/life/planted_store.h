// A store with findings of the planted worker, which is wrong in known ways: they can be confirmed,
// reduced, located and tested again without any framework.
#pragma once

#include "onnx/model_io.h"
#include "tests/unit/dossier/sample.h"
#include "tests/unit/triage/planted.h"
#include "triage/group.h"

namespace assay::life {

inline constexpr const char* kFault = "hard-swish-slope";

class PlantedStore : public dossier::SampleStore {
 protected:
  void SetUp() override {
    if (!triage::PlantedTarget(kFault).ready) GTEST_SKIP() << "the planted worker is missing";
    SampleStore::SetUp();
  }

  static std::vector<std::string> Backends() { return {triage::FaultFolder() + "/backends"}; }

  // What the fault shows, behind two nodes that have nothing to do with it.
  static ModelCase LongCase() {
    return triage::CaseOf(R"(graph (x: float32[4]) -> (y) {
  x: float32[4] = [-1.5, 0.5, 2.5, -3]
  a = Neg(x)
  b = Neg(a)
  y = HardSwish(b)
})");
  }

  // As a campaign leaves it: a finding of `target` with one case, which `target` computes rightly
  // unless it is planted:hard-swish-slope.
  store::FindingRow AddPlanted(const std::string& target) {
    store::FindingRow row;
    row.target = target;
    row.device = "cpu";
    row.kind = "wrong";
    row.signature = target + " | wrong |  | <HardSwish>";
    row.id = triage::FindingId(row.signature);
    row.state = "new";
    row.count = 1;
    store::SightingRow seen;
    seen.finding = row.id;
    seen.recipe = "seed 1";
    seen.nodes = 3;
    const ModelCase model_case = LongCase();
    seen.model = onnxio::SerializeModel(model_case.model).value();
    seen.inputs = triage::PackInputs(model_case);
    EXPECT_TRUE(store().AddFindings({row}, {seen}).ok());
    return store().Finding(row.id).value();
  }
  store::FindingRow AddShown() { return AddPlanted(std::string("planted:") + kFault); }
  store::FindingRow AddNotShown() { return AddPlanted("planted"); }
};

}  // namespace assay::life
