#include "knowledge/issues/attached.h"

#include <re2/re2.h>

#include <algorithm>
#include <set>

#include "base/json.h"
#include "base/strings.h"
#include "knowledge/issues/markdown.h"
#include "knowledge/text.h"

namespace assay::knowledge {
namespace {

using nlohmann::json;

constexpr size_t kMaxEvents = 500;
constexpr size_t kMaxCommits = 30;

bool Merged(const json& pull) {
  const auto nested = pull.find("pull_request");
  if (nested != pull.end() && nested->is_object() && !TextAt(*nested, "merged_at").empty())
    return true;
  if (TextAt(pull, "state") != "closed") return false;
  const auto labels = pull.find("labels");
  if (labels == pull.end() || !labels->is_array()) return false;
  for (const json& label : *labels)
    if (label.is_object() && TextAt(label, "name") == "Merged") return true;
  return false;
}

// Other projects mend their own copies of a bug, and their #7 is another.
bool SameRepo(const json& pull, const std::string& repo) {
  for (const char* key : {"repository_url", "html_url"})
    if (const std::string found = RepoOfUrl(TextAt(pull, key)); !found.empty())
      return Lower(found) == Lower(repo);
  return true;
}

Result<std::vector<std::string>> Messages(GitHub& github, const std::string& path) {
  ASSAY_ASSIGN(const std::vector<json> commits, github.List(path, kMaxCommits));
  std::vector<std::string> out;
  for (const json& entry : commits) {
    if (!entry.is_object()) continue;
    const auto commit = entry.find("commit");
    if (commit != entry.end() && commit->is_object()) out.push_back(TextAt(*commit, "message"));
  }
  return out;
}

Result<Fix> PullFix(GitHub& github, const std::string& repo, const json& pull) {
  Fix fix;
  fix.kind = "pull";
  fix.id = StrCat(NumberOf(pull, "number"));
  fix.title = TextAt(pull, "title");
  fix.body = TextAt(pull, "body");
  auto messages =
      Messages(github, StrCat("/repos/", repo, "/pulls/", fix.id, "/commits?per_page=100"));
  if (messages.ok())
    fix.messages = *std::move(messages);
  else if (messages.error().kind != ErrorKind::kRejected)
    return messages.error();
  return fix;
}

Result<Fix> CommitFix(GitHub& github, const std::string& repo, const std::string& sha) {
  Fix fix;
  fix.kind = "commit";
  fix.id = sha;
  // A commit that was pushed over or lies in a copy of the repository is named, but not there.
  const auto page = github.Get(StrCat("/repos/", repo, "/commits/", sha));
  if (!page.ok() && page.error().kind == ErrorKind::kRejected) return fix;
  if (!page.ok()) return page.error();
  const auto commit = page->json.find("commit");
  if (commit != page->json.end() && commit->is_object())
    fix.messages.push_back(TextAt(*commit, "message"));
  if (!fix.messages.empty()) fix.title = fix.messages[0].substr(0, fix.messages[0].find('\n'));
  return fix;
}

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

bool SaysFixes(const std::string& text, const std::string& repo, int64_t number) {
  const std::string name = RE2::QuoteMeta(repo);
  const std::string one = StrCat("(?:(?:", name, ")?#|https?://[\\w.]+/", name, "/issues/)");
  // "Fixes #5, #7 and #8", "Fixes issue #7", "Fixes [#7](address)".
  const RE2 pattern(StrCat(R"((?i)\b(?:fix(?:es|ed)?|close[sd]?|resolve[sd]?)\b[\s:]*)",
                           R"((?:(?:the\s+)?(?:issues?|bugs?)\s+)?(?:\[?)", one,
                           R"(\d+\]?(?:\s*(?:,|&|and)\s*)+)*\[?)", one, number, R"(\b)"));
  return RE2::PartialMatch(text, pattern);
}

Result<std::vector<Fix>> FetchFixes(GitHub& github, const Issue& issue) {
  ASSAY_ASSIGN(
      const std::vector<json> events,
      github.List(StrCat("/repos/", issue.repo, "/issues/", issue.number, "/timeline?per_page=100"),
                  kMaxEvents));
  std::vector<Fix> out;
  std::set<std::string> seen;
  for (const json& event : events) {
    if (!event.is_object()) continue;
    const std::string kind = TextAt(event, "event");
    const std::string sha = TextAt(event, "commit_id");
    if (kind == "closed" && !sha.empty() && seen.insert(sha).second) {
      ASSAY_ASSIGN(out.emplace_back(), CommitFix(github, issue.repo, sha));
    }
    if (kind != "cross-referenced" || !event.contains("source")) continue;
    const json& source = event["source"];
    const auto pull = source.is_object() ? source.find("issue") : source.end();
    if (!source.is_object() || pull == source.end() || !pull->is_object()) continue;
    if (!pull->contains("pull_request") || !Merged(*pull)) continue;
    if (!SameRepo(*pull, issue.repo)) continue;
    const std::string said = TextAt(*pull, "title") + "\n" + TextAt(*pull, "body");
    if (!SaysFixes(said, issue.repo, issue.number)) continue;
    if (!seen.insert(StrCat("#", NumberOf(*pull, "number"))).second) continue;
    ASSAY_ASSIGN(out.emplace_back(), PullFix(github, issue.repo, *pull));
  }
  return out;
}

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
