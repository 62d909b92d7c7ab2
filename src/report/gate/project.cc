#include "report/gate/project.h"

#include <toml++/toml.h>

#include <algorithm>
#include <filesystem>

#include "base/files.h"
#include "base/strings.h"
#include "report/gate/check.h"

namespace assay::report::gate {
namespace {

// Reads the keys of one table; what nobody asked for is a mistake, so that a misspelt rule is not
// silently dropped.
class Reader {
 public:
  Reader(const toml::table& table, std::string path, std::string where)
      : table_(table), path_(std::move(path)), where_(std::move(where)) {}

  std::string Text(const char* key, bool required = true) {
    const toml::node* node = Get(key);
    if (node == nullptr) {
      if (required) Complain(table_, key, "is missing");
      return "";
    }
    if (!node->is_string()) Complain(*node, key, "is not a text");
    return node->value_or(std::string());
  }
  double Number(const char* key) {
    const toml::node* node = Get(key);
    if (node == nullptr) return 0;
    if (!node->is_number()) Complain(*node, key, "is not a number");
    return node->value_or(0.0);
  }
  std::vector<std::string> Texts(const char* key, bool required = false) {
    std::vector<std::string> out;
    const toml::node* node = Get(key);
    if (node == nullptr) {
      if (required) Complain(table_, key, "is missing");
      return out;
    }
    if (node->as_array() == nullptr) Complain(*node, key, "is not a list of texts");
    if (node->as_array() != nullptr)
      for (const toml::node& item : *node->as_array()) {
        if (!item.is_string()) Complain(item, key, "is not a list of texts");
        out.push_back(item.value_or(std::string()));
      }
    return out;
  }
  std::vector<const toml::table*> Tables(const char* key, bool required = true) {
    std::vector<const toml::table*> out;
    const toml::node* node = Get(key);
    if (node == nullptr && required)
      Complain(table_, key, StrCat("is missing: write [[", key, "]]"));
    if (node == nullptr) return out;
    if (node->as_array() == nullptr)
      Complain(*node, key, StrCat("is not a list: write [[", key, "]]"));
    if (node->as_array() != nullptr)
      for (const toml::node& item : *node->as_array()) {
        if (item.as_table() != nullptr)
          out.push_back(item.as_table());
        else
          Complain(item, key, StrCat("is not a list of tables: write [[", key, "]]"));
      }
    return out;
  }
  const toml::table* Table(const char* key) {
    const toml::node* node = Get(key);
    if (node != nullptr && node->as_table() == nullptr) Complain(*node, key, "is not a table");
    return node == nullptr ? nullptr : node->as_table();
  }
  void Complain(const toml::node& node, const std::string& key, const std::string& what) {
    if (error_.empty())
      error_ = StrCat(path_, ":", node.source().begin.line, ": ", where_, key, " ", what);
  }
  Status Done() {
    for (const auto& [key, node] : table_) {
      const std::string name(key.str());
      if (std::find(known_.begin(), known_.end(), name) == known_.end())
        Complain(node, name, StrCat("is no key here; known: ", Join(known_, ", ")));
    }
    if (!error_.empty()) return Invalid(error_);
    return {};
  }

