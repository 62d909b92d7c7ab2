#include "cli/study_issues.h"

#include <filesystem>
#include <iostream>

#include "base/files.h"
#include "base/strings.h"
#include "cli/ask_model.h"
#include "cli/command.h"
#include "cli/terminal.h"
#include "study/issues/survey.h"

namespace assay::cli {
namespace {

// Labels by a model, for reports that have none from elsewhere.
Status AskForLabels(const StudyIssuesFlags& flags, std::vector<study::Issue>& issues) {
  ASSAY_ASSIGN(const bool chosen, ModelChosen(flags.llm));
  if (!chosen) return {};
  std::vector<study::Issue*> asked_about;
  std::vector<llm::Prompt> prompts;
  for (study::Issue& issue : issues) {
    if (!issue.given.empty() || (flags.limit > 0 && prompts.size() == flags.limit)) continue;
    ASSAY_ASSIGN(llm::Prompt prompt, study::LabelPrompt(issue));
    prompts.push_back(std::move(prompt));
    asked_about.push_back(&issue);
  }
  ASSAY_ASSIGN(const Asked asked, AskModel(flags.llm, std::move(prompts), "study"));
  size_t taken = 0;
  for (size_t i = 0; i < asked.outcomes.size(); ++i)
    if (asked.outcomes[i].ok())
      taken += study::TakeLabel(asked.outcomes[i].answer.value, *asked_about[i]).ok() ? 1 : 0;
  std::cerr << "assay: " << asked.model << " labelled " << taken << " of " << asked_about.size()
            << " reports; " << asked.answered - taken
            << " answers were rejected (no type of the study, or no sentence of the report)\n";
  return {};
}

Result<study::Output> Survey(const StudyIssuesFlags& flags) {
  ASSAY_ASSIGN(const std::string text, ReadFile(flags.file));
  ASSAY_ASSIGN(std::vector<study::Issue> issues, study::ReadIssues(text, flags.file));
  if (!flags.labels.empty()) {
    ASSAY_ASSIGN(const std::string labels, ReadFile(flags.labels));
    const auto read = study::ReadLabels(labels, flags.labels, issues);
    if (!read.ok()) return read.error();
  }
  ASSAY_RETURN_IF_ERROR(AskForLabels(flags, issues));
  ASSAY_ASSIGN(const study::Paper paper, study::Paper::Load());
  return study::SurveyIssues(issues, paper);
}

Status WriteStudyIssues(const std::string& folder, const study::Output& output) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) return Invalid(StrCat("cannot make the folder ", folder, ": ", error.message()));
  const auto paths = study::WriteOutput(folder, output, "# Reports of defects\n\n");
  return paths.ok() ? Status() : Status(paths.error());
}

}  // namespace

int RunStudyIssues(const StudyIssuesFlags& flags) {
  const auto output = Survey(flags);
  if (!output.ok()) return Fail(output.error());
  if (!flags.out.empty()) {
    const Status written = WriteStudyIssues(flags.out, *output);
    if (!written.ok()) return Fail(written.error());
  }
  if (flags.json) {
    PrintJson(output->data);
    return kDone;
  }
  for (const study::Chapter& chapter : output->chapters)
    for (const study::Table& table : chapter.tables) std::cout << table.Markdown() << "\n";
  return kDone;
}

}  // namespace assay::cli
