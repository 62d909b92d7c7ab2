// A project that findings are reported to: its rules and its issue template, read from
// projects/<name>.toml. docs/reference/formats.md explains every key.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/result.h"

namespace assay::report::gate {

// One thing that the project's maintainers ask for, and the check that decides it.
struct Rule {
  std::string check;   // a name in checks.def
  std::string why;     // what they ask for, in one sentence
  std::string source;  // where they say so
  // What the check compares with, where it compares.
  double at_least = 0;
  double at_most = 0;
  std::vector<std::string> modes;  // globs; empty: the rule holds for all
  std::string against;             // a mode
  bool inaccurate = false;         // great inaccuracy within the bounds may be reported, too
};

// What torch.allclose and its kin admit: |got - truth| <= absolute + relative * |truth|.
struct Tolerance {
  double relative = 0, absolute = 0;
};

struct Section {
  std::string heading;
  std::string text;  // with {placeholders}; see issue_text.h
};

struct Template {
  std::string source;
  std::vector<std::string> modes;  // globs; empty: any
  std::vector<std::string> labels;
  std::string title;  // with {placeholders}
  std::vector<Section> sections;
};

// What only a person can do before sending a report.
struct Reminder {
  std::string text, source;
};

struct Project {
  std::string path;
  std::string name, title, issues;
  std::vector<std::string> frameworks;          // as in `assay targets`
  std::map<std::string, Tolerance> tolerances;  // by element type
  std::string tolerance_source;
  std::vector<Rule> rules;
  std::vector<Template> templates;  // the first whose modes fit is used
  std::vector<Reminder> reminders;

  // The template for a target in this mode; nullptr when there is none.
  const Template* TemplateFor(const std::string& mode) const;
};

// Whether `mode` matches one of the globs; an empty list matches all.
bool ModeFits(const std::vector<std::string>& globs, const std::string& mode);

// The error names file, line and remedy; unknown keys and unknown checks are errors.
Result<Project> ParseProject(const std::string& text, const std::string& path);

// All names that `folder` has a file for, sorted.
std::vector<std::string> ProjectNames(const std::string& folder);
// The error lists the known names.
Result<Project> LoadProject(const std::string& folder, const std::string& name);

}  // namespace assay::report::gate
