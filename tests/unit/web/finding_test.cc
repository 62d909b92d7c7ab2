#include <gtest/gtest.h>

#include "onnx/model_io.h"
#include "tests/unit/web/pages_sample.h"

namespace assay::web {
namespace {

using dossier::kHostile;
using nlohmann::json;

class FindingPageTest : public PageTest {
 protected:
  void AddAll() {
    AddModelFinding("f1");
    Reduce("f1");
    Fact("f1", "evidence",
         {{"output", "y"}, {"element", 1}, {"got", "nan"}, {"truth", 0.0}, {"bound", 0.5}});
    Fact("f1", "reduction", json::parse(R"({"notes": ["x: any value"], "opsets": [13, 21]})"));
    Fact("f1", "location", json::parse(R"({
      "summary": "since 1.30",
      "first_wrong": {"tensor": "r", "op": "Relu", "how": "taps"},
      "optimisers": ["FuseReluClip"],
      "versions": {"first_bad": "1.30.0", "last_good": "1.9.0", "tried": [
        {"version": "1.30.0", "status": "wrong", "shows": true},
        {"version": "1.9.0", "status": "ok", "shows": false},
        {"version": "1.10.0", "status": "crash", "shows": false}]}})"));
    Fact("f1", "repro", {{"text", "print(1)\n"}, {"checked", true}, {"shows", true}, {"exit", 1}});
    Fact("f1", "errors", json::parse(R"({"outputs": [{"name": "y", "elements": 2}]})"));
    Fact("f1", "label", {{"label", "true"}, {"note", kHostile}});
    ASSERT_TRUE(store().AddHistory({"f1", "", "onnxruntime", "1.32.0", "fixed", kHostile}).ok());
  }
};

TEST_F(FindingPageTest, AFindingAsACampaignLeavesIt) {
  AddModelFinding("f1");
  const json out = Ask(Finding, Of("f1"));
  EXPECT_EQ(out["id"], "f1");
  EXPECT_TRUE(out["graph"]["reduced"].is_null());
  EXPECT_EQ(out["graph"]["full"]["nodes"].size(), 3u);
  // The message names the output; the picture shows it, and accuses no operator.
  EXPECT_EQ(out["graph"]["full"]["outputs"][0]["wrong"], true);
  for (const json& node : out["graph"]["full"]["nodes"]) EXPECT_EQ(node["wrong"], false);
  EXPECT_TRUE(out["error"]["outputs"].empty());
  EXPECT_NE(out["error"]["note"].get<std::string>().find("findings confirm f1"), std::string::npos);
  EXPECT_EQ(out["repro"]["text"], "");
  EXPECT_TRUE(out["program"].is_null());
  EXPECT_EQ(out["labels"]["current"], "");
  EXPECT_GT(out["labels"]["choices"].size(), 10u);
  EXPECT_FALSE(out["summary"].empty());
}

TEST_F(FindingPageTest, AFindingThatIsKnownThrough) {
  AddAll();
  const json out = Ask(Finding, Of("f1"));
  EXPECT_EQ(out["wrong"]["tensor"], "r");
  EXPECT_EQ(out["wrong"]["got"], "nan");
  EXPECT_EQ(out["wrong"]["truth"], 0.0);
  EXPECT_EQ(out["graph"]["reduced"]["nodes"].size(), 2u);
  EXPECT_EQ(out["graph"]["reduced"]["nodes"][0]["wrong"], true);
  EXPECT_EQ(out["graph"]["full"]["nodes"].size(), 3u);
  // Names of the reduced case say nothing of the full one: its own words do.
  EXPECT_EQ(out["graph"]["full"]["outputs"][0]["wrong"], true);
  for (const json& node : out["graph"]["full"]["nodes"]) EXPECT_EQ(node["wrong"], false);
  EXPECT_EQ(out["error"]["outputs"][0]["name"], "y");
  EXPECT_EQ(out["irrelevant"], json::array({"x: any value"}));
  EXPECT_EQ(out["repro"]["checked"], true);
  EXPECT_EQ(out["repro"]["file"], "repro-f1.py");
  EXPECT_EQ(out["labels"]["current"], "true");
  EXPECT_EQ(out["labels"]["note"], kHostile);
  EXPECT_EQ(out["history"][0]["message"], kHostile);
  EXPECT_EQ(out["maintainer"]["project"], "ONNX Runtime");
  EXPECT_EQ(out["maintainer"]["ready"], false);
  EXPECT_FALSE(out["maintainer"]["problems"].empty());
  EXPECT_FALSE(out["sections"].empty());
  // Letters alone say nothing: the class has its words, too.
  EXPECT_FALSE(out["class_name"].get<std::string>().empty());
  EXPECT_FALSE(out["class_group"].get<std::string>().empty());
  // Not a number is no distance, and half a unit is allowed.
  EXPECT_EQ(out["wrong"]["exact"], false);
  EXPECT_TRUE(out["wrong"]["error"].is_null());
  EXPECT_FALSE(out["error"]["outputs"][0].contains("exact"));
}

TEST_F(FindingPageTest, WhereNoErrorIsAllowedThatIsSaid) {
  AddAll();
  Fact("f1", "evidence",
       {{"output", "y"}, {"element", 1}, {"got", 3.0}, {"truth", 1.0}, {"bound", 0.0}});
  const json out = Ask(Finding, Of("f1"));
  EXPECT_EQ(out["wrong"]["exact"], true);
  EXPECT_EQ(out["wrong"]["error"], 2.0);
  const std::string sentence = out["wrong"]["sentence"];
  EXPECT_NE(sentence.find("truth exactly 1"), std::string::npos) << sentence;
  EXPECT_EQ(sentence.find("±"), std::string::npos) << sentence;
  EXPECT_EQ(out["error"]["outputs"][0]["exact"], true);
  EXPECT_EQ(out["error"]["outputs"][0]["error"], 2.0);
}

TEST_F(FindingPageTest, WhatSpeaksForTheFrameworkIsSaid) {
  AddAll();
  EXPECT_EQ(Ask(Finding, Of("f1"))["caution"], "");
  // Beyond the certified bound, and within what the project's own tests admit.
  Fact("f1", "evidence",
       {{"output", "y"}, {"element", 1}, {"got", 1.0001}, {"truth", 1.0}, {"bound", 1e-9}});
  const std::string caution = Ask(Finding, Of("f1"))["caution"];
  EXPECT_NE(caution.find("ONNX Runtime"), std::string::npos) << caution;
}

TEST_F(FindingPageTest, CallsOfFrameworksThatReadNoOnnx) {
  store::FindingRow row = AddModelFinding("f1");
  EXPECT_TRUE(Ask(Finding, Of("f1"))["calls"].is_null());
  row.id = "f2";
  row.target = "torch:eager";
  row.signature = "torch:eager | wrong |  | <Clip>";
  store::SightingRow seen;
  seen.finding = row.id;
  seen.message = row.message;
  seen.nodes = 3;
  const ModelCase full = dossier::FullCase();
  seen.model = onnxio::SerializeModel(full.model).value();
  seen.inputs = triage::PackInputs(full);
  ASSERT_TRUE(store().AddFindings({row}, {seen}).ok());
  const json none = Ask(Finding, Of("f2"))["calls"];
  EXPECT_EQ(none["text"], "");
  EXPECT_NE(none["note"].get<std::string>().find("findings repro f2"), std::string::npos);
  Fact("f2", "repro",
       {{"text",
         "import torch\n\n\ndef f(x):\n    t1 = torch.clamp(x, 0)\n\n    return t1,\n\n\n"
         "arguments = []\n\n\ndef run():\n    result = f(*arguments)\n\n\nprint(1)\n"}});
  EXPECT_EQ(Ask(Finding, Of("f2"))["calls"]["text"],
            "def f(x):\n    t1 = torch.clamp(x, 0)\n\n    return t1,\n\n\n"
            "def run():\n    result = f(*arguments)\n");
  // A file without calls of its own says nothing of them.
  Fact("f2", "repro", {{"text", "print(1)\n"}});
  EXPECT_TRUE(Ask(Finding, Of("f2"))["calls"].is_null());
}

TEST_F(FindingPageTest, VersionsAreALineOfTime) {
  AddAll();
  const json location = Ask(Finding, Of("f1"))["location"];
  EXPECT_EQ(location["pass"], "FuseReluClip");
  EXPECT_EQ(location["first_bad"], "1.30.0");
  std::map<std::string, std::string> states;
  std::vector<std::string> order;
  for (const json& one : location["versions"]) {
    states[one["version"]] = one["state"];
    order.push_back(one["version"]);
  }
  EXPECT_EQ(states["1.9.0"], "good");
  EXPECT_EQ(states["1.10.0"], "unknown");
  EXPECT_EQ(states["1.30.0"], "bad");
  EXPECT_EQ(states["1.31.1"], "bad");
  EXPECT_EQ(states["1.32.0"], "good");
  // By number, not by letter.
  EXPECT_LT(std::find(order.begin(), order.end(), "1.9.0"),
            std::find(order.begin(), order.end(), "1.10.0"));
}

TEST_F(FindingPageTest, OthersOfTheSameBugAreRelated) {
  AddModelFinding("f1");
  AddModelFinding("f2");
  AddModelFinding("f3");
  for (const char* id : {"f1", "f2"}) ASSERT_TRUE(store().SetGrouping(id, "g").ok());
  const json related = Ask(Finding, Of("f1"))["related"];
  ASSERT_FALSE(related.empty());
  EXPECT_EQ(related[0]["id"], "f2");
  EXPECT_EQ(related[0]["why"], "the same bug");
}

TEST_F(FindingPageTest, AProgramBesideItsDocumentation) {
  const std::string id = AddProgramFinding();
  Fact(id, "reduced", {{"text", "import torch\n"}, {"statements", 1}});
  const json out = Ask(Finding, Of(id));
  EXPECT_TRUE(out["graph"]["full"].is_null());
  const json& program = out["program"];
  EXPECT_EQ(program["reduced"], "import torch\n");
  EXPECT_NE(program["text"].get<std::string>().find("assert"), std::string::npos);
  EXPECT_EQ(program["documentation"]["sentence"], "Applies the rectified linear unit.");
  EXPECT_EQ(program["others"].size(), 1u);
  EXPECT_EQ(program["claim_line"], 0);
  EXPECT_EQ(program["original_claim_line"], 0);
  EXPECT_TRUE(program["prompts"].empty());
  EXPECT_FALSE(program["prompts_note"].get<std::string>().empty());
  EXPECT_NE(out["title"].get<std::string>().find(kHostile), std::string::npos);
  EXPECT_FALSE(out["maintainer"]["text"].get<std::string>().empty());
}

TEST_F(FindingPageTest, ATracebackIsThatOfTheRunThatWasKept) {
  const std::string id = AddProgramFinding();
  const json before = Ask(Finding, Of(id))["program"];
  EXPECT_EQ(before["traceback"], "");
  EXPECT_NE(before["traceback_note"].get<std::string>().find("findings repro " + id),
            std::string::npos);
  Fact(id, "repro",
       {{"text", "assert 1 == 2\n"},
        {"claim_line", 1},
        {"output", "2.13.0\nTraceback (most recent call last):\n  File \"repro.py\", line 1\n"}});
  const json out = Ask(Finding, Of(id));
  EXPECT_EQ(out["program"]["traceback"],
            "Traceback (most recent call last):\n  File \"repro.py\", line 1\n");
  EXPECT_EQ(out["program"]["traceback_of"], "repro");
  EXPECT_EQ(out["program"]["traceback_note"], "");
  EXPECT_EQ(out["repro"]["claim_line"], 1);
}

TEST_F(FindingPageTest, WhatIsNotThereIsNotFound) {
  for (const std::string& id : {std::string("f9"), std::string(), std::string(5000, 'A')}) {
    const auto answer = Finding(sources(), Of(id));
    ASSERT_FALSE(answer.ok());
    EXPECT_EQ(answer.error().kind, ErrorKind::kUnsupported);
    EXPECT_LT(answer.error().message.size(), 200u);
  }
  AddModelFinding("f1");
  EXPECT_EQ(Finding(sources(), Of("f1").Set("x", "1")).error().kind, ErrorKind::kRejected);
}

TEST_F(FindingPageTest, FactsOfStrangersBreakNothing) {
  AddModelFinding("f1");
  for (const char* aspect : {"evidence", "location", "reduction", "repro", "errors", "label",
                             "confirmation", "known", "environment"}) {
    ASSERT_TRUE(store().SetFact("f1", aspect, "[1, {\"a\": null}]").ok());
  }
  Ask(Finding, Of("f1"));
  Fact("f1", "location",
       json::parse(R"({"versions": 3, "first_wrong": "x", "optimisers": [{"a": 1}]})"));
  Fact("f1", "evidence", {{"got", json::object()}, {"element", "x"}, {"layer", 7}});
  Ask(Finding, Of("f1"));
  // So deep that copying it would end the process.
  ASSERT_TRUE(
      store().SetFact("f1", "location", std::string(200000, '[') + std::string(200000, ']')).ok());
  Ask(Finding, Of("f1"));
}

}  // namespace
}  // namespace assay::web
