// The model as an oracle on one program: asked several times what must happen by the documentation,
// without being shown what does happen.
#pragma once

#include <string>
#include <vector>

#include "judge/model/compare.h"
#include "judge/model/prediction.h"
#include "knowledge/api/api_doc.h"
#include "llm/prompt.h"

namespace assay::judge::model {

// So much of a documentation fits into the context of a small model, beside program and answer.
inline constexpr size_t kMostDocBytes = 3600;
// Half of what a model reads, in bytes; no less than that.
size_t DocBytes(int64_t context);

// What a model is shown beside the program.
struct Shown {
  size_t doc_bytes = kMostDocBytes;
  std::string surroundings;  // what the program will run with; "": it is not told
};
// A line for templates; empty where nothing is told.
std::string SurroundingsLine(const Shown& shown);

// Further APIs that a program calls: what is documented of them is shown and may be quoted.
using OtherDocs = std::vector<const knowledge::ApiDoc*>;

// Samples 0 to `samples` - 1 of prompts/judge-predict.txt. `program` is cleaned first.
Result<std::vector<llm::Prompt>> PredictionPrompts(const knowledge::ApiDoc& doc,
                                                   const std::string& program, int samples,
                                                   const Shown& shown = {},
                                                   const OtherDocs& others = {});

// One answer to such a prompt; quotes are looked up in `doc` and the others.
SampledAnswer ReadAnswer(const llm::Outcome& outcome, const knowledge::ApiDoc& doc,
                         const OtherDocs& others = {});

// `samples` copies of `prompt`, numbered.
std::vector<llm::Prompt> Samples(llm::Prompt prompt, int samples);

// The parameter-change oracle: what happens when one parameter changes, predicted in words that a
// run can be compared with.
//
// `values` compares the elements of the two results: equal, larger or smaller (by the sum of the
// elements), different (not equal), or none when it is not known or there is nothing to compare.
struct ChangePrediction {
  SampledAnswer sample;  // of the new program; what is said of the elements is its `more`
  std::string program;   // the model's own, "" where it was not asked for one
  std::string value;     // that it says it gave the parameter; "": it does not say
};

// How a program ended, in words for the model: "runs to its end", "raises ValueError".
std::string EndingWords(const Ending& ending);

// A new program and what becomes of it: prompts/judge-change.txt, one sample each. `before`: how
// the program itself ended.
Result<llm::Prompt> ChangePrompt(const knowledge::ApiDoc& doc, const std::string& program,
                                 const Ending& before, const std::string& parameter,
                                 const Shown& shown = {});
// Only what becomes of it: prompts/judge-change-predict.txt.
Result<llm::Prompt> ChangePredictionPrompt(const knowledge::ApiDoc& doc, const std::string& program,
                                           const Ending& before, const std::string& parameter,
                                           const std::string& changed, const Shown& shown = {});

// Nothing in `sample` when no answer came.
ChangePrediction ReadChange(const llm::Outcome& outcome, const knowledge::ApiDoc& doc);

// Status, shape and dtype as Compare, then the elements.
Compared CompareChange(const Consensus& predicted, const Observed& before, const Observed& after,
                       const knowledge::ApiDoc& doc);

}  // namespace assay::judge::model
