#include "bugs/tools/tool.h"

#include <toml++/toml.h>

#include <algorithm>
#include <filesystem>

#include "base/files.h"
#include "base/strings.h"
#include "lab/registry.h"
#include "lab/table_reader.h"

namespace assay::bugs {
namespace {

namespace fs = std::filesystem;

template <typename T>
struct Word {
  std::string_view name;
  T value;
};
constexpr Word<Aim> kAims[] = {
    {"api", Aim::kApi}, {"operator", Aim::kOperator}, {"nothing", Aim::kNothing}};
constexpr Word<ReportForm> kForms[] = {{"models", ReportForm::kModels},
                                       {"programs", ReportForm::kPrograms},
                                       {"lines", ReportForm::kLines}};

template <typename T, size_t N>
void ReadWord(lab::TableReader& reader, const toml::table& table, const char* key,
              const Word<T> (&words)[N], T& out) {
  std::string text;
  reader.Value(key, text);
  if (text.empty()) return;
  std::vector<std::string_view> known;
  for (const Word<T>& word : words) {
    if (word.name == text) {
      out = word.value;
      return;
    }
    known.push_back(word.name);
  }
  reader.Complain(*table.get(key), key, StrCat("is one of ", Join(known, ", ")));
}

std::string ToolFolder(const std::string& folder) {
  return folder.empty() ? lab::HomeFolder() + "/bugs/tools" : folder;
}

// The first placeholder of `text`, with its braces; "" without one.
std::string FirstPlaceholder(const std::string& text) {
  const size_t open = text.find('{');
  const size_t close = open == std::string::npos ? open : text.find('}', open);
  return close == std::string::npos ? "" : text.substr(open, close - open + 1);
}

}  // namespace

bool Tool::Takes(const std::string& library) const {
  return libraries.empty() ||
         std::find(libraries.begin(), libraries.end(), library) != libraries.end();
}

bool Tool::Knows(const std::string& api) const {
  return apis.empty() || std::any_of(apis.begin(), apis.end(), [&](const std::string& pattern) {
           return GlobMatch(pattern, api);
         });
}

Result<Tool> ParseTool(const std::string& text, const std::string& path) {
  toml::table table;
  try {
    table = toml::parse(text, path);
  } catch (const toml::parse_error& error) {
    return Invalid(StrCat(path, ":", error.source().begin.line, ": ", error.description()));
  }
  Tool out;
  out.path = path;
  out.name = fs::path(path).stem();
  lab::TableReader reader(table, path, "", "a tool's manifest");
  reader.Value("description", out.description);
  reader.Texts("libraries", out.libraries);
  reader.Texts("apis", out.apis);
  ReadWord(reader, table, "aim", kAims, out.aim);
  ReadWord(reader, table, "report", kForms, out.report);
  std::string per = "bug";
  reader.Value("per", per);
  out.per_bug = per == "bug";
  if (per != "bug" && per != "version")
    reader.Complain(*table.get("per"), "per", "is \"bug\" or \"version\"");
  reader.Texts("command", out.command);
  reader.Texts("afterwards", out.afterwards);
  reader.Texts("planted", out.planted);
  reader.Texts("requirements", out.requirements);
  reader.Texts("needs", out.needs);
  reader.Value("install", out.install);
  reader.Texts("readable", out.readable);
  reader.Value("sandbox", out.sandbox);
  ASSAY_RETURN_IF_ERROR(reader.Done());
  if (out.command.empty())
    return Invalid(StrCat(path, ": there is no command; write what starts the tool"));
  if (!out.sandbox && out.command[0] != "{assay}")
    return Invalid(StrCat(path,
                          ": sandbox = false is for commands of assay itself, which run "
                          "programs in sandboxes of their own"));
  return out;
}

Result<std::vector<Tool>> LoadTools(const std::string& given) {
  const std::string folder = ToolFolder(given);
  std::vector<Tool> out;
  std::error_code failed;
  for (fs::directory_iterator it(folder, failed), end; !failed && it != end; it.increment(failed)) {
    if (it->path().extension() != ".toml") continue;
    ASSAY_ASSIGN(const std::string text, ReadFile(it->path()));
    ASSAY_ASSIGN(Tool tool, ParseTool(text, it->path()));
    out.push_back(std::move(tool));
  }
  if (failed) return Invalid(StrCat(folder, ": ", failed.message()));
  std::sort(out.begin(), out.end(), [](const Tool& a, const Tool& b) { return a.name < b.name; });
  return out;
}

Result<Tool> FindTool(const std::string& name, const std::string& folder) {
  if (name.ends_with(".toml")) {
    ASSAY_ASSIGN(const std::string text, ReadFile(name));
    return ParseTool(text, fs::absolute(name));
  }
  ASSAY_ASSIGN(const std::vector<Tool> all, LoadTools(folder));
  std::vector<std::string> names;
  for (const Tool& tool : all) {
    if (tool.name == name) return tool;
    names.push_back(tool.name);
  }
  return Invalid(StrCat("there is no tool '", name, "'; known: ", Join(names, ", "),
                        "; or name a manifest of your own, TOOL.toml"));
}

Result<std::vector<std::string>> Fill(const std::vector<std::string>& words,
                                      const Placeholders& placeholders) {
  std::vector<std::string> out;
  for (const std::string& word : words) {
    std::vector<std::string> filled = {word};
    for (std::string name = FirstPlaceholder(word); !name.empty();
         name = filled.empty() ? "" : FirstPlaceholder(filled.front())) {
      const std::string key = name.substr(1, name.size() - 2);
      std::vector<std::string> values;
      if (const auto one = placeholders.values.find(key); one != placeholders.values.end())
        values = {one->second};
      else if (const auto many = placeholders.each.find(key); many != placeholders.each.end())
        values = many->second;
      else
        return Invalid(StrCat("the command of a tool has a placeholder ", name,
                              " that is not known; docs/bugs-tools.md lists them"));
      std::vector<std::string> next;
      for (const std::string& value : values)
        for (std::string text : filled) {
          text.replace(text.find(name), name.size(), value);
          next.push_back(std::move(text));
        }
      filled = std::move(next);
    }
    out.insert(out.end(), filled.begin(), filled.end());
  }
  return out;
}

}  // namespace assay::bugs
