// A check for a twin that computes a wrong value without noticing.
#pragma once

#include <string>

#include "mirror/check/runner.h"
#include "mirror/direction.h"

namespace assay::mirror {

struct ValueCheck {
  std::string text;  // the program with the check at its end; "": the value is too large to write
  int claim_line = 0;
};

// The variable `name` must be finite where double precision says so.
ValueCheck WithValueCheck(const std::string& twin, const std::string& name, const Recording& own,
                          const Recording& wide, const Direction& direction);

}  // namespace assay::mirror
