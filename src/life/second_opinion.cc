#include "life/second_opinion.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "base/machine.h"
#include "base/strings.h"
#include "life/evaluator_errs.h"
#include "oracle/check.h"
#include "oracle/truth.h"
#include "reduce/reduce.h"
#include "triage/case_bytes.h"

namespace assay::life {
namespace {

using oracle::Verdict;
using Says = Opinion::Says;

constexpr const char* kEvaluator = "onnx";
constexpr std::array kJudges = {kEvaluator, "onnxruntime:opt=off", "torch:eager",
                                "openvino", "tensorflow:eager",    "jax:eager"};
// Judges that say something are enough, the evaluator and a framework: starting more of them takes
// longer than all else.
constexpr int kEnough = 2;
// Those that load for seconds are asked only where nobody has agreed.
constexpr std::array<std::string_view, 2> kSlowToLoad = {"tensorflow", "jax"};

std::string_view SaysName(Says says) {
  switch (says) {
    case Says::kAgrees:
      return "agrees";
    case Says::kContradicts:
      return "contradicts";
    case Says::kDiffers:
      return "differs";
    case Says::kNothing:
      return "nothing";
  }
  return "";
}

std::string KindOf(const std::vector<oracle::Judgement>& outputs) {
  const oracle::Judgement* wrong = oracle::FirstWith(outputs, Verdict::kWrong);
  return wrong != nullptr && wrong->other_type ? "shape" : "wrong";
}

double NumberAt(const Tensor& tensor, int64_t i) {
  return IsFloat(tensor.dtype()) ? tensor.RealAt(i) : static_cast<double>(tensor.IntAt(i));
}

bool SameType(const Tensor& a, const Tensor& b) {
  return a.dtype() == b.dtype() && a.shape() == b.shape();
}

// Whether `value` is nearer to what the accused gives than to what is admitted.
bool Sides(double value, double accused, double lo, double hi) {
  if (std::isnan(accused)) return std::isnan(value);
  if (value == accused) return true;
  if (std::isnan(value) || !std::isfinite(accused)) return false;
  const double excess = accused < lo ? lo - accused : accused - hi;
  return std::isfinite(excess) && std::fabs(value - accused) <= excess / 2;
}

// Whether the judge gives what the accused gives wherever that is not admitted.
bool SidesWith(const Known& bounds, const Datum& judge, const Datum& accused) {
  if (!bounds.is_tensor() || judge.kind != Datum::Kind::kTensor ||
      accused.kind != Datum::Kind::kTensor)
    return judge == accused;
  const Tensor &mine = judge.tensor, &theirs = accused.tensor;
  if (!SameType(mine, theirs)) return false;
  const bool comparable = bounds.tensor.dtype() == theirs.dtype() &&
                          bounds.tensor.shape() == theirs.shape() && !bounds.tensor.is_string();
  if (!comparable) return bounds.tensor.is_string() ? mine == theirs : true;
  for (int64_t i = 0; i < theirs.count(); ++i) {
    const double got = NumberAt(theirs, i);
    if (bounds.tensor.is_real()) {
      const Real bound = bounds.tensor.real(i);
      if (!bound.contains(got) && !Sides(NumberAt(mine, i), got, bound.lo, bound.hi)) return false;
    } else if (!bounds.tensor.integer(i).contains(theirs.IntAt(i)) &&
               mine.IntAt(i) != theirs.IntAt(i)) {
      return false;
    }
  }
  return true;
}

// One case, what is admitted, and what the accused made of it.
class Court {
 public:
  Court(oracle::Subject subject, oracle::Truth truth, lab::Lab& lab)
      : subject_(std::move(subject)), truth_(std::move(truth)), lab_(lab) {}

  void Hear(const lab::Target& accused, SecondOpinion& out) {
    accused_ = lab_.Run(accused, oracle::PlainRequest(subject_));
    if (!accused_.ok()) return;
    verdicts_ = Judged(accused_);
    const oracle::Judgement* wrong = oracle::FirstWith(verdicts_, Verdict::kWrong);
    if (wrong == nullptr) return;
    worst_ = static_cast<size_t>(wrong - verdicts_.data());
    out.place = StrCat("output '", wrong->name, "'",
                       wrong->has_worst ? StrCat(", element ", wrong->worst_index) : "");
    out.accused = ValueOf(accused_);
    out.admitted = wrong->has_worst ? oracle::TruthText(*wrong, FormatDouble(wrong->bound)) : "";
  }

