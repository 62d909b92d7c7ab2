#include "oracle/check.h"

#include <algorithm>
#include <cmath>

#include "base/hash.h"
#include "base/strings.h"
#include "onnx/model_io.h"
#include "onnx/official.h"
#include "oracle/exchanged.h"
#include "oracle/inaccurate.h"
#include "oracle/loose_form.h"
#include "oracle/quantised.h"
#include "oracle/regrouped.h"
#include "oracle/spoilt.h"
#include "oracle/truth.h"
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
// Nor is less than this many unit roundoffs of the tensor's largest element: a kernel that keeps
// more digits inside than it gives out feeds the next layer with other numbers than were seen.
constexpr double kNoiseUnits = 1024;
constexpr size_t kMaxLayers = 5000;
// Layers that a compiler may fuse into one kernel: a convolution with what follows it, with margin.
constexpr int kWindow = 8;

std::vector<std::string> OutputNames(const Graph& graph) {
  std::vector<std::string> out;
  for (const ValueId id : graph.outputs) out.push_back(graph.name_of(id));
  return out;
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

void SetFigures(const Observation& seen, TargetResult& out) {
  if (!seen.version.empty()) out.version = seen.version;
  if (!seen.device.empty()) out.device = seen.device;
  out.load_ms = seen.load_ms + seen.compile_ms;
  out.run_ms = seen.run_ms;
  out.peak_mb = seen.peak_mb;
  out.resident_mb = seen.resident_mb;
}

void SetFailure(const Observation& seen, TargetResult& out) {
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
  MarkExchanged(truth, seen, out);
  return out;
}

bool IsLoose(const Judgement& output) {
  return output.verdict == Verdict::kUndetermined ||
         (output.verdict != Verdict::kWrong && output.looseness > kLoose);
}

// The least distance that matters for a tensor, from its largest element.
double Noise(const Tensor& tensor) {
  if (!IsFloat(tensor.dtype())) return 0;
  double size = 0;
  for (int64_t i = 0; i < tensor.count(); ++i)
    if (std::isfinite(tensor.RealAt(i))) size = std::max(size, std::fabs(tensor.RealAt(i)));
  return kNoiseUnits * FormatOf(tensor.dtype()).unit * size;
}

LayerFault MakeFault(const Graph& graph, const reference::NodeVerdict& verdict,
                     const Tensor& tensor) {
  LayerFault fault{verdict.node,  graph.node(verdict.node).op,
                   verdict.value, verdict.element,
                   verdict.got,   verdict.lo,
                   verdict.hi,    false,
                   false,         verdict.ends};
  const double width = fault.hi - fault.lo;
  // Behind a layer that rounds, a bound without width is that of a branch (the zero of Relu, an
  // index): another rounding may have taken the other one.
  const bool branch = width == 0 && !verdict.exact_inputs;
  const double outside = fault.got < fault.lo ? fault.lo - fault.got : fault.got - fault.hi;
  // NaN counts as far, and so does what lies between two numbers that alone are right.
  fault.gross =
      !branch && (fault.ends || !(outside <= std::max(kGross * width / 2, Noise(tensor))));
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
      out.message = StrCat("intermediate tensors are not available: ", seen.message);
    return;
  }
  NamedTensors values;
  for (const auto& [name, datum] : seen.outputs)
    if (datum.kind == Datum::Kind::kTensor) values[name] = datum.tensor;
  NamedTensors all = values;
  for (const auto& [name, datum] : NamedInputs(subject))
    if (datum.kind == Datum::Kind::kTensor) all[name] = datum.tensor;
  const auto verdicts = reference::JudgePerNode(
      subject.model, all, {.rules = {.tf32 = target.tf32}, .window = kWindow});
  if (verdicts.ok()) {
    out.by_layers = true;
    for (const reference::NodeVerdict& verdict : *verdicts)
      out.faults.push_back(MakeFault(subject.model.graph, verdict, values.at(verdict.value)));
    MarkExchanged(subject.model, all, out.faults);
  }
  if (options.keep_tensors) out.tensors = std::move(values);
}

// The repetition: in the same process when all seems well, otherwise in a clean one, as an earlier
// case may have spoilt the first.
void Repeat(const lab::Target& target, lab::Lab& lab, lab::Request request, bool clean,
            Evidence& evidence, TargetResult& out) {
  request.fresh = clean;
  Observation second = lab.Run(target, request);
  if (second.ending == Ending::kNotReady) {
    out.abandoned = second.kind == lab::kAbandoned;
    return;
  }
  if (second.ok()) evidence.second_outputs = JudgeOutputs(*evidence.truth, second);
  evidence.second = std::move(second);
}

bool Holds(const Evidence& evidence) {
  return evidence.second->ok() && Worst(evidence.second_outputs) != Verdict::kWrong;
}

