// Members of JSON that may be damaged, of whatever type they turn out to be.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

namespace assay::web {

inline int64_t IntAt(const nlohmann::json& object, const char* key) {
  if (!object.is_object()) return 0;
  const auto it = object.find(key);
  return it != object.end() && it->is_number() ? it->get<int64_t>() : 0;
}

inline double RealAt(const nlohmann::json& object, const char* key, double otherwise = 0) {
  if (!object.is_object()) return otherwise;
  const auto it = object.find(key);
  return it != object.end() && it->is_number() ? it->get<double>() : otherwise;
}

inline std::string TextAt(const nlohmann::json& object, const char* key) {
  if (!object.is_object()) return "";
  const auto it = object.find(key);
  return it != object.end() && it->is_string() ? it->get<std::string>() : "";
}

inline bool TrueAt(const nlohmann::json& object, const char* key) {
  if (!object.is_object()) return false;
  const auto it = object.find(key);
  return it != object.end() && it->is_boolean() && it->get<bool>();
}

// An object, empty when the member is none.
inline nlohmann::json MemberOf(const nlohmann::json& object, const char* key) {
  if (!object.is_object()) return nlohmann::json::object();
  const auto it = object.find(key);
  return it != object.end() && it->is_object() ? *it : nlohmann::json::object();
}

}  // namespace assay::web
