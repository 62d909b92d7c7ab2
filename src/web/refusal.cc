#include "web/refusal.h"

#include "base/strings.h"
#include "web/guard.h"

namespace assay::web {

Refusal RefusalOf(GuardedStream::Trouble trouble) {
  using Trouble = GuardedStream::Trouble;
  switch (trouble) {
    case Trouble::kSlow:
      return {408, "Request Timeout", "the request took too long"};
    case Trouble::kLongAddress:
      return {414, "URI Too Long", "the address is too long"};
    case Trouble::kLargeHead:
      return {431, "Request Header Fields Too Large", "the headers are too large"};
    case Trouble::kLargeBody:
      return {413, "Payload Too Large", "the body is too large"};
    case Trouble::kNone:
      break;
  }
  return {400, "Bad Request", "this is no request that is understood"};
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

}  // namespace assay::web
