#include "triage/cause.h"

#include <algorithm>
#include <cmath>

#include "base/strings.h"
#include "triage/family.h"
#include "triage/message.h"

namespace assay::triage {
namespace {

// Relative errors from here on are no matter of accuracy.
constexpr double kGrossError = 0.1;
constexpr const char* kLowBits = "low bits";
constexpr const char* kExchanged = "exchanged";
constexpr std::string_view kBeside = " beside ";
// Conditions that say nothing of how an operator is used.
const std::set<std::string> kOfValues = {"constant", "negative values"};
// Below this most digits are right.
constexpr double kFineError = 1e-4;

bool IsLone(const Form& form) { return form.skeleton.find('=') == std::string::npos; }

// An empty constant is wrong and the same values from outside are right: it is not the operator,
// but what becomes of the constant. Whoever meets it first refuses it or goes on with another
// shape.
bool IsEmptyConstant(const Cause& cause) {
  return cause.needs.contains("empty constant") &&
         (cause.kind == "shape" || cause.kind == "rejected");
}

// One sentence under one condition says what is wrong, whatever the operator.
bool TellsAll(const Cause& cause) { return !cause.message.empty() && !cause.needs.empty(); }

std::set<std::string> NamesIn(const Form& form) {
  std::set<std::string> out;
  for (const std::string& name : form.attributes) out.insert(name.substr(name.find('.') + 1));
  return out;
}

// Off by less than two units of bfloat16: a matter of how that is rounded, whatever computes.
bool IsRounding(const Cause& cause, const Form& form) {
  return KindFamily(cause.kind) == "wrong" && cause.error == "coarse" &&
         NamesIn(form).contains("bfloat16");
}

// Converting to 16 bits is off by about a unit of those: a matter of how a Cast rounds.
bool IsRoundingCast(const Cause& cause, const Form& form) {
  const std::set<std::string> names = NamesIn(form);
  return form.skeleton == "Cast" && KindFamily(cause.kind) == "wrong" &&
         (cause.error == "coarse" || cause.error == "fine") &&
         (names.contains("bfloat16") || names.contains("float16"));
}

bool IsAnotherType(const Cause& cause) { return cause.error.find(" for ") != std::string::npos; }

std::string SkeletonOf(const Cause& cause, const Form& form) {
  if (!IsLone(form)) return form.skeleton;
  static const std::set<std::string> kContractions = {"Conv", "ConvTranspose", "Gemm", "MatMul"};
  // Sums of products share what they are added up in, and who does it at the same time.
  static const std::set<std::string> kOfSums = {"coarse", "fine", kUnsteady};
  if (kOfSums.contains(cause.error) && kContractions.contains(form.skeleton)) return "contraction";
  if (IsAnotherType(cause)) return KinOf(form.skeleton, {}, {"type"});
  return KinOf(form.skeleton, NamesIn(form), cause.needs);
}

// Empty tensors and axes are looked at before any attribute; element types stay conditions.
std::set<std::string> AttributesOf(const Cause& cause, const Form& form) {
  if (!cause.needs.contains("empty") && !cause.needs.contains("negative axis"))
    return form.attributes;
  std::set<std::string> out;
  for (const std::string& name : form.attributes)
    if (DTypeFromName(name.substr(name.find('.') + 1)).has_value()) out.insert(name);
  return out;
}

// Where axes are mistaken, and where an optimiser changes what several nodes do, it depends on the
// sizes whether the shape is wrong or the values.
std::string FailureOf(const Cause& cause, bool lone) {
  const bool axes = cause.needs.contains("negative axis") && !cause.needs.contains("empty");
  return cause.kind == "shape" && (axes || !lone) ? "wrong" : KindFamily(cause.kind);
}

// How it fails and under which conditions.
std::string HeadOf(const Cause& cause, const Form& form) {
  std::vector<std::string> parts = {FailureOf(cause, IsLone(form)),
                                    WithoutOperators(cause.message)};
  if (IsAnotherType(cause)) parts.push_back(cause.error);
  parts.push_back(Join(cause.needs, ", "));
  return Join(parts, " | ");
}

// What the framework says of an operator of its own making is all there is to know: the operators
// that it was made of differ from case to case.
std::string BlamedText(const Cause& cause) {
  if (SaysOtherShape(cause.message)) {
    Cause itself = cause;
    itself.kind = "shape";
    return StrCat(FailureOf(itself, true), " |  | ", Join(cause.needs, ", "), " | ",
                  KinOf(cause.blamed, {}, cause.needs));
  }
  return StrCat(cause.kind, " | ", WithoutOperators(cause.message), " | in ", cause.blamed);
}

const oracle::Judgement* WorstOutput(const oracle::TargetResult& result) {
  for (const oracle::Judgement& output : result.outputs)
    if (output.verdict == oracle::Verdict::kWrong) return &output;
  return nullptr;
}

// "expected int64[2], got int32[2]"
std::string OtherType(const std::string& note) {
  const auto type = [&](std::string_view before) -> std::string {
    const size_t at = note.find(before);
    if (at == std::string::npos) return "";
    const size_t begin = at + before.size(), end = note.find('[', begin);
    return end == std::string::npos ? "" : note.substr(begin, end - begin);
  };
  const std::string wanted = type("expected "), got = type("got ");
  return wanted == got || wanted.empty() || got.empty() ? "" : StrCat(got, " for ", wanted);
}

}  // namespace

std::string WithoutText(const std::string& what, const std::string& beside) {
  return StrCat("without ", what, kBeside, beside);
}

nlohmann::json CauseJson(const Cause& cause) {
  return {{"kind", cause.kind},   {"message", cause.message},     {"error", cause.error},
          {"needs", cause.needs}, {"canonical", cause.canonical}, {"own", cause.own},
          {"ops", cause.ops},     {"blamed", cause.blamed},       {"acts_as", cause.acts_as}};
}

Cause CauseOf(const nlohmann::json& json) {
  Cause out;
  if (!json.is_object()) return out;
  const auto text = [&](const char* key, std::string& to) {
    if (json.contains(key) && json[key].is_string()) to = json[key];
  };
  text("kind", out.kind);
  text("message", out.message);
  text("error", out.error);
  text("canonical", out.canonical);
  text("own", out.own);
  text("blamed", out.blamed);
  text("acts_as", out.acts_as);
  const auto texts = [&](const char* key, const auto& add) {
    if (json.contains(key) && json[key].is_array())
      for (const auto& item : json[key])
        if (item.is_string()) add(item.template get<std::string>());
  };
  texts("needs", [&](std::string one) { out.needs.insert(std::move(one)); });
  texts("ops", [&](std::string one) { out.ops.push_back(std::move(one)); });
  return out;
}

std::string ErrorOf(const oracle::TargetResult& result) {
  if (result.status != oracle::CaseStatus::kWrong) return "";
  const oracle::Judgement* output = WorstOutput(result);
  if (output == nullptr)
    return !result.faults.empty() && result.faults.front().exchanged ? kExchanged : "";
  if (output->other_type) return OtherType(output->note);
  if (output->exchanged) return kExchanged;
  if (!output->has_worst || !std::isfinite(output->excess) || !std::isfinite(output->truth))
    return "gross";
  if (output->low_bits) return kLowBits;
  const double size = std::max(std::fabs(output->truth), std::fabs(output->got));
  const double relative = size > 0 ? output->excess / size : 0;
  return relative >= kGrossError ? "gross" : relative >= kFineError ? "coarse" : "fine";
}

std::string KindFamily(const std::string& oracle) {
  static const std::set<std::string> kValues = {"wrong", "nan", "equivalence"};
  return kValues.contains(oracle) ? "wrong" : oracle;
}

bool Mechanism::Explains(const Mechanism& other) const {
  return (text == other.text || own == other.own || other.in_general.contains(own) ||
          other.in_general.contains(text)) &&
         std::ranges::includes(other.attributes, attributes);
}

namespace {

// By what is known of a few kinds of failures alone; one without a text for others.
Mechanism ByKind(const Cause& cause, const Form& form) {
  const auto alone = [](const std::string& text) { return Mechanism{text, text, {}}; };
  if (IsEmptyConstant(cause)) return alone("shape or refused | empty constant");
  if (!cause.blamed.empty()) return alone(BlamedText(cause));
  if (cause.error == kLowBits) return alone("wrong | 32 bits of 64");
  if (cause.error == kExchanged) return alone("wrong | outputs exchanged");
  if (cause.error == kUnsteady)
    return alone(StrCat("wrong | ", kUnsteady, " | ", SkeletonOf(cause, form)));
  const std::string rounding_cast = "wrong | rounding of Cast";
  if (IsRounding(cause, form)) {
    Mechanism out = alone("wrong | rounding to bfloat16");
    if (IsRoundingCast(cause, form)) out.in_general = {rounding_cast};
    return out;
  }
  if (IsRoundingCast(cause, form)) return alone(rounding_cast);
  if (TellsAll(cause)) return alone(HeadOf(cause, form));
  return {};
}

Mechanism ByForm(const Cause& cause, const Form& form) {
  const auto texts = [&](const Cause& one) {
    const std::string head = HeadOf(one, form);
    return std::pair(StrCat(head, " | ", SkeletonOf(one, form)),
                     StrCat(head, " | ", form.skeleton));
  };
  const auto [text, own] = texts(cause);
  Mechanism out{text, own, AttributesOf(cause, form)};
  Cause general = cause;
  std::erase_if(general.needs, [](const std::string& need) { return kOfValues.contains(need); });
  if (general.needs != cause.needs) {
    const auto [general_text, general_own] = texts(general);
    out.in_general = {general_text, general_own};
  }
  return out;
}

}  // namespace

Mechanism MechanismOf(const Cause& cause) {
  const Form form = FormOf(cause.canonical);
  Mechanism out = ByKind(cause, form);
  if (out.text.empty()) out = ByForm(cause, form);
  out.acts_as = cause.acts_as;
  if (const size_t beside = cause.acts_as.find(kBeside); beside != std::string::npos)
    out.acts_in_general = WithoutText(kAnyOperator, cause.acts_as.substr(beside + kBeside.size()));
  return out;
}

}  // namespace assay::triage
