#include "mirror/pairs/subject.h"

#include <algorithm>

#include "base/hash.h"
#include "base/strings.h"
#include "trial/claim.h"

namespace assay::mirror::pairs {
namespace {

using knowledge::ApiDoc;

bool IsDetermined(const ApiDoc& doc) {
  return !trial::IsArbitrary(doc) && !trial::IsRandom(doc) && !trial::IsAmbiguous(doc);
}

bool CanBeAsked(const ApiDoc& doc) {
  return (doc.kind == "function" || doc.kind == "method") && IsDetermined(doc);
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
        "--api: ", name, " is no pair that can be fuzzed (a function with a twin, ",
        "whose result is no matter of chance)", near.empty() ? "" : "; did you mean " + near + "?",
        " `assay pairs list` shows all pairs"));
  }
  if (!names.empty()) return out;
  std::vector<std::pair<uint64_t, size_t>> order;
  for (size_t i = 0; i < subjects.size(); ++i)
    order.emplace_back(HashBytes(subjects[i].Name(), seed), i);
  std::sort(order.begin(), order.end());
  for (const auto& [hash, i] : order) out.push_back(std::move(subjects[i]));
  return out;
}

}  // namespace assay::mirror::pairs
