// A store with findings, for the tests of this folder and of the pages.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <optional>
#include <string>

#include "casebook/records.h"
#include "graph/text.h"
#include "onnx/model_io.h"
#include "ops/infer.h"
#include "store/store.h"
#include "triage/case_bytes.h"

namespace assay::dossier {

// What strangers may call things.
inline constexpr const char* kHostile = "<img src=x onerror=alert(1)>";

inline ModelCase SampleCase(const std::string& text) {
  ModelCase out;
  out.model = ParseModelText(text).value();
  EXPECT_TRUE(ops::InferTypes(out.model).ok());
  out.inputs = {MakeTensor(DType::kFloat32, {2}, std::vector<double>{1, -2})};
  return out;
}

// Three nodes, as it was found; two of them are enough.
inline ModelCase FullCase() {
  return SampleCase(R"(model ir=8 opset=17
graph g (x: float32[2]) -> (out: float32[2]) {
  lo: float32[] = 0
  a: float32[2] = Abs(x)
  r: float32[2] = Relu(a)
  [last] out = Clip(r, lo)
})");
}
inline ModelCase ReducedCase() {
  return SampleCase(R"(model ir=8 opset=17
graph g (x: float32[2]) -> (y: float32[2]) {
  lo: float32[] = 0
  r: float32[2] = Relu(x)
  y = Clip(r, lo)
})");
}

class SampleStore : public testing::Test {
 protected:
  void SetUp() override {
    Remove();
    auto opened = store::Store::Open(path_);
    ASSERT_TRUE(opened.ok()) << opened.error().message;
    store_.emplace(std::move(opened).value());
  }
  void TearDown() override {
    store_.reset();
    Remove();
  }

  store::Store& store() { return *store_; }
  const std::string& path() const { return path_; }

  // As a campaign leaves it.
  store::FindingRow AddModelFinding(const std::string& id) {
    store::FindingRow row;
    row.id = id;
    row.target = "onnxruntime";
    row.version = "1.31.1";
    row.device = "cpu";
    row.kind = "wrong";
    row.message = "output 'out', element 1: got 9, truth 0 ± 0.5";
    row.signature = "onnxruntime | wrong |  | <Clip>";
    row.state = "new";
    row.count = 3;
    store::SightingRow seen;
    seen.finding = id;
    seen.message = row.message;
    seen.recipe = "seed 1";
    seen.nodes = 3;
    const ModelCase full = FullCase();
    seen.model = onnxio::SerializeModel(full.model).value();
    seen.inputs = triage::PackInputs(full);
    EXPECT_TRUE(store_->AddFindings({row}, {seen}).ok());
    return store_->Finding(id).value();
  }

  void Reduce(const std::string& id) {
    const ModelCase small = ReducedCase();
    store::ReductionRow row;
    row.finding = id;
    row.original_nodes = 3;
    row.nodes = 2;
    row.complete = true;
    row.model = onnxio::SerializeModel(small.model).value();
    row.inputs = triage::PackInputs(small);
    EXPECT_TRUE(store_->KeepReduction(row).ok());
  }

  void Fact(const std::string& id, const std::string& aspect, const nlohmann::json& json) {
    EXPECT_TRUE(store_->SetFact(id, aspect, json.dump()).ok());
  }

  // Of a program that breaks its documentation.
  std::string AddProgramFinding() {
    casebook::ProgramFinding finding;
    finding.pipeline = "judge";
    finding.framework = "torch";
    finding.version = "2.13.0+cpu";
    finding.environment = "torch";
    finding.api = "torch.relu";
    finding.oracle = "default";
    finding.kind = "disagreement";
    finding.title = std::string("torch.relu is ") + kHostile;
    finding.sentence = "Applies the rectified linear unit.";
    finding.message = "it is not so";
    finding.program = "import torch\nassert torch.relu(torch.tensor(1.)) == 2\n";
    finding.seen.status = "exception";
    finding.seen.exception = "AssertionError";
    finding.others.push_back({"numpy", "print(1)\n", "valid"});
    const auto campaign = store_->AddCampaign(R"({"pipeline": "judge"})");
    store::CampaignStep step;
    step.campaign = campaign.value();
    EXPECT_TRUE(casebook::Keep(*store_, {finding}, step).ok());
    return casebook::IdOf(finding);
  }

 private:
  void Remove() {
    for (const char* suffix : {"", "-wal", "-shm"}) std::filesystem::remove(path_ + suffix);
  }

  const std::string path_ =
      testing::TempDir() + "/sample_" +
      testing::UnitTest::GetInstance()->current_test_info()->test_suite_name() + ".db";
  std::optional<store::Store> store_;
};

}  // namespace assay::dossier
