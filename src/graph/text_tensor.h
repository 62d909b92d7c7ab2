// Numbers and tensor elements in the text form, both ways, to the bit.
//
//   [1, -2.5, inf, nan]      elements in order; lists may be nested as the shape is
//   3                        the one element of a rank-0 tensor
//   nan(0x7fa00000)          a NaN with this bit pattern
//   (1.0, -2)                one complex element
//   fill(0.5)                every element the same
//   base64"AACAPw=="         the bytes of the buffer, as Tensor keeps them
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"
#include "graph/text_lexer.h"
#include "graph/type.h"
#include "tensor/tensor.h"

namespace assay {

// Bytes that `count` elements take, strings of `string_size` each; the largest number when it
// overflows.
uint64_t DataBytes(DType dtype, int64_t count, size_t string_size);

// --- printing ---
std::string FloatText(
    float value);  // always with a point, an exponent or a word: never mistaken for an integer
// The elements without the type. `fill_budget`: what kMaxFillBytes leaves; reduced by each fill(…)
// that is printed.
std::string TensorDataText(const Tensor& tensor, uint64_t& fill_budget);

// --- parsing ---
Result<int64_t> ParseInt(TokenStream& in, std::string_view what);
Result<float> ParseFloat(TokenStream& in);
bool StartsNumber(const TokenStream& in);
bool StartsTensorData(const TokenStream& in);
// Elements for a tensor of `type`, whose shape must be known.
Result<Tensor> ParseTensorData(TokenStream& in, const TensorType& type, uint64_t& fill_budget);

}  // namespace assay
