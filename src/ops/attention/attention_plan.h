// The sizes and options of one Attention node, and the bias that masks give to a score.
#pragma once

#include <optional>
#include <vector>

#include "ops/attention/scaled_dot.h"

namespace assay::ops {

// The windows' opset by its release. ONNX 1.23 put them into opset 25 after the fact, so in between
// nobody is to blame.
inline constexpr int kWindows = 28;

struct AttentionPlan {
  bool packed = false;  // inputs of rank 3
  int64_t batch = 0, q_heads = 0, kv_heads = 0, q_length = 0, past = 0, total = 0, size = 0,
          v_size = 0;
  double scale = 1, softcap = 0;
  bool causal = false;
  int64_t left_window = -1, right_window = -1;
  int64_t output_mode = 0;
  DType softmax_type = DType::kUndefined;
  std::vector<int64_t> valid;  // nonpad_kv_seqlen per batch, or empty
};

// Reads node and inputs of an evaluation. Shapes have been checked by inference.
Result<AttentionPlan> PlanAttention(const EvalCall& call);

// attn_mask, is_causal, the windows and nonpad_kv_seqlen as one value to add: -infinity where a key
// is not attended.
class AttentionBias {
 public:
  static Result<AttentionBias> From(const EvalCall& call, const AttentionPlan& plan);
  Real At(const Arith& arith, int64_t b, int64_t head, int64_t query, int64_t key) const;

 private:
  bool Attended(int64_t b, int64_t query, int64_t key) const;
  Real MaskAt(const Arith& arith, int64_t b, int64_t head, int64_t query, int64_t key) const;

  const AttentionPlan* plan_ = nullptr;
  const Bounded* mask_ = nullptr;  // null: no mask
  Shape strides_;                  // of the mask over [batch, head, query, key]
  int64_t mask_length_ = 0;        // keys beyond it count as masked out
};

}  // namespace assay::ops
