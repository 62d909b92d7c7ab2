#include "knowledge/issues/mine.h"

#include <re2/re2.h>

#include <set>

#include "base/strings.h"
#include "knowledge/issues/fixes.h"
#include "knowledge/issues/links.h"

namespace assay::knowledge {
namespace {

using nlohmann::json;

constexpr int kPerPage = 100;           // the most that GitHub gives
constexpr size_t kSearchWindow = 1000;  // a search gives no more; then it begins anew further on
constexpr size_t kMaxComments = 300;    // the cause is told early or never
constexpr size_t kMaxLinks = 5;

std::string SearchText(const MineRequest& request, const std::string& from) {
  std::string q = StrCat("repo:", request.repo, " is:issue");
  if (!request.query.empty()) q += " " + request.query;
  if (!request.filter.state.empty()) q += " state:" + request.filter.state;
  for (const std::string& label : request.filter.labels) q += StrCat(" label:\"", label, "\"");
  const std::string& until = request.filter.until;
  if (!from.empty() && !until.empty())
    q += StrCat(" created:", from, "..", until);
  else if (!from.empty())
    q += " created:>=" + from;
  else if (!until.empty())
    q += " created:<=" + until;
  return q;
}

std::string ListPath(const MineRequest& request) {
  std::string path = StrCat("/repos/", request.repo, "/issues?per_page=", kPerPage,
                            "&sort=created&direction=asc&state=",
                            request.filter.state.empty() ? "all" : request.filter.state);
  if (!request.filter.labels.empty())
    path += "&labels=" + UrlEncode(Join(request.filter.labels, ","));
  return path;
}

// Walks over the listing in order of creation; `visit` returns false when it has enough.
class Lister {
 public:
  using Visit = std::function<Result<bool>(const json&)>;

  Lister(GitHub& github, const MineRequest& request) : github_(github), request_(request) {}

  Status Run(const Visit& visit) { return request_.query.empty() ? Plain(visit) : Search(visit); }

 private:
  Result<bool> Offer(const json& entry, const Visit& visit) {
    if (!entry.is_object() || entry.contains("pull_request")) return true;
    const std::string created = entry.value("created_at", "");
    const int64_t number = entry.value("number", int64_t{0});
    if (!seen_.insert(number).second) return true;
    last_ = created;
    const std::string day = created.substr(0, 10);
    if (!request_.filter.since.empty() && day < request_.filter.since) return true;
    if (!request_.filter.until.empty() && day > request_.filter.until) return true;
    return visit(entry);
  }

  Status Plain(const Visit& visit) {
    for (std::string next = ListPath(request_); !next.empty();) {
      ASSAY_ASSIGN(const GitHub::Page page, github_.Get(next));
      if (!page.json.is_array()) return Invalid(next + ": the reply is not a list");
      for (const json& entry : page.json) {
        ASSAY_ASSIGN(const bool more, Offer(entry, visit));
        if (!more) return {};
      }
      next = page.next;
    }
    return {};
  }

  Status Search(const Visit& visit) {
    for (std::string from = request_.filter.since;;) {
      const size_t before = seen_.size();
      size_t given = 0;
      std::string next = StrCat("/search/issues?q=", UrlEncode(SearchText(request_, from)),
                                "&sort=created&order=asc&per_page=", kPerPage);
      while (!next.empty()) {
        ASSAY_ASSIGN(const GitHub::Page page, github_.Get(next));
        const auto items = page.json.find("items");
        if (items == page.json.end() || !items->is_array())
          return Invalid("/search/issues: the reply has no items");
        given += items->size();
        for (const json& entry : *items) {
          ASSAY_ASSIGN(const bool more, Offer(entry, visit));
          if (!more) return {};
        }
        next = page.next;
      }
      // A window that was full may hide more behind it; what it shares with the next is known.
      if (given < kSearchWindow || seen_.size() == before) return {};
      from = last_.substr(0, 10);
    }
  }

  GitHub& github_;
  const MineRequest& request_;
  std::set<int64_t> seen_;
  std::string last_;
};

void FollowLinks(GitHub& github, Issue& issue) {
  std::string text = issue.body;
  for (const Comment& comment : issue.comments) text += "\n" + comment.body;
  for (const std::string& url : FindLinks(text)) {
    if (issue.links.size() >= kMaxLinks) return;
    issue.links.push_back(FollowLink(github, url));
  }
}

Result<std::vector<Comment>> CommentsOf(GitHub& github, const Issue& issue) {
  ASSAY_ASSIGN(const std::vector<json> entries,
               github.List(StrCat("/repos/", issue.repo, "/issues/", issue.number,
                                  "/comments?per_page=", kPerPage),
                           kMaxComments));
  json holder = {{"number", issue.number}, {"repo", issue.repo}, {"title", "x"}};
  holder["comments"] = entries;
  ASSAY_ASSIGN(Issue read, IssueFromJson(holder, issue.id()));
  return std::move(read.comments);
}

Status CheckRepo(const std::string& repo) {
  static const RE2 kName(R"([\w.-]+/[\w.-]+)");
  if (RE2::FullMatch(repo, kName)) return {};
  return Invalid(StrCat("--repo ", repo, ": it looks like owner/name, such as pytorch/pytorch"));
}

}  // namespace

Result<Issue> FetchIssue(GitHub& github, const json& entry, const MineRequest& request) {
  json plain = entry;
  plain["repo"] = request.repo;
  ASSAY_ASSIGN(Issue issue, IssueFromJson(plain, request.repo));
  issue.source = "github";
  const auto count = entry.find("comments");
  if (count == entry.end() || !count->is_number_integer() || count->get<int>() > 0) {
    ASSAY_ASSIGN(issue.comments, CommentsOf(github, issue));
  }
  if (issue.state == "closed") {
    ASSAY_ASSIGN(issue.fixes, FetchFixes(github, issue));
  }
  if (request.follow_links) FollowLinks(github, issue);
  return issue;
}

Result<Mined> Mine(GitHub& github, IssueStore& store, const MineRequest& request,
                   const std::function<void(const std::string&)>& progress) {
  ASSAY_RETURN_IF_ERROR(CheckRepo(request.repo));
  ASSAY_RETURN_IF_ERROR(CheckFilter(request.filter));
  Mined mined;
  const Status status = Lister(github, request).Run([&](const json& entry) -> Result<bool> {
    if (mined.listed >= request.limit) return false;
    ++mined.listed;
    const int64_t number = entry.value("number", int64_t{0});
    const std::string id = StrCat(request.repo, "#", number);
    progress(StrCat(id, " (", mined.listed, " listed, ", mined.fetched, " fetched)"));
    ASSAY_ASSIGN(const bool known, store.Has(request.repo, number, entry.value("updated_at", "")));
    if (known) {
      ++mined.known;
    } else {
      ASSAY_ASSIGN(const Issue issue, FetchIssue(github, entry, request));
      ASSAY_RETURN_IF_ERROR(store.Put({issue}, true));
      ++mined.fetched;
    }
    if (request.filter.closed_fixed) {
      ASSAY_ASSIGN(const Issue kept, store.Get(id));
      if (!ClosedAndFixed(kept)) {
        ++mined.left_out;
        return true;
      }
    }
    mined.ids.push_back(id);
    return true;
  });
  mined.requests = github.requests();
  if (status.ok()) return mined;
  return Error{status.error().kind, StrCat(status.error().message, " (", mined.fetched,
                                           " issues fetched now are kept in the store)")};
}

}  // namespace assay::knowledge
