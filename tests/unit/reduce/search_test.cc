#include "reduce/search.h"

#include <atomic>

#include "fake.h"

namespace assay::reduce {
namespace {

Makers Candidates(const std::vector<const char*>& ops) {
  Makers out;
  for (const std::string op : ops)
    out.push_back([op] {
      return std::optional(CaseOf("graph (x: float32[2]) -> (y) { y = " + op + "(x) }"));
    });
  return out;
}

ModelCase Start() { return CaseOf("graph (x: float32[2]) -> (y) { y = Exp(x) }"); }

TEST(Search, TheFirstThatShowsWinsWhateverTheNumberOfJobs) {
  for (const int jobs : {1, 2, 4, 7}) {
    Options options;
    options.jobs = jobs;
    Search search(Start(), AskFor([](const ModelCase& now) { return !Has(now, "Abs"); }),
                  FakeSymptom(), options);
    EXPECT_EQ(search.TakeFirst(Candidates({"Abs", "Abs", "Neg", "Relu", "Sign"})), 2u);
    EXPECT_TRUE(Has(search.current(), "Neg"));
    EXPECT_EQ(search.tries(), 2) << "the same case again costs nothing";
  }
}

TEST(Search, NothingIsTakenTwice) {
  const Options options;
  Search search(Start(), AskFor([](const ModelCase&) { return true; }), FakeSymptom(), options);
  EXPECT_TRUE(search.TakeFirst(Candidates({"Neg"})).has_value());
  EXPECT_TRUE(search.TakeFirst(Candidates({"Relu"})).has_value());
  EXPECT_FALSE(search.TakeFirst(Candidates({"Neg", "Exp"})).has_value());
}

TEST(Search, AnotherFailureIsNotTaken) {
  const Options options;
  triage::Symptom wanted = FakeSymptom();
  wanted.message = "this one";
  Search search(Start(), AskFor([](const ModelCase&) { return true; }), wanted, options);
  EXPECT_FALSE(search.TakeFirst(Candidates({"Neg"})).has_value());
}

// Shows the layer Neg as wrong by itself.
Ask Located(bool gross) {
  return [gross](const ModelCase& model_case, bool) -> Result<triage::Sighted> {
    triage::Sighted out;
    if (!Has(model_case, "Neg")) return out;
    out.result.status = oracle::CaseStatus::kWrong;
    out.symptom.oracle = "wrong";
    out.symptom.op = "Neg";
    out.symptom.gross = gross;
    return out;
  };
}

TEST(Search, AFailureOfTheWholeMayTurnOutToBeThatOfALayer) {
  Options options;
  options.suspect = "y";
  triage::Symptom wanted;
  wanted.oracle = "wrong";
  const ModelCase start =
      CaseOf("graph (x: float32[2]) -> (y, z) { a = Neg(x)\n y = Exp(a)\n z = Neg(x) }");
  Search search(start, Located(true), wanted, options);
  EXPECT_TRUE(search.TakeFirst(Candidates({"Neg"})).has_value());
  EXPECT_EQ(search.wanted().op, "Neg");
  Search unsure(start, Located(false), wanted, options);
  EXPECT_FALSE(unsure.TakeFirst(Candidates({"Neg"})).has_value());
}

TEST(Search, ALayerThatTheWrongOutputDoesNotDependOnIsAnotherFailure) {
  Options options;
  options.suspect = "y";
  triage::Symptom wanted;
  wanted.oracle = "wrong";
  Search search(CaseOf("graph (x: float32[2]) -> (y, z) { y = Exp(x)\n z = Neg(x) }"),
                Located(true), wanted, options);
  EXPECT_FALSE(search.TakeFirst(Candidates({"Neg"})).has_value());
}

TEST(Search, StopsWhenToldTo) {
  Options options;
  options.should_stop = [] { return true; };
  Search search(Start(), AskFor([](const ModelCase&) { return true; }), FakeSymptom(), options);
  EXPECT_FALSE(search.TakeFirst(Candidates({"Neg"})).has_value());
  EXPECT_EQ(search.tries(), 0);
}

TEST(Search, SaysWhenThereAreFewerNodes) {
  Options options;
  int told = 0;
  options.on_better = [&](const ModelCase&) { ++told; };
  Search search(CaseOf("graph (x: float32[2]) -> (y) {\n a = Exp(x)\n y = Abs(a)\n}"),
                AskFor([](const ModelCase&) { return true; }), FakeSymptom(), options);
  search.TakeFirst(Candidates({"Neg"}));
  search.TakeFirst(Candidates({"Relu"}));
  EXPECT_EQ(told, 1);
}

}  // namespace
}  // namespace assay::reduce
