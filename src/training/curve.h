// Loss curves: does a target learn as the model does?
//
// Rounding makes every training drift away from every other, slowly at first, then at the pace of
// the model's own instability, so no fixed tolerance fits. The reference is trained several times
// (trainings.h). If the target is one more of these trainings, its distance from their mean, over
// their deviation, follows Student's distribution. It is blamed when that is beyond belief over all
// steps together (Bonferroni), and when the distance matters at all: a training may be
// significantly, yet uninterestingly, off.
#pragma once

#include <vector>

namespace assay::training {

struct CurveVerdict {
  bool wrong = false;
  int step = 0;  // where it shows best, from 1
  double got = 0, mean = 0, deviation = 0;
  double p = 1;    // of the whole curve, corrected, whether or not the distance matters
  int judged = 0;  // steps before the reference's own curves fall apart
};

// One false alarm in a million curves, were the assumptions exact.
inline constexpr double kBelief = 1e-6;

// `curves`: losses of the reference, one row per training; a short one left the numbers there.
// `radius`: how far the first loss may be from the truth by its certified bound, which tells what
// few trainings may miss. Deterministic.
CurveVerdict JudgeCurve(const std::vector<std::vector<double>>& curves,
                        const std::vector<double>& got, double unit, double radius = 0);

// P(|T| > t) of Student's distribution.
double StudentTail(double t, int degrees);

}  // namespace assay::training
