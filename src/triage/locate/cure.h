// Which of many switches has to be off so that a failure is gone.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "triage/locate/trial.h"

namespace assay::triage::locate {

using Names = std::vector<std::string>;
// What the case answers with these switched off.
using TryWithout = std::function<Result<Answer>(const Names& off)>;

struct Cure {
  Names minimal;               // each of them is needed; empty when nothing was found
  Names alone;                 // each of them is enough by itself, as far as that was tried
  Answer all = Answer::kNone;  // with everything off
  int tries = 0;
};

// With all off it must be right; then the set is halved and thinned until every member is needed.
// When all off together says nothing (a framework may need some of them), or with `each` in any
// case, they are tried one by one, too. Deterministic.
Result<Cure> FindCure(const Names& names, bool each, const TryWithout& try_without);

}  // namespace assay::triage::locate
