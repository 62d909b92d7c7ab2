// What mended a closed report: its timeline names pull requests and commits.
//
// A pull request counts when it was merged and says that it fixes this report ("Fixes #7", a link
// to it behind such a word), or when its commit closed it. Some projects merge by a robot that
// closes the pull request and labels it "Merged": that counts as merged.
#pragma once

#include <vector>

#include "knowledge/issues/github.h"
#include "knowledge/issues/issue.h"

namespace assay::knowledge {

Result<std::vector<Fix>> FetchFixes(GitHub& github, const Issue& issue);

// Whether `text` says that it closes, fixes or resolves issue `number` of `repo`.
bool SaysFixes(const std::string& text, const std::string& repo, int64_t number);

}  // namespace assay::knowledge
