// Reading of JSON that may be anybody's.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace assay::bugs {

// "" when `entry` has no text of that name.
inline std::string TextOf(const nlohmann::json& entry, const char* key) {
  const auto found = entry.find(key);
  return found != entry.end() && found->is_string() ? found->get<std::string>() : "";
}

}  // namespace assay::bugs
