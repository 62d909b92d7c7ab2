#include "life/pipeline.h"

#include <algorithm>
#include <map>

#include "base/strings.h"
#include "casebook/records.h"
#include "casebook/reduce.h"
#include "casebook/replay.h"
#include "dossier/facts.h"
#include "life/claim.h"
#include "life/probe_of.h"
#include "life/reduce.h"
#include "life/triage_all.h"
#include "reduce/acts_as.h"
#include "reduce/needs.h"
#include "triage/case_bytes.h"
#include "triage/confirm.h"
#include "triage/error_json.h"
#include "triage/group.h"
#include "triage/life.h"
#include "triage/message.h"
#include "triage/plain.h"

namespace assay::life {

struct Pipeline::Part {
  int64_t case_index = 0;
  double realism = 0;
  std::string message, recipe;
  std::optional<reduce::Reduced> reduced;  // nothing when the cause was known
  triage::Cause cause;
  std::string key;  // of its group
  nlohmann::json errors;
  std::optional<SecondOpinion> opinion;
};

namespace {

// A finding is confirmed and several of its cases are reduced.
constexpr double kClaimFactor = 6;
constexpr int64_t kClaimSeconds = 300;

std::string ClaimOf(const store::FindingRow& row) { return TriageTask(row.id); }

// Cases of one finding that are reduced, to see whether they are one bug.
constexpr size_t kTried = 3;

// The first ones that were seen, smallest first.
std::vector<store::SightingRow> FirstSeen(std::vector<store::SightingRow> all) {
  if (all.size() <= kTried) return all;
  std::ranges::sort(all, [](const auto& a, const auto& b) { return a.case_index < b.case_index; });
  all.resize(kTried);
  std::ranges::stable_sort(all, [](const auto& a, const auto& b) { return a.nodes < b.nodes; });
  return all;
}

// See triage::ErrorOf.
constexpr const char* kExchanged = "exchanged";

// A cause that another finding has shown already.
constexpr const char* kGrouped = "grouped";

std::string Text(const nlohmann::json& json) {
  return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

bool IsWrong(const oracle::TargetResult& result) {
  return result.status == oracle::CaseStatus::kWrong;
}

triage::Wanted WantedOf(const store::FindingRow& row) { return {row.kind, row.stage, row.message}; }

}  // namespace

bool Pipeline::Open(const store::FindingRow& row) {
  return row.state == "new" || row.state == "confirmed";
}

// Programs take their own way: confirmed and reduced, but never split, as there is one program.
Result<Outcome> Pipeline::WorkOnProgram(store::FindingRow& row,
                                        const casebook::ProgramFinding& finding) {
  const auto replayed = casebook::Replay(finding, {.environment = "", .runs = options_.runs});
  if (options_.should_stop && options_.should_stop()) return Invalid("interrupted");
  if (!replayed.ok()) return Outcome{row.state, replayed.error().message};
  {
    const std::lock_guard lock(mutex_);
    ASSAY_RETURN_IF_ERROR(casebook::KeepReplay(*replayed, store_, row));
  }
  if (!replayed->reliable()) return Outcome{row.state, ""};
  casebook::ReduceOptions how;
  how.seconds = options_.seconds;
  how.should_stop = options_.should_stop;
  const auto reduced = casebook::ReduceFinding(finding, how);
  if (!reduced.ok()) return Outcome{row.state, reduced.error().message};
  const std::lock_guard lock(mutex_);
  ASSAY_RETURN_IF_ERROR(casebook::KeepReduced(*reduced, store_, row));
  return Outcome{row.state, "", 1, reduced->statements};
}

Result<bool> Pipeline::Claim(const store::FindingRow& row) {
  if (options_.agent.empty()) return true;
  const std::lock_guard lock(mutex_);
  // For longer than it can take; who dies with it lets it go by that.
  const auto seconds = static_cast<int64_t>(options_.seconds * kClaimFactor) + kClaimSeconds;
  ASSAY_ASSIGN(const bool ours, store_.Claim(ClaimOf(row), options_.agent, seconds));
  if (!ours) return false;
  // Somebody may have been done with it since the list was read.
  ASSAY_ASSIGN(const auto now, store_.TryFinding(row.id));
  if (now.has_value() && Open(*now)) return true;
  ASSAY_RETURN_IF_ERROR(store_.Release(ClaimOf(row), options_.agent));
  return false;
}

Result<Outcome> Pipeline::Work(store::FindingRow row) {
  ASSAY_ASSIGN(const bool ours, Claim(row));
  if (!ours) {
    Outcome out{row.state, ""};
    out.elsewhere = true;
    return out;
  }
  const Result<Outcome> out = WorkOnOurs(row);
  if (!options_.agent.empty()) {
    const std::lock_guard lock(mutex_);
    ASSAY_RETURN_IF_ERROR(store_.Release(ClaimOf(row), options_.agent));
  }
  return out;
}

Result<Outcome> Pipeline::WorkOnOurs(store::FindingRow& row) {
  std::optional<casebook::ProgramFinding> program;
  {
    const std::lock_guard lock(mutex_);
    ASSAY_ASSIGN(program, casebook::Load(store_, row.id));
  }
  if (program.has_value()) return WorkOnProgram(row, *program);
  const auto target = dossier::TargetOf(row, options_.backend_dirs);
  if (!target.ok()) return Outcome{row.state, target.error().message};
  std::vector<store::SightingRow> sightings;
  {
    const std::lock_guard lock(mutex_);
    ASSAY_ASSIGN(sightings, store_.Sightings(row.id));
  }
  if (sightings.empty()) return Outcome{row.state, "no case of it was kept"};
  // Damaged cases are left alone, and stop nobody.
  std::string damage;
  std::erase_if(sightings, [&](const store::SightingRow& seen) {
    const auto read = triage::UnpackCase(seen.model, seen.inputs, "its case");
    if (!read.ok()) damage = read.error().message;
    return !read.ok();
  });
  if (sightings.empty()) return Outcome{row.state, damage};
  return WorkOn(row, *target, FirstSeen(std::move(sightings)));
}

Result<Outcome> Pipeline::WorkOn(store::FindingRow& row, const lab::Target& target,
                                 const std::vector<store::SightingRow>& sightings) {
  ASSAY_ASSIGN(const ModelCase smallest,
               triage::UnpackCase(sightings.front().model, sightings.front().inputs, row.id));
  const auto probe = ProbeOf(store_, row, target, lab_, sightings.front().recipe);
  if (!probe.ok()) return Outcome{row.state, probe.error().message};
  auto first = triage::RunClean(*probe, smallest, WantedOf(row));
  if (options_.should_stop && options_.should_stop()) return Invalid("interrupted");
  if (!first.ok()) return Outcome{row.state, first.error().message};
  if (triage::Shows(WantedOf(row), *first)) {
    const triage::Cause cause = learnt_.Explain(smallest, *probe, *first);
    if (options_.should_stop && options_.should_stop()) return Invalid("interrupted");
    if (cause.known()) {
      ASSAY_RETURN_IF_ERROR(KeepGrouped(*first, cause, row));
      return Outcome{row.state, "", 1, smallest.model.graph.node_count()};
    }
  }
  const auto confirmation =
      triage::Confirm(*probe, smallest, WantedOf(row), options_.runs, std::move(first).value());
  if (options_.should_stop && options_.should_stop()) return Invalid("interrupted");
  if (!confirmation.ok()) return Outcome{row.state, confirmation.error().message};
  {
    const std::lock_guard lock(mutex_);
    ASSAY_RETURN_IF_ERROR(triage::KeepConfirmation(*confirmation, store_, row));
  }
  Outcome out{row.state, ""};
  if (confirmation->shown == 0) return out;
  std::vector<Part> parts;
  for (const store::SightingRow& sighting : sightings) {
    if (options_.should_stop && options_.should_stop()) return Invalid("interrupted");
    if (auto part = LookAt(row, target, sighting, !parts.empty()))
      parts.push_back(std::move(*part));
  }
  if (parts.empty()) return out;
  ASSAY_RETURN_IF_ERROR(KeepParts(row, parts, out));
  return out;
}

void Pipeline::Teach(const store::FindingRow& row, const triage::Cause& cause) {
  learnt_.Add(triage::FrameworkOf(row.target), cause);
}

std::optional<Pipeline::Part> Pipeline::LookAt(const store::FindingRow& row,
                                               const lab::Target& target,
                                               const store::SightingRow& sighting, bool explain) {
  const auto model_case = triage::UnpackCase(sighting.model, sighting.inputs, row.id);
  const auto probe = ProbeOf(store_, row, target, lab_, sighting.recipe);
  if (!model_case.ok() || !probe.ok()) return std::nullopt;
  const bool twice = row.kind == "nondeterministic";
  const auto seen = probe->Run(*model_case, {.confirm = twice, .official = false, .rerun = twice});
  if (!seen.ok() || !triage::Shows(WantedOf(row), *seen)) return std::nullopt;
  Part part;
  part.case_index = sighting.case_index;
  part.realism = sighting.realism;
  part.message = sighting.message;
  part.recipe = sighting.recipe;
  if (explain) part.cause = learnt_.Explain(*model_case, *probe, *seen);
  if (!part.cause.known()) {
    reduce::Options options;
    options.seconds = options_.seconds;
    options.suspect = reduce::Suspect(*model_case, seen->result);
    options.notes = false;
    options.should_stop = options_.should_stop;
    auto reduced = reduce::Reduce(*model_case, *probe, seen->symptom, options);
    if (!reduced.ok()) return std::nullopt;
    part.reduced = std::move(reduced).value();
    part.cause = CauseOf(*part.reduced, *probe);
    part.errors = triage::LookAtErrors(*probe, part.reduced->model_case, part.reduced->proof);
    part.opinion = OpinionOn(row, target, part.reduced->model_case);
    // What was cut short may be anything.
    if (!(options_.should_stop && options_.should_stop())) Teach(row, part.cause);
  }
  part.key = triage::GroupOf(row, part.cause);
  return part;
}

// Of the framework's own judges nothing is asked: they share its code.
std::optional<SecondOpinion> Pipeline::OpinionOn(const store::FindingRow& row,
                                                 const lab::Target& target,
                                                 const ModelCase& model_case) {
  if (!NeedsSecondOpinion(row.kind) || !row.stage.empty()) return std::nullopt;
  const auto registry = lab::Registry::Load(options_.backend_dirs);
  if (!registry.ok()) return std::nullopt;
  const std::vector<lab::Target> judges = JudgesOf(target, row.kind, *registry);
  if (row.kind == "inaccurate") return AskWhoSharesInaccuracy(model_case, judges, lab_);
  const auto known = ShippedKnownBugs();
  return AskJudges(model_case, target, judges,
                   known.ok() ? *known : std::vector<triage::KnownBug>(), lab_);
}

// Compilers and measuring take seconds for every try: such cases are grouped as they are.
triage::Cause Pipeline::CauseOf(const reduce::Reduced& reduced, const triage::Probe& probe) const {
  reduce::Part part{reduced.model_case, {reduced.proof, reduced.symptom}};
  const bool quick = !probe.target().slow && !probe.measures() && !reduced.proof.oracle.empty();
  if (quick && !probe.has_experiment()) {
    if (auto first = reduce::FirstWrong(part.model_case, probe, part.sighted)) {
      if (triage::Cause known = learnt_.Match(*first, probe); known.known()) return known;
      reduce::Options options;
      options.seconds = options_.seconds;
      options.notes = false;
      options.should_stop = options_.should_stop;
      const auto smaller =
          reduce::Reduce(first->model_case, probe, first->sighted.symptom, options);
      part = std::move(*first);
      if (smaller.ok() && !smaller->proof.oracle.empty())
        part = {smaller->model_case, {smaller->proof, smaller->symptom}};
    }
  }
  triage::Cause out;
  out.kind = part.sighted.symptom.oracle;
  out.message = part.sighted.symptom.message;
  out.error = triage::ErrorOf(part.sighted.result);
  out.own = reduce::Canonical(part.model_case);
  out.ops = OpsOf(part.model_case);
  out.blamed = triage::OperatorBlamed(part.sighted.result.message);
  if (std::ranges::find(out.ops, out.blamed) != out.ops.end()) out.blamed.clear();
  if (quick) out.needs = reduce::FindNeeds(part.model_case, probe);
  if (!quick) {
    out.canonical = reduce::Canonical(part.model_case);
    return out;
  }
  if (IsWrong(part.sighted.result) && !reduce::IsSteady(part.model_case, probe))
    out.error = triage::kUnsteady;
  const ModelCase plain =
      triage::Plainest(part.model_case, probe, part.sighted.symptom, options_.should_stop);
  out.canonical = reduce::Canonical(plain);
  if (out.error == triage::kUnsteady) return out;
  out.acts_as = reduce::ActsAs(plain, probe);
  // Plain operators on numbers that are all different show better what is where.
  if (const auto seen = probe.Run(plain); seen.ok() && triage::ErrorOf(seen->result) == kExchanged)
    out.error = kExchanged;
  return out;
}

Status Pipeline::KeepGrouped(const triage::Sighted& seen, const triage::Cause& cause,
                             store::FindingRow& row) {
  triage::Confirmation confirmation;
  confirmation.runs = confirmation.shown = 1;
  confirmation.sighted = seen;
  const std::lock_guard lock(mutex_);
  ASSAY_RETURN_IF_ERROR(triage::KeepConfirmation(confirmation, store_, row));
  ASSAY_RETURN_IF_ERROR(store_.SetFact(row.id, triage::kCauseFact, Text(triage::CauseJson(cause))));
  row.state = triage::LaterState(row.state, kGrouped);
  return store_.SetState(row.id, row.state);
}

Status Pipeline::KeepPart(const Part& part, store::FindingRow& row) {
  if (part.reduced.has_value()) {
    ASSAY_RETURN_IF_ERROR(RecordReduction(store_, row, *part.reduced, part.errors));
    ASSAY_RETURN_IF_ERROR(KeepSettings(store_, row, part.recipe));
  }
  row.state = triage::LaterState(row.state, part.reduced.has_value() ? "reduced" : kGrouped);
  if (part.opinion.has_value()) {
    ASSAY_RETURN_IF_ERROR(store_.SetFact(row.id, kOpinionFact, Text(part.opinion->Json())));
    if (part.opinion->disputed() && row.state == "reduced") row.state = "disputed";
  }
  ASSAY_RETURN_IF_ERROR(store_.SetState(row.id, row.state));
  return store_.SetFact(row.id, triage::kCauseFact, Text(triage::CauseJson(part.cause)));
}

Status Pipeline::KeepParts(store::FindingRow& row, const std::vector<Part>& parts, Outcome& out) {
  // The first, from the smallest case, stays the finding; those with its key are it, too.
  std::map<std::string, std::vector<int64_t>> others;
  for (const Part& part : parts)
    if (part.key != parts.front().key) others[part.key].push_back(part.case_index);
  const std::lock_guard lock(mutex_);
  ASSAY_RETURN_IF_ERROR(KeepPart(parts.front(), row));
  out.state = row.state;
  out.nodes = parts.front().reduced->model_case.model.graph.node_count();
  for (const auto& [key, cases] : others) {
    const auto part = std::ranges::find_if(parts, [&k = key](const Part& p) { return p.key == k; });
    store::FindingRow split = row;
    split.signature = StrCat(row.signature, " | ", key);
    split.id = triage::FindingId(split.signature);
    split.message = part->message;
    split.realism = part->realism;
    split.first_case = part->case_index;
    split.state = "confirmed";
    ASSAY_RETURN_IF_ERROR(store_.Split(row.id, split, cases));
    ASSAY_RETURN_IF_ERROR(KeepPart(*part, split));
    ++out.parts;
  }
  return {};
}

}  // namespace assay::life
