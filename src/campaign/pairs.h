// Runs a case on all targets and holds them against each other: the literature's way to tell
// findings.
#pragma once

#include "campaign/examine.h"

namespace assay::campaign {

// Needs `judge` other than kCertified. A hit names the pair ("A vs B") as its target and as its
// oracle nan-differs, crash-differs, d-mad or r-rate; it is confirmed when the two still differ in
// clean processes. With `literal` the literature's own thresholds tell: D_MAD for the subject
// models of earlier work and everything else, R for those that the study added.
Examined ExaminePairs(const Prepared& prepared, const std::vector<lab::Target>& targets,
                      lab::Lab& lab, Shares& shares, const ExamineOptions& options);

// The largest distance between two of `targets` (oracle::LargestDistance), run for that alone.
// Nothing when the lab was closed meanwhile.
std::optional<double> MeasureDistance(const oracle::Subject& subject,
                                      const std::vector<lab::Target>& targets, lab::Lab& lab);

}  // namespace assay::campaign
