#include "base/http.h"

#include <curl/curl.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <mutex>

#include "base/certificates.h"
#include "base/strings.h"

namespace assay {
namespace {

constexpr double kConnectSeconds = 20;  // a server that takes longer to say hello is not there

struct Easy {
  CURL* handle = curl_easy_init();
  curl_slist* headers = nullptr;
  ~Easy() {
    curl_slist_free_all(headers);
    curl_easy_cleanup(handle);
  }
};

struct Sink {
  HttpReply reply;
  uint64_t max_bytes = 0;
  bool too_large = false;
};

std::string Trimmed(std::string_view text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front())) != 0)
    text.remove_prefix(1);
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())) != 0)
    text.remove_suffix(1);
  return std::string(text);
}

size_t TakeBody(char* data, size_t size, size_t count, void* target) {
  auto& sink = *static_cast<Sink*>(target);
  if (sink.reply.body.size() + size * count > sink.max_bytes) {
    sink.too_large = true;
    return 0;  // ends the transfer
  }
  sink.reply.body.append(data, size * count);
  return size * count;
}

size_t TakeHeader(char* data, size_t size, size_t count, void* target) {
  auto& headers = static_cast<Sink*>(target)->reply.headers;
  const std::string_view line(data, size * count);
  // A redirect or "100 Continue" was not yet the reply.
  if (line.starts_with("HTTP/")) headers.clear();
  const size_t colon = line.find(':');
  if (colon != std::string_view::npos) {
    std::string name(line.substr(0, colon));
    std::transform(name.begin(), name.end(), name.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    headers.emplace_back(std::move(name), Trimmed(line.substr(colon + 1)));
  }
  return size * count;
}

// Anything but 0 ends the transfer.
int GiveUp(void* request, curl_off_t, curl_off_t, curl_off_t, curl_off_t) {
  return static_cast<const HttpRequest*>(request)->should_stop() ? 1 : 0;
}

bool IsLoopback(const std::string& url) {
  const std::string plain = PublicUrl(url);
  for (const char* host : {"://127.", "://localhost", "://[::1]"})
    if (plain.find(host) != std::string::npos) return true;
  return false;
}

// A line break in a value would end it and begin another header, or the body.
const std::string* BrokenHeader(const HttpRequest& request) {
  for (const auto& [name, value] : request.headers)
    for (const std::string* text : {&name, &value})
      if (std::any_of(text->begin(), text->end(),
                      [](unsigned char c) { return (c < 0x20 && c != '\t') || c == 0x7f; }))
        return &name;
  return nullptr;
}

void SetHeaders(Easy& easy, const HttpRequest& request) {
  for (const auto& [name, value] : request.headers)
    easy.headers = curl_slist_append(easy.headers, (name + ": " + value).c_str());
  // curl waits a second for "100 Continue" before a larger body; servers rarely send it.
  easy.headers = curl_slist_append(easy.headers, "Expect:");
  curl_easy_setopt(easy.handle, CURLOPT_HTTPHEADER, easy.headers);
}

void SetCertificates(CURL* handle) {
  const char* usual = curl_version_info(CURLVERSION_NOW)->cainfo;
  const std::string file = CertificateFile(usual == nullptr ? "" : usual);
  if (!file.empty()) curl_easy_setopt(handle, CURLOPT_CAINFO, file.c_str());
}

void SetOptions(Easy& easy, const HttpRequest& request, Sink& sink) {
  CURL* handle = easy.handle;
  SetCertificates(handle);
  curl_easy_setopt(handle, CURLOPT_URL, request.url.c_str());
  curl_easy_setopt(handle, CURLOPT_CUSTOMREQUEST, request.method.c_str());
  curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https");
  curl_easy_setopt(handle, CURLOPT_REDIR_PROTOCOLS_STR, "http,https");
  curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(handle, CURLOPT_ACCEPT_ENCODING, "");
  curl_easy_setopt(handle, CURLOPT_TIMEOUT_MS, static_cast<long>(request.timeout_s * 1000));
  curl_easy_setopt(handle, CURLOPT_CONNECTTIMEOUT_MS,
                   static_cast<long>(std::min(request.timeout_s, kConnectSeconds) * 1000));
  curl_easy_setopt(handle, CURLOPT_FOLLOWLOCATION, request.redirects > 0 ? 1L : 0L);
  curl_easy_setopt(handle, CURLOPT_MAXREDIRS, static_cast<long>(request.redirects));
  // Whatever proxy the environment names, this machine is not behind it.
  if (IsLoopback(request.url)) curl_easy_setopt(handle, CURLOPT_NOPROXY, "*");
  if (!request.body.empty() || request.method == "POST") {
    curl_easy_setopt(handle, CURLOPT_POSTFIELDSIZE_LARGE,
                     static_cast<curl_off_t>(request.body.size()));
    curl_easy_setopt(handle, CURLOPT_POSTFIELDS, request.body.c_str());
  }
  if (request.method == "HEAD") curl_easy_setopt(handle, CURLOPT_NOBODY, 1L);
  if (request.should_stop) {
    curl_easy_setopt(handle, CURLOPT_NOPROGRESS, 0L);
    curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, GiveUp);
    curl_easy_setopt(handle, CURLOPT_XFERINFODATA, &request);
  }
  SetHeaders(easy, request);
  curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, TakeBody);
  curl_easy_setopt(handle, CURLOPT_WRITEDATA, &sink);
  curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, TakeHeader);
  curl_easy_setopt(handle, CURLOPT_HEADERDATA, &sink);
}

}  // namespace

