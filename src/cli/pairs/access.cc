#include "cli/pairs/access.h"

#include <iostream>

#include "base/strings.h"

namespace assay::cli::pairs {

std::map<std::string, size_t> CountsOf(const std::vector<const knowledge::Pair*>& pairs) {
  std::map<std::string, size_t> out = {{"name", 0}, {"model", 0}, {"behaviour", 0}};
  for (const knowledge::Pair* pair : pairs) ++out[pair->by];
  return out;
}

std::string CountsText(const std::map<std::string, size_t>& counts) {
  return StrCat(counts.at("name"), " by name, ", counts.at("model"), " by the model, ",
                counts.at("behaviour"), " by behaviour");
}

void Warn(const Answer& answer) {
  if (!answer.warning.empty()) std::cerr << "assay: " << answer.warning << "\n";
}

}  // namespace assay::cli::pairs
