// What a framework says of one of its APIs, out of the documents that `assay docs` keeps.
#pragma once

#include <optional>
#include <string>

#include "knowledge/api/api_doc.h"

namespace assay::web {

// Nothing when no document of it is kept. Documents of a framework are large: the ones that were
// asked for last stay in memory. Safe to call from many threads.
std::optional<knowledge::ApiDoc> FindDocumentation(const std::string& framework,
                                                   const std::string& version,
                                                   const std::string& api);

}  // namespace assay::web
