// What the machines on which a finding was seen mean for its life.
//
// Frameworks run other code on other machines, so silence there says nothing: a finding of one
// architecture is neither fixed nor flaky because another one does not show it.
#pragma once

#include <string>
#include <vector>

#include "store/rows.h"

namespace assay::triage {

// Each once, the first one first.
std::vector<std::string> ArchitecturesOf(const std::vector<store::SeenOnRow>& seen_on);

// "aarch64 (ARM Neoverse-N1), x86_64 (Some CPU @ 2GHz)"; "" when none is known.
std::string MachinesText(const std::vector<store::SeenOnRow>& seen_on);

// What is said when a finding of `architectures` does not show on `here`: "" when it was seen there
// or nobody knows where, so that silence counts; otherwise the event for its history, "not shown on
// aarch64 (seen on x86_64)".
std::string NotShownOn(const std::vector<std::string>& architectures, const std::string& here);

}  // namespace assay::triage
