#include "web/help_site.h"

#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "base/strings.h"
#include "help/book.h"
#include "help/html.h"
#include "web/embedded.h"
#include "web/site.h"

namespace assay::web {
namespace {

using help::Book;
using help::HtmlText;
using help::Node;
using nlohmann::json;

constexpr std::string_view kAssets = "help/";
constexpr const char* kHtml = "text/html; charset=utf-8";
constexpr const char* kIndex = "search.js";  // also what tells an earlier site from other folders

// "../" as often as `path` is deep: the way to the first page.
std::string RootOf(const std::string& path) {
  std::string out;
  for (const char c : path)
    if (c == '/') out += "../";
  return out;
}

std::string ContentsHtml(const Book& book, const help::Page& page, const std::string& root) {
  std::string out;
  for (const help::Chapter& chapter : book.chapters()) {
    out += StrCat("<h2>", HtmlText(chapter.title), "</h2>\n<ul>\n");
    for (const std::string& source : chapter.sources) {
      const help::Page& other = book.pages().at(source);
      out += StrCat("<li><a href=\"", root, HtmlText(other.path), "\"",
                    &other == &page ? " aria-current=\"page\"" : "", ">", HtmlText(other.title),
                    "</a></li>\n");
    }
    out += "</ul>\n";
  }
  return out;
}

std::string PageHtml(const Book& book, const help::Page& page, const HelpOptions& options) {
  const std::string root = RootOf(page.path);
  const auto address_of = [&](const std::string& link) { return book.AddressOf(page, link); };
  const std::string dashboard =
      options.dashboard ? StrCat("<a href=\"", root, "../\">Dashboard</a>\n") : "";
  return StrCat(
      "<!DOCTYPE html>\n<html lang=\"en\" data-root=\"", root, "\">\n<head>\n",
      "<meta charset=\"utf-8\">\n",
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n",
      "<meta name=\"color-scheme\" content=\"light dark\">\n<title>", HtmlText(page.title),
      " – assay</title>\n<link rel=\"icon\" href=\"", root,
      "icon.svg\" type=\"image/svg+xml\">\n<link rel=\"stylesheet\" href=\"", root,
      "base.css\">\n<link rel=\"stylesheet\" href=\"", root, "help.css\">\n<script src=\"", root,
      "help.js\"></script>\n</head>\n<body>\n",
      "<a class=\"skip\" href=\"#main\">Skip to the content</a>\n<header class=\"top\">\n",
      "<a class=\"name\" href=\"", root, "index.html\">assay help</a>\n",
      "<div class=\"search\" role=\"search\" hidden></div>\n<span class=\"tools\">", dashboard,
      "<a class=\"to-contents\" href=\"#contents\">Contents</a></span>\n</header>\n",
      "<div class=\"book\">\n<main id=\"main\" tabindex=\"-1\">\n",
      help::HtmlOf(page.document, address_of), "</main>\n",
      "<nav id=\"contents\" aria-label=\"Contents\">\n", ContentsHtml(book, page, root),
      "</nav>\n</div>\n<footer class=\"bottom\">assay ", HtmlText(options.version), " · ", "<code>",
      HtmlText(page.source), "</code></footer>\n</body>\n</html>\n");
}

// [path, anchor, title of the page, heading, words] for every section.
void AddToIndex(const help::Page& page, json& index) {
  std::string anchor, heading, words;
  const auto end_section = [&] {
    if (!words.empty() || !heading.empty())
      index.push_back({page.path, anchor, page.title, heading, words});
    words.clear();
  };
  for (const Node& block : page.document.inside) {
    if (block.kind == Node::Kind::kHeading) {
      end_section();
      anchor = block.number == 1 ? "" : block.text;
      heading = help::PlainText(block);
    } else {
      words += (words.empty() ? "" : " ") + help::PlainText(block);
    }
  }
  end_section();
}

std::string ImageType(const std::string& path) {
  return path.ends_with(".svg") ? "image/svg+xml" : "image/png";
}

void AddAssets(HelpFileMap& out) {
  for (const Embedded& file : EmbeddedFiles()) {
    std::string path(file.path);
    if (path.starts_with(kAssets))
      path = path.substr(kAssets.size());
    else if (path == "style/base.css")
      path = "base.css";
    else if (path != "icon.svg")
      continue;
    out[path] = {std::string(file.plain), std::string(file.type)};
  }
}

}  // namespace

Result<HelpFileMap> HelpFiles(const std::string& home, const HelpOptions& options) {
  ASSAY_ASSIGN(const Book book, Book::Read(home));
  HelpFileMap out;
  AddAssets(out);
  json index = json::array();
  for (const auto& [source, page] : book.pages()) {
    out[page.path] = {PageHtml(book, page, options), kHtml};
    AddToIndex(page, index);
  }
  for (const auto& [source, path] : book.images()) {
    ASSAY_ASSIGN(auto bytes, ReadFile(StrCat(home, "/", source)));
    out[path] = {std::move(bytes), ImageType(path)};
  }
  out[kIndex] = {StrCat("assayHelp.take(", ScriptText(index), ");\n"),
                 "text/javascript; charset=utf-8"};
  return out;
}

Status WriteHelp(const HelpFileMap& files, const std::string& folder) {
  namespace fs = std::filesystem;
  std::error_code failed;
  const bool there = fs::exists(folder, failed);
  if (there && !fs::is_directory(folder, failed))
    return Invalid(StrCat("--site ", folder, ": is a file; name a folder"));
  const bool earlier = fs::exists(StrCat(folder, "/", kIndex), failed);
  if (there && !fs::is_empty(folder, failed) && !earlier)
    return Invalid(StrCat("--site ", folder,
                          ": holds other files; name a new or empty folder, or an earlier site"));
  for (const auto& [path, file] : files) {
    const fs::path goal = fs::path(folder) / path;
    fs::create_directories(goal.parent_path(), failed);
    ASSAY_RETURN_IF_ERROR(WriteFile(goal.string(), file.bytes));
  }
  return {};
}

Result<HelpFile> HelpPages::Read(std::string_view path) const {
  std::call_once(made_, [this] {
    files_ = std::make_unique<Result<HelpFileMap>>(
        HelpFiles(home_, {.version = version_, .dashboard = true}));
  });
  if (!files_->ok()) return files_->error();
  const HelpFileMap& files = **files_;
  const auto found = files.find(path.empty() ? std::string_view("index.html") : path);
  if (found == files.end()) return Unsupported("there is no such page; see /help/");
  return found->second;
}

}  // namespace assay::web
