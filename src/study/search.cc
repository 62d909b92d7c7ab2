#include "study/search.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include "base/strings.h"
#include "campaign/campaign.h"
#include "onnx/official.h"
#include "oracle/oracle.h"
#include "resources/check.h"
#include "study/causal.h"
#include "study/defects.h"
#include "study/statistics.h"
#include "triage/case_bytes.h"

namespace assay::study {
namespace {

constexpr double kMostWallPerCpu = 20;            // on a machine that is busy with other things
constexpr std::string_view kLocalises = "audee";  // localises what it reports
constexpr std::string_view kBetween = " vs ";

campaign::Config ConfigOf(const SearchOptions& options, const Settings& settings) {
  campaign::Config out{.method = options.method,
                       .seeds = options.seeds.empty() ? settings.seeds : options.seeds,
                       .seed = settings.seed,
                       .literal = options.literal,
                       .resources = options.resources};
  // Which operators nobody supports matters only to what generates graphs.
  out.surveyed = options.method != "assay";
  return out;
}

// The targets of a finding: one, or the two of "A vs B".
std::vector<lab::Target> TargetsOf(const std::string& name,
                                   const std::vector<lab::Target>& targets) {
  std::vector<lab::Target> out;
  const size_t between = name.find(kBetween);
  for (const lab::Target& target : targets)
    if (target.name == name ||
        (between != std::string::npos && (target.name == name.substr(0, between) ||
                                          target.name == name.substr(between + kBetween.size()))))
      out.push_back(target);
  return out;
}

// One campaign and the verdicts on what it found.
class Search {
 public:
  Search(const SearchOptions& options, const Context& context, store::Store& store)
      : options_(options),
        context_(context),
        store_(store),
        config_(ConfigOf(options, context.settings)) {}

  Result<nlohmann::json> Run() {
    ASSAY_ASSIGN(const int64_t id, store_.AddCampaign(config_.Save()));
    // With a wanted defect the search halts at each finding; one that is a false alarm does not end
    // it.
    while (true) {
      ASSAY_RETURN_IF_ERROR(Go(id));
      ASSAY_RETURN_IF_ERROR(JudgeNew());
      if (context_.stopped()) return Invalid("stopped");
      if (options_.wanted.empty() || found_ || !halted_) break;
    }
    return Json();
  }

 private:
  // Until the CPU time is used up, or a finding is there where one is wanted.
  Status Go(int64_t id) {
    campaign::Limits limits;
    limits.jobs = context_.jobs;
    limits.seconds = kMostWallPerCpu * options_.cpu_seconds;
    limits.findings = options_.wanted.empty() ? 0 : 1;
    std::atomic<bool> stop{false};
    campaign::Hooks hooks;
    hooks.stop = &stop;
    hooks.show = [&](const campaign::Progress& now) {
      if (now.tally.cpu_seconds >= options_.cpu_seconds || context_.stopped()) stop = true;
    };
    ASSAY_ASSIGN(progress_,
                 campaign::RunCampaign(config_, limits, options_.targets, store_, id, hooks));
    seconds_ += progress_.seconds;
    halted_ = limits.findings > 0 && !stop &&
              std::ranges::any_of(progress_.findings,
                                  [](const campaign::FindingLine& line) { return line.confirmed; });
    return {};
  }

  Status JudgeNew() {
    ASSAY_ASSIGN(std::vector<store::FindingRow> rows, store_.Findings());
    // Within the bounds and accused of nothing: not among the findings that are shown unasked.
    std::erase_if(rows, [](const store::FindingRow& row) {
      return row.kind == oracle::CaseStatusName(oracle::CaseStatus::kInaccurate);
    });
    groups_ = rows.size();
    unconfirmed_ = 0;
    // Judging is not the method's work, but the study must end: it may take as long as the search.
    const Allowance allowance(options_.cpu_seconds, 1);
    for (const store::FindingRow& row : rows) {
      if (context_.stopped()) return {};
      unconfirmed_ += row.state == "confirmed" ? 0 : 1;
      if (row.state != "confirmed" || !judged_.insert(row.id).second) continue;
      const bool late = allowance.used_up();
      not_judged_ += late ? 1 : 0;
      findings_.push_back(FindingJson(row, late));
      if (found_) return {};
    }
    return {};
  }