  Opinion Ask(const lab::Target& judge, const std::vector<triage::KnownBug>& known,
              const std::string& canonical) {
    Opinion out{judge.name, judge.version, Says::kNothing, "", ""};
    const Graph& graph = subject_.model.graph;
    out.message = judge.manifest->Refusal(subject_.model.opset(""), oracle::UsedTypes(graph));
    if (out.message.empty() && judge.name == kEvaluator)
      out.message = EvaluatorErrs(subject_.model);
    if (out.message.empty() && judge.manifest->int64_as_int32 &&
        oracle::NeedsWideIntegers(subject_))
      out.message = "it has no 64-bit integers";
    if (!out.message.empty()) return out;
    const lab::Observation seen = lab_.Run(judge, oracle::PlainRequest(subject_));
    out.message = seen.message;
    if (!seen.ok()) return out;
    out.value = ValueOf(seen);
    const std::vector<oracle::Judgement> verdicts = Judged(seen);
    const oracle::Judgement* wrong = oracle::FirstWith(verdicts, Verdict::kWrong);
    if (wrong == nullptr) {
      // Of what nobody can be judged on it says nothing either.
      const bool certain = oracle::Worst(verdicts) != Verdict::kUndetermined;
      out.says = certain ? Says::kAgrees : Says::kNothing;
      return out;
    }
    out.message = oracle::Describe(*wrong);
    out.says = SidesWithAccused(seen) ? Says::kContradicts : Says::kDiffers;
    Silence(judge, verdicts, known, canonical, out);
    return out;
  }

 private:
  std::vector<oracle::Judgement> Judged(const lab::Observation& seen) const {
    std::vector<oracle::Judgement> out;
    for (size_t i = 0; i < seen.outputs.size() && i < truth_.lenient.size(); ++i)
      out.push_back(
          oracle::Judge(seen.outputs[i].first, truth_.lenient[i], nullptr, seen.outputs[i].second));
    return out;
  }

  bool SidesWithAccused(const lab::Observation& seen) const {
    if (!accused_.ok() || seen.outputs.size() != accused_.outputs.size()) return false;
    bool sides = false;
    for (size_t i = 0; i < verdicts_.size(); ++i) {
      if (verdicts_[i].verdict != Verdict::kWrong) continue;
      if (!SidesWith(truth_.lenient[i], seen.outputs[i].second, accused_.outputs[i].second))
        return false;
      sides = true;
    }
    return sides;
  }

  // What is given where the accused is furthest outside.
  std::string ValueOf(const lab::Observation& seen) const {
    if (worst_ >= seen.outputs.size() || worst_ >= verdicts_.size()) return "";
    const Datum& datum = seen.outputs[worst_].second;
    if (datum.kind != Datum::Kind::kTensor) return "";
    const Tensor& tensor = datum.tensor;
    const oracle::Judgement& wrong = verdicts_[worst_];
    if (wrong.other_type || tensor.dtype() == DType::kString || wrong.worst_index >= tensor.count())
      return StrCat(DTypeName(tensor.dtype()), ShapeText(tensor.shape()));
    return FormatDouble(NumberAt(tensor, wrong.worst_index));
  }

  // A judge that is known to be wrong in this way is no judge.
  static void Silence(const lab::Target& judge, const std::vector<oracle::Judgement>& verdicts,
                      const std::vector<triage::KnownBug>& known, const std::string& canonical,
                      Opinion& out) {
    store::FindingRow row;
    row.target = judge.name;
    row.version = judge.version;
    row.kind = KindOf(verdicts);
    row.message = out.message;
    const auto bug = std::ranges::find_if(known, [&](const triage::KnownBug& one) {
      return triage::Matches(one, row, canonical, {HostMachine()});
    });
    if (bug == known.end()) return;
    out.says = Says::kNothing;
    out.message = StrCat("known to be wrong there (", bug->id, "): ", out.message);
  }

