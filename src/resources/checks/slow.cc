// slow: an operator that takes many times longer than it does on a larger input.
//
// The cost model points at the case; then each node runs alone, and the one that is furthest from
// its prediction is tried with one dimension doubled, then with others. More work in a fraction of
// the time cannot be excused by the machine. An operator that is equally slow in all sizes is
// blamed only when it is off by far more than operators of its kind differ.
#include <algorithm>

#include "resources/bench.h"
#include "resources/check.h"
#include "resources/scale.h"
#include "triage/case_bytes.h"

namespace assay::resources {
namespace slow {
namespace {

// Against the cost model, which is rough: operators of one kind differ by up to 20 times.
constexpr double kSuspect = 5, kGross = 60;
// Beyond the time of a run of nothing; what is quicker bothers nobody.
constexpr double kLeastMs = 4, kGrossMs = 40;
// Against more work on the same operator: alignment and vector width explain 4 to 8 times.
constexpr double kCliff = 10;
// Twice as long keeps a size even or a power of two; three times changes that.
constexpr int64_t kFactors[] = {2, 3};
constexpr size_t kMostNodes = 60;
constexpr size_t kSuspectsTried = 3;

struct Suspect {
  ModelCase node;
  double took_ms = 0, predicted_ms = 0;
  bool known = false;  // its cost is predicted at all
  double ratio() const { return took_ms / predicted_ms; }
};

double Predicted(const CostModel& cost, const ModelCase& model_case, bool& known) {
  const Work work = WorkOf(model_case.model.graph);
  known = work.known;
  return cost.PredictMs(work);
}

std::vector<Suspect> Suspects(const Scene& scene, Bench& bench, const CostModel& cost) {
  std::vector<Suspect> out;
  std::vector<ModelCase> nodes = NodesOf(scene.whole);
  if (nodes.size() > kMostNodes) nodes.resize(kMostNodes);
  for (ModelCase& node : nodes) {
    const auto took = GlanceMs(bench, node);
    if (!took.has_value()) continue;
    Suspect suspect;
    suspect.took_ms = *took;
    suspect.predicted_ms = Predicted(cost, node, suspect.known);
    suspect.node = std::move(node);
    if (suspect.took_ms > kLeastMs && suspect.ratio() > kSuspect) out.push_back(std::move(suspect));
  }
  std::ranges::stable_sort(
      out, [](const Suspect& a, const Suspect& b) { return a.ratio() > b.ratio(); });
  if (out.size() > kSuspectsTried) out.resize(kSuspectsTried);
  return out;
}

std::optional<Interval> TimeOf(Bench& bench, const ModelCase& model_case) {
  const auto subject = triage::MakeSubject(model_case);
  return subject.ok() ? bench.Time(*subject) : std::nullopt;
}

// A larger input of the same operator that takes a fraction of the time.
std::optional<Said> Cliff(Bench& bench, const Suspect& suspect) {
  const auto here = TimeOf(bench, suspect.node);
  if (!here.has_value() || here->lo < kLeastMs) return std::nullopt;
  for (const Axis& axis : AxesOf(suspect.node)) {
    for (const int64_t factor : kFactors) {
      const auto larger = Scaled(suspect.node, axis, factor);
      if (!larger.has_value()) continue;
      const auto there = TimeOf(bench, *larger);
      if (!there.has_value() || here->lo < kCliff * there->hi) continue;
      return Said{StrCat(suspect.node.model.graph.node(0).op, " is slow at one size: ",
                         Milliseconds(here->mid), " for '", Describe(suspect.node), "', ",
                         Milliseconds(there->mid), " for '", Describe(*larger), "'"),
                  suspect.node};
    }
  }
  if (!suspect.known || here->lo < kGrossMs || here->lo < kGross * suspect.predicted_ms)
    return std::nullopt;
  return Said{StrCat(suspect.node.model.graph.node(0).op, " is slow: ", Milliseconds(here->mid),
                     " for '", Describe(suspect.node), "', about ",
                     Milliseconds(suspect.predicted_ms), " by the steps that it takes"),
              suspect.node};
}

std::optional<Said> LookForSlow(const Scene& scene) {
  // A compiler takes seconds for each new model: not within a campaign.
  if (scene.target.slow && !scene.thorough) return std::nullopt;
  Bench& bench = scene.desk.BenchOf(scene.target);
  const auto& cost = scene.desk.CostOf(scene.target);
  if (!cost.has_value()) return std::nullopt;
  const auto took = GlanceMs(bench, scene.whole);
  bool known = true;
  const double predicted = Predicted(*cost, scene.whole, known);
  if (!took.has_value() || *took < kLeastMs || (known && *took < kSuspect * predicted))
    return std::nullopt;
  for (const Suspect& suspect : Suspects(scene, bench, *cost))
    if (auto said = Cliff(bench, suspect)) return said;
  return std::nullopt;
}

}  // namespace
}  // namespace slow

CheckDef SlowCheck() {
  return {"slow", "an operator takes many times what its work explains", oracle::CaseStatus::kSlow,
          slow::LookForSlow};
}

}  // namespace assay::resources
