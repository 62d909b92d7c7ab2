// Drawn data: digits, shapes and sentences with known classes, for models that are trained here.
//
// All of it comes from the given numbers; nothing is taken from a data set. Only sums, products and
// square roots are used: the same data on every machine.
#pragma once

#include <cstdint>
#include <vector>

#include "base/rng.h"
#include "training/labelled.h"

namespace assay::training {

inline constexpr int64_t kDrawnSize = 10;  // pixels of an image's side
inline constexpr int64_t kWords = 24;      // of the sentences' vocabulary
inline constexpr int64_t kSentence = 10;   // words of a sentence

// Digits 0 to 9 of straight strokes, which slant, shift, vary in width and are noisy.
// float32 [count, 1, kDrawnSize, kDrawnSize]
LabelledData DrawDigits(int64_t count, Rng& rng);

// Discs, boxes, triangles and crosses of many sizes in many places, noisy. As above; classes 0 to 3
// in that order.
LabelledData DrawShapes(int64_t count, Rng& rng);

// Opinions: words of praise and of blame among others, each of which "not" turns round when it
// stands before it. Two or three opinions, of which most decide: 0 blame, 1 praise.
// int64 [count, kSentence]
LabelledData DrawSentences(int64_t count, Rng& rng);

}  // namespace assay::training
