#include "knowledge/issues/issue.h"

#include <array>

#include "base/strings.h"

namespace assay::knowledge {
namespace {

using nlohmann::json;

std::string Text(const json& object, const char* key) {
  const auto it = object.find(key);
  return it != object.end() && it->is_string() ? it->get<std::string>() : "";
}

// The first of `keys` that holds a text.
std::string FirstText(const json& object, std::initializer_list<const char*> keys) {
  for (const char* key : keys)
    if (std::string text = Text(object, key); !text.empty()) return text;
  return "";
}

std::string Login(const json& object) {
  const auto user = object.find("user");
  return user != object.end() && user->is_object() ? Text(*user, "login") : Text(object, "author");
}

// owner/name out of https://host/owner/name/issues/7 or https://api.host/repos/owner/name/…
std::string RepoOfUrl(const std::string& url) {
  std::vector<std::string> parts = Split(url, '/');
  for (size_t i = 0; i + 2 < parts.size(); ++i)
    if (parts[i] == "repos") return parts[i + 1] + "/" + parts[i + 2];
  for (size_t i = 2; i + 1 < parts.size(); ++i)
    if (parts[i] == "issues" && i >= 2) return parts[i - 2] + "/" + parts[i - 1];
  return "";
}

std::string RepoOf(const json& object) {
  const std::string repo = Text(object, "repo");
  if (!repo.empty()) return repo;
  for (const char* key : {"repository_url", "html_url", "url"})
    if (std::string found = RepoOfUrl(Text(object, key)); !found.empty()) return found;
  const auto nested = object.find("repository");
  if (nested != object.end() && nested->is_object()) return Text(*nested, "full_name");
  return nested != object.end() && nested->is_string() ? nested->get<std::string>() : "";
}

std::vector<std::string> LabelsOf(const json& object) {
  std::vector<std::string> out;
  const auto labels = object.find("labels");
  if (labels == object.end() || !labels->is_array()) return out;
  for (const json& label : *labels) {
    if (label.is_string()) out.push_back(label.get<std::string>());
    if (label.is_object()) out.push_back(Text(label, "name"));
  }
  return out;
}

int64_t NumberOf(const json& object) {
  const auto number = object.find("number");
  if (number != object.end() && number->is_number_integer()) return number->get<int64_t>();
  if (number != object.end() && number->is_string())
    return std::strtoll(number->get<std::string>().c_str(), nullptr, 10);
  return 0;
}

// `key` as a list of objects; anything else is an empty list.
std::vector<json> Objects(const json& object, const char* key) {
  std::vector<json> out;
  const auto list = object.find(key);
  if (list == object.end() || !list->is_array()) return out;
  for (const json& entry : *list)
    if (entry.is_object()) out.push_back(entry);
  return out;
}

std::vector<std::string> Texts(const json& object, const char* key) {
  std::vector<std::string> out;
  const auto list = object.find(key);
  if (list == object.end() || !list->is_array()) return out;
  for (const json& entry : *list)
    if (entry.is_string()) out.push_back(entry.get<std::string>());
  return out;
}

void ReadLists(const json& object, Issue& issue) {
  for (const json& entry : Objects(object, "comments"))
    issue.comments.push_back({Login(entry), FirstText(entry, {"author_association", "association"}),
                              FirstText(entry, {"created_at", "created"}), Text(entry, "body")});
  for (const json& entry : Objects(object, "fixes"))
    issue.fixes.push_back({Text(entry, "kind"), Text(entry, "id"), Text(entry, "title"),
                           Text(entry, "body"), Texts(entry, "messages")});
  for (const json& entry : Objects(object, "links"))
    issue.links.push_back(
        {Text(entry, "url"), Text(entry, "kind"), Text(entry, "text"), Text(entry, "problem")});
  issue.programs = Texts(object, "programs");
}

}  // namespace

bool ByMaintainer(const std::string& association) {
  return association == "MEMBER" || association == "OWNER" || association == "COLLABORATOR";
}

std::string Issue::id() const { return StrCat(repo, "#", number); }

json ToJson(const Issue& issue) {
  json out = {
      {"id", issue.id()},           {"repo", issue.repo},        {"number", issue.number},
      {"title", issue.title},       {"body", issue.body},        {"state", issue.state},
      {"reason", issue.reason},     {"author", issue.author},    {"association", issue.association},
      {"created", issue.created},   {"updated", issue.updated},  {"closed", issue.closed},
      {"url", issue.url},           {"labels", issue.labels},    {"source", issue.source},
      {"programs", issue.programs}, {"comments", json::array()}, {"fixes", json::array()},
      {"links", json::array()}};
  for (const Comment& comment : issue.comments)
    out["comments"].push_back({{"author", comment.author},
                               {"association", comment.association},
                               {"created", comment.created},
                               {"body", comment.body}});
  for (const Fix& fix : issue.fixes)
    out["fixes"].push_back({{"kind", fix.kind},
                            {"id", fix.id},
                            {"title", fix.title},
                            {"body", fix.body},
                            {"messages", fix.messages}});
  for (const LinkedCode& link : issue.links)
    out["links"].push_back(
        {{"url", link.url}, {"kind", link.kind}, {"text", link.text}, {"problem", link.problem}});
  return out;
}

Result<Issue> IssueFromJson(const json& object, const std::string& where) {
  if (!object.is_object()) return Invalid(StrCat(where, ": an issue is an object"));
  if (object.contains("pull_request")) return Reject(StrCat(where, ": a pull request"));
  Issue issue;
  issue.repo = RepoOf(object);
  issue.number = NumberOf(object);
  if (issue.number <= 0) return Invalid(StrCat(where, ": no \"number\""));
  if (Split(issue.repo, '/').size() != 2)
    return Invalid(StrCat(where, ": #", issue.number,
                          " has neither \"repo\": \"owner/name\" nor an address that tells it"));
  issue.title = Text(object, "title");
  issue.body = Text(object, "body");
  if (issue.title.empty() && issue.body.empty())
    return Invalid(StrCat(where, ": #", issue.number, " has neither title nor body"));
  issue.state = Text(object, "state");
  issue.reason = FirstText(object, {"state_reason", "reason"});
  issue.author = Login(object);
  issue.association = FirstText(object, {"author_association", "association"});
  issue.created = FirstText(object, {"created_at", "created"});
  issue.updated = FirstText(object, {"updated_at", "updated"});
  issue.closed = FirstText(object, {"closed_at", "closed"});
  issue.url = FirstText(object, {"html_url", "url"});
  issue.labels = LabelsOf(object);
  issue.source = Text(object, "source");
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
