// States of search methods to and from bytes.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "base/strings.h"
#include "campaign/method.h"

namespace assay::campaign {

inline std::string StateBytes(const nlohmann::json& json) {
  const std::vector<uint8_t> bytes = nlohmann::json::to_cbor(json);
  return {bytes.begin(), bytes.end()};
}

// A T filled by `fill(json, T&)`, which may throw nlohmann's exceptions or return an error.
template <typename T, typename Fill>
Result<StatePtr> StateFrom(std::string_view bytes, Fill fill) {
  const auto json = nlohmann::json::from_cbor(bytes.begin(), bytes.end(), true, false);
  auto state = std::make_shared<T>();
  try {
    ASSAY_RETURN_IF_ERROR(fill(json, *state));
  } catch (const nlohmann::json::exception& error) {
    return Invalid(StrCat("a damaged state in the store: ", error.what()));
  }
  return StatePtr(std::move(state));
}

}  // namespace assay::campaign
