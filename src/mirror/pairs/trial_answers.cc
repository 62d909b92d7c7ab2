#include "mirror/pairs/trial_answers.h"

#include <set>

#include "base/strings.h"

namespace assay::mirror::pairs {
namespace {

using nlohmann::json;
using program::ProgramStatus;

// Far beyond what all trials take: a limit that is met makes results depend on the machine.
constexpr double kWallSeconds = 600;
constexpr double kProcessorSeconds = 120;
constexpr uint64_t kOutputBytes = uint64_t{48} << 20;
// Trials that end the process, before no more is asked of an API.
constexpr size_t kMostFatal = 3;

// A JSON text within a Python program.
std::string Loads(const json& value) {
  return StrCat("json.loads(", json(value.dump(-1, ' ', true)).dump(-1, ' ', true), ")");
}

std::string CallText(const judge::Carried& call) {
  return Text(call,
              [](const std::string& key) { return StrCat("values[", json(key).dump(), "]"); });
}

void AddImports(const std::vector<const Trial*>& trials, std::string& out) {
  std::set<std::string> modules;
  for (const Trial* trial : trials)
    if (const auto numpy = trial->words.find(kNumpy);
        numpy != trial->words.end() && numpy->second.api.starts_with("scipy."))
      modules.insert(numpy->second.api.substr(0, numpy->second.api.rfind('.')));
  for (const std::string& module : modules) out += StrCat("import ", module, "\n");
}

}  // namespace

std::string TrialsProgram(const std::string& who, const std::vector<const Trial*>& trials,
                          const judge::Dialect& dialect, const std::string& functions) {
  std::string out = StrCat(dialect.imports, "\n", dialect.wide, "\n", functions, "\n\n");
  if (who == kJax) AddImports(trials, out);
  for (const Trial* trial : trials) {
    const json told = {{"trial", trial->number},
                       {"strided", trial->change.strided},
                       {"values", trial->change.arguments}};
    const auto add = [&](const std::string& name, const char* make, const char* narrow) {
      const auto words = trial->words.find(name);
      if (words == trial->words.end()) return;
      out += StrCat("hear(", json(name).dump(), ", TRIAL, lambda values: ", CallText(words->second),
                    ", ", make, ", ", narrow, ")\n");
    };
    out += StrCat("TRIAL = ", Loads(told), "\n");
    add(who, "of_numpy", "as_type");
    if (who == kJax) add(kNumpy, "np.copy", "None");
  }
  return out;
}

size_t ReadAnswers(const std::string& printed, const std::vector<Trial>& trials, size_t none,
                   TrialAnswers& out) {
  size_t open = none;
  for (const std::string& line : Split(printed, '\n')) {
    json fact = json::parse(line, nullptr, false);
    if (!fact.is_object() || !fact.contains("who")) continue;
    if (fact.contains("begun")) {
      open = fact["begun"].get<size_t>();
      continue;
    }
    const size_t number = fact.value("trial", none);
    if (number >= trials.size()) continue;
    open = none;
    Answer answer;
    answer.wide = {std::move(fact["wide"]),
                   fact.value("moved", json::array()).get<std::vector<json>>(),
                   judge::LargestInput(trials[number].change.arguments)};
    answer.nudged = fact.value("nudged", json::array()).get<std::vector<json>>();
    answer.narrow = fact.value("narrow", json());
    out.answers[number][fact["who"].get<std::string>()] = std::move(answer);
  }
  return open;
}

Status Ask(const std::string& who, const knowledge::ApiDoc& doc, const std::vector<Trial>& trials,
           judge::Bench& bench, const std::string& functions, TrialAnswers& out) {
  std::vector<const Trial*> left;
  for (const Trial& trial : trials)
    if (trial.words.contains(who)) left.push_back(&trial);
  size_t died = 0;
  while (!left.empty() && died < kMostFatal) {
    program::ProgramRequest request{.text = TrialsProgram(who, left, bench.dialect(), functions),
                                    .target_api = doc.name};
    request.limits.wall_s = kWallSeconds;
    request.limits.cpu_s = kProcessorSeconds;
    request.limits.output_bytes = kOutputBytes;
    ASSAY_ASSIGN(const program::ProgramOutcome outcome, bench.lab().Run(request));
    ++out.programs;
    ++out.statuses[std::string(ProgramStatusName(outcome.status))];
    const size_t none = trials.size();
    const size_t open = ReadAnswers(outcome.run.out, trials, none, out);
    const bool ended =
        outcome.status == ProgramStatus::kCrash || outcome.status == ProgramStatus::kHangs;
    if (!ended || open == none) {
      if (outcome.status == ProgramStatus::kException)
        out.problem = StrCat(who, ": ", outcome.run.exception, ": ", outcome.run.message);
      return {};
    }
    ++died;
    out.fatal.push_back({who, open, outcome.status});
    // Those before it have told already.
    std::erase_if(left, [&](const Trial* trial) { return trial->number <= open; });
  }
  return {};
}

}  // namespace assay::mirror::pairs
