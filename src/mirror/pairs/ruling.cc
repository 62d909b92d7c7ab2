#include "mirror/pairs/ruling.h"

#include <re2/re2.h>

#include <algorithm>
#include <array>

#include "base/files.h"
#include "base/strings.h"
#include "base/toml.h"
#include "lab/registry.h"
#include "mirror/pairs/change.h"
#include "mirror/pairs/narrow.h"
#include "trial/trial.h"

namespace assay::mirror::pairs {
namespace {

using nlohmann::json;
using trial::Likeness;

bool IsError(const json& told) { return told.is_object() && told.contains("error"); }

// Errors at these say no more than which types there are kernels for.
bool IsAboutTypes(const std::string& kind) {
  static const RE2 kTypes(R"((?:float16|bfloat16|int\d+|uint\d+|bool|complex).*)");
  return RE2::FullMatch(kind, kTypes);
}

bool SaysUnsupported(const json& told) {
  const std::string text = told["error"];
  const size_t colon = text.find(':');
  return trial::SaysUnsupported(text.substr(0, colon), text);
}

std::vector<int64_t> Proper(const json& tensor) {
  std::vector<int64_t> out;
  for (const int64_t size : SizesOf(tensor))
    if (size != 1) out.push_back(size);
  return out;
}

// The types of a result, "float32" or "float32 int64".
std::string TypesOf(const json& told) {
  if (!told.is_object()) return "";
  if (told.contains("values")) return told.value("type", "");
  std::string out;
  if (told.contains("list"))
    for (const json& part : told["list"]) out += TypesOf(part) + " ";
  return out;
}

// Whole numbers of another width, and what whole numbers become that have to be real: then also
// double precision is none.
bool Promoted(const json& a, const json& b) {
  static const RE2 kNarrow(R"(\bfloat(16|32)|\bcomplex64)"), kWhole(R"(\bu?int\d+|\bbool)");
  const std::string x = TypesOf(a), y = TypesOf(b);
  if (RE2::PartialMatch(x, kNarrow) || RE2::PartialMatch(y, kNarrow)) return true;
  return x != y && RE2::PartialMatch(x, kWhole) && RE2::PartialMatch(y, kWhole);
}

std::string DifferenceOf(Likeness likeness, const json& a, const json& b) {
  if (Promoted(a, b)) return "promotion";
  if (likeness == Likeness::kDiffer) return "values";
  if (likeness == Likeness::kElsewhereUndefined) return "undefined";
  const bool tensors =
      a.is_object() && b.is_object() && a.contains("values") && b.contains("values");
  return tensors && Proper(a) != Proper(b) ? "shape" : "";
}

size_t CountNan(const json& told) {
  size_t out = 0;
  if (told.is_string()) return told == "nan" ? 1 : 0;
  if (told.is_array())
    for (const json& value : told) out += CountNan(value);
  if (told.is_object() && told.contains("values")) out += CountNan(told["values"]);
  if (told.is_object() && told.contains("list")) out += CountNan(told["list"]);
  return out;
}

class Ruler {
 public:
  Ruler(const Court& court, const PairTrial& trial,
        const std::map<std::string, TwinAnswer>& answers)
      : court_(court), trial_(trial), answers_(answers) {}

  Ruled Rule() const {
    const std::string &from = court_.subject.from->framework, &to = court_.subject.to->framework;
    for (const auto& [who, answer] : answers_)
      if (who != kNumpy && (IsInternalError(answer.wide.result) || IsInternalError(answer.narrow)))
        return Excused({Ruling::kAccused, "internal-error", who, {}, ""});
    const auto a = answers_.find(from), b = answers_.find(to);
    if (a == answers_.end() || b == answers_.end()) return {};
    const json &x = a->second.wide.result, &y = b->second.wide.result;
    if (IsError(x) && IsError(y)) return {.ruling = Ruling::kBothRefuse};
    if (IsError(x)) return Refusal(from, to, x);
    if (IsError(y)) return Refusal(to, from, y);
    const Likeness likeness = Compare(a->second.wide, b->second.wide);
    if (likeness == Likeness::kAgree) return RuleNarrow(from, to);
    Ruled out{.ruling = Ruling::kDiffers, .difference = DifferenceOf(likeness, x, y)};
    if (out.difference.empty()) return {};
    return Excused(Vote(std::move(out)));
  }