 private:
  const toml::node* Get(const char* key) {
    known_.push_back(key);
    return table_.get(key);
  }
  const toml::table& table_;
  const std::string path_, where_;
  std::vector<std::string> known_;
  std::string error_;
};

Result<Rule> ReadRule(const toml::table& table, const std::string& path) {
  Reader in(table, path, "rule.");
  Rule out;
  out.check = in.Text("check");
  out.why = in.Text("why");
  out.source = in.Text("source");
  out.at_least = in.Number("at_least");
  out.at_most = in.Number("at_most");
  out.modes = in.Texts("modes");
  out.against = in.Text("against", false);
  if (!out.check.empty() && FindCheck(out.check) == nullptr) {
    std::vector<std::string> known;
    for (const CheckDef& check : AllChecks()) known.emplace_back(check.name);
    const std::string near = Nearest(out.check, known);
    in.Complain(table, "check",
                StrCat("names no check: '", out.check, "'",
                       near.empty() ? StrCat("; known: ", Join(known, ", "))
                                    : StrCat("; did you mean ", near, "?")));
  }
  ASSAY_RETURN_IF_ERROR(in.Done());
  return out;
}

Status ReadTolerances(const toml::table& table, const std::string& path, Project& out) {
  for (const auto& [key, node] : table) {
    const std::string name(key.str());
    const std::string place = StrCat(path, ":", node.source().begin.line, ": tolerance.", name);
    if (name == "source" && node.is_string()) {
      out.tolerance_source = node.value_or(std::string());
      continue;
    }
    const toml::array* pair = node.as_array();
    if (!DTypeFromName(name).has_value()) return Invalid(place + " is no element type");
    if (pair == nullptr || pair->size() != 2 || !pair->get(0)->is_number() ||
        !pair->get(1)->is_number())
      return Invalid(place + " is not [relative, absolute]");
    out.tolerances[name] = {pair->get(0)->value_or(0.0), pair->get(1)->value_or(0.0)};
  }
  return {};
}

Result<Template> ReadTemplate(const toml::table& table, const std::string& path) {
  Reader in(table, path, "template.");
  Template out;
  out.source = in.Text("source");
  out.modes = in.Texts("modes");
  out.labels = in.Texts("labels");
  out.title = in.Text("title");
  for (const toml::table* section : in.Tables("section")) {
    Reader part(*section, path, "template.section.");
    out.sections.push_back({part.Text("heading"), part.Text("text")});
    ASSAY_RETURN_IF_ERROR(part.Done());
  }
  ASSAY_RETURN_IF_ERROR(in.Done());
  return out;
}

Result<Project> Convert(const toml::table& table, const std::string& path) {
  Reader in(table, path, "");
  Project out;
  out.path = path;
  out.name = in.Text("name");
  out.title = in.Text("title");
  out.issues = in.Text("issues");
  out.frameworks = in.Texts("frameworks", true);
  const toml::table* tolerance = in.Table("tolerance");
  const auto rules = in.Tables("rule");
  const auto templates = in.Tables("template");
  const auto reminders = in.Tables("reminder", false);
  ASSAY_RETURN_IF_ERROR(in.Done());
  if (tolerance != nullptr) ASSAY_RETURN_IF_ERROR(ReadTolerances(*tolerance, path, out));
  for (const toml::table* rule : rules) {
    ASSAY_ASSIGN(Rule read, ReadRule(*rule, path));
    out.rules.push_back(std::move(read));
  }
  for (const toml::table* one : templates) {
    ASSAY_ASSIGN(Template read, ReadTemplate(*one, path));
    out.templates.push_back(std::move(read));
  }
  for (const toml::table* reminder : reminders) {
    Reader part(*reminder, path, "reminder.");
    out.reminders.push_back({part.Text("text"), part.Text("source")});
    ASSAY_RETURN_IF_ERROR(part.Done());
  }
  return out;
}

}  // namespace

bool ModeFits(const std::vector<std::string>& globs, const std::string& mode) {
  return globs.empty() || std::any_of(globs.begin(), globs.end(), [&](const std::string& glob) {
           return GlobMatch(glob, mode);
         });
}

const Template* Project::TemplateFor(const std::string& mode) const {
  for (const Template& one : templates)
    if (ModeFits(one.modes, mode)) return &one;
  return nullptr;
}

Result<Project> ParseProject(const std::string& text, const std::string& path) {
  try {
    const toml::table table = toml::parse(text, path);
    return Convert(table, path);
  } catch (const toml::parse_error& error) {
    return Invalid(StrCat(path, ":", error.source().begin.line, ": ", error.description()));
  }
}

std::vector<std::string> ProjectNames(const std::string& folder) {
  namespace fs = std::filesystem;
  std::vector<std::string> out;
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error))
    if (it->path().extension() == ".toml") out.push_back(it->path().stem().string());
  std::sort(out.begin(), out.end());
  return out;
}

Result<Project> LoadProject(const std::string& folder, const std::string& name) {
  const std::vector<std::string> known = ProjectNames(folder);
  if (std::find(known.begin(), known.end(), name) == known.end())
    return Invalid(StrCat("there are no rules of a project '", name, "' in ", folder,
                          known.empty() ? "" : "; known: " + Join(known, ", ")));
  const std::string path = StrCat(folder, "/", name, ".toml");
  ASSAY_ASSIGN(const std::string text, ReadFile(path, 1 << 20));
  return ParseProject(text, path);
}

}  // namespace assay::report::gate
