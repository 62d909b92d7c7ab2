// What a model is shown of an API's documentation, and whether the words that it quotes stand
// there.
#pragma once

#include <optional>
#include <string>

#include "knowledge/api/api_doc.h"

namespace assay::judge::model {

// Signature, description, parameters, result, errors and notes; cut after about `most_bytes`.
std::string DocumentationText(const knowledge::ApiDoc& doc, size_t most_bytes);

// The sentence in which `quote` stands, or all of the quote when it goes over several. Case, white
// space, markup and quotation marks do not count; words, signs and numbers do. Nothing when it
// stands nowhere, or has too few words to be evidence of anything.
std::optional<std::string> FindQuote(const knowledge::ApiDoc& doc, const std::string& quote);

}  // namespace assay::judge::model
