// The zoo's small models all differentiate by all their weights; loss and gradients are finite, the
// models accepted by the official checker. GRADIENT_REPORT=1 prints sizes, times and how tight the
// bounds are.
#include "zoo/zoo.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "base/strings.h"
#include "onnx/official.h"
#include "tests/unit/gradient/finite_difference.h"

namespace assay::gradient {
namespace {

using Clock = std::chrono::steady_clock;

double Seconds(Clock::time_point since) {
  return std::chrono::duration<double>(Clock::now() - since).count();
}

class Zoo : public testing::TestWithParam<std::string> {};

TEST_P(Zoo, LossAndGradientsAreFinite) {
  const auto subject = zoo::Build(*zoo::FindModel(GetParam()), zoo::Size::kSmall, 1);
  ASSERT_TRUE(subject.ok());
  const std::vector<std::string> weights = Parameters(subject->model);
  const auto start = Clock::now();
  const auto made = Differentiate(subject->model, {}, weights);
  const double build = Seconds(start);
  ASSERT_TRUE(made.ok()) << made.error().message;
  // Steps of quantisation have no slope: nothing flows back through them.
  if (GetParam() != "mobilenet-int8") {
    EXPECT_LT(made->unreached.size(), weights.size() / 2);
  }
  const Status official = onnxio::CheckWithOfficial(made->model);
  EXPECT_TRUE(official.ok()) << official.error().message;
  const auto begin = Clock::now();
  const auto plain = reference::Evaluate(subject->model, ToKnown(subject->inputs));
  const double model_seconds = Seconds(begin);
  const auto next = Clock::now();
  const auto run = reference::Evaluate(made->model, WithLabels(*made, ToKnown(subject->inputs), 1));
  const double gradient_seconds = Seconds(next);
  ASSERT_TRUE(plain.ok() && run.ok()) << (run.ok() ? "" : run.error().message);
  const size_t first = subject->model.graph.outputs.size();
  int64_t infinite = 0, elements = 0, wide = 0;
  for (size_t i = first; i < first + 1 + weights.size(); ++i) {
    ASSERT_TRUE(run->outputs[i].is_tensor());
    const Bounded& t = run->outputs[i].tensor;
    double size = 0;
    for (int64_t k = 0; k < t.count(); ++k) size = std::max(size, std::fabs(t.real(k).v));
    for (int64_t k = 0; k < t.count(); ++k, ++elements) {
      infinite += !std::isfinite(t.real(k).v);
      wide += !(t.real(k).hi - t.real(k).lo <= 0.01 * size);
    }
  }
  EXPECT_EQ(infinite, 0);
  if (std::getenv("GRADIENT_REPORT") != nullptr)
    std::printf(
        "%-18s nodes %zu -> %zu, differentiate %.2f s, evaluate %.3f -> %.3f s (x%.1f), ties %zu, "
        "unreached %zu of %zu, bounds wider than 1%%: %.1f%%\n",
        GetParam().c_str(), subject->model.graph.node_count(), made->model.graph.node_count(),
        build, model_seconds, gradient_seconds, gradient_seconds / model_seconds, made->ties.size(),
        made->unreached.size(), weights.size(),
        100.0 * static_cast<double>(wide) / static_cast<double>(std::max<int64_t>(elements, 1)));
}

std::vector<std::string> Names() {
  std::vector<std::string> names;
  for (const zoo::ZooDef& def : zoo::AllModels()) names.emplace_back(def.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(Models, Zoo, testing::ValuesIn(Names()), [](const auto& test) {
  std::string name = test.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

}  // namespace
}  // namespace assay::gradient
