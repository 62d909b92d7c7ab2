// How much work the reference would have with a case: whoever waits for a page must not wait for a
// model whose shapes are written by strangers.
#pragma once

#include <string>

#include "graph/model_case.h"

namespace assay::dossier {

// "" when the reference evaluates all of it within about a second and a few hundred megabytes;
// otherwise why not, as the end of a sentence. By the shapes alone: nothing is computed, and what
// has no known shape counts as too much.
std::string TooMuchWork(const ModelCase& model_case);

}  // namespace assay::dossier
