#include "knowledge/issues/mine.h"

#include <re2/re2.h>

#include <set>

#include "base/strings.h"
#include "knowledge/issues/attached.h"
#include "knowledge/issues/gitee.h"

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
  // A window may begin within a day.
  const std::string until = request.filter.until.empty() ? "" : request.filter.until + "T23:59:59Z";
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
  if (request.tracker == TrackerKind::kGitee) path += "&page=1";
  // The tracker's own `since` is about changes; whatever was created later has changed later.
  if (!request.filter.since.empty()) path += "&since=" + request.filter.since + "T00:00:00Z";
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
    if (!entry.is_object()) return true;
    if (const auto pull = entry.find("pull_request"); pull != entry.end() && !pull->is_null())
      return true;
    const int64_t number = NumberOf(entry, "number");
    if (number <= 0 || !seen_.insert(number).second) return true;
    last_ = TextAt(entry, "created_at");
    const std::string day = last_.substr(0, 10);
    if (!request_.filter.since.empty() && day < request_.filter.since) return true;
    // In order of creation: nothing wanted comes after.
    if (!request_.filter.until.empty() && day > request_.filter.until) return false;
    return visit(entry);
  }

  Status Plain(const Visit& visit) {
    for (std::string next = ListPath(request_); !next.empty();) {
      ASSAY_ASSIGN(const GitHub::Page page, github_.Get(next));
      if (!page.json.is_array()) return Invalid(next + ": the reply is not a list");
      for (const json& entry : page.json) {
        ASSAY_ASSIGN(
            const bool more,
            Offer(request_.tracker == TrackerKind::kGitee ? FromGitee(entry) : entry, visit));
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
      from = last_;
    }
  }

  GitHub& github_;
  const MineRequest& request_;
  std::set<int64_t> seen_;
  std::string last_;
};

Status FollowLinks(GitHub& github, Issue& issue) {
  std::string text = issue.body;
  for (const Comment& comment : issue.comments) text += "\n" + comment.body;
  for (const std::string& url : FindLinks(text)) {
    if (issue.links.size() >= kMaxLinks) return {};
    ASSAY_ASSIGN(issue.links.emplace_back(), FollowLink(github, url));
  }
  return {};
}

Result<std::vector<Comment>> CommentsOf(GitHub& github, const Issue& issue) {
  ASSAY_ASSIGN(const std::vector<json> entries,
               github.List(StrCat("/repos/", issue.repo, "/issues/", IssueNumberText(issue.number),
                                  "/comments?per_page=", kPerPage),
                           kMaxComments));
  json holder = {{"number", issue.number}, {"repo", issue.repo}, {"title", "x"}};
  holder["comments"] = entries;
  ASSAY_ASSIGN(Issue read, IssueFromJson(holder, issue.id()));
  return std::move(read.comments);
}

Status CheckRequest(const MineRequest& request) {
  static const RE2 kName(R"([\w.-]+/[\w.-]+)");
  if (!RE2::FullMatch(request.repo, kName))
    return Invalid(
        StrCat("--repo ", request.repo, ": it looks like owner/name, such as pytorch/pytorch"));
  for (const std::string& label : request.filter.labels)
    if (label.find('*') != std::string::npos)
      return Invalid(StrCat("--label ", label,
                            ": the tracker knows whole labels only; mine without it, then filter "
                            "with `assay issues list --label`"));
  if (request.tracker == TrackerKind::kGitee && !request.query.empty())
    return Invalid(
        "--query is GitHub's search; mine the reports of Gitee without it, then filter with "
        "`assay issues list`");
  if (request.filter.closed_fixed && request.listing_only)
    return Invalid("--closed-fixed needs what mended a report, which --listing does not fetch");
  if (request.filter.closed_fixed && request.filter.state == "open")
    return Invalid("--closed-fixed and --state open exclude each other");
  return CheckFilter(request.filter);
}

// As the tracker calls the repository of `entry`: it may have been renamed, or written in other
// letters.
std::string RepoOfEntry(const json& entry, const MineRequest& request) {
  if (std::string repo = TextAt(entry, "repo"); !repo.empty()) return repo;
  for (const char* key : {"repository_url", "html_url"})
    if (std::string repo = RepoOfUrl(TextAt(entry, key)); !repo.empty()) return repo;
  return request.repo;
}

}  // namespace