 private:
  Ruled Excused(Ruled ruled) const {
    std::vector<std::string> apis = {court_.subject.from->name, court_.subject.to->name};
    if (court_.subject.third != nullptr) apis.push_back(court_.subject.third->name);
    const Convention* convention =
        court_.conventions.Find(apis, trial_.change.kind, ruled.difference);
    if (convention == nullptr) return ruled;
    const bool accuses = ruled.ruling == Ruling::kAccused;
    if (!convention->noted) ruled.ruling = Ruling::kConvention;
    if (convention->noted && accuses) ruled.ruling = Ruling::kDiffers;
    ruled.convention = convention->name;
    return ruled;
  }

  Ruled Refusal(const std::string& who, const std::string& other, const json& error) const {
    if (IsAboutTypes(trial_.change.kind) || SaysUnsupported(error))
      return {.ruling = Ruling::kUnsupported, .difference = "refuses", .accused = who};
    return Excused({Ruling::kRefuses, "refuses", who, {other}, ""});
  }

  bool Agree(const std::string& a, const std::string& b) const {
    return Compare(answers_.at(a).wide, answers_.at(b).wide) == Likeness::kAgree;
  }
  bool Differ(const std::string& a, const std::string& b) const {
    const Likeness likeness = Compare(answers_.at(a).wide, answers_.at(b).wide);
    return likeness == Likeness::kDiffer || likeness == Likeness::kElsewhereUndefined;
  }

  // Frameworks share code (Cephes), and NaN is what all copies give where it fails: that several
  // have NaN says nothing against one that has a number, unless numpy has NaN, too.
  bool IsEvidence(const std::string& alone, const std::vector<std::string>& others) const {
    return std::ranges::find(others, kNumpy) != others.end() ||
           CountNan(answers_.at(others.front()).wide.result) <
               CountNan(answers_.at(alone).wide.result);
  }

  // One that stands alone against at least two that agree with each other.
  Ruled Vote(Ruled ruled) const {
    std::vector<std::string> names;
    for (const auto& [who, answer] : answers_)
      if ((court_.proven.contains(who) || who == court_.subject.from->framework ||
           who == court_.subject.to->framework) &&
          trial::IsResult(answer.wide.result))
        names.push_back(who);
    for (const std::string& alone : names) {
      std::vector<std::string> others;
      for (const std::string& name : names)
        if (name != alone) others.push_back(name);
      const bool unanimous = std::ranges::all_of(others, [&](const auto& other) {
        return Agree(others.front(), other) && Differ(alone, other);
      });
      if (others.size() < 2 || !unanimous) continue;
      if (alone == kNumpy) break;  // then both sides would agree
      if (ruled.difference == "undefined" && !IsEvidence(alone, others)) break;
      ruled.ruling = Ruling::kAccused;
      ruled.accused = alone;
      ruled.others = others;
    }
    return ruled;
  }

  Narrow NarrowOf(const std::string& who, const std::string& other) const {
    return JudgeNarrow(answers_.at(who), answers_.at(other));
  }

  // Both agree in double precision.
  Ruled RuleNarrow(const std::string& from, const std::string& to) const {
    if (answers_.at(from).narrow.is_null() || answers_.at(to).narrow.is_null())
      return {.ruling = Ruling::kAgreed};
    const Narrow a = NarrowOf(from, to), b = NarrowOf(to, from);
    if (a == Narrow::kUnclear && b == Narrow::kUnclear) return {.ruling = Ruling::kAgreed};
    const bool a_alone = b == Narrow::kFine && a != Narrow::kFine && a != Narrow::kUnclear;
    const bool b_alone = a == Narrow::kFine && b != Narrow::kFine && b != Narrow::kUnclear;
    if (!a_alone && !b_alone) return {.ruling = Ruling::kAgreed};
    const Narrow worst = a_alone ? a : b;
    Ruled out{.ruling = Ruling::kImprecise,
              .difference = worst == Narrow::kOverflow ? "overflow" : "narrow",
              .accused = a_alone ? from : to,
              .others = {a_alone ? to : from},
              .convention = ""};
    if (worst == Narrow::kImprecise) return out;
    const Narrow third = Third(from);
    // An overflow on the way may be thought a matter of taste, unless nobody else has it.
    const bool shared = third != Narrow::kFine && third != Narrow::kUnclear;
    const bool witnessed = worst == Narrow::kOverflow ? third == Narrow::kFine : !shared;
    if (witnessed) out.ruling = Ruling::kAccused;
    if (witnessed && third == Narrow::kFine) out.others.push_back(court_.subject.third->framework);
    return Excused(std::move(out));
  }

