#include "knowledge/pairs/parameter_map.h"

#include <algorithm>

#include "base/strings.h"
#include "knowledge/text.h"

namespace assay::knowledge {
namespace {

// Measured on torch and TensorFlow: of 168 parameters that are none of each other's, one in twenty
// lies above this; of 81 that are, four in ten.
constexpr double kAlikeFrom = 0.62;

bool TakesAnything(const Parameter& parameter) { return parameter.kind.starts_with("var-"); }

// `from[i]` is `to[twins[i]]`; -1: not known yet.
struct Mapping {
  const std::vector<Parameter>& from;
  const std::vector<Parameter>& to;
  std::vector<int> twins;
  std::vector<bool> taken;

  Mapping(const std::vector<Parameter>& a, const std::vector<Parameter>& b)
      : from(a), to(b), twins(a.size(), -1), taken(b.size()) {}

  bool Free(size_t i, size_t j) const { return twins[i] < 0 && !taken[j]; }
  void Take(size_t i, size_t j) {
    twins[i] = static_cast<int>(j);
    taken[j] = true;
  }
  // Every free pair that `same` holds of, in order.
  template <typename Same>
  void TakeAll(const Same& same) {
    for (size_t i = 0; i < from.size(); ++i)
      for (size_t j = 0; j < to.size(); ++j)
        if (Free(i, j) && same(i, j)) Take(i, j);
  }
};

void TakeAlike(Mapping& map, const ParameterLikeness& likeness) {
  struct Candidate {
    double score;
    size_t i, j;
  };
  std::vector<Candidate> candidates;
  for (size_t i = 0; i < map.from.size(); ++i)
    for (size_t j = 0; j < map.to.size(); ++j) {
      if (!map.Free(i, j) || TakesAnything(map.from[i]) || TakesAnything(map.to[j])) continue;
      const double score = likeness(map.from[i], map.to[j]);
      if (score >= kAlikeFrom) candidates.push_back({score, i, j});
    }
  std::ranges::stable_sort(
      candidates, [](const Candidate& a, const Candidate& b) { return a.score > b.score; });
  for (const Candidate& candidate : candidates)
    if (map.Free(candidate.i, candidate.j)) map.Take(candidate.i, candidate.j);
}

std::string Written(const Parameter& parameter) {
  return parameter.default_value ? *parameter.default_value : "required";
}

// "default False there None": what a program must mind when it is carried over.
std::string Difference(const Parameter& from, const Parameter& to) {
  std::vector<std::string> notes;
  const bool both = from.default_value.has_value() && to.default_value.has_value();
  if (both && Lower(*from.default_value) != Lower(*to.default_value))
    notes.push_back(StrCat("default ", Written(from), " becomes ", Written(to)));
  if (from.optional && !to.optional) notes.push_back("must be given there");
  if (from.kind != "keyword-only" && to.kind == "keyword-only")
    notes.push_back("by keyword only there");
  return Join(notes, "; ");
}

}  // namespace

std::vector<Parameter> MappedParameters(const ApiDoc& doc) {
  std::vector<Parameter> out;
  if (doc.kind == "method") {
    Parameter self;
    self.name = "self";
    out.push_back(self);
  }
  for (const Parameter& parameter : doc.parameters)
    if (parameter.kind != "var-keyword") out.push_back(parameter);
  return out;
}

std::vector<ParameterPair> MapParameters(const ApiDoc& from_doc, const ApiDoc& to_doc,
                                         const PairRules& rules,
                                         const ParameterLikeness& likeness) {
  const std::vector<Parameter> from = MappedParameters(from_doc), to = MappedParameters(to_doc);
  Mapping map(from, to);
  // Only a function's first parameter is what it works on; a class is told how to be.
  const bool functions = from_doc.kind != "class" && to_doc.kind != "class";
  const auto same_place = [&](size_t i, size_t j) {
    return functions && i == j && !from[i].optional && !to[j].optional;
  };
  if (from_doc.kind != to_doc.kind && functions && !from.empty() && !to.empty())
    map.TakeAll([&](size_t i, size_t j) { return i == 0 && same_place(i, j); });
  map.TakeAll([&](size_t i, size_t j) { return PlainName(from[i].name) == PlainName(to[j].name); });
  map.TakeAll([&](size_t i, size_t j) { return SameParameter(rules, from[i].name, to[j].name); });
  map.TakeAll(same_place);
  if (likeness) TakeAlike(map, likeness);

  std::vector<ParameterPair> out;
  for (size_t i = 0; i < from.size(); ++i) {
    if (map.twins[i] < 0)
      out.push_back({from[i].name, "", "no counterpart"});
    else if (const Parameter& twin = to[static_cast<size_t>(map.twins[i])]; true)
      out.push_back({from[i].name, twin.name, Difference(from[i], twin)});
  }
  for (size_t j = 0; j < to.size(); ++j)
    if (!map.taken[j] && !to[j].optional)
      out.push_back({"", to[j].name, "must be given there, no counterpart here"});
  return out;
}

}  // namespace assay::knowledge
