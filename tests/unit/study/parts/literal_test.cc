// The tables of the literal form, and the verdicts on the paper's findings, over made-up cells.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "study/part.h"
#include "study/parts/literal_operators.h"
#include "study/parts/operators.h"

namespace assay::study::literal_test {
namespace {

nlohmann::json Finding(const char* kind, const char* outcome, int count, const char* key) {
  nlohmann::json defects = nlohmann::json::array();
  if (key != nullptr) defects.push_back({{"key", key}, {"type", "F2"}});
  return {{"kind", kind}, {"target", "a vs b"}, {"outcome", outcome}, {"count", count},
          {"order", 1},   {"generated", false}, {"defects", defects}};
}

nlohmann::json Method(const std::string& name, double illegal, nlohmann::json findings) {
  return {{"method", name},
          {"cases", 100},
          {"cpu_seconds", 10.0},
          {"illegal_percent", illegal},
          {"nan_percent", 2.5},
          {"reported", 50},
          {"groups", 3},
          {"unconfirmed", 0},
          {"findings", std::move(findings)}};
}

Results MethodResults() {
  Results out;
  out["method-lemon"] = Method("lemon", 0, nlohmann::json::array());
  out["literal-method-lemon"] = Method(
      "lemon", 21,
      {Finding("crash-differs", "defect", 30, "k1"), Finding("d-mad", "false alarm", 10, nullptr)});
  out["method-assay"] =
      Method("assay", 0,
             {Finding("wrong", "defect", 2, "k1"), Finding("wrong", "defect", 2, "k2"),
              Finding("wrong", "defect", 1, "k3")});
  return out;
}

Settings TwoMethods() {
  Settings settings = QuickSettings();
  settings.methods = {"lemon", "assay"};
  return settings;
}

TEST(LiteralMethods, BothFormsStandInOneTable) {
  nlohmann::json data;
  Chapter chapter;
  FindPart("literal-methods")->present(TwoMethods(), MethodResults(), Paper(), data, chapter);
  ASSERT_EQ(data["forms"].size(), 3u);  // assay has no other form
  const nlohmann::json& literal = data["forms"][1];
  EXPECT_EQ(literal["form"], "literal");
  EXPECT_EQ(literal["illegal_percent"], 21);
  EXPECT_EQ(literal["nan_percent"], 2.5);
  EXPECT_EQ(literal["real"], 1);
  EXPECT_EQ(literal["duplicates"], 29);
  EXPECT_EQ(literal["false_alarms_percent"], 25);
  EXPECT_EQ(data["against_literal"][0]["times"], 3);
  EXPECT_EQ(chapter.tables[0].rows.size(), 3u);
}

TEST(LiteralMethods, OnlyThoseOfTheLiteratureHaveALiteralForm) {
  std::vector<std::string> names;
  for (const Cell& cell : FindPart("literal-methods")->cells(QuickSettings()))
    if (cell.name.starts_with("literal-")) names.push_back(cell.name);
  EXPECT_THAT(names, testing::ElementsAre("literal-method-cradle", "literal-method-lemon",
                                          "literal-method-audee", "literal-method-comet"));
}

// One model, ten mutants of each operator; `d` of those that were run.
Results OperatorResults(double structure, double others) {
  Results out;
  for (const std::string& name : OperatorNames()) {
    const bool is_structure = name.starts_with("L") || name.starts_with("ARF");
    const double d = is_structure ? structure : others;
    out[LiteralOperatorCellName(name)] = {
        {"operator", name},
        {"pairs", {"onnxruntime vs torch:eager"}},
        {"models",
         {{{"model", "m"},
           {"rounds", 10},
           {"ran", 8},
           {"counts",
            {{"rounds", 10},
             {"mutants", 10},
             {"refused", 1},
             {"illegal", 2},
             {"no_site", 0},
             {"out_of_range", {9}}}},
           {"mutants",
            {{{"round", 1}, {"order", 1}, {"d", {d}}, {"r", {2e3}}},
             {{"round", 2}, {"order", 2}, {"d", {d}}, {"r", {10.0}}}}}}}}};
  }
  return out;
}

TEST(LiteralOperators, IllegalRatesStandBesideThePapers) {
  const auto paper = Paper::Load();
  ASSERT_TRUE(paper.ok());
  nlohmann::json data;
  Chapter chapter;
  FindPart("literal-operators")
      ->present(QuickSettings(), OperatorResults(3, 1), *paper, data, chapter);
  const nlohmann::json& la = data["literal_operators"][0];
  EXPECT_EQ(la["illegal_percent"], 20);
  EXPECT_EQ(la["nan_percent"], 10);
  EXPECT_EQ(la["within_ten_points"], true);                             // 24.2
  EXPECT_EQ(data["literal_operators"][8]["within_ten_points"], false);  // PM: 36.3
  EXPECT_EQ(la["highest_r"], 2e3);
  EXPECT_EQ(la["r_above_threshold_percent"], 50);
  EXPECT_EQ(la["inconsistency"]["onnxruntime vs torch:eager"], 3.0);
}

std::string VerdictOn(int number, const Results& results, nlohmann::json data) {
  Chapter chapter;
  FindPart("findings")->present(TwoMethods(), results, Paper(), data, chapter);
  EXPECT_EQ(data["findings"].size(), 10u);
  return data["findings"][static_cast<size_t>(number - 1)]["verdict"];
}

TEST(Findings, AreOpenWithoutTheLiteralForm) {
  for (int number = 1; number <= 10; ++number)
    EXPECT_EQ(VerdictOn(number, {}, nlohmann::json::object()), "open") << number;
}

TEST(Findings, DuplicatesAndRareInconsistenciesConfirmTheFourth) {
  Results results = MethodResults();
  EXPECT_EQ(VerdictOn(4, results, nlohmann::json::object()), "confirmed");
  results["literal-method-lemon"] =
      Method("lemon", 21,
             {Finding("d-mad", "defect", 1, "a"), Finding("d-mad", "defect", 1, "b"),
              Finding("d-mad", "defect", 9, "c"), Finding("nan-differs", "defect", 11, "d"),
              Finding("d-mad", "false alarm", 30, nullptr)});
  EXPECT_EQ(VerdictOn(4, results, nlohmann::json::object()), "refuted");
}

TEST(Findings, StructureOperatorsAreComparedWithTheOthers) {
  const auto paper = Paper::Load();
  ASSERT_TRUE(paper.ok());
  for (const auto& [structure, verdict] :
       {std::pair(3.0, "confirmed"), std::pair(0.5, "refuted")}) {
    nlohmann::json data;
    Chapter chapter;
    const Results results = OperatorResults(structure, 1);
    FindPart("literal-operators")->present(QuickSettings(), results, *paper, data, chapter);
    EXPECT_EQ(VerdictOn(7, results, data), verdict);
  }
}

TEST(Findings, APositionNeedsMoreThanACoin) {
  const auto summary = [](int backbone, int head) {
    return nlohmann::json{
        {"literal_position_summary", {{"backbone_higher", backbone}, {"head_higher", head}}}};
  };
  EXPECT_EQ(VerdictOn(10, {}, summary(26, 19)), "open");
  EXPECT_EQ(VerdictOn(10, {}, summary(40, 10)), "confirmed");
  EXPECT_EQ(VerdictOn(10, {}, summary(10, 40)), "refuted");
}

}  // namespace
}  // namespace assay::study::literal_test
