// Results of node tests as they are kept in a store, one document per target.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "conform/run.h"

namespace assay::conform {

inline constexpr const char* kDocumentKind = "conformance";

// {"version", "device", "results": {test: "passed", "failed" or "unsupported"}, "reasons": {test:
// text}}. What `before`, an earlier one of the same version, says of other tests stays: a filter
// runs some of them.
nlohmann::json KeptJson(const Report& report, const std::string& version, const std::string& device,
                        const nlohmann::json& before);

}  // namespace assay::conform
