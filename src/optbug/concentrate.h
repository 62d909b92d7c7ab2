// Concentration from end to end: snippets, what the installed frameworks say of their names,
// distances, neighbourhoods. What `optbug clusters` shows and `optbug run` starts from.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "optbug/enrich.h"
#include "optbug/neighbourhoods.h"
#include "optbug/read_snippets.h"

namespace assay::optbug {

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
