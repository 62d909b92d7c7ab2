// Answers as HTTP responses.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "base/result.h"
#include "web/embedded.h"
#include "web/httplib.h"
#include "web/page.h"

namespace assay::web {

// As text that any reader takes: bytes that are no UTF-8 are replaced.
std::string DumpAnswer(const nlohmann::json& json);

void SendJson(const nlohmann::json& json, int status, httplib::Response& response);
// {"error": message}; the connection ends, since a body may be left unread.
void SendError(int status, const std::string& message, httplib::Response& response);
// The status that belongs to `error`; see page.h.
void SendProblem(const Error& error, httplib::Response& response);
void SendAnswer(const Answer& answer, httplib::Response& response);
// `known`: the If-None-Match header.
void SendFile(const Embedded& file, const std::string& known, httplib::Response& response);

// A page of others, or part of one, under a content-security policy of its own.
void SendForeign(std::string bytes, const std::string& type, const char* policy,
                 httplib::Response& response);

// The embedded file of `path` ("/app/main.js"); null when there is none. What belongs to static
// reports or to the documentation is left to those.
const Embedded* FindFile(std::string_view path);

}  // namespace assay::web
