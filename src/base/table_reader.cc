#include "base/table_reader.h"

#include <algorithm>

#include "base/machine.h"
#include "base/strings.h"

namespace assay {

TableReader::TableReader(const Toml& table, std::string section, std::string what)
    : table_(table), section_(std::move(section)), what_(std::move(what)) {}

const Toml& TableReader::Node(const char* key) {
  known_.emplace_back(key);
  return table_[key];
}

void TableReader::Value(const char* key, uint64_t& out) {
  auto wide = static_cast<int64_t>(out);
  Value(key, wide);
  if (wide < 0)
    Complain(key, "is negative");
  else
    out = static_cast<uint64_t>(wide);
}

void TableReader::Required(const char* key, std::string& out) {
  const Toml& value = Node(key);
  if (!value) return Complain(key, "is missing");
  if (!value.IsText()) return Complain(key, "is not a text");
  out = value.Text();
  if (out.empty()) Complain(key, "is empty");
}

void TableReader::Texts(const char* key, std::vector<std::string>& out) {
  const Toml& value = Node(key);
  if (!value) return;
  if (!value.IsArray()) return Complain(key, "is not a list of texts");
  for (const Toml& item : value.items()) {
    if (!item.IsText()) return ComplainOf(item, key, "is not a list of texts");
    out.push_back(item.Text());
  }
}

void TableReader::Machines(const char* key, std::vector<std::string>& out) {
  if (table_[key].IsText())
    Value(key, out.emplace_back());
  else
    Texts(key, out);
  for (const std::string& name : out)
    if (const std::string wrong = NoSuchMachine(name); !wrong.empty()) return Complain(key, wrong);
}

void TableReader::Map(const char* key, std::map<std::string, std::string>& out) {
  const Toml& value = Node(key);
  if (!value) return;
  if (!value.IsTable()) return Complain(key, "is not a table of texts");
  for (const Toml& entry : value.entries()) {
    if (!entry.IsText()) return ComplainOf(entry, entry.key(), "is not a text");
    out[entry.key()] = entry.Text();
  }
}

const Toml& TableReader::Table(const char* key) {
  const Toml& value = Node(key);
  if (value && !value.IsTable()) Complain(key, "is not a table");
  return value;
}

std::span<const Toml> TableReader::Tables(const char* key) {
  const Toml& value = Node(key);
  if (!value) return {};
  const auto items = value.items();
  if (value.IsArray() &&
      std::all_of(items.begin(), items.end(), [](const Toml& item) { return item.IsTable(); }))
    return items;
  Complain(key, StrCat("is not a list of tables; write [[", key, "]]"));
  return {};
}

std::span<const Toml> TableReader::RequiredTables(const char* key) {
  if (!table_[key]) Complain(key, StrCat("is missing; write [[", key, "]]"));
  return Tables(key);
}

void TableReader::Complain(const std::string& key, const std::string& what) {
  const Toml& value = table_[key];
  ComplainOf(value ? value : table_, key, what);
}

void TableReader::ComplainOf(const Toml& value, const std::string& key, const std::string& what) {
  if (first_.ok()) first_ = value.Wrong(StrCat(section_, key, " ", what));
}

Status TableReader::Done() {
  for (const Toml& entry : table_.entries()) {
    if (std::find(known_.begin(), known_.end(), entry.key()) != known_.end()) continue;
    const std::string near = Nearest(entry.key(), known_);
    Complain(entry.key(),
             near.empty() ? StrCat("is not a key of ", what_, "; known here: ", Join(known_, ", "))
                          : StrCat("is not a key of ", what_, "; did you mean ", near, "?"));
  }
  return first_;
}

}  // namespace assay
