#include "mirror/pairs/facts.h"

#include <cmath>

#include "base/strings.h"

namespace assay::mirror::pairs {

using nlohmann::json;

std::vector<Place> TensorsOf(json& arguments) {
  std::vector<Place> out;
  for (const auto& [key, value] : arguments.items()) {
    if (value.contains("values")) out.push_back({key, &value});
    if (value.contains("list"))
      for (json& part : value["list"]) out.push_back({key, &part});
  }
  return out;
}

std::vector<json> TensorFacts(const json& arguments) {
  json copy = arguments;
  std::vector<json> out;
  for (const Place& place : TensorsOf(copy)) out.push_back(*place.fact);
  return out;
}

std::string TypeOf(const json& tensor) { return tensor.value("dtype", ""); }

bool IsFloat(const json& tensor) {
  const std::string type = TypeOf(tensor);
  return type.starts_with("float") || type == "bfloat16";
}

bool IsComplex(const json& tensor) { return TypeOf(tensor).starts_with("complex"); }

bool IsInteger(const json& tensor) {
  const std::string type = TypeOf(tensor);
  return type.starts_with("int") || type.starts_with("uint");
}

Sizes SizesOf(const json& tensor) { return tensor.at("shape").get<Sizes>(); }

int64_t CountOf(const Sizes& sizes) {
  int64_t out = 1;
  for (const int64_t size : sizes) out *= size;
  return out;
}

json NumberFact(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return value;
}

double Single(double value) { return static_cast<double>(static_cast<float>(value)); }

void Renew(json& tensor, const std::function<json()>& next) {
  for (json& value : tensor["values"]) value = next();
}

void Resize(json& tensor, const Sizes& sizes) {
  const json before = tensor["values"];
  json after = json::array();
  const int64_t count = CountOf(sizes);
  for (int64_t i = 0; i < count && !before.empty(); ++i)
    after.push_back(before[static_cast<size_t>(i) % before.size()]);
  tensor["shape"] = sizes;
  tensor["values"] = std::move(after);
}

std::string Shown(const json& told, size_t most) {
  std::string text = "nothing that can be compared";
  if (told.is_object() && told.contains("error")) text = told["error"].get<std::string>();
  if (told.is_object() && told.contains("values"))
    text =
        StrCat(told.value("type", TypeOf(told)), told["shape"].dump(), " ", told["values"].dump());
  if (told.is_object() && told.contains("list")) {
    std::vector<std::string> parts;
    for (const json& part : told["list"]) parts.push_back(Shown(part, most));
    text = StrCat("(", Join(parts, ", "), ")");
  }
  if (text.size() <= most) return text;
  size_t end = most;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return text.substr(0, end) + "…";
}

}  // namespace assay::mirror::pairs
