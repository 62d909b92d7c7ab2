// Small helpers for documentation text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/strings.h"

namespace assay::knowledge {

// Columns of white space that `line` begins with; tabs count as one.
size_t IndentOf(std::string_view line);
bool IsBlank(std::string_view line);
// Without the white space that all lines that are not blank share, and without blank ends.
std::vector<std::string> Dedent(std::vector<std::string> lines);
// All white space as single spaces.
std::string Squeeze(std::string_view text);
bool IsIdentifier(std::string_view text);
// "relu" of "torch.nn.functional.relu".
std::string_view LastPart(std::string_view name);

// reStructuredText and Markdown made plain: code, parameters and classes in single backquotes
// (`input`), links by their text, simple formulas by the characters they stand for.
std::string PlainMarkup(std::string_view text);

// The sentences of `text`, each squeezed. Items of bullet lists and paragraphs end a sentence;
// "e.g.", decimal points, and points within parentheses or backquotes do not.
std::vector<std::string> Sentences(std::string_view text);

// Where `phrase` (lower case) stands in `text` (lower case) as whole words; npos when it does not.
// A phrase may end in * for any ending: "quantiz*".
size_t FindPhrase(std::string_view text, std::string_view phrase);

// "a;b;c" as a list.
std::vector<std::string> PhraseList(std::string_view phrases);

}  // namespace assay::knowledge
