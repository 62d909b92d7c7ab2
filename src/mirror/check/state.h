// What an Assessor holds; assess.cc and confirm_symptom.cc share it.
#pragma once

#include "mirror/check/assess.h"
#include "mirror/check/compare.h"
#include "mirror/check/runner.h"

namespace assay::mirror {

struct Assessor::State {
  Direction direction;
  std::shared_ptr<Runner> labs;  // shared by all directions of a thread
  std::string environment;       // folder of the twin's
  Runner& runner() const { return *labs; }
};

}  // namespace assay::mirror