  nlohmann::json FindingJson(const store::FindingRow& row, bool late) {
    nlohmann::json out = {{"id", row.id},           {"kind", row.kind},
                          {"target", row.target},   {"count", row.count},
                          {"outcome", "undecided"}, {"defects", nlohmann::json::array()}};
    const auto sightings = store_.Sightings(row.id);
    if (!sightings.ok() || sightings->empty()) return out;
    const std::string& recipe = sightings->front().recipe;
    out["generated"] = recipe.starts_with("generated:");
    out["order"] = std::ranges::count(recipe, '>');
    // Time and memory were measured twice already, with processes of their own.
    if (resources::FindCheck(row.kind) != nullptr) {
      out["outcome"] = "defect";
      found_ = found_ || row.target == options_.wanted;
      return out;
    }
    if (options_.differential && row.target.find(options_.wanted) != std::string::npos) {
      out["outcome"] = "differs";
      found_ = true;
      return out;
    }
    if (late) return out;
    if (options_.literal && options_.method == kLocalises)
      out["cause"] = CauseOf(row, sightings->front());
    const auto judged = JudgeSighting(row, sightings->front());
    // An illegal mutant: nobody is to blame for what comes of it.
    if (illegal_) out["outcome"] = "false alarm";
    if (illegal_ || !judged.ok()) return out;
    out["defects"] = UniqueJson(judged->defects);
    for (const Defect& defect : judged->defects)
      found_ = found_ || defect.target == options_.wanted;
    if (!judged->defects.empty())
      out["outcome"] = "defect";
    else if (judged->right)
      out["outcome"] = "false alarm";
    return out;
  }

  nlohmann::json CauseOf(const store::FindingRow& row, const store::SightingRow& sighting) {
    const auto found = triage::UnpackCase(sighting.model, sighting.inputs, row.id);
    if (!found.ok()) return nullptr;
    const auto subject = triage::MakeSubject(*found);
    if (!subject.ok()) return nullptr;
    return LocaliseCause(*subject, TargetsOf(row.target, options_.targets), context_.lab).Json();
  }

  Result<Judged> JudgeSighting(const store::FindingRow& row, const store::SightingRow& sighting) {
    ASSAY_ASSIGN(const ModelCase found,
                 triage::UnpackCase(sighting.model, sighting.inputs, row.id));
    illegal_ = options_.literal && !onnxio::CheckWithOfficialInference(found.model).ok();
    if (illegal_) return Judged();
    ASSAY_ASSIGN(const oracle::Subject subject, triage::MakeSubject(found));
    ASSAY_ASSIGN(const oracle::Truth truth, oracle::ComputeTruth(subject, {.strict_too = false}));
    // What a difference between two targets told is a new verdict; what the reference told was
    // confirmed in a clean process when it was found.
    const bool difference = row.target.find(kBetween) != std::string::npos;
    return JudgeCase(subject, truth, TargetsOf(row.target, options_.targets), context_.lab,
                     {.layers = true, .confirm = difference});
  }

  nlohmann::json Json() const {
    const campaign::Tally& tally = progress_.tally;
    // Cases that all refused are counted in both.
    const int64_t made = tally.cases + tally.illegal - tally.refused_by_all;
    const int64_t illegal = tally.illegal + (options_.literal ? tally.out_of_range : 0);
    nlohmann::json coverage = nlohmann::json::object();
    for (const auto& [name, count] : progress_.coverage) coverage[name] = count;
    return {{"method", options_.method},
            {"literal", options_.literal},
            {"cases", tally.cases},
            {"illegal_percent", Percent(static_cast<double>(illegal), static_cast<double>(made))},
            {"nan_percent",
             Percent(static_cast<double>(tally.outliers), static_cast<double>(tally.cases))},
            {"coverage", std::move(coverage)},
            {"seconds", seconds_},
            {"cpu_seconds", tally.cpu_seconds},
            {"reported", tally.hits},
            {"groups", groups_},
            {"unconfirmed", unconfirmed_},
            {"not_judged", not_judged_},
            {"notes", progress_.notes},
            {"found", found_},
            {"findings", findings_}};
  }

  const SearchOptions& options_;
  const Context& context_;
  store::Store& store_;
  const campaign::Config config_;
  campaign::Progress progress_;
  double seconds_ = 0;
  bool halted_ = false, found_ = false;
  bool illegal_ = false;  // the case that was judged last, by the official library
  size_t groups_ = 0;
  int64_t unconfirmed_ = 0, not_judged_ = 0;
  std::set<std::string> judged_;  // ids
  nlohmann::json findings_ = nlohmann::json::array();
};

}  // namespace

Result<nlohmann::json> SearchAndJudge(const SearchOptions& options, const Context& context) {
  // Left by a study that was cut short: its time cannot be told from ours.
  for (const char* suffix : {"", "-wal", "-shm"}) std::filesystem::remove(options.store + suffix);
  ASSAY_ASSIGN(store::Store store, store::Store::Open(options.store));
  return Search(options, context, store).Run();
}

}  // namespace assay::study
