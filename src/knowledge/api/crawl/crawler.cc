#include "knowledge/api/crawl/crawler.h"

#include <deque>
#include <filesystem>
#include <set>

#include "base/strings.h"
#include "knowledge/api/assemble.h"
#include "knowledge/api/crawl/address.h"
#include "knowledge/api/crawl/inventory.h"
#include "knowledge/api/crawl/page_source.h"
#include "knowledge/api/html/page.h"

namespace assay::knowledge {
namespace {

// The addresses of the links on a page.
std::vector<std::string> Links(const HtmlNode& page, const std::string& address) {
  std::vector<std::string> out;
  for (const HtmlNode* link : FindAll(page, [](const HtmlNode& n) { return n.Is("a"); }))
    out.push_back(ResolveLink(address, link->Attribute("href")));
  return out;
}

bool LooksLikePage(const std::string& address) {
  const std::string name = address.substr(address.rfind('/') + 1);
  const size_t dot = name.rfind('.');
  // "torch.nn" has a point and no ending; pictures and archives have one.
  if (dot == std::string::npos) return true;
  for (const char* other : {".png", ".svg", ".jpg", ".gif", ".pdf", ".zip", ".js", ".css", ".txt",
                            ".gz", ".ipynb", ".inv", ".ico", ".json", ".xml", ".whl", ".py"})
    if (name.ends_with(other)) return false;
  return true;
}

class Run {
 public:
  Run(const CrawlOptions& options, PageSource& source, bool web)
      : options_(options), source_(source), web_(web) {}

  Result<Crawl> Go() {
    ASSAY_RETURN_IF_ERROR(Begin());
    while (!queue_.empty()) {
      if (out_.pages >= options_.max_pages) {
        out_.complete = false;
        break;
      }
      const std::string address = queue_.front();
      queue_.pop_front();
      ASSAY_RETURN_IF_ERROR(Visit(address));
    }
    FollowReferences(out_.docs);
    return std::move(out_);
  }

 private:
  // Sphinx's list if there is one, the folder's files, or the start page.
  Status Begin() {
    const std::string start = source_.Start();
    const std::string base = start.substr(0, start.rfind('/') + 1);
    ASSAY_ASSIGN(const PageReply reply, source_.Get(base + "objects.inv"));
    if (reply.status == 200) {
      ASSAY_ASSIGN(const Inventory inventory, ReadInventory(reply.body));
      out_.project = inventory.project;
      out_.version = inventory.version;
      for (const std::string& page : inventory.pages) Add(base + page);
      if (!queue_.empty()) return {};
    }
    for (const std::string& page : source_.List()) Add(page);
    if (queue_.empty()) Add(start);
    follow_ = web_;
    return {};
  }

  void Add(const std::string& address) {
    if (address.empty() || !source_.Inside(address) || !LooksLikePage(address)) return;
    if (!seen_.insert(address).second) return;
    if (!source_.Allowed(address))
      ++out_.refused;
    else
      queue_.push_back(address);
  }

  Status Visit(const std::string& address) {
    if (options_.tell)
      options_.tell(StrCat(out_.pages + 1, " pages, ", queue_.size(), " waiting, ",
                           out_.docs.size(), " APIs"));
    auto reply = source_.Get(address);
    if (!reply.ok())
      return Invalid(StrCat(reply.error().message, "; ", out_.pages,
                            " pages are kept, the same command goes on from there"));
    ++out_.pages;
    out_.fetched += reply->fetched ? 1 : 0;
    if (reply->status != 200) {
      ++out_.missing;
      return {};
    }
    const auto page = ParseHtml(reply->body);
    if (!page.ok()) return {};  // an empty page documents nothing
    for (ApiDoc& doc : ReadPage(*page)) out_.docs.push_back(std::move(doc));
    if (follow_)
      for (const std::string& link : Links(*page, address)) Add(link);
    return {};
  }

  const CrawlOptions& options_;
  PageSource& source_;
  const bool web_;
  bool follow_ = false;
  std::deque<std::string> queue_;
  std::set<std::string> seen_;
  Crawl out_;
};

}  // namespace

Result<Crawl> RunCrawl(const CrawlOptions& options) {
  const bool web = IsWebAddress(options.source);
  ASSAY_ASSIGN(const auto source, web ? OpenSite(options) : OpenFolder(options.source));
  return Run(options, *source, web).Go();
}

}  // namespace assay::knowledge
