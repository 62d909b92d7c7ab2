#include "report/repro/expectation.h"

#include <algorithm>
#include <cmath>

#include "base/strings.h"

namespace assay::report {
namespace {

using nlohmann::json;

// Up to so many elements get bounds of their own when a result changes from run to run.
constexpr int64_t kListed = 64;
constexpr int kRepetitions = 40;
// A child of the reproduction imports the framework, too.
constexpr double kStartSeconds = 60;

constexpr const char* kWhere =
    "Computed in float64 with a bound for every rounding error: no correct implementation leaves "
    "it.";

// Messages end with what is special about them; so many words in a row say enough.
constexpr size_t kTellingWords = 3;

// Names, numbers, paths and signatures differ from case to case or from build to build.
bool MadeUp(std::string_view word) {
  return word.find_first_of("0123456789/'\"[]{}<>&") != std::string_view::npos ||
         word.find("::") != std::string_view::npos;
}

json Number(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return value;
}

std::vector<int64_t> Sizes(const Shape& shape) { return {shape.begin(), shape.end()}; }

std::vector<int64_t> IndexOf(const Shape& shape, int64_t element) {
  std::vector<int64_t> out(shape.size());
  for (size_t axis = shape.size(); axis-- > 0;) {
    out[axis] = element % shape[axis];
    element /= shape[axis];
  }
  return out;
}

const char* NanName(Nan nan) {
  return nan == Nan::kNever ? "never" : nan == Nan::kMay ? "may" : "must";
}

json TypeCheck(const std::string& output, const Bounded& truth) {
  return {{"how", "type"},
          {"output", output},
          {"shape", Sizes(truth.shape())},
          {"type", static_cast<int>(truth.dtype())}};
}

json ElementCheck(const std::string& output, const Bounded& truth, int64_t element) {
  json out = {{"how", "value"},
              {"output", output},
              {"shape", Sizes(truth.shape())},
              {"index", IndexOf(truth.shape(), element)},
              {"type", static_cast<int>(truth.dtype())},
              {"real", truth.is_real()},
              {"nan", "never"},
              {"remark", kWhere}};
  if (truth.is_real()) {
    const Real real = truth.real(element);
    out["nan"] = NanName(real.nan);
    out["truth"] = Number(real.v);
    out["low"] = Number(real.lo);
    out["high"] = Number(real.hi);
    if (real.ends) out["ends"] = true;
    return out;
  }
  const Int integer = truth.integer(element);
  if (truth.dtype() == DType::kUint64 && integer.point()) {
    for (const char* key : {"truth", "low", "high"}) out[key] = static_cast<uint64_t>(integer.v);
    return out;
  }
  out["truth"] = integer.v;
  out["low"] = integer.lo;
  out["high"] = integer.hi;
  if (integer.ends) out["ends"] = true;
  return out;
}

size_t OutputIndex(const Graph& graph, const std::string& name) {
  for (size_t i = 0; i < graph.outputs.size(); ++i)
    if (graph.name_of(graph.outputs[i]) == name) return i;
  return graph.outputs.size();
}

Result<json> WrongOutput(const oracle::Subject& subject, const oracle::Truth& truth,
                         const oracle::Judgement& output) {
  const size_t i = OutputIndex(subject.model.graph, output.name);
  if (i >= truth.lenient.size() || !truth.lenient[i].is_tensor())
    return Invalid("the wrong output is a sequence, an optional or a map");
  const Bounded& expected = truth.lenient[i].tensor;
  if (output.other_type) return TypeCheck(output.name, expected);
  if (expected.is_string())
    return json{{"how", "text"},
                {"output", output.name},
                {"index", IndexOf(expected.shape(), output.worst_index)},
                {"truth", expected.string(output.worst_index)}};
  if (!output.has_worst) return Invalid("no single element of the output is known to be wrong");
  return ElementCheck(output.name, expected, output.worst_index);
}

// A layer that is wrong on the inputs it was given, while the bounds of the outputs are too wide.
Result<json> WrongLayer(const Graph& graph, const oracle::LayerFault& fault) {
  const ValueId id = graph.Find(fault.tensor);
  const auto shape = id == kAbsent ? std::nullopt : graph.type(id).tensor.shape();
  if (!shape.has_value())
    return Invalid(
        StrCat("the wrong value '", fault.tensor, "' is inside the graph, of no fixed ", "shape"));
  const DType type = graph.type(id).tensor.dtype;
  json out = {{"how", "value"},
              {"output", fault.tensor},
              {"layer", true},
              {"shape", Sizes(*shape)},
              {"index", IndexOf(*shape, fault.element)},
              {"type", static_cast<int>(type)},
              {"real", IsFloat(type)},
              {"truth", Number((fault.lo + fault.hi) / 2)},
              {"low", Number(fault.lo)},
              {"high", Number(fault.hi)},
              {"nan", "never"},
              {"remark", StrCat("Bounds of ", fault.op, " on the inputs that it gets here.")}};
  if (fault.ends) out["ends"] = true;
  return out;
}

// The narrowest bounds that a file can state for a whole output.
json RepeatCheck(const std::string& name, const Bounded& truth) {
  std::vector<double> low, high;
  bool may_be_nan = false;
  for (int64_t i = 0; i < truth.count(); ++i) {
    if (truth.is_real()) {
      const Real real = truth.real(i);
      may_be_nan = may_be_nan || real.nan != Nan::kNever;
      const bool any = real.nan == Nan::kMust;
      low.push_back(any ? -kInf : real.lo);
      high.push_back(any ? kInf : real.hi);
    } else {
      const Int integer = truth.integer(i);
      low.push_back(static_cast<double>(integer.lo));
      high.push_back(static_cast<double>(integer.hi));
    }
  }
  json out = {{"how", "repeat"},
              {"output", name},
              {"shape", Sizes(truth.shape())},
              {"nan", may_be_nan ? "may" : "never"},
              {"runs", kRepetitions},
              {"remark", kWhere}};
  if (truth.count() > kListed) {
    out["low"] = Number(*std::ranges::min_element(low));
    out["high"] = Number(*std::ranges::max_element(high));
    return out;
  }
  out["low"] = out["high"] = json::array();
  for (size_t i = 0; i < low.size(); ++i) {
    out["low"].push_back(Number(low[i]));
    out["high"].push_back(Number(high[i]));
  }
  return out;
}

Result<json> Changing(const oracle::Subject& subject, const oracle::Truth& truth,
                      const oracle::TargetResult& result) {
  if (result.outputs.empty() && result.oracle == "nondeterministic" && !result.stage.empty())
    return Invalid("it ends differently from run to run");
  const oracle::Judgement* wrong = oracle::FirstWith(result.outputs, oracle::Verdict::kWrong);
  for (size_t i = 0; i < truth.lenient.size(); ++i) {
    const std::string& name = subject.model.graph.name_of(subject.model.graph.outputs[i]);
    if (wrong != nullptr && wrong->name != name) continue;
    const Known& known = truth.lenient[i];
    if (known.is_tensor() && !known.tensor.is_string() && known.tensor.count() > 0)
      return RepeatCheck(name, known.tensor);
  }
  return Invalid("no output is a tensor of numbers with known bounds");
}

// What a run that ends well gives: the first output, when it is a short tensor of numbers.
void AddTruth(const oracle::Truth& truth, json& out) {
  if (truth.lenient.empty() || !truth.lenient[0].is_tensor()) return;
  const Bounded& first = truth.lenient[0].tensor;
  if (first.count() > kListed || first.is_string()) return;
  json values = json::array();
  for (int64_t i = 0; i < first.count(); ++i)
    values.push_back(first.is_real() ? Number(first.real(i).v) : json(first.integer(i).v));
  out["shape"] = Sizes(first.shape());
  out["type"] = static_cast<int>(first.dtype());
  out["values"] = std::move(values);
}

}  // namespace

std::string StableFragment(std::string_view message) {
  message = message.substr(0, message.find('\n'));
  std::string longest, last;
  for (size_t from = 0; from < message.size();) {
    // A run of words that hold nothing made up.
    size_t to = from, words = 0;
    while (to < message.size()) {
      const size_t end = std::min(message.find(' ', to), message.size());
      if (MadeUp(message.substr(to, end - to))) break;
      words += end > to ? 1 : 0;
      to = std::min(end + 1, message.size());
    }
    std::string part(message.substr(from, to - from));
    while (!part.empty() && part.back() == ' ') part.pop_back();
    if (part.size() > longest.size()) longest = part;
    if (words >= kTellingWords) last = part;
    const size_t skipped = std::min(message.find(' ', to), message.size());
    from = skipped + 1;
  }
  return last.empty() ? longest : last;
}

Result<json> Expectation(const oracle::Subject& subject, const oracle::Truth& truth,
                         const oracle::TargetResult& result, double wall_s, uint64_t memory_bytes) {
  using oracle::CaseStatus;
  switch (result.status) {
    case CaseStatus::kRejected: {
      const std::string fragment = StableFragment(result.message);
      if (fragment.empty()) return Invalid("the error message says nothing to recognise it by");
      json out = {{"how", "refusal"}, {"fragment", fragment}};
      AddTruth(truth, out);
      return out;
    }
    case CaseStatus::kCrash: {
      json out = {{"how", "crash"}, {"limit_s", wall_s + kStartSeconds}};
      AddTruth(truth, out);
      if (result.kind.find("memory") != std::string::npos) out["memory"] = memory_bytes;
      return out;
    }
    case CaseStatus::kHang:
      return json{{"how", "hang"}, {"limit_s", wall_s + kStartSeconds}};
    case CaseStatus::kWrong:
      if (const auto* output = oracle::FirstWith(result.outputs, oracle::Verdict::kWrong))
        return WrongOutput(subject, truth, *output);
      for (const oracle::LayerFault& fault : result.faults)
        if (fault.gross) return WrongLayer(subject.model.graph, fault);
      return Invalid("two equivalent models differ, which takes both of them to show");
    case CaseStatus::kNondeterministic:
      return Changing(subject, truth, result);
    default:
      return Invalid(StrCat("the case no longer shows it: ", CaseStatusName(result.status)));
  }
}

}  // namespace assay::report
