#include "knowledge/issues/issue.h"

#include <array>
#include <cctype>
#include <cstdlib>
#include <initializer_list>

#include "base/strings.h"
#include "knowledge/text.h"

namespace assay::knowledge {
namespace {

using nlohmann::json;

constexpr std::string_view kDigits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
constexpr int64_t kBase = 36;
constexpr size_t kShortestWord = 5, kLongestWord = 9;
constexpr int64_t kFirstWord = int64_t{18} * kBase * kBase * kBase * kBase;  // "I0000"

// The first of `keys` that holds a text.
std::string FirstText(const json& object, std::initializer_list<const char*> keys) {
  for (const char* key : keys)
    if (std::string text = TextAt(object, key); !text.empty()) return text;
  return "";
}

// Deleted people are null.
std::string Login(const json& object) {
  for (const char* key : {"user", "author"})
    if (const json& user = ObjectAt(object, key); !user.empty()) return TextAt(user, "login");
  return TextAt(object, "author");
}

std::string RepoOf(const json& object) {
  const std::string repo = TextAt(object, "repo");
  if (!repo.empty()) return repo;
  for (const char* key : {"repository_url", "html_url", "url"})
    if (std::string found = RepoOfUrl(TextAt(object, key)); !found.empty()) return found;
  const std::string nested =
      FirstText(ObjectAt(object, "repository"), {"full_name", "nameWithOwner"});
  return nested.empty() ? TextAt(object, "repository") : nested;
}

// `key` as a list, which GraphQL hides under "nodes"; anything else is an empty one.
const json& List(const json& object, const char* key) {
  const json& nodes = ArrayAt(ObjectAt(object, key), "nodes");
  return nodes.empty() ? ArrayAt(object, key) : nodes;
}

std::vector<std::string> LabelsOf(const json& object) {
  std::vector<std::string> out;
  for (const json& label : List(object, "labels")) {
    if (label.is_string()) out.push_back(label.get<std::string>());
    if (label.is_object()) out.push_back(TextAt(label, "name"));
  }
  return out;
}

std::vector<json> Objects(const json& object, const char* key) {
  std::vector<json> out;
  for (const json& entry : List(object, key))
    if (entry.is_object()) out.push_back(entry);
  return out;
}

std::vector<std::string> Texts(const json& object, const char* key) {
  std::vector<std::string> out;
  for (const json& entry : List(object, key))
    if (entry.is_string()) out.push_back(entry.get<std::string>());
  return out;
}

constexpr std::initializer_list<const char*> kAssociation = {"author_association", "association",
                                                             "authorAssociation"};

bool IsPullRequest(const json& object) {
  const auto mark = object.find("pull_request");
  if (mark != object.end() && !mark->is_null()) return true;
  if (TrueAt(object, "isPullRequest")) return true;
  const std::string url = FirstText(object, {"html_url", "url"});
  const size_t at = url.find("/pull/");
  return at != std::string::npos && at + 6 < url.size() &&
         std::isdigit(static_cast<unsigned char>(url[at + 6])) != 0;
}

// A pull request that was closed or is open still has mended nothing. The command line of GitHub
// does not tell, and names those only that closed the report.
bool WasMerged(const json& pull) {
  const auto merged = pull.find("merged");
  if (merged != pull.end() && merged->is_boolean()) return merged->get<bool>();
  const std::string state = TextAt(pull, "state");
  return state.empty() || state == "MERGED" || state == "merged";
}

std::string IssueNumber(const json& object) {
  const auto number = object.find("number");
  return number != object.end() && number->is_number_integer() ? StrCat(number->get<int64_t>())
                                                               : TextAt(object, "number");
}

void ReadLists(const json& object, Issue& issue) {
  for (const json& entry : Objects(object, "comments"))
    issue.comments.push_back({Login(entry), FirstText(entry, kAssociation),
                              FirstText(entry, {"created_at", "created", "createdAt"}),
                              TextAt(entry, "body")});
  for (const json& entry : Objects(object, "fixes"))
    issue.fixes.push_back({TextAt(entry, "kind"), TextAt(entry, "id"), TextAt(entry, "title"),
                           TextAt(entry, "body"), Texts(entry, "messages")});
  for (const json& entry : Objects(object, "closedByPullRequestsReferences"))
    if (WasMerged(entry))
      issue.fixes.push_back(
          {"pull", IssueNumber(entry), TextAt(entry, "title"), TextAt(entry, "body"), {}});
  for (const json& entry : Objects(object, "links"))
    issue.links.push_back({TextAt(entry, "url"), TextAt(entry, "kind"), TextAt(entry, "text"),
                           TextAt(entry, "problem")});
  for (const json& entry : Objects(object, "judged"))
    issue.judged.push_back({TextAt(entry, "scheme"), TextAt(entry, "category"),
                            TextAt(entry, "sentence"), TextAt(entry, "by")});
  issue.programs = Texts(object, "programs");
}

}  // namespace

bool ByMaintainer(const std::string& association) {
  return association == "MEMBER" || association == "OWNER" || association == "COLLABORATOR";
}

std::string Issue::id() const { return StrCat(repo, "#", IssueNumberText(number)); }

json ToJson(const Issue& issue) {
  json out = With(ASSAY_FIELDS(issue, repo, number, title, body, state, reason, author, association,
                               created, updated, closed, url, labels, source, programs, complete),
                  {{"id", issue.id()},
                   {"comments", json::array()},
                   {"fixes", json::array()},
                   {"links", json::array()},
                   {"judged", json::array()}});
  if (issue.number >= kFirstWord) out["number"] = IssueNumberText(issue.number);
  for (const Comment& comment : issue.comments)
    out["comments"].push_back(ASSAY_FIELDS(comment, author, association, created, body));
  for (const Fix& fix : issue.fixes)
    out["fixes"].push_back(ASSAY_FIELDS(fix, kind, id, title, body, messages));
  for (const LinkedCode& link : issue.links)
    out["links"].push_back(ASSAY_FIELDS(link, url, kind, text, problem));
  for (const Judged& judged : issue.judged)
    out["judged"].push_back(ASSAY_FIELDS(judged, scheme, category, sentence, by));
  return out;
}

std::string RepoOfUrl(const std::string& url) {
  const std::vector<std::string> parts = Split(url, '/');
  for (size_t i = 0; i + 2 < parts.size(); ++i)
    if (parts[i] == "repos") return parts[i + 1] + "/" + parts[i + 2];
  // https://host/owner/name/issues/7
  for (size_t i = 5; i < parts.size(); ++i)
    if (parts[i] == "issues" || parts[i] == "pull") return parts[i - 2] + "/" + parts[i - 1];
  return "";
}

int64_t NumberOf(const json& object, const char* key) {
  const auto number = object.find(key);
  if (number != object.end() && number->is_number_integer()) return number->get<int64_t>();
  const std::string text = TextAt(object, key);
  const int64_t word = NumberOfWord(text);
  return word > 0 ? word : std::strtoll(text.c_str(), nullptr, 10);
}

int64_t NumberOfWord(std::string_view word) {
  if (word.size() < kShortestWord || word.size() > kLongestWord || word[0] != 'I') return 0;
  int64_t out = 0;
  for (const char c : word) {
    const auto digit = static_cast<int64_t>(kDigits.find(c));
    if (digit < 0 || digit >= kBase) return 0;
    out = out * kBase + digit;
  }
  return out;
}

std::string IssueNumberText(int64_t number) {
  if (number < kFirstWord) return StrCat(number);
  std::string out;
  for (; number > 0; number /= kBase)
    out.insert(out.begin(), kDigits[static_cast<size_t>(number % kBase)]);
  return out;
}

Result<Issue> IssueFromJson(const json& object, const std::string& where, const std::string& repo) {
  if (!object.is_object()) return Invalid(StrCat(where, ": an issue is an object"));
  if (IsPullRequest(object)) return Reject(StrCat(where, ": a pull request"));
  Issue issue;
  issue.repo = RepoOf(object);
  if (issue.repo.empty()) issue.repo = repo;
  issue.number = NumberOf(object, "number");
  if (issue.number <= 0) return Invalid(StrCat(where, ": no \"number\""));
  if (Split(issue.repo, '/').size() != 2)
    return Invalid(StrCat(
        where, ": #", issue.number,
        " has neither \"repo\": \"owner/name\" nor an address that contains it; give --repo"));
  issue.title = TextAt(object, "title");
  issue.body = TextAt(object, "body");
  if (issue.title.empty() && issue.body.empty())
    return Invalid(StrCat(where, ": #", issue.number, " has neither title nor body"));
  issue.state = Lower(TextAt(object, "state"));
  issue.reason = Lower(FirstText(object, {"state_reason", "reason", "stateReason"}));
  issue.author = Login(object);
  issue.association = FirstText(object, kAssociation);
  issue.created = FirstText(object, {"created_at", "created", "createdAt"});
  issue.updated = FirstText(object, {"updated_at", "updated", "updatedAt"});
  issue.closed = FirstText(object, {"closed_at", "closed", "closedAt"});
  issue.url = FirstText(object, {"html_url", "url"});
  issue.labels = LabelsOf(object);
  issue.source = TextAt(object, "source");
  issue.complete = TrueAt(object, "complete");
  ReadLists(object, issue);
  return issue;
}

std::string FrameworkOfRepo(const std::string& repo) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 7> kKnown = {{
      {"pytorch/pytorch", "torch"},
      {"tensorflow/tensorflow", "tensorflow"},
      {"keras-team/keras", "tensorflow"},
      {"jax-ml/jax", "jax"},
      {"google/jax", "jax"},
      {"microsoft/onnxruntime", "onnxruntime"},
      {"openvinotoolkit/openvino", "openvino"},
  }};
  for (const auto& [name, framework] : kKnown)
    if (repo == name) return std::string(framework);
  return "";
}

}  // namespace assay::knowledge
