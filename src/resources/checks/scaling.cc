// scaling: an operator whose time grows faster than its work when one dimension doubles.
//
// A node of the case runs alone, doubled until it takes a time that can be measured, then at four
// sizes. From each size to the next the exponent of time over work must be far above 1: caches that
// overflow make one step steep, not all of them.
#include <algorithm>
#include <cmath>

#include "base/rng.h"
#include "resources/bench.h"
#include "resources/check.h"
#include "resources/scale.h"
#include "triage/case_bytes.h"

namespace assay::resources {
namespace scaling {
namespace {

constexpr double kStartMs = 4;     // the smallest of the sizes takes at least this
constexpr double kExponent = 1.4;  // of each step, by the near ends of the intervals
constexpr double kGrowth = 1.5;    // of the work at each step: less says nothing
constexpr int kSizes = 4;
constexpr int kMostDoublings = 16;
constexpr double kMostBytes = 48e6;  // of the largest size
constexpr double kMostMs = 4000;     // of one run
constexpr size_t kNodesTried = 2, kAxesTried = 3;

struct Point {
  double work = 0;
  Interval ms;
};

double TotalBytes(const Graph& graph) {
  double sum = 0;
  for (size_t i = 0; i < graph.value_count(); ++i) sum += BytesOf(graph, static_cast<ValueId>(i));
  return sum;
}

// The factor from which on `axis` takes measurable time. Nothing when it cannot grow that far.
std::optional<int64_t> StartFactor(Bench& bench, const ModelCase& node, Axis axis) {
  int64_t factor = 1;
  for (int i = 0; i < kMostDoublings; ++i, factor *= 2) {
    const auto larger = factor == 1 ? std::optional(node) : Scaled(node, axis, factor);
    if (!larger.has_value() ||
        TotalBytes(larger->model.graph) * std::pow(2, kSizes - 1) > kMostBytes)
      return std::nullopt;
    const auto took = GlanceMs(bench, *larger);
    if (!took.has_value() || *took > kMostMs) return std::nullopt;
    if (*took >= kStartMs) return factor;
  }
  return std::nullopt;
}

std::optional<Point> Measure(Bench& bench, const ModelCase& node) {
  const auto subject = triage::MakeSubject(node);
  const Work work = WorkOf(node.model.graph);
  if (!subject.ok() || !work.known) return std::nullopt;
  const auto ms = bench.Time(*subject);
  if (!ms.has_value()) return std::nullopt;
  return Point{work.total(), *ms};
}

// The smallest exponent of the steps that the measurements admit; 0 when the work hardly grows.
double LeastExponent(const std::vector<Point>& points) {
  double least = INFINITY;
  for (size_t i = 1; i < points.size(); ++i) {
    if (!(points[i].work >= kGrowth * points[i - 1].work)) return 0;
    least = std::min(least, std::log(points[i].ms.lo / points[i - 1].ms.hi) /
                                std::log(points[i].work / points[i - 1].work));
  }
  return least;
}

std::optional<Said> LookAlong(Bench& bench, const ModelCase& node, Axis axis) {
  const auto start = StartFactor(bench, node, axis);
  if (!start.has_value()) return std::nullopt;
  std::vector<Point> points;
  std::string sizes;
  std::optional<ModelCase> smallest;
  for (int i = 0; i < kSizes; ++i) {
    const auto larger = *start << i == 1 ? std::optional(node) : Scaled(node, axis, *start << i);
    if (!larger.has_value()) return std::nullopt;
    const auto point = Measure(bench, *larger);
    if (!point.has_value()) return std::nullopt;
    if (i == 0) smallest = larger;
    points.push_back(*point);
    sizes += StrCat(i == 0 ? "" : ", ", Milliseconds(point->ms.mid));
    // Not steep: the larger sizes need not be waited for.
    if (i > 0 && LeastExponent(points) < kExponent) return std::nullopt;
  }
  const Graph& graph = node.model.graph;
  return Said{StrCat(graph.node(0).op, " grows faster than its work: ", sizes, " from '",
                     Describe(node), "' with axis ", axis.axis, " at ", *start,
                     " times its size, doubled three times; work to the power of ",
                     LeastExponent(points), " at least"),
              smallest};
}

std::optional<Said> LookForScaling(const Scene& scene) {
  // A compiler takes seconds for each new model: not within a campaign.
  if (scene.target.slow && !scene.thorough) return std::nullopt;
  Bench& bench = scene.desk.BenchOf(scene.target);
  std::vector<ModelCase> nodes;
  for (ModelCase& node : NodesOf(scene.whole))
    if (WorkOf(node.model.graph).known) nodes.push_back(std::move(node));
  Rng rng(scene.seed);
  const size_t tried = scene.thorough ? nodes.size() : std::min(kNodesTried, nodes.size());
  for (size_t n = 0; n < tried; ++n) {
    std::swap(nodes[n], nodes[n + rng.Next() % (nodes.size() - n)]);
    // The last axes first: that is where kernels loop.
    std::vector<Axis> axes = AxesOf(nodes[n]);
    std::ranges::reverse(axes);
    if (axes.size() > kAxesTried) axes.resize(kAxesTried);
    for (const Axis& axis : axes)
      if (auto said = LookAlong(bench, nodes[n], axis)) return said;
  }
  return std::nullopt;
}

}  // namespace
}  // namespace scaling

CheckDef ScalingCheck() {
  return {"scaling", "time grows faster than work when a dimension doubles",
          oracle::CaseStatus::kSlow, scaling::LookForScaling};
}

}  // namespace assay::resources
