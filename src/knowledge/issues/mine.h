// Fetches reports of one repository, with comments, fixing pull requests and commits, and linked
// programs, into a store.
//
// Each report is stored as soon as it is whole, and one that is there and has not changed since is
// not fetched again: a run that was killed goes on where it was, and a second run costs only the
// listing. Pull requests are left out. A report that is gone is told and does not end the run.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "knowledge/issues/filter.h"
#include "knowledge/issues/github.h"
#include "knowledge/issues/issue_store.h"

namespace assay::knowledge {

enum class TrackerKind { kGitHub, kGitee };

struct MineRequest {
  TrackerKind tracker = TrackerKind::kGitHub;
  std::string repo;   // "owner/name"
  std::string query;  // words and qualifiers of GitHub's search; "": all by listing
  // closed_fixed asks for closed ones only; labels are whole here: trackers know no *.
  IssueFilter filter;  // state, labels, dates and closed_fixed are asked for or checked
  std::vector<std::string> one_of;  // one of these labels too; "": all. Checked in what is listed
  size_t limit = SIZE_MAX;          // reports
  bool follow_links = true;
  // What the listing says is enough (title, text, labels): one request for a hundred reports. They
  // are kept as not complete.
  bool listing_only = false;
};

struct Mined {
  std::string repo;               // as the tracker calls it now: repositories are renamed
  size_t listed = 0;              // reports that the listing gave
  size_t fetched = 0;             // fetched now
  size_t known = 0;               // there already
  size_t left_out = 0;            // none of the labels in `one_of`, or not closed-and-fixed
  std::vector<std::string> gone;  // listed, but not to be had: what the tracker said
  int requests = 0;
  std::vector<std::string> ids;  // of all that were listed and kept
};

// `progress` hears of each report. An error: the listing failed, or waiting would take too long;
// what was fetched before it is kept.
// `github` speaks to the request's tracker (gitee.h for Gitee).
Result<Mined> Mine(GitHub& github, IssueStore& store, const MineRequest& request,
                   const std::function<void(const std::string&)>& progress);

// All that hangs on `entry`, which a listing gave.
Result<Issue> FetchIssue(GitHub& github, const nlohmann::json& entry, const MineRequest& request);

}  // namespace assay::knowledge
