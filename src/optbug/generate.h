// Generator: programs without a model, one after another, the same for the same seed.
//
// The paper's way: a member of a neighbourhood of known bugs is the seed, and the rule whose turn
// it is changes it. Most of the time inside the neighbourhood, with parts of the neighbours
// (concentration); then outward, with parts from anywhere (diffusion); now and then from nowhere
// near, a model put together of layers that an optimiser takes. Programs that differ in names and
// layout only are made once.
#pragma once

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "optbug/members.h"
#include "optbug/mutate/rule.h"

namespace assay::optbug {

// A program to be run, whoever made it.
struct Candidate {
  std::string framework, environment;
  std::string optimiser;  // name
  std::string api;        // of the optimiser
  std::string sentence;   // the documentation's words
  std::string rule, kind;
  std::string origin;         // where model and inputs come from
  std::string neighbourhood;  // of the seed; "" without one
  std::string description;    // what distinguishes it
  std::string text, helpers;
  int claim_line = 0;
  bool slow = false;
  std::optional<Form> form;
};

// What is left out to see what it is worth: all of them cost the same number of programs.
struct Ablation {
  bool no_concentration = false;  // no neighbourhoods: seeds and parts from anywhere
  bool no_diffusion = false;      // no rules: seeds as they are
  std::string rule;               // only this one; "": all
};
// Of "no-concentration", "no-diffusion", "rule=NAME" or "". An error names what is known.
Result<Ablation> ReadAblation(const std::string& word);

struct GenerateOptions {
  std::vector<std::string> frameworks;         // empty: all
  std::vector<std::string> optimisers, rules;  // names; empty: all
  uint64_t seed = 1;
  // A folder of programs to take models from, in place of the pool; "": none.
  std::string import;
  std::string ablation = "";
  bool unsafe = false;  // asks frameworks without a sandbox
  bool cost = false;    // programs also compare time and size, which a busy machine makes noisy
  std::function<void(const std::string&)> tell = {};  // hears what is going on
};

class Generator {
 public:
  // An error: an unknown name (the known ones are told), no environment to run in, or no model in
  // what is imported.
  static Result<Generator> Open(const GenerateOptions& options);

  // The next one; nothing when no new program was found in many tries.
  std::optional<Candidate> Next();
  // The text of a form of `like`'s framework.
  Candidate Rewrite(const Candidate& like, const Form& form) const;
  const Parts& PartsOf(const std::string& framework) const;

  // What is left out, and why.
  const std::vector<std::string>& notes() const { return notes_; }

 private:
  struct FrameworkParts {
    Parts parts;
    std::vector<size_t> cheap, slow, rare;  // optimisers that may be used
    std::vector<Past> pasts;
    std::vector<Form> taken;  // models of the pool
    Seeds seeds;
    std::vector<std::pair<size_t, size_t>> unchanged;  // seeds as they are: member, optimiser
    int weight = 1;
  };
  // A form with what its rule may turn to.
  struct Start {
    Form form;
    RuleInput input;
    std::string neighbourhood;
  };

  explicit Generator(const GenerateOptions& options) : options_(options), rng_(options.seed) {}
  Status AddFramework(const std::string& framework);
  // An error when nothing of what the user names can be used.
  Status CheckImport();
  FrameworkParts& NextFramework();
  std::optional<Form> Chain(const FrameworkParts& from, size_t optimiser, Rng& rng) const;
  // The optimisers whose turn it is.
  const std::vector<size_t>& NextOptimisers(const FrameworkParts& from) const;
  std::optional<Start> FromChain(const FrameworkParts& from, const std::vector<size_t>& optimisers,
                                 Rng& rng) const;
  std::optional<Start> FromHood(const FrameworkParts& from, const std::vector<size_t>& turn,
                                bool inside, Rng& rng) const;
  std::optional<Candidate> Try(const FrameworkParts& from, Start start, const Rule& rule, Rng& rng);
  // The next seed that nobody has changed; nothing when all had their turn.
  std::optional<Candidate> NextUnchanged();
  std::optional<Candidate> Finish(const Parts& parts, const Form& form, std::string_view rule,
                                  std::string_view kind, const std::string& neighbourhood);
  Candidate Make(const Parts& parts, const Form& form, std::string_view rule,
                 std::string_view kind) const;

  GenerateOptions options_;
  Ablation ablation_;
  Rng rng_;
  std::vector<std::unique_ptr<FrameworkParts>> frameworks_;
  std::vector<const Rule*> rules_;
  std::vector<std::string> notes_;
  std::set<std::string> left_out_;  // files of `import`
  std::set<std::string> seen_;
  size_t made_ = 0;
};

}  // namespace assay::optbug
