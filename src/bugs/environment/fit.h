// The requirements of a bug, fitted to one Python: markers decided, CPU builds preferred, indexes
// that do not answer left out, wheels of the archive put in.
#pragma once

#include <string>
#include <string_view>

#include "bugs/environment/recipe.h"

namespace assay::bugs {

// kUnsupported: something cannot be had for this Python, and why.
Result<Recipe> FitRecipe(const Bug& bug, const Python& python, const RecipeOptions& options,
                         const RecipeSources& sources);

// What may stand in the file of requirements that pip is given. Its lines come from a stranger's
// database, and pip understands more than names of packages there.
// Why `line` must not reach pip; "": it may.
std::string WhyNotForPip(std::string_view line);

// An option that makes pip install more than the line names (-r, -c, -e): what it would be is not
// read here, so that an environment without it would be another one. "": it is none.
std::string ReachesFurther(std::string_view option);

}  // namespace assay::bugs
