#include "web/guard.h"

#include <arpa/inet.h>
#include <sys/random.h>

#include <algorithm>
#include <array>

#include "base/check.h"
#include "base/strings.h"

namespace assay::web {
namespace {

// "" or ":80".
bool IsPort(std::string_view text) {
  return text.empty() ||
         (text.starts_with(':') && text.find_first_not_of("0123456789", 1) == text.npos);
}

// "[::1]:8080" and "[::1]" give "::1"; "a:80" gives "a"; "" for what is no host.
std::string WithoutPort(std::string_view host) {
  const bool six = host.starts_with('[');
  const size_t end = std::min(host.find(six ? ']' : ':'), host.size());
  if (six && end == host.size()) return "";
  if (!IsPort(host.substr(end + (six ? 1 : 0)))) return "";
  return std::string(six ? host.substr(1, end - 1) : host.substr(0, end));
}

bool IsAddress(const std::string& text) {
  std::array<unsigned char, sizeof(in6_addr)> bytes;
  return inet_pton(AF_INET, text.c_str(), bytes.data()) == 1 ||
         inet_pton(AF_INET6, text.c_str(), bytes.data()) == 1;
}

}  // namespace

const std::vector<std::pair<std::string, std::string>>& SafeHeaders() {
  static const auto* const kHeaders = new std::vector<std::pair<std::string, std::string>>{
      {"Content-Security-Policy", kPolicy},
      {"X-Content-Type-Options", "nosniff"},
      {"X-Frame-Options", "DENY"},
      {"Referrer-Policy", "no-referrer"},
      {"Cross-Origin-Opener-Policy", "same-origin"},
      {"Cross-Origin-Resource-Policy", "same-origin"}};
  return *kHeaders;
}

bool AllowedHost(std::string_view host, const std::vector<std::string>& names) {
  const std::string name = Lower(WithoutPort(host));
  // Headers arrive with their escapes decoded: a zero would end the name for those who read it as C
  // does.
  if (name.empty() || name.find('\0') != std::string::npos) return false;
  return name == "localhost" || IsAddress(name) ||
         std::ranges::any_of(names, [&](const std::string& known) { return Lower(known) == name; });
}

bool AllowedOrigin(std::string_view origin, std::string_view host) {
  if (origin.empty()) return true;
  for (const std::string_view scheme : {"http://", "https://"})
    if (origin.starts_with(scheme)) return Lower(origin.substr(scheme.size())) == Lower(host);
  return false;  // "null", of pages that hide where they come from
}

bool AllowedFetch(std::string_view site, std::string_view mode) {
  return site.empty() || site == "same-origin" || site == "none" || mode == "navigate";
}

bool HasToken(std::string_view authorization, std::string_view token) {
  constexpr std::string_view kScheme = "Bearer ";
  if (token.empty() || !authorization.starts_with(kScheme)) return false;
  const std::string_view given = authorization.substr(kScheme.size());
  // Volatile: no compiler may leave the loop at the first difference.
  volatile unsigned char difference = given.size() == token.size() ? 0 : 1;
  for (size_t i = 0; i < token.size(); ++i)
    difference =
        static_cast<unsigned char>(difference | (token[i] ^ (i < given.size() ? given[i] : '\0')));
  return difference == 0;
}

std::string NewToken() {
  std::array<unsigned char, 16> bytes;
  ASSAY_CHECK(getrandom(bytes.data(), bytes.size(), 0) == static_cast<ssize_t>(bytes.size()))
      << "the kernel gives no random numbers";
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string out;
  for (const unsigned char byte : bytes) {
    out += kDigits[byte >> 4];
    out += kDigits[byte & 15];
  }
  return out;
}

}  // namespace assay::web
