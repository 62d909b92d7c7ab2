// A look over the bytes of a protobuf message before it is parsed.
//
// The protobuf library answers a damaged file with "no", and turns two bytes of a hostile one into
// hundreds in memory. This pass walks tags and lengths only (it skips weights in one step), says
// where a file is damaged, and bounds the number of parts and their nesting, so that parsing
// afterwards takes a bounded amount of memory and stack.
#pragma once

#include <string_view>

#include "base/result.h"

namespace assay::onnxio {

enum class WireRoot { kModel, kTensor, kSequence, kOptional, kMap };

// Messages within messages: a subgraph takes three levels, and at most kMaxSubgraphNesting of them
// are accepted.
inline constexpr int kMaxWireNesting = 220;

Status ScanWire(std::string_view bytes, WireRoot root);

}  // namespace assay::onnxio
