// Labelling by rule: the type of the study's Table 1 that the words of a report speak for.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "study/issues/issue.h"

namespace assay::study {

struct PhrasesDef {
  std::string_view type;
  int points;
  std::string_view phrases;
};
std::span<const PhrasesDef> AllPhrases();  // phrases.def

struct Labelled {
  std::string type;  // "-": no phrase occurs
  int points = 0;
  std::vector<std::string> because;  // phrases of that type that occur
};

Labelled LabelByRule(const Issue& issue);

// Whether `phrase` (lower case) occurs in `text` (lower case) as whole words.
bool Occurs(std::string_view text, std::string_view phrase);

// Cohen's kappa: how far two raters agree beyond what chance would give.
struct Agreement {
  size_t items = 0, equal = 0;
  double expected = 0;  // share that chance would make equal
  double kappa = 0;     // 1: always; 0: as chance; 0 also without items; 1 when both always say one
                        // and the same thing
};

// One pair of labels per item.
Agreement CohensKappa(const std::vector<std::pair<std::string, std::string>>& labels);

}  // namespace assay::study
