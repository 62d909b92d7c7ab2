// The requirements of a bug, fitted to one Python: markers decided, CPU builds preferred, indexes
// that do not answer left out, wheels of the archive put in.
#pragma once

#include "bugs/environment/recipe.h"

namespace assay::bugs {

// kUnsupported: something cannot be had for this Python, and why.
Result<Recipe> FitRecipe(const Bug& bug, const Python& python, const RecipeOptions& options,
                         const RecipeSources& sources);

}  // namespace assay::bugs
