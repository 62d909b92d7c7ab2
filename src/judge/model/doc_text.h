// What a model is shown of an API's documentation, and whether the words that it quotes stand
// there.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "knowledge/api/api_doc.h"

namespace assay::judge::model {

// Signature, description, parameters, result, errors and notes; whole sentences and entries, as
// many of the first as fit into `most_bytes`. `left_out` is told how many did not.
std::string DocumentationText(const knowledge::ApiDoc& doc, size_t most_bytes,
                              size_t* left_out = nullptr);

// "the documentation of torch.addmm: its last 3 entries", for Prompt::left_out.
std::string LeftOutText(const knowledge::ApiDoc& doc, size_t entries);

// That of `doc`, and behind it those of `others` in their order, as far as they fit: each as whole
// sentences, or not at all. Names of what is missing go to `left_out`.
std::string DocumentationOfAll(const knowledge::ApiDoc& doc,
                               const std::vector<const knowledge::ApiDoc*>& others,
                               size_t most_bytes, std::vector<std::string>& left_out);

// The sentence in which `quote` stands, or all of the quote when it goes over several. Case, white
// space, markup, quotation marks and what DocumentationText puts in front of an entry ("- ",
// "Note:", "Returns:") do not count; words, signs and numbers do. Nothing when it stands nowhere,
// or has too few words to be evidence of anything.
std::optional<std::string> FindQuote(const knowledge::ApiDoc& doc, const std::string& quote);

}  // namespace assay::judge::model
