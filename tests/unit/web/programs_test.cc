#include <gtest/gtest.h>

#include "base/strings.h"
#include "tests/unit/web/pages_sample.h"

namespace assay::web {
namespace {

using dossier::kHostile;
using nlohmann::json;

class ProgramsPageTest : public PageTest {
 protected:
  void AddRun(const std::string& pipeline, const std::vector<std::string>& reports,
              const std::string& tally = "{}") {
    const json config = {{"pipeline", pipeline}, {"action", "run"}};
    const auto campaign = store().AddCampaign(config.dump());
    store::CampaignStep step;
    step.campaign = *campaign;
    step.tally = tally;
    for (const std::string& report : reports)
      step.reports.push_back({static_cast<int64_t>(step.reports.size()), report});
    ASSERT_TRUE(store().Commit(step).ok());
  }
  static Query Pipeline(const std::string& name) { return Query().Set("pipeline", name); }
};

TEST_F(ProgramsPageTest, AnEmptyStoreShowsThePapersFigures) {
  for (const char* pipeline : {"judge", "optbug", "mirror"}) {
    const json out = Ask(Programs, Pipeline(pipeline));
    EXPECT_EQ(out["total"], 0);
    ASSERT_FALSE(out["table"].empty()) << pipeline;
    for (const json& row : out["table"][0]["rows"])
      EXPECT_EQ(row.size(), out["table"][0]["header"].size());
  }
}

TEST_F(ProgramsPageTest, JudgeByRulesAndByAModel) {
  AddRun("judge", {R"({"framework": "torch", "api": "torch.relu", "calls": 2, "programs": 9,
                       "trials": 4, "statuses": {"valid": 9}, "problem": "",
                       "verdicts": {"holds": 3, "broken": 1},
                       "oracles": {"default": {"holds": 3}}, "findings": ["fx"]})"});
  AddRun("judge-model", {R"({"framework": "torch", "api": "torch.abs", "version": "2",
                             "documentation": {"text": "all of it"},
                             "cases": [{"program": "import torch", "parameter": "",
                                        "agreement": "agrees", "final_answer": "true",
                                        "evidence": "<img src=x onerror=alert(1)>",
                                        "predicted": {"status": "valid", "shape": "[2]"},
                                        "seen": {"status": "valid"}}]})"});
  const json out = Ask(Programs, Pipeline("judge"));
  ASSERT_EQ(out["total"], 2);
  const json& by_model = out["programs"][0];
  EXPECT_EQ(by_model["text"], "import torch");
  EXPECT_EQ(by_model["expected"], "valid, [2]");
  EXPECT_EQ(by_model["documentation"]["sentence"], kHostile);
  EXPECT_EQ(by_model["documentation"]["text"], "all of it");
  const json& by_rules = out["programs"][1];
  EXPECT_EQ(by_rules["finding"], "fx");
  EXPECT_EQ(by_rules["verdict"], "1 broken, 3 holds");
  EXPECT_FALSE(out["note"].get<std::string>().empty());
  ASSERT_EQ(by_rules["tried"].size(), 1u);
  EXPECT_EQ(by_rules["tried"][0]["verdicts"], "3 holds");
  EXPECT_FALSE(by_rules["tried"][0]["meaning"].get<std::string>().empty());
  EXPECT_EQ(out["unit"], "programs and APIs");
  const json& rows = out["table"][0]["rows"];
  EXPECT_EQ(rows[0], json::array({"assay with a model, this store", "0", "1", "0"}));
  EXPECT_EQ(rows[1], json::array({"assay by rules, this store", "0", "3", "1"}));
}

TEST_F(ProgramsPageTest, JudgeShowsProgramsThatFoundNothing) {
  const std::string kind = "judge programs torch.abs 1";
  const std::string kept_text = R"json({"api": "torch.abs", "framework": "torch",
    "version": "2", "source": "introspection", "documentation": "all of it", "left_out": 3,
    "texts": ["import torch", "import torch as t"], "programs": [
      {"oracle": "default", "parameter": "p", "verdict": "holds", "status": "valid", "message": "",
       "claim": "it is 1", "sentence": "p is 1.", "place": "parameter `p`", "claim_line": 1,
       "text": 0},
      {"oracle": "strides", "verdict": "broken", "status": "exception", "message": "no",
       "sentence": "<img src=x onerror=alert(1)>", "place": "", "text": 1, "finding": "fz"},
      {"oracle": "twin", "api": "tf.abs", "framework": "tensorflow", "verdict": "broken",
       "sentence": "Absolute.", "place": "description", "text": 7}]})json";
  ASSERT_TRUE(store().KeepDocument(kind, "programs", kept_text).ok());
  const json first = {{"api", "torch.abs"}, {"calls", 1}, {"kept", kind}};
  AddRun("judge", {first.dump(), R"({"api": "torch.old", "calls": 1})",
                   R"({"api": "torch.gone", "calls": 1, "kept": "judge programs nowhere"})"});
  const json out = Ask(Programs, Pipeline("judge"));
  ASSERT_EQ(out["total"], 3);
  const json& kept = out["programs"][0]["kept"];
  ASSERT_EQ(kept["programs"].size(), 3u);
  EXPECT_EQ(kept["documentation"], "all of it");
  EXPECT_EQ(kept["left_out"], 3);
  const json& holds = kept["programs"][0];
  EXPECT_EQ(holds["text"], "import torch");
  EXPECT_EQ(holds["verdict"], "holds");
  EXPECT_FALSE(holds["meaning"].get<std::string>().empty());
  EXPECT_EQ(holds["documentation"]["sentence"], "p is 1.");
  EXPECT_EQ(holds["documentation"]["source"], "torch 2, introspection: parameter `p`");
  EXPECT_FALSE(holds["documentation"].contains("note"));
  // A rule of ours does not pass for a promise of theirs.
  const json& ours = kept["programs"][1];
  EXPECT_EQ(ours["documentation"]["sentence"], "");
  EXPECT_NE(ours["documentation"]["note"].get<std::string>().find(kHostile), std::string::npos);
  EXPECT_EQ(ours["seen"], "exception: no");
  EXPECT_EQ(ours["finding"], "fz");
  const json& other = kept["programs"][2];
  EXPECT_EQ(other["text"], "");  // there is no text 7
  EXPECT_EQ(other["documentation"]["own"], false);
  EXPECT_EQ(other["documentation"]["api"], "tf.abs");
  EXPECT_FALSE(out["programs"][1].contains("kept"));
  EXPECT_FALSE(out["programs"][2].contains("kept"));
  // The name of what is kept is nothing to be found by.
  EXPECT_EQ(Ask(Programs, Pipeline("judge").Set("q", "judge programs"))["total"], 0);
}

