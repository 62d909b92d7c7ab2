#include "knowledge/issues/github.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <thread>

#include "base/strings.h"
#include "knowledge/issues/issue.h"
#include "knowledge/text.h"

namespace assay::knowledge {
namespace {

constexpr int kAttempts = 6;
constexpr int kRedirects = 5;           // a repository that was renamed
constexpr double kFirstBackoff = 2;     // seconds, doubled each time
constexpr double kSecondaryLimit = 60;  // what GitHub asks for when it names no time
constexpr const char* kPublicBase = "https://api.github.com";

double Number(const HttpReply& reply, const char* name, double otherwise) {
  const std::string text = reply.Header(name);
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  return end == text.c_str() ? otherwise : value;
}

// Gitee counts the pages: `path` with the number after its own.
std::string NextByCount(const std::string& path, double pages) {
  static constexpr std::string_view kPage = "page=";
  size_t at = path.find("?page=");
  if (at == std::string::npos) at = path.find("&page=");
  const long number = at == std::string::npos ? 1 : std::atol(path.c_str() + at + 1 + kPage.size());
  if (static_cast<double>(number) >= pages) return "";
  if (at == std::string::npos)
    return StrCat(path, path.find('?') == std::string::npos ? "?" : "&", kPage, number + 1);
  const size_t digits = at + 1 + kPage.size();
  const size_t end = std::min(path.find('&', digits), path.size());
  return StrCat(path.substr(0, digits), number + 1, path.substr(end));
}

// <address>; rel="next", <address>; rel="last". Addresses may hold commas.
std::string NextOf(const HttpReply& reply) {
  const std::string links = reply.Header("link");
  for (size_t open = links.find('<'); open != std::string::npos;) {
    const size_t close = links.find('>', open);
    if (close == std::string::npos) return "";
    const size_t following = links.find('<', close);
    const std::string about = links.substr(close, following - close);
    if (about.find("rel=\"next\"") != std::string::npos)
      return links.substr(open + 1, close - open - 1);
    open = following;
  }
  return "";
}

bool LimitReached(const HttpReply& reply) {
  if (reply.status == 429) return true;
  if (reply.status != 403) return false;
  return Number(reply, "x-ratelimit-remaining", 1) <= 0 || RetryAfterSeconds(reply) >= 0 ||
         reply.body.find("rate limit") != std::string::npos ||
         reply.body.find("abuse detection") != std::string::npos;
}

// {"message": "Validation Failed", "errors": [{"message": "The listed … cannot be searched …"}]}
std::string MessageOf(const HttpReply& reply) {
  const auto json = ParseJson(reply.body);
  if (!json.is_object()) return "";
  std::string out = TextAt(json, "message");
  const auto errors = json.find("errors");
  if (errors == json.end() || !errors->is_array()) return out;
  for (const auto& error : *errors)
    if (error.is_object() && !TextAt(error, "message").empty())
      out += ": " + TextAt(error, "message");
  return out;
}

Error Refused(const std::string& path, const HttpReply& reply, const GitHubOptions& options) {
  const std::string what =
      StrCat(path.substr(0, path.find('?')), ": HTTP ", reply.status, " ", MessageOf(reply));
  switch (reply.status) {
    case 401:
      return Invalid(StrCat(what, "; the token in ", options.token_name,
                            " is not accepted: renew it, or unset it"));
    case 404:
      return Reject(what + "; no such repository or page" +
                    (options.token.empty() ? ", or it needs " + options.token_name : ""));
    case 422:
      return Reject(what +
                    "; the search is not understood, or the repository is not there: see "
                    "--query and --repo");
    case 403:
    case 409:
    case 410:
    case 451:
      return Reject(what);
    default:
      return Invalid(what);
  }
}

bool IsRedirect(int status) {
  return status == 301 || status == 302 || status == 307 || status == 308;
}

}  // namespace

GitHubOptions DefaultGitHubOptions() {
  GitHubOptions out;
  const char* base = std::getenv("ASSAY_GITHUB_API");
  out.base = base == nullptr || *base == '\0' ? kPublicBase : base;
  while (out.base.ends_with('/')) out.base.pop_back();
  if (const char* token = std::getenv("GITHUB_TOKEN")) out.token = Trim(token);
  out.sleep = [](double s) { std::this_thread::sleep_for(std::chrono::duration<double>(s)); };
  out.now = [] {
    return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch())
        .count();
  };
  out.announce = [](const std::string&) {};
  return out;
}

