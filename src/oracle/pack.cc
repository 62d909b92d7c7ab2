#include "oracle/pack.h"

#include <set>

#include "base/strings.h"
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
std::optional<Subject> United(std::span<const Subject* const> subjects, std::string_view name,
                              Opsets opsets) {
  std::vector<const Model*> models;
  Subject out;
  for (const Subject* subject : subjects) {
    models.push_back(&subject->model);
    out.inputs.insert(out.inputs.end(), subject->inputs.begin(), subject->inputs.end());
  }
  auto model = Unite(models, opsets);
  if (!model.has_value()) return std::nullopt;
  model->graph.name = name;
  auto bytes = onnxio::SerializeModel(*model);
  if (!bytes.ok()) return std::nullopt;
  out.model = std::move(*model);
  out.bytes = std::move(bytes).value();
  return out;
}

// What stands for an output of a member that the worker left out.
bool LeftOut(const Datum& output) {
  return output.kind == Datum::Kind::kOptional && output.items.empty();
}

// The part of a run that belongs to each of them, as if it had been alone; none of those left out.
std::vector<std::optional<Observation>> Divided(const Observation& run,
                                                std::span<const Subject* const> subjects) {
  std::vector<std::optional<Observation>> out;
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
    bool whole = true;
    for (const ValueId id : graph.outputs) {
      const Datum& output = run.outputs[next++].second;
      whole &= !LeftOut(output);
      own.outputs.emplace_back(graph.name_of(id), output);
    }
    out.push_back(whole ? std::optional(std::move(own)) : std::nullopt);
  }
  return out;
}

// Runs members together and notes what that says of each; those of whom it says nothing keep none.
class PackRun {
 public:
  PackRun(std::span<const PackMember> members, const lab::Target& target, Opsets opsets,
          lab::Lab& lab)
      : members_(members), target_(target), opsets_(opsets), lab_(lab), seen_(members.size()) {}

  // Splits a run that fails, so that its culprit is alone in the end.
  void Run(size_t first, size_t count) {
    if (count < 2 || abandoned_) return;
    const auto subjects = Subjects(first, count);
    const std::optional<Subject> united = United(subjects, kPackName, opsets_);
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
    if (!again.ok()) return;
    auto parts = Divided(run, subjects);
    const auto repeated = Divided(again, subjects);
    for (size_t i = 0; i < count; ++i)
      if (parts[i].has_value() && repeated[i].has_value() &&
          parts[i]->outputs == repeated[i]->outputs)
        seen_[first + i] = std::move(parts[i]);
  }

  const std::span<const PackMember> members_;
  const lab::Target& target_;
  const Opsets opsets_;
  lab::Lab& lab_;
  std::vector<std::optional<Observation>> seen_;
  std::pair<size_t, size_t> failed_ = {0, 0};  // first and count; 0: none did
  bool abandoned_ = false;
};

// The united model as a case of its own; nothing when it holds, or cannot be judged.
std::optional<PackFinding> CheckUnited(const std::vector<const Subject*>& subjects,
                                       const lab::Target& target, lab::Lab& lab) {
  std::optional<Subject> united = United(subjects, kExhibitName, Opsets::kEqual);
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

// The same for those of each opset that hold one of `suspects`: only they make a model that anybody
// can run.
std::optional<PackFinding> CheckByOpset(const std::vector<const Subject*>& subjects,
                                        const std::vector<const Subject*>& suspects,
                                        const lab::Target& target, lab::Lab& lab) {
  std::set<int> opsets;
  for (const Subject* suspect : suspects) opsets.insert(suspect->model.opset(""));
  for (const int opset : opsets) {
    std::vector<const Subject*> group;
    for (const Subject* subject : subjects)
      if (subject->model.opset("") == opset) group.push_back(subject);
    if (group.size() < 2) continue;
    auto found = CheckUnited(group, target, lab);
    if (found.has_value()) return found;
  }
  return std::nullopt;
}

// The target in its quick mode, or as it is.
lab::Target Quick(const lab::Target& target) {
  lab::Target out = target;
  const std::string name = target.mode + "-quick";
  const lab::Mode* mode = target.manifest->FindMode(name);
  if (mode == nullptr || mode->name != name) return out;
  out.name += "-quick";
  out.mode = name;
  // Other variables, another process.
  for (const auto& [key, value] : mode->variables) {
    out.command.variables[key] = value;
    out.launch_key += StrCat("\n", key, "=", value);
  }
  return out;
}

}  // namespace

bool MixesOpsets(const lab::Target& target) {
  const auto found = target.command.variables.find("ASSAY_PACKS");
  return found != target.command.variables.end() && found->second == "mixed";
}

PackResult CheckTogether(std::span<const PackMember> members, const lab::Target& target,
                         lab::Lab& lab, PackLevel level) {
  const lab::Target by = level == PackLevel::kQuick ? Quick(target) : target;
  PackRun run(members, by, MixesOpsets(target) ? Opsets::kMixed : Opsets::kEqual, lab);
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
  if (!only_together.empty()) {
    out.together = CheckByOpset(run.Subjects(0, members.size()), only_together, target, lab);
  } else if (const auto [first, count] = run.failed(); count > 0 && !culprit) {
    const auto failed = run.Subjects(first, count);
    out.together = CheckByOpset(failed, failed, target, lab);
  }
  return out;
}

}  // namespace assay::oracle