Result<Issue> FetchIssue(GitHub& github, const json& entry, const MineRequest& request) {
  json plain = entry;
  plain["repo"] = RepoOfEntry(entry, request);
  ASSAY_ASSIGN(Issue issue, IssueFromJson(plain, request.repo));
  const bool gitee = request.tracker == TrackerKind::kGitee;
  issue.source = gitee ? "gitee" : "github";
  if (request.listing_only) return issue;
  const auto count = entry.find("comments");
  if (count == entry.end() || !count->is_number_integer() || count->get<int>() > 0) {
    ASSAY_ASSIGN(issue.comments, CommentsOf(github, issue));
  }
  if (issue.state == "closed") {
    ASSAY_ASSIGN(issue.fixes, gitee ? FetchGiteeFixes(github, issue) : FetchFixes(github, issue));
  }
  // They lie at GitHub's.
  if (request.follow_links && !gitee) ASSAY_RETURN_IF_ERROR(FollowLinks(github, issue));
  issue.complete = true;
  return issue;
}

namespace {

// One run over the listing.
class Miner {
 public:
  Miner(GitHub& github, IssueStore& store, const MineRequest& request,
        const std::function<void(const std::string&)>& progress)
      : github_(github), store_(store), request_(request), progress_(progress) {
    mined_.repo = request.repo;
  }

  // False: enough.
  Result<bool> Visit(const json& entry) {
    if (mined_.listed >= request_.limit) return false;
    if (!HasOneOf(entry)) {
      ++mined_.left_out;
      return true;
    }
    ++mined_.listed;
    mined_.repo = RepoOfEntry(entry, request_);
    const int64_t number = NumberOf(entry, "number");
    const std::string id = StrCat(mined_.repo, "#", IssueNumberText(number));
    progress_(StrCat(id, " (", mined_.listed, " listed, ", mined_.fetched, " fetched)"));
    ASSAY_ASSIGN(const bool known, store_.Has(mined_.repo, number, TextAt(entry, "updated_at")));
    if (known) ++mined_.known;
    if (!known) {
      ASSAY_ASSIGN(const bool there, FetchInto(entry, id));
      if (!there) return true;
    }
    if (request_.filter.closed_fixed) {
      ASSAY_ASSIGN(const Issue kept, store_.Get(id));
      if (!ClosedAndFixed(kept)) {
        ++mined_.left_out;
        return true;
      }
    }
    mined_.ids.push_back(id);
    return true;
  }

  Mined& mined() { return mined_; }

 private:
  bool HasOneOf(const json& entry) const {
    if (request_.one_of.empty()) return true;
    for (const json& label : ArrayAt(entry, "labels"))
      for (const std::string& wanted : request_.one_of)
        if (Lower(TextAt(label, "name")) == Lower(wanted)) return true;
    return false;
  }

  // False: it is gone, which is noted.
  Result<bool> FetchInto(const json& entry, const std::string& id) {
    const Result<Issue> issue = FetchIssue(github_, entry, request_);
    if (!issue.ok() && issue.error().kind == ErrorKind::kRejected) {
      mined_.gone.push_back(StrCat(id, ": ", issue.error().message));
      return false;
    }
    if (!issue.ok()) return issue.error();
    ASSAY_RETURN_IF_ERROR(store_.Put({*issue}, issue->complete));
    ++mined_.fetched;
    return true;
  }

  GitHub& github_;
  IssueStore& store_;
  const MineRequest& request_;
  const std::function<void(const std::string&)>& progress_;
  Mined mined_;
};

}  // namespace

Result<Mined> Mine(GitHub& github, IssueStore& store, const MineRequest& given,
                   const std::function<void(const std::string&)>& progress) {
  ASSAY_RETURN_IF_ERROR(CheckRequest(given));
  MineRequest request = given;
  if (request.filter.closed_fixed) request.filter.state = "closed";
  Miner miner(github, store, request, progress);
  const Status status =
      Lister(github, request).Run([&](const json& entry) { return miner.Visit(entry); });
  Mined& mined = miner.mined();
  mined.requests = github.requests();
  if (status.ok()) return std::move(mined);
  return Error{status.error().kind, StrCat(status.error().message, " (", mined.fetched,
                                           " issues fetched now are kept in the store)")};
}

}  // namespace assay::knowledge