std::string HttpReply::Header(std::string_view name) const {
  for (const auto& [key, value] : headers)
    if (key == name) return value;
  return "";
}

double RetryAfterSeconds(const HttpReply& reply) {
  const std::string text = reply.Header("retry-after");
  if (text.empty()) return -1;
  char* end = nullptr;
  const double seconds = std::strtod(text.c_str(), &end);
  if (*end == '\0') return std::isfinite(seconds) ? std::max(0.0, seconds) : -1;
  const time_t date = curl_getdate(text.c_str(), nullptr);
  return date < 0 ? -1 : std::max(0.0, std::difftime(date, std::time(nullptr)));
}

std::string UrlEncode(std::string_view text) {
  constexpr char kHex[] = "0123456789ABCDEF";
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) || c == '-' || c == '.' || c == '_' || c == '~') {
      out += c;
    } else {
      out += '%';
      out += kHex[byte >> 4];
      out += kHex[byte & 15];
    }
  }
  return out;
}

std::string PublicUrl(const std::string& url) {
  std::string out = url.substr(0, url.find_first_of("?#"));
  const size_t scheme = out.find("://");
  const size_t start = scheme == std::string::npos ? 0 : scheme + 3;
  const size_t slash = std::min(out.find('/', start), out.size());
  const size_t at = out.rfind('@', slash);
  if (at != std::string::npos && at >= start) out.erase(start, at + 1 - start);
  return out;
}

Result<HttpReply> Fetch(const HttpRequest& request) {
  static std::once_flag once;
  std::call_once(once, [] { curl_global_init(CURL_GLOBAL_DEFAULT); });
  if (const std::string* name = BrokenHeader(request))
    return Invalid(StrCat(request.method, " ", PublicUrl(request.url), ": the header ", *name,
                          " holds a line break; not sent"));
  Easy easy;
  if (easy.handle == nullptr) return Invalid("no memory for an HTTP request");
  Sink sink;
  sink.max_bytes = request.max_bytes;
  SetOptions(easy, request, sink);
  const CURLcode code = curl_easy_perform(easy.handle);
  const std::string where = StrCat(request.method, " ", PublicUrl(request.url));
  if (sink.too_large)
    return Invalid(StrCat(where, ": the reply is larger than ", request.max_bytes, " bytes"));
  if (code == CURLE_ABORTED_BY_CALLBACK) return Invalid(StrCat(where, ": given up"));
  if (code == CURLE_OPERATION_TIMEDOUT)
    return Invalid(StrCat(where, ": no complete reply within ", request.timeout_s, " s"));
  if (code != CURLE_OK) return Invalid(StrCat(where, ": ", curl_easy_strerror(code)));
  long status = 0;
  curl_easy_getinfo(easy.handle, CURLINFO_RESPONSE_CODE, &status);
  sink.reply.status = static_cast<int>(status);
  return std::move(sink.reply);
}

}  // namespace assay
