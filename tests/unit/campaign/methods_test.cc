// Every search method on two small seeds, with made-up outcomes: no target is run.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "campaign/method.h"
#include "mutate/mutator.h"
#include "onnx/official.h"

namespace assay::campaign {
namespace {

constexpr int64_t kCases = 40;
constexpr int kAttempts = 6;

const Seeds& TwoSeeds() {
  static const Seeds seeds = [] {
    auto loaded = Seeds::Load("zoo:lenet5-mnist,zoo:lstm-sine");
    EXPECT_TRUE(loaded.ok()) << loaded.error().message;
    return std::move(loaded).value();
  }();
  return seeds;
}

struct Case {
  int64_t index = 0;
  std::string recipe;
  Model model;
  std::vector<Datum> inputs;
  friend bool operator==(const Case&, const Case&) = default;
};

// A campaign without targets: the distance is a function of the recipe.
class Dry {
 public:
  Dry(const Method& method, StatePtr state) : method_(method), state_(std::move(state)) {}

  // Blocks `from` to `to`, without `to`.
  std::vector<Case> Run(int64_t from, int64_t to) {
    std::vector<Case> cases;
    for (int64_t block = from; block < to; ++block) {
      std::vector<Report> reports;
      for (int64_t i = 0; i < method_.block(); ++i) {
        const int64_t index = block * method_.block() + i;
        if (method_.limit() >= 0 && index >= method_.limit()) return cases;
        reports.push_back(RunOne(index, cases));
      }
      state_ = method_.Fold(*state_, reports);
    }
    return cases;
  }
  const StatePtr& state() const { return state_; }

 private:
  Report RunOne(int64_t index, std::vector<Case>& cases) {
    Report report;
    report.index = index;
    for (int attempt = 0; attempt < kAttempts; ++attempt) {
      auto made = method_.Make(*state_, index, attempt);
      if (!made.ok()) continue;
      report.run = true;
      report.recipe = made->recipe.Text();
      report.parent = made->parent;
      report.keys = method_.Keys(made->model_case.model.graph);
      report.distance = static_cast<double>(std::hash<std::string>()(report.recipe) % 1000);
      if (made->recipe.steps.size() % 7 == 6) report.distance = INFINITY;
      cases.push_back({index, report.recipe, made->model_case.model, made->model_case.inputs});
      break;
    }
    const auto back = Report::Load(report.Save());
    EXPECT_TRUE(back.ok());
    return *back;
  }

