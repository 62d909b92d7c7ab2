// How often one mutation operator may be applied along one chain of mutations: the study's section
// 5.3. Beyond that its mutants were empty or out of range.
#pragma once

#include <cstddef>

#include "campaign/recipe.h"
#include "mutate/mutator.h"

namespace assay::campaign {

// Of a seed model. The study sets the rounds "based on seed model depth" without giving the limits:
// below 20 nodes are LeNet and the LSTMs, from 80 on ResNet, DenseNet, Inception, Xception.
enum class Depth { kShallow, kMedium, kDeep };
Depth DepthOf(size_t nodes);

//   operators                     shallow  medium  deep
//   weight                            100     100   100
//   LR                                  5      20    50
//   ARFm                                5      10    20
//   all others                         10      40   100
int Rounds(const mutate::MutatorDef& mutator, Depth depth);

// Whether `mutator` may be applied once more to the mutant that `recipe` describes.
bool RoundsLeft(const Recipe& recipe, const mutate::MutatorDef& mutator, Depth depth);

// Mutants of one seed, after which a search that keeps a pool per seed starts it anew: the 100
// rounds per model of the study's section 5.2.
inline constexpr int kRoundsPerSeed = 100;

}  // namespace assay::campaign
