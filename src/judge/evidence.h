// Evidence: where in an API's documentation the words stand that an oracle holds it to.
#pragma once

#include <string>
#include <vector>

#include "knowledge/api/api_doc.h"

namespace assay::judge {

// "signature", "description", "parameter `beta`", "result", "errors" or "notes"; "" when the words
// stand nowhere in it: they are the oracle's own rule then, and nobody's promise. Case, white space
// and markup do not count. `parameter`: whom the words are about, where they are looked for first.
std::string PlaceOf(const knowledge::ApiDoc& doc, const std::string& sentence,
                    const std::string& parameter);

// The documentation for people, at most `most` bytes of it and a mark ("…") where something is left
// out. What holds one of `sentences` comes before anything else.
std::string ExcerptOf(const knowledge::ApiDoc& doc, const std::vector<std::string>& sentences,
                      size_t most);

// `text` without what is behind its first `most` bytes, and with "…" where that was something. No
// character is cut in two.
std::string Shortened(const std::string& text, size_t most);

}  // namespace assay::judge
