#include "mirror/check/numbers.h"

#include <cmath>
#include <cstdlib>

namespace assay::mirror {
namespace {

using nlohmann::json;

double ValueOf(const json& value) {
  if (value.is_boolean()) return value.get<bool>() ? 1 : 0;
  if (value.is_number()) return value.get<double>();
  // "nan", "inf", "-inf", and integers beyond 64 bits.
  if (value.is_string()) return std::strtod(value.get_ref<const std::string&>().c_str(), nullptr);
  return std::nan("");
}

// The digits of a whole number beyond 2^53; "" for all others.
std::string DigitsOfLarge(const json& value) {
  constexpr double kExact = 9007199254740992;
  if (std::abs(ValueOf(value)) < kExact) return "";
  if (value.is_number_integer()) return value.dump();
  const std::string text = value.is_string() ? value.get<std::string>() : "";
  return text.find_first_not_of("-0123456789") == std::string::npos ? text : "";
}

void Append(const json& value, Numbers& out) {
  if (value.is_array() && value.size() == 2) {
    out.complex = true;
    out.values.push_back(ValueOf(value[0]));
    out.values.push_back(ValueOf(value[1]));
  } else {
    if (std::string digits = DigitsOfLarge(value); !digits.empty())
      out.large[out.values.size()] = std::move(digits);
    out.values.push_back(ValueOf(value));
  }
}

// A list of equal arrays is one array with a dimension more.
std::optional<Numbers> OfList(const json& list) {
  Numbers out;
  bool first = true;
  for (const json& item : list) {
    const auto part = NumbersOf(item);
    if (!part || part->every != 1) return std::nullopt;
    if (first) {
      out.dtype = part->dtype;
      out.shape = part->shape;
      out.complex = part->complex;
    } else if (part->shape != out.shape || part->complex != out.complex) {
      return std::nullopt;
    }
    if (part->dtype == "float") out.dtype = "float";
    first = false;
    for (const auto& [at, digits] : part->large) out.large[out.values.size() + at] = digits;
    out.values.insert(out.values.end(), part->values.begin(), part->values.end());
  }
  if (first) out.dtype = "float";
  out.shape.insert(out.shape.begin(), static_cast<int64_t>(list.size()));
  return out;
}

}  // namespace

bool Numbers::exact() const {
  return dtype.starts_with("int") || dtype.starts_with("uint") || dtype == "bool" ||
         dtype.starts_with("qint") || dtype.starts_with("quint");
}

double Numbers::unit() const {
  static const std::map<std::string, int> kBits = {{"float16", 10},      {"bfloat16", 7},
                                                   {"float64", 52},      {"complex128", 52},
                                                   {"float8_e4m3fn", 3}, {"float8_e5m2", 2}};
  const auto found = kBits.find(dtype);
  return std::ldexp(1.0, found == kBits.end() ? -23 : -found->second);
}

std::optional<Numbers> NumbersOf(const json& fact) {
  if (!fact.is_object()) return std::nullopt;
  if (fact.contains("list")) {
    if (!fact["list"].is_array()) return std::nullopt;
    if (fact.contains("length") && fact["length"] != fact["list"].size()) return std::nullopt;
    return OfList(fact["list"]);
  }
  if (!fact.contains("values") || !fact["values"].is_array()) return std::nullopt;
  Numbers out;
  try {
    out.dtype = fact.contains("plain") ? fact["plain"] : fact.at("dtype");
    if (fact.contains("shape")) out.shape = fact["shape"].get<std::vector<int64_t>>();
    out.every = fact.value("every", int64_t{1});
  } catch (const json::exception&) {
    return std::nullopt;
  }
  for (const json& value : fact["values"]) Append(value, out);
  return out;
}

std::optional<Numbers> ChannelsLast(const Numbers& numbers) {
  const size_t rank = numbers.shape.size();
  if (rank < 3 || rank > 5 || numbers.every != 1 || numbers.complex) return std::nullopt;
  Numbers out = numbers;
  out.large.clear();  // they would stand elsewhere; the doubles must do
  out.shape.erase(out.shape.begin() + 1);
  out.shape.push_back(numbers.shape[1]);
  const int64_t batch = numbers.shape[0], channels = numbers.shape[1];
  int64_t rest = 1;
  for (size_t i = 2; i < rank; ++i) rest *= numbers.shape[i];
  if (batch * channels * rest != static_cast<int64_t>(numbers.values.size())) return std::nullopt;
  for (int64_t n = 0; n < batch; ++n)
    for (int64_t c = 0; c < channels; ++c)
      for (int64_t i = 0; i < rest; ++i)
        out.values[(n * rest + i) * channels + c] = numbers.values[(n * channels + c) * rest + i];
  return out;
}

}  // namespace assay::mirror
