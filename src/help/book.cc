#include "help/book.h"

#include <algorithm>
#include <filesystem>

#include "base/files.h"
#include "base/strings.h"

namespace assay::help {
namespace {

namespace fs = std::filesystem;
using Kind = Node::Kind;

constexpr const char* kContents = "docs/README.md";
constexpr const char* kAbout = "README.md";
constexpr uint64_t kLargestPage = 4 << 20;

std::string WithoutDocs(const std::string& source) {
  constexpr std::string_view kDocs = "docs/";
  return source.starts_with(kDocs) ? source.substr(kDocs.size()) : source;
}

// docs/guide/x.md: guide/x.html. A page about a folder is the folder's index.
std::string PathOf(std::string source) {
  if (source == kContents) return "index.html";
  source = WithoutDocs(source);
  if (source.ends_with("/README.md")) return source.substr(0, source.size() - 9) + "index.html";
  if (!source.ends_with(".md")) return source + "/index.html";
  const size_t name = source.rfind('/') == std::string::npos ? 0 : source.rfind('/') + 1;
  return source.substr(0, name) + Lower(source.substr(name, source.size() - 3 - name)) + ".html";
}

bool IsImage(const std::string& source) {
  return source.ends_with(".png") || source.ends_with(".svg");
}

bool OnTheWeb(const std::string& link) {
  return link.starts_with("https://") || link.starts_with("http://") || link.starts_with("mailto:");
}

}  // namespace

Result<Node> ReadPage(const std::string& home, const std::string& name) {
  auto text = ReadFile(StrCat(home, "/docs/", name), kLargestPage);
  if (!text.ok())
    return Invalid(StrCat("the documentation is not at ", home,
                          "/docs: set ASSAY_HOME to the project's folder"));
  return ParseMarkdown(*text);
}

Result<Book> Book::Read(const std::string& home) {
  Book out(home);
  ASSAY_RETURN_IF_ERROR(ReadPage(home, "README.md"));
  ASSAY_RETURN_IF_ERROR(out.AddPage(kContents));
  ASSAY_RETURN_IF_ERROR(out.AddPage(kAbout));
  out.AddChapters();
  return out;
}

Book::Goal Book::GoalOf(const std::string& source, const std::string& link) const {
  if (OnTheWeb(link) || link.empty()) return {};
  const size_t mark = link.find('#');
  const std::string name = link.substr(0, mark);
  const std::string anchor = mark == std::string::npos ? "" : link.substr(mark + 1);
  if (name.empty()) return {source, anchor};
  std::string goal = (fs::path(source).parent_path() / name).lexically_normal();
  while (goal.ends_with('/')) goal.pop_back();
  if (goal.starts_with("..") || goal.starts_with('/')) return {};
  std::error_code ignored;
  if (fs::exists(StrCat(home_, "/", goal, "/README.md"), ignored)) goal += "/README.md";
  return {goal, anchor};
}

Status Book::AddPage(const std::string& source) {
  ASSAY_ASSIGN(const std::string text, ReadFile(StrCat(home_, "/", source), kLargestPage));
  Node document = ParseMarkdown(text);
  Page& page = pages_[source];
  page = {source, PathOf(source), TitleOf(document), std::move(document)};
  std::vector<std::string> links;
  Walk(page.document, [&](const Node& node) {
    if (node.kind != Kind::kLink && node.kind != Kind::kImage) return;
    links.push_back(node.text);
    links.push_back(node.dark);
  });
  for (const std::string& link : links) {
    const std::string goal = GoalOf(source, link).source;
    const fs::path path = fs::path(home_) / goal;
    std::error_code ignored;
    if (goal.empty() || pages_.contains(goal)) continue;
    if (fs::is_directory(path, ignored)) {
      AddFolder(goal);
    } else if (goal.ends_with(".md") && fs::exists(path, ignored)) {
      ASSAY_RETURN_IF_ERROR(AddPage(goal));
    } else if (IsImage(goal) && fs::exists(path, ignored)) {
      images_[goal] = WithoutDocs(goal);
    }
  }
  return {};
}

// A folder of pages without one of its own gets a list of them.
void Book::AddFolder(const std::string& source) {
  std::vector<fs::path> entries = EntriesOf(fs::path(home_) / source);
  std::ranges::sort(entries);
  std::string name = fs::path(source).filename();
  name[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(name[0])));
  std::vector<std::string> lines;
  pages_[source] = {};  // its pages may lead to it
  for (const fs::path& path : entries) {
    const std::string page = StrCat(source, "/", path.filename().string());
    if (path.extension() != ".md" || !(pages_.contains(page) || AddPage(page).ok())) continue;
    lines.push_back(StrCat("- [", pages_[page].title, "](", path.filename().string(), ")"));
  }
  if (lines.empty()) {
    pages_.erase(source);
    return;
  }
  pages_[source] = {source, PathOf(source), name,
                    ParseMarkdown(StrCat("# ", name, "\n\n", Join(lines, "\n"), "\n"))};
}

void Book::AddChapters() {
  for (const Node& block : pages_[kContents].document.inside) {
    if (block.kind == Kind::kHeading && block.number == 2)
      chapters_.push_back({PlainText(block), {}});
    if (chapters_.empty()) continue;
    std::vector<std::string>& sources = chapters_.back().sources;
    Walk(block, [&](const Node& node) {
      const std::string goal = node.kind == Kind::kLink ? GoalOf(kContents, node.text).source : "";
      if (pages_.contains(goal) && std::ranges::find(sources, goal) == sources.end())
        sources.push_back(goal);
    });
  }
}

std::string Book::AddressOf(const Page& from, const std::string& link) const {
  if (OnTheWeb(link)) return link;
  // The list of a folder stands in the site where its pages do, one level below its source.
  const bool folder = !from.source.ends_with(".md");
  const Goal goal = GoalOf(folder ? from.source + "/x.md" : from.source, link);
  const auto page = pages_.find(goal.source);
  const auto image = images_.find(goal.source);
  if (page == pages_.end() && image == images_.end()) return "";
  const std::string& path = page != pages_.end() ? page->second.path : image->second;
  const std::string anchor = goal.anchor.empty() ? "" : "#" + goal.anchor;
  if (path == from.path && !anchor.empty()) return anchor;
  return fs::path(path).lexically_relative(fs::path(from.path).parent_path()).string() + anchor;
}

}  // namespace assay::help
