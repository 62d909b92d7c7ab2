// Programs made plainer for readers, without running them: each function gives a text that says the
// same with less, or the text as it was.
#pragma once

#include <optional>
#include <string>

#include "casebook/finding.h"
#include "casebook/view.h"

namespace assay::casebook {

// Without the asserts of the whole program from the claim on: an exception comes before them.
Cut WithoutChecks(const Cut& cut);

// `assert same(a, b), …` becomes the framework's own comparison.
Cut WithFrameworksCheck(const Cut& cut, const std::string& framework);

// `assert c, "text" + describe(x)` becomes `assert c, "text"`.
Cut WithPlainMessages(const Cut& cut);

// Without the lines that a trial prints to tell how far it got: print("-- …").
Cut WithoutMarks(const Cut& cut);

// Without functions and imports that nothing refers to.
Cut WithoutUnused(const Cut& cut);

// The plain form of a program that holds an optimised model against the original: no more than the
// model, its inputs, the optimisation and a comparison by the framework itself.
// Nothing when the program needs more than that (gradients, masks, other runtimes). It has no
// claim's line: everything in it counts.
std::optional<Cut> PlainOptimisation(const ProgramFinding& finding);

}  // namespace assay::casebook
