#include "training/labelled.h"

#include <array>
#include <cmath>
#include <numbers>

#include "base/check.h"
#include "base/strings.h"
#include "graph/text.h"
#include "ops/infer.h"

namespace assay::training {
namespace {

// Noise of the moons, of radius 1, and of the clouds, whose middles are about 1.4 deviations of
// their coordinates apart per coordinate: a few per cent of either cannot be told apart.
constexpr double kMoonNoise = 0.2, kCloudNoise = 1.0;
// Fewer examples per class decide nothing.
constexpr int64_t kMinPerClass = 16;
constexpr uint64_t kTaskSeed = 20242;

bool IsStaticFloat(const ValueType& type) {
  return type.is_tensor() &&
         (type.tensor.dtype == DType::kFloat32 || type.tensor.dtype == DType::kFloat64) &&
         type.tensor.shape().has_value();
}

std::vector<double> Moon(int64_t which, Rng& rng) {
  const double angle = std::numbers::pi * rng.Unit();
  const double x = std::cos(angle), y = std::sin(angle);
  std::vector<double> out =
      which == 0 ? std::vector{x - 0.5, y - 0.25} : std::vector{0.5 - x, 0.25 - y};
  for (double& v : out) v += kMoonNoise * rng.Normal();
  return out;
}

std::vector<double> InCloud(const std::vector<double>& middle, Rng& rng) {
  std::vector<double> out = middle;
  for (double& v : out) v += kCloudNoise * rng.Normal();
  return out;
}

LabelledData DrawBatch(DType dtype, const Shape& shape,
                       const std::vector<std::vector<double>>& middles, Rng& rng) {
  const auto classes = static_cast<int64_t>(middles.size());
  const bool moons = classes == 2 && middles[0].size() == 2;
  LabelledData out;
  std::vector<double> values;
  for (int64_t i = 0; i < shape[0]; ++i) {
    const int64_t which = rng.Int(0, classes - 1);
    const std::vector<double> point =
        moons ? Moon(which, rng) : InCloud(middles[static_cast<size_t>(which)], rng);
    values.insert(values.end(), point.begin(), point.end());
    out.classes.push_back(which);
  }
  out.data = MakeTensor(dtype, shape, values);
  return out;
}

// Fills initializers that the text leaves at zero with weights of unit gain.
void DrawWeights(Model& model, Rng& rng) {
  std::vector<std::pair<ValueId, Tensor>> drawn;
  for (const auto& [id, tensor] : model.graph.initializers()) {
    if (!IsFloat(tensor.dtype()) || tensor.rank() < 2) continue;
    const bool linear = tensor.rank() == 2;
    const int64_t fan_in = linear ? tensor.shape()[0] : tensor.count() / tensor.shape()[0];
    std::vector<double> values(static_cast<size_t>(tensor.count()));
    for (double& v : values) v = rng.Normal() / std::sqrt(static_cast<double>(fan_in));
    drawn.emplace_back(id, MakeTensor(tensor.dtype(), tensor.shape(), values));
  }
  for (auto& [id, tensor] : drawn) model.graph.SetInitializer(id, std::move(tensor));
}

ModelCase MakeTask(std::string_view text) {
  auto model = ParseModelText(std::string(text));
  ASSAY_CHECK(model.ok()) << model.error().message;
  Rng rng(kTaskSeed);
  DrawWeights(*model, rng);
  const Status typed = ops::InferTypes(*model);
  ASSAY_CHECK(typed.ok()) << typed.error().message;
  const Graph& graph = model->graph;
  const TensorType& input = graph.type(graph.inputs.at(0)).tensor;
  const Shape scores = *graph.type(graph.outputs.at(0)).tensor.shape();
  Tensor data = DrawLabelled(input.dtype, *input.shape(), scores[1], 1, rng)[0].data;
  return {std::move(model).value(), {std::move(data)}};
}

ModelCase MoonsMlp() {
  return MakeTask(R"(model ir=8 opset=17
graph moons (x: float32[256,2]) -> (scores: float32[256,2]) {
  w1: float32[2,16] = fill(0)
  b1: float32[16] = fill(0)
  w2: float32[16,16] = fill(0)
  b2: float32[16] = fill(0)
  w3: float32[16,2] = fill(0)
  b3: float32[2] = fill(0)
  h1 = Gemm(x, w1, b1)
  a1 = Relu(h1)
  h2 = Gemm(a1, w2, b2)
  a2 = Tanh(h2)
  scores = Gemm(a2, w3, b3)
})");
}

ModelCase CloudsCnn() {
  return MakeTask(R"(model ir=8 opset=17
graph clouds (x: float32[96,1,4,4]) -> (scores: float32[96,3]) {
  w1: float32[4,1,3,3] = fill(0)
  b1: float32[4] = fill(0)
  w2: float32[16,3] = fill(0)
  b2: float32[3] = fill(0)
  c1 = Conv<pads=[1,1,1,1]>(x, w1, b1)
  a1 = Relu(c1)
  p1 = AveragePool<kernel_shape=[2,2], strides=[2,2]>(a1)
  f1 = Flatten(p1)
  scores = Gemm(f1, w2, b2)
})");
}

}  // namespace

std::optional<TaskSite> FindTaskSite(const Model& model) {
  const Graph& graph = model.graph;
  std::optional<ValueId> data;
  for (const ValueId id : graph.inputs) {
    if (graph.initializer(id) != nullptr) continue;
    if (data.has_value()) return std::nullopt;
    data = id;
  }
  if (!data.has_value() || !IsStaticFloat(graph.type(*data))) return std::nullopt;
  const Shape shape = *graph.type(*data).tensor.shape();
  if (shape.size() < 2 || shape[0] < kMinBatch || ElementCount(shape) == 0) return std::nullopt;
  for (const ValueId id : graph.outputs) {
    if (!IsStaticFloat(graph.type(id))) continue;
    const Shape scores = *graph.type(id).tensor.shape();
    if (scores.size() == 2 && scores[0] == shape[0] && scores[1] >= 2 &&
        scores[1] * kMinPerClass <= shape[0])
      return TaskSite{graph.name_of(*data), graph.name_of(id)};
  }
  return std::nullopt;
}

std::vector<LabelledData> DrawLabelled(DType dtype, const Shape& shape, int64_t classes, int count,
                                       Rng& rng) {
  const auto features = static_cast<size_t>(ElementCount(shape) / shape[0]);
  std::vector<std::vector<double>> middles(static_cast<size_t>(classes),
                                           std::vector<double>(features));
  for (auto& middle : middles)
    for (double& v : middle) v = rng.Normal();
  std::vector<LabelledData> out;
  for (int i = 0; i < count; ++i) out.push_back(DrawBatch(dtype, shape, middles, rng));
  return out;
}

std::span<const TaskDef> AllTasks() {
  static constexpr std::array kAll = {
      TaskDef{"moons-mlp", "two interleaved half circles, three linear layers", MoonsMlp},
      TaskDef{"clouds-cnn", "three clouds of tiny images, a convolution and a linear layer",
              CloudsCnn}};
  return kAll;
}

}  // namespace assay::training
