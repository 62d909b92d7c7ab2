// Texts as vectors: what means the same lies near.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"

namespace assay::knowledge {

// Eight bits per number do: measured cosines changed by 0.0014 at most, and sums of whole numbers
// are the same on every machine.
struct Embedding {
  std::vector<int8_t> values;  // empty: of an empty text
  double length = 0;
};

// `values` scaled so that the largest becomes 127.
Embedding MakeEmbedding(const std::vector<float>& values);

// -1 to 1; 0 when either is empty.
double Cosine(const Embedding& a, const Embedding& b);

class Embedder {
 public:
  virtual ~Embedder() = default;
  // One embedding per text, in order. The same text always gives the same.
  virtual Result<std::vector<Embedding>> Embed(const std::vector<std::string>& texts) = 0;
};

}  // namespace assay::knowledge
