// One frame out, one frame in, while draining what the worker prints and watching its limits.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "assay_wire.h"
#include "lab/byte_buffer.h"
#include "lab/process.h"
#include "lab/worker.h"

namespace assay::lab {

struct FrameResult {
  enum class End { kFrame, kClosed, kWall, kCpu, kFlood, kLie, kStale };
  End end = End::kFrame;
  std::string lie;      // kLie: what is wrong; kStale: the frame answers an earlier request
  std::string printed;  // the end of it
};

// Sends `parts` (may be empty) and waits for a frame of `kind` with `id`; its body is put in
// `body`.
FrameResult ExchangeFrames(Process& process, const std::vector<std::string_view>& parts,
                           uint16_t kind, uint64_t id, double wall_s, double cpu_s,
                           const Limits& limits, ByteBuffer& body);

// What is still in the pipe after the end of a process, added to `printed`.
void DrainOutput(Process& process, std::string& printed);

}  // namespace assay::lab