  const Method& method_;
  StatePtr state_;
};

std::vector<MethodDef> LiteratureMethods() {
  std::vector<MethodDef> out;
  for (const char* name : {"cradle", "lemon", "audee", "comet", "comet-opt"}) {
    EXPECT_NE(FindMethod(name), nullptr) << name;
    out.push_back(*FindMethod(name));
  }
  return out;
}

int64_t BlocksFor(const Method& method) { return (kCases + method.block() - 1) / method.block(); }

class EachMethod : public testing::TestWithParam<MethodDef> {
 protected:
  std::unique_ptr<Method> Make(std::vector<std::string> mutators = {}) const {
    MethodOptions options;
    options.seed = 5;
    options.mutators = std::move(mutators);
    return GetParam().make(TwoSeeds(), options);
  }
};

TEST_P(EachMethod, MakesLegalCases) {
  const auto method = Make();
  Dry dry(*method, method->Start());
  const std::vector<Case> cases = dry.Run(0, BlocksFor(*method));
  EXPECT_GE(cases.size(), static_cast<size_t>(kCases) * 3 / 4);
  size_t checked = 0;
  for (const Case& made : cases) {
    if (++checked > kCases) break;
    const Status status = onnxio::CheckWithOfficial(made.model);
    EXPECT_TRUE(status.ok()) << made.recipe << ": " << status.error().message;
    EXPECT_EQ(made.inputs.size(), made.model.graph.inputs.size());
  }
}

TEST_P(EachMethod, BeginsWithTheSeedsThemselves) {
  const auto method = Make();
  const StatePtr start = method->Start();
  for (int64_t i = 0; i < 2; ++i) {
    const auto made = method->Make(*start, i, 0);
    ASSERT_TRUE(made.ok());
    EXPECT_TRUE(made->recipe.steps.empty());
  }
}

TEST_P(EachMethod, TheSameSeedGivesTheSameCases) {
  const auto one = Make(), other = Make();
  Dry a(*one, one->Start()), b(*other, other->Start());
  EXPECT_EQ(a.Run(0, BlocksFor(*one)), b.Run(0, BlocksFor(*other)));
  EXPECT_EQ(one->Save(*a.state()), other->Save(*b.state()));
}

TEST_P(EachMethod, GoesOnFromASavedState) {
  const auto one = Make(), other = Make();
  const int64_t blocks = BlocksFor(*one), half = blocks / 2;
  Dry whole(*one, one->Start());
  whole.Run(0, half);
  const std::string saved = one->Save(*whole.state());
  const auto loaded = other->Load(saved);
  ASSERT_TRUE(loaded.ok()) << loaded.error().message;
  EXPECT_EQ(other->Save(**loaded), saved);
  Dry rest(*other, *loaded);
  EXPECT_EQ(rest.Run(half, blocks), whole.Run(half, blocks));
  EXPECT_EQ(other->Save(*rest.state()), one->Save(*whole.state()));
  EXPECT_EQ(other->Figures(*rest.state()), one->Figures(*whole.state()));
}

TEST_P(EachMethod, DamagedStatesAreRefused) {
  const auto method = Make();
  EXPECT_FALSE(method->Load("nonsense").ok());
  EXPECT_FALSE(method->Load("").ok());
}

TEST_P(EachMethod, UsesOnlyTheMutatorsNamed) {
  const auto method = Make({"GF"});
  Dry dry(*method, method->Start());
  size_t mutants = 0;
  for (const Case& made : dry.Run(0, BlocksFor(*method))) {
    const auto recipe = Recipe::Parse(made.recipe);
    ASSERT_TRUE(recipe.ok());
    mutants += recipe->steps.empty() ? 0 : 1;
    for (const Step& step : recipe->steps) EXPECT_EQ(step.mutator, "GF");
  }
  const std::string_view name = GetParam().name;
  // cradle and comet have no such operator; they run the seeds and end.
  if (name == "cradle" || name == "comet")
    EXPECT_EQ(mutants, 0u);
  else
    EXPECT_GT(mutants, 10u);
}

TEST_P(EachMethod, WithoutSeedsThereAreNoCases) {
  const auto none = Seeds::Load("none");
  ASSERT_TRUE(none.ok());
  const auto method = GetParam().make(*none, {});
  EXPECT_EQ(method->limit(), 0);
  EXPECT_GE(method->block(), 1);
}

TEST_P(EachMethod, AllItsOperatorsExist) { EXPECT_TRUE(Make()->notes().empty()); }

INSTANTIATE_TEST_SUITE_P(Literature, EachMethod, testing::ValuesIn(LiteratureMethods()),
                         [](const auto& test) {
                           std::string name(test.param.name);
                           std::erase(name, '-');
                           return name;
                         });

TEST(Methods, NamesAreUniqueAndExplained) {
  std::set<std::string_view> names;
  for (const MethodDef& def : AllMethods()) {
    EXPECT_TRUE(names.insert(def.name).second) << def.name;
    EXPECT_FALSE(def.meaning.empty());
  }
}

TEST(Methods, OraclesByName) {
  EXPECT_EQ(*JudgeByName("", Judge::kDMad), Judge::kDMad);
  EXPECT_EQ(*JudgeByName("certified", Judge::kDMad), Judge::kCertified);
  EXPECT_EQ(*JudgeByName("study", Judge::kDMad), Judge::kStudy);
  EXPECT_FALSE(JudgeByName("guess", Judge::kDMad).ok());
}

// Mutants of which the targets are further apart join the pool and are built upon.
TEST(Lemon, BuildsOnWhatWidenedTheDistance) {
  const auto method = FindMethod("lemon")->make(TwoSeeds(), {});
  Dry dry(*method, method->Start());
  size_t longest = 0;
  for (const Case& made : dry.Run(0, 60))
    longest = std::max(longest, Recipe::Parse(made.recipe)->steps.size());
  EXPECT_GE(longest, 2u);
}

// Low order, apart from the repetitions of one kind.
TEST(CometOpt, StaysAtLowOrder) {
  const auto method = FindMethod("comet-opt")->make(TwoSeeds(), {});
  Dry dry(*method, method->Start());
  size_t repeated = 0;
  for (const Case& made : dry.Run(0, 60)) {
    const Recipe recipe = *Recipe::Parse(made.recipe);
    if (recipe.steps.size() <= 10) continue;
    ++repeated;
    for (const Step& step : recipe.steps)
      EXPECT_TRUE(step.mutator == "GF" || step.mutator == "SM" || step.mutator == "DM")
          << made.recipe;
  }
  EXPECT_GT(repeated, 0u);
}

}  // namespace
}  // namespace assay::campaign
