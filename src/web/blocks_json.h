// A report's sections as a page sets them.
#pragma once

#include <nlohmann/json.hpp>

#include "report/report.h"

namespace assay::web {

// [{"title", "blocks": [{"type": "paragraph", "text"} | {"type": "bullets", "items"} | {"type":
// "pairs", "rows": [[label, value]]} | {"type": "grid", "header", "rows"} | {"type": "code",
// "language", "text"} | {"type": "drawing", "text"}]}]
nlohmann::json SectionsJson(const std::vector<report::Section>& sections);

}  // namespace assay::web
