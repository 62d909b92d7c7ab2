// The programs of all pipelines in one list, for the command line.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "store/store.h"

namespace assay::web::programs {

struct ListQuery {
  std::string pipeline, approach, status;  // "": all
};

// Rows of programs.h with "pipeline", "approach", "status" and "reason", all texts, in each. An
// error when the store cannot be read; or holds reports that are none of ours.
Result<std::vector<nlohmann::json>> ListAll(const store::Store& store, const ListQuery& query);

}  // namespace assay::web::programs
