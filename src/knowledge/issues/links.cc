#include "knowledge/issues/links.h"

#include <re2/re2.h>

#include <algorithm>

#include "base/json.h"
#include "base/strings.h"
#include "knowledge/issues/markdown.h"

namespace assay::knowledge {
namespace {

using nlohmann::json;

std::string CodeOf(const std::string& name, const std::string& content) {
  if (!name.ends_with(".ipynb")) return content;
  const Result<std::string> code = NotebookCode(content);
  return code.ok() ? *code : "";
}

// All Python files and notebooks of a gist.
Result<std::string> GistCode(GitHub& github, const std::string& id) {
  ASSAY_ASSIGN(const GitHub::Page page, github.Get("/gists/" + id));
  const auto files = page.json.find("files");
  if (files == page.json.end() || !files->is_object())
    return Reject(StrCat("gist ", id, ": the reply names no files"));
  std::string out;
  for (const auto& [name, file] : files->items()) {
    if (!name.ends_with(".py") && !name.ends_with(".ipynb")) continue;
    if (!file.is_object() || !file.contains("content") || !file["content"].is_string()) continue;
    if (TrueAt(file, "truncated"))
      return Reject(StrCat("gist ", id, ": ", name, " is too long to be given out whole"));
    out += CodeOf(name, file["content"].get<std::string>());
  }
  if (out.empty()) return Reject(StrCat("gist ", id, ": no Python file and no notebook in it"));
  return out;
}

Result<std::string> Follow(GitHub& github, const std::string& url) {
  static const RE2 kGist(R"(https?://gist\.github\.com/(?:[\w-]+/)?([0-9a-f]{8,40}).*)");
  static const RE2 kColabGist(R"(https?://colab\.[\w.]+/gist/[\w-]+/([0-9a-f]{8,40}).*)");
  static const RE2 kColabRepo(
      R"(https?://colab\.[\w.]+/github/([\w.-]+/[\w.-]+)/blob/([\w.-]+)/(.+?\.ipynb).*)");
  std::string id, repo, reference, file;
  if (RE2::FullMatch(url, kGist, &id) || RE2::FullMatch(url, kColabGist, &id))
    return GistCode(github, id);
  if (RE2::FullMatch(url, kColabRepo, &repo, &reference, &file)) {
    ASSAY_ASSIGN(const std::string text,
                 github.Raw(StrCat("/repos/", repo, "/contents/", file, "?ref=", reference)));
    return NotebookCode(text);
  }
  return Unsupported("a notebook on a drive: only a person who is signed in can open it");
}

}  // namespace

std::vector<std::string> FindLinks(std::string_view text) {
  static const RE2 kLink(
      R"((https?://(?:gist\.github\.com/[\w/-]+|colab\.(?:research|sandbox)\.google\.com/[\w/.%~-]+)))");
  std::vector<std::string> out;
  std::string url;
  re2::StringPiece rest(text.data(), text.size());
  while (RE2::FindAndConsume(&rest, kLink, &url)) {
    while (url.ends_with('.') || url.ends_with('/')) url.pop_back();
    if (std::ranges::find(out, url) == out.end()) out.push_back(url);
  }
  return out;
}

Result<LinkedCode> FollowLink(GitHub& github, const std::string& url) {
  LinkedCode out;
  out.url = url;
  out.kind = url.find("colab") == std::string::npos ? "gist" : "colab";
  Result<std::string> text = Follow(github, url);
  if (text.ok()) {
    out.text = std::move(text).value();
    return out;
  }
  if (text.error().kind != ErrorKind::kRejected && text.error().kind != ErrorKind::kUnsupported)
    return text.error();
  out.problem = text.error().message;
  return out;
}

Result<std::string> NotebookCode(const std::string& ipynb) {
  const json notebook = ParseJson(ipynb);
  if (!notebook.is_object() || !notebook.contains("cells") || !notebook["cells"].is_array())
    return Reject("not a notebook: it has no cells");
  std::string out;
  for (const json& cell : notebook["cells"]) {
    if (!cell.is_object() || TextAt(cell, "cell_type") != "code") continue;
    std::string source;
    const auto text = cell.find("source");
    if (text != cell.end() && text->is_string()) source = text->get<std::string>();
    if (text != cell.end() && text->is_array())
      for (const json& line : *text)
        if (line.is_string()) source += line.get<std::string>();
    if (!source.empty()) out += PlainCode(source);
  }
  return out;
}

}  // namespace assay::knowledge
