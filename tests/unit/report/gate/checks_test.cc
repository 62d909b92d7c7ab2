// Every check of the maintainer gate, on what it lets pass and what it stops.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "report/gate/gate.h"
#include "tests/unit/report/gate/dossiers.h"

namespace assay::report::gate {
namespace {

constexpr const char* kSqrt = "graph g (x: float32[2]) -> (y: float32[2]) {\n  y = Sqrt(x)\n}\n";

Dossier Plain() { return WrongOn(kSqrt, {Floats({1, 4})}); }

Answer AnswerTo(const std::string& check, const Dossier& dossier, const Rule& rule = {},
                const Project& project = {}) {
  return Ask(check, dossier, rule, project).answer;
}

TEST(Checks, EveryFileIsInTheList) {
  size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator("src/report/gate/checks")) {
    std::string name = entry.path().stem().string();
    for (char& c : name) c = c == '_' ? '-' : c;
    EXPECT_NE(FindCheck(name), nullptr) << entry.path();
    ++files;
  }
  EXPECT_EQ(files, AllChecks().size());
}

TEST(Checks, BelongsHere) {
  Project project;
  project.frameworks = {"onnxruntime"};
  EXPECT_EQ(AnswerTo("belongs-here", Plain(), {}, project), Answer::kPass);
  project.frameworks = {"torch"};
  EXPECT_EQ(AnswerTo("belongs-here", Plain(), {}, project), Answer::kFail);
}

TEST(Checks, NewestVersion) {
  Dossier dossier = Plain();
  EXPECT_EQ(AnswerTo("newest-version", dossier), Answer::kUnknown);
  dossier.newest = "1.31.1";
  EXPECT_EQ(AnswerTo("newest-version", dossier), Answer::kPass);
  dossier.newest = "1.32.0";
  const Outcome old = Ask("newest-version", dossier);
  EXPECT_EQ(old.answer, Answer::kFail);
  EXPECT_NE(old.cure.find("retest f1 --targets onnxruntime@1.32.0"), std::string::npos) << old.cure;
  dossier.history.push_back({"f1", "", "onnxruntime@1.32.0", "1.32.0", "still there", ""});
  EXPECT_EQ(AnswerTo("newest-version", dossier), Answer::kPass);
  dossier.row.state = "fixed";
  EXPECT_EQ(AnswerTo("newest-version", dossier), Answer::kFail);
}

TEST(Checks, NotKnown) {
  Dossier dossier = Plain();
  EXPECT_EQ(AnswerTo("not-known", dossier), Answer::kUnknown);
  dossier.row.grouping = "g";
  EXPECT_EQ(AnswerTo("not-known", dossier), Answer::kPass);
  dossier.siblings.push_back({"f2", "onnxruntime:opt=off", "reported"});
  EXPECT_EQ(AnswerTo("not-known", dossier), Answer::kFail);
  dossier.siblings.clear();
  dossier.facts["known"] = {{"id", "ort-1"}, {"title", "t"}, {"link", "https://x.org/1"}};
  EXPECT_EQ(AnswerTo("not-known", dossier), Answer::kFail);
}

TEST(Checks, OneBugNamesTheOthers) {
  Dossier dossier = Plain();
  EXPECT_EQ(AnswerTo("one-bug", dossier), Answer::kUnknown);
  dossier.row.grouping = "g";
  dossier.siblings.push_back({"f2", "onnxruntime:opt=off", "confirmed"});
  const Outcome outcome = Ask("one-bug", dossier);
  EXPECT_EQ(outcome.answer, Answer::kPass);
  EXPECT_NE(outcome.text.find("f2"), std::string::npos);
}

TEST(Checks, Repeatable) {
  Rule rule;
  rule.at_least = 3;
  Dossier dossier = Plain();
  EXPECT_EQ(AnswerTo("repeatable", dossier, rule), Answer::kUnknown);
  dossier.facts["confirmation"] = {{"runs", 5}, {"shown", 5}};
  EXPECT_EQ(AnswerTo("repeatable", dossier, rule), Answer::kPass);
  dossier.facts["confirmation"] = {{"runs", 5}, {"shown", 4}};
  EXPECT_EQ(AnswerTo("repeatable", dossier, rule), Answer::kFail);
  dossier.facts["confirmation"] = {{"runs", 2}, {"shown", 2}};
  EXPECT_EQ(AnswerTo("repeatable", dossier, rule), Answer::kUnknown);
  dossier.row.state = "flaky";
  EXPECT_EQ(AnswerTo("repeatable", dossier, rule), Answer::kFail);
}

TEST(Checks, Undisputed) {
  Dossier dossier = Plain();
  EXPECT_EQ(AnswerTo("undisputed", dossier), Answer::kPass) << "nobody was asked";
  dossier.facts["opinion"] = nlohmann::json::parse(
      R"({"disputed": false, "judges": [{"target": "onnx", "says": "agrees"}]})");
  EXPECT_NE(Ask("undisputed", dossier).text.find("onnx"), std::string::npos);
  dossier.facts["opinion"] = nlohmann::json::parse(
      R"({"disputed": true, "judges": [{"target": "onnx", "says": "contradicts"}]})");
  EXPECT_EQ(AnswerTo("undisputed", dossier), Answer::kFail);
}

TEST(Checks, Reduced) {
  Rule rule;
  rule.at_most = 1;
  Dossier dossier = Plain();
  EXPECT_EQ(AnswerTo("reduced", dossier, rule), Answer::kUnknown);
  dossier.reduction = store::ReductionRow{.original_nodes = 50, .nodes = 1, .complete = false};
  EXPECT_EQ(AnswerTo("reduced", dossier, rule), Answer::kUnknown);
  dossier.reduction->complete = true;
  EXPECT_EQ(AnswerTo("reduced", dossier, rule), Answer::kPass);
  rule.at_most = 0;
  EXPECT_EQ(AnswerTo("reduced", dossier, rule), Answer::kFail);
}

TEST(Checks, StandAlone) {
  Rule rule;
  rule.at_most = 60;
  Dossier dossier = Plain();
  EXPECT_EQ(AnswerTo("stand-alone", dossier, rule), Answer::kUnknown);
  nlohmann::json& repro = dossier.facts["repro"];
  repro = {{"text", "x"}, {"lines", 20}, {"checked", false}, {"shows", false}};
  EXPECT_EQ(AnswerTo("stand-alone", dossier, rule), Answer::kUnknown);
  repro["checked"] = true;
  EXPECT_EQ(AnswerTo("stand-alone", dossier, rule), Answer::kFail);
  repro["shows"] = true;
  EXPECT_EQ(AnswerTo("stand-alone", dossier, rule), Answer::kPass);
  repro["lines"] = 61;
  EXPECT_EQ(AnswerTo("stand-alone", dossier, rule), Answer::kFail);
}

TEST(Checks, Specified) {
  Dossier dossier = Plain();
  const Outcome outcome = Ask("specified", dossier);
  EXPECT_EQ(outcome.answer, Answer::kPass);
  EXPECT_NE(outcome.text.find("onnx__Sqrt"), std::string::npos) << outcome.text;
  dossier.row.kind = "suspicious";
  EXPECT_EQ(AnswerTo("specified", dossier), Answer::kFail);
  Dossier stale = Plain();
  stale.smallest.model =
      *ParseModelText("graph (x: float32[2]) -> (y: float32[3]) { y = Sqrt(x) }");
  EXPECT_EQ(AnswerTo("specified", stale), Answer::kFail);
}

TEST(Checks, NoIndices) {
  EXPECT_EQ(AnswerTo("no-indices", Plain()), Answer::kPass);
  const char* text =
      "graph g (x: float32[4]) -> (y: int64[1]) {\n  y = ArgMax<axis=0, keepdims=1>(x)\n}\n";
  Dossier dossier = WrongOn(text, {Floats({1, 2, 3, 4})});
  EXPECT_EQ(AnswerTo("no-indices", dossier), Answer::kFail);
  dossier.row.kind = "crash";
  EXPECT_EQ(AnswerTo("no-indices", dossier), Answer::kNotAsked);
}

// Positions that the wrong output does not depend on are nobody's business.
TEST(Checks, NoIndicesLooksBehindTheWrongOutputOnly) {
  const char* text =
      "graph g (x: float32[4]) -> (y: float32[4], i: int64[1]) {\n  y = Sqrt(x)\n"
      "  i = ArgMax<axis=0, keepdims=1>(x)\n}\n";
  Dossier dossier = WrongOn(text, {Floats({1, 2, 3, 4})});
  dossier.facts["evidence"] = {{"output", "y"}};
  EXPECT_EQ(AnswerTo("no-indices", dossier), Answer::kPass);
  dossier.facts["evidence"] = {{"output", "i"}};
  EXPECT_EQ(AnswerTo("no-indices", dossier), Answer::kFail);
}

// Sorted values are values.
TEST(Checks, NoIndicesOfTopKAdmitsItsValues) {
  const char* text =
      "graph g (x: float32[4]) -> (y: float32[2], z: int64[2]) {\n  k: int64[1] = [2]\n"
      "  (v, i) = TopK(x, k)\n  y = Sqrt(v)\n  z = Abs(i)\n}\n";
  Dossier dossier = WrongOn(text, {Floats({1, 2, 3, 4})});
  dossier.facts["evidence"] = {{"output", "y"}};
  EXPECT_EQ(AnswerTo("no-indices", dossier), Answer::kPass);
  dossier.facts["evidence"] = {{"output", "z"}};
  EXPECT_EQ(AnswerTo("no-indices", dossier), Answer::kFail);
}

TEST(Checks, NoNanOrder) {
  const char* text =
      "graph g (x: float32[2]) -> (y: float32[2]) {\n  s = Sqrt(x)\n  y = Max(s, x)\n}\n";
  EXPECT_EQ(AnswerTo("no-nan-order", WrongOn(text, {Floats({1, 4})})), Answer::kPass);
  EXPECT_EQ(AnswerTo("no-nan-order", WrongOn(text, {Floats({1, -4})})), Answer::kFail);
  // Nobody has computed what Max reads: that is no reason to call it free of NaN.
  Dossier dark = WrongOn(text, {Floats({1, 4})});
  dark.values.clear();
  const Outcome outcome = Ask("no-nan-order", dark);
  EXPECT_EQ(outcome.answer, Answer::kUnknown) << outcome.text;
  EXPECT_NE(outcome.text.find("Max"), std::string::npos) << outcome.text;
  EXPECT_FALSE(outcome.cure.empty());
  // A NaN that is seen decides all the same.
  dark.facts["evidence"] = {{"output", "y"}, {"got", "nan"}};
  EXPECT_EQ(AnswerTo("no-nan-order", dark), Answer::kFail);
  // Inputs of the model and whole numbers are no secret.
  const char* direct = "graph g (x: float32[2]) -> (y: float32[2]) {\n  y = Max(x, x)\n}\n";
  Dossier plain = WrongOn(direct, {Floats({1, 4})});
  plain.values.clear();
  EXPECT_EQ(AnswerTo("no-nan-order", plain), Answer::kPass);
  // NaN that nothing orders is well defined.
  EXPECT_EQ(AnswerTo("no-nan-order", WrongOn(kSqrt, {Floats({1, -4})})), Answer::kPass);
}

TEST(Checks, NoOpenCasts) {
  const char* text = "graph g (x: float32[2]) -> (y: int8[2]) {\n  y = Cast<to=3>(x)\n}\n";
  EXPECT_EQ(AnswerTo("no-open-casts", WrongOn(text, {Floats({1.5, 127.9})})), Answer::kPass);
  EXPECT_EQ(AnswerTo("no-open-casts", WrongOn(text, {Floats({-128.9, 3})})), Answer::kPass);
  EXPECT_EQ(AnswerTo("no-open-casts", WrongOn(text, {Floats({1, 128})})), Answer::kFail);
  EXPECT_EQ(AnswerTo("no-open-casts", WrongOn(text, {Floats({1, NAN})})), Answer::kFail);
}

TEST(Checks, NoGarbage) {
  Dossier dossier = Plain();
  EXPECT_EQ(AnswerTo("no-garbage", dossier), Answer::kUnknown);
  dossier.facts["confirmation"] = {{"poison", {{"same", true}, {"verdict", "no garbage seen"}}}};
  EXPECT_EQ(AnswerTo("no-garbage", dossier), Answer::kPass);
  dossier.facts["confirmation"]["poison"]["same"] = false;
  EXPECT_EQ(AnswerTo("no-garbage", dossier), Answer::kFail);
}

TEST(Checks, SameRandomness) {
  EXPECT_EQ(AnswerTo("same-randomness", Plain()), Answer::kPass);
  const char* text =
      "graph g (x: float32[2]) -> (y: float32[2]) {\n  r = RandomNormalLike(x)\n"
      "  y = Add(x, r)\n}\n";
  EXPECT_EQ(AnswerTo("same-randomness", WrongOn(text, {Floats({1, 4})})), Answer::kFail);
}

TEST(Checks, BeyondTolerance) {
  Project project;
  project.tolerances["float32"] = {1.3e-6, 1e-5};
  Dossier dossier = Plain();
  EXPECT_EQ(AnswerTo("beyond-tolerance", dossier, {}, project), Answer::kUnknown);
  nlohmann::json& evidence = dossier.facts["evidence"];
  evidence = {{"output", "y"}, {"got", 1.1}, {"truth", 1.0}, {"bound", 1e-7}};
  EXPECT_EQ(AnswerTo("beyond-tolerance", dossier, {}, project), Answer::kPass);
  // 1.13e-5 are admitted.
  evidence["got"] = 1.00001;
  EXPECT_EQ(AnswerTo("beyond-tolerance", dossier, {}, project), Answer::kFail);
  // A wide bound speaks for the framework.
  evidence["got"] = 1.1;
  evidence["bound"] = 0.1;
  EXPECT_EQ(AnswerTo("beyond-tolerance", dossier, {}, project), Answer::kFail);
  // Not that of the other side.
  evidence["low"] = 0.9;
  evidence["high"] = 1.0;
  EXPECT_EQ(AnswerTo("beyond-tolerance", dossier, {}, project), Answer::kPass);
  evidence["got"] = "nan";
  EXPECT_EQ(AnswerTo("beyond-tolerance", dossier, {}, project), Answer::kPass);
  evidence["got"] = 2.0;
  EXPECT_EQ(AnswerTo("beyond-tolerance", dossier, {}, {}), Answer::kUnknown);
}

TEST(Checks, WorseThanPlain) {
  Rule rule;
  rule.modes = {"compile"};
  rule.against = "eager";
  Dossier dossier = Plain();
  EXPECT_EQ(AnswerTo("worse-than-plain", dossier, rule), Answer::kNotAsked);
  dossier.mode = "compile";
  EXPECT_EQ(AnswerTo("worse-than-plain", dossier, rule), Answer::kUnknown);
  nlohmann::json& modes = dossier.facts["location"]["modes"];
  modes = {{{"target", "torch:jit"}, {"status", "ok"}, {"shows", false}}};
  EXPECT_EQ(AnswerTo("worse-than-plain", dossier, rule), Answer::kUnknown);
  modes.push_back({{"target", "torch:eager"}, {"status", "ok"}, {"shows", false}});
  EXPECT_EQ(AnswerTo("worse-than-plain", dossier, rule), Answer::kPass);
  modes[1]["shows"] = true;
  EXPECT_EQ(AnswerTo("worse-than-plain", dossier, rule), Answer::kFail);
}

TEST(Checks, Realistic) {
  Rule rule;
  rule.at_least = 0.3;
  Dossier dossier = Plain();
  dossier.recipes = {"generated:55"};
  dossier.row.realism = 0.1;
  EXPECT_EQ(AnswerTo("realistic", dossier, rule), Answer::kFail);
  dossier.row.realism = 0.5;
  EXPECT_EQ(AnswerTo("realistic", dossier, rule), Answer::kPass);
  dossier.row.realism = 0;
  dossier.recipes.emplace_back("zoo:lenet5-mnist > LA@1");
  EXPECT_EQ(AnswerTo("realistic", dossier, rule), Answer::kPass);
}

TEST(Checks, Environment) {
  Dossier dossier = Plain();
  EXPECT_EQ(AnswerTo("environment", dossier), Answer::kUnknown);
  dossier.facts["environment"] = {{"framework", "onnxruntime"},
                                  {"version", "1.31.1"},
                                  {"os", "Debian"},
                                  {"cpu", "x"},
                                  {"python", "3.11"}};
  EXPECT_EQ(AnswerTo("environment", dossier), Answer::kPass);
}

// A fact of the wrong shape blocks; it does not end the program.
TEST(Gate, FactOfTheWrongType) {
  Project project;
  project.rules.push_back({.check = "repeatable"});
  Dossier dossier = Plain();
  dossier.facts["confirmation"] = {{"runs", "five"}, {"shown", 5}};
  const auto decisions = RunGate(project, dossier);
  ASSERT_EQ(decisions.size(), 1u);
  EXPECT_EQ(decisions[0].outcome.answer, Answer::kUnknown);
  EXPECT_FALSE(Ready(decisions));
}

}  // namespace
}  // namespace assay::report::gate
