#include "report/gate/project.h"

#include <algorithm>
#include <filesystem>

#include "base/files.h"
#include "base/strings.h"
#include "base/table_reader.h"
#include "report/gate/check.h"

namespace assay::report::gate {
namespace {

constexpr const char* kWhat = "a project's rules";

Result<Rule> ReadRule(const Toml& table) {
  TableReader in(table, "rule.", kWhat);
  Rule out;
  in.Required("check", out.check);
  in.Required("why", out.why);
  in.Required("source", out.source);
  in.Value("at_least", out.at_least);
  in.Value("at_most", out.at_most);
  in.Value("inaccurate", out.inaccurate);
  in.Texts("modes", out.modes);
  in.Value("against", out.against);
  if (!out.check.empty() && FindCheck(out.check) == nullptr) {
    std::vector<std::string> known;
    for (const CheckDef& check : AllChecks()) known.emplace_back(check.name);
    const std::string near = Nearest(out.check, known);
    in.Complain("check", StrCat("names no check: '", out.check, "'",
                                near.empty() ? StrCat("; known: ", Join(known, ", "))
                                             : StrCat("; did you mean ", near, "?")));
  }
  ASSAY_RETURN_IF_ERROR(in.Done());
  return out;
}

Status ReadTolerances(const Toml& table, Project& out) {
  for (const Toml& entry : table.entries()) {
    const std::string& name = entry.key();
    if (name == "source" && entry.IsText()) {
      out.tolerance_source = entry.Text();
      continue;
    }
    if (!DTypeFromName(name).has_value())
      return entry.Wrong(StrCat("tolerance.", name, " is not an element type"));
    const auto pair = entry.items();
    if (pair.size() != 2 || !pair[0].IsNumber() || !pair[1].IsNumber())
      return entry.Wrong(StrCat("tolerance.", name, " is not [relative, absolute]"));
    out.tolerances[name] = {pair[0].Or(0.0), pair[1].Or(0.0)};
  }
  return {};
}

Result<Template> ReadTemplate(const Toml& table) {
  TableReader in(table, "template.", kWhat);
  Template out;
  in.Required("source", out.source);
  in.Texts("modes", out.modes);
  in.Texts("labels", out.labels);
  in.Required("title", out.title);
  for (const Toml& section : in.RequiredTables("section")) {
    TableReader part(section, "template.section.", kWhat);
    auto& [heading, text] = out.sections.emplace_back();
    part.Required("heading", heading);
    part.Required("text", text);
    ASSAY_RETURN_IF_ERROR(part.Done());
  }
  ASSAY_RETURN_IF_ERROR(in.Done());
  return out;
}

Result<Project> Convert(const Toml& table, const std::string& path) {
  TableReader in(table, "", kWhat);
  Project out;
  out.path = path;
  in.Required("name", out.name);
  in.Required("title", out.title);
  in.Required("issues", out.issues);
  in.Texts("frameworks", out.frameworks);
  if (!table["frameworks"]) in.Complain("frameworks", "is missing");
  const Toml& tolerance = in.Table("tolerance");
  const auto rules = in.RequiredTables("rule");
  const auto templates = in.RequiredTables("template");
  const auto reminders = in.Tables("reminder");
  ASSAY_RETURN_IF_ERROR(in.Done());
  ASSAY_RETURN_IF_ERROR(ReadTolerances(tolerance, out));
  for (const Toml& rule : rules) {
    ASSAY_ASSIGN(out.rules.emplace_back(), ReadRule(rule));
  }
  for (const Toml& one : templates) {
    ASSAY_ASSIGN(out.templates.emplace_back(), ReadTemplate(one));
  }
  for (const Toml& reminder : reminders) {
    TableReader part(reminder, "reminder.", kWhat);
    auto& [text, source] = out.reminders.emplace_back();
    part.Required("text", text);
    part.Required("source", source);
    ASSAY_RETURN_IF_ERROR(part.Done());
  }
  return out;
}

}  // namespace

bool ModeFits(const std::vector<std::string>& globs, const std::string& mode) {
  return globs.empty() ||
         std::ranges::any_of(globs, [&](const std::string& glob) { return GlobMatch(glob, mode); });
}

const Template* Project::TemplateFor(const std::string& mode) const {
  for (const Template& one : templates)
    if (ModeFits(one.modes, mode)) return &one;
  return nullptr;
}

Result<Project> ParseProject(const std::string& text, const std::string& path) {
  ASSAY_ASSIGN(const Toml table, Toml::Parse(text, path));
  return Convert(table, path);
}

std::vector<std::string> ProjectNames(const std::string& folder) {
  std::vector<std::string> out;
  for (const std::filesystem::path& path : EntriesOf(folder))
    if (path.extension() == ".toml") out.push_back(path.stem().string());
  return out;
}

Result<Project> LoadProject(const std::string& folder, const std::string& name) {
  const std::vector<std::string> known = ProjectNames(folder);
  if (std::ranges::find(known, name) == known.end())
    return Invalid(StrCat("there are no rules of a project '", name, "' in ", folder,
                          known.empty() ? "" : "; known: " + Join(known, ", ")));
  const std::string path = StrCat(folder, "/", name, ".toml");
  ASSAY_ASSIGN(const std::string text, ReadFile(path, 1 << 20));
  return ParseProject(text, path);
}

}  // namespace assay::report::gate
