// The text of a report, in the order of the project's own template.
//
// Placeholders in a template:
//   {summary}      what happens, in two sentences
//   {expected}     what should come out, and how that is known
//   {actual}       what came out
//   {repro}        the stand-alone file
//   {output}       what it prints
//   {model}        the smallest model in its text form
//   {sure}         how often it was repeated, and what was ruled out
//   {location}     which modes show it, which optimisation is behind it, since when
//   {notes}        what does not matter
//   {environment}  versions, system, processor
//   {framework} {version} {os} {architecture} {cpu} {python} {device} {target} {operator} {kind}:
//   single words
#pragma once

#include <map>
#include <string>

#include "report/gate/dossier.h"
#include "report/gate/project.h"

namespace assay::report::gate {

// Every placeholder with its text.
std::map<std::string, std::string> Words(const Dossier& dossier);

// An error names a placeholder that does not exist.
Result<std::string> FillIn(const std::string& text,
                           const std::map<std::string, std::string>& words);

struct IssueText {
  std::string title, body;
  std::vector<std::string> labels;
  std::string source;  // of the template
};
Result<IssueText> WriteIssue(const Project& project, const Dossier& dossier);

}  // namespace assay::report::gate
