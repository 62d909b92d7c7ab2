#include "web/refusal.h"

#include <charconv>

#include "base/strings.h"
#include "web/guard.h"

namespace assay::web {
namespace {

// Where two of a kind contradict each other, whoever stands between the client and us may have read
// the other one.
constexpr const char* kOnce[] = {"Host",         "Origin",         "Authorization",
                                 "Content-Type", "Content-Length", "Transfer-Encoding"};

Refusal Refuse(int status, const char* message) { return {.status = status, .message = message}; }

// Of a body that comes with its length.
std::optional<Refusal> CheckLength(const std::string& text) {
  uint64_t length = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), length);
  const bool huge = failed == std::errc::result_out_of_range;
  if (end != text.data() + text.size() || (failed != std::errc() && !huge))
    return Refuse(400, "Content-Length is not a number");
  if (huge || length > kLargestBody) return Refuse(413, "the body is too large");
  return std::nullopt;
}

}  // namespace

Refusal RefusalOf(GuardedStream::Trouble trouble) {
  using Trouble = GuardedStream::Trouble;
  if (trouble == Trouble::kSlow) return {408, "Request Timeout", "the request took too long"};
  if (trouble == Trouble::kLongAddress) return {414, "URI Too Long", "the address is too long"};
  if (trouble == Trouble::kLargeHead)
    return {431, "Request Header Fields Too Large", "the headers are too large"};
  if (trouble == Trouble::kLargeBody) return {413, "Payload Too Large", "the body is too large"};
  return {400, "Bad Request", "this request is not understood"};
}

std::string PlainAnswer(const Refusal& refusal) {
  std::string out =
      StrCat("HTTP/1.1 ", refusal.status, " ", refusal.reason, "\r\nConnection: close\r\n");
  for (const auto& [name, value] : SafeHeaders()) out += StrCat(name, ": ", value, "\r\n");
  if (refusal.status == 503) out += "Retry-After: 2\r\n";
  const std::string body = StrCat("{\"error\": \"", refusal.message, "\"}");
  return StrCat(out, "Content-Type: application/json\r\nContent-Length: ", body.size(), "\r\n\r\n",
                body);
}

std::optional<Refusal> CheckRequest(const httplib::Request& request,
                                    const std::vector<std::string>& names) {
  for (const char* name : kOnce)
    if (request.get_header_value_count(name) > 1)
      return Refuse(400, "a header that must come once comes twice");
  // Not get_header_value(), which ends at a zero byte.
  const auto host = request.headers.find("Host");
  if (host == request.headers.end() || !AllowedHost(host->second, names))
    return Refuse(403, "this server does not go by that name; see --name");
  if (!AllowedFetch(request.get_header_value("Sec-Fetch-Site"),
                    request.get_header_value("Sec-Fetch-Mode")))
    return Refuse(403, "pages of others cannot read this");
  return std::nullopt;
}

std::optional<Refusal> CheckChange(const httplib::Request& request, const std::string& token) {
  if (!HasToken(request.get_header_value("Authorization"), token))
    return Refuse(401, "changes need the token that `assay serve` has printed");
  if (!AllowedOrigin(request.get_header_value("Origin"), request.get_header_value("Host")))
    return Refuse(403, "changes are taken from this server's own pages only");
  if (request.has_header("Transfer-Encoding") || !request.has_header("Content-Length"))
    return Refuse(411, "a body must come with its length");
  if (const auto refusal = CheckLength(request.get_header_value("Content-Length"))) return refusal;
  if (!request.get_header_value("Content-Type").starts_with("application/json") ||
      request.has_header("Content-Encoding"))
    return Refuse(415, "the body must be plain JSON (Content-Type: application/json)");
  return std::nullopt;
}

}  // namespace assay::web
