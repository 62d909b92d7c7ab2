// What is known beforehand about twins across frameworks: data/knowledge/pairs.toml.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/result.h"

namespace assay::knowledge {

struct Topic {
  std::string name;
  std::vector<std::string> apis;       // patterns
  std::vector<std::string> top_level;  // packages: what lies directly in them
};

struct PairRules {
  std::vector<std::string> kept, left_out;  // patterns
  std::vector<std::string> by_meaning;      // topics
  std::vector<std::string> common_parameters;
  std::vector<Topic> topics;  // the first that fits counts
  std::vector<std::pair<std::string, std::string>> compatible;
  std::map<std::string, int> order;                      // module -> rank, 1 is best
  std::map<std::string, std::string> same_name;          // spelling -> the group's first
  std::vector<std::vector<std::string>> same_parameter;  // a name may be in several groups
};

Result<PairRules> LoadPairRules(const std::string& path);

// Lower case without underscores: "BatchNorm2d" and "batch_norm2d" are one.
std::string PlainName(std::string_view name);

bool IsLeftOut(const PairRules& rules, const std::string& api);
// "other" when nothing fits.
std::string TopicOf(const PairRules& rules, const std::string& api);
// Whether APIs of these topics may be twins. "other" fits all: nothing is known of it.
bool Compatible(const PairRules& rules, const std::string& a, const std::string& b);
// The rank of the API's module; modules that are not listed come last.
int RankOf(const PairRules& rules, const std::string& api);
// Whether both are spellings of one parameter.
bool SameParameter(const PairRules& rules, const std::string& a, const std::string& b);

}  // namespace assay::knowledge