  // How the third framework does in the trial's own types; kUnclear when it cannot be asked.
  Narrow Third(const std::string& from) const {
    if (court_.subject.third == nullptr) return Narrow::kUnclear;
    const std::string& name = court_.subject.third->framework;
    const auto answer = answers_.find(name);
    if (!court_.proven.contains(name) || answer == answers_.end() || !Agree(name, from))
      return Narrow::kUnclear;
    return NarrowOf(name, from);
  }

  const Court& court_;
  const PairTrial& trial_;
  const std::map<std::string, TwinAnswer>& answers_;
};

bool AnyFits(const std::vector<std::string>& patterns, const std::string& text) {
  return std::ranges::any_of(patterns,
                             [&](const std::string& pattern) { return GlobMatch(pattern, text); });
}

// What is left out fits all.
std::vector<std::string> Patterns(const Toml& list) {
  std::vector<std::string> out = list.Texts();
  if (out.empty()) out.push_back("*");
  return out;
}

}  // namespace

std::string_view RulingName(Ruling ruling) {
  constexpr std::array<std::string_view, 9> kNames = {
      "nothing to compare", "agreed",    "both refuse", "unsupported type", "convention", "differs",
      "one refuses",        "imprecise", "accused"};
  return kNames[static_cast<size_t>(ruling)];
}

bool IsInternalError(const json& told) {
  static const RE2 kInternal(
      R"((?i)internal assert|please report a bug|check failed|^internalerror|XlaRuntimeError: INTERNAL|^SystemError)");
  return IsError(told) && RE2::PartialMatch(told["error"].get<std::string>(), kInternal);
}

Ruled Rule(const Court& court, const PairTrial& trial,
           const std::map<std::string, TwinAnswer>& answers) {
  return Ruler(court, trial, answers).Rule();
}

const Convention* Conventions::Find(const std::vector<std::string>& apis, const std::string& change,
                                    const std::string& difference) const {
  for (const Convention& one : all)
    if (AnyFits(one.changes, change) && AnyFits(one.differences, difference) &&
        std::ranges::any_of(apis, [&](const std::string& api) { return AnyFits(one.apis, api); }))
      return &one;
  return nullptr;
}

Result<Conventions> ReadConventions(const std::string& text, const std::string& path) {
  ASSAY_ASSIGN(const Toml file, Toml::Parse(text, path));
  Conventions out;
  for (const Toml& entry : file["convention"].items()) {
    if (!entry.IsTable()) return entry.Wrong("a convention is a table");
    Convention one{entry["name"].Text(),           entry["why"].Text(),
                   Patterns(entry["apis"]),        Patterns(entry["changes"]),
                   Patterns(entry["differences"]), entry["noted"].Or(false)};
    if (one.name.empty() || one.why.empty()) return entry.Wrong("a convention needs name and why");
    if (!entry["apis"] && !entry["changes"] && !entry["differences"])
      return entry.Wrong(
          "a convention needs apis, changes or differences: it would cover everything");
    out.all.push_back(std::move(one));
  }
  return out;
}

Result<Conventions> LoadConventions() {
  const std::string path = lab::HomeFolder() + "/data/mirror/conventions.toml";
  ASSAY_ASSIGN(const std::string text, ReadFile(path));
  return ReadConventions(text, path);
}

}  // namespace assay::mirror::pairs