double GitHub::WaitFor(const HttpReply& reply, int attempt) const {
  const double backoff = kFirstBackoff * std::pow(2.0, attempt);
  if (LimitReached(reply)) {
    const double asked = RetryAfterSeconds(reply);
    if (asked >= 0) return asked;
    if (Number(reply, "x-ratelimit-remaining", 1) <= 0) {
      const double reset = Number(reply, "x-ratelimit-reset", options_.now() + kSecondaryLimit);
      return std::max(reset - options_.now(), 0.0) + 1;  // clocks differ
    }
    return std::max(kSecondaryLimit, backoff);
  }
  return reply.status >= 500 || reply.status == 408 ? backoff : -1;
}

Status GitHub::Wait(double seconds, const std::string& why) {
  if (waited_ + seconds > options_.max_wait_s)
    return Invalid(StrCat(why, ": it asks to wait ", std::llround(seconds),
                          " s, more than --max-wait leaves; the same command continues from here, ",
                          options_.token.empty()
                              ? StrCat("and ", options_.token_name, " raises the limit")
                              : "later"));
  waited_ += seconds;
  options_.announce(StrCat(why, ", waiting ", std::llround(seconds), " s"));
  options_.sleep(seconds);
  return {};
}

Result<std::string> GitHub::UrlOf(const std::string& path) const {
  if (!path.starts_with("http://") && !path.starts_with("https://")) return options_.base + path;
  if (path.starts_with(options_.base + "/")) return path;
  return Invalid(StrCat("a page at ", options_.base, " leads to another host; not followed"));
}

Result<HttpReply> GitHub::Send(const std::string& path, const char* accept) {
  HttpRequest request;
  ASSAY_ASSIGN(request.url, UrlOf(path));
  request.headers = {{"Accept", accept}, {"X-GitHub-Api-Version", "2022-11-28"}};
  if (!options_.token.empty())
    request.headers.emplace_back("Authorization", "Bearer " + options_.token);
  int redirects = 0;
  Error last = Invalid("");
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    ++requests_;
    const Result<HttpReply> reply = options_.fetch(request);
    double wait = kFirstBackoff * std::pow(2.0, attempt);
    std::string why;
    if (reply.ok()) {
      if (reply->status == 200) return reply;
      if (IsRedirect(reply->status) && ++redirects <= kRedirects) {
        ASSAY_ASSIGN(request.url, UrlOf(reply->Header("location")));
        --attempt;  // it was none
        continue;
      }
      last = Refused(path, *reply, options_);
      wait = WaitFor(*reply, attempt);
      if (wait < 0) return last;
      why = LimitReached(*reply) ? "the rate limit is reached" : StrCat("HTTP ", reply->status);
    } else {
      last = reply.error();
      why = last.message;
    }
    if (attempt + 1 < kAttempts) ASSAY_RETURN_IF_ERROR(Wait(wait, why));
  }
  return Invalid(StrCat(last.message, " (", kAttempts, " attempts)"));
}

Result<GitHub::Page> GitHub::Get(const std::string& path) {
  ASSAY_ASSIGN(const HttpReply reply, Send(path, "application/vnd.github+json"));
  Page page;
  page.json = ParseJson(reply.body);
  if (page.json.is_discarded())
    return Invalid(StrCat(path.substr(0, path.find('?')), ": the reply is not JSON"));
  const double pages = Number(reply, "total_page", 0);
  page.next = pages > 0 ? NextByCount(path, pages) : NextOf(reply);
  return page;
}

Result<std::vector<nlohmann::json>> GitHub::List(const std::string& path, size_t limit) {
  std::vector<nlohmann::json> out;
  for (std::string next = path; !next.empty() && out.size() < limit;) {
    ASSAY_ASSIGN(Page page, Get(next));
    if (!page.json.is_array()) return Invalid(StrCat(path, ": the reply is not a list"));
    for (nlohmann::json& entry : page.json) out.push_back(std::move(entry));
    next = page.next;
  }
  return out;
}

Result<std::string> GitHub::Raw(const std::string& path) {
  ASSAY_ASSIGN(HttpReply reply, Send(path, "application/vnd.github.raw"));
  return std::move(reply.body);
}

}  // namespace assay::knowledge
