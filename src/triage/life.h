// The life of a finding: new, confirmed, reduced, located, reported; then fixed, regressed. Flaky
// ones stay apart.
#pragma once

#include <string>

namespace assay::triage {

// The state after `reached` was achieved: never back, and flaky stays flaky.
std::string LaterState(const std::string& now, const std::string& reached);

}  // namespace assay::triage
