// Sorting by a model: which of several categories a text belongs to.
//
// The answer names a category and quotes the sentence that decided. A sentence that is not in the
// text would be a reason made up, and the answer is not taken. The wording is
// prompts/classify-issue.txt.
#pragma once

#include <span>
#include <string>

#include "base/result.h"
#include "llm/prompt.h"

namespace assay::llm {

struct Category {
  std::string name, help;  // one line
};

// `text` is cut where a small model could not read on.
Result<Prompt> SortingPrompt(std::span<const Category> categories, const std::string& text);

struct Sorted {
  std::string category, sentence;
};

// An error: no such category, or the sentence is not in `text` (case and white space do not count).
Result<Sorted> ReadSorted(const nlohmann::json& answer, std::span<const Category> categories,
                          const std::string& text);

// The first `bytes` of `text`, fewer where that would cut a character in two.
std::string CutText(const std::string& text, size_t bytes);

}  // namespace assay::llm
