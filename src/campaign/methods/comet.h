// COMET's search, and what comet-opt changes about it.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "campaign/method.h"
#include "mutate/mutate.h"

namespace assay::campaign {

struct CometPlan {
  std::span<const std::string_view> operators;
  mutate::Where where = mutate::Where::kAnywhere;
  Judge judge = Judge::kDMad;
  // Longest recipe that is mutated further; 0: no limit but the rounds.
  size_t max_order = 0;
  // Structure operators start with this much reward instead of one, so they are ranked first until
  // others prove better.
  double structure_reward = 1;
  // Share of cases that apply one kind of operator many times to a seed, and which kinds.
  double repeat_share = 0;
  struct Repetition {
    std::span<const std::string_view> operators;
    int most = 0;
  };
  std::span<const Repetition> repetitions;
};

std::unique_ptr<Method> MakeComet(const Seeds& seeds, const MethodOptions& options,
                                  const CometPlan& plan);

}  // namespace assay::campaign
