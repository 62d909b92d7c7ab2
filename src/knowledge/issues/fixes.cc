#include "knowledge/issues/fixes.h"

#include <re2/re2.h>

#include <set>

#include "base/strings.h"
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

}  // namespace assay::knowledge
