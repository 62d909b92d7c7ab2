#include "llm/schema.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "base/json.h"
#include "base/strings.h"

namespace assay::llm {
namespace {

using Json = nlohmann::json;

constexpr size_t kShownValue = 60;  // of a value in a message
constexpr int kMaxDepth =
    64;  // of schemas and answers: what is nested deeper is a mistake or an attack

const std::vector<std::string>& Keywords() {
  static const std::vector<std::string> kKeywords = {
      "type",    "properties", "required", "additionalProperties",
      "items",   "minItems",   "maxItems", "enum",
      "minimum", "maximum",    "title",    "description"};
  return kKeywords;
}

const std::vector<std::string>& Types() {
  static const std::vector<std::string> kTypes = {"object", "array",   "string", "integer",
                                                  "number", "boolean", "null"};
  return kTypes;
}

std::string Shown(const Json& value) {
  std::string text = value.dump(-1, ' ', false, Json::error_handler_t::replace);
  if (text.size() > kShownValue) text = text.substr(0, kShownValue) + "…";
  return text;
}

Error At(const std::string& place, const std::string& what) {
  return Invalid(StrCat(place, ": ", what));
}

bool HasType(const Json& value, const std::string& type) {
  if (type == "object") return value.is_object();
  if (type == "array") return value.is_array();
  if (type == "string") return value.is_string();
  if (type == "boolean") return value.is_boolean();
  if (type == "null") return value.is_null();
  if (type == "number") return value.is_number();
  // 2.0 is an integer for JSON Schema.
  return value.is_number_integer() ||
         (value.is_number() && std::trunc(value.get<double>()) == value.get<double>());
}

std::vector<std::string> TypesOf(const Json& schema) {
  std::vector<std::string> out;
  const Json& type = schema["type"];
  if (type.is_string()) return {type.get<std::string>()};
  for (const Json& one : type) out.push_back(one.get<std::string>());
  return out;
}

Status CheckTypeKeyword(const Json& schema, const std::string& place) {
  if (!schema.contains("type")) return {};
  const Json list = schema["type"].is_array() ? schema["type"] : Json::array({schema["type"]});
  for (const Json& one : list)
    if (!one.is_string() || std::ranges::find(Types(), one.get<std::string>()) == Types().end())
      return At(place, StrCat("the type ", Shown(one), " is not one of ", Join(Types(), ", ")));
  return {};
}

Status CheckKeywords(const Json& schema, const std::string& place) {
  for (const auto& [key, value] : schema.items())
    if (std::ranges::find(Keywords(), key) == Keywords().end())
      return At(place,
                StrCat("the keyword ", key, " is not supported; known: ", Join(Keywords(), ", ")));
  for (const char* number : {"minimum", "maximum", "minItems", "maxItems"})
    if (schema.contains(number) && !schema[number].is_number())
      return At(place, StrCat(number, " is not a number"));
  for (const char* list : {"required", "enum"})
    if (schema.contains(list) && !schema[list].is_array())
      return At(place, StrCat(list, " is not a list"));
  if (schema.contains("required"))
    for (const Json& name : schema["required"])
      if (!name.is_string()) return At(place, "required holds something that is not a name");
  if (schema.contains("properties") && !schema["properties"].is_object())
    return At(place, "properties is not an object");
  return CheckTypeKeyword(schema, place);
}

Status CheckSchemaAt(const Json& schema, const std::string& place, int depth) {
  if (depth > kMaxDepth) return At(place, "is nested too deeply");
  if (!schema.is_object()) return At(place, "a schema is an object");
  ASSAY_RETURN_IF_ERROR(CheckKeywords(schema, place));
  if (schema.contains("properties"))
    for (const auto& [name, one] : schema["properties"].items())
      ASSAY_RETURN_IF_ERROR(CheckSchemaAt(one, StrCat(place, ".", name), depth + 1));
  if (schema.contains("items"))
    ASSAY_RETURN_IF_ERROR(CheckSchemaAt(schema["items"], place + "[]", depth + 1));
  if (schema.contains("additionalProperties") && !schema["additionalProperties"].is_boolean())
    return CheckSchemaAt(schema["additionalProperties"], place + ".*", depth + 1);
  return {};
}

Status CheckAt(const Json& schema, const Json& value, const std::string& place);

Status CheckMember(const Json& schema, const std::string& name, const Json& value,
                   const std::string& place) {
  const std::string below = StrCat(place, ".", name);
  if (schema.contains("properties") && schema["properties"].contains(name))
    return CheckAt(schema["properties"][name], value, below);
  if (!schema.contains("additionalProperties")) return {};
  const Json& rule = schema["additionalProperties"];
  if (rule.is_object()) return CheckAt(rule, value, below);
  if (rule.get<bool>()) return {};
  return At(below, "is not allowed here");
}

Status CheckObject(const Json& schema, const Json& value, const std::string& place) {
  if (schema.contains("required"))
    for (const Json& name : schema["required"])
      if (!value.contains(name.get<std::string>()))
        return At(place, StrCat("lacks ", name.get<std::string>()));
  for (const auto& [name, member] : value.items())
    ASSAY_RETURN_IF_ERROR(CheckMember(schema, name, member, place));
  return {};
}

Status CheckArray(const Json& schema, const Json& value, const std::string& place) {
  const auto size = static_cast<double>(value.size());
  if (schema.contains("minItems") && size < schema["minItems"].get<double>())
    return At(place,
              StrCat("has ", value.size(), " items, fewer than ", Shown(schema["minItems"])));
  if (schema.contains("maxItems") && size > schema["maxItems"].get<double>())
    return At(place, StrCat("has ", value.size(), " items, more than ", Shown(schema["maxItems"])));
  if (!schema.contains("items")) return {};
  for (size_t i = 0; i < value.size(); ++i)
    ASSAY_RETURN_IF_ERROR(CheckAt(schema["items"], value[i], StrCat(place, "[", i, "]")));
  return {};
}

Status CheckAt(const Json& schema, const Json& value, const std::string& place) {
  if (schema.contains("type")) {
    const std::vector<std::string> types = TypesOf(schema);
    if (std::ranges::none_of(types, [&](const std::string& type) { return HasType(value, type); }))
      return At(place, StrCat("is ", Shown(value), ", not of type ", Join(types, " or ")));
  }
  if (schema.contains("enum") &&
      std::find(schema["enum"].begin(), schema["enum"].end(), value) == schema["enum"].end())
    return At(place, StrCat("is ", Shown(value), ", not one of ", Shown(schema["enum"])));
  if (value.is_number()) {
    const auto number = value.get<double>();
    if (schema.contains("minimum") && number < schema["minimum"].get<double>())
      return At(place, StrCat("is ", Shown(value), ", less than ", Shown(schema["minimum"])));
    if (schema.contains("maximum") && number > schema["maximum"].get<double>())
      return At(place, StrCat("is ", Shown(value), ", more than ", Shown(schema["maximum"])));
  }
  if (value.is_object()) return CheckObject(schema, value, place);
  if (value.is_array()) return CheckArray(schema, value, place);
  return {};
}

// The text between the first ``` line and the next ```, or all of it.
std::string Unfenced(const std::string& text) {
  const size_t open = text.find("```");
  if (open == std::string::npos) return text;
  const size_t start = text.find('\n', open);
  if (start == std::string::npos) return text;
  const size_t end = text.find("```", start);
  return text.substr(start + 1, end == std::string::npos ? end : end - start - 1);
}

}  // namespace

Status CheckSchema(const nlohmann::ordered_json& schema) {
  return CheckSchemaAt(Json(schema), "schema", 0);
}

Status CheckValue(const nlohmann::ordered_json& schema, const Json& value) {
  return CheckAt(Json(schema), value, "answer");
}

Result<Json> ReadStructured(const nlohmann::ordered_json& schema, const std::string& text) {
  Json value = ParseJson(text, kMaxDepth);
  if (value.is_discarded()) value = ParseJson(Unfenced(text), kMaxDepth);
  const size_t open = text.find_first_of("{["), close = text.find_last_of("}]");
  if (value.is_discarded() && open != std::string::npos && close != std::string::npos &&
      open < close)
    value = ParseJson(text.substr(open, close - open + 1), kMaxDepth);
  if (value.is_discarded()) return Invalid(StrCat("answer: is not JSON: ", Shown(Json(text))));
  ASSAY_RETURN_IF_ERROR(CheckValue(schema, value));
  return value;
}

}  // namespace assay::llm
