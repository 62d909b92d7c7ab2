#include "judge/twin/twin_oracle.h"

#include <set>

#include "base/strings.h"
#include "judge/trial_names.h"
#include "trial/prelude.h"
#include "trial/twin/twin_verdict.h"
#include "trial/twin/witness_program.h"

namespace assay::judge {
namespace {

using knowledge::ApiDoc;
using nlohmann::json;

// What everybody is asked in its own words, and how that is told to people.

// Everybody's words for the calls of one API.
struct Words {
  std::map<std::string, std::vector<trial::AskedCall>> by;  // framework or numpy
  std::map<std::string, const knowledge::ApiDoc*> docs;     // of the frameworks

  // Null when it has none for that call.
  const trial::CarriedCall* Find(const std::string& who, size_t number) const;
};

std::string Shown(const json& told) {
  const std::string text = told.contains("values") ? told["values"].dump() : told["list"].dump();
  constexpr size_t kShown = 120;
  return text.size() <= kShown ? text : text.substr(0, kShown) + "…";
}

const trial::CarriedCall* Words::Find(const std::string& who, size_t number) const {
  const auto found = by.find(who);
  if (found == by.end()) return nullptr;
  for (const trial::AskedCall& asked : found->second)
    if (asked.number == number) return &asked.call;
  return nullptr;
}

// "tf.math.add (tensorflow 2.21.0) and np.add"
std::string Named(const Words& words, const std::vector<std::string>& who, size_t call) {
  std::vector<std::string> out;
  for (const std::string& name : who) {
    const auto doc = words.docs.find(name);
    const trial::CarriedCall* carried = words.Find(name, call);
    out.push_back(doc != words.docs.end()
                      ? StrCat(doc->second->name, " (", name, " ", doc->second->version, ")")
                  : carried != nullptr ? carried->api
                                       : name);
  }
  return Join(out, " and ");
}

// What each of them gives where nobody knows who is right.
std::string SuspicionOf(const Words& words, const trial::Evaluation& evaluation,
                        const trial::TwinVerdict& verdict) {
  std::vector<std::string> parts;
  for (const std::string& who : verdict.others)
    parts.push_back(StrCat(Named(words, {who}, evaluation.call), " gives ",
                           Shown(evaluation.results.at(who).result)));
  const std::string variant = evaluation.variant.empty() ? "" : ", " + evaluation.variant;
  return StrCat("call ", evaluation.call + 1, variant, ": ", Join(parts, "; "));
}

// The values, the judged framework, one other, and a program that shows a disagreement.
constexpr size_t kLeastPrograms = 4;
constexpr const char* kBelieved = "numpy";
constexpr const char* kJax = "jax";

// Whether one call of it has one result, which is a matter of its arguments alone.
bool IsDetermined(const ApiDoc& doc) {
  return doc.kind != "class" && !IsArbitrary(doc) && !IsRandom(doc) && !IsAmbiguous(doc);
}

// Every argument has a name to be mapped by.
bool HasNames(const ApiCall& call) {
  if (call.is_called) return false;
  for (const CallArgument& argument : call.arguments)
    if (argument.name.empty()) return false;
  return true;
}

}  // namespace

std::vector<TwinOracle::Twin> TwinOracle::TwinsOf(const ApiDoc& doc) const {
  std::vector<Twin> out;
  for (const trial::TwinSource& source : options_.twins) {
    const knowledge::Pair* pair = knowledge::FindPair(source.pairs, doc.name);
    if (pair == nullptr || pair->by != "name") continue;
    const ApiDoc* twin = knowledge::FindDoc(source.docs, pair->to);
    if (twin == nullptr || twin->kind != "function" || !IsDetermined(*twin)) continue;
    if (book_->WhyNot(doc.name, pair->to).empty()) out.push_back({&source, pair, twin});
  }
  return out;
}

Result<Bench*> TwinOracle::BenchOf(const std::string& framework) {
  if (const auto found = benches_.find(framework); found != benches_.end()) return &found->second;
  const Dialect* dialect = FindDialect(framework);
  if (dialect == nullptr)
    return Unsupported(StrCat("programs cannot be written for ", framework, " yet"));
  ASSAY_ASSIGN(Bench bench, Bench::Open(*dialect, "", {options_.timeout_s, options_.unsafe}));
  return &benches_.emplace(framework, std::move(bench)).first->second;
}

Status TwinOracle::Open() {
  if (book_) return {};
  ASSAY_ASSIGN(functions_, trial::LoadTwinFunctions());
  ASSAY_ASSIGN(book_, trial::LoadTwinBook());
  return {};
}

// One API before the others.
class TwinOracle::Comparison {
 public:
  Comparison(TwinOracle& room, const ApiDoc& doc, const std::vector<ApiCall>& calls, Bench& own,
             ApiReport& out)
      : room_(room), doc_(doc), calls_(calls), own_(own), out_(out) {}