// What fails in a process that has served others, and holds in a clean one, is held against the
// case that spoilt the process, where it can be found.
void BlameSpoiler(const lab::Target& target, lab::Lab& lab, const lab::Request& request,
                  const Evidence& evidence, TargetResult& out) {
  const Observation& first = evidence.first;
  if (out.status != CaseStatus::kNondeterministic || !evidence.second.has_value() ||
      !Holds(evidence))
    return;
  const Verdict worst = Worst(evidence.outputs);
  out.spoiler = FindSpoiler(first, request, target, lab, [&](const Observation& seen) {
    if (seen.ending != first.ending) return false;
    return first.ok() ? Worst(JudgeOutputs(*evidence.truth, seen)) == worst
                      : seen.stage == first.stage;
  });
  if (out.spoiler.has_value())
    out.message = StrCat("spoils its process: another model fails behind it\n", out.message);
}

// Asks the oracles in their order.
void Decide(const Evidence& evidence, TargetResult& out) {
  out.status = CaseStatus::kOk;
  out.oracle.clear();
  for (const OracleDef& oracle : AllOracles()) {
    const auto said = oracle.judge(evidence);
    if (!said.has_value()) continue;
    out.status = oracle.status;
    out.oracle = oracle.name;
    if (!said->empty()) out.message = *said;
    return;
  }
}

// The target without the way which does not give the right answer either (lab::Target::baselines),
// and how it ends; "" when all of them do. What they have as well is not the fault of the way.
std::string SharedWith(const Subject& subject, const Truth& truth, const lab::Target& target,
                       lab::Lab& lab, TargetResult& out) {
  CheckOptions options;
  options.measure_memory = false;
  options.confirm = out.status == CaseStatus::kNondeterministic;
  options.seek_inaccurate = out.status == CaseStatus::kInaccurate;
  for (const auto& baseline : target.baselines) {
    const TargetResult seen = CheckTarget(subject, truth, *baseline, lab, options);
    out.abandoned |= seen.abandoned;
    if (seen.status == CaseStatus::kOk || seen.status == CaseStatus::kSuspicious) continue;
    return StrCat(baseline->name, " has it as well: ", CaseStatusName(seen.status));
  }
  return "";
}

// What is nobody's fault: a stated limit, or a point where the specification is not clear; or what
// is not this target's. Empty when nothing excuses it.
std::string Excuse(const Subject& subject, const Truth& truth, const lab::Target& target,
                   lab::Lab& lab, TargetResult& found) {
  if (found.status == CaseStatus::kRejected) {
    // Where the specification's text and its own library disagree nobody is to blame.
    const Status official = onnxio::CheckWithOfficialInference(subject.model);
    if (!official.ok()) return StrCat(official.error().message, "; ", found.message);
    const std::string form = LooseForm(subject.model);
    if (!form.empty()) return StrCat(form, "; ", found.message);
  }
  if (found.status == CaseStatus::kWrong && target.manifest->int64_as_int32 &&
      NeedsWideIntegers(subject))
    return StrCat("64-bit integers beyond 32 bits, which ", target.framework, " has not");
  return IsFinding(found.status) ? SharedWith(subject, truth, target, lab, found) : "";
}

void SetUnsupported(std::string why, TargetResult& out) {
  out.status = CaseStatus::kUnsupported;
  out.oracle.clear();
  out.message = std::move(why);
}

// Whether something excuses the target; it then counts as unsupported.
bool Excused(const Subject& subject, const Truth& truth, const lab::Target& target, lab::Lab& lab,
             TargetResult& out) {
  std::string excuse = Excuse(subject, truth, target, lab, out);
  if (excuse.empty()) return false;
  SetUnsupported(std::move(excuse), out);
  return true;
}

// What a first run shows by itself.
Evidence EvidenceOf(const Subject& subject, const Truth& truth, Observation run,
                    TargetResult& out) {
  Evidence evidence;
  evidence.subject = &subject;
  evidence.truth = &truth;
  evidence.first = std::move(run);
  SetFigures(evidence.first, out);
  if (evidence.first.ok()) {
    evidence.outputs = JudgeOutputs(truth, evidence.first);
    out.outputs = evidence.outputs;
  } else {
    SetFailure(evidence.first, out);
  }
  return evidence;
}

TargetResult ResultOf(const lab::Target& target) {
  TargetResult out;
  out.name = target.name;
  out.version = target.version;
  out.device = target.device;
  return out;
}

// Judges the first run once more, by a careful library's bounds, where it is far from the truth.
void SeekInaccurate(const Subject& subject, Truth& strict, Evidence& evidence, TargetResult& out) {
  const auto far = [](const Judgement& output) { return output.units > kInaccurateUnits; };
  if (!evidence.first.ok() || IsFinding(out.status) || std::ranges::none_of(out.outputs, far))
    return;
  strict.lenient = evidence.truth->lenient;
  strict.strict = StrictOutputs(subject);
  evidence.truth = &strict;
  evidence.outputs = out.outputs = JudgeOutputs(strict, evidence.first);
  evidence.seek_inaccurate = true;
  Decide(evidence, out);
}

