// A report on a public tracker, with everything that hangs on it. Text as it was written; what
// assay makes of it is in parts.h.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"

namespace assay::knowledge {

struct Comment {
  std::string author;
  std::string association;  // "MEMBER", "OWNER", "COLLABORATOR", "CONTRIBUTOR", "NONE", …
  std::string created;      // "2024-07-25T12:00:00Z"
  std::string body;
};

// Whether the project's own people wrote it.
bool ByMaintainer(const std::string& association);

// What mended it: a merged pull request, or a commit that closed it.
struct Fix {
  std::string kind;                   // "pull" or "commit"
  std::string id;                     // number or SHA
  std::string title;                  // of the pull request; first line of the message
  std::string body;                   // of the pull request
  std::vector<std::string> messages;  // of its commits
};

// A program that lies elsewhere.
struct LinkedCode {
  std::string url;
  std::string kind;     // "gist" or "colab"
  std::string text;     // Python; "" when it could not be had
  std::string problem;  // why not
};

// A category that a language model gave where rules were unsure (classify.h).
struct Judged {
  std::string scheme;  // "mirror", "optimisation"
  std::string category;
  std::string sentence;  // of the report, which decided
  std::string by;        // the model
};

struct Issue {
  std::string repo;    // "pytorch/pytorch"
  int64_t number = 0;  // of GitHub; of Gitee the word that it has, see NumberOfWord
  std::string title, body;
  std::string state;   // "open", "closed"
  std::string reason;  // why closed: "completed", "not_planned", "duplicate", ""
  std::string author, association;
  std::string created, updated, closed;  // "2024-07-25T12:00:00Z", or ""
  std::string url;
  std::vector<std::string> labels;
  std::vector<Comment> comments;
  std::vector<Fix> fixes;
  std::vector<LinkedCode> links;
  std::vector<std::string> programs;  // whole files that came with it (bug folders)
  std::string source;                 // "github", or the file it was read from
  bool complete = false;              // mined: nothing is left to fetch for it
  std::vector<Judged> judged;         // at most one per scheme

  std::string id() const;  // "pytorch/pytorch#120903"
};

nlohmann::json ToJson(const Issue& issue);

// Reads the form that ToJson writes, what GitHub's REST API gives out for an issue ("html_url",
// "user", "labels" as objects, "comments" as a number), and what its command line and GraphQL do
// ("createdAt", "author", "state": "CLOSED", "comments" as a list or under "nodes"). A pull request
// is rejected; an entry without a number or without a repository is invalid. `where` begins the
// message; `repo` is that of entries that tell none.
Result<Issue> IssueFromJson(const nlohmann::json& json, const std::string& where,
                            const std::string& repo = "");

// "owner/name" out of the address of a repository, an issue or a pull request; "" without one.
std::string RepoOfUrl(const std::string& url);
// A member as a number, also when it is written as text or as a word of Gitee; 0 otherwise.
int64_t NumberOf(const nlohmann::json& object, const char* key);

// Gitee numbers its reports by words: "I65G7B" is a number in base 36. So it is kept, and written
// as a word again; no repository on GitHub has so many reports. 0: not such a word.
int64_t NumberOfWord(std::string_view word);
// "120903", or "I65G7B".
std::string IssueNumberText(int64_t number);

// "torch" for pytorch/pytorch: the environment in which its programs run; "" when none is known.
std::string FrameworkOfRepo(const std::string& repo);

}  // namespace assay::knowledge
