// Programs that a model writes for an API, by the loop of TitanFuzz.
//
//   seeds        whole programs from signature and description
//   generations  from those that ran to their end one is drawn, the fitter the likelier; a mutation
//                operator that a bandit picks leaves a hole in it; the model fills the hole; the
//                mutant is run, joins the programs when it is new and runs to its end, and tells
//                the bandit
//
// Differs from the authors': one model writes and fills; a generation is a number of holes, not a
// time. No hole is asked for before all seeds are answered, and no generation before the last one
// is: with --llm file each is one round of answers. Everything is drawn from the API's name, so a
// run that goes on asks the same questions again and finds them answered.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "judge/model/bandit.h"
#include "judge/model/predict.h"
#include "knowledge/api/api_doc.h"
#include "llm/client.h"

namespace assay::judge::model {

struct GenerateOptions {
  int seeds = 1;        // programs that are asked for
  size_t mutants = 1;   // holes of each generation
  int generations = 1;  // behind the seeds
  std::function<bool()> should_stop;
  Shown shown;  // of documentation and surroundings
};

// Runs a program that `source` wrote: seed, or a mutation operator. Whether it ran to its end.
using TryProgram =
    std::function<Result<bool>(const std::string& source, const std::string& program)>;

struct Generated {
  // Why answers were no use: messy (no Python), no-api (never calls it), duplicate.
  std::map<std::string, size_t> rejected;
  std::vector<llm::Outcome> outcomes;  // of all questions
  std::map<std::string, Bandit::Arm, std::less<>> operators;
  int generations = 0;   // that were answered whole
  bool waiting = false;  // for answers, before it can go on
};

// Prompts: judge-seed, judge-infill. `known`: programs that call the API and run to their end; they
// are mutated too, and not taken again. Programs have their imports completed; no two are alike.
Result<Generated> Generate(const knowledge::ApiDoc& doc, const std::vector<std::string>& known,
                           const GenerateOptions& options, llm::Client& client,
                           const TryProgram& run);

}  // namespace assay::judge::model
