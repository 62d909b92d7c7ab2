#include "oracle/check.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "base/hash.h"
#include "base/strings.h"
#include "onnx/model_io.h"
#include "onnx/official.h"
#include "reference/evaluator.h"
#include "reference/per_node.h"

namespace assay::oracle {
namespace {

using lab::Ending;
using lab::Observation;

// Bounds wider than this share of a tensor's size say little: look at the layers.
constexpr double kLoose = 1e-2;
// A layer's result this many bound widths outside is wrong whatever a compiler fused; less may be
// an artefact of how the intermediate tensors were obtained.
constexpr double kGross = 16;
constexpr size_t kMaxLayers = 5000;
// Layers that a compiler may fuse into one kernel: a convolution with what follows it, with margin.
constexpr int kWindow = 8;

double NowMs() {
  return std::chrono::duration<double, std::milli>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

std::vector<std::string> OutputNames(const Graph& graph) {
  std::vector<std::string> out;
  for (const ValueId id : graph.outputs) out.push_back(graph.name_of(id));
  return out;
}

Result<reference::Evaluation> Evaluate(const Subject& subject, Tier tier,
                                       std::vector<std::string> wanted) {
  reference::EvalOptions options;
  options.rules.tier = tier;
  options.random_seed = subject.seed;
  options.wanted = std::move(wanted);
  std::vector<Known> inputs;
  for (const Datum& datum : subject.inputs) {
    ASSAY_ASSIGN(Known known, Known::From(datum, options.rules));
    inputs.push_back(std::move(known));
  }
  return reference::Evaluate(subject.model, std::move(inputs), options);
}

bool HoldsWideInteger(const Tensor& tensor) {
  if (tensor.dtype() != DType::kInt64) return false;
  const auto values = tensor.as<int64_t>();
  return std::any_of(values.begin(), values.end(), [](int64_t value) {
    return value < IntMin(DType::kInt32) || value > IntMax(DType::kInt32);
  });
}

// Whether a 64-bit integer that the model reads, computes or gives does not fit in 32 bits.
bool NeedsWideIntegers(const Subject& subject) {
  for (const Datum& input : subject.inputs)
    if (HoldsWideInteger(input.tensor)) return true;
  for (const auto& [id, weight] : subject.model.graph.initializers())
    if (HoldsWideInteger(weight)) return true;
  const auto computed = ReferenceTensors(subject);
  if (!computed.ok()) return true;
  return std::any_of(computed->begin(), computed->end(),
                     [](const auto& entry) { return HoldsWideInteger(entry.second); });
}

// The inputs by name, without those that only repeat their initializer.
lab::NamedData NamedInputs(const Subject& subject) {
  lab::NamedData out;
  const Graph& graph = subject.model.graph;
  for (size_t i = 0; i < graph.inputs.size() && i < subject.inputs.size(); ++i) {
    const Tensor* initializer = graph.initializer(graph.inputs[i]);
    if (initializer == nullptr || !(subject.inputs[i].tensor == *initializer))
      out.emplace_back(graph.name_of(graph.inputs[i]), subject.inputs[i]);
  }
  return out;
}

lab::Request MakeRequest(const Subject& subject, std::string_view bytes,
                         std::vector<std::string> wanted) {
  lab::Request request;
  request.model = bytes;
  request.key = HashBytes(bytes) | 1;
  request.inputs = NamedInputs(subject);
  request.wanted = std::move(wanted);
  return request;
}

CaseStatus StatusOf(Ending ending) {
  switch (ending) {
    case Ending::kOk:
      return CaseStatus::kOk;
    case Ending::kFailed:
      return CaseStatus::kRejected;
    case Ending::kHang:
      return CaseStatus::kHang;
    case Ending::kCrash:
    case Ending::kOutOfMemory:
    case Ending::kFlood:
    case Ending::kProtocol:
      return CaseStatus::kCrash;
    case Ending::kUnsupported:
    case Ending::kNotReady:
      break;
  }
  return CaseStatus::kUnsupported;
}

void SetFigures(const Observation& seen, TargetResult& out) {
  if (!seen.version.empty()) out.version = seen.version;
  if (!seen.device.empty()) out.device = seen.device;
  out.load_ms = seen.load_ms + seen.compile_ms;
  out.run_ms = seen.run_ms;
  out.peak_mb = seen.peak_mb;
}

void SetFailure(const Observation& seen, TargetResult& out) {
  out.status = StatusOf(seen.ending);
  out.stage = StageName(seen.stage);
  out.kind = seen.kind;
  out.message = seen.message;
}

std::vector<Judgement> JudgeOutputs(const Truth& truth, const Observation& seen) {
  std::vector<Judgement> out;
  for (size_t i = 0; i < seen.outputs.size(); ++i) {
    const bool strict = i < truth.strict.size();
    out.push_back(Judge(seen.outputs[i].first, truth.lenient[i],
                        strict ? &truth.strict[i] : nullptr, seen.outputs[i].second));
  }
  return out;
}

CaseStatus Worst(const std::vector<Judgement>& outputs) {
  CaseStatus status = CaseStatus::kOk;
  for (const Judgement& output : outputs) {
    if (output.verdict == Verdict::kWrong) return CaseStatus::kWrong;
    if (output.verdict == Verdict::kSuspicious) status = CaseStatus::kSuspicious;
  }
  return status;
}

bool SameBits(const Observation& a, const Observation& b) { return a.outputs == b.outputs; }

// Whether two runs are further apart than two correct implementations could be: wider than the
// bound.
bool FurtherApart(const Known& bounds, const Datum& a, const Datum& b) {
  if (a == b || bounds.kind == Known::Kind::kUndetermined) return false;
  if (!bounds.is_tensor() || a.kind != Datum::Kind::kTensor || b.kind != Datum::Kind::kTensor ||
      a.tensor.dtype() != b.tensor.dtype() || !(a.tensor.shape() == b.tensor.shape()) ||
      a.tensor.dtype() != bounds.tensor.dtype() || !(a.tensor.shape() == bounds.tensor.shape()) ||
      bounds.tensor.is_string())
    return true;
  for (int64_t i = 0; i < a.tensor.count(); ++i) {
    if (bounds.tensor.is_real()) {
      const Real bound = bounds.tensor.real(i);
      const double x = a.tensor.RealAt(i), y = b.tensor.RealAt(i);
      const bool same = x == y || (std::isnan(x) && std::isnan(y)) || bound.undetermined();
      if (!same && !(std::fabs(x - y) <= bound.hi - bound.lo)) return true;
    } else {
      const Int bound = bounds.tensor.integer(i);
      const int64_t x = a.tensor.IntAt(i), y = b.tensor.IntAt(i);
      if (x != y && !(bound.contains(x) && bound.contains(y))) return true;
    }
  }
  return false;
}

// The second run: in the same process when all is well, otherwise in a clean one, as an earlier
// case may have spoilt the first.
void Confirm(const Subject& subject, const Truth& truth, const lab::Target& target, lab::Lab& lab,
             lab::Request request, const Observation& first, TargetResult& out) {
  if (first.ending == Ending::kHang || first.ending == Ending::kUnsupported) return;
  request.fresh = IsFinding(out.status);
  const Observation second = lab.Run(target, request);
  if (second.ending == Ending::kNotReady) return;
  if (second.ending != first.ending) {
    out.status = CaseStatus::kNondeterministic;
    out.message =
        StrCat("first run: ", EndingName(first.ending), ", second run: ", EndingName(second.ending),
               " (", second.message, first.message, ")");
    return;
  }
  if (!first.ok() || SameBits(first, second) || DrawsRandomNumbers(subject.model.graph)) return;
  // Other bits within the bounds are what threads and alignment do; across the bounds it matters.
  bool apart = Worst(JudgeOutputs(truth, second)) != out.status;
  for (size_t i = 0; i < first.outputs.size(); ++i)
    apart =
        apart || FurtherApart(truth.lenient[i], first.outputs[i].second, second.outputs[i].second);
  if (apart) {
    out.status = CaseStatus::kNondeterministic;
    out.message = "two runs differ by more than rounding allows";
  } else {
    out.message = "two runs differ in their last bits";
  }
}

bool IsLoose(const Judgement& output) {
  return output.verdict == Verdict::kUndetermined ||
         (output.verdict != Verdict::kWrong && output.looseness > kLoose);
}

LayerFault MakeFault(const Graph& graph, const reference::NodeVerdict& verdict) {
  LayerFault fault{verdict.node,  graph.node(verdict.node).op,
                   verdict.value, verdict.element,
                   verdict.got,   verdict.lo,
                   verdict.hi,    false};
  const double width = fault.hi - fault.lo;
  // Behind a layer that rounds, a bound without width is that of a branch (the zero of Relu, an
  // index): another rounding may have taken the other one.
  const bool branch = width == 0 && !verdict.exact_inputs;
  const double outside = fault.got < fault.lo ? fault.lo - fault.got : fault.got - fault.hi;
  fault.gross = !branch && !(outside <= kGross * width / 2);  // NaN counts as far
  return fault;
}

void JudgeLayers(const Subject& subject, const lab::Target& target, lab::Lab& lab,
                 const CheckOptions& options, TargetResult& out) {
  const Model tapped = WithTaps(subject.model);
  const auto bytes = onnxio::SerializeModel(tapped);
  if (!bytes.ok()) return;
  const Observation seen = lab.Run(target, MakeRequest(subject, *bytes, OutputNames(tapped.graph)));
  if (!seen.ok()) {
    if (out.message.empty())
      out.message = StrCat("intermediate tensors cannot be had: ", seen.message);
    return;
  }
  NamedTensors values;
  for (const auto& [name, datum] : seen.outputs)
    if (datum.kind == Datum::Kind::kTensor) values[name] = datum.tensor;
  NamedTensors all = values;
  for (const auto& [name, datum] : NamedInputs(subject))
    if (datum.kind == Datum::Kind::kTensor) all[name] = datum.tensor;
  const auto verdicts =
      reference::JudgePerNode(subject.model, all, {.rules = {}, .window = kWindow});
  if (verdicts.ok()) {
    out.by_layers = true;
    for (const reference::NodeVerdict& verdict : *verdicts)
      out.faults.push_back(MakeFault(subject.model.graph, verdict));
  }
  if (options.keep_tensors) out.tensors = std::move(values);
}

void ApplyFaults(TargetResult& out) {
  for (const LayerFault& fault : out.faults) {
    const CaseStatus status = fault.gross ? CaseStatus::kWrong : CaseStatus::kSuspicious;
    if (out.status == CaseStatus::kOk ||
        (out.status == CaseStatus::kSuspicious && status == CaseStatus::kWrong)) {
      out.status = status;
      out.message =
          StrCat("layer ", fault.op, ", tensor '", fault.tensor, "', element ", fault.element,
                 ": got ", FormatDouble(fault.got), ", truth in [", FormatDouble(fault.lo), ", ",
                 FormatDouble(fault.hi), "] on the target's own inputs");
    }
  }
}

}  // namespace

std::string_view CaseStatusName(CaseStatus status) {
  switch (status) {
    case CaseStatus::kOk:
      return "ok";
    case CaseStatus::kSuspicious:
      return "suspicious";
    case CaseStatus::kWrong:
      return "wrong";
    case CaseStatus::kNondeterministic:
      return "nondeterministic";
    case CaseStatus::kRejected:
      return "rejected";
    case CaseStatus::kCrash:
      return "crash";
    case CaseStatus::kHang:
      return "hang";
    case CaseStatus::kUnsupported:
      return "unsupported";
  }
  return "?";
}

bool IsFinding(CaseStatus status) {
  return status != CaseStatus::kOk && status != CaseStatus::kSuspicious &&
         status != CaseStatus::kUnsupported;
}

Result<Truth> ComputeTruth(const Subject& subject, const TruthOptions& options) {
  Truth out;
  const double start = NowMs();
  auto lenient = Evaluate(subject, options.tier, {});
  out.run_ms = NowMs() - start;
  if (!lenient.ok()) {
    if (lenient.error().kind == ErrorKind::kInvalid) return lenient.error();
    out.unknown = lenient.error().message;
    return out;
  }
  out.lenient = std::move(lenient->outputs);
  if (!options.strict_too || options.tier == Tier::kStrict) return out;
  auto strict = Evaluate(subject, Tier::kStrict, {});
  if (strict.ok()) out.strict = std::move(strict->outputs);
  return out;
}

TargetResult CheckTarget(const Subject& subject, const Truth& truth, const lab::Target& target,
                         lab::Lab& lab, const CheckOptions& options) {
  TargetResult out;
  out.name = target.name;
  out.version = target.version;
  out.device = target.device;
  const Graph& graph = subject.model.graph;
  const std::string refusal = target.manifest->Refusal(subject.model.opset(""), UsedTypes(graph));
  if (!refusal.empty() || !truth.unknown.empty()) {
    out.status = CaseStatus::kUnsupported;
    out.message =
        !refusal.empty() ? refusal : StrCat("the reference cannot judge it: ", truth.unknown);
    return out;
  }
  lab::Request request = MakeRequest(subject, subject.bytes, OutputNames(graph));
  request.measure_memory = true;
  const Observation seen = lab.Run(target, request);
  request.measure_memory = false;
  SetFigures(seen, out);
  if (seen.ok()) {
    out.outputs = JudgeOutputs(truth, seen);
    out.status = Worst(out.outputs);
  } else {
    SetFailure(seen, out);
  }
  if (out.status == CaseStatus::kRejected) {
    // Where the specification's text and its own library disagree nobody is to blame.
    const Status official = onnxio::CheckWithOfficialInference(subject.model);
    if (!official.ok()) {
      out.status = CaseStatus::kUnsupported;
      out.message = StrCat(official.error().message, "; ", out.message);
      return out;
    }
  }
  if (out.status == CaseStatus::kWrong && target.manifest->int64_as_int32 &&
      NeedsWideIntegers(subject)) {
    out.status = CaseStatus::kUnsupported;
    out.message = StrCat("64-bit integers beyond 32 bits, which ", target.framework, " has not");
    return out;
  }
  if (options.confirm && seen.ending != Ending::kNotReady)
    Confirm(subject, truth, target, lab, request, seen, out);
  const bool settled = out.status != CaseStatus::kOk && out.status != CaseStatus::kSuspicious;
  const bool loose = !settled && std::any_of(out.outputs.begin(), out.outputs.end(), IsLoose);
  if (seen.ok() && (loose || options.layers) && graph.node_count() <= kMaxLayers) {
    JudgeLayers(subject, target, lab, options, out);
    ApplyFaults(out);
  }
  return out;
}

Result<NamedTensors> ReferenceTensors(const Subject& subject) {
  ASSAY_ASSIGN(const reference::Evaluation evaluation,
               Evaluate(subject, Tier::kLenient, TensorNames(subject.model.graph)));
  NamedTensors out;
  for (const auto& [name, known] : evaluation.wanted)
    if (known.is_tensor()) out[name] = known.tensor.ToTensor();
  return out;
}

}  // namespace assay::oracle
