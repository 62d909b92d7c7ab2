// What people may change through the server: labels of findings, and what became of their reports.
#pragma once

#include <string>
#include <string_view>

#include "base/json.h"
#include "base/result.h"
#include "web/sources.h"

namespace assay::web {

// Whether something can be posted to `path`.
bool IsChange(std::string_view path);

// Does it. `body`: {"label", "note"} for /api/findings/ID/labels, {"state", "where"} for
// /api/findings/ID/mark. Returns what is true now.
Result<nlohmann::json> Change(const Sources& sources, std::string_view path,
                              const std::string& body);

}  // namespace assay::web
