// assay docs crawl: documentation pages, from a folder or a site.
#include <filesystem>

#include "base/hash.h"
#include "cli/command.h"
#include "knowledge/api/crawl/crawler.h"
#include "knowledge/api/documentation.h"

namespace assay::cli::docs {
namespace {

struct CrawlFlags {
  std::string framework, version;
  bool any_version = false, fresh = false, json = false;
  knowledge::CrawlOptions crawl;
};

// One folder of pages per start address.
std::string PagesFolder(const std::string& source) {
  return StrCat(CacheFolder(), "/crawled/", std::hex, HashBytes(source));
}

int Report(const knowledge::Crawl& crawl, const knowledge::ApiBase& base, const std::string& file,
           bool json) {
  if (json)
    return PrintJson(With(ASSAY_FIELDS(crawl, pages, fetched, refused, missing, complete),
                          {{"framework", base.framework},
                           {"version", base.version},
                           {"apis", base.docs.size()},
                           {"file", file}}));
  std::cout << base.framework << " " << base.version << ": " << base.docs.size() << " APIs on "
            << crawl.pages << " pages (" << crawl.fetched << " fetched now";
  if (crawl.refused > 0) std::cout << ", " << crawl.refused << " left alone as robots.txt asks";
  if (crawl.missing > 0) std::cout << ", " << crawl.missing << " missing";
  std::cout << ")\nkept in " << file << "\n";
  if (!crawl.complete) std::cout << "there are more pages: --max-pages allows them\n";
  return kDone;
}

Result<int> RunCrawlCommand(CrawlFlags flags) {
  ASSAY_ASSIGN(const auto subject, knowledge::FindFramework(flags.framework, ""));
  flags.crawl.pages_folder = PagesFolder(flags.crawl.source);
  std::error_code ignored;
  if (flags.fresh) std::filesystem::remove_all(flags.crawl.pages_folder, ignored);
  Progress progress;
  flags.crawl.tell = [&](const std::string& what) { progress.Show("docs: " + what); };
  ASSAY_ASSIGN(const auto crawl, knowledge::RunCrawl(flags.crawl));
  progress.Clear();
  if (crawl.docs.empty())
    return Invalid(StrCat("no API was found on ", crawl.pages, " pages of ", flags.crawl.source,
                          "; Sphinx's and TensorFlow's pages can be read"));
  ASSAY_ASSIGN(
      const auto version,
      knowledge::VersionToKeep(subject, flags.version.empty() ? crawl.version : flags.version,
                               flags.any_version));
  knowledge::ApiBase base{flags.framework, version, "crawl", crawl.docs};
  knowledge::Stamp(base);
  const knowledge::ApiShelf shelf;
  ASSAY_RETURN_IF_ERROR(shelf.Keep(base));
  return Report(crawl, base, shelf.PathOf(base.framework, base.version, base.source), flags.json);
}

}  // namespace

std::function<int()> SetupCrawl(App& app) {
  const auto flags = std::make_shared<CrawlFlags>();
  app.AddOption("source", flags->crawl.source,
                "a folder of HTML, or the http(s) address of the first page")
      .Required();
  app.AddOption("--framework", flags->framework, "framework that it documents").Required();
  app.AddOption("--version", flags->version, "its version, where the pages do not say it");
  app.AddFlag("--any-version", flags->any_version, "keep it even if another version is installed");
  app.AddOption("--delay", flags->crawl.delay_s,
                "seconds between requests (default: 0.5; robots.txt may ask for more)");
  app.AddOption("--max-pages", flags->crawl.max_pages, "read at most this many (default: 5000)");
  app.AddFlag("--fresh", flags->fresh, "forget pages that were fetched before");
  app.AddFlag("--json", flags->json, "print JSON");
  return [flags] { return ExitCode(RunCrawlCommand(*flags)); };
}

}  // namespace assay::cli::docs
