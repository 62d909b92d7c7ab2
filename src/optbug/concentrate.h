// Concentration from end to end: snippets, what the installed frameworks say of their names,
// distances, neighbourhoods. What `optbug clusters` shows and `optbug run` starts from.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/folders.h"
#include "optbug/distance/places.h"
#include "optbug/neighbourhoods.h"
#include "optbug/read_snippets.h"
#include "optbug/snippet.h"

namespace assay::optbug {

// Snippets are run to learn what a report leaves out: which exception, raised where.
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

struct ConcentrateOptions {
  SnippetSources sources;
  std::string framework;  // only this one's; "": all
  int threshold = kThreshold;
  bool run = false;                              // run snippets to learn exception and location
  bool unsafe = false;                           // without a sandbox
  std::function<void(const std::string&)> tell;  // hears what is going on
  // Changes snippets before distances are taken: descriptions by a model.
  std::function<Status(std::vector<Snippet>&)> describe;
};

struct Concentration {
  std::vector<Snippet> snippets;
  std::vector<std::string> left_out;
  PlacesOf places;
  Matrix distances;
  std::vector<Neighbourhood> neighbourhoods;
  Enriched enriched;                            // of all frameworks
  std::map<std::string, std::string> versions;  // of the frameworks that were asked
  // Why a framework could not be asked; distances then go by names alone.
  std::map<std::string, std::string> not_asked;
};

Result<Concentration> Concentrate(const ConcentrateOptions& options);

}  // namespace assay::optbug
