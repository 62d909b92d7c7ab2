// One HTTP exchange: a request out, a reply back.
//
// A reply with an error status is a reply; an Error means that there was none (no connection, time
// ran out, too large). Messages name the address without user, password and query, and never a
// header, so that no secret can reach a log. Only http and https. Safe to call from many threads.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace assay {

using HttpHeaders = std::vector<std::pair<std::string, std::string>>;

struct HttpRequest {
  std::string url;
  std::string method = "GET";
  HttpHeaders headers;
  std::string body;
  double timeout_s = 60;                     // for all of it
  int redirects = 0;                         // followed at most; the last address is not told
  uint64_t max_bytes = uint64_t{256} << 20;  // of the reply's body
  // Asked about once a second; true: the exchange is given up, which is an Error. Null: never.
  std::function<bool()> should_stop;
};

struct HttpReply {
  int status = 0;
  HttpHeaders headers;  // names in lower case, in the order they came
  std::string body;

  // The first header of that lower-case `name`, or "".
  std::string Header(std::string_view name) const;
};

Result<HttpReply> Fetch(const HttpRequest& request);

// What a Retry-After header asks for, given in seconds or as a date; negative when there is none.
double RetryAfterSeconds(const HttpReply& reply);

// `text` as part of an address: all but letters, digits and -._~ as %XX.
std::string UrlEncode(std::string_view text);

// `url` without user, password, query and fragment.
std::string PublicUrl(const std::string& url);

}  // namespace assay
