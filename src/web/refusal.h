// Answers to requests that never became one: too slow, too large, too many. Some are written by
// hand, where the HTTP library has given up.
#pragma once

#include <string>

#include "web/guarded_stream.h"

namespace assay::web {

struct Refusal {
  int status = 400;
  const char* reason = "";  // behind the status: "Request Timeout"
  const char* message = "";
};

inline constexpr Refusal kTooManyConnections = {503, "Service Unavailable",
                                                "too many connections; try again in a moment"};

// `trouble`: not kNone.
Refusal RefusalOf(GuardedStream::Trouble trouble);

// All of the answer, head and body.
std::string PlainAnswer(const Refusal& refusal);

}  // namespace assay::web
