// Frames to and from program_server.py: 4 bytes of length, then text.
#pragma once

#include <string>

#include "base/result.h"

namespace assay::program {

// `passed`: a descriptor that the other side gets along with it; -1: none.
Status SendFrame(int socket, const std::string& text, int passed = -1);
Result<std::string> ReceiveFrame(int socket, double seconds);

}  // namespace assay::program
