// Programs carried over by a model: asked, read, and, with our own approach, repaired.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "llm/client.h"
#include "llm/config.h"
#include "mirror/model/prompts.h"
#include "mirror/rewrite/rewriter.h"
#include "program/parse/syntax.h"
#include "trial/model/usage.h"

namespace assay::mirror {

// A source that passed the screening, and what rules make of it.
struct ToCarry {
  Source source;
  Rewritten rewritten;
};

struct CarryOptions {
  PromptContext context;
  uint64_t seed = 1;
  int repairs = 2;  // at most, of one program; only where the approach repairs
  std::map<std::string, llm::Price> prices;  // by model
  // What is wrong with each of these programs, for the model to read; "" when nothing is. Null:
  // nothing is repaired.
  std::function<Result<std::vector<std::string>>(const std::vector<std::string>& twins)> errors_of;
  llm::Client::Progress progress;
  std::function<void(size_t made, size_t all)> making;  // prompts; may be empty
};

struct CarriedProgram {
  std::string program;  // "": there is none
  // empty (no program in the answer), messy (no Python), or why it was not asked for; "": none.
  std::string problem;
  bool asked = false;               // false: rules carried all of it
  bool pending = false;             // waits for `assay llm import`
  std::string prompt, prompt_text;  // of the last answer that was taken
  int repairs = 0;
  int64_t knowledge_tokens = 0, code_tokens = 0, input_tokens = 0, output_tokens = 0;
  double cost = 0, seconds = 0;
  bool estimated = false;  // the tokens: nobody has counted them
};

struct CarriedAll {
  std::vector<CarriedProgram> programs;  // as the sources
  trial::ModelUsage spent;
};

// Deterministic up to the model. An error: asking on makes no sense.
Result<CarriedAll> CarryByModel(const std::vector<ToCarry>& sources, const CarryOptions& options,
                                llm::Client& client);

// The statements of a carried program that rules left as they were: a model writes these and
// nothing else.
struct Gap {
  program::Span span;  // of the statement in the draft
  int column = 0;      // where it begins on its line
  std::string text;    // from the first column on
};

// In the order of the draft, not overlapping: statements that name the source's framework `from`,
// or call a method of it that is `left`. A statement with a body counts as a whole only where its
// head does.
std::vector<Gap> FindGaps(const std::string& draft, const std::vector<Left>& left,
                          const std::string& from);

// The draft with new statements in place of gaps, by their number from 1; gaps without a new one
// stay. Imports of `from` that nothing needs any more are left out.
std::string FillGaps(const std::string& draft, const std::vector<Gap>& gaps,
                     const std::map<int, std::string>& statements, const std::string& from);

}  // namespace assay::mirror
