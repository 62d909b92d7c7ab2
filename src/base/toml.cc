#include "base/toml.h"

#include <toml++/toml.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "base/strings.h"

namespace assay {
namespace {

Toml::Kind KindOf(toml::node_type type) {
  switch (type) {
    case toml::node_type::none:
      return Toml::Kind::kNothing;
    case toml::node_type::table:
      return Toml::Kind::kTable;
    case toml::node_type::array:
      return Toml::Kind::kArray;
    case toml::node_type::string:
      return Toml::Kind::kText;
    case toml::node_type::integer:
      return Toml::Kind::kInteger;
    case toml::node_type::floating_point:
      return Toml::Kind::kReal;
    case toml::node_type::boolean:
      return Toml::Kind::kBoolean;
    default:
      return Toml::Kind::kDate;
  }
}

Error WrongAt(const std::string& path, int line, std::string_view what) {
  return Invalid(StrCat(path.empty() ? "line " : path + ":", line, ": ", what));
}

}  // namespace

struct TomlBuilder {
  const std::shared_ptr<const std::string> path;

  Toml Build(const toml::node& node, std::string_view key) const {
    Toml out;
    out.kind_ = KindOf(node.type());
    out.line_ = static_cast<int>(node.source().begin.line);
    out.path_ = path;
    out.key_ = key;
    out.text_ = node.value_or(std::string());
    out.integer_ = node.value<int64_t>();
    out.real_ = node.value<double>();
    out.boolean_ = node.value<bool>();
    if (const toml::table* table = node.as_table())
      for (const auto& [name, value] : *table) out.parts_.push_back(Build(value, name.str()));
    if (const toml::array* array = node.as_array())
      for (const toml::node& item : *array) out.parts_.push_back(Build(item, ""));
    return out;
  }
};

Result<Toml> Toml::Parse(std::string_view text, const std::string& path) {
  try {
    const toml::table table = toml::parse(text, path);
    return TomlBuilder{std::make_shared<const std::string>(path)}.Build(table, "");
  } catch (const toml::parse_error& error) {
    return WrongAt(path, static_cast<int>(error.source().begin.line), error.description());
  }
}

Result<Toml> Toml::Load(const std::string& path, uint64_t limit) {
  ASSAY_ASSIGN(const std::string text, ReadFile(path, limit));
  return Parse(text, path);
}

const Toml& Toml::operator[](std::string_view key) const {
  static const Toml kNothing;
  const auto all = entries();
  const auto found = std::lower_bound(all.begin(), all.end(), key,
                                      [](const Toml& a, std::string_view b) { return a.key_ < b; });
  return found == all.end() || found->key_ != key ? kNothing : *found;
}

std::span<const Toml> Toml::entries() const {
  return IsTable() ? std::span<const Toml>(parts_) : std::span<const Toml>();
}

std::span<const Toml> Toml::items() const {
  return IsArray() ? std::span<const Toml>(parts_) : std::span<const Toml>();
}

template <>
std::optional<std::string> Toml::As() const {
  return IsText() ? std::optional(text_) : std::nullopt;
}
template <>
std::optional<int64_t> Toml::As() const {
  return integer_;
}
template <>
std::optional<int> Toml::As() const {
  constexpr int64_t kMost = std::numeric_limits<int>::max(), kLeast = -kMost - 1;
  if (!integer_ || *integer_ < kLeast || *integer_ > kMost) return std::nullopt;
  return static_cast<int>(*integer_);
}
template <>
std::optional<double> Toml::As() const {
  return real_;
}
template <>
std::optional<bool> Toml::As() const {
  return boolean_;
}

std::string Toml::Text(std::string_view otherwise) const {
  return IsText() ? text_ : std::string(otherwise);
}

std::vector<std::string> Toml::Texts() const {
  std::vector<std::string> out;
  for (const Toml& item : items())
    if (item.IsText()) out.push_back(item.text_);
  return out;
}

Error Toml::Wrong(std::string_view what) const { return WrongAt(*path_, line_, what); }

nlohmann::json ToJson(const Toml& table) {
  nlohmann::json out = nlohmann::json::object();
  for (const Toml& entry : table.entries()) {
    if (entry.IsText())
      out[entry.key()] = entry.Text();
    else if (entry.kind() == Toml::Kind::kInteger)
      out[entry.key()] = entry.Or<int64_t>(0);
    else
      out[entry.key()] = entry.Or(0.0);
  }
  return out;
}

}  // namespace assay
