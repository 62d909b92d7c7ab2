#include "campaign/plan.h"

#include <algorithm>

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

// Says which targets take nothing that is generated; an error when there is no other.
Status NoteBarren(const std::map<std::string, std::string>& barren, size_t targets,
                  std::vector<std::string>& notes) {
  std::vector<std::string> lines;
  for (const auto& [name, why] : barren)
    lines.push_back(StrCat(name, " is left out: it takes no model of the survey: ", why));
  if (!lines.empty() && lines.size() == targets)
    return Invalid(StrCat("no target takes a model: ", Join(lines, "; "),
                          "; try: assay targets --probe, or name others with --targets"));
  notes.insert(notes.end(), lines.begin(), lines.end());
  return {};
}

// What targets do not support. Found out once and kept with the campaign, so that it goes on with
// the same answers; seeds that targets disagree on are dropped on the way.
Status Survey(lab::Lab& lab, Seeds& seeds, Plan& plan) {
  const auto& [config, limits, targets, store, id, hooks, member] = plan.assignment;
  plan.gaps = config.gaps;
  Preparing preparing(store, member, lab, hooks);
  // Ways of one framework are held against the reference alone, and 8 bits are not 32.
  if (!plan.stage.own_modes)
    plan.notes = seeds.DropDisagreeing(targets, lab, kSeedTolerance, limits.jobs);
  std::map<std::string, std::string> barren;
  if (!config.surveyed) plan.gaps = SurveyGaps(targets, lab, limits.jobs, barren);
  plan.stopped = preparing.End();
  if (config.surveyed || plan.stopped) return {};
  ASSAY_RETURN_IF_ERROR(NoteBarren(barren, targets.size(), plan.notes));
  Config surveyed = config;
  surveyed.gaps = plan.gaps;
  surveyed.surveyed = true;
  surveyed.open = hooks.newcomers != nullptr;
  return store.SetConfig(id, surveyed.Save());
}

// For whom graphs are generated: one for each set of limits.
std::vector<Patron> Patrons(const Plan& plan) {
  std::vector<Patron> out;
  const Config& config = plan.assignment.config;
  if (!config.avoid.empty()) out.push_back({.avoid = {config.avoid.begin(), config.avoid.end()}});
  // What those support who join later is not known.
  if (config.open || plan.assignment.hooks.newcomers) out.push_back({});
  for (const lab::Target& target : plan.assignment.targets) {
    const auto gaps = plan.gaps.find(target.name);
    if (gaps == plan.gaps.end()) continue;
    Patron patron{
        .avoid = {gaps->second.begin(), gaps->second.end()},
        .opset_min = target.manifest->opset_min,
        .opset_max = target.manifest->opset_max,
        .types = target.manifest->narrow() ? target.manifest->ends : target.manifest->types,
        .narrow = target.manifest->narrow()};
    if (std::find(out.begin(), out.end(), patron) == out.end()) out.push_back(std::move(patron));
  }
  return out;
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
                        .unconstrained = config.unconstrained || config.literal,
                        .literal = config.literal,
                        .mutators = config.mutators,
                        .operators = config.operators};
  ASSAY_RETURN_IF_ERROR(Survey(lab, seeds, plan));
  options.patrons = Patrons(plan);
  plan.seeds = std::make_unique<const Seeds>(std::move(seeds));
  plan.method = method->make(*plan.seeds, options);
  ASSAY_ASSIGN(plan.judge, JudgeByName(config.oracle, plan.method->judge()));
  ASSAY_RETURN_IF_ERROR(CheckJudge(plan.judge, config, assignment.targets.size()));
  for (std::string& note : plan.method->notes()) plan.notes.push_back(std::move(note));
  return plan;
}

}  // namespace assay::campaign
