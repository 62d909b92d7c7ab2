// comet-opt: COMET as the study changed it (section 6.2), after what it had found out.
//
// Low-order mutants (finding 9), of the backbone (finding 10), structure operators first (finding
// 7), all of them legal by construction (the study's second wish); beside these, seeds whose sizes
// and dimensions grow by many SM and DM (finding 8: efficiency and memory; their cases 1 and 3: 50
// mutations), and seeds under many GF (their case 2: 100), which drive values towards the limits.
// The oracle is the study's. The study gives no further settings; the numbers below are ours where
// they do not say where they come from.
#include <array>

#include "campaign/methods/comet.h"

namespace assay::campaign {
namespace {

// The study's structure operators before the rest of COMET's.
constexpr std::array<std::string_view, 18> kCometOptOperators = {
    "LA",         "LC",           "LS",    "LR",         "ARFp",          "ARFm",
    "MLA",        "DM",           "SM",    "PM",         "special-value", "mixed-precision",
    "cast-chain", "add-residual", "merge", "add-branch", "edge",          "swap-activation"};
constexpr std::array<std::string_view, 2> kGrowth = {"SM", "DM"};
constexpr std::array<std::string_view, 1> kNoise = {"GF"};
constexpr std::array<CometPlan::Repetition, 2> kRepetitions = {CometPlan::Repetition{kGrowth, 50},
                                                               CometPlan::Repetition{kNoise, 100}};

// The study's structure operators show their largest distances within about 20 rounds, and most of
// its false positives came in the later half of the rounds.
constexpr size_t kCometOptMaxOrder = 10;
constexpr double kStructureReward = 3;
constexpr double kRepeatShare = 0.2;

}  // namespace

MethodDef CometOptMethodDef() {
  return {"comet-opt",
          "COMET as the study optimised it: low order, backbone, structure first, legal mutants",
          [](const Seeds& seeds, const MethodOptions& options) {
            CometPlan plan;
            plan.operators = kCometOptOperators;
            plan.where = mutate::Where::kBackbone;
            plan.judge = Judge::kStudy;
            plan.max_order = kCometOptMaxOrder;
            plan.structure_reward = kStructureReward;
            plan.repeat_share = kRepeatShare;
            plan.repetitions = kRepetitions;
            MethodOptions legal = options;
            legal.unconstrained = false;
            return MakeComet(seeds, legal, plan);
          }};
}

}  // namespace assay::campaign
