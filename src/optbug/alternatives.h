// Which optimiser can stand for which other: alternatives.def.
#pragma once

#include <string>
#include <vector>

#include "optbug/distance/places.h"

namespace assay::optbug {

// Those that the installed framework has, by name, without `api` itself. Old and new names of one
// function (torch.quantization, torch.ao.quantization) count as the same.
std::vector<std::string> AlternativesOf(const std::string& api, const Places& places);

// All names of alternatives.def that belong to a framework, for FindPlaces.
std::vector<std::string> KnownAlternatives(const std::string& framework);

}  // namespace assay::optbug
