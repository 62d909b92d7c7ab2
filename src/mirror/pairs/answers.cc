#include "mirror/pairs/answers.h"

#include <re2/re2.h>

#include <set>

#include "base/strings.h"
#include "trial/roles.h"

namespace assay::mirror::pairs {
namespace {

using knowledge::Parameter;
using trial::ApiCall;
using trial::CarriedCall;

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

std::string CallText(const trial::CarriedCall& call) {
  return Text(call,
              [](const std::string& key) { return StrCat("values[", json(key).dump(), "]"); });
}

void AddImports(const std::vector<const PairTrial*>& trials, std::string& out) {
  std::set<std::string> modules;
  for (const PairTrial* trial : trials)
    if (const auto numpy = trial->words.find(kNumpy);
        numpy != trial->words.end() && numpy->second.api.starts_with("scipy."))
      modules.insert(numpy->second.api.substr(0, numpy->second.api.rfind('.')));
  for (const std::string& module : modules) out += StrCat("import ", module, "\n");
}

// Values other than the default, for a parameter that both sides have.
std::vector<std::string> OptionsOf(const Parameter& parameter) {
  static const RE2 kNumber(R"([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)");
  const std::string now = parameter.default_value.value_or("");
  if (now == "True") return {"False"};
  if (now == "False") return {"True"};
  if (trial::RoleOf(parameter) == trial::Role::kAxis) return {"0", "-1"};
  if (RE2::FullMatch(now, kNumber)) return {"0", "1", "-1", "2"};
  return {};
}

}  // namespace

std::string AnswerProgram(const std::string& who, const std::vector<const PairTrial*>& trials,
                          const trial::Dialect& dialect, const std::string& functions) {
  std::string out = StrCat(dialect.imports, "\n", dialect.wide, "\n", functions, "\n\n");
  if (who == kJax) AddImports(trials, out);
  for (const PairTrial* trial : trials) {
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

size_t ReadAnswers(const std::string& printed, const std::vector<PairTrial>& trials, size_t none,
                   PairAnswers& out) {
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
    TwinAnswer answer{.wide = {std::move(fact["wide"]),
                               fact.value("moved", json::array()).get<std::vector<json>>(),
                               trial::LargestInput(trials[number].change.arguments)},
                      .nudged = fact.value("nudged", json::array()).get<std::vector<json>>(),
                      .narrow = fact.value("narrow", json())};
    out.answers[number][fact["who"].get<std::string>()] = std::move(answer);
  }
  return open;
}

Status Ask(const std::string& who, const knowledge::ApiDoc& doc,
           const std::vector<PairTrial>& trials, trial::Bench& bench, const std::string& functions,
           PairAnswers& out) {
  std::vector<const PairTrial*> left;
  for (const PairTrial& trial : trials)
    if (trial.words.contains(who)) left.push_back(&trial);
  size_t died = 0;
  while (!left.empty() && died < kMostFatal) {
    program::ProgramRequest request{.text = AnswerProgram(who, left, bench.dialect(), functions),
                                    .target_api = doc.name};
    request.limits.wall_s = kWallSeconds;
    request.limits.cpu_s = kProcessorSeconds;
    request.limits.output_bytes = kOutputBytes;
    request.watch = false;  // what is called is written in the program
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
    std::erase_if(left, [&](const PairTrial* trial) { return trial->number <= open; });
  }
  return {};
}

std::map<std::string, CarriedCall> WordsFor(const Subject& subject, const ApiCall& call,
                                            const json& arguments) {
  std::map<std::string, CarriedCall> out;
  const std::string &from = subject.from->framework, &to = subject.to->framework;
  auto twin = trial::TwinCall(call, *subject.from, *subject.pair, *subject.to, arguments);
  if (!twin) return out;
  out.emplace(from, trial::OwnCall(call, *subject.from, arguments));
  out.emplace(to, std::move(*twin));
  if (subject.third != nullptr)
    if (auto third =
            trial::TwinCall(call, *subject.from, *subject.third_pair, *subject.third, arguments))
      out.emplace(subject.third->framework, std::move(*third));
  if (const auto jax = out.find(kJax); jax != out.end())
    if (auto numpy = trial::NumpyCall(jax->second)) out.emplace(kNumpy, std::move(*numpy));
  return out;
}

std::vector<BaseCall> WithOptions(const Subject& subject, const ApiCall& call) {
  std::vector<BaseCall> out;
  for (const knowledge::ParameterPair& mapped : subject.pair->parameters) {
    if (mapped.from.empty() || mapped.to.empty() || call.Find(mapped.from) != nullptr) continue;
    const Parameter* parameter = knowledge::FindParameter(*subject.from, mapped.from);
    if (parameter == nullptr || !parameter->default_value) continue;
    for (const std::string& value : OptionsOf(*parameter))
      out.push_back({.call = call.With(mapped.from, value), .option = mapped.from});
  }
  return out;
}

std::vector<PairTrial> TrialsOf(const Subject& subject, const BaseCall& base,
                                const std::vector<Change>& changes) {
  std::vector<PairTrial> out;
  for (const Change& change : changes) {
    auto words = WordsFor(subject, base.call, change.arguments);
    if (words.empty()) continue;
    out.push_back({.change = change, .source = base.call.source, .words = std::move(words)});
    if (base.option.empty()) continue;
    Change& told = out.back().change;
    told.what +=
        StrCat(", with ", base.option, "=", base.arguments.at(base.option).value("plain", ""));
    if (told.kind == kBenign) {
      told.kind = kOption;
      told.parameter = base.option;
    }
  }
  return out;
}

}  // namespace assay::mirror::pairs
