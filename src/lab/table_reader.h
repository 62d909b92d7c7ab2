// Reads the keys of one table of a manifest and complains about those that nobody asked for.
#pragma once

#include <toml++/toml.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/machine.h"
#include "base/result.h"
#include "base/strings.h"

namespace assay::lab {

// `section` stands before the keys in messages, `what` says what kind of file it is. The first
// complaint counts.
class TableReader {
 public:
  TableReader(const toml::table& table, std::string path, std::string section,
              std::string what = "a manifest")
      : table_(table),
        path_(std::move(path)),
        section_(std::move(section)),
        what_(std::move(what)) {}

  template <typename T>
  void Value(const char* key, T& out) {
    known_.push_back(key);
    const toml::node* node = table_.get(key);
    if (node == nullptr) return;
    const auto value = node->value<T>();
    if (value.has_value())
      out = *value;
    else
      Complain(*node, key, "has the wrong type");
  }
  void Value(const char* key, int& out) {
    int64_t wide = out;
    Value(key, wide);
    out = static_cast<int>(wide);
  }
  void Value(const char* key, uint64_t& out) {
    auto wide = static_cast<int64_t>(out);
    Value(key, wide);
    if (wide < 0)
      Complain(*table_.get(key), key, "is negative");
    else
      out = static_cast<uint64_t>(wide);
  }
  void Texts(const char* key, std::vector<std::string>& out) {
    known_.push_back(key);
    const toml::node* node = table_.get(key);
    if (node == nullptr) return;
    const toml::array* list = node->as_array();
    if (list == nullptr) return Complain(*node, key, "is not a list of texts");
    for (const toml::node& item : *list) {
      if (!item.is_string()) return Complain(item, key, "is not a list of texts");
      out.push_back(item.value_or(std::string()));
    }
  }
  // One kind of machine, or a list of them; each must be one that KnownMachines() lists.
  void Machines(const char* key, std::vector<std::string>& out) {
    const toml::node* node = table_.get(key);
    if (node != nullptr && node->is_string()) {
      known_.push_back(key);
      out.push_back(node->value_or(std::string()));
    } else {
      Texts(key, out);
    }
    for (const std::string& name : out)
      if (const std::string wrong = NoSuchMachine(name); !wrong.empty())
        return Complain(*node, key, wrong);
  }
  void Map(const char* key, std::map<std::string, std::string>& out) {
    known_.push_back(key);
    const toml::node* node = table_.get(key);
    if (node == nullptr) return;
    const toml::table* table = node->as_table();
    if (table == nullptr) return Complain(*node, key, "is not a table of texts");
    for (const auto& [name, value] : *table) {
      if (!value.is_string()) return Complain(value, std::string(name.str()), "is not a text");
      out[std::string(name.str())] = value.value_or(std::string());
    }
  }
  const toml::node* Node(const char* key) {
    known_.push_back(key);
    return table_.get(key);
  }
  const toml::table* Table(const char* key) {
    known_.push_back(key);
    const toml::node* node = table_.get(key);
    if (node == nullptr) return nullptr;
    if (node->as_table() == nullptr) Complain(*node, key, "is not a table");
    return node->as_table();
  }
  const toml::array* Tables(const char* key) {
    known_.push_back(key);
    const toml::node* node = table_.get(key);
    if (node == nullptr) return nullptr;
    const toml::array* list = node->as_array();
    const bool fits = list != nullptr && std::all_of(list->begin(), list->end(),
                                                     [](const auto& n) { return n.is_table(); });
    if (!fits) Complain(*node, key, StrCat("is not a list of tables; write [[", key, "]]"));
    return fits ? list : nullptr;
  }
  void Complain(const toml::node& node, const std::string& key, const std::string& what) {
    if (error_.empty())
      error_ = StrCat(path_, ":", node.source().begin.line, ": ", section_, key, " ", what);
  }
  // The first complaint, unknown keys included.
  Status Done() {
    for (const auto& [key, node] : table_) {
      const std::string name(key.str());
      if (std::find(known_.begin(), known_.end(), name) != known_.end()) continue;
      const std::string near = Nearest(name, known_);
      Complain(node, name,
               near.empty() ? StrCat("is no key of ", what_, "; known here: ", Join(known_, ", "))
                            : StrCat("is no key of ", what_, "; did you mean ", near, "?"));
    }
    if (!error_.empty()) return Invalid(error_);
    return {};
  }

 private:
  const toml::table& table_;
  const std::string path_, section_, what_;
  std::vector<std::string> known_;
  std::string error_;
};

}  // namespace assay::lab
