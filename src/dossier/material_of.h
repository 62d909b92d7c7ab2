// What reports and pages of a finding are made of, out of the store and this machine.
#pragma once

#include "lab/registry.h"
#include "report/material.h"
#include "store/store.h"

namespace assay::dossier {

// `registry` may be null: then the environment is told only where the finding kept it. Of a finding
// that a program shows there is no case.
Result<report::Material> MaterialOf(const store::Store& store, const store::FindingRow& row,
                                    const lab::Registry* registry);

}  // namespace assay::dossier
