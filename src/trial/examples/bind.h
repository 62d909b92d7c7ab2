// Which parameter an argument of a written call belongs to.
#pragma once

#include <vector>

#include "program/parse/program.h"
#include "trial/call.h"

namespace assay::trial {

// Positional arguments get the name that all documented overloads agree on, "" where they do not.
std::vector<CallArgument> BindArguments(const std::vector<program::Argument>& arguments,
                                        const knowledge::ApiDoc& doc);

// Arguments of an object that is called: nothing is documented of their names.
std::vector<CallArgument> NameArguments(const std::vector<program::Argument>& arguments);

}  // namespace assay::trial
