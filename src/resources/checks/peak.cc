// peak: a model that takes far more memory than its tensors need at the same time (B1).
//
// The need follows from the graph (liveness.h). The case is run in two sizes, each in a new
// process, and only what it takes *more* in the larger one counts: code, weights, caches and pools
// cancel. The same is done with a model of one operator and the same needs; the rest, per byte of
// need, is what the case keeps beyond them. A target that releases nothing keeps all its tensors.
// Operators that want much room for themselves are no fault: each kind is run alone before anybody
// is blamed. On an accelerator its memory counts, as far as the worker tells it.
#include <algorithm>
#include <map>

#include "graph/model_case.h"
#include "ops/infer.h"
#include "resources/check.h"
#include "resources/scale.h"
#include "resources/work.h"
#include "triage/case_bytes.h"

namespace assay::resources {
namespace peak {
namespace {

constexpr double kMb = 1 << 20;
constexpr double kLeastNeed = 4 * kMb;  // below, pages and pools decide
constexpr double kMostNeed = 24 * kMb;
constexpr double kReleases = 4;   // all tensors over those alive: fewer cannot be told apart
constexpr double kShare = 0.6;    // of what should have been released
constexpr double kLeastRest = 3;  // per byte of need: pools that round sizes up keep less
constexpr double kAlone = 0.5;    // of the memory of the whole: one operator wants it for itself
constexpr size_t kMostOps = 12;
constexpr int kMostDoublings = 24;  // from some bytes to what is measured
constexpr double kMostMs = 3000;

// x + x: two tensors live, three in all with its input, whatever a target releases.
std::optional<ModelCase> Plain(double bytes) {
  ModelCase out;
  out.model.opsets[""] = 17;
  out.model.ir_version = 8;
  Graph& graph = out.model.graph;
  graph.name = "plain";
  const Shape shape = {std::max<int64_t>(1, static_cast<int64_t>(bytes / 2 / 4 / 64)), 64};
  graph.inputs = {graph.AddValue("x", TensorType(DType::kFloat32, shape))};
  graph.outputs = {graph.AddValue("y")};
  Node node;
  node.op = "Add";
  node.inputs.push_back(graph.inputs[0]);
  node.inputs.push_back(graph.inputs[0]);
  node.outputs.push_back(graph.outputs[0]);
  graph.AddNode(node);
  out.inputs.emplace_back(Tensor(DType::kFloat32, shape));
  if (!ops::InferTypes(out.model).ok()) return std::nullopt;
  return out;
}

struct Sizes {
  ModelCase small, large;  // the same case
};

bool Fits(const ModelCase& model_case, const CostModel& cost) {
  const MemoryNeed need = NeedOf(model_case.model.graph);
  return need.known && need.live <= kMostNeed && need.all >= kReleases * need.live &&
         cost.PredictMs(WorkOf(model_case.model.graph)) < kMostMs;
}

// The case grown along its first axis that can, until it needs enough to be measured.
std::optional<Sizes> Grown(const ModelCase& whole, const CostModel& cost) {
  for (const Axis& axis : AxesOf(whole)) {
    std::optional<ModelCase> now = whole;
    for (int i = 0; i < kMostDoublings && now.has_value() && Fits(*now, cost); ++i) {
      auto larger = Scaled(whole, axis, int64_t{2} << i);
      const bool enough = NeedOf(now->model.graph).live >= kLeastNeed;
      if (enough && larger.has_value() && Fits(*larger, cost))
        return Sizes{std::move(*now), std::move(*larger)};
      now = std::move(larger);
    }
  }
  return std::nullopt;
}

// Bytes that a new process takes for the case beyond what it holds after a small one.
std::optional<double> Taken(const Scene& scene, const ModelCase& model_case) {
  const auto tiny = Plain(64);
  if (!tiny.has_value()) return std::nullopt;
  const auto first = triage::MakeSubject(*tiny), subject = triage::MakeSubject(model_case);
  if (!first.ok() || !subject.ok()) return std::nullopt;
  Bench& bench = scene.desk.BenchOf(scene.target, 2);
  bench.Restart();
  if (!bench.Warm(*first)) return std::nullopt;
  const auto rest = bench.Run(*first, /*peak=*/true);
  const auto seen = bench.Run(*subject, /*peak=*/true);
  bench.Restart();
  if (!rest.has_value() || !seen.has_value() || seen->own_ms > kMostMs) return std::nullopt;
  const bool on_device = scene.target.device != "cpu";
  const double peak = on_device ? seen->device_peak_mb : seen->peak_mb;
  if (peak <= 0) return std::nullopt;
  return std::max(0.0, peak - (on_device ? rest->device_mb : rest->resident_mb)) * kMb;
}

// Bytes that the larger case takes more than the smaller.
std::optional<double> Growth(const Scene& scene, const ModelCase& small, const ModelCase& large) {
  const auto less = Taken(scene, small), more = Taken(scene, large);
  if (!less.has_value() || !more.has_value()) return std::nullopt;
  return *more - *less;
}

// Whether some operator of the case, alone, takes about as much as the whole; also when that cannot
// be told of all of them.
bool OneWantsIt(const Scene& scene, const ModelCase& whole, double taken) {
  // Of each kind the node that has most to do.
  std::map<std::string, ModelCase> largest;
  for (ModelCase& node : NodesOf(whole)) {
    const std::string op = node.model.graph.node(0).op;
    const auto known = largest.find(op);
    if (known == largest.end() ||
        NeedOf(known->second.model.graph).all < NeedOf(node.model.graph).all)
      largest.insert_or_assign(op, std::move(node));
  }
  for (const NodePtr& node : whole.model.graph.nodes())
    if (!largest.contains(node->op)) return true;
  if (largest.size() > kMostOps) return true;
  for (const auto& [op, node] : largest) {
    const auto alone = Taken(scene, node);
    if (!alone.has_value() || *alone > kAlone * taken) return true;
  }
  return false;
}

std::optional<Said> LookAtPeak(const Scene& scene) {
  // A compiler takes seconds for each new model: not within a campaign.
  if (scene.target.slow && !scene.thorough) return std::nullopt;
  const auto& cost = scene.desk.CostOf(scene.target);
  const auto sizes = cost.has_value() ? Grown(scene.whole, *cost) : std::nullopt;
  if (!sizes.has_value()) return std::nullopt;
  const MemoryNeed small = NeedOf(sizes->small.model.graph),
                   large = NeedOf(sizes->large.model.graph);
  const auto plain_small = Plain(small.live), plain_large = Plain(large.live);
  if (!plain_small.has_value() || !plain_large.has_value()) return std::nullopt;
  const auto grows = Growth(scene, sizes->small, sizes->large);
  if (!grows.has_value() || *grows < kLeastRest * (large.live - small.live)) return std::nullopt;
  const auto plain = Growth(scene, *plain_small, *plain_large);
  if (!plain.has_value()) return std::nullopt;
  const double rest = (*grows - std::max(0.0, *plain)) / (large.live - small.live);
  const double kept = large.all / large.live - 1;
  if (rest < std::max(kLeastRest, kShare * kept)) return std::nullopt;
  const auto taken = Taken(scene, sizes->large);
  if (!taken.has_value() || OneWantsIt(scene, sizes->large, *taken)) return std::nullopt;
  return Said{StrCat("takes more memory than its tensors need: ", Megabytes(*grows / kMb),
                     " more where ", Megabytes((large.live - small.live) / kMb),
                     " more are alive at once and ", Megabytes((large.all - small.all) / kMb),
                     " more in all; one operator with the same needs takes ",
                     Megabytes(*plain / kMb), " more"),
              sizes->small};
}

}  // namespace
}  // namespace peak

CheckDef PeakCheck() {
  return {"peak", "more memory than the tensors that are alive need", oracle::CaseStatus::kMemory,
          peak::LookAtPeak};
}

}  // namespace assay::resources
