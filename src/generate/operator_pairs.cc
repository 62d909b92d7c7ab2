#include "generate/operator_pairs.h"

#include <unordered_map>
#include <vector>

#include "generate/combinations.h"
#include "generate/grower.h"

namespace assay::generate {
namespace {

// One bit per counted type, in the order of kPairTypes.
using TypeBits = uint8_t;

TypeBits BitsOf(std::span<const ops::Param> params) {
  TypeBits out = 0;
  for (const ops::Param& param : params)
    for (size_t i = 0; i < kPairTypes.size(); ++i)
      if (param.type_set().AdmitsTensor(kPairTypes[i])) out |= static_cast<TypeBits>(1 << i);
  return out;
}

struct Use {
  size_t op;  // a number of the operator
  TypeBits takes, gives;
};

CombinationCounts AdmittedPairs() {
  std::unordered_map<uint64_t, size_t> numbers;
  std::vector<uint64_t> hashes;
  std::vector<std::vector<Use>> opsets;
  for (int opset = ops::kOldestOpset; opset <= ops::kNewestOpset; ++opset) {
    std::vector<Use>& uses = opsets.emplace_back();
    for (const Candidate& candidate : CandidatesAt(opset)) {
      const auto [at, fresh] = numbers.try_emplace(candidate.hash, hashes.size());
      if (fresh) hashes.push_back(candidate.hash);
      uses.push_back(
          {at->second, BitsOf(candidate.schema->inputs), BitsOf(candidate.schema->outputs)});
    }
  }
  // A table first: most pairs are the same in every opset.
  const size_t count = hashes.size();
  std::vector<TypeBits> pairs(count * count, 0);
  for (const std::vector<Use>& uses : opsets)
    for (const Use& first : uses)
      for (const Use& second : uses)
        pairs[first.op * count + second.op] |= first.gives & second.takes;
  std::vector<uint64_t> keys;
  for (size_t i = 0; i < pairs.size(); ++i)
    for (size_t type = 0; type < kPairTypes.size(); ++type)
      if ((pairs[i] >> type & 1) != 0)
        keys.push_back(TypedPairKey(hashes[i / count], hashes[i % count], kPairTypes[type]));
  CombinationCounts out;
  out.Add(keys);
  return out;
}

const CombinationCounts& AllAdmittedPairs() {
  static const CombinationCounts table = AdmittedPairs();
  return table;
}

}  // namespace

bool IsAdmittedPair(uint64_t key) { return AllAdmittedPairs().Count(key) > 0; }

int64_t AdmittedPairCount() { return static_cast<int64_t>(AllAdmittedPairs().size()); }

}  // namespace assay::generate
