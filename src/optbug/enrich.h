// Snippets are run to learn what a report leaves out: which exception, raised where.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/folders.h"
#include "optbug/distance/places.h"
#include "optbug/snippet.h"

namespace assay::optbug {

struct EnrichOptions {
  std::string framework, version;  // only its snippets are run
  OpenLab open;
  std::string cache = CacheFolder();
  std::function<void(const std::string&)> tell;  // hears which one is run
};

struct Enriched {
  size_t run = 0;     // in all, also those whose outcome was kept from before
  size_t failed = 0;  // those that raised, crashed or hung: their bug is there in this version
};

// Exception and location of what is seen replace what rules said; where a program runs well its bug
// is mended, and what was reported stays. Outcomes are kept per program and version in
// <cache>/optbug/runs-<framework>-<version>.json.
Result<Enriched> Enrich(std::vector<Snippet>& snippets, const EnrichOptions& options);

}  // namespace assay::optbug
