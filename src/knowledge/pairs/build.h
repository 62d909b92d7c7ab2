// The twins of one framework's APIs in another: by name, then by meaning, with their parameters.
#pragma once

#include <functional>
#include <string>

#include "knowledge/api/api_base.h"
#include "knowledge/pairs/features.h"
#include "knowledge/pairs/pair_base.h"
#include "knowledge/pairs/rules.h"

namespace assay::knowledge {

// `embedder` null: by name only. `tell` hears what is going on. The same documentation, rules and
// embedder give the same pairs.
Result<PairBase> BuildPairs(const ApiBase& from, const ApiBase& to, const PairRules& rules,
                            Embedder* embedder,
                            const std::function<void(const std::string&)>& tell);

// Of all that BuildPairs looks at; `rules` is the text of the rules, `model` names the embeddings.
std::string PairFingerprint(const ApiBase& from, const ApiBase& to, const std::string& rules,
                            const std::string& model);

}  // namespace assay::knowledge
