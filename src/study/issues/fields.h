// Fields of issues and labels as files have them.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace assay::study {

// As text, whatever its type; "" when there is none.
std::string TextOf(const nlohmann::json& entry, const char* key);

// Whether it is one of the study's types, "A1" to "G5".
bool IsStudyType(const std::string& type);
inline constexpr const char* kExpectedType = "'; expected one of the study's, A1 to G5";

}  // namespace assay::study
