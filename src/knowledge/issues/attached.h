// What hangs on a report: what mended it, as its timeline names pull requests and commits, and
// programs that it only links to.
//
// A pull request counts when it was merged and says that it fixes this report ("Fixes #7", a link
// to it behind such a word), or when its commit closed it. Some projects merge by a robot that
// closes the pull request and labels it "Merged": that counts as merged.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "knowledge/issues/github.h"
#include "knowledge/issues/issue.h"

namespace assay::knowledge {

Result<std::vector<Fix>> FetchFixes(GitHub& github, const Issue& issue);

// Whether `text` says that it closes, fixes or resolves issue `number` of `repo`.
bool SaysFixes(const std::string& text, const std::string& repo, int64_t number);

// Addresses of gists and Colab notebooks in `text`, each once, in order.
std::vector<std::string> FindLinks(std::string_view text);

// Fetches what `url` leads to, through GitHub's interface. What cannot be had is kept as `problem`
// (it is gone; notebooks on somebody's drive need a person who is signed in). An error: the tracker
// does not answer now, so that it may be had later.
Result<LinkedCode> FollowLink(GitHub& github, const std::string& url);

// The code cells of a notebook, one after the other, without lines for the shell and "magic" ones.
Result<std::string> NotebookCode(const std::string& ipynb);

}  // namespace assay::knowledge
