// What a study costs, stated before it begins.
#pragma once

#include <vector>

#include "study/part.h"

namespace assay::study {

struct Cost {
  size_t cells = 0;           // measurements, all of them
  size_t done = 0;            // of those, kept already
  double cpu_hours = 0;       // at most, of all
  double left_cpu_hours = 0;  // at most, of those that are not done
  nlohmann::json Json() const;
};

// `folder` may not exist yet.
Cost CostOf(const Settings& settings, const std::vector<const PartDef*>& parts,
            const std::string& folder);

}  // namespace assay::study
