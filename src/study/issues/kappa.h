// Cohen's kappa: how far two raters agree beyond what chance would give.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace assay::study {

struct Agreement {
  size_t items = 0, equal = 0;
  double expected = 0;  // share that chance would make equal
  double kappa = 0;     // 1: always; 0: as chance; 0 also without items; 1 when both always say one
                        // and the same thing
};

// One pair of labels per item.
Agreement CohensKappa(const std::vector<std::pair<std::string, std::string>>& labels);

}  // namespace assay::study
