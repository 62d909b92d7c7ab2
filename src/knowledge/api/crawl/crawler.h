// Crawler: API documentation out of a folder of HTML or a web site.
//
// On the web it is polite: one request at a time with a pause in between, only pages below the
// start page's folder, nothing that robots.txt asks to leave alone, a stated maximum of pages.
// Every page is kept in a folder as it comes, so a run that was killed goes on where it stood and
// asks for nothing twice. Where the site has Sphinx's objects.inv only the pages in it are read;
// otherwise links are followed in the order of the pages.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "knowledge/api/api_doc.h"

namespace assay::knowledge {

struct CrawlOptions {
  std::string source;        // folder or http(s) address of the start page
  std::string pages_folder;  // where pages are kept; not used for folders
  double delay_s = 0.5;      // between requests; robots.txt may ask for more
  size_t max_pages = 5000;
  std::function<void(const std::string&)> tell;  // progress
};

struct Crawl {
  std::vector<ApiDoc> docs;
  std::string project, version;  // of objects.inv; "" without one
  size_t pages = 0;              // read
  size_t fetched = 0;            // of these, asked for in this run
  size_t refused = 0;            // by robots.txt
  size_t missing = 0;            // answered with an error
  bool complete = true;          // false: max_pages was reached
};

// An error: the start cannot be read, or the site stopped answering; then the same call goes on
// there.
Result<Crawl> RunCrawl(const CrawlOptions& options);

// How assay names itself to sites, and the name that robots.txt may know it by.
inline constexpr const char* kAgent = "assay-docs";

// objects.inv: Sphinx's own list of what is documented where (version 2).
struct Inventory {
  std::string project, version;
  std::vector<std::string>
      pages;  // that document Python functions, classes or methods; each once, in order
};

Result<Inventory> ReadInventory(std::string_view file);

}  // namespace assay::knowledge
