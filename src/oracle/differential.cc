#include "oracle/differential.h"

#include <algorithm>
#include <cmath>

#include "base/strings.h"
#include "onnx/official.h"

namespace assay::oracle {
namespace {

constexpr double kAgreement = 1e-4;  // the study's, for seeds
// Roundings of the coarsest type that may add up along a model: 16 of float32 are 2e-6, well below
// kAgreement; 16 of float16 are 1.6e-2.
constexpr double kRoundings = 16;

// The distance between neighbouring numbers near one.
double StepOf(DType dtype) {
  switch (dtype) {
    case DType::kFloat64:
    case DType::kFloat32:
      return 0x1p-23;
    case DType::kFloat16:
      return 0x1p-10;
    case DType::kBfloat16:
    case DType::kInt8:  // quantised: a step of 1/127 of the largest value
    case DType::kUint8:
      return 0x1p-7;
    default:
      return IsFloat(dtype) ? 0x1p-2 : 0;  // 8 bits and less
  }
}

double Tolerance(const Graph& graph) {
  double step = 0;
  for (const DType dtype : UsedTypes(graph)) step = std::max(step, StepOf(dtype));
  return std::max(kAgreement, kRoundings * step);
}

bool HasOutliers(const Tensor& tensor) {
  if (!IsFloat(tensor.dtype())) return false;
  for (int64_t i = 0; i < tensor.count(); ++i)
    if (!std::isfinite(tensor.RealAt(i))) return true;
  return false;
}

// The first output with NaN or infinity; nullptr when there is none.
const std::string* FirstOutlier(const lab::Observation& seen) {
  for (const auto& [name, datum] : seen.outputs)
    if (datum.kind == Datum::Kind::kTensor && HasOutliers(datum.tensor)) return &name;
  return nullptr;
}

// Largest difference relative to the larger of one and the largest magnitude.
double Apart(const Tensor& a, const Tensor& b) {
  if (!(a.shape() == b.shape()) || a.dtype() != b.dtype()) return INFINITY;
  double size = 1, apart = 0;
  const auto at = [](const Tensor& tensor, int64_t i) {
    return IsFloat(tensor.dtype()) ? tensor.RealAt(i) : static_cast<double>(tensor.IntAt(i));
  };
  if (!IsFloat(a.dtype()) && !IsIntOrBool(a.dtype())) return 0;
  for (int64_t i = 0; i < a.count(); ++i) {
    const double x = at(a, i), y = at(b, i);
    if (std::isfinite(x)) size = std::max(size, std::fabs(x));
    if (x != y && !(std::isnan(x) && std::isnan(y))) apart = std::max(apart, std::fabs(x - y));
  }
  return apart / size;
}

NamedTensors TensorsOf(const lab::Observation& seen) {
  NamedTensors out;
  for (const auto& [name, datum] : seen.outputs)
    if (datum.kind == Datum::Kind::kTensor) out[name] = datum.tensor;
  return out;
}

// The runs that ended well, as the layer table wants them.
struct Table {
  std::vector<NamedTensors> tensors;
  std::vector<LayerSide> sides;

