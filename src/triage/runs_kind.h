// What a finding is by the worst of its runs.
#pragma once

#include <string>
#include <string_view>

namespace assay::triage {

// `kind`, except for two runs that end differently (oracle "nondeterministic"): "crash" when one of
// them took its process down. That it does not always do so makes it no less a crash.
std::string KindByRuns(std::string_view kind, std::string_view message);

}  // namespace assay::triage
