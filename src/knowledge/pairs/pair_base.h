// PairBase: the twins that APIs of one framework have in another, and the folder that keeps them.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/folders.h"
#include "base/json.h"
#include "base/result.h"
#include "knowledge/pairs/parameter_map.h"

namespace assay::knowledge {

struct Pair {
  std::string from, to;
  // By name: 1, or 0.9 by an alias. By the model: how likely it holds them to be twins.
  double score = 0;
  std::string by;  // name or model
  std::vector<ParameterPair> parameters;
  std::string from_example, to_example;  // the first of each; "": the documentation has none
};

// What the similarity model learnt, kept so that anybody can see why a pair was taken.
struct ModelRecord {
  std::map<std::string, double> weights;  // per feature, and "bias"
  double threshold = 0;                   // pairs from here on are taken
  double precision = 0, recall = 0;       // of twins by name at that threshold, held out in turn
  size_t positives = 0, negatives = 0;    // what it was trained on
};

struct PairBase {
  std::string from, from_version, to, to_version;  // frameworks
  std::string fingerprint;                         // of the documentation and rules it was made of
  size_t from_apis = 0, to_apis = 0;               // how many could have a twin
  bool has_model = false;                          // false: by name only
  ModelRecord model;
  std::vector<Pair> pairs;  // by `from`, at most one each
};

nlohmann::json PairJson(const Pair& pair);
nlohmann::json PairBaseJson(const PairBase& base);
Result<PairBase> ReadPairBase(const nlohmann::json& json);

// The pair of that source; null when there is none.
const Pair* FindPair(const PairBase& base, const std::string& from);

// Pairs in <folder>/pairs/<from>-<version>--<to>-<version>.json.
class PairShelf {
 public:
  explicit PairShelf(std::string folder = CacheFolder()) : folder_(std::move(folder)) {}
  Status Keep(const PairBase& base) const;
  // An error when there is none, or it was made of something else than `fingerprint`.
  Result<PairBase> Load(const std::string& from, const std::string& from_version,
                        const std::string& to, const std::string& to_version,
                        const std::string& fingerprint) const;
  std::string PathOf(const std::string& from, const std::string& from_version,
                     const std::string& to, const std::string& to_version) const;

 private:
  std::string folder_;
};

}  // namespace assay::knowledge
