#include "trial/schemes.h"

namespace assay::trial {

std::span<const Scheme> AllSchemes() {
  static const std::vector<Scheme> kAll = {
      {"float32", {{2, 3}}},                           // elementwise
      {"float32", {{3, 3}}},                           // square
      {"float32", {{4}}},                              // vectors
      {"float32", {{2, 3}, {3, 4}}},                   // a product of matrices
      {"float32", {{2, 4}, {2, 3}, {3, 4}}},           // added to a product
      {"float32", {{2}, {2, 3}, {3}}},                 // added to a product with a vector
      {"float32", {{2, 3}, {3}}},                      // with a vector
      {"float32", {{2, 4}, {5, 2, 3}, {5, 3, 4}}},     // added to a sum of products
      {"float32", {{5, 2, 4}, {5, 2, 3}, {5, 3, 4}}},  // added to products of a batch
      {"float32", {{2, 3, 4}, {2, 4, 5}}},             // products of a batch
      {"int64", {{2, 3}}},
      {"bool", {{2, 3}}},
      {"complex64", {{2, 3}}},
      {"float32", {{2, 3, 8}}},
      {"float32", {{2, 3, 8, 8}}},
      {"float32", {{2, 3, 8, 8, 8}}},
      {"float32", {{2, 3, 8}, {4, 3, 3}}},  // convolutions
      {"float32", {{2, 3, 8, 8}, {4, 3, 3, 3}}},
      {"float32", {{}}},
  };
  return kAll;
}

}  // namespace assay::trial
