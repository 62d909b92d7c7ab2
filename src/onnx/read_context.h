// What the readers of this folder share while one model is read: budgets and the wording of errors.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace assay::onnxio {

// Subgraphs within subgraphs. Real models stay below 5; every reader recurses, so there must be a
// bound.
inline constexpr int kMaxSubgraphNesting = 64;
// NumPy's own limit; no framework takes more.
inline constexpr int kMaxRank = 64;
// sequence(sequence(...)): the specification has no use for more than two.
inline constexpr int kMaxTypeNesting = 16;

// A small file can ask for much: these are what the whole model may still take beyond the file's
// own size.
struct ReadContext {
  uint64_t dense_bytes = uint64_t{256} << 20;  // sparse tensors are stored densely
  uint64_t captured = 500'000;  // a value captured through n subgraphs exists n times
  bool in_function = false;     // attributes may refer to the function's
  // Frees the weights of the protobuf message as they are copied out, so that they never exist
  // twice.
  bool consume = true;
};

// `error` with the place where it happened in front of its message.
Error Within(const std::string& where, Error error);

bool IsUtf8(std::string_view text);
// Every text that is kept must be UTF-8, because no other reader would accept what is written from
// it.
Status CheckText(std::string_view text, std::string_view what);

// `text` for a message: cut to a bearable length, control characters made visible.
std::string Quoted(std::string_view text);

}  // namespace assay::onnxio
