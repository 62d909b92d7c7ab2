// Generator: programs without a model, one after another, the same for the same seed.
//
// Every program starts from a form (an optimiser's turn comes round, the model is put together of
// layers that it takes, or taken from a program of the pool), is changed by the rule whose turn it
// is and, now and then, by another one. Programs that differ in names and layout only are made
// once.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "optbug/mutate/rule.h"

namespace assay::optbug {

// A program to be run, whoever made it.
struct Candidate {
  std::string framework, environment;
  std::string optimiser;  // name
  std::string api;        // of the optimiser
  std::string sentence;   // the documentation's words
  std::string rule, kind;
  std::string origin;       // where model and inputs come from
  std::string description;  // what distinguishes it
  std::string text, helpers;
  int claim_line = 0;
  bool slow = false;
  std::optional<Form> form;
};

struct GenerateOptions {
  std::vector<std::string> frameworks;         // empty: all
  std::vector<std::string> optimisers, rules;  // names; empty: all
  uint64_t seed = 1;
  // A folder of programs to take models from, in place of the pool; "": none.
  std::string import;
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
    std::vector<size_t> cheap, slow;  // optimisers that may be used
    std::vector<Past> pasts;
    std::vector<Form> taken;  // models of the pool
    int weight = 1;
  };

  explicit Generator(const GenerateOptions& options) : options_(options), rng_(options.seed) {}
  Status AddFramework(const std::string& framework);
  // An error when nothing of what the user names can be used.
  Status CheckImport();
  FrameworkParts& NextFramework();
  std::optional<Form> Start(const FrameworkParts& from, size_t optimiser, Rng& rng) const;
  std::optional<Candidate> Try(const FrameworkParts& from, size_t optimiser, const Rule& rule,
                               Rng& rng);
  Candidate Make(const Parts& parts, const Form& form, const Rule& rule) const;

  GenerateOptions options_;
  Rng rng_;
  std::vector<std::unique_ptr<FrameworkParts>> frameworks_;
  std::vector<const Rule*> rules_;
  std::vector<std::string> notes_;
  std::set<std::string> left_out_;  // files of `import`
  std::set<std::string> seen_;
  size_t made_ = 0;
};

}  // namespace assay::optbug
