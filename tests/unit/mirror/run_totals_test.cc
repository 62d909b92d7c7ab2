#include "mirror/run_totals.h"

#include <gtest/gtest.h>

#include "mirror/pairs/run.h"

namespace assay::mirror::run_totals_test {
namespace {

using nlohmann::json;

TEST(MirrorTotals, CountOutputs) {
  MirrorTotals totals;
  totals.Take(
      json::parse(R"({"seconds": 2, "inputs": 3, "findings": [], "screened_out": [{"name": "c"}],
    "outputs": [{"name": "a", "valid": true, "preserving": true, "verdict": "same", "cost": 0.5,
                 "tokens": {"knowledge": 1, "code": 2, "output": 3}},
                {"name": "b", "valid": true, "emulated": true, "error_kind": "name",
                 "verdict": "same"}]})"));
  const json out = totals.Tally({{"to", "jax"}}, {"f1"});
  EXPECT_EQ(totals.inputs(), 3u);
  EXPECT_EQ(out["to"], "jax");
  EXPECT_EQ(out["outputs"], 2);
  EXPECT_EQ(out["valid"], 2);
  EXPECT_EQ(out["preserving"], 1);
  EXPECT_EQ(out["emulated"], 1);
  EXPECT_EQ(out["verdicts"], json({{"same", 2}}));
  EXPECT_EQ(out["error_kinds"], json({{"name", 1}}));
  EXPECT_EQ(out["tokens"]["code"], 2);
  EXPECT_EQ(out["finding_ids"], json::array({"f1"}));
  EXPECT_EQ(out["programs_per_second"], 1.0);
  EXPECT_THROW(totals.Take(json::object()), json::exception);
}

TEST(PairsTotals, AreTheSameForEveryOrder) {
  const auto report = [](const std::string& from, const std::string& state) {
    return json{{"from", from},
                {"to", "tf.x"},
                {"state", state},
                {"problem", "other numbers"},
                {"programs", 4},
                {"trials", 10},
                {"seconds", 1},
                {"statuses", {{"valid", 4}}},
                {"rulings", {{"agreed", 8}, {"one refuses", 2}}},
                {"conventions", json::object()},
                {"notes", json::array({{{"from", from}}})},
                {"findings", json::array()}};
  };
  pairs::PairsTotals forth, back;
  forth.Take(report("torch.a", "compared"));
  forth.Take(report("torch.b", "not a twin"));
  back.Take(report("torch.b", "not a twin"));
  back.Take(report("torch.a", "compared"));
  const json out = forth.Summary({{"from", "torch"}, {"to", "tensorflow"}});
  EXPECT_EQ(out, back.Summary({{"from", "torch"}, {"to", "tensorflow"}}));
  EXPECT_EQ(out["pairs"], "torch-tensorflow");
  EXPECT_EQ(out["states"], json({{"compared", 1}, {"not a twin", 1}}));
  EXPECT_EQ(out["differs"], 4);
  EXPECT_EQ(out["not_twins"][0]["from"], "torch.b");
  EXPECT_EQ(out["differences"][0]["from"], "torch.a");
  EXPECT_EQ(out["judged"], json::array({"tf.x", "torch.a", "torch.b"}));
  EXPECT_EQ(forth.Tally({}, {}), json({{"subjects", 2}}));
}

}  // namespace
}  // namespace assay::mirror::run_totals_test
