// What `assay fuzz` takes on its command line.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "campaign/campaign.h"
#include "cli/app.h"

namespace assay::cli {

struct FuzzFlags {
  campaign::Config config;
  campaign::Limits limits;
  std::string time, targets, mutators, operators;
  std::string store = "assay.db";
  std::string campaign;  // "": none that is shared
  std::vector<std::string> backend_dirs;
  std::vector<std::string> shares;  // TARGET=PERCENT
  std::string triage = "10%";       // of the time
  double triage_share = 0.1;        // the same as a part
  int jobs = 0;
  int nodes = 0;  // of generated graphs; with an engine: machines
  int graph_nodes = 0;
  std::string engine;  // "": this process itself
  std::string address = "auto";
  int cpus = 0, gpus = 0;
  bool resume = false, json = false, quiet = false;
};

void AddFuzzFlags(App& app, FuzzFlags& flags);

// Fills `config` and `limits` from the other ones, or says what is wrong with them.
Status FillConfig(FuzzFlags& flags);
// Whether all shares are for targets that take part.
Status CheckShares(const campaign::Config& config, const std::vector<lab::Target>& targets);

}  // namespace assay::cli
