// The APIs of a base that may have a twin, and what alignment looks at in each.
#pragma once

#include <string>
#include <vector>

#include "knowledge/api/api_base.h"
#include "knowledge/pairs/rules.h"

namespace assay::knowledge {

struct Comparable {
  const ApiDoc* doc = nullptr;
  std::string topic;
  // The name as it is matched, then those of aliases, documented ("Alias for `torch.abs`") or not.
  std::vector<std::string> keys;
  std::string words;       // the name as words: "binary cross entropy"
  std::string text;        // what it does: the beginning of its own words or of whom it stands for
  std::string parameters;  // the parameters as words
  // Plain names of the parameters that tell something, sorted; the operand is called "operand".
  std::vector<std::string> tokens;
  size_t required = 0;  // parameters that must be given; of a method, the object itself is one
  // Whom the documentation names instead of a description ("See `torch.mm`"); -1: nobody. An index
  // into the same list.
  int stands_for = -1;
};

// In the order of the base. Private, deprecated and left-out APIs are not among them. They point
// into `base`.
std::vector<Comparable> ComparableApis(const ApiBase& base, const PairRules& rules);

// "BatchNorm2d" and "batch_norm2d" are "batch norm 2d".
std::string NameWords(std::string_view last_part);

// Whether the documentation calls it deprecated, in a field of its own or in its first words.
bool IsDeprecated(const ApiDoc& doc);

// "torch.mm" of "See `torch.mm`" and "Alias for `torch.mm`."; "" when the text says more than that.
std::string ReferredName(const std::string& text);

// Twins by name: the same last component, or one that means the same (paper 003, section 3.2).
struct NameMatch {
  int target = -1;   // index into the targets; -1: none bears the name
  double score = 0;  // 1: the same name or spelling; kAliasScore: by an alias of one of them
};

inline constexpr double kAliasScore = 0.9;

// For each of `sources` the best among those of `targets` that bear its name and whose topic fits:
// own names before aliases, then the same kind, the same topic, the module that comes first in
// `rules`, the parameters in common, the name.
std::vector<NameMatch> MatchByName(const std::vector<Comparable>& sources,
                                   const std::vector<Comparable>& targets, const PairRules& rules);

// Parameters in common, of all that either has: 0 to 1; 1 when neither has any.
double ParameterOverlap(const Comparable& a, const Comparable& b);

// 2: the same kind; 1: a function and a method; 0: one of them is a class.
int KindLikeness(const ApiDoc& a, const ApiDoc& b);

}  // namespace assay::knowledge
