#include <nlohmann/json.hpp>

#include "campaign/campaign.h"

namespace assay::campaign {

// Missing ones keep their defaults: a store may be older than they are.
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(Config, stage, method, seeds, targets, oracle, seed,
                                                nodes, unconstrained, literal, pack, resources,
                                                mutators, operators, gaps, avoid, shares, surveyed,
                                                open)

std::string Config::Save() const { return nlohmann::json(*this).dump(); }

Result<Config> Config::Load(const std::string& text) {
  try {
    return nlohmann::json::parse(text).get<Config>();
  } catch (const nlohmann::json::exception& error) {
    return Invalid(std::string("the campaign's settings in the store are damaged: ") +
                   error.what());
  }
}

}  // namespace assay::campaign
