// A testing tool that can be set on the bugs of a database: one TOML file each in bugs/tools.
// docs/reference/formats.md explains every key.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/result.h"

namespace assay::bugs {

// What a tool must be told of a bug before it can look for it.
enum class Aim {
  kApi,       // the name of the API
  kOperator,  // the ONNX operator
  kNothing,   // it is set on the library as a whole
};

// How what it found is read.
enum class ReportForm {
  kModels,    // the store of `assay fuzz`
  kPrograms,  // the JSON of `assay judge` and its kin
  kLines,     // lines "FINDING {…}" on its standard output
};

struct Tool {
  std::string name, description, path;
  std::vector<std::string> libraries;  // whose bugs it can look for; empty: all
  std::vector<std::string> apis;       // patterns of APIs that it knows; empty: all
  Aim aim = Aim::kApi;
  ReportForm report = ReportForm::kLines;
  bool per_bug = true;  // one run for each bug; false: one for all bugs of a version
  // Run one after the other in the work folder. See Fill for what is replaced.
  std::vector<std::string> command, afterwards;
  // Regular expressions of what it says, with an exit code, when it cannot look for a bug at all.
  std::vector<std::string> unsupported;
  std::vector<std::string> planted;       // the command for planted faults (faults.h); empty: none
  std::vector<std::string> requirements;  // packages that it needs in the bug's environment
  std::vector<std::string> needs;         // files that must be there
  std::string install;                    // what to do when they are not
  std::vector<std::string> readable;      // folders that it sees in the sandbox
  double grace_seconds = 900;  // on top of its time, for starting and ending, before it is killed
  bool sandbox = true;         // false only for assay itself, which has its own

  bool Takes(const std::string& library) const;
  bool Knows(const std::string& api) const;
  // Whether it is a command of assay itself.
  bool OfAssay() const { return !command.empty() && command.front() == "{assay}"; }
};

Result<Tool> ParseTool(const std::string& text, const std::string& path);

// The tools of `folder` ("": the project's own), by name. The error names file and line.
Result<std::vector<Tool>> LoadTools(const std::string& folder);

// The script of a user as a tool: what `-r SCRIPT` means.
Tool ScriptTool(const std::string& name, const std::string& script);

// `name`, or a path of a manifest. The error lists those that are there.
Result<Tool> FindTool(const std::string& name, const std::string& folder);

// Words of a tool's command with places to be filled: {python}, {seconds}, {each-api} …
// Values for placeholders: {"python", …} stands for {python}. A word with {each-api} or
// {each-operator} is repeated with every value of `each`; without a value it is left out.
struct Placeholders {
  std::map<std::string, std::string> values;
  std::map<std::string, std::vector<std::string>> each;
};

// Before anything is run: a mistake in a manifest must not look like a tool that fails. The error
// names `path` and what there is.
Status CheckPlaceholders(const std::vector<std::string>& words, const std::string& path);

// An error names a placeholder that has no value.
Result<std::vector<std::string>> Fill(const std::vector<std::string>& words,
                                      const Placeholders& placeholders);

}  // namespace assay::bugs
