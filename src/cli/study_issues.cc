#include "cli/study_issues.h"

#include <filesystem>
#include <string>

#include "base/files.h"
#include "cli/command.h"
#include "cli/llm_options.h"
#include "study/issues/survey.h"

namespace assay::cli {
namespace {

struct StudyIssuesFlags {
  std::string file;                 // "": labels alone
  std::vector<std::string> labels;  // files with types from elsewhere
  std::string out;                  // folder for tables and plots; "": only printed
  LlmFlags llm;                     // who labels, besides the rules; none: nobody
  size_t limit = 0;                 // reports to ask about; 0: all
  bool json = false;
};

// Labels by a model.
Status AskForLabels(const StudyIssuesFlags& flags, std::vector<study::Issue>& issues) {
  ASSAY_ASSIGN(const bool chosen, ModelChosen(flags.llm));
  if (!chosen) return {};
  std::vector<study::Issue*> asked_about;
  std::vector<llm::Prompt> prompts;
  for (study::Issue& issue : issues) {
    if (flags.limit > 0 && prompts.size() == flags.limit) break;
    ASSAY_ASSIGN(prompts.emplace_back(), study::LabelPrompt(issue));
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

// Without a file of reports there is nothing but the labels.
Result<std::vector<study::Issue>> ReportsOf(const StudyIssuesFlags& flags) {
  std::vector<study::Issue> issues;
  if (!flags.file.empty()) {
    ASSAY_ASSIGN(const std::string text, ReadFile(flags.file));
    ASSAY_ASSIGN(issues, study::ReadIssues(text, flags.file));
  }
  std::vector<study::Label> alone;
  for (const std::string& path : flags.labels) {
    ASSAY_ASSIGN(const std::string text, ReadFile(path));
    if (flags.file.empty()) {
      ASSAY_ASSIGN(const auto labels, study::ParseLabels(text, path));
      alone.insert(alone.end(), labels.begin(), labels.end());
      continue;
    }
    const auto read = study::ReadLabels(text, path, issues);
    if (!read.ok()) return read.error();
  }
  if (!flags.file.empty()) return issues;
  if (alone.empty()) return Invalid("which reports? Name a file of them, or --labels FILE");
  return study::IssuesOf(alone);
}

Result<study::Output> Survey(const StudyIssuesFlags& flags) {
  ASSAY_ASSIGN(std::vector<study::Issue> issues, ReportsOf(flags));
  if (!flags.file.empty()) ASSAY_RETURN_IF_ERROR(AskForLabels(flags, issues));
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

int RunStudyIssues(const StudyIssuesFlags& flags) {
  const auto output = Survey(flags);
  if (!output.ok()) return Fail(output.error());
  if (!flags.out.empty()) {
    const Status written = WriteStudyIssues(flags.out, *output);
    if (!written.ok()) return Fail(written.error());
  }
  if (flags.json) return PrintJson(output->data);
  for (const study::Chapter& chapter : output->chapters)
    for (const study::Table& table : chapter.tables) std::cout << table.Markdown() << "\n";
  return kDone;
}

}  // namespace

SubcommandRun SetupStudyIssues(App& study) {
  App* issues = study.AddSubcommand(
      "issues", "which defects developers care about: labels, types and agreement over reports");
  const auto survey = std::make_shared<StudyIssuesFlags>();
  issues->AddOption("file", survey->file,
                    "JSON list of issues, or one per line; without it labels alone");
  issues->AddOption(
      "--labels", survey->labels,
      "types from elsewhere (JSON or CSV: number, type, project, further columns of types), as "
      "further raters; may be given several times");
  AddLlmFlags(*issues, survey->llm);
  issues->AddOption("--limit", survey->limit, "reports to ask the model about (default: all)");
  issues->AddOption("--out", survey->out, "folder for tables and plots");
  issues->AddFlag("--json", survey->json, "print one JSON object");
  return {issues, [survey] { return RunStudyIssues(*survey); }};
}

}  // namespace assay::cli
