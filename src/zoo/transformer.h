// What transformers share: linear maps over the last axis, normalisation, attention from
// primitives.
#pragma once

#include <string_view>

#include "zoo/layers.h"

namespace assay::zoo {

// MatMul and Add on [batch, length, features].
ValueId Project(Builder& b, std::string_view layer, ValueId x, int64_t features, double gain = 1,
                bool bias = true);
ValueId LayerNorm(Builder& b, std::string_view layer, ValueId x, float epsilon = 1e-5f);

// [batch, length, features] to [batch, heads, length, features / heads], and back.
ValueId SplitHeads(Builder& b, std::string_view layer, ValueId x, int64_t heads);
ValueId MergeHeads(Builder& b, std::string_view layer, ValueId x);

// At most one of both: numbers to add to the scores, or booleans that keep a score.
struct AttentionMask {
  ValueId add = kAbsent;
  ValueId keep = kAbsent;
};
// softmax(q k' / sqrt(d)) v for [batch, heads, length, d].
ValueId Attend(Builder& b, ValueId q, ValueId k, ValueId v, const AttentionMask& mask = {});

// Projects, splits, attends to `context`, merges and projects back.
ValueId Attention(Builder& b, std::string_view name, ValueId x, ValueId context, int64_t heads,
                  double gain, const AttentionMask& mask = {});

// Two linear maps with a Gelu between them.
ValueId FeedForward(Builder& b, std::string_view name, ValueId x, int64_t hidden, double gain);

}  // namespace assay::zoo
