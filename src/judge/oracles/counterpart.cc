// Where the documentation calls an API numpy's or scipy's ("LAX-backend implementation of
// :func:`numpy.hypot`"), it must answer as that one does, at the edges too: subnormal, infinite and
// complex numbers, those far out, booleans, unsigned integers, arrays without elements.
//
// Functions of mathematics (mathematics.def) are held against numpy's without such words, but only
// where the result is finite: what an infinity or an empty array should give is not in their name.
//
// Nobody is accused where numpy disagrees with itself in another precision or on inputs moved by a
// rounding unit, of flushing subnormal numbers to zero, or of results beyond 1e30; numbers that may
// overflow on the way are for functions that take each by itself (edges.py). An error counts for
// arrays without elements alone, which numpy was seen to take.
#include <re2/re2.h>

#include <algorithm>
#include <optional>

#include "base/strings.h"
#include "judge/oracle.h"
#include "judge/oracles/imports.h"
#include "knowledge/text.h"

namespace assay::judge {
namespace {

struct Counterpart {
  std::string name;      // numpy.hypot
  std::string sentence;  // that says so
  bool documented = false;
};

struct EdgeKind {
  const char* name;   // of EDGES; "": without elements
  const char* dtype;  // what the numbers need; "": as they are
  bool of_integers;   // in place of integers, otherwise of floating-point numbers
  bool in_any;        // of functions of mathematics too
  bool alone;         // only where each number is taken by itself: sums overflow, and may
};
constexpr EdgeKind kEdgeKinds[] = {
    {"beyond one", "", false, true, false},
    {"far out", "", false, true, true},
    {"subnormal", "", false, true, true},
    {"infinite", "", false, false, true},
    {"complex", "complex64", false, true, false},
    {"complex far out", "complex64", false, true, true},
    {"complex infinite", "complex64", false, false, true},
    {"unsigned", "uint8", true, false, false},
    {"boolean", "bool", true, false, false},
    {"", "", false, false, false},
    {"", "", true, false, false},
};
bool WithoutElements(const EdgeKind& kind) { return *kind.name == 0; }
// So many numbers that each of a kind is among them.
constexpr int64_t kNumbersOfKind = 6;

struct NamedFunction {
  std::string_view name, numpy;
};
constexpr NamedFunction kMathematics[] = {
#define MATHEMATICS(name, numpy) {name, numpy},
#include "judge/oracles/mathematics.def"
#undef MATHEMATICS
};

std::optional<Counterpart> CounterpartOf(const knowledge::ApiDoc& doc) {
  static const RE2 kWords(R"((?i)\bimplementation of\s+\S{0,8}?((?:numpy|scipy)(?:\.\w+)+))");
  // What is said to be otherwise is not looked for.
  static const RE2 kOtherwise(R"((?i)\b(?:unlike|differs?|different(?:ly)?|in contrast to)\b)");
  static const RE2 kFamily(R"((?:torch|torch\.special|tf\.math|tf|jax\.lax)\.(\w+))");
  const std::vector<std::string> sentences = AllSentences(doc);
  if (std::ranges::any_of(
          sentences, [](const std::string& one) { return RE2::PartialMatch(one, kOtherwise); }))
    return std::nullopt;
  for (const std::string& sentence : sentences)
    if (Counterpart out; RE2::PartialMatch(sentence, kWords, &out.name)) {
      out.sentence = sentence;
      out.documented = true;
      return out;
    }
  std::string name;
  if (!RE2::FullMatch(doc.name, kFamily, &name)) return std::nullopt;
  for (const NamedFunction& one : kMathematics)
    if (one.name == name) return Counterpart{std::string(one.numpy), FirstWords(doc), false};
  return std::nullopt;
}

// What is given must be in an order, which numbers of ours are not: anything may come out.
bool WantsOrder(const knowledge::ApiDoc& doc) {
  static const RE2 kWords(R"((?i)\b(?:sorted|increasing|decreasing|ascending|monoton\w+)\b)");
  return RE2::PartialMatch(doc.text, kWords) ||
         std::ranges::any_of(doc.parameters, [](const knowledge::Parameter& parameter) {
           return RE2::PartialMatch(parameter.description, kWords);
         });
}

bool IsOfKind(const CallArgument& argument, bool integers) {
  return integers ? argument.dtype.starts_with("int") : argument.dtype == "float32";
}

// Calls whose other arguments numpy understands as they are.
bool IsPlainCall(const ApiCall& call) {
  static const RE2 kPlain(R"([\w\s.,()\[\]'"+-]*)");
  static const RE2 kFramework(R"((?:jnp|jax|torch|tf|np|lambda)\b)");
  if (!call.receiver.empty() || call.is_called || !OnlyImports(call)) return false;
  return std::ranges::all_of(call.arguments, [](const CallArgument& argument) {
    return !argument.dtype.empty() || (RE2::FullMatch(argument.expression, kPlain) &&
                                       !RE2::PartialMatch(argument.expression, kFramework));
  });
}

// All tensors of one shape, of fewer numbers than there are of a kind: most likely it is for each
// number by itself, and the shape does not matter.
bool MayGrow(const ApiCall& call) {
  const CallArgument* first = nullptr;
  for (const CallArgument& argument : call.arguments) {
    if (argument.dtype.empty()) continue;
    if (first != nullptr && first->dims != argument.dims) return false;
    first = &argument;
  }
  return first != nullptr && trial::Count(first->dims) < kNumbersOfKind;
}

// Arguments as Python: those of the kind (only number `only` of them where that is not negative) as
// `made` makes them of numpy's array, other tensors as well, the rest as they are.
std::string EdgeArguments(const ApiCall& call, const EdgeKind& kind, int only,
                          const std::string& made) {
  const bool grow = !WithoutElements(kind) && MayGrow(call);
  std::vector<std::string> out;
  int shift = 0, number = 0;
  for (const CallArgument& argument : call.arguments) {
    std::string text = argument.expression;
    const Dims dims = grow ? Dims{kNumbersOfKind} : argument.dims;
    if (!argument.dtype.empty()) {
      const bool changed = IsOfKind(argument, kind.of_integers) && (only < 0 || number++ == only) &&
                           !(WithoutElements(kind) && dims.empty());
      if (!changed)
        text = StrCat("np.ones(", trial::Tuple(dims), ", '", argument.dtype, "')");
      else if (WithoutElements(kind))
        text = StrCat("np.zeros(", trial::Tuple(Dims(dims.size(), 0)), ", '", argument.dtype, "')");
      else
        text = StrCat("edges('", kind.name, "', ", trial::Tuple(dims), ", '",
                      *kind.dtype == 0 ? argument.dtype.c_str() : kind.dtype, "', ", shift++, ")");
      text = StrCat(made, "(", text, ")");
    }
    out.push_back(argument.keyword && !argument.name.empty() ? StrCat(argument.name, "=", text)
                                                             : text);
  }
  return Join(out, ", ");
}

std::string KindInWords(const EdgeKind& kind) {
  return WithoutElements(kind) ? "arrays without elements" : StrCat(kind.name, " numbers");
}

void AddEdgeTrial(const OracleInput& input, const Counterpart& counterpart, const EdgeKind& kind,
                  int only, std::vector<Trial>& out) {
  Trial trial = NewTrial("counterpart", "", counterpart.sentence,
                         StrCat("gives what ", counterpart.name, " gives, of ", KindInWords(kind)),
                         WithoutElements(kind) ? Blame::kAnyError : Blame::kChecks);
  TrialWriter writer(input.dialect, input.prelude);
  for (const std::string& statement : input.call.setup) writer.Line(statement);
  writer.Line(StrCat("told = answers('", counterpart.name, "', lambda f, made: f(",
                     EdgeArguments(input.call, kind, only, "made"),
                     kind.alone ? "), alone=True)" : "))"));
  AddGuard(writer, "not told", "numpy refuses this too");
  writer.Comment(Cited(input, trial.sentence)).Claim();
  writer.Line(StrCat("actual = ", input.doc.name, "(",
                     EdgeArguments(input.call, kind, only, "plain"), ")"));
  // A product of complex numbers overflows to an infinity or to NaN, as it is written down.
  const bool finite = !counterpart.documented || std::string_view(kind.name) == "complex far out";
  const std::string difference = StrCat("differs(actual, told", finite ? ", finite=True)" : ")");
  writer.Check("not " + difference, trial.claim, difference);
  writer.Finish(std::move(trial), out);
}

}  // namespace

void MakeCounterpartTrials(const OracleInput& input, std::vector<Trial>& out) {
  if (IsArbitrary(input.doc) || IsRandom(input.doc) || input.doc.kind == "class" ||
      !IsPlainCall(input.call))
    return;
  const std::optional<Counterpart> counterpart = CounterpartOf(input.doc);
  if (!counterpart || (IsAmbiguous(input.doc) && !counterpart->documented)) return;
  const bool wants_order = WantsOrder(input.doc);
  for (const EdgeKind& kind : kEdgeKinds) {
    if (wants_order && !WithoutElements(kind)) continue;
    const auto of_kind = std::ranges::count_if(input.call.arguments, [&](const CallArgument& one) {
      return IsOfKind(one, kind.of_integers);
    });
    if (of_kind == 0 || (!kind.in_any && !counterpart->documented)) continue;
    AddEdgeTrial(input, *counterpart, kind, -1, out);
    // One at a time as well: digitize takes data without bins, and bins without data.
    for (int only = 0; WithoutElements(kind) && of_kind > 1 && only < of_kind; ++only)
      AddEdgeTrial(input, *counterpart, kind, only, out);
  }
}

}  // namespace assay::judge