  const oracle::Subject subject_;
  const oracle::Truth truth_;
  lab::Lab& lab_;
  lab::Observation accused_;
  std::vector<oracle::Judgement> verdicts_;  // of the accused
  size_t worst_ = 0;                         // its first wrong output
};

// Whether `next` need not be asked.
bool EnoughSaid(const std::vector<Opinion>& opinions, const lab::Target& next) {
  if (std::ranges::count_if(
          opinions, [](const Opinion& one) { return one.says != Says::kNothing; }) >= kEnough)
    return true;
  const auto agrees = [](const Opinion& one) { return one.says == Says::kAgrees; };
  return std::ranges::find(kSlowToLoad, next.framework) != kSlowToLoad.end() &&
         std::ranges::any_of(opinions, agrees);
}

}  // namespace

bool SecondOpinion::disputed() const {
  bool agrees = false, differs = false;
  for (const Opinion& one : opinions) {
    if (one.says == Says::kContradicts) return true;
    if (one.says == Says::kDiffers && one.judge == kEvaluator) return true;
    agrees = agrees || one.says == Says::kAgrees;
    differs = differs || one.says == Says::kDiffers;
  }
  return differs && !agrees;
}

nlohmann::json SecondOpinion::Json() const {
  nlohmann::json judges = nlohmann::json::array();
  for (const Opinion& one : opinions)
    judges.push_back({{"target", one.judge},
                      {"version", one.version},
                      {"says", SaysName(one.says)},
                      {"message", one.message},
                      {"value", one.value}});
  return {{"disputed", disputed()},
          {"place", place},
          {"accused", accused},
          {"admitted", admitted},
          {"judges", std::move(judges)}};
}

bool NeedsSecondOpinion(const std::string& kind) {
  return kind == "wrong" || kind == "nan" || kind == "shape" || kind == "inaccurate";
}

std::vector<lab::Target> JudgesOf(const lab::Target& accused, const std::string& kind,
                                  const lab::Registry& registry) {
  std::vector<lab::Target> out;
  for (const char* name : kJudges) {
    auto judge = registry.Find(name);
    if (!judge.ok() || !judge->ready) continue;
    const bool independent =
        kind == "inaccurate" ? judge->name != accused.name : judge->framework != accused.framework;
    if (independent) out.push_back(std::move(judge).value());
  }
  return out;
}

SecondOpinion AskJudges(const ModelCase& model_case, const lab::Target& accused,
                        const std::vector<lab::Target>& judges,
                        const std::vector<triage::KnownBug>& known, lab::Lab& lab) {
  SecondOpinion out;
  if (judges.empty()) return out;
  auto subject = triage::MakeSubject(model_case);
  if (!subject.ok()) return out;
  auto truth = oracle::ComputeTruth(*subject, {.tier = Tier::kLenient, .strict_too = false});
  if (!truth.ok() || !truth->unknown.empty()) return out;
  Court court(std::move(subject).value(), std::move(truth).value(), lab);
  court.Hear(accused, out);
  const std::string canonical = reduce::Canonical(model_case);
  for (const lab::Target& judge : judges) {
    if (EnoughSaid(out.opinions, judge)) continue;
    out.opinions.push_back(court.Ask(judge, known, canonical));
  }
  return out;
}

SecondOpinion AskWhoSharesInaccuracy(const ModelCase& model_case,
                                     const std::vector<lab::Target>& judges, lab::Lab& lab) {
  SecondOpinion out;
  const auto subject = triage::MakeSubject(model_case);
  if (!subject.ok()) return out;
  const auto truth = oracle::ComputeTruth(*subject, {.strict_too = false});
  if (!truth.ok()) return out;
  oracle::CheckOptions options;
  options.layers_where_loose = options.confirm = options.rerun = options.measure_memory = false;
  options.seek_inaccurate = true;
  for (const lab::Target& judge : judges) {
    if (EnoughSaid(out.opinions, judge)) continue;
    const oracle::TargetResult seen = oracle::CheckTarget(*subject, *truth, judge, lab, options);
    Opinion one{judge.name, judge.version, Says::kNothing, seen.message, ""};
    if (seen.status == oracle::CaseStatus::kInaccurate) one.says = Says::kContradicts;
    if (seen.status == oracle::CaseStatus::kOk || seen.status == oracle::CaseStatus::kSuspicious)
      one.says = Says::kAgrees;
    out.opinions.push_back(std::move(one));
  }
  return out;
}

}  // namespace assay::life
