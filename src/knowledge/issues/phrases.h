// Finding phrases in text as whole words, whatever their case.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace assay::knowledge {

// Where `phrase` (lower case) stands in `text` (lower case) as whole words; npos when it does not.
// A phrase may end in * for any ending: "quantiz*".
size_t FindPhrase(std::string_view text, std::string_view phrase);

// "a;b;c" as a list.
std::vector<std::string> PhraseList(std::string_view phrases);

}  // namespace assay::knowledge