  explicit Table(const std::vector<Side>& from) {
    tensors.reserve(from.size());
    for (const Side& side : from) {
      if (!side.seen->ok()) continue;
      tensors.push_back(TensorsOf(*side.seen));
      sides.push_back({side.target, &tensors.back()});
    }
  }
  const Tensor& Of(const std::string& target, const std::string& name) const {
    const auto side = std::find_if(sides.begin(), sides.end(),
                                   [&](const LayerSide& s) { return s.target == target; });
    return side->tensors->at(name);
  }
  bool Agree(const Layer& row, double tolerance) const {
    return Apart(Of(row.first, row.tensor), Of(row.second, row.tensor)) <= tolerance;
  }
};

// The reference's values of the outputs, where it knows them.
NamedTensors TruthOf(const Subject& subject, const Truth& truth) {
  NamedTensors out;
  const Graph& graph = subject.model.graph;
  for (size_t i = 0; i < truth.lenient.size() && i < graph.outputs.size(); ++i) {
    const Known& known = truth.lenient[i];
    if (!known.is_tensor() || !known.tensor.is_real()) continue;
    std::vector<double> values;
    for (int64_t k = 0; k < known.tensor.count(); ++k) values.push_back(known.tensor.real(k).v);
    out[graph.name_of(graph.outputs[i])] =
        MakeTensor(known.tensor.dtype(), known.tensor.shape(), values);
  }
  return out;
}

Difference Inconsistency(const Layer& row, const char* measure, double value, double threshold) {
  Difference out;
  out.first = row.first;
  out.second = row.second;
  out.kind = "inconsistency";
  out.measure = measure;
  out.value = value;
  out.threshold = threshold;
  out.tensor = row.tensor;
  out.op = row.op;
  out.message = StrCat(measure, " = ", FormatDouble(value), " at '", row.tensor, "' (", row.op,
                       "), mean distance ", FormatDouble(row.distance));
  return out;
}

Difference OutlierOf(const Subject& subject, const Side& with, const Side& without,
                     const std::string& output) {
  Difference out;
  out.first = with.target;
  out.second = without.target;
  out.kind = "nan";
  out.tensor = output;
  const ValueId id = subject.model.graph.Find(output);
  for (const NodePtr& node : subject.model.graph.nodes())
    if (std::find(node->outputs.begin(), node->outputs.end(), id) != node->outputs.end())
      out.op = node->op;
  out.message = StrCat("output '", output, "' of ", with.target, " holds NaN or infinity, that of ",
                       without.target, " does not");
  return out;
}

Difference FailureOf(const Side& with, const Side& without) {
  Difference out;
  out.first = with.target;
  out.second = without.target;
  out.kind = "crash";
  out.stage = StageName(with.seen->stage);
  out.message = StrCat(EndingName(with.seen->ending), ": ", with.seen->message);
  return out;
}

bool AnyFailed(const std::vector<Side>& sides) {
  return std::ranges::any_of(sides, [](const Side& side) { return !side.seen->ok(); });
}

}  // namespace

std::vector<Difference> CompareEndings(const Subject& subject, const std::vector<Side>& sides,
                                       Form form) {
  std::vector<Difference> out;
  const Side *sound = nullptr, *ran = nullptr;  // without outliers; at all
  for (const Side& side : sides) {
    if (!side.seen->ok()) continue;
    if (ran == nullptr) ran = &side;
    if (sound == nullptr && FirstOutlier(*side.seen) == nullptr) sound = &side;
  }
  bool disputed = false;  // the official library refuses the model, too: no one is to blame
  for (const Side& side : sides)
    if (side.seen->ending == lab::Ending::kFailed && !disputed && form == Form::kOurs)
      disputed = !onnxio::CheckWithOfficialInference(subject.model).ok();
  for (const Side& side : sides) {
    if (!side.seen->ok()) {
      if (ran != nullptr && !(disputed && side.seen->ending == lab::Ending::kFailed))
        out.push_back(FailureOf(side, *ran));
    } else if (const std::string* output = FirstOutlier(*side.seen); output != nullptr) {
      if (sound != nullptr) out.push_back(OutlierOf(subject, side, *sound, *output));
    }
  }
  return out;
}

std::vector<Difference> CompareOutputs(const Subject& subject, const Truth& truth,
                                       const std::vector<Side>& sides, Form form) {
  const Graph& graph = subject.model.graph;
  const Table table(sides);
  const bool literal = form == Form::kLiteral;
  const NamedTensors reference = literal ? NamedTensors() : TruthOf(subject, truth);
  const double tolerance = Tolerance(graph);
  std::vector<Layer> rows, ones;
  rows = CompareLayers(graph, table.sides, reference, Ground::kReference);
  ones = CompareLayers(graph, table.sides, reference, Ground::kOnes);
  std::vector<Difference> out;
  for (size_t i = 0; i < rows.size(); ++i) {
    const double mad = reference.contains(rows[i].tensor) ? rows[i].mad : ones[i].mad;
    if (!(mad > kMadThreshold) || !std::isfinite(mad)) continue;
    if (!literal && table.Agree(rows[i], tolerance)) continue;
    Difference found = Inconsistency(rows[i], "D_MAD", mad, kMadThreshold);
    const bool same_pair =
        !out.empty() && out.back().first == found.first && out.back().second == found.second;
    if (!same_pair)
      out.push_back(std::move(found));
    else if (found.value > out.back().value)
      out.back() = std::move(found);
  }
  return out;
}

std::vector<Difference> CompareRates(const Subject& subject, const std::vector<Side>& tapped,
                                     Form form) {
  const Graph& graph = subject.model.graph;
  const Table table(tapped);
  const double tolerance = Tolerance(graph);
  std::vector<Difference> out;
  for (const Layer& row : CompareLayers(graph, table.sides, {}, Ground::kOnes)) {
    const bool same_pair =
        !out.empty() && out.back().first == row.first && out.back().second == row.second;
    if (same_pair || !(row.rate > kRateThreshold) || !std::isfinite(row.rate)) continue;
    if (form == Form::kOurs && table.Agree(row, tolerance)) continue;
    out.push_back(Inconsistency(row, "R", row.rate, kRateThreshold));
  }
  return out;
}

double LargestDistance(const Subject& subject, const std::vector<Side>& sides) {
  if (AnyFailed(sides)) return INFINITY;
  const Table table(sides);
  double largest = 0;
  for (const Layer& row : CompareLayers(subject.model.graph, table.sides, {}, Ground::kOnes))
    // NaN against a number: further apart than any two numbers.
    largest = std::isnan(row.distance) ? INFINITY : std::max(largest, row.distance);
  return largest;
}

double SumOfMad(const Subject& subject, const std::vector<Side>& sides) {
  if (AnyFailed(sides)) return INFINITY;
  const Table table(sides);
  double sum = 0;
  for (const Layer& row : CompareLayers(subject.model.graph, table.sides, {}, Ground::kOnes)) {
    if (std::isnan(row.distance)) return INFINITY;
    sum += std::isfinite(row.mad) ? row.mad : 0;
  }
  return sum;
}

bool HoldsOutliers(const lab::Observation& seen) { return FirstOutlier(seen) != nullptr; }

}  // namespace assay::oracle
