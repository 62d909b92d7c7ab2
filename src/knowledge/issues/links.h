// Programs that a report only links to: gists, and notebooks on Colab that lie on GitHub.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "knowledge/issues/github.h"
#include "knowledge/issues/issue.h"

namespace assay::knowledge {

// Addresses of gists and Colab notebooks in `text`, each once, in order.
std::vector<std::string> FindLinks(std::string_view text);

// Fetches what `url` leads to, through GitHub's interface. What cannot be had is kept as `problem`
// (it is gone; notebooks on somebody's drive need a person who is signed in). An error: the tracker
// does not answer now, so that it may be had later.
Result<LinkedCode> FollowLink(GitHub& github, const std::string& url);

// The code cells of a notebook, one after the other, without lines for the shell and "magic" ones.
Result<std::string> NotebookCode(const std::string& ipynb);

}  // namespace assay::knowledge
