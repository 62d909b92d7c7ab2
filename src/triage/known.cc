#include "triage/known.h"

#include <re2/re2.h>
#include <toml++/toml.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "base/files.h"
#include "base/machine.h"
#include "base/strings.h"
#include "triage/group.h"

namespace assay::triage {
namespace {

// Reads the texts of one table; the first mistake is kept.
class Reader {
 public:
  Reader(const toml::table& table, std::string path) : table_(table), path_(std::move(path)) {}

  void Text(const char* key, std::string& out, bool required = false) {
    const toml::node* node = Find(key);
    if (node == nullptr) {
      if (required) Complain(table_, StrCat("'", key, "' is missing"));
    } else if (!node->is_string()) {
      Complain(*node, StrCat("'", key, "' is not a text"));
    } else {
      out = node->value_or(std::string());
      if (required && out.empty()) Complain(*node, StrCat("'", key, "' is empty"));
    }
  }
  void Pattern(const char* key, std::string& out) {
    Text(key, out);
    if (out.empty()) return;
    const RE2 pattern(out, RE2::Quiet);
    if (!pattern.ok())
      Complain(*table_.get(key), StrCat("'", key, "' is no regular expression: ", pattern.error()));
  }
  void Texts(const char* key, std::vector<std::string>& out) {
    const toml::node* node = Find(key);
    if (node == nullptr) return;
    const toml::array* list = node->as_array();
    if (list == nullptr) return Complain(*node, StrCat("'", key, "' is not a list of texts"));
    for (const toml::node& item : *list) {
      if (!item.is_string()) return Complain(item, StrCat("'", key, "' is not a list of texts"));
      out.push_back(item.value_or(std::string()));
    }
  }
  // One kind of machine, or a list of them.
  void Machines(const char* key, std::vector<std::string>& out) {
    const toml::node* node = table_.get(key);
    if (node != nullptr && node->is_string()) {
      std::string one;
      Text(key, one);
      out = {one};
    } else {
      Texts(key, out);
    }
    for (const std::string& name : out)
      if (const std::string wrong = NoSuchMachine(name); !wrong.empty())
        return Complain(*node, StrCat("'", key, "' ", wrong));
  }
  const toml::table* Table(const char* key) {
    const toml::node* node = Find(key);
    if (node != nullptr && node->is_table()) return node->as_table();
    Complain(node == nullptr ? static_cast<const toml::node&>(table_) : *node,
             StrCat("[", key, "] is missing: what the bug looks like"));
    return nullptr;
  }
  void Complain(const toml::node& node, const std::string& what) {
    if (error_.empty()) error_ = StrCat(path_, ":", node.source().begin.line, ": ", what);
  }
  Status Done() {
    for (const auto& [key, node] : table_) {
      const std::string name(key.str());
      if (std::find(known_.begin(), known_.end(), name) == known_.end())
        Complain(node, StrCat("'", name, "' is no key here; known: ", Join(known_, ", ")));
    }
    if (!error_.empty()) return Invalid(error_);
    return {};
  }

 private:
  const toml::node* Find(const char* key) {
    known_.emplace_back(key);
    return table_.get(key);
  }

  const toml::table& table_;
  const std::string path_;
  std::vector<std::string> known_;
  std::string error_;
};

std::vector<int> Numbers(const std::string& version) {
  std::vector<int> out;
  for (const std::string& part : Split(version, '.')) out.push_back(std::atoi(part.c_str()));
  while (!out.empty() && out.back() == 0) out.pop_back();  // 1.20 and 1.20.0 are one
  return out;
}

// One condition such as ">=1.10".
bool Holds(const std::vector<int>& version, const std::string& condition) {
  const size_t digits = condition.find_first_of("0123456789");
  if (digits == std::string::npos) return false;
  const std::string sign = condition.substr(0, digits);
  const std::vector<int> bound = Numbers(condition.substr(digits));
  if (sign == ">=") return version >= bound;
  if (sign == ">") return version > bound;
  if (sign == "<=") return version <= bound;
  if (sign == "<") return version < bound;
  return (sign.empty() || sign == "=" || sign == "==") && version == bound;
}

Status ReadSignature(const toml::table& table, const std::string& path, KnownBug& out) {
  Reader in(table, path);
  in.Texts("kind", out.kinds);
  in.Text("stage", out.stage);
  in.Pattern("message", out.message);
  in.Pattern("graph", out.graph);
  if (out.message.empty() && out.graph.empty())
    in.Complain(table, "[signature] needs a 'message' or a 'graph': all else fits too many bugs");
  return in.Done();
}

}  // namespace

Result<KnownBug> ParseKnownBug(const std::string& text, const std::string& path) {
  KnownBug out;
  out.id = std::filesystem::path(path).stem();
  toml::table table;
  try {
    table = toml::parse(text, path);
  } catch (const toml::parse_error& error) {
    return Invalid(StrCat(path, ":", error.source().begin.line, ":", error.source().begin.column,
                          ": ", error.description()));
  }
  Reader in(table, path);
  in.Text("title", out.title, true);
  in.Text("link", out.link);
  in.Text("framework", out.framework, true);
  in.Text("versions", out.versions);
  in.Machines("machine", out.machines);
  const toml::table* signature = in.Table("signature");
  ASSAY_RETURN_IF_ERROR(in.Done());
  ASSAY_RETURN_IF_ERROR(ReadSignature(*signature, path, out));
  return out;
}

Result<std::vector<KnownBug>> LoadKnownBugs(const std::string& folder) {
  std::vector<std::string> paths;
  std::error_code error;
  for (std::filesystem::directory_iterator it(folder, error), end; !error && it != end;
       it.increment(error))
    if (it->path().extension() == ".toml") paths.push_back(it->path().string());
  std::sort(paths.begin(), paths.end());
  std::vector<KnownBug> out;
  for (const std::string& path : paths) {
    ASSAY_ASSIGN(const std::string text, ReadFile(path));
    ASSAY_ASSIGN(KnownBug bug, ParseKnownBug(text, path));
    out.push_back(std::move(bug));
  }
  return out;
}

bool InRange(const std::string& version, const std::string& range) {
  if (range.empty()) return true;
  const std::vector<int> numbers = Numbers(version);
  const std::vector<std::string> conditions = Split(range, ',');
  return std::all_of(conditions.begin(), conditions.end(),
                     [&](const std::string& condition) { return Holds(numbers, condition); });
}

bool Matches(const KnownBug& bug, const store::FindingRow& row, const std::string& canonical,
             const std::vector<std::string>& architectures) {
  if (FrameworkOf(row.target) != bug.framework || !InRange(row.version, bug.versions)) return false;
  if (!bug.machines.empty() &&
      std::none_of(architectures.begin(), architectures.end(),
                   [&](const std::string& seen) { return SpeaksOf(bug.machines, seen); }))
    return false;
  if (!bug.kinds.empty() &&
      std::find(bug.kinds.begin(), bug.kinds.end(), row.kind) == bug.kinds.end())
    return false;
  if (!bug.stage.empty() && row.stage != bug.stage) return false;
  if (!bug.message.empty() && !RE2::PartialMatch(row.message, bug.message)) return false;
  return bug.graph.empty() || (!canonical.empty() && RE2::PartialMatch(canonical, bug.graph));
}

}  // namespace assay::triage
