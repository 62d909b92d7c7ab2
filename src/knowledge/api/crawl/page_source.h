// Where pages come from: a folder, or a site with pages kept on disk.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "knowledge/api/crawl/crawler.h"

namespace assay::knowledge {

struct PageReply {
  int status = 200;
  std::string body;
  bool fetched = false;  // a request was made for it
};

class PageSource {
 public:
  virtual ~PageSource() = default;
  // The address of the page to begin with.
  virtual std::string Start() const = 0;
  // An error: there was no answer at all.
  virtual Result<PageReply> Get(const std::string& address) = 0;
  // Whether it belongs to what is crawled: below the start.
  virtual bool Inside(const std::string& address) const = 0;
  // Whether robots.txt leaves it open.
  virtual bool Allowed(const std::string& address) const = 0;
  // All pages, where they can be listed without reading any.
  virtual std::vector<std::string> List() const { return {}; }
};

Result<std::unique_ptr<PageSource>> OpenFolder(const std::string& folder);
Result<std::unique_ptr<PageSource>> OpenSite(const CrawlOptions& options);

}  // namespace assay::knowledge
