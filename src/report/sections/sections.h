// The sections of a report: one function and one file each, in the order of sections.def.
#pragma once

#include <vector>

#include "base/strings.h"
#include "report/material.h"
#include "report/report.h"
#include "report/wording.h"

namespace assay::report::sections {

#define SECTION(Name, title) std::vector<Block> Name##Blocks(const Material& material);
#include "report/sections.def"
#undef SECTION

}  // namespace assay::report::sections
