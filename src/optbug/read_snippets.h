// Snippets from where they lie: the starter pool, folders of programs, reports of bugs.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "optbug/snippet.h"

namespace assay::optbug {

struct SnippetSources {
  std::string pool;                   // folder with pool.toml; "": none
  std::vector<std::string> imported;  // files and folders: .py programs, reports as JSON, or
                                      // folders of reproducible bugs (`assay issues import`)
  std::string issues;                 // store of reports (`assay issues mine`); "": none
};

struct Snippets {
  std::vector<Snippet> all;           // by id; each program once, names and layout aside
  std::vector<std::string> left_out;  // "id: why"
};

// With the error description that rules give. An error: a source cannot be read at all.
Result<Snippets> ReadSnippets(const SnippetSources& sources);

}  // namespace assay::optbug
