// Gitee's REST interface (version 5), as far as mining needs it. It was modelled on GitHub's, so
// that requests go through the same class (github.h); this is what differs.
//
// - Reports are numbered by words ("I65G7B"); see NumberOfWord in issue.h.
// - States are open, progressing, closed and rejected; times have a zone of their own.
// - Priority is a field, not a label: it becomes one, "priority/main" for 3, "priority/serious" for
//   4, as the pages of the tracker call them.
// - Pages are counted in the header total_page.
// - Nobody is marked as a maintainer, so comments have no association.
#pragma once

#include <string>

#include "knowledge/issues/github.h"
#include "knowledge/issues/issue.h"

namespace assay::knowledge {

// From the environment: ASSAY_GITEE_API (or Gitee's own), GITEE_TOKEN; with real time.
GitHubOptions DefaultGiteeOptions();

// An entry of its listing as GitHub would have written it. What is not an object stays as it is.
nlohmann::json FromGitee(const nlohmann::json& entry);

// "2022-11-11T11:42:33+08:00" as "2022-11-11T03:42:33Z"; what is not a time stays as it is.
std::string InUtc(const std::string& time);

// Merged pull requests that the tracker ties to `issue`. None where it tells of none, or will not.
Result<std::vector<Fix>> FetchGiteeFixes(GitHub& gitee, const Issue& issue);

}  // namespace assay::knowledge
