#include "mirror/run_inputs.h"

#include <set>

#include "base/hash.h"
#include "base/strings.h"
#include "mirror/rewrite/kept_pairs.h"

namespace assay::mirror {

std::string DigestOf(const std::vector<Input>& inputs) {
  std::string all;
  for (const Input& input : inputs)
    all += StrCat(input.source.name, "\n", input.direction.from, "\n", input.source.text, "\n");
  return StrCat(HashBytes(all));
}

PairsKnown CountPairs(const std::vector<Input>& inputs, bool names_only) {
  std::set<std::string> seen;
  PairsKnown out;
  for (const Input& input : inputs) {
    if (!seen.insert(input.direction.from).second) continue;
    const auto base = KeptPairs(input.direction);
    if (!base.ok()) continue;
    out.versions.push_back(DescribePairs(*base, InstalledVersions(input.direction)));
    for (const knowledge::Pair& pair : base->pairs) {
      const bool by_model = pair.by != "name";
      out.all += by_model && names_only ? 0 : 1;
      out.by_model += by_model && !names_only ? 1 : 0;
    }
  }
  return out;
}

}  // namespace assay::mirror
