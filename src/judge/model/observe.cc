#include "judge/model/observe.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <memory>

#include "base/files.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/strings.h"
#include "casebook/finding.h"
#include "judge/model/arguments.h"
#include "knowledge/text.h"
#include "lab/registry.h"
#include "program/lab/status.h"
#include "program/parse/edit.h"
#include "program/parse/program.h"

namespace assay::judge::model {
namespace {

using nlohmann::json;
using program::ProgramStatus;

// Begins the line of data/judge/watch.py that tells of the result.
constexpr std::string_view kMark = "assay-result ";

// Kept under this kind in the store.
constexpr const char* kRunDocument = "judge-run";

// The seeds of all generators that programs draw from; those that are not there are passed over.
constexpr const char* kSeeds =
    "for _assay_seed in ('import random; random.seed(7)', 'import numpy; numpy.random.seed(7)',\n"
    "                    'import sys; sys.modules[\"torch\"].manual_seed(7)',\n"
    "                    'import sys; sys.modules[\"tensorflow\"].random.set_seed(7)'):\n"
    "    try:\n"
    "        exec(_assay_seed)\n"
    "    except Exception:\n"
    "        pass\n";

bool IsName(const std::string& text) {
  return !text.empty() && std::ranges::all_of(text, [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '_';
  }) && std::isdigit(static_cast<unsigned char>(text[0])) == 0;
}

// Memory that nobody wrote to, clocks and addresses differ from run to run, and should.
bool TakesWhatIsThere(const program::Program& program) {
  constexpr std::array<std::string_view, 10> kNames = {
      "empty", "empty_like", "empty_strided", "new_empty", "resize_",
      "time",  "id",         "urandom",       "uuid4",     "perf_counter"};
  return std::ranges::any_of(program.calls, [&](const program::Call& call) {
    return std::ranges::find(kNames, knowledge::LastPart(call.written)) != kNames.end();
  });
}

// The program, and behind it what tells of the result. The first argument of the call is copied
// before it where it is a variable: the call may write to it.
Result<std::string> Watched(const std::string& text, const std::string& api) {
  const std::string variable = ResultVariable(text, api);
  if (variable.empty()) return text;
  ASSAY_ASSIGN(const std::string watch, ReadFile(lab::HomeFolder() + "/data/judge/watch.py"));
  std::string out = text, given;
  const program::Program program = program::ReadProgram(text);
  for (const program::Call* call : CallsOf(program, api)) {
    if (call->assigned != variable || call->arguments.empty()) continue;
    given = IsName(call->arguments[0].text) ? call->arguments[0].text : "";
    if (given.empty()) continue;
    for (const program::Node& node : program.tree.root().children()) {
      const program::Span span = node.span();
      if (call->span.begin < span.begin || call->span.end > span.end) continue;
      const auto edited = program::ApplyEdits(
          text,
          {{{span.begin, span.begin},
            StrCat("try:\n    import copy as _assay_copy\n    _assay_given = _assay_copy.deepcopy(",
                   given, ")\nexcept Exception:\n    pass\n")}});
      if (edited.ok()) out = *edited;
    }
  }
  return StrCat(out, "\n", watch, "\ntry:\n    _assay_watch(", variable,
                ", globals().get('_assay_given'), globals().get('", given,
                "'))\nexcept Exception:\n    pass\n");
}

void ReadFact(const std::string& printed, Observed& out) {
  for (const std::string& line : Split(printed, '\n')) {
    if (!line.starts_with(kMark)) continue;
    const json fact = ParseJson(line.substr(kMark.size()));
    if (!fact.is_object()) continue;
    out.ending.shape = NormalShape(fact.value("shape", ""));
    out.ending.dtype = NormalDtype(fact.value("dtype", ""));
    out.digest = fact.value("digest", "");
    if (fact.contains("sum") && fact["sum"].is_number()) out.sum = fact["sum"].get<double>();
    out.count = fact.value("count", size_t{0});
    out.elements.clear();
    for (const json& element : fact.value("elements", json::array()))
      if (element.is_string())
        out.elements.push_back(std::strtod(element.get<std::string>().c_str(), nullptr));
    const json holds = fact.value("holds", json::object());
    for (const auto& [name, yes] : holds.items())
      if (yes.is_boolean()) out.holds[name] = yes.get<bool>();
  }
}

// One run each: the lab's own repetition shows only the worst.
Result<std::vector<Observed>> RunOften(const std::string& text, const std::string& api,
                                       const ObserveOptions& options, program::ProgramLab& lab) {
  program::ProgramRequest request{.text = text, .target_api = api};
  request.limits.wall_s = options.timeout_s;
  std::vector<Observed> out;
  for (int i = 0; i < options.repeat; ++i) {
    Observed one;
    ASSAY_ASSIGN(one.outcome, lab.Run(request));
    if (one.outcome.status == ProgramStatus::kValid) ReadFact(one.outcome.run.out, one);
    out.push_back(std::move(one));
  }
  return out;
}

bool ResultsDiffer(const std::vector<Observed>& runs) {
  return std::ranges::any_of(runs,
                             [&](const Observed& run) { return DifferInValue(runs[0], run); });
}

// Whether equal seeds make the results equal; also when the seeded program does not run.
Result<bool> IsOwnChance(const std::string& program, const std::string& watched,
                         const std::string& api, const ObserveOptions& options,
                         program::ProgramLab& lab) {
  if (TakesWhatIsThere(program::ReadProgram(program))) return true;
  ASSAY_ASSIGN(const auto seeded, RunOften(kSeeds + watched, api, options, lab));
  const bool ran = std::ranges::all_of(seeded, [](const Observed& run) {
    return run.outcome.status == ProgramStatus::kValid && !run.digest.empty();
  });
  return !ran || !ResultsDiffer(seeded);
}

}  // namespace

bool DifferInValue(const Observed& a, const Observed& b) {
  if (a.digest.empty() || b.digest.empty() || a.digest == b.digest) return false;
  if (a.ending.shape != b.ending.shape || a.ending.dtype != b.ending.dtype) return true;
  if (a.elements.size() != b.elements.size() || a.elements.empty()) return true;
  constexpr double kRounding = 1e-4;  // sums in another order; ulps of float16 are larger
  const double most =
      a.ending.dtype == "float16" || a.ending.dtype == "bfloat16" ? 0.05 : kRounding;
  for (size_t i = 0; i < a.elements.size(); ++i) {
    const double x = a.elements[i], y = b.elements[i];
    if (std::isnan(x) != std::isnan(y)) return true;
    if (!std::isnan(x) && x != y && !(std::abs(x - y) <= most * std::max(1.0, std::abs(x))))
      return true;
  }
  // Elements that are not told are seen by their sum only.
  return a.sum && b.sum &&
         std::abs(*a.sum - *b.sum) > most * (1 + std::abs(*a.sum) + static_cast<double>(a.count));
}

std::string ResultVariable(const std::string& text, const std::string& api) {
  if (api.empty()) return "";
  const program::Program program = program::ReadProgram(text);
  std::string out;
  for (const program::Call& call : program.calls)
    if (call.inside.empty() && !call.assigned.empty() &&
        (call.api == api || call.api.starts_with(api + ".")))
      out = call.assigned;
  return out;
}

Result<Observed> Observe(const std::string& text, const std::string& api,
                         const ObserveOptions& options, program::ProgramLab& lab) {
  ASSAY_ASSIGN(const std::string watched, Watched(text, api));
  ASSAY_ASSIGN(std::vector<Observed> runs, RunOften(watched, api, options, lab));
  std::vector<program::ProgramRun> each;
  for (const Observed& run : runs) each.push_back(run.outcome.run);
  const bool differ = ResultsDiffer(runs);
  Observed out = std::move(runs.front());
  const program::SandboxStrength strength = out.outcome.strength;
  const bool cold = out.outcome.confirmed_cold;
  out.outcome = program::Combine(std::move(each));
  out.outcome.strength = strength;
  out.outcome.confirmed_cold = cold;
  out.not_reached = !api.empty() && !out.outcome.run.target_called;
  out.ending.status = ProgramStatusName(out.outcome.status);
  if (out.outcome.status == ProgramStatus::kException)
    out.ending.exception = NormalException(out.outcome.run.exception);
  if (out.outcome.status != ProgramStatus::kValid || !differ) return out;
  out.ending.status = "flaky";
  ASSAY_ASSIGN(out.own_chance, IsOwnChance(text, watched, api, options, lab));
  return out;
}

Observer LabObserver(const ObserveOptions& options, program::ProgramLab& lab) {
  return [options, &lab](const std::string& program, const std::string& api) {
    return Observe(program, api, options, lab);
  };
}

Result<Observer> KeptObserver(const ObserveOptions& options, const std::string& subject,
                              program::ProgramLab& lab, const RunKeeper& keeper) {
  auto kept = std::make_shared<std::map<std::string, json>>();
  {
    const std::lock_guard lock(keeper.mutex);
    ASSAY_ASSIGN(const auto documents, keeper.store.Documents(kRunDocument));
    for (const store::DocumentRow& row : documents) (*kept)[row.name] = ParseJson(row.json);
  }
  return Observer([=, &lab](const std::string& program,
                            const std::string& api) -> Result<Observed> {
    const std::string asked =
        StrCat(subject, "\n", api, "\n", options.timeout_s, "\n", options.repeat, "\n", program);
    const std::string name = StrCat(subject, " ", HashBytes(asked, 0), HashBytes(asked, 1));
    if (const auto found = kept->find(name); found != kept->end() && found->second.is_object())
      return ReadObserved(found->second);
    ASSAY_ASSIGN(Observed seen, Observe(program, api, options, lab));
    (*kept)[name] = ObservedJson(seen);
    const std::lock_guard lock(keeper.mutex);
    ASSAY_RETURN_IF_ERROR(
        keeper.store.KeepDocument(kRunDocument, name, casebook::DumpJson((*kept)[name])));
    return seen;
  });
}

json ObservedJson(const Observed& observed) {
  const program::ProgramRun& run = observed.outcome.run;
  json elements = json::array();
  for (const double element : observed.elements)  // JSON has no infinity
    elements.push_back(std::isfinite(element) ? json(element) : json(StrCat(element)));
  return {{"status", observed.ending.status},
          {"ended", ProgramStatusName(observed.outcome.status)},
          {"exception", run.exception},
          {"message", run.message},
          {"limit", run.limit},
          {"invalid", run.invalid},
          {"line", run.line},
          {"signal", run.signal},
          {"exit_code", run.exit_code},
          {"busy", run.busy},
          {"cold", observed.outcome.confirmed_cold},
          {"shape", observed.ending.shape},
          {"dtype", observed.ending.dtype},
          {"digest", observed.digest},
          {"sum", observed.sum ? json(*observed.sum) : json()},
          {"elements", std::move(elements)},
          {"count", observed.count},
          {"holds", observed.holds},
          {"own_chance", observed.own_chance},
          {"not_reached", observed.not_reached}};
}

Observed ReadObserved(const json& kept) {
  Observed out;
  for (int i = 0; i <= static_cast<int>(ProgramStatus::kValid); ++i)
    if (ProgramStatusName(static_cast<ProgramStatus>(i)) == kept.value("ended", ""))
      out.outcome.status = static_cast<ProgramStatus>(i);
  program::ProgramRun& run = out.outcome.run;
  run.status = out.outcome.status;
  run.exception = kept.value("exception", "");
  run.message = kept.value("message", "");
  run.limit = kept.value("limit", "");
  run.invalid = kept.value("invalid", false);
  run.line = kept.value("line", 0);
  run.signal = kept.value("signal", 0);
  run.exit_code = kept.value("exit_code", -1);
  run.busy = kept.value("busy", 0.0);
  out.outcome.confirmed_cold = kept.value("cold", false);
  out.ending.status = kept.value("status", "");
  if (out.ending.status == "exception") out.ending.exception = NormalException(run.exception);
  out.ending.shape = kept.value("shape", "");
  out.ending.dtype = kept.value("dtype", "");
  out.digest = kept.value("digest", "");
  if (kept.contains("sum") && kept["sum"].is_number()) out.sum = kept["sum"].get<double>();
  for (const json& element : kept.value("elements", json::array()))
    out.elements.push_back(element.is_number()
                               ? element.get<double>()
                               : std::strtod(element.get<std::string>().c_str(), nullptr));
  out.count = kept.value("count", size_t{0});
  out.holds = kept.value("holds", std::map<std::string, bool>());
  out.own_chance = kept.value("own_chance", false);
  out.not_reached = kept.value("not_reached", false);
  return out;
}

}  // namespace assay::judge::model
