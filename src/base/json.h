// JSON from strangers.
#pragma once

#include <nlohmann/json.hpp>
#include <string_view>

namespace assay {

// Copying and printing a value recurses, so that a file of a million brackets would end the
// process. Nothing honest is nested this deeply.
constexpr int kDeepestJson = 200;

// Discarded (`is_discarded()`) when `text` is no JSON, or nested more than `deepest` times. A mark
// of UTF-8 at the beginning is skipped.
nlohmann::json ParseJson(std::string_view text, int deepest = kDeepestJson);

}  // namespace assay
