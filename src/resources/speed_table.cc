#include "resources/speed_table.h"

#include <algorithm>

#include "base/strings.h"
#include "triage/case_bytes.h"

namespace assay::resources {
namespace {

constexpr size_t kTurns = 9;
constexpr size_t kFewestTurns = 3;
constexpr double kEnoughTableMs = 1500;  // for one operator on all targets

double SlowestMs(const OperatorTimes& times) {
  const auto slowest = times.Slowest();
  return slowest.has_value() ? times.targets[*slowest]->ms.mid : 0;
}

// The times of each target, in turns; none for those that cannot run it.
std::vector<std::vector<double>> TakeTurns(const oracle::Subject& subject,
                                           const std::vector<lab::Target>& targets, Desk& desk) {
  std::vector<std::vector<double>> out(targets.size());
  std::vector<bool> runs;
  for (const lab::Target& target : targets) runs.push_back(desk.BenchOf(target).Warm(subject));
  double sum = 0;
  for (size_t turn = 0; turn < kTurns && (turn < kFewestTurns || sum < kEnoughTableMs); ++turn)
    for (size_t i = 0; i < targets.size(); ++i) {
      const auto sample = runs[i] ? desk.BenchOf(targets[i]).Run(subject) : std::nullopt;
      if (!sample.has_value()) {
        runs[i] = false;
        out[i].clear();
        continue;
      }
      out[i].push_back(sample->own_ms);
      sum += sample->own_ms;
    }
  return out;
}

}  // namespace

std::optional<size_t> OperatorTimes::Slowest() const {
  std::optional<size_t> out;
  for (size_t i = 0; i < targets.size(); ++i)
    if (targets[i].has_value() && (!out.has_value() || targets[i]->ms.mid > targets[*out]->ms.mid))
      out = i;
  return out;
}

void SetTimes(const std::vector<std::vector<double>>& turns, OperatorTimes& times) {
  times.targets.assign(turns.size(), std::nullopt);
  std::optional<size_t> quickest;
  for (size_t i = 0; i < turns.size(); ++i) {
    if (turns[i].empty()) continue;
    times.targets[i] = OperatorTime{MedianInterval(turns[i]), {}};
    if (!quickest.has_value() || times.targets[i]->ms.mid < times.targets[*quickest]->ms.mid)
      quickest = i;
  }
  for (size_t i = 0; i < turns.size(); ++i)
    if (times.targets[i].has_value())
      times.targets[i]->ratio = RatioInterval(turns[i], turns[*quickest]);
}

std::vector<OperatorTimes> TimeOperators(const ModelCase& whole,
                                         const std::vector<lab::Target>& targets, Desk& desk,
                                         const std::function<void(const std::string&)>& show) {
  std::vector<OperatorTimes> out;
  const std::vector<ModelCase> nodes = NodesOf(whole);
  for (const ModelCase& node : nodes) {
    const auto subject = triage::MakeSubject(node);
    if (!subject.ok()) continue;
    OperatorTimes times;
    const std::string what = Describe(node);
    show(StrCat("timing operator ", out.size() + 1, " of ", nodes.size(), ": ", what));
    times.op = node.model.graph.node(0).op;
    times.types = what.substr(std::min(what.size(), times.op.size() + 4));  // behind " of "
    times.steps = StepsOf(node.model.graph, node.model.graph.node(0)).value_or(0);
    SetTimes(TakeTurns(*subject, targets, desk), times);
    out.push_back(std::move(times));
  }
  std::ranges::stable_sort(out, [](const OperatorTimes& a, const OperatorTimes& b) {
    return SlowestMs(a) > SlowestMs(b);
  });
  return out;
}

}  // namespace assay::resources
