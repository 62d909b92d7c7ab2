// JSON from strangers, and of our own structs.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace assay {

// Copying and printing a value recurses, so that a file of a million brackets would end the
// process. Nothing honest is nested this deeply.
constexpr int kDeepestJson = 200;

// Discarded (`is_discarded()`) when `text` is no JSON, or nested more than `deepest` times. A mark
// of UTF-8 at the beginning is skipped.
nlohmann::json ParseJson(std::string_view text, int deepest = kDeepestJson);

// A member of whatever type it turns out to be: "", false, 0 or nothing within where `object` is
// none, or has none of that type.
std::string TextAt(const nlohmann::json& object, const char* key);
bool TrueAt(const nlohmann::json& object, const char* key);
int64_t IntAt(const nlohmann::json& object, const char* key);
double RealAt(const nlohmann::json& object, const char* key, double otherwise = 0);
const nlohmann::json& ObjectAt(const nlohmann::json& object, const char* key);
const nlohmann::json& ArrayAt(const nlohmann::json& object, const char* key);

// Members of a struct as an object, keys as they are named: ASSAY_FIELDS(row, id, state) is
// {{"id", row.id}, {"state", row.state}}. At most 63 members.
#define ASSAY_FIELDS(value, ...)                                             \
  [](const auto& nlohmann_json_t) {                                          \
    nlohmann::json nlohmann_json_j;                                          \
    NLOHMANN_JSON_EXPAND(NLOHMANN_JSON_PASTE(NLOHMANN_JSON_TO, __VA_ARGS__)) \
    return nlohmann_json_j;                                                  \
  }(value)

// The same read back: ASSAY_READ_FIELDS(object, row, id, state) sets both, and throws a
// nlohmann::json::exception where one is missing or of another type.
#define ASSAY_READ_FIELDS(object, value, ...)                                  \
  [](const nlohmann::json& nlohmann_json_j, auto& nlohmann_json_t) {           \
    NLOHMANN_JSON_EXPAND(NLOHMANN_JSON_PASTE(NLOHMANN_JSON_FROM, __VA_ARGS__)) \
  }(object, value)

// `object` with the keys of `more`.
nlohmann::json With(nlohmann::json object, const nlohmann::json& more);

}  // namespace assay
