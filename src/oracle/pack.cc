#include "oracle/pack.h"

#include "graph/unite.h"
#include "onnx/model_io.h"
#include "oracle/tap.h"

namespace assay::oracle {
namespace {

using lab::Ending;
using lab::Observation;

// A run of many models may take longer than one of them: so many of them as long as one.
constexpr double kAsLongAsOne = 12;

// What accuses somebody is compiled like any other model.
constexpr std::string_view kExhibitName = "together";

// The subjects as one; nothing when they do not fit in one file.
std::optional<Subject> United(std::span<const Subject* const> subjects,
                              std::string_view name = kPackName) {
  std::vector<const Model*> models;
  Subject out;
  for (const Subject* subject : subjects) {
    models.push_back(&subject->model);
    out.inputs.insert(out.inputs.end(), subject->inputs.begin(), subject->inputs.end());
  }
  auto model = Unite(models);
  if (!model.has_value()) return std::nullopt;
  model->graph.name = name;
  auto bytes = onnxio::SerializeModel(*model);
  if (!bytes.ok()) return std::nullopt;
  out.model = std::move(*model);
  out.bytes = std::move(bytes).value();
  return out;
}

// The part of a run that belongs to each of them, as if it had been alone.
std::vector<Observation> Divided(const Observation& run, std::span<const Subject* const> subjects) {
  std::vector<Observation> out;
  const auto count = static_cast<double>(subjects.size());
  size_t next = 0;
  for (const Subject* subject : subjects) {
    Observation own;
    own.ending = run.ending;
    own.version = run.version;
    own.device = run.device;
    own.resident_mb = run.resident_mb;
    own.load_ms = run.load_ms / count;
    own.compile_ms = run.compile_ms / count;
    own.run_ms = run.run_ms / count;
    own.total_ms = run.total_ms / count;
    const Graph& graph = subject->model.graph;
    for (const ValueId id : graph.outputs)
      own.outputs.emplace_back(graph.name_of(id), run.outputs[next++].second);
    out.push_back(std::move(own));
  }
  return out;
}

// Runs members together and notes what that says of each; those of whom it says nothing keep none.
class PackRun {
 public:
  PackRun(std::span<const PackMember> members, const lab::Target& target, lab::Lab& lab)
      : members_(members), target_(target), lab_(lab), seen_(members.size()) {}

  // Splits a run that fails, so that its culprit is alone in the end.
  void Run(size_t first, size_t count) {
    if (count < 2 || abandoned_) return;
    const auto subjects = Subjects(first, count);
    const std::optional<Subject> united = United(subjects);
    if (united.has_value()) {
      lab::Request request = PlainRequest(*united);
      request.patience = 1 + static_cast<double>(count) / kAsLongAsOne;
      const Observation run = lab_.Run(target_, request);
      abandoned_ = run.ending == Ending::kNotReady;
      if (abandoned_) return;
      if (run.ok()) return Note(run, lab_.Run(target_, std::move(request)), first, count);
      // The smallest run that fails: the last one to be noted.
      if (run.ending != Ending::kUnsupported) failed_ = {first, count};
    }
    Run(first, count / 2);
    Run(first + count / 2, count - count / 2);
  }

  std::vector<const Subject*> Subjects(size_t first, size_t count) const {
    std::vector<const Subject*> out;
    for (size_t i = first; i < first + count; ++i) out.push_back(members_[i].subject);
    return out;
  }

  const std::optional<Observation>& seen(size_t i) const { return seen_[i]; }
  bool abandoned() const { return abandoned_; }
  std::pair<size_t, size_t> failed() const { return failed_; }

 private:
  // What is compiled runs again in no time; who differs is looked at alone.
  void Note(const Observation& run, const Observation& again, size_t first, size_t count) {
    const auto subjects = Subjects(first, count);
    std::vector<Observation> parts = Divided(run, subjects);
    const std::vector<Observation> repeated =
        again.ok() ? Divided(again, subjects) : std::vector<Observation>();
    for (size_t i = 0; i < count; ++i)
      if (again.ok() && parts[i].outputs == repeated[i].outputs)
        seen_[first + i] = std::move(parts[i]);
  }

  const std::span<const PackMember> members_;
  const lab::Target& target_;
  lab::Lab& lab_;
  std::vector<std::optional<Observation>> seen_;
  std::pair<size_t, size_t> failed_ = {0, 0};  // first and count; 0: none did
  bool abandoned_ = false;
};

// The united model as a case of its own; nothing when it holds, or cannot be judged.
std::optional<PackFinding> CheckUnited(const std::vector<const Subject*>& subjects,
                                       const lab::Target& target, lab::Lab& lab) {
  std::optional<Subject> united = United(subjects, kExhibitName);
  if (!united.has_value()) return std::nullopt;
  const auto truth = ComputeTruth(*united, {.tier = Tier::kLenient, .strict_too = false});
  if (!truth.ok() || !truth->unknown.empty()) return std::nullopt;
  CheckOptions options;
  options.measure_memory = options.rerun = options.layers_where_loose = false;
  PackFinding out;
  out.result = CheckTarget(*united, *truth, target, lab, options);
  if (!IsFinding(out.result.status) || out.result.abandoned) return std::nullopt;
  out.model_case = {std::move(united->model), std::move(united->inputs)};
  return out;
}

}  // namespace

PackResult CheckTogether(std::span<const PackMember> members, const lab::Target& target,
                         lab::Lab& lab) {
  PackRun run(members, target, lab);
  run.Run(0, members.size());
  PackResult out;
  std::vector<const Subject*> only_together;  // looked bad, and holds alone
  bool culprit = false;
  for (size_t i = 0; i < members.size(); ++i) {
    const auto& [subject, truth, options] = members[i];
    const std::optional<Observation>& seen = run.seen(i);
    std::optional<TargetResult> result;
    if (seen.has_value()) result = Acquit(*subject, *truth, target, *seen, options);
    if (!result.has_value()) {
      ++out.alone;
      CheckOptions closely = options;
      closely.rerun = true;
      result = CheckTarget(*subject, *truth, target, lab, closely);
      const bool bad = IsFinding(result->status);
      culprit |= bad || result->status == CaseStatus::kUnsupported;
      CheckOptions plain = options;
      plain.layers_where_loose = false;
      plain.equivalent = {};
      if (!bad && seen.has_value() && !Acquit(*subject, *truth, target, *seen, plain).has_value())
        only_together.push_back(subject);
    }
    out.members.push_back(std::move(*result));
  }
  if (run.abandoned()) return out;
  if (!only_together.empty())
    out.together = CheckUnited(run.Subjects(0, members.size()), target, lab);
  else if (const auto [first, count] = run.failed(); count > 0 && !culprit)
    out.together = CheckUnited(run.Subjects(first, count), target, lab);
  return out;
}

}  // namespace assay::oracle
