// Which parameter of an API is which of its twin.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "knowledge/api/api_doc.h"
#include "knowledge/pairs/rules.h"

namespace assay::knowledge {

struct ParameterPair {
  std::string from, to;  // "": the other one has no counterpart
  std::string note;      // how they differ, or that there is none; "": nothing to say
};

// How alike the descriptions of two parameters are, -1 to 1. Empty: not known.
using ParameterLikeness = std::function<double(const Parameter&, const Parameter&)>;

// In the order of `from`'s parameters, then those that only `to` has and demands. The object of a
// method is its parameter "self". Rules, each for what the ones before left: the same name, a name
// of the same group, the same place where both must be given, descriptions that are alike.
std::vector<ParameterPair> MapParameters(const ApiDoc& from, const ApiDoc& to,
                                         const PairRules& rules,
                                         const ParameterLikeness& likeness = nullptr);

// Parameters of `doc` as they are mapped.
std::vector<Parameter> MappedParameters(const ApiDoc& doc);

}  // namespace assay::knowledge
