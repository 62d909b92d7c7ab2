#include "mirror/pairs/subject.h"

#include <algorithm>

#include "base/hash.h"
#include "base/strings.h"
#include "knowledge/api/documentation.h"
#include "knowledge/pairs/build.h"
#include "knowledge/pairs/found_pairs.h"
#include "trial/claim.h"
#include "trial/safe_doc.h"

namespace assay::mirror::pairs {
namespace {

using knowledge::ApiBase;
using trial::TwinSource;

using knowledge::ApiDoc;

bool IsDetermined(const ApiDoc& doc) {
  return !trial::IsArbitrary(doc) && !trial::IsRandom(doc) && !trial::IsAmbiguous(doc);
}

bool CanBeAsked(const ApiDoc& doc) {
  return (doc.kind == "function" || doc.kind == "method") && IsDetermined(doc);
}

constexpr const char* kFrameworks[] = {"torch", "tensorflow", "jax"};

// Documentation becomes programs.
void MakeSafe(ApiBase& base) {
  for (knowledge::ApiDoc& doc : base.docs) trial::MakeSafe(doc);
}

Status CheckFramework(const std::string& flag, const std::string& name) {
  for (const char* known : kFrameworks)
    if (name == known) return {};
  return Invalid(
      StrCat(flag, ": there are no programs for '", name, "'; known: ", Join(kFrameworks, ", ")));
}

// Twins by name are found in a moment: they are not kept, so that those of the model stay kept.
Result<TwinSource> ByName(const ApiBase& from, const std::string& to) {
  ASSAY_ASSIGN(const knowledge::DocumentedFramework subject, knowledge::FindFramework(to, ""));
  ASSAY_ASSIGN(ApiBase docs, knowledge::DocumentationOf(subject));
  ASSAY_ASSIGN(const knowledge::PairRules rules,
               knowledge::LoadPairRules(lab::HomeFolder() + "/data/knowledge/pairs.toml"));
  ASSAY_ASSIGN(auto pairs,
               knowledge::BuildPairs(from, docs, rules, nullptr, [](const std::string&) {}));
  return TwinSource{to, std::move(pairs), std::move(docs)};
}

Status FindSides(const std::string& from, const std::string& to, bool names_only,
                 PairsAtHand& out) {
  if (from == to) return Invalid(StrCat("twins are looked for in another framework than ", from));
  if (!names_only) {
    ASSAY_ASSIGN(knowledge::FoundPairs answer, knowledge::PairsOf({.from = from, .to = to}));
    if (!answer.warning.empty()) out.warnings.push_back(answer.warning);
    out.from = std::move(answer.from);
    out.to = {to, std::move(answer.pairs), std::move(answer.to)};
    return {};
  }
  ASSAY_ASSIGN(const knowledge::DocumentedFramework subject, knowledge::FindFramework(from, ""));
  ASSAY_ASSIGN(out.from, knowledge::DocumentationOf(subject));
  ASSAY_ASSIGN(out.to, ByName(out.from, to));
  return {};
}

}  // namespace

std::string Subject::Name() const { return StrCat(from->name, " = ", to->name); }

std::vector<Subject> SubjectsOf(const knowledge::ApiBase& from, const trial::TwinSource& to,
                                const trial::TwinSource* third, const trial::TwinBook& book) {
  std::vector<Subject> out;
  for (const knowledge::Pair& pair : to.pairs.pairs) {
    Subject subject{.from = knowledge::FindDoc(from, pair.from),
                    .to = knowledge::FindDoc(to.docs, pair.to),
                    .pair = &pair};
    if (subject.from == nullptr || subject.to == nullptr || !CanBeAsked(*subject.from)) continue;
    if (subject.to->kind != "function" || !IsDetermined(*subject.to)) continue;
    subject.false_twin = book.WhyNot(pair.from, pair.to);
    const knowledge::Pair* other =
        third == nullptr ? nullptr : knowledge::FindPair(third->pairs, pair.from);
    // By name only: what a model holds for likely is no witness.
    if (other != nullptr && other->by == "name" && book.WhyNot(pair.from, other->to).empty()) {
      const ApiDoc* doc = knowledge::FindDoc(third->docs, other->to);
      if (doc != nullptr && doc->kind == "function" && IsDetermined(*doc)) {
        subject.third = doc;
        subject.third_pair = other;
      }
    }
    out.push_back(std::move(subject));
  }
  return out;
}

Result<std::vector<Subject>> Chosen(std::vector<Subject> subjects,
                                    const std::vector<std::string>& names, uint64_t seed) {
  std::vector<Subject> out;
  for (const std::string& name : names) {
    const size_t before = out.size();
    for (const Subject& subject : subjects)
      if (subject.from->name == name || subject.to->name == name) out.push_back(subject);
    if (out.size() > before) continue;
    std::vector<std::string> known;
    for (const Subject& subject : subjects) known.push_back(subject.from->name);
    const std::string near = Nearest(name, known);
    return Invalid(StrCat(
        "--api: ", name, " is not a pair that can be fuzzed (a function with a twin, ",
        "whose result is not a matter of chance)",
        near.empty() ? "" : "; did you mean " + near + "?", " `assay pairs list` shows all pairs"));
  }
  if (!names.empty()) return out;
  std::vector<std::pair<uint64_t, size_t>> order;
  for (size_t i = 0; i < subjects.size(); ++i)
    order.emplace_back(HashBytes(subjects[i].Name(), seed), i);
  std::ranges::sort(order);
  for (const auto& [hash, i] : order) out.push_back(std::move(subjects[i]));
  return out;
}

Result<std::unique_ptr<PairsAtHand>> FindPairs(const std::string& from, const std::string& to,
                                               bool names_only) {
  ASSAY_RETURN_IF_ERROR(CheckFramework("--from", from));
  ASSAY_RETURN_IF_ERROR(CheckFramework("--to", to));
  auto out = std::make_unique<PairsAtHand>();
  ASSAY_RETURN_IF_ERROR(FindSides(from, to, names_only, *out));
  for (const char* third : kFrameworks) {
    if (third == from || third == to) continue;
    ASSAY_ASSIGN(const knowledge::DocumentedFramework subject, knowledge::FindFramework(third, ""));
    if (!subject.target || !subject.target->ready) {
      out->warnings.push_back(StrCat(third, " is not installed: fewer differences can be decided; ",
                                     "`assay targets` says how to get it"));
      continue;
    }
    // What a model holds for likely is no witness.
    ASSAY_ASSIGN(out->third, ByName(out->from, third));
    MakeSafe(out->third->docs);
  }
  MakeSafe(out->from);
  MakeSafe(out->to.docs);
  ASSAY_ASSIGN(const trial::TwinBook book, trial::LoadTwinBook());
  out->subjects = SubjectsOf(out->from, out->to, out->third ? &*out->third : nullptr, book);
  return out;
}

}  // namespace assay::mirror::pairs
