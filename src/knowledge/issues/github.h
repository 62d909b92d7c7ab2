// GitHub's REST interface, as far as mining needs it: paging, rate limits, failures that pass.
//
// Requests go to one base address only (ASSAY_GITHUB_API, or GitHub's own), whatever pages and
// redirects name (a repository that was renamed answers with its new address); the token
// (GITHUB_TOKEN) is sent there and nowhere else, and never printed. What is not there (404, 410
// gone, 451, …) is a rejected error, so that one lost page need not end a long run. When the limit
// is used up it waits as the replies say (Retry-After, X-RateLimit-Reset), at most `max_wait_s` in
// all; then it stops with an error that says when to come again.
#pragma once

#include <functional>
#include <string>

#include "base/http.h"
#include "base/json.h"
#include "base/result.h"

namespace assay::knowledge {

struct GitHubOptions {
  std::string base;                         // "https://host"; without a slash at the end
  std::string token;                        // "": anonymous, with far lower limits
  std::string token_name = "GITHUB_TOKEN";  // where it comes from, for messages
  double max_wait_s = 3600;
  std::function<Result<HttpReply>(const HttpRequest&)> fetch = Fetch;
  std::function<void(double)> sleep;                 // seconds
  std::function<double()> now;                       // seconds since 1970
  std::function<void(const std::string&)> announce;  // why it waits
};

// From the environment, with real time.
GitHubOptions DefaultGitHubOptions();

class GitHub {
 public:
  explicit GitHub(GitHubOptions options) : options_(std::move(options)) {}

  struct Page {
    nlohmann::json json;
    std::string next;  // address of the next page; "": this is the last
  };

  // `path`: "/repos/…?…", or an address that a page gave as its next.
  Result<Page> Get(const std::string& path);
  // All entries of a list over all pages. `limit`: enough after that many.
  Result<std::vector<nlohmann::json>> List(const std::string& path, size_t limit = SIZE_MAX);
  // A file's content as it is.
  Result<std::string> Raw(const std::string& path);

  int requests() const { return requests_; }

 private:
  Result<HttpReply> Send(const std::string& path, const char* accept);
  // `path` or address on our base; an error when it leads elsewhere.
  Result<std::string> UrlOf(const std::string& path) const;
  // Seconds to wait before trying again; negative: do not.
  double WaitFor(const HttpReply& reply, int attempt) const;
  Status Wait(double seconds, const std::string& why);

  GitHubOptions options_;
  double waited_ = 0;
  int requests_ = 0;
};

}  // namespace assay::knowledge
