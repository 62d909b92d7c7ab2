// Twins that a language model writes. All are asked for beforehand, at once, so that a server takes
// several at a time and a run that must wait for answers (`--llm file`) runs what is answered.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "mirror/model/carry.h"
#include "mirror/run.h"

namespace assay::mirror {

struct ModelOptions {
  Approach approach;
  ScreenMode screen = ScreenMode::kAll;
  uint64_t seed = 1;
  int repairs = 2;
  int jobs = 1;  // twins that are tried at once, before they are repaired
  bool unsafe = false, gpu = false;
  std::map<std::string, llm::Price> prices;  // by model
  std::vector<Sample> samples;               // of the baselines
  // What is documented of a direction's frameworks; it outlives the proposer.
  std::function<Result<Knowledge>(const Direction& direction)> knowledge_of;
  llm::Client::Progress progress;
  // Prompts take their time as well: sources that are looked at, and prompts that are made.
  std::function<void(size_t made, size_t all)> making;
  // Twins that are tried, to repair those that fail.
  std::function<void(size_t tried, size_t all)> trying;
};

class ModelProposer : public Proposer {
 public:
  ModelProposer(Rewriters& rewriters, ModelOptions options, llm::Client& client)
      : rewriters_(rewriters), options_(std::move(options)), client_(client) {}

  // Asks for the twins of all inputs that pass the screening, and has those repaired that fail by
  // their own fault. Once the client is stopped (llm::Client::StopWhen) what came is kept in its
  // ledger, and nothing may be proposed.
  Status Prepare(const std::vector<Input>& inputs);
  // How many answers wait for `assay llm import`.
  size_t pending() const { return spent_.pending; }
  // Whether that one's does: it cannot be run before.
  bool Waits(const Input& input) const;
  const trial::ModelUsage& spent() const { return spent_; }

  Result<Proposal> Propose(const Source& source, const Direction& direction) override;

 private:
  Status PrepareDirection(const Direction& direction, const std::vector<const Input*>& inputs);

  Rewriters& rewriters_;
  ModelOptions options_;
  llm::Client& client_;
  trial::ModelUsage spent_;
  std::map<std::string, Proposal> proposals_;  // by direction and text
  std::set<std::string> waiting_;              // the same, without an answer
};

// What a program did wrong by itself, in words for a model: what the static check says, or an
// exception that no framework's bug explains (a name, module, attribute or argument that is not
// there). "": nothing.
std::string OwnFault(const program::ProgramOutcome& outcome);

}  // namespace assay::mirror
