#include "knowledge/issues/fixes.h"

#include <re2/re2.h>

#include <set>

#include "base/strings.h"

namespace assay::knowledge {
namespace {

using nlohmann::json;

constexpr size_t kMaxEvents = 500;
constexpr size_t kMaxCommits = 30;

std::string Text(const json& object, const char* key) {
  const auto it = object.find(key);
  return it != object.end() && it->is_string() ? it->get<std::string>() : "";
}

bool Merged(const json& pull) {
  const auto nested = pull.find("pull_request");
  if (nested != pull.end() && nested->is_object() && !Text(*nested, "merged_at").empty())
    return true;
  if (Text(pull, "state") != "closed") return false;
  const auto labels = pull.find("labels");
  if (labels == pull.end() || !labels->is_array()) return false;
  for (const json& label : *labels)
    if (label.is_object() && Text(label, "name") == "Merged") return true;
  return false;
}

Result<std::vector<std::string>> Messages(GitHub& github, const std::string& path) {
  ASSAY_ASSIGN(const std::vector<json> commits, github.List(path, kMaxCommits));
  std::vector<std::string> out;
  for (const json& entry : commits) {
    const auto commit = entry.find("commit");
    if (commit != entry.end() && commit->is_object()) out.push_back(Text(*commit, "message"));
  }
  return out;
}

Result<Fix> PullFix(GitHub& github, const std::string& repo, const json& pull) {
  Fix fix;
  fix.kind = "pull";
  fix.id = StrCat(pull.value("number", int64_t{0}));
  fix.title = Text(pull, "title");
  fix.body = Text(pull, "body");
  ASSAY_ASSIGN(fix.messages, Messages(github, StrCat("/repos/", repo, "/pulls/", fix.id,
                                                     "/commits?per_page=100")));
  return fix;
}

Result<Fix> CommitFix(GitHub& github, const std::string& repo, const std::string& sha) {
  ASSAY_ASSIGN(const GitHub::Page page, github.Get(StrCat("/repos/", repo, "/commits/", sha)));
  Fix fix;
  fix.kind = "commit";
  fix.id = sha;
  const auto commit = page.json.find("commit");
  if (commit != page.json.end() && commit->is_object())
    fix.messages.push_back(Text(*commit, "message"));
  if (!fix.messages.empty()) fix.title = fix.messages[0].substr(0, fix.messages[0].find('\n'));
  return fix;
}

}  // namespace

bool SaysFixes(const std::string& text, const std::string& repo, int64_t number) {
  const std::string name = RE2::QuoteMeta(repo);
  const RE2 pattern(StrCat(R"((?i)\b(?:fix(?:es|ed)?|close[sd]?|resolve[sd]?)\b[\s:]*(?:(?:)", name,
                           R"()?#|https?://[\w.]+/)", name, R"(/issues/))", number, R"(\b)"));
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
    const std::string kind = Text(event, "event");
    const std::string sha = Text(event, "commit_id");
    if (kind == "closed" && !sha.empty() && seen.insert(sha).second) {
      ASSAY_ASSIGN(Fix fix, CommitFix(github, issue.repo, sha));
      out.push_back(std::move(fix));
    }
    if (kind != "cross-referenced" || !event.contains("source")) continue;
    const json& source = event["source"];
    const auto pull = source.is_object() ? source.find("issue") : source.end();
    if (!source.is_object() || pull == source.end() || !pull->is_object()) continue;
    if (!pull->contains("pull_request") || !Merged(*pull)) continue;
    const std::string said = Text(*pull, "title") + "\n" + Text(*pull, "body");
    if (!SaysFixes(said, issue.repo, issue.number)) continue;
    if (!seen.insert(StrCat("#", pull->value("number", int64_t{0}))).second) continue;
    ASSAY_ASSIGN(Fix fix, PullFix(github, issue.repo, *pull));
    out.push_back(std::move(fix));
  }
  return out;
}

}  // namespace assay::knowledge
