// TOML files. Only toml.cc sees the library behind this, whose headers take seconds to compile.
#pragma once

#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace assay {

// A value of a file and where it stands. Lookups never fail: what is not there, or of another kind,
// is a value that is nothing, which holds neither items nor texts.
class Toml {
 public:
  enum class Kind { kNothing, kTable, kArray, kText, kInteger, kReal, kBoolean, kDate };

  // The table that the whole file is. Errors, here and in Wrong(), begin with "`path`:7: ", or with
  // "line 7: " where no path is given.
  static Result<Toml> Parse(std::string_view text, const std::string& path);
  static Result<Toml> Load(const std::string& path, uint64_t limit = uint64_t{1} << 40);

  Toml() = default;
  Kind kind() const { return kind_; }
  explicit operator bool() const { return kind_ != Kind::kNothing; }
  bool IsTable() const { return kind_ == Kind::kTable; }
  bool IsArray() const { return kind_ == Kind::kArray; }
  bool IsText() const { return kind_ == Kind::kText; }
  bool IsNumber() const { return kind_ == Kind::kInteger || kind_ == Kind::kReal; }

  // The value under a key of a table.
  const Toml& operator[](std::string_view key) const;
  // The values of a table in the order of their keys; those of an array as written.
  std::span<const Toml> entries() const;
  std::span<const Toml> items() const;
  // Under which it stands in its table.
  const std::string& key() const { return key_; }

  // A bool, int, int64_t, double or std::string; nullopt where the value is none without a loss.
  template <typename T>
  std::optional<T> As() const;
  template <typename T>
  T Or(T otherwise) const {
    return As<T>().value_or(otherwise);
  }
  std::string Text(std::string_view otherwise = "") const;
  // The texts among the items.
  std::vector<std::string> Texts() const;

  int line() const { return line_; }
  const std::string& path() const { return *path_; }
  // About this value: names file and line.
  Error Wrong(std::string_view what) const;

 private:
  friend struct TomlBuilder;

  Kind kind_ = Kind::kNothing;
  int line_ = 0;
  std::shared_ptr<const std::string> path_;  // one for all values of a file
  std::string key_, text_;
  std::optional<int64_t> integer_;
  std::optional<double> real_;
  std::optional<bool> boolean_;
  std::vector<Toml> parts_;
};

template <>
std::optional<bool> Toml::As() const;
template <>
std::optional<int> Toml::As() const;
template <>
std::optional<int64_t> Toml::As() const;
template <>
std::optional<double> Toml::As() const;
template <>
std::optional<std::string> Toml::As() const;

// The texts and numbers of a table, by key.
nlohmann::json ToJson(const Toml& table);

}  // namespace assay
