#include "campaign/pairs.h"

#include <algorithm>
#include <array>

#include "base/strings.h"
#include "campaign/nan_energy.h"
#include "onnx/model_io.h"
#include "oracle/differential.h"
#include "triage/symptom.h"

namespace assay::campaign {
namespace {

using lab::Ending;
using oracle::CaseStatus;
using oracle::Difference;

// The lab, and whether it was closed meanwhile: then what it says is to be forgotten.
struct Session {
  lab::Lab& lab;
  bool abandoned = false;
};

// One target's part in a case.
struct Seen {
  const lab::Target* target = nullptr;
  lab::Observation run;
  bool speaks = false;  // says something about the model
};

CaseStatus StatusOf(const lab::Observation& seen) {
  if (seen.ending == Ending::kOk) return CaseStatus::kOk;
  if (seen.ending == Ending::kUnsupported || seen.ending == Ending::kNotReady)
    return CaseStatus::kUnsupported;
  if (seen.ending == Ending::kFailed) return CaseStatus::kRejected;
  return seen.ending == Ending::kHang ? CaseStatus::kHang : CaseStatus::kCrash;
}

Seen RunOn(const oracle::Subject& subject, const lab::Target& target, Session& session,
           bool fresh) {
  Seen out;
  out.target = &target;
  const std::string refusal =
      target.manifest->Refusal(subject.model.opset(""), oracle::UsedTypes(subject.model.graph));
  if (!refusal.empty()) {
    out.run.ending = Ending::kUnsupported;
    out.run.message = refusal;
    return out;
  }
  lab::Request request = oracle::PlainRequest(subject);
  request.fresh = fresh;
  out.run = session.lab.Run(target, request);
  session.abandoned = session.abandoned || out.run.kind == lab::kAbandoned;
  out.speaks = StatusOf(out.run) != CaseStatus::kUnsupported;
  return out;
}

std::vector<oracle::Side> SidesOf(const std::vector<Seen>& all) {
  std::vector<oracle::Side> out;
  for (const Seen& seen : all)
    if (seen.speaks) out.push_back({seen.target->name, &seen.run});
  return out;
}

// The subject with every tensor as an output, for R; empty bytes when it cannot be written.
oracle::Subject Tapped(const oracle::Subject& subject) {
  oracle::Subject out{oracle::WithTaps(subject.model), "", subject.inputs, subject.seed};
  auto bytes = onnxio::SerializeModel(out.model);
  if (bytes.ok()) out.bytes = std::move(bytes).value();
  return out;
}

std::vector<Difference> RatesOf(const oracle::Subject& subject, const std::vector<Seen>& all,
                                oracle::Form form, Session& session, bool fresh) {
  const oracle::Subject tapped = Tapped(subject);
  if (tapped.bytes.empty()) return {};
  std::vector<Seen> runs;
  for (const Seen& seen : all)
    if (seen.run.ok()) runs.push_back(RunOn(tapped, *seen.target, session, fresh));
  return oracle::CompareRates(subject, SidesOf(runs), form);
}

// The subject models that the study added to those of earlier work (the asterisks of its Table 2).
// It tells inconsistencies of them by R, of the others by D_MAD.
constexpr std::array<std::string_view, 11> kNewModels = {"zoo:resnet50-cifar10",
                                                         "zoo:vgg16-cifar10",
                                                         "zoo:ssd-resnet50-fpn",
                                                         "zoo:ssd-mobilenet-v1",
                                                         "zoo:yolov3",
                                                         "zoo:deeplabv3",
                                                         "zoo:unet",
                                                         "zoo:textcnn",
                                                         "zoo:patchcore",
                                                         "zoo:ssim-ae",
                                                         "zoo:openpose"};

struct How {
  Judge judge;
  oracle::Form form;
};

How HowFor(const Prepared& prepared, const ExamineOptions& options) {
  if (!options.literal) return {options.judge, oracle::Form::kOurs};
  const bool added = std::ranges::find(kNewModels, prepared.made.recipe.root) != kNewModels.end();
  return {added ? Judge::kStudy : Judge::kDMad, oracle::Form::kLiteral};
}

// On the first target that ran it.
double MeasureToNan(const oracle::Subject& subject, const std::vector<Seen>& all,
                    Session& session) {
  const auto ran = std::ranges::find_if(all, [](const Seen& seen) { return seen.run.ok(); });
  const oracle::Subject tapped = Tapped(subject);
  if (ran == all.end() || tapped.bytes.empty()) return 0;
  const Seen run = RunOn(tapped, *ran->target, session, false);
  oracle::NamedTensors tensors;
  for (const auto& [name, datum] : run.run.outputs)
    if (datum.kind == Datum::Kind::kTensor) tensors[name] = datum.tensor;
  return NanEnergy(subject.model.graph, tensors);
}

std::vector<Difference> DifferencesOf(const Prepared& prepared, const std::vector<Seen>& all,
                                      const How& how, Session& session, bool fresh) {
  const std::vector<oracle::Side> sides = SidesOf(all);
  std::vector<Difference> out = oracle::CompareEndings(prepared.subject, sides, how.form);
  std::vector<Difference> more =
      how.judge == Judge::kStudy
          ? RatesOf(prepared.subject, all, how.form, session, fresh)
          : oracle::CompareOutputs(prepared.subject, prepared.truth, sides, how.form);
  out.insert(out.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
  return out;
}

std::string OracleName(const Difference& difference) {
  if (difference.kind != "inconsistency") return difference.kind + "-differs";
  return difference.measure == "R" ? "r-rate" : "d-mad";
}

const Seen& Named(const std::vector<Seen>& all, const std::string& name) {
  return *std::ranges::find_if(all, [&](const Seen& seen) { return seen.target->name == name; });
}

std::string Both(const std::string& a, const std::string& b) {
  return a == b ? a : StrCat(a, " / ", b);
}

oracle::TargetResult ResultOf(const Difference& difference, const std::vector<Seen>& all) {
  const Seen &a = Named(all, difference.first), &b = Named(all, difference.second);
  oracle::TargetResult out;
  out.name = StrCat(difference.first, " vs ", difference.second);
  out.version = Both(a.target->version, b.target->version);
  out.device = Both(a.target->device, b.target->device);
  out.oracle = OracleName(difference);
  out.stage = difference.stage.empty() ? "compare" : difference.stage;
  out.kind = a.run.kind;
  out.message = difference.message;
  out.status = difference.kind == "crash" ? StatusOf(a.run) : CaseStatus::kWrong;
  // What the signature is made of: a layer, or the output that differs.
  if (difference.measure == "R") {
    oracle::LayerFault fault;
    fault.op = difference.op;
    fault.tensor = difference.tensor;
    out.faults.push_back(std::move(fault));
  } else if (!difference.tensor.empty()) {
    oracle::Judgement output;
    output.name = difference.tensor;
    output.verdict = oracle::Verdict::kWrong;
    out.outputs.push_back(std::move(output));
  }
  return out;
}

// Whether the two differ in the same way in clean processes.
bool Repeats(const Prepared& prepared, const Difference& difference, const std::vector<Seen>& all,
             const How& how, Session& session) {
  std::vector<Seen> again;
  for (const std::string* name : {&difference.first, &difference.second})
    again.push_back(RunOn(prepared.subject, *Named(all, *name).target, session, true));
  const std::vector<Difference> found = DifferencesOf(prepared, again, how, session, true);
  return std::ranges::any_of(found, [&](const Difference& other) {
    return other.kind == difference.kind && other.measure == difference.measure;
  });
}

Hit HitOf(const Prepared& prepared, const Difference& difference, const std::vector<Seen>& all,
          Session& session, const ExamineOptions& options) {
  const Graph& graph = prepared.subject.model.graph;
  Hit hit;
  hit.result = ResultOf(difference, all);
  hit.signature = triage::Signature(hit.result, graph);
  const bool known = options.seen_before && options.seen_before(hit.signature);
  if (!known) {
    hit.confirmed = Repeats(prepared, difference, all, HowFor(prepared, options), session);
    if (!hit.confirmed) {
      hit.result.status = CaseStatus::kNondeterministic;
      hit.result.message += "; not in a repetition in clean processes";
      hit.signature = triage::Signature(hit.result, graph);
    }
  }
  hit.id = triage::FindingId(hit.signature);
  return hit;
}

}  // namespace

Examined ExaminePairs(const Prepared& prepared, const std::vector<lab::Target>& targets,
                      lab::Lab& lab, Shares& shares, const ExamineOptions& options) {
  Examined out;
  Session session{lab};
  const std::vector<size_t> chosen = shares.Choose(std::vector<bool>(targets.size(), true));
  std::vector<Seen> all;
  for (size_t i = 0; i < targets.size(); ++i) {
    const bool due = std::ranges::find(chosen, i) != chosen.end();
    if (!due && !options.distance) continue;
    all.push_back(RunOn(prepared.subject, targets[i], session, false));
    const Seen& seen = all.back();
    if (due) shares.Spent(i, seen.run.total_ms, seen.run.ok());
    TargetRun run;
    run.target = i;
    run.status = StatusOf(seen.run);
    run.ms = seen.run.total_ms;
    run.resident_mb = seen.run.resident_mb;
    if (run.status == CaseStatus::kUnsupported)
      run.gap = triage::NormalizedMessage(seen.run.message);
    out.runs.push_back(std::move(run));
  }
  out.distance = options.energy == Energy::kMadSum
                     ? oracle::SumOfMad(prepared.subject, SidesOf(all))
                     : oracle::LargestDistance(prepared.subject, SidesOf(all));
  out.outliers = std::ranges::any_of(
      all, [](const Seen& seen) { return seen.run.ok() && oracle::HoldsOutliers(seen.run); });
  if (options.to_nan) out.to_nan = MeasureToNan(prepared.subject, all, session);
  for (const Difference& difference :
       DifferencesOf(prepared, all, HowFor(prepared, options), session, false))
    out.hits.push_back(HitOf(prepared, difference, all, session, options));
  out.abandoned = session.abandoned;
  return out;
}

std::optional<double> MeasureDistance(const oracle::Subject& subject,
                                      const std::vector<lab::Target>& targets, lab::Lab& lab) {
  Session session{lab};
  std::vector<Seen> all;
  for (const lab::Target& target : targets) all.push_back(RunOn(subject, target, session, false));
  if (session.abandoned) return std::nullopt;
  return oracle::LargestDistance(subject, SidesOf(all));
}

}  // namespace assay::campaign
