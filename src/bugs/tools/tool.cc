#include "bugs/tools/tool.h"

#include <re2/re2.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <string_view>

#include "base/files.h"
#include "base/strings.h"
#include "base/table_reader.h"
#include "lab/registry.h"

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
void ReadWord(TableReader& reader, const char* key, const Word<T> (&words)[N], T& out) {
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
  reader.Complain(key, StrCat("is one of ", Join(known, ", ")));
}

std::string ToolFolder(const std::string& folder) {
  return folder.empty() ? lab::HomeFolder() + "/bugs/tools" : folder;
}

constexpr double kLongestGrace = 86400;

bool IsOfAssay(const std::vector<std::string>& command) {
  return command.empty() || command.front() == "{assay}";
}

constexpr std::string_view kPlaceholders[] = {
    "assay",        "python",    "environment", "library",      "framework", "version",
    "apis",         "operators", "seconds",     "store",        "folder",    "home",
    "environments", "fault",     "each-api",    "each-operator"};

// The first placeholder of `text`, with its braces; "" without one. Other braces (JSON, or those of
// a shell) are no placeholders.
std::string FirstPlaceholder(const std::string& text) {
  static const RE2 kPlaceholder(R"((\{[a-z]+(?:-[a-z]+)*\}))");
  std::string out;
  return RE2::PartialMatch(text, kPlaceholder, &out) ? out : "";
}

}  // namespace

bool Tool::Takes(const std::string& library) const {
  return libraries.empty() || std::ranges::find(libraries, library) != libraries.end();
}

bool Tool::Knows(const std::string& api) const {
  return apis.empty() || std::ranges::any_of(apis, [&](const std::string& pattern) {
           return GlobMatch(pattern, api);
         });
}

Result<Tool> ParseTool(const std::string& text, const std::string& path) {
  ASSAY_ASSIGN(const Toml table, Toml::Parse(text, path));
  Tool out;
  out.path = path;
  out.name = fs::path(path).stem();
  TableReader reader(table, "", "a tool's manifest");
  reader.Value("description", out.description);
  reader.Texts("libraries", out.libraries);
  reader.Texts("apis", out.apis);
  ReadWord(reader, "aim", kAims, out.aim);
  ReadWord(reader, "report", kForms, out.report);
  std::string per = "bug";
  reader.Value("per", per);
  out.per_bug = per == "bug";
  if (per != "bug" && per != "version") reader.Complain("per", "is \"bug\" or \"version\"");
  reader.Texts("command", out.command);
  reader.Texts("afterwards", out.afterwards);
  reader.Texts("unsupported", out.unsupported);
  for (const std::string& pattern : out.unsupported)
    if (!RE2(pattern, RE2::Quiet).ok())
      reader.Complain("unsupported", StrCat("holds no regular expression: ", pattern));
  reader.Texts("planted", out.planted);
  reader.Texts("requirements", out.requirements);
  reader.Texts("needs", out.needs);
  reader.Value("install", out.install);
  reader.Texts("readable", out.readable);
  reader.Value("grace", out.grace_seconds);
  if (out.grace_seconds < 0 || out.grace_seconds > kLongestGrace)
    reader.Complain("grace", "is in seconds, at most a day");
  reader.Value("sandbox", out.sandbox);
  for (const auto* words : {&out.command, &out.afterwards, &out.planted, &out.needs, &out.readable})
    ASSAY_RETURN_IF_ERROR(CheckPlaceholders(*words, path));
  ASSAY_RETURN_IF_ERROR(reader.Done());
  if (out.command.empty())
    return Invalid(StrCat(path, ": there is no command; write what starts the tool"));
  if (!out.sandbox && (!out.OfAssay() || !IsOfAssay(out.afterwards)))
    return Invalid(StrCat(path,
                          ": sandbox = false is for commands of assay itself, which run "
                          "programs in sandboxes of their own"));
  if (!IsOfAssay(out.planted))
    return Invalid(StrCat(path, ": planted is for commands of assay itself: nothing sandboxes it"));
  return out;
}

Result<std::vector<Tool>> LoadTools(const std::string& given) {
  const std::string folder = ToolFolder(given);
  std::vector<Tool> out;
  std::error_code failed;
  for (fs::directory_iterator it(folder, failed), end; !failed && it != end; it.increment(failed)) {
    if (it->path().extension() != ".toml") continue;
    ASSAY_ASSIGN(const std::string text, ReadFile(it->path()));
    ASSAY_ASSIGN(out.emplace_back(), ParseTool(text, it->path()));
  }
  if (failed) return Invalid(StrCat(folder, ": ", failed.message()));
  std::ranges::sort(out, [](const Tool& a, const Tool& b) { return a.name < b.name; });
  return out;
}

Tool ScriptTool(const std::string& name, const std::string& script) {
  Tool out;
  out.name = name;
  out.aim = Aim::kNothing;
  out.report = ReportForm::kLines;
  out.per_bug = false;
  out.command = {"/bin/bash", script, "{library}"};
  // The user's own script does what it must: starting containers, for one.
  out.sandbox = false;
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

Status CheckPlaceholders(const std::vector<std::string>& words, const std::string& path) {
  for (std::string rest : words)
    for (std::string name = FirstPlaceholder(rest); !name.empty(); name = FirstPlaceholder(rest)) {
      const std::string key = name.substr(1, name.size() - 2);
      if (std::find(std::begin(kPlaceholders), std::end(kPlaceholders), key) ==
          std::end(kPlaceholders))
        return Invalid(StrCat(
            path, ": there is no placeholder ", name, "; there are ",
            Join(std::vector<std::string>(std::begin(kPlaceholders), std::end(kPlaceholders)),
                 ", ")));
      rest = rest.substr(rest.find(name) + name.size());
    }
  return {};
}

Result<std::vector<std::string>> Fill(const std::vector<std::string>& words,
                                      const Placeholders& placeholders) {
  std::vector<std::string> out;
  for (const std::string& word : words) {
    std::vector<std::string> filled = {""};
    // What was put in is never looked at again: names in a database may hold braces, too.
    std::string rest = word;
    for (std::string name = FirstPlaceholder(rest); !name.empty(); name = FirstPlaceholder(rest)) {
      const std::string key = name.substr(1, name.size() - 2);
      std::vector<std::string> values;
      if (const auto one = placeholders.values.find(key); one != placeholders.values.end())
        values = {one->second};
      else if (const auto many = placeholders.each.find(key); many != placeholders.each.end())
        values = many->second;
      else
        return Invalid(StrCat("the command of a tool has a placeholder ", name,
                              " that is not known; docs/reference/formats.md lists them"));
      const size_t at = rest.find(name);
      std::vector<std::string> next;
      for (const std::string& value : values)
        for (const std::string& text : filled) next.push_back(text + rest.substr(0, at) + value);
      filled = std::move(next);
      rest = rest.substr(at + name.size());
    }
    for (const std::string& text : filled) out.push_back(text + rest);
  }
  return out;
}

}  // namespace assay::bugs
