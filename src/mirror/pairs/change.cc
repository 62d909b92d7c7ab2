#include "mirror/pairs/change.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "base/hash.h"
#include "base/strings.h"

namespace assay::mirror::pairs {

using nlohmann::json;

#define FAMILY(Name, name, help) \
  void Make##Name(const json& arguments, Rng& rng, std::vector<Change>& out);
#include "mirror/pairs/changes.def"
#undef FAMILY

std::span<const Family> AllFamilies() {
  static constexpr std::array kFamilies = {
#define FAMILY(Name, name, help) Family{name, help, Make##Name},
#include "mirror/pairs/changes.def"
#undef FAMILY
  };
  return kFamilies;
}

namespace {

// What the values program wrote down is in double precision: trials begin in single precision.
json InSingle(const json& arguments) {
  json out = arguments;
  for (const Place& place : TensorsOf(out)) {
    json& tensor = *place.fact;
    if (IsFloat(tensor)) {
      tensor["dtype"] = "float32";
      for (json& value : tensor["values"])
        if (value.is_number()) value = Single(value.get<double>());
    } else if (IsComplex(tensor)) {
      tensor["dtype"] = "complex64";
      for (json& value : tensor["values"])
        for (json& part : value)
          if (part.is_number()) part = Single(part.get<double>());
    }
  }
  return out;
}

// Each family draws from its own numbers, so that a new one changes nothing in the others.
std::vector<Change> Made(const Family& family, const json& arguments, uint64_t seed) {
  Rng rng(HashBytes(family.name, seed));
  std::vector<Change> out;
  family.make(arguments, rng, out);
  return out;
}

// Some of `changes`, by chance, in their order.
std::vector<Change> Some(std::vector<Change> changes, size_t most, uint64_t seed) {
  Rng rng(seed);
  while (changes.size() > most)
    changes.erase(changes.begin() + rng.Int(0, static_cast<int64_t>(changes.size()) - 1));
  return changes;
}

}  // namespace

std::vector<Change> BenignChanges(const json& arguments, uint64_t seed) {
  return Made(AllFamilies().front(), InSingle(arguments), seed);
}

std::vector<Change> AllChanges(const json& arguments, uint64_t seed, size_t most) {
  const json single = InSingle(arguments);
  std::vector<std::vector<Change>> made;
  for (const Family& family : AllFamilies()) made.push_back(Made(family, single, seed));
  // Small families are taken whole, large ones share what is left.
  std::vector<size_t> order(made.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::stable_sort(order,
                           [&](size_t a, size_t b) { return made[a].size() < made[b].size(); });
  size_t left = most;
  for (size_t i = 0; i < order.size(); ++i) {
    const size_t share = std::max<size_t>(1, left / (order.size() - i));
    made[order[i]] = Some(std::move(made[order[i]]), share, HashCombine(seed, order[i]));
    left -= std::min(left, made[order[i]].size());
  }
  std::vector<Change> out;
  std::set<std::string> seen;
  for (const auto& family : made)
    for (const Change& change : family)
      if (seen.insert(change.arguments.dump() + (change.strided ? "s" : "")).second)
        out.push_back(change);
  return out;
}

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
