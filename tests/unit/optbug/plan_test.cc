#include <gmock/gmock.h>

#include "optbug/neighbourhoods.h"

namespace assay::optbug::plan_test {
namespace {

using testing::ElementsAre;

Snippet Make(std::string optimiser, std::string exception, std::string location) {
  Snippet out;
  out.framework = "torch";
  out.optimisers = {std::move(optimiser)};
  out.exception = std::move(exception);
  out.location = std::move(location);
  return out;
}

const PlacesOf kPlaces = {
    {"torch", {{{"torch.jit.trace", "torch/jit"}, {"torch.jit.script", "torch/jit"}}, {}}}};

std::vector<std::string> RulesOf(const std::vector<PlanStep>& plan) {
  std::vector<std::string> out;
  for (const PlanStep& step : plan) out.push_back(step.rule);
  return out;
}

TEST(Plan, MutatesModelAndInputOfEveryNeighbourhood) {
  const std::vector<Snippet> snippets = {Make("torch.unheard_of", "", "")};
  const std::vector<Neighbourhood> hoods = {{.id = "n", .framework = "torch", .members = {0}}};
  EXPECT_THAT(RulesOf(MakePlan(hoods, snippets, kPlaces)), ElementsAre("model", "input"));
}

TEST(Plan, TurnsToOtherOptimisersThatAreInstalled) {
  const std::vector<Snippet> snippets = {Make("torch.jit.script", "", "")};
  const std::vector<Neighbourhood> hoods = {{.id = "n", .framework = "torch", .members = {0}}};
  const auto plan = MakePlan(hoods, snippets, kPlaces);
  EXPECT_THAT(RulesOf(plan), ElementsAre("model", "api", "input"));
  EXPECT_THAT(plan[1].choices, ElementsAre("torch.jit.trace"));  // others are not in kPlaces
}

TEST(Plan, VariesExceptionsAndLocationsThatDiffer) {
  const std::vector<Snippet> snippets = {Make("torch.unheard_of", "KeyError", "torch.jit"),
                                         Make("torch.unheard_of", "TypeError", "torch.fx"),
                                         Make("torch.unheard_of", "", "")};
  const std::vector<Neighbourhood> both = {{.id = "n", .framework = "torch", .members = {0, 1}}};
  EXPECT_THAT(RulesOf(MakePlan(both, snippets, kPlaces)),
              ElementsAre("model", "input", "exception", "location"));
  // One exception and one unknown are no variation.
  const std::vector<Neighbourhood> one = {{.id = "n", .framework = "torch", .members = {0, 2}}};
  EXPECT_THAT(RulesOf(MakePlan(one, snippets, kPlaces)), ElementsAre("model", "input"));
}

TEST(Plan, MutatesTheReasonOnlyWhenAsked) {
  std::vector<Snippet> snippets = {Make("torch.unheard_of", "", "")};
  snippets[0].reason = "it loses its default";
  const std::vector<Neighbourhood> hoods = {{.id = "n", .framework = "torch", .members = {0}}};
  EXPECT_EQ(CountRules(MakePlan(hoods, snippets, kPlaces)).at("reason"), 0u);
  EXPECT_EQ(CountRules(MakePlan(hoods, snippets, kPlaces, {.reason = true})).at("reason"), 1u);
}

}  // namespace
}  // namespace assay::optbug::plan_test
