// Who writes the twin of a program: rules, or a language model.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "mirror/check/assess.h"
#include "mirror/rewrite/rewriter.h"

namespace assay::mirror {

struct Proposal {
  std::string text;
  std::vector<Left> left;  // what was not carried
  std::vector<ApiUse> uses;
  std::vector<std::string> notes;
  bool by_model = false;  // a language model wrote it, or a part of it
  // What a language model was given and gave; 0 without one.
  int64_t knowledge_tokens = 0, code_tokens = 0, output_tokens = 0;
  double cost = 0;
};

class Proposer {
 public:
  virtual ~Proposer() = default;
  // Called by several threads at once.
  virtual Result<Proposal> Propose(const Source& source, const Direction& direction) = 0;
};

// The rewriters of a run, one per direction, opened when they are first needed.
class Rewriters {
 public:
  explicit Rewriters(bool use_model) : use_model_(use_model) {}
  Result<const Rewriter*> Get(const Direction& direction);

 private:
  bool use_model_;
  std::mutex mutex_;
  std::map<std::string, std::unique_ptr<Rewriter>> open_;
};

class RuleProposer : public Proposer {
 public:
  explicit RuleProposer(Rewriters& rewriters) : rewriters_(rewriters) {}
  Result<Proposal> Propose(const Source& source, const Direction& direction) override;

 private:
  Rewriters& rewriters_;
};

}  // namespace assay::mirror