TEST_F(ProgramsPageTest, WhatAccusesNobodyIsUnknown) {
  AddRun("judge", {R"({"api": "a", "verdicts": {"holds": 4, "not applicable": 2, "crash": 1,
                       "imprecise": 3, "hangs": 1, "of another assay": 5}})"});
  const json out = Ask(Programs, Pipeline("judge"));
  EXPECT_EQ(out["unit"], "APIs");
  EXPECT_EQ(out["table"][0]["rows"][0],
            json::array({"assay by rules, this store", "10", "4", "2"}));
}

TEST_F(ProgramsPageTest, OptbugLinksAFindingOnlyWhereItIsCertain) {
  AddRun("optbug", {R"({"programs": [
    {"optimiser": "torch.compile", "rule": "r1", "kind": "api", "status": "valid", "verdict": "wrong value"},
    {"optimiser": "torch.compile", "rule": "r2", "kind": "api", "status": "valid", "verdict": "wrong value"},
    {"optimiser": "torch.compile", "rule": "r2", "kind": "api", "status": "valid", "verdict": "wrong value"},
    {"optimiser": "torch.compile", "rule": "r1", "kind": "api", "status": "valid", "verdict": "holds"}],
   "findings": [
    {"id": "f1", "optimiser": "torch.compile", "rule": "r1", "kind": "api"},
    {"id": "f2", "optimiser": "torch.compile", "rule": "r2", "kind": "api"}]})"},
         R"({"suspected": [{"rule": "r9", "status": "crash", "program": "p"}]})");
  const json out = Ask(Programs, Pipeline("optbug"));
  ASSERT_EQ(out["total"], 5);
  EXPECT_EQ(out["programs"][0]["verdict"], "suspected");
  EXPECT_EQ(out["programs"][1]["finding"], "f1");
  EXPECT_EQ(out["programs"][2]["finding"], "");
  EXPECT_EQ(out["programs"][4]["finding"], "");
}

TEST_F(ProgramsPageTest, MirrorTellsWhatWasCarried) {
  AddRun("mirror", {R"({"inputs": 1, "outputs": [
    {"name": "abs.py", "from": "torch", "to": "jax", "valid": true, "preserving": true,
     "program": "import jax", "verdict": "shows", "finding": "fm",
     "tokens": {"knowledge": 3, "code": 4, "output": 5}}]})"});
  AddRun("mirror-pairs", {R"({"from": "torch.abs", "to": "jax.numpy.abs", "state": "compared",
                              "trials": 8, "rulings": {"agreed": 8}, "findings": []})"});
  const json out = Ask(Programs, Pipeline("mirror"));
  ASSERT_EQ(out["total"], 2);
  EXPECT_EQ(out["programs"][0]["api"], "torch → jax");
  EXPECT_EQ(out["programs"][0]["tokens"], 12);
  EXPECT_EQ(out["programs"][0]["finding"], "fm");
  EXPECT_EQ(out["programs"][1]["status"], "compared");
  EXPECT_EQ(out["unit"], "programs and pairs of APIs");
  const json found = Ask(Programs, Pipeline("mirror").Set("q", "NUMPY"));
  EXPECT_EQ(found["total"], 1);
  const json by_status = Ask(Programs, Pipeline("mirror").Set("status", "compared"));
  EXPECT_EQ(by_status["total"], 1);
}

TEST_F(ProgramsPageTest, PagesOfALongList) {
  std::vector<std::string> reports;
  for (int i = 0; i < 120; ++i)
    reports.push_back(StrCat(R"({"api": "api)", i, R"(", "framework": "torch", "calls": 1})"));
  AddRun("judge", reports);
  const json out = Ask(Programs, Pipeline("judge").Set("limit", "7").Set("offset", "115"));
  EXPECT_EQ(out["total"], 120);
  ASSERT_EQ(out["programs"].size(), 5u);
  EXPECT_EQ(out["programs"][0]["api"], "api115");
  for (const char* limit : {"0", "-1", "1001", "x", "99999999999999999999"})
    EXPECT_FALSE(Programs(sources(), Pipeline("judge").Set("limit", limit)).ok()) << limit;
  EXPECT_FALSE(Programs(sources(), Pipeline("nonesuch")).ok());
  EXPECT_FALSE(Programs(sources(), Pipeline("judge").Set("x", "1")).ok());
}

TEST_F(ProgramsPageTest, AReportOfAnotherShapeIsAnErrorAndNoEnd) {
  AddRun("judge", {R"({"api": 3, "verdicts": "x"})"});
  const auto answer = Programs(sources(), Pipeline("judge"));
  ASSERT_FALSE(answer.ok());
  EXPECT_NE(answer.error().message.find("judge"), std::string::npos);
}

}  // namespace
}  // namespace assay::web
