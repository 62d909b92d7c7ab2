#include "knowledge/api/crawl/page_source.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <thread>

#include "base/files.h"
#include "base/hash.h"
#include "base/http.h"
#include "base/strings.h"
#include "knowledge/api/crawl/address.h"

namespace assay::knowledge {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr uint64_t kMaxSitePage = uint64_t{32} << 20;
constexpr double kTimeoutSeconds = 30;
// A page that answers "later" (429, 503) or breaks is asked for again this often, each time after a
// longer pause.
constexpr int kTries = 3;
constexpr double kMaxPauseSeconds = 60;
constexpr int kMaxRedirects = 5;

class SiteSource : public PageSource {
 public:
  SiteSource(std::string start, std::string folder, double delay_s)
      : start_(std::move(start)),
        prefix_(FolderOf(start_)),
        folder_(std::move(folder)),
        delay_s_(delay_s) {}

  Status ReadRobots() {
    ASSAY_ASSIGN(const PageReply reply, Get(SplitAddress(start_).site + "/robots.txt"));
    // No robots.txt: everything is open. A server error: nobody knows, so nothing is (RFC 9309).
    if (reply.status >= 500)
      return Invalid(
          StrCat("the site answers ", reply.status, " for its robots.txt; try again later"));
    if (reply.status == 200) robots_ = Robots::Parse(reply.body, kAgent);
    delay_s_ = std::max(delay_s_, robots_.delay_s());
    if (!Allowed(start_))
      return Invalid(StrCat("the site's robots.txt asks crawlers to leave ", start_, " alone"));
    return {};
  }

  std::string Start() const override { return start_; }
  bool Inside(const std::string& address) const override { return address.starts_with(prefix_); }
  bool Allowed(const std::string& address) const override {
    return robots_.Allows(SplitAddress(address).path);
  }

  Result<PageReply> Get(const std::string& address) override {
    // "200\n" and the page: one file per address, named by its hash.
    const std::string kept = StrCat(folder_, "/", std::hex, HashBytes(address), ".page");
    if (const auto file = ReadFile(kept); file.ok()) {
      const size_t line = file->find('\n');
      return PageReply{std::atoi(file->c_str()),
                       line == std::string::npos ? "" : file->substr(line + 1), false};
    }
    ASSAY_ASSIGN(PageReply reply, Ask(address));
    // What may be better next time is not kept.
    if (reply.status < 500 && reply.status != 429)
      ASSAY_RETURN_IF_ERROR(WriteFile(kept, StrCat(reply.status, "\n", reply.body)));
    return reply;
  }

 private:
  Result<PageReply> Ask(const std::string& address) {
    double pause = std::max(1.0, delay_s_);
    Error last = Invalid("");
    for (int attempt = 0; attempt < kTries; ++attempt) {
      auto reply = Follow(address);
      const bool later = reply.ok() && (reply->status == 429 || reply->status >= 500);
      if (reply.ok() && (!later || attempt + 1 == kTries))
        return PageReply{reply->status, reply->status == 200 ? std::move(reply->body) : "", true};
      if (!reply.ok()) last = reply.error();
      if (attempt + 1 == kTries) break;
      if (reply.ok()) pause = std::max(pause, std::atof(reply->Header("retry-after").c_str()));
      std::this_thread::sleep_for(std::chrono::duration<double>(std::min(pause, kMaxPauseSeconds)));
      pause *= 2;
    }
    return last;
  }

  // Redirects only within what is crawled.
  Result<HttpReply> Follow(std::string address) {
    for (int hop = 0; hop <= kMaxRedirects; ++hop) {
      Wait();
      HttpRequest request;
      request.url = address;
      request.headers = {{"User-Agent", StrCat(kAgent, " (API documentation reader)")}};
      request.timeout_s = kTimeoutSeconds;
      request.max_bytes = kMaxSitePage;
      ASSAY_ASSIGN(HttpReply reply, Fetch(request));
      if (reply.status < 300 || reply.status >= 400) return reply;
      const std::string next = ResolveLink(address, reply.Header("location"));
      if (next.empty() || !Inside(next) || !Allowed(next)) {
        reply.status = 404;  // it leads elsewhere: not part of this documentation
        return reply;
      }
      address = next;
    }
    return Invalid(StrCat(address, " redirects without end"));
  }

  void Wait() {
    if (last_)
      std::this_thread::sleep_until(*last_ + std::chrono::duration_cast<Clock::duration>(
                                                 std::chrono::duration<double>(delay_s_)));
    last_ = Clock::now();
  }

  const std::string start_, prefix_, folder_;
  double delay_s_;
  Robots robots_;
  std::optional<Clock::time_point> last_;
};

// Larger pages are no documentation (numpy's largest has 2 MB).
constexpr uint64_t kMaxPage = uint64_t{32} << 20;

class FolderSource : public PageSource {
 public:
  explicit FolderSource(std::string folder) : folder_(std::move(folder)) {}

  std::string Start() const override { return folder_ + "/index.html"; }
  Result<PageReply> Get(const std::string& address) override {
    if (!fs::exists(address)) return PageReply{404, "", false};
    ASSAY_ASSIGN(std::string body, ReadFile(address, kMaxPage));
    return PageReply{200, std::move(body), false};
  }
  bool Inside(const std::string& address) const override {
    return address.starts_with(folder_ + "/");
  }
  bool Allowed(const std::string&) const override { return true; }
  std::vector<std::string> List() const override {
    std::vector<std::string> out;
    std::error_code error;
    for (auto at = fs::recursive_directory_iterator(
             folder_, fs::directory_options::skip_permission_denied, error);
         at != fs::recursive_directory_iterator(); at.increment(error))
      if (at->is_regular_file(error) && at->path().extension() == ".html")
        out.push_back(at->path().string());
    std::ranges::sort(out);
    return out;
  }

 private:
  const std::string folder_;
};

}  // namespace

Result<std::unique_ptr<PageSource>> OpenSite(const CrawlOptions& options) {
  std::error_code error;
  fs::create_directories(options.pages_folder, error);
  if (error) return Invalid(StrCat("cannot make ", options.pages_folder, ": ", error.message()));
  auto out = std::make_unique<SiteSource>(options.source, options.pages_folder, options.delay_s);
  ASSAY_RETURN_IF_ERROR(out->ReadRobots());
  return std::unique_ptr<PageSource>(std::move(out));
}

Result<std::unique_ptr<PageSource>> OpenFolder(const std::string& folder) {
  std::error_code error;
  if (!fs::is_directory(folder, error))
    return Invalid(StrCat("there is no folder ", folder,
                          "; name a folder of HTML pages or an http(s) address"));
  std::string path = fs::canonical(folder, error).string();
  if (error) return Invalid(StrCat("cannot read ", folder, ": ", error.message()));
  return std::unique_ptr<PageSource>(std::make_unique<FolderSource>(path));
}

}  // namespace assay::knowledge
