// Figures of the ATOC paper, to stand beside ours.
#pragma once

#include <cstddef>

namespace assay::judge::model {

// Table I: answers none, true and false.
struct PaperAnswers {
  const char* name;
  size_t none, is_true, is_false;
};
inline constexpr PaperAnswers kPaperSample = {"paper, sample", 388, 991, 421};
inline constexpr PaperAnswers kPaperTotal = {"paper, total", 518, 2338, 1041};

// Table III: share of changed programs of a status that were foretold, in percent.
struct PaperStatus {
  const char* status;
  double percent;
};
inline constexpr PaperStatus kPaperStatuses[] = {
    {"crash", 100.0}, {"flaky", 75.0}, {"hangs", 66.7}};
// Section IV-C: accuracy with confidence score and explanation.
inline constexpr double kPaperAccuracy = 76.4;

}  // namespace assay::judge::model
