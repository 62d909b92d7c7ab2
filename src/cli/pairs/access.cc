#include "cli/pairs/access.h"

#include <iostream>

namespace assay::cli::pairs {

void Warn(const Answer& answer) {
  if (!answer.warning.empty()) std::cerr << "assay: " << answer.warning << "\n";
}

}  // namespace assay::cli::pairs
