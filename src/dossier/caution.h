// What speaks for the framework, in one sentence for the head of a finding.
//
// A certified bound is far stricter than the tests of any project, and a framework may say itself
// that something is not supported. Whoever opens a finding has to see that before the accusation.
#pragma once

#include <string>

#include "report/gate/project.h"
#include "report/material.h"

namespace assay::dossier {

// "" when there is nothing to say. Otherwise one plain sentence: the difference is within what the
// project's own tests admit, or the message states a limit. Reads the project's rules, runs
// nothing.
std::string CautionOf(const report::Material& material);

// The same of the difference alone, by the tolerances of `project`: those of the element that was
// kept, or that the message tells where nothing was kept yet.
std::string ToleranceCaution(const report::Material& material,
                             const report::gate::Project& project);

}  // namespace assay::dossier
