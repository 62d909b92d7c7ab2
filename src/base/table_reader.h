// Reads the keys of one table of a TOML file and complains about those that nobody asked for, so
// that a misspelt key is not silently dropped.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/toml.h"

namespace assay {

// `section` stands before the keys in messages, `what` says what kind of file it is. The first
// complaint counts. A key that is not there leaves what is to be set as it is.
class TableReader {
 public:
  explicit TableReader(const Toml& table, std::string section = "",
                       std::string what = "a manifest");

  template <typename T>
  void Value(const char* key, T& out) {
    const Toml& value = Node(key);
    if (!value) return;
    if (const auto fits = value.As<T>())
      out = *fits;
    else
      Complain(key, "has the wrong type");
  }
  void Value(const char* key, uint64_t& out);
  // Must be there, and not be empty.
  void Required(const char* key, std::string& out);
  void Texts(const char* key, std::vector<std::string>& out);
  // One kind of machine, or a list of them; each must be one that KnownMachines() lists.
  void Machines(const char* key, std::vector<std::string>& out);
  void Map(const char* key, std::map<std::string, std::string>& out);
  const Toml& Node(const char* key);
  // Nothing where there is none.
  const Toml& Table(const char* key);
  std::span<const Toml> Tables(const char* key);
  std::span<const Toml> RequiredTables(const char* key);

  // About the value of `key`, or about the table where there is none.
  void Complain(const std::string& key, const std::string& what);
  // The first complaint, unknown keys included.
  Status Done();

 private:
  void ComplainOf(const Toml& value, const std::string& key, const std::string& what);

  const Toml& table_;
  const std::string section_, what_;
  std::vector<std::string> known_;
  Status first_;
};

}  // namespace assay
