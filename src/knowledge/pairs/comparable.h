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

}  // namespace assay::knowledge
