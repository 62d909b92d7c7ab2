// What a request must be like before anything is done for it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "web/httplib.h"
#include "web/refusal.h"

namespace assay::web {

// Of every request. `names`: see AllowedHost. Nothing: it is all right.
std::optional<Refusal> CheckRequest(const httplib::Request& request,
                                    const std::vector<std::string>& names);

// Of one that changes something, before its body is read: who sends it, and what is to come.
std::optional<Refusal> CheckChange(const httplib::Request& request, const std::string& token);

}  // namespace assay::web