  Status Hold(const std::vector<Twin>& twins) {
    ASSAY_RETURN_IF_ERROR(CarryOver(twins));
    if (words_.by.size() < 2) return {};
    for (const auto& [who, asked] : words_.by)
      if (who != kBelieved) ASSAY_RETURN_IF_ERROR(Ask(who, asked));
    const std::set<std::string> proven = Proven(evaluations_, doc_.framework);
    for (const trial::Evaluation& evaluation : evaluations_)
      ASSAY_RETURN_IF_ERROR(Rule(evaluation, DecideTwins(evaluation, doc_.framework, proven)));
    return {};
  }

 private:
  Result<Bench*> BenchOf(const std::string& who) {
    if (who == doc_.framework) return &own_;
    return room_.BenchOf(who);
  }

  Result<program::ProgramOutcome> Run(Bench& bench, const ApiDoc& doc, const std::string& program) {
    ASSAY_ASSIGN(auto outcome, bench.Run(doc, program));
    CountProgram(outcome.status, out_);
    return outcome;
  }

  std::string FunctionsOf(const Bench& bench) const {
    return bench.prelude() + "\n" + room_.functions_;
  }

  // Values first, then everybody's words for them.
  Status CarryOver(const std::vector<Twin>& twins) {
    ASSAY_ASSIGN(
        const auto told,
        Run(own_, doc_, trial::ValuesProgram(doc_, calls_, own_.dialect(), FunctionsOf(own_))));
    const std::vector<json> values = trial::ReadValues(told.run.out, calls_.size());
    words_.docs[doc_.framework] = &doc_;
    for (const Twin& twin : twins) words_.docs[twin.source->framework] = twin.doc;
    for (size_t i = 0; i < calls_.size(); ++i) {
      if (values[i].is_null()) continue;
      Add(doc_.framework, i, trial::OwnCall(calls_[i], doc_, values[i]), values[i]);
      for (const Twin& twin : twins)
        if (auto carried = trial::TwinCall(calls_[i], doc_, *twin.pair, *twin.doc, values[i]))
          Add(twin.source->framework, i, *carried, values[i]);
    }
    return {};
  }

  void Add(const std::string& who, size_t number, const trial::CarriedCall& call,
           const json& values) {
    words_.by[who].push_back({number, call, values});
    if (who != kJax) return;
    if (auto numpy = NumpyCall(call)) words_.by[kBelieved].push_back({number, *numpy, values});
  }

  Status Ask(const std::string& who, const std::vector<trial::AskedCall>& asked) {
    ASSAY_ASSIGN(Bench * bench, BenchOf(who));
    // numpy lives where jax does.
    const auto numpy = who == kJax ? words_.by.find(kBelieved) : words_.by.end();
    const std::string program = trial::WitnessProgram(
        who, asked, numpy == words_.by.end() ? std::vector<trial::AskedCall>() : numpy->second,
        bench->dialect(), FunctionsOf(*bench));
    ASSAY_ASSIGN(const auto told, Run(*bench, *words_.docs.at(who), program));
    trial::ReadWitness(told.run.out, evaluations_);
    if (who == doc_.framework) own_program_ = program, own_status_ = told.status;
    return {};
  }