bool AnyLoose(const TargetResult& result) {
  return std::any_of(result.outputs.begin(), result.outputs.end(), IsLoose);
}

}  // namespace

lab::Request PlainRequest(const Subject& subject) {
  return MakeRequest(subject, subject.bytes, OutputNames(subject.model.graph));
}

namespace {

// The truth by the rules of a mode that has its own; nothing for all others.
std::optional<Truth> OwnTruth(const Subject& subject, const Truth& given,
                              const lab::Target& target) {
  if (!given.unknown.empty()) return std::nullopt;
  if (target.quantised) return QuantisedTruth(subject);
  if (!target.tf32) return std::nullopt;
  auto truth = ComputeTruth(subject, {.strict_too = !given.strict.empty(), .tf32 = true});
  if (truth.ok()) return std::move(truth).value();
  Truth unknown;
  unknown.unknown = truth.error().message;
  return unknown;
}

}  // namespace

TargetResult CheckTarget(const Subject& subject, const Truth& given, const lab::Target& target,
                         lab::Lab& lab, const CheckOptions& options) {
  // Layers and equivalent models of a quantised one have steps of their own: neither is asked.
  const std::optional<Truth> own = OwnTruth(subject, given, target);
  const Truth& truth = own.has_value() ? *own : given;
  TargetResult out = ResultOf(target);
  const Graph& graph = subject.model.graph;
  const std::string refusal = target.manifest->Refusal(subject.model.opset(""), UsedTypes(graph));
  if (!refusal.empty() || !truth.unknown.empty()) {
    SetUnsupported(
        !refusal.empty() ? refusal : StrCat("the reference cannot judge it: ", truth.unknown), out);
    return out;
  }
  lab::Request request = PlainRequest(subject);
  request.measure_memory = options.measure_memory;
  request.fresh = options.fresh;
  Evidence evidence = EvidenceOf(subject, truth, lab.Run(target, request), out);
  const Observation& first = evidence.first;
  if (first.ending == Ending::kUnsupported || first.ending == Ending::kNotReady) {
    SetUnsupported(first.message, out);
    out.abandoned = first.kind == lab::kAbandoned;
    return out;
  }
  if (options.equivalent.subject != nullptr && !target.quantised) {
    const Subject& other = *options.equivalent.subject;
    evidence.equivalent = options.equivalent;
    evidence.equivalent_run = lab.Run(target, PlainRequest(other));
  }
  Decide(evidence, out);
  if (Excused(subject, given, target, lab, out)) return out;
  const bool at_once = IsFinding(out.status);
  const bool wrong = options.locate && out.status == CaseStatus::kWrong;
  const bool loose = options.layers_where_loose && !IsFinding(out.status) && AnyLoose(out);
  const bool layers = (loose || wrong || options.layers) && !target.quantised;
  if (first.ok() && layers && graph.node_count() <= kMaxLayers) {
    JudgeLayers(subject, target, lab, options, out);
    evidence.faults = out.faults;
    if (out.by_layers && out.faults.empty()) {
      ForgiveRegrouping(evidence.outputs);
      out.outputs = evidence.outputs;
    }
    Decide(evidence, out);
  }
  Truth strict;
  // A mode with rules of its own is not meant to be careful.
  if (options.seek_inaccurate && !own.has_value()) SeekInaccurate(subject, strict, evidence, out);
  const bool found = IsFinding(out.status);
  const bool known = found && options.seen_before && options.seen_before(out);
  if (options.confirm && !known && (found || options.rerun)) {
    request.measure_memory = false;
    Repeat(target, lab, request, found, evidence, out);
    Decide(evidence, out);
    if (found) BlameSpoiler(target, lab, request, evidence, out);
    if (!IsFinding(out.status) && evidence.second.has_value() && first.ok() &&
        !(first.outputs == evidence.second->outputs) && out.message.empty())
      out.message = "two runs differ in their last bits";
  }
  // What only the layers or the repetition show is not yet held against the baselines.
  if (!at_once && IsFinding(out.status)) Excused(subject, given, target, lab, out);
  return out;
}

std::optional<TargetResult> Acquit(const Subject& subject, const Truth& truth,
                                   const lab::Target& target, const lab::Observation& run,
                                   const CheckOptions& options) {
  // These need runs of their own, or a truth of their own.
  if (!run.ok() || target.quantised || target.tf32 || !truth.unknown.empty() ||
      options.equivalent.subject != nullptr)
    return std::nullopt;
  TargetResult out = ResultOf(target);
  Decide(EvidenceOf(subject, truth, run, out), out);
  if (IsFinding(out.status) || (options.layers_where_loose && AnyLoose(out))) return std::nullopt;
  return out;
}

}  // namespace assay::oracle
