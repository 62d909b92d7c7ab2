// Rules: what a correct implementation is allowed to do. Chosen once per judgement.
#pragma once

namespace assay {

// Strict: what a careful library achieves; outside it is an accuracy finding. Lenient: the known
// approximations of shipped libraries are allowed, too; outside it is a wrong result.
enum class Tier { kStrict, kLenient };

struct Rules {
  Tier tier = Tier::kLenient;
  // float32, float64 and bfloat16 subnormals may be read or written as zero.
  bool flush_to_zero = true;
  // The same for float16, whose subnormals begin at 6e-5; few processors do it.
  bool flush_float16 = false;
  // 8-bit (and narrower) integer arithmetic may saturate instead of wrapping.
  bool saturating_int8 = true;
  // Factors of float32 sums of products may be cut to TF32 first, as tensor cores do when they are
  // allowed to.
  bool tf32 = false;
  // Sums of float32 products may drop digits where they would round, as tensor cores do.
  bool dropping_sums = false;
  // Adversary mode only: no tricks, every step rounds once to nearest and sums run in order, as in
  // a simple library. Used to measure how large errors really are.
  bool plain = false;
};

}  // namespace assay
