#include "campaign/plan.h"

#include <map>

#include "base/strings.h"
#include "campaign/preparing.h"
#include "campaign/survey.h"
#include "zoo/zoo.h"

namespace assay::campaign {
namespace {

constexpr double kSeedTolerance = 1e-4;  // the study's

Result<Realism> LearnRealism() {
  Realism realism;
  for (const zoo::ZooDef& def : zoo::AllModels()) {
    ASSAY_ASSIGN(const ModelCase built, zoo::Build(def, zoo::Size::kSmall, 0));
    realism.Learn(built.model.graph);
  }
  return realism;
}

// What is asked what it supports: a way supports no more than what it is held against, which
// answers quicker.
std::vector<lab::Target> SurveyTargets(const std::vector<lab::Target>& targets) {
  std::map<std::string, lab::Target> out;
  for (const lab::Target& target : targets) {
    if (target.baselines.empty()) out.emplace(target.name, target);
    for (const auto& baseline : target.baselines) out.emplace(baseline->name, *baseline);
  }
  std::vector<lab::Target> list;
  for (auto& [name, target] : out) list.push_back(std::move(target));
  return list;
}

// Uses of operators that no target supports. Found out once and kept with the campaign, so that it
// goes on with the same ones; seeds that targets disagree on are dropped on the way.
Result<std::vector<uint64_t>> Survey(lab::Lab& lab, Seeds& seeds, Plan& plan) {
  const auto& [config, limits, targets, store, id, hooks, member] = plan.assignment;
  std::vector<uint64_t> avoid = config.avoid;
  Preparing preparing(store, member, lab, hooks);
  // Ways of one framework are held against the reference alone, and 8 bits are not 32.
  if (!plan.stage.own_modes)
    plan.notes = seeds.DropDisagreeing(targets, lab, kSeedTolerance, limits.jobs);
  // What those support who are still to join is not known: nothing is avoided then.
  if (!config.surveyed && !hooks.newcomers)
    avoid = UnsupportedByAll(SurveyTargets(targets), lab, limits.jobs);
  plan.stopped = preparing.End();
  if (config.surveyed || plan.stopped) return avoid;
  Config surveyed = config;
  surveyed.avoid = avoid;
  surveyed.surveyed = true;
  ASSAY_RETURN_IF_ERROR(store.SetConfig(id, surveyed.Save()));
  return avoid;
}

Status CheckJudge(Judge judge, const Config& config, size_t targets) {
  if (judge == Judge::kCertified) return {};
  if (targets < 2)
    return Invalid(StrCat("--method ", config.method, " holds targets against each other and has ",
                          targets, "; name more with --targets, or use --oracle certified"));
  if (config.stage != "infer")
    return Invalid(StrCat("--stage ", config.stage, " is judged by the certified reference; use a ",
                          "method that is (assay), or add --oracle certified"));
  return {};
}

}  // namespace

Result<Plan> MakePlan(const Assignment& assignment, lab::Lab& lab) {
  const Config& config = assignment.config;
  const MethodDef* method = FindMethod(config.method);
  if (method == nullptr) return Invalid(StrCat("there is no method '", config.method, "'"));
  const StageDef* stage = FindStage(config.stage);
  if (stage == nullptr) return Invalid(StrCat("there is no stage '", config.stage, "'"));
  const bool more = config.seeds == "zoo" && !stage->seeds.empty();
  ASSAY_ASSIGN(Seeds seeds,
               Seeds::Load(more ? StrCat(config.seeds, ",", stage->seeds) : config.seeds));
  Plan plan{.assignment = assignment, .stage = *stage};
  ASSAY_ASSIGN(plan.realism, LearnRealism());
  for (const lab::Target& target : assignment.targets) lab.Warm(target);
  MethodOptions options{.seed = config.seed,
                        .nodes = config.nodes,
                        .unconstrained = config.unconstrained,
                        .mutators = config.mutators,
                        .operators = config.operators};
  ASSAY_ASSIGN(options.avoid, Survey(lab, seeds, plan));
  plan.seeds = std::make_unique<const Seeds>(std::move(seeds));
  plan.method = method->make(*plan.seeds, options);
  ASSAY_ASSIGN(plan.judge, JudgeByName(config.oracle, plan.method->judge()));
  ASSAY_RETURN_IF_ERROR(CheckJudge(plan.judge, config, assignment.targets.size()));
  for (std::string& note : plan.method->notes()) plan.notes.push_back(std::move(note));
  return plan;
}

}  // namespace assay::campaign
