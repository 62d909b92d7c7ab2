// The part of JSON Schema that prompts use: type, properties, required, additionalProperties,
// items, minItems, maxItems, enum, minimum, maximum. Descriptions are allowed and mean nothing
// here.
//
// Whatever a server promises, answers are held against the schema here, and the message names the
// place: `answer.items[2].name: is 3, not a string`.
#pragma once

#include <nlohmann/json.hpp>

#include "base/result.h"

namespace assay::llm {

// The schema itself: a keyword that would be silently ignored is an error.
Status CheckSchema(const nlohmann::ordered_json& schema);

// `value` against a schema that CheckSchema accepts. The first misfit, by the order of names.
Status CheckValue(const nlohmann::ordered_json& schema, const nlohmann::json& value);

// The JSON in a model's answer, which may stand between ``` marks or after a sentence; checked
// against `schema`.
Result<nlohmann::json> ReadStructured(const nlohmann::ordered_json& schema,
                                      const std::string& text);

}  // namespace assay::llm
