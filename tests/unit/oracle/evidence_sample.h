// One case with one output of two numbers whose truth is 1, and what a target made of it.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "oracle/oracle.h"

namespace assay::oracle {

// Bounds of `radius` around 1; a careful library stays within a tenth of it.
struct EvidenceSample {
  explicit EvidenceSample(double radius = 0.5) : strict(Around1(radius / 10)) {
    truth.lenient.emplace_back(Around1(radius));
    evidence.subject = &subject;
    evidence.truth = &truth;
  }
  EvidenceSample(const EvidenceSample&) = delete;
  EvidenceSample& operator=(const EvidenceSample&) = delete;

  static Bounded Around1(double radius) {
    Bounded out(DType::kFloat32, {2});
    for (int64_t i = 0; i < 2; ++i) out.set(i, Real{1, 1 - radius, 1 + radius, Nan::kNever});
    return out;
  }

  static lab::Observation Gave(double a, double b) {
    const double values[] = {a, b};
    lab::Observation out;
    out.ending = lab::Ending::kOk;
    out.outputs.emplace_back("y", MakeTensor(DType::kFloat32, {2}, values));
    return out;
  }

  static lab::Observation Ended(lab::Ending ending, const std::string& message) {
    lab::Observation out;
    out.ending = ending;
    out.message = message;
    return out;
  }

  std::vector<Judgement> Judged(const lab::Observation& seen) const {
    if (seen.outputs.empty()) return {};
    const Known careful = strict;
    return {Judge("y", truth.lenient[0], &careful, seen.outputs[0].second)};
  }

  void First(const lab::Observation& seen) {
    evidence.first = seen;
    evidence.outputs = Judged(seen);
  }

  void Second(const lab::Observation& seen) {
    evidence.second = seen;
    evidence.second_outputs = Judged(seen);
  }

  std::optional<std::string> Said(std::string_view oracle) const {
    return FindOracle(oracle)->judge(evidence);
  }

  Subject subject;
  Truth truth;
  Bounded strict;
  Evidence evidence;
};

}  // namespace assay::oracle
