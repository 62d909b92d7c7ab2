#include "optbug/run_totals.h"

#include <algorithm>

#include "base/strings.h"
#include "casebook/bug_types.h"
#include "optbug/run.h"

namespace assay::optbug {
namespace {

using nlohmann::json;

void Count(ProgramCounts& tally, const ProgramReport& program) {
  ++tally.programs;
  tally.valid += program.valid ? 1 : 0;
  tally.relevant += program.relevant ? 1 : 0;
}

ProgramReport ReportOf(const Tried& tried) {
  const bool open = tried.judged.verdict == CheckVerdict::kNotApplicable;
  return {.optimiser = tried.candidate.optimiser,
          .rule = tried.candidate.rule,
          .kind = tried.candidate.kind,
          .status = tried.status,
          .verdict = std::string(VerdictName(tried.judged.verdict)),
          .reason = tried.judged.reason,
          .message = tried.judged.message,
          .model = tried.candidate.description,
          .neighbourhood = tried.candidate.neighbourhood,
          .valid = tried.measures.valid,
          .relevant = tried.measures.relevant,
          .program = open ? tried.candidate.text : ""};
}

void Show(const casebook::ProgramFinding& finding, json& shown) {
  for (const char* key : {"optimiser", "rule", "verdict", "model", "origin"})
    shown[key] = finding.facts.value(key, "");
  shown["kind"] = finding.facts.value("optbug_kind", "");
  shown["bug_type"] = casebook::BugTypeOf(finding).name;
  shown["confirmed"] = finding.facts.value("confirmed", 0);
}

// How a finding ends, in the kinds of the casebook and for people; what is not here raises.
struct Ends {
  const char *kind, *what;
};
const std::map<CheckVerdict, Ends> kEnds = {
    {CheckVerdict::kCrash, {"crash", "the process dies"}},
    {CheckVerdict::kHangs, {"hangs", "it does not come to an end"}},
    {CheckVerdict::kWrongValue, {"wrong", "the optimised model gives other values"}},
    {CheckVerdict::kChangedForm, {"wrong", "the optimised model gives another form"}},
    {CheckVerdict::kOriginalChanged, {"wrong", "the original model is changed"}},
    {CheckVerdict::kCostsMore, {"wrong", "the optimised model costs more"}}};

}  // namespace

const trial::RunKind kOptbugRun = {
    .pipeline = "optbug",
    .what = "run of `assay optbug` without a model",
    .resumes = [](const json& config) { return config.value("provider", "none") == "none"; },
    .show = Show};

void OptbugTotals::Take(const json& kept) {
  const auto report = kept.get<BlockReport>();
  seconds_ += report.seconds;
  for (const ProgramReport& program : report.programs) {
    for (ProgramCounts* counts :
         {&total_, &rules_[program.rule], &kinds_[program.kind], &optimisers_[program.optimiser]})
      Count(*counts, program);
    from_neighbourhoods_ += program.neighbourhood.empty() ? 0 : 1;
    ++statuses_[program.status];
    ++verdicts_[program.verdict];
    if (!program.reason.empty()) ++reasons_[program.reason];
  }
  keys_.insert(report.keys.begin(), report.keys.end());
  for (const FindingReport& found : report.findings)
    if (ids_.insert(found.id).second)
      for (ProgramCounts* counts :
           {&total_, &rules_[found.rule], &kinds_[found.kind], &optimisers_[found.optimiser]})
        ++counts->findings;
}

json OptbugTotals::Tally(const json& config, const std::vector<std::string>& findings) const {
  return {{"provider", config.value("provider", "none")},
          {"approach", config.value("approach", "assay")},
          {"seed", config.value("seed", 0)},
          {"ablation", config.value("ablation", "")},
          {"programs", total_.programs},
          {"outputs", total_.programs},
          {"from_neighbourhoods", from_neighbourhoods_},
          {"valid", total_.valid},
          {"relevant", total_.relevant},
          {"findings", findings.size()},
          {"statuses", statuses_},
          {"verdicts", verdicts_},
          {"unsupported", reasons_},
          {"rules", rules_},
          {"kinds", kinds_},
          {"optimisers", optimisers_},
          {"seconds", seconds_},
          {"programs_per_second", static_cast<double>(total_.programs) / std::max(seconds_, 0.001)},
          {"tokens", 0},
          {"cost", 0.0}};
}

Status KeepBlock(const Block& block, const std::map<std::string, std::string>& versions,
                 double seconds, trial::RunRecord& record) {
  BlockReport report{.seconds = seconds, .programs = {}, .findings = {}, .keys = block.keys};
  for (const Tried& tried : block.tried) report.programs.push_back(ReportOf(tried));
  std::vector<casebook::ProgramFinding> findings;
  for (const Found& found : block.found) {
    const Candidate& candidate = found.candidate;
    const auto version = versions.find(candidate.framework);
    findings.push_back(FindingOf(found, version == versions.end() ? "" : version->second));
    report.findings.push_back(
        {casebook::IdOf(findings.back()), candidate.optimiser, candidate.rule, candidate.kind});
  }
  return record.Add(report, findings);
}

Result<json> SummaryJson(const OptbugTotals& totals, const trial::RunRecord& record) {
  json out = totals.Tally(record.config(), record.ids());
  ASSAY_ASSIGN(out["findings"], record.Findings());
  return out;
}

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(FindingReport, id, optimiser, rule, kind)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(ProgramReport, optimiser, rule, kind, status,
                                                verdict, reason, message, model, neighbourhood,
                                                valid, relevant, program)

void from_json(const json& json, BlockReport& report) {
  report.seconds = json.value("seconds", 0.0);
  json.at("programs").get_to(report.programs);
  json.at("findings").get_to(report.findings);
  report.keys = json.value("keys", report.keys);
}

void to_json(json& json, const BlockReport& report) {
  json = {{"seconds", report.seconds},
          {"programs", report.programs},
          {"findings", report.findings},
          {"keys", report.keys}};
  for (auto& program : json["programs"])
    if (program["program"] == "") program.erase("program");
}

BlockReport ReadBlock(const json& report) {
  try {
    return report.get<BlockReport>();
  } catch (const json::exception&) {
    return {};
  }
}

casebook::ProgramFinding FindingOf(const Found& found, const std::string& version) {
  const Candidate& candidate = found.candidate;
  const auto ends = kEnds.find(found.judged.verdict);
  const std::string what =
      ends == kEnds.end() ? StrCat("it raises ", found.seen.exception) : ends->second.what;
  casebook::ProgramFinding out{
      .pipeline = "optbug",
      .framework = candidate.framework,
      .version = version,
      .environment = candidate.environment,
      .api = candidate.api,
      .oracle = candidate.optimiser,
      // Errors are told apart by their words, wrong results by what the model is made of.
      .parameter = found.judged.verdict == CheckVerdict::kException ? "" : candidate.description,
      .kind = ends == kEnds.end() ? "exception" : ends->second.kind,
      .title = StrCat(candidate.api, " (", candidate.optimiser, ") of a model of ",
                      candidate.description, ": ", what),
      .sentence = candidate.sentence,
      .message = found.judged.message,
      .program = candidate.text,
      .claim_line = candidate.claim_line,
      .helpers = candidate.helpers,
      .seen = found.seen};
  out.facts = {{"optimiser", candidate.optimiser},
               {"rule", candidate.rule},
               {"optbug_kind", candidate.kind},
               {"verdict", VerdictName(found.judged.verdict)},
               {"origin", candidate.origin},
               {"model", candidate.description},
               {"neighbourhood", candidate.neighbourhood},
               {"confirmed", found.confirmed}};
  return out;
}

}  // namespace assay::optbug
