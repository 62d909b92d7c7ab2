// Answers to requests that never became one: too slow, too large, too many. Some are written by
// hand, where the HTTP library has given up.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "web/guarded_stream.h"
#include "web/httplib.h"

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

// What a request must be like before anything is done for it.
// Of every request. `names`: see AllowedHost. Nothing: it is all right.
std::optional<Refusal> CheckRequest(const httplib::Request& request,
                                    const std::vector<std::string>& names);

// Of one that changes something, before its body is read: who sends it, and what is to come.
std::optional<Refusal> CheckChange(const httplib::Request& request, const std::string& token);

}  // namespace assay::web
