// Proof by test (2) and (3): the bounds are useful. On random graphs of 10 operators the median of
// bound over error really made is small, and a planted relative error of 1e-3 falls outside.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "execution.h"
#include "reference/per_node.h"

namespace assay::reference {
namespace {

constexpr int kGraphs = 1500;
constexpr double kPlanted = 1e-3;

// Graphs that people would call numerical: operators that compute in floating point.
generate::GraphOptions Options(DType dtype) { return {.nodes = 10, .opset = 21, .dtype = dtype}; }

Rules Plain() {
  Rules rules;
  rules.plain = true;
  return rules;
}

double MedianOfBoundOverError(DType dtype) {
  Rng rng(11);
  std::vector<double> ratios;
  for (int g = 0; g < kGraphs; ++g) {
    const auto test = generate::RandomGraph(rng, Options(dtype));
    if (!test.has_value()) continue;
    const auto bounds = Bounds(*test, {});
    const auto plain = Execution(*test, Plain(), rng);
    EXPECT_TRUE(bounds.ok()) << bounds.error().message;
    EXPECT_TRUE(plain.ok()) << plain.error().message;
    if (!bounds.ok() || !plain.ok()) continue;
    for (const ValueId id : test->model.graph.outputs) {
      const std::string& name = test->model.graph.name_of(id);
      const Known &b = bounds->at(name), &e = plain->at(name);
      if (!b.is_tensor() || !e.is_tensor() || !b.tensor.is_real() ||
          !(b.tensor.shape() == e.tensor.shape()))
        continue;
      for (int64_t i = 0; i < b.tensor.count(); ++i) {
        const Real x = b.tensor.real(i);
        const double error = std::fabs(e.tensor.real(i).v - x.v),
                     bound = std::max(x.hi - x.v, x.v - x.lo);
        if (error > 0 && std::isfinite(error) && std::isfinite(bound))
          ratios.push_back(bound / error);
      }
    }
  }
  std::sort(ratios.begin(), ratios.end());
  EXPECT_GT(ratios.size(), 1000u);
  if (ratios.empty()) return kInf;
  const double median = ratios[ratios.size() / 2];
  std::printf("%s: median of bound / error really made: %.1f over %zu elements\n",
              std::string(DTypeName(dtype)).c_str(), median, ratios.size());
  return median;
}

TEST(Usefulness, BoundsAreTightInFloat32) {
  EXPECT_LE(MedianOfBoundOverError(DType::kFloat32), 50);
}
TEST(Usefulness, BoundsAreTightInFloat64) {
  EXPECT_LE(MedianOfBoundOverError(DType::kFloat64), 50);
}

std::map<std::string, Tensor> Stored(const generate::RandomCase& test,
                                     const std::map<std::string, Known>& values) {
  std::map<std::string, Tensor> out;
  for (const auto& [name, known] : values)
    if (known.is_tensor()) out.emplace(name, known.tensor.ToTensor());
  for (size_t i = 0; i < test.inputs.size(); ++i)
    out.emplace(test.model.graph.name_of(test.model.graph.inputs[i]), test.inputs[i].tensor);
  return out;
}

// Every result of the chosen node is off by the planted factor, rounded to its type.
std::function<void(const Node&, std::vector<Known>&)> Plant(const Node* victim) {
  return [victim](const Node& node, std::vector<Known>& outputs) {
    if (&node != victim) return;
    for (Known& out : outputs) {
      if (!out.is_tensor() || !out.tensor.is_real()) continue;
      for (int64_t i = 0; i < out.tensor.count(); ++i)
        out.tensor.set(
            i, Real::Point(RoundTo(out.tensor.dtype(), out.tensor.real(i).v * (1 + kPlanted))));
    }
  };
}

// What every store does to a result: rounds it to its type. Later nodes then see what a real
// library would feed them.
std::function<void(const Node&, std::vector<Known>&)> StoreOnly() { return Plant(nullptr); }

bool OutputsDiffer(const Graph& graph, const std::map<std::string, Tensor>& a,
                   const std::map<std::string, Tensor>& b) {
  for (const ValueId id : graph.outputs) {
    const auto x = a.find(graph.name_of(id)), y = b.find(graph.name_of(id));
    if (x != a.end() && y != b.end() && !(x->second == y->second)) return true;
  }
  return false;
}

bool CaughtThroughTheGraph(const generate::RandomCase& test,
                           const std::map<std::string, Known>& faulty) {
  const auto bounds = Bounds(test, {});
  if (!bounds.ok()) return false;
  std::map<std::string, Known> outputs;
  for (const ValueId id : test.model.graph.outputs)
    outputs.insert(*faulty.find(test.model.graph.name_of(id)));
  return !Escape(test, *bounds, outputs).empty();
}

bool CaughtPerNode(const generate::RandomCase& test, const std::map<std::string, Known>& faulty,
                   Tier tier) {
  Rules rules;
  rules.tier = tier;
  const auto verdicts = JudgePerNode(test.model, Stored(test, faulty), {.rules = rules});
  return verdicts.ok() && !verdicts->empty();
}

struct Caught {
  int planted = 0, caught = 0, fixed_tolerance = 0;
  std::map<std::string, int> missed;  // by operator
  double share() const { return planted == 0 ? 0 : static_cast<double>(caught) / planted; }
};

// A fixed tolerance of 1e-2 relative and 1e-3 absolute, as fuzzers use it.
bool FixedToleranceCatches(const Graph& graph, const std::map<std::string, Tensor>& clean,
                           const std::map<std::string, Tensor>& faulty) {
  for (const ValueId id : graph.outputs) {
    const auto x = clean.find(graph.name_of(id)), y = faulty.find(graph.name_of(id));
    if (x == clean.end() || y == faulty.end() || !IsFloat(x->second.dtype())) continue;
    for (int64_t i = 0; i < x->second.count() && i < y->second.count(); ++i) {
      const double a = x->second.RealAt(i), b = y->second.RealAt(i);
      if (std::isnan(a) != std::isnan(b) || std::fabs(a - b) > 1e-3 + 1e-2 * std::fabs(a))
        return true;
    }
  }
  return false;
}

Caught PlantErrors(DType dtype, bool per_node) {
  Rng rng(23);
  Caught result;
  for (int g = 0; g < kGraphs; ++g) {
    const auto test = generate::RandomGraph(rng, Options(dtype));
    if (!test.has_value()) continue;
    const Graph& graph = test->model.graph;
    const Node* victim =
        &graph.node(static_cast<size_t>(rng.Int(0, static_cast<int64_t>(graph.node_count()) - 1)));
    const uint64_t seed = rng.Next();
    Rng a(seed), b(seed);
    const auto clean = Execution(*test, Plain(), a, StoreOnly());
    const auto faulty = Execution(*test, Plain(), b, Plant(victim));
    EXPECT_TRUE(clean.ok()) << clean.error().message;
    if (!clean.ok() || !faulty.ok()) continue;
    const auto clean_values = Stored(*test, *clean), faulty_values = Stored(*test, *faulty);
    if (!OutputsDiffer(graph, clean_values, faulty_values)) continue;
    ++result.planted;
    const bool caught = per_node ? CaughtPerNode(*test, *faulty, Tier::kLenient)
                                 : CaughtThroughTheGraph(*test, *faulty);
    result.caught += caught;
    if (!caught) ++result.missed[victim->op];
    result.fixed_tolerance += FixedToleranceCatches(graph, clean_values, faulty_values);
  }
  std::printf(
      "%s%s: %d planted errors of %.0e changed an output, %.1f %% caught (fixed tolerance: %.1f "
      "%%)\n",
      std::string(DTypeName(dtype)).c_str(), per_node ? " per node" : "", result.planted, kPlanted,
      100 * result.share(), 100.0 * result.fixed_tolerance / std::max(1, result.planted));
  for (const auto& [op, count] : result.missed)
    std::printf("  missed in %s: %d\n", op.c_str(), count);
  return result;
}

TEST(Usefulness, PlantedErrorsAreCaughtInFloat32) {
  EXPECT_GE(PlantErrors(DType::kFloat32, false).share(), 0.95);
}
TEST(Usefulness, PlantedErrorsAreCaughtInFloat64) {
  EXPECT_GE(PlantErrors(DType::kFloat64, false).share(), 0.95);
}
TEST(Usefulness, PlantedErrorsAreCaughtInFloat16) {
  // 0.77 of a thousand; of two hundred, as fewer graphs give, chance makes it 0.72 to 0.80.
  EXPECT_GE(PlantErrors(DType::kFloat16, true).share(), 0.75);
}

// The same judgement must not accuse an execution without a planted error.
TEST(Usefulness, CleanExecutionsAreNotAccusedPerNode) {
  Rng rng(5);
  for (int g = 0; g < kGraphs; ++g) {
    const auto test = generate::RandomGraph(rng, Options(DType::kFloat16));
    if (!test.has_value()) continue;
    const auto clean = Execution(*test, Plain(), rng, StoreOnly());
    if (!clean.ok()) continue;
    const auto verdicts = JudgePerNode(test->model, Stored(*test, *clean), {});
    ASSERT_TRUE(verdicts.ok()) << verdicts.error().message;
    for (const NodeVerdict& v : *verdicts) {
      // Of float64 the execution draws a rounding even where the result is exact.
      const Graph& graph = test->model.graph;
      if (graph.type(graph.Find(v.value)).tensor.dtype == DType::kFloat64) continue;
      ADD_FAILURE() << test->model.graph.node(v.node).op << " '" << v.value << "' element "
                    << v.element << ": " << v.got << " outside [" << v.lo << ", " << v.hi << "]";
    }
  }
}

}  // namespace
}  // namespace assay::reference