  Status Rule(const trial::Evaluation& evaluation, const trial::TwinVerdict& verdict) {
    switch (verdict.outcome) {
      case trial::TwinOutcome::kNothing:
        Note(evaluation, {Verdict::kNotApplicable, "nothing to compare"});
        return {};
      case trial::TwinOutcome::kAgreed:
        Note(evaluation, {Verdict::kHolds, ""});
        return {};
      case trial::TwinOutcome::kUndecided:
        out_.suspicions.push_back(SuspicionOf(words_, evaluation, verdict));
        Note(evaluation, {Verdict::kSuspicious, out_.suspicions.back()});
        return {};
      case trial::TwinOutcome::kAccused:
        return Accuse(evaluation, verdict);
    }
    return {};
  }

  // Counted, and kept with the program that the judged framework told its numbers by.
  void Note(const trial::Evaluation& evaluation, const Judged& judged) {
    CountTrial(std::string(trial::kTwinOracle), judged.verdict, out_);
    std::vector<std::string> others;
    for (const auto& [who, told] : evaluation.results)
      if (who != doc_.framework) others.push_back(who);
    Trial trial = NewTrial(
        trial::kTwinOracle, "", FirstWords(doc_),
        StrCat("it gives the numbers of ", Named(words_, others, evaluation.call), ", call ",
               evaluation.call + 1, evaluation.variant.empty() ? "" : ", ", evaluation.variant));
    trial.program = own_program_;
    // Numbers of calls are what a program printed.
    const bool known = evaluation.call < calls_.size();
    KeepProgram(doc_, trial, judged, own_status_, known ? calls_[evaluation.call].source : "",
                out_.examples);
  }

  // Everybody is accused once; what more speaks against it is counted alike.
  Status Accuse(const trial::Evaluation& evaluation, const trial::TwinVerdict& verdict) {
    if (const auto known = accused_.find(verdict.accused); known != accused_.end()) {
      CountTrial(std::string(trial::kTwinOracle), known->second, out_);
      return {};
    }
    ASSAY_ASSIGN(Bench * bench, BenchOf(verdict.accused));
    const ApiDoc& suspect = *words_.docs.at(verdict.accused);
    const Trial trial = trial::WriteTwinAccusation(
        {suspect, *words_.Find(verdict.accused, evaluation.call), evaluation.values,
         evaluation.results.at(verdict.others.front()).result,
         Named(words_, verdict.others, evaluation.call)},
        bench->dialect(), bench->prelude());
    const size_t before = out_.disagreements.size();
    ASSAY_RETURN_IF_ERROR(Try(*bench, suspect, trial, calls_[evaluation.call].source, out_));
    accused_[verdict.accused] =
        out_.disagreements.size() > before ? Verdict::kBroken : Verdict::kNotApplicable;
    return {};
  }

  TwinOracle& room_;
  const ApiDoc& doc_;
  const std::vector<ApiCall>& calls_;
  Bench& own_;
  ApiReport& out_;
  Words words_;
  std::vector<trial::Evaluation> evaluations_;
  std::map<std::string, Verdict> accused_;
  std::string own_program_;
  program::ProgramStatus own_status_ = program::ProgramStatus::kValid;
};

Status TwinOracle::Judge(const ApiDoc& doc, const std::vector<ApiCall>& calls, Bench& own,
                         size_t most, ApiReport& out) {
  const std::lock_guard<std::mutex> lock(mutex_);
  ASSAY_RETURN_IF_ERROR(Open());
  std::vector<ApiCall> named;
  for (const ApiCall& call : calls)
    if (HasNames(call)) named.push_back(call);
  if (named.empty() || !IsDetermined(doc)) return {};
  const std::vector<Twin> twins = TwinsOf(doc);
  if (twins.empty() || most < kLeastPrograms + twins.size() - 1) return {};
  return Comparison(*this, doc, named, own, out).Hold(twins);
}

}  // namespace assay::judge
