// x  ==>  x + N(0, 0.1 std(x)), within the range of x      x: a float input of the model
//
// Promise: changes.   Needs: a float input with different numbers.   Aims at: values alone; the
// model stays as it is.
#include <algorithm>
#include <cmath>

#include "mutate/edit.h"
#include "mutate/mutator.h"
#include "mutate/study/splice.h"

namespace assay::mutate {
namespace input_noise {
namespace {

constexpr double kNoise = 0.1;  // of the standard deviation, as GF has it for weights

std::vector<Site> FindFloatInputs(const Model& model) {
  std::vector<Site> sites;
  for (size_t i = 0; i < model.graph.inputs.size(); ++i)
    if (IsLayerFloat(DTypeOf(model.graph, model.graph.inputs[i])))
      sites.push_back({.node = 0, .value = model.graph.inputs[i], .variant = static_cast<int>(i)});
  return sites;
}

Result<ModelCase> AddNoise(const ModelCase& base, const Site& site, Rng& rng) {
  ModelCase out = base;
  Datum& datum = out.inputs[static_cast<size_t>(site.variant)];
  if (datum.kind != Datum::Kind::kTensor) return Reject("not a tensor");
  const Tensor& tensor = datum.tensor;
  double sum = 0, squares = 0, low = INFINITY, high = -INFINITY;
  for (int64_t i = 0; i < tensor.count(); ++i) {
    const double value = tensor.RealAt(i);
    sum += value;
    squares += value * value;
    low = std::min(low, value);
    high = std::max(high, value);
  }
  const auto count = static_cast<double>(tensor.count());
  const double sigma =
      kNoise * std::sqrt(std::max(0.0, squares / count - sum / count * (sum / count)));
  if (!(sigma > 0) || !std::isfinite(sigma)) return Reject("all numbers are equal, or not finite");
  std::vector<std::byte> bytes(tensor.byte_size());
  for (int64_t i = 0; i < tensor.count(); ++i)
    StoreReal(tensor.dtype(), bytes.data(), i,
              std::clamp(tensor.RealAt(i) + sigma * rng.Normal(), low, high));
  datum = Datum(Tensor(tensor.dtype(), tensor.shape(), std::move(bytes)));
  return out;
}

}  // namespace
}  // namespace input_noise

MutatorDef InputNoiseDef() {
  return {.name = "input-noise",
          .meaning = "Gaussian noise is added to an input of the model",
          .choices =
              "deviation 0.1 of the input's own, clipped to its range; integers and equal numbers "
              "are left alone. AUDEE's paper does not give its noise",
          .family = Family::kInput,
          .promise = Promise::kChanges,
          .find = input_noise::FindFloatInputs,
          .apply = input_noise::AddNoise};
}

}  // namespace assay::mutate
