// All that is known of a bug.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "bugs/database/bug.h"

namespace assay::bugs {

// The columns of its row keep the order of the file.
nlohmann::ordered_json InfoOf(const Bug& bug);

}  // namespace assay::bugs
