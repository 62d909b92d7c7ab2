#include "knowledge/api/crawl/crawler.h"

#include <zlib.h>

#include <deque>
#include <set>

#include "base/strings.h"
#include "knowledge/api/assemble.h"
#include "knowledge/api/crawl/address.h"
#include "knowledge/api/crawl/page_source.h"
#include "knowledge/api/html/page.h"
#include "knowledge/text.h"

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
                            " pages are kept, the same command continues from there"));
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

// The largest inventories (Python's own) unpack to about 2 MB.
constexpr size_t kMaxUnpacked = size_t{256} << 20;

Result<std::string> Inflate(std::string_view packed) {
  z_stream stream{};
  if (inflateInit(&stream) != Z_OK) return Invalid("zlib cannot be started");
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
  stream.avail_in = static_cast<uInt>(packed.size());
  std::string out;
  char buffer[1 << 16];
  int code = Z_OK;
  while (code == Z_OK && out.size() < kMaxUnpacked) {
    stream.next_out = reinterpret_cast<Bytef*>(buffer);
    stream.avail_out = sizeof buffer;
    code = inflate(&stream, Z_NO_FLUSH);
    if (code == Z_OK || code == Z_STREAM_END) out.append(buffer, sizeof buffer - stream.avail_out);
  }
  inflateEnd(&stream);
  if (code != Z_STREAM_END) return Invalid("objects.inv is damaged");
  return out;
}

std::string TakeLine(std::string_view& rest) {
  const size_t end = rest.find('\n');
  std::string line(rest.substr(0, end));
  rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  return line;
}

bool IsPythonApi(const std::string& role) {
  for (const char* known : {"py:function", "py:class", "py:method", "py:exception",
                            "py:classmethod", "py:staticmethod"})
    if (role == known) return true;
  return false;
}

// "torch.addmm py:function 1 generated/torch.addmm.html#$ -"
std::string PageOf(const std::string& line) {
  const std::vector<std::string> words = Split(line, ' ');
  for (size_t i = 1; i + 2 < words.size(); ++i) {
    if (!IsPythonApi(words[i])) continue;
    std::string page = words[i + 2];
    page = page.substr(0, page.find('#'));
    if (page.ends_with('$')) page = page.substr(0, page.size() - 1) + words[0];
    return page;
  }
  return "";
}

}  // namespace

Result<Crawl> RunCrawl(const CrawlOptions& options) {
  const bool web = IsWebAddress(options.source);
  ASSAY_ASSIGN(const auto source, web ? OpenSite(options) : OpenFolder(options.source));
  return Run(options, *source, web).Go();
}

Result<Inventory> ReadInventory(std::string_view file) {
  std::string_view rest = file;
  if (TakeLine(rest) != "# Sphinx inventory version 2")
    return Invalid("objects.inv is not a Sphinx inventory of version 2");
  Inventory out;
  const std::string project = TakeLine(rest), version = TakeLine(rest);
  out.project = std::string(Trim(project.substr(project.find(':') + 1)));
  out.version = std::string(Trim(version.substr(version.find(':') + 1)));
  TakeLine(rest);  // "# The remainder of this file is compressed using zlib."
  ASSAY_ASSIGN(const std::string lines, Inflate(rest));
  std::set<std::string> seen;
  for (const std::string& line : Split(lines, '\n')) {
    const std::string page = PageOf(line);
    if (!page.empty() && seen.insert(page).second) out.pages.push_back(page);
  }
  return out;
}

}  // namespace assay::knowledge
