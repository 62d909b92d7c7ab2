// Whether a result in the trial's own types is what the result in double precision says, up to
// rounding.
//
// How much rounding can do is measured: both sides repeat the call in double precision with every
// input moved by a rounding unit of its own type. kFactor times the largest change, and as many
// units of the number itself, are allowed; what is then still less than kVisible of the number is
// no more than imprecise. Numbers near the end of the type's range may overflow.
#pragma once

#include "mirror/pairs/trial_answers.h"

namespace assay::mirror::pairs {

enum class Narrow {
  kFine,
  kImprecise,  // beyond rounding, yet the same number for most purposes
  kOverflow,   // NaN or an infinity in place of a number that the type has
  kWrong,
  kUnclear,  // an error, or so badly conditioned that nothing can be asked
};

// `other`: who agrees in double precision; its nudged results count too.
Narrow JudgeNarrow(const Answer& own, const Answer& other);

}  // namespace assay::mirror::pairs
