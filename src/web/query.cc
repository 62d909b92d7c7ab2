#include "web/query.h"

#include <algorithm>
#include <charconv>

#include "base/strings.h"
#include "web/escapes.h"

namespace assay::web {
namespace {

constexpr size_t kMostParameters = 32;

}  // namespace

Result<Query> Query::Parse(std::string_view text) {
  Query out;
  while (!text.empty()) {
    const size_t end = std::min(text.find('&'), text.size());
    const std::string_view part = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (part.empty()) continue;
    const size_t equals = std::min(part.find('='), part.size());
    ASSAY_ASSIGN(std::string name, Unescape(part.substr(0, equals), /*plus_is_space=*/true));
    ASSAY_ASSIGN(std::string value,
                 Unescape(part.substr(std::min(equals + 1, part.size())), /*plus_is_space=*/true));
    if (out.values_.size() == kMostParameters) return BadQuery("too many parameters");
    if (!out.values_.emplace(std::move(name), std::move(value)).second)
      return BadQuery("a parameter comes twice");
  }
  return out;
}

Query& Query::Set(const std::string& name, std::string value) {
  values_[name] = std::move(value);
  return *this;
}

Status Query::Allow(std::initializer_list<std::string_view> names) const {
  for (const auto& [name, value] : values_)
    if (std::ranges::find(names, name) == names.end())
      return BadQuery(
          StrCat("there is no parameter '", name, "' here; known are: ", Join(names, ", ")));
  return {};
}

bool Query::Has(std::string_view name) const { return values_.find(name) != values_.end(); }

std::string Query::Text(std::string_view name) const {
  const auto it = values_.find(name);
  return it == values_.end() ? std::string() : it->second;
}

Result<int64_t> Query::Int(std::string_view name, int64_t otherwise, int64_t low,
                           int64_t high) const {
  if (!Has(name)) return otherwise;
  const std::string text = Text(name);
  int64_t value = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (failed != std::errc() || end != text.data() + text.size() || value < low || value > high)
    return BadQuery(StrCat(name, " must be a whole number from ", low, " to ", high));
  return value;
}

Result<bool> Query::Flag(std::string_view name, bool otherwise) const {
  ASSAY_ASSIGN(const int64_t value, Int(name, otherwise ? 1 : 0, 0, 1));
  return value == 1;
}

Result<std::string> Query::OneOf(std::string_view name, std::string_view otherwise,
                                 std::initializer_list<std::string_view> choices) const {
  if (!Has(name)) return std::string(otherwise);
  const std::string text = Text(name);
  if (std::ranges::find(choices, text) == choices.end())
    return BadQuery(StrCat(name, " must be one of: ", Join(choices, ", ")));
  return text;
}

}  // namespace assay::web
