#include "mirror/table/runs.h"

#include <re2/re2.h>

#include <algorithm>

#include "base/json.h"
#include "base/strings.h"
#include "casebook/labels.h"
#include "casebook/records.h"
#include "mirror/report.h"
#include "store/address.h"
#include "store/campaign_list.h"
#include "store/store.h"

namespace assay::mirror {
namespace {

using nlohmann::json;

// What tells one run from another that did the same before.
std::string KeyOf(const json& config) {
  const auto text = [&](const char* key) { return config.value(key, json()).dump(); };
  return StrCat(text("approach"), text("provider"), text("without"), text("screen"), text("to"),
                text("digest"));
}

// An approach, and what is left out of it ("": nothing). The approaches no-… are the paper's less
// one part; baselines have no screening to leave out.
std::pair<std::string, std::string> ApproachOf(const json& config) {
  const std::string name = config.value("approach", "assay");
  if (name.starts_with("no-")) return {"crossprobe", name.substr(3)};
  if (name != "assay" && name != "crossprobe") return {name, ""};
  std::vector<std::string> parts;
  for (const json& part : config.value("without", json::array()))
    parts.push_back(part.get<std::string>());
  if (parts.empty() && config.value("screen", "all") == "off") parts.push_back("screening");
  std::ranges::sort(parts);
  return {name, Join(parts, "+")};
}

void TakeOutput(const OutputReport& output, RunSum& sum) {
  const std::string name = StrCat(output.name, ">", output.to);
  ++sum.outputs;
  sum.carried.insert(name);
  if (output.valid) {
    ++sum.valid;
    sum.valid_names.insert(name);
  }
  sum.preserving += output.preserving ? 1 : 0;
  if (!output.error_kind.empty()) ++sum.error_kinds[output.error_kind];
  if (!output.transfer_error.empty()) ++sum.transfer_errors[output.transfer_error];
  if (!output.symptom.empty()) ++sum.symptoms[output.symptom];
  if (!output.finding.empty()) sum.bugs.insert(output.finding);
  sum.knowledge_tokens += output.tokens.knowledge;
  sum.code_tokens += output.tokens.code;
  sum.output_tokens += output.tokens.output;
  sum.cost += output.cost;
}

// Reports that are none of ours are passed over: other actions of mirror keep theirs beside.
void TakeReport(const json& kept, RunSum& sum) {
  if (!kept.is_object() || !kept.contains("outputs")) return;
  const auto report = kept.get<MirrorReport>();
  sum.inputs += report.inputs;
  sum.seconds += report.seconds;
  for (const OutputReport& output : report.outputs) TakeOutput(output, sum);
}

// Inputs that the run with screening never carried, although it had them.
void CountFiltered(std::vector<RunSum>& sums) {
  for (RunSum& open : sums) {
    if (open.without != "screening") continue;
    const auto screened = std::ranges::find_if(sums, [&](const RunSum& s) {
      return s.without.empty() && s.approach == open.approach && s.provider == open.provider;
    });
    if (screened == sums.end()) continue;
    open.filtered_known = true;
    for (const std::string& name : open.carried) {
      if (screened->carried.contains(name)) continue;
      ++open.filtered;
      open.filtered_valid += open.valid_names.contains(name) ? 1 : 0;
    }
  }
}

// What a reviewer says is none, and what is suspected and nobody has looked at, is no bug.
Status KeepBugs(const store::Store& store, std::vector<RunSum>& sums) {
  ASSAY_ASSIGN(const auto rows, store.Findings());
  std::set<std::string> others;
  for (const store::FindingRow& row : rows)
    if (!casebook::IsBug(row)) others.insert(row.id);
  for (RunSum& sum : sums)
    std::erase_if(sum.bugs, [&](const std::string& id) { return others.contains(id); });
  return {};
}

Result<std::vector<BugFact>> ReadBugs(const store::Store& store, const std::vector<RunSum>& sums) {
  std::set<std::string> ids;
  for (const RunSum& sum : sums) ids.insert(sum.bugs.begin(), sum.bugs.end());
  std::vector<BugFact> out;
  for (const std::string& id : ids) {
    ASSAY_ASSIGN(const auto finding, casebook::Load(store, id));
    if (!finding.has_value()) continue;
    const auto fact = [&](const char* key) { return finding->facts.value(key, ""); };
    BugFact bug{id,
                finding->kind == casebook::kSuspected ? fact("kind_seen") : finding->kind,
                fact("symptom"),
                fact("verdict"),
                fact("state"),
                fact("issue"),
                false,
                CauseOf(fact("symptom"), finding->program, finding->message)};
    ASSAY_ASSIGN(const auto facts, store.Facts(id));
    for (const store::FactRow& row : facts) {
      const json told = ParseJson(row.json);
      bug.known = bug.known || row.aspect == "known" ||
                  (row.aspect == "label" && told.is_object() && told.value("label", "") == "known");
    }
    out.push_back(std::move(bug));
  }
  return out;
}

// The newest of those that did the same: a run, and what decided it.
using Chosen = std::map<std::string, std::pair<int64_t, json>>;

// One that was interrupted does not stand in the way of an earlier one that came further.
Chosen Newest(const std::vector<store::CampaignRow>& campaigns) {
  Chosen out;
  std::map<std::string, size_t> came;
  for (const store::CampaignRow& row : campaigns) {
    const json config = ParseJson(row.config), tally = ParseJson(row.tally);
    if (!config.is_object() || config.value("action", "") != "run") continue;
    // Nothing is told of one that was interrupted before its first program.
    const size_t inputs = tally.is_object() ? tally.value("inputs", size_t{0}) : 0;
    size_t& furthest = came[KeyOf(config)];
    if (inputs == 0 || inputs < furthest) continue;
    furthest = inputs;
    out[KeyOf(config)] = {row.id, config};
  }
  return out;
}

}  // namespace

Result<Runs> ReadRuns(const std::string& path) {
  // Nothing was run yet: the paper's figures stand alone.
  if (!store::StoreExists(path)) return Runs{};
  ASSAY_ASSIGN(const store::Store store, store::Store::OpenForReading(path));
  ASSAY_ASSIGN(const auto campaigns, store::ListCampaigns(path, "mirror"));
  std::map<std::string, RunSum> sums;
  for (const auto& [key, run] : Newest(campaigns)) {
    const auto& [id, config] = run;
    const auto [approach, without] = ApproachOf(config);
    const std::string provider = config.value("provider", "none");
    RunSum& sum = sums[StrCat(approach, "|", provider, "|", without)];
    sum.approach = approach;
    sum.provider = provider;
    sum.without = without;
    sum.pairs = std::max(sum.pairs, config.value("pairs", size_t{0}));
    sum.pairs_by_model = std::max(sum.pairs_by_model, config.value("pairs_by_model", size_t{0}));
    ++sum.runs;
    ASSAY_ASSIGN(const auto reports, store.Reports(id));
    for (const store::ReportRow& report : reports) TakeReport(ParseJson(report.report), sum);
  }
  Runs out;
  for (auto& [key, sum] : sums) out.sums.push_back(std::move(sum));
  CountFiltered(out.sums);
  ASSAY_RETURN_IF_ERROR(KeepBugs(store, out.sums));
  ASSAY_ASSIGN(out.bugs, ReadBugs(store, out.sums));
  return out;
}

std::string TaxonomySymptom(const std::string& symptom) {
  return symptom == "assertion" || symptom == "wrong" ? "assertion" : "crash";
}

std::string CauseOf(const std::string& symptom, const std::string& program,
                    const std::string& message) {
  static const RE2 kDevices("(?i)\\bcuda\\b|\\bmps\\b|['\"]/?gpu|\\.cuda\\(|xla_device");
  static const RE2 kConversion(
      "(?i)onnx|tflite|TFLiteConverter|torch\\.export|jax\\.export|jax2tf|saved_model|from_dlpack|"
      "jit\\.(script|trace)|quantiz");
  static const RE2 kPlatform(
      "(?i)shared object|undefined symbol|No module named|cannot open|not (compiled|built) with|"
      "no (device|backend)|unknown backend|illegal instruction");
  if (TaxonomySymptom(symptom) == "assertion") {
    if (RE2::PartialMatch(program, kDevices))
      return "operations on CPU and GPU give different results";
    return RE2::PartialMatch(program, kConversion) ? "model conversion breaks what it must keep"
                                                   : "an operator is wrong for special inputs";
  }
  return RE2::PartialMatch(message, kPlatform) ? "the environment: code fails on a platform"
                                               : "a type or an operation is not handled";
}

}  // namespace assay::mirror
