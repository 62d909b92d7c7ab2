#include "triage/classify/classify.h"

#include <gtest/gtest.h>

#include <set>

#include "base/files.h"
#include "base/strings.h"
#include "graph/text.h"

namespace assay::triage::classify_test {
namespace {

std::string Study(const Clues& clues) { return std::string(Classify(clues).study.id); }
std::string Atoc(const Clues& clues) { return std::string(Classify(clues).atoc.name); }

Clues Refused(const std::string& stage, const std::string& message, int64_t nodes = 3) {
  return {.kind = "rejected", .stage = stage, .message = message, .nodes = nodes};
}
Clues Died(const std::string& message, const std::string& stage = "run") {
  return {.kind = "crash", .stage = stage, .message = message, .nodes = 3};
}
Clues Wrong(double got, double truth, double bound, int64_t nodes = 3) {
  Clues clues = {.kind = "wrong", .message = "output 'y'", .nodes = nodes};
  clues.evidence = {{"output", "y"}, {"got", got}, {"truth", truth}, {"bound", bound}};
  return clues;
}

TEST(Classes, AllAreThereOnce) {
  std::set<std::string_view> ids, names;
  for (const StudyClass& c : AllStudyClasses()) ids.insert(c.id);
  for (const AtocClass& c : AllAtocClasses()) names.insert(c.name);
  EXPECT_EQ(ids.size(), 21u);
  EXPECT_EQ(AllStudyClasses().size(), 21u);
  EXPECT_EQ(names.size(), 12u);
  EXPECT_EQ(AllAtocClasses().size(), 12u);
}

TEST(Classes, ProducedAreThoseThatARuleGives) {
  std::set<std::string_view> given;
  for (const Rule& rule : StudyRules()) given.insert(rule.gives);
  for (const Rule& rule : AtocRules()) given.insert(rule.gives);
  for (const StudyClass& c : AllStudyClasses()) EXPECT_EQ(given.erase(c.id), c.produced) << c.id;
  for (const AtocClass& c : AllAtocClasses()) EXPECT_EQ(given.erase(c.name), c.produced) << c.name;
  EXPECT_TRUE(given.empty()) << *given.begin();
}

TEST(Rules, ThePageHasThemAll) {
  const auto page = ReadFile("docs/reference/findings.md");
  ASSERT_TRUE(page.ok()) << page.error().message;
  for (const auto rules : {StudyRules(), AtocRules()})
    for (const Rule& rule : rules)
      EXPECT_NE(page->find(StrCat("| `", rule.name, "` | ", rule.gives, " | ", rule.because, " |")),
                std::string::npos)
          << rule.name;
  for (const StudyClass& c : AllStudyClasses())
    EXPECT_NE(page->find(StrCat("| ", c.id, " | ", c.major, " | ", c.description, " | ",
                                c.produced ? "yes" : StrCat("never: ", c.never), " |")),
              std::string::npos)
        << c.id;
}

TEST(Rules, WhatProgramsAndInstallationsShow) {
  EXPECT_EQ(Study({.kind = "install", .message = "No matching distribution found"}), "A1");
  EXPECT_EQ(Atoc({.kind = "install", .message = "No matching distribution found"}),
            "Misconfiguration");
  const Clues admitted{.kind = "rejected",
                       .stage = "run",
                       .message = "not implemented for 'Half'",
                       .claim = "Supports float16.",
                       .calls = 1};
  EXPECT_EQ(Study(admitted), "D1");
  Clues unclaimed = admitted;
  unclaimed.claim = "";
  EXPECT_EQ(Study(unclaimed), "C2");
  Clues program{.kind = "crash", .message = "abort", .calls = 3};
  EXPECT_EQ(Study(program), "G5");
  program.calls = 1;
  EXPECT_EQ(Study(program), "G2");
  program.calls = 3;
  program.message = "segmentation fault";  // what is told by the memory goes before
  EXPECT_EQ(Study(program), "B1");
}

TEST(Rules, NamesAreUniqueInEachList) {
  for (const auto rules : {StudyRules(), AtocRules()}) {
    std::set<std::string_view> names;
    for (const Rule& rule : rules) {
      EXPECT_TRUE(names.insert(rule.name).second) << rule.name;
      EXPECT_GT(rule.because.size(), 10u) << rule.name;
    }
    EXPECT_TRUE(rules.back().holds({}));
  }
}

TEST(Rules, FailuresGoByStage) {
  EXPECT_EQ(Study(Refused("load", "bad graph")), "G3");
  EXPECT_EQ(Study({.kind = "conversion", .stage = "compile", .message = "bad graph"}), "G3");
  EXPECT_EQ(Study(Refused("compile", "bad graph")), "G1");
  EXPECT_EQ(Study(Refused("run", "bad graph")), "G2");
  EXPECT_EQ(Study(Refused("run", "bad graph", 1)), "G4");
  EXPECT_EQ(Study(Refused("run", "axis must be below 3", 1)), "C1");
  EXPECT_EQ(Study(Died("the process ended: abort", "load")), "G3");
}

TEST(Rules, MemoryComesBeforeTheStage) {
  EXPECT_EQ(Study(Died("the process ended: segmentation fault", "load")), "B1");
  EXPECT_EQ(Study(Died("the process ended: killed: std::bad_alloc")), "B1");
  Clues garbage = Wrong(5, 1, 1e-6);
  garbage.confirmation = {{"poison", {{"same", false}}}};
  EXPECT_EQ(Study(garbage), "B1");
  EXPECT_EQ(Atoc(garbage), "Incorrect Assignment");
  garbage.confirmation["poison"]["same"] = true;
  EXPECT_EQ(Study(garbage), "F1");
}

TEST(Rules, EnvironmentAndModulesAreNotTheModelsFault) {
  EXPECT_EQ(Study(Refused("run", "ImportError: libfoo.so: undefined symbol")), "A3");
  EXPECT_EQ(Atoc(Refused("run", "ImportError: libfoo.so")), "Dependent Module Issue");
  EXPECT_EQ(Study(Died("the process ended: illegal instruction")), "A4");
  EXPECT_EQ(Atoc(Died("the process ended: illegal instruction")), "Environment Incompatibility");
  EXPECT_EQ(Atoc(Refused("run", "oneDNN: could not create a primitive")), "Dependent Module Issue");
  // An output that is merely wrong is not explained by words in its message.
  EXPECT_EQ(Study({.kind = "wrong", .message = "output 'no module named x'"}), "F1");
}

TEST(Rules, HangsGoByTheLimitThatWasReached) {
  const Clues idle = {.kind = "hang", .message = "wall time: no reply within 60 s"};
  const Clues busy = {.kind = "hang", .message = "cpu time: no reply within 60 s of CPU time"};
  EXPECT_EQ(Study(idle), "B3");
  EXPECT_EQ(Study(busy), "E1");
  EXPECT_EQ(Atoc(idle), "Concurrency Issue");
  EXPECT_EQ(Atoc(busy), "Incorrect Algorithm Implementation");
}

TEST(Rules, WhatARefusalSpeaksOf) {
  EXPECT_EQ(Atoc(Refused("load", "Unexpected data type for Clip 'min' input of 11")), "Type Issue");
  EXPECT_EQ(Atoc(Refused("run", "cannot broadcast on dim 0")), "Tensor Shape Misalignment");
  EXPECT_EQ(Atoc(Refused("load", "Could not find an implementation for Foo(13)")),
            "API Incompatibility");
  EXPECT_EQ(Study(Refused("load", "Could not find an implementation for Foo(13)")), "C2");
  EXPECT_EQ(Atoc(Refused("load", "oops")), "Incorrect Exception Handling");
}

TEST(Rules, CrashesOnEmptyTensors) {
  const auto empty = ParseModelText("graph (x: float32[0,2]) -> (y) { y = Relu(x) }");
  const auto full = ParseModelText("graph (x: float32[1,2]) -> (y) { y = Relu(x) }");
  ASSERT_TRUE(empty.ok() && full.ok());
  Clues clues = Died("the process ended: abort");
  clues.graph = &empty->graph;
  EXPECT_EQ(Atoc(clues), "Tensor Shape Misalignment");
  clues.graph = &full->graph;
  EXPECT_EQ(Atoc(clues), "Incorrect Exception Handling");
}

TEST(Rules, AnIntegerDivisionByZeroIsACrash) {
  const Clues clues = Died("the process ended: arithmetic exception (SIGFPE)");
  EXPECT_EQ(Classify(clues).study.major, "crash");
  EXPECT_EQ(Atoc(clues), "Incorrect Exception Handling");
}

TEST(Rules, NothingIsPutDownToThreadsThatNoRunHasShown) {
  const Clues clues = {.kind = "nondeterministic", .message = "two runs differ"};
  EXPECT_EQ(Atoc(clues), "Incorrect Algorithm Implementation");
}

TEST(Rules, WrongValues) {
  EXPECT_EQ(Study(Wrong(5, 1, 1e-6)), "F1");
  EXPECT_EQ(Study(Wrong(5, 1, 1e-6, 1)), "F2");
  EXPECT_EQ(Atoc(Wrong(5, 1, 1e-6)), "Incorrect Algorithm Implementation");
  EXPECT_EQ(Atoc(Wrong(1.000005, 1, 1e-6)), "Numerical Issue");
  EXPECT_EQ(Atoc(Wrong(2, 1, 0)), "Incorrect Algorithm Implementation");  // integers
  Clues layer = Wrong(5, 1, 1e-6);
  layer.evidence["layer"] = {{"op", "Conv"}};
  EXPECT_EQ(Study(layer), "F2");
  layer.location = {{"modes", {{{"target", "a:eager"}, {"status", "ok"}, {"shows", false}}}}};
  EXPECT_EQ(Study(layer), "F1");
  EXPECT_EQ(Study({.kind = "nan", .message = "output 'y'"}), "F2");
  EXPECT_EQ(Atoc({.kind = "nan", .message = "output 'y'"}), "Numerical Issue");
}

TEST(Rules, TrainingsGoByWhatIsWrong) {
  for (const auto& [kind, study] : {std::pair{"loss", "E2"},
                                    {"curve", "E2"},
                                    {"metric", "E3"},
                                    {"gradient", "F2"},
                                    {"none-gradient", "F2"},
                                    {"step", "F2"},
                                    {"nan-gradient", "F2"}})
    EXPECT_EQ(Study({.kind = kind, .stage = "train", .nodes = 3}), study) << kind;
  EXPECT_EQ(Atoc({.kind = "nan-gradient", .stage = "train"}), "Numerical Issue");
}

TEST(Rules, WithoutEvidenceTheOraclesWordsTell) {
  const auto said = [](const std::string& message) {
    return Atoc({.kind = "wrong", .message = message, .nodes = 3});
  };
  EXPECT_EQ(said("output 'y', element 3: got 1.000005, truth 1 ± 1e-06"), "Numerical Issue");
  EXPECT_EQ(said("output 'y', element 3: got 5, truth 1 ± 1e-06"),
            "Incorrect Algorithm Implementation");
  EXPECT_EQ(
      said("layer Exp, tensor 't', element 0: got 1.03, truth in [1.01, 1.02] on the target's"),
      "Numerical Issue");
  EXPECT_EQ(said("output 'y': element 0: expected \"a\", got \"b\""),
            "Incorrect Algorithm Implementation");
}

TEST(Rules, WrongTypesAndShapes) {
  EXPECT_EQ(Atoc({.kind = "shape", .message = "output 'y': expected float32[2], got int64[2]"}),
            "Type Issue");
  EXPECT_EQ(Atoc({.kind = "shape", .message = "output 'y': expected float32[2], got float32[3]"}),
            "Tensor Shape Misalignment");
}

TEST(ClassJson, HasBothClassesAndTheReason) {
  const nlohmann::json json = ClassJson(Classify(Refused("load", "bad data type")));
  EXPECT_EQ(json["study"], "G3");
  EXPECT_EQ(json["atoc"], "Type Issue");
  EXPECT_NE(json["rule"].get<std::string>().find("loaded"), std::string::npos);
  EXPECT_EQ(json["study_rule"], "fails-at-load");
}

}  // namespace
}  // namespace assay::triage::classify_test
