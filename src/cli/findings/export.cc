// assay findings export: a finding, or all of a store, for people, machines or another run.
#include "base/files.h"
#include "casebook/records.h"
#include "cli/findings/finding_flags.h"
#include "cli/version.h"
#include "dossier/facts.h"
#include "dossier/report_of.h"
#include "life/repro.h"
#include "report/formats.h"
#include "store/store.h"

namespace assay::cli::findings {
namespace {

// Besides those of report/formats.def: files for another run, and a stand-alone program.
constexpr const char* kCase = "case";
constexpr const char* kRepro = "repro";

struct ExportFlags : FindingFlags {
  std::string format = kCase;
  std::string out;
  bool all = false;
};

Result<int> ExportProgram(const casebook::ProgramFinding& finding, const store::FindingRow& row,
                          const ExportFlags& flags) {
  const std::string folder = flags.out.empty() ? row.id : flags.out;
  ASSAY_RETURN_IF_ERROR(life::WritePrograms(finding, folder));
  if (flags.json) return PrintJson({{"id", row.id}, {"folder", folder}});
  std::cout << "wrote " << folder << "/program.py; `assay run " << folder << "/program.py --env "
            << finding.environment << "` runs it\n";
  return kDone;
}

Result<int> ExportCase(const store::Store& store, const store::FindingRow& row,
                       const ExportFlags& flags) {
  ASSAY_ASSIGN(const auto program, casebook::LoadSmallest(store, row.id));
  if (program.has_value()) return ExportProgram(*program, row, flags);
  ASSAY_ASSIGN(const auto model_case, dossier::SmallestCase(store, row.id));
  const std::string folder = flags.out.empty() ? row.id : flags.out;
  ASSAY_RETURN_IF_ERROR(life::WriteCase(model_case, folder));
  if (flags.json) return PrintJson({{"id", row.id}, {"folder", folder}});
  std::cout << "wrote " << folder << "/model.onnx and its inputs\n";
  return kDone;
}

// To the file of --out, or to stdout.
Result<int> Deliver(const std::string& text, const ExportFlags& flags) {
  if (flags.out.empty()) {
    std::cout << text;
    return kDone;
  }
  ASSAY_RETURN_IF_ERROR(WriteFile(flags.out, text));
  if (flags.json)
    return PrintJson({{"id", flags.id}, {"format", flags.format}, {"file", flags.out}});
  std::cout << "wrote " << flags.out << "\n";
  return kDone;
}

Result<std::string> ReportsOf(const store::Store& store, const std::vector<store::FindingRow>& rows,
                              const report::FormatDef& format, const ExportFlags& flags) {
  ASSAY_ASSIGN(const lab::Registry registry, lab::Registry::Load(flags.backend_dirs));
  std::vector<report::Report> reports;
  Progress progress;
  for (const store::FindingRow& row : rows) {
    progress.Show(StrCat("report ", reports.size() + 1, " of ", rows.size(), ": ", row.id));
    ASSAY_ASSIGN(reports.emplace_back(), dossier::ReportOf(store, row, &registry));
  }
  progress.Clear();
  return format.render(reports, {.version = kVersion, .all = flags.all});
}

Error UnknownFormat(const std::string& name) {
  std::vector<std::string> known = {kCase, kRepro};
  for (const report::FormatDef& format : report::AllFormats()) known.emplace_back(format.name);
  const std::string near = Nearest(name, known);
  return Invalid(StrCat("there is no format '", name, "'; ",
                        near.empty() ? "" : StrCat("did you mean ", near, "? "),
                        "known formats: ", Join(known, ", ")));
}

// What the flags contradict; nothing when all is well.
Status CheckFlags(const ExportFlags& flags) {
  const bool report = report::FindFormat(flags.format) != nullptr;
  if (!report && flags.format != kCase && flags.format != kRepro)
    return UnknownFormat(flags.format);
  if (flags.all && !flags.id.empty())
    return Invalid(StrCat("--all and a finding (", flags.id, ") exclude each other"));
  if (!flags.all && flags.id.empty())
    return Invalid("which finding? name one (`assay findings list` shows them) or say --all");
  if (flags.all && !report)
    return Invalid(StrCat("--all writes one file of reports; --format ", flags.format,
                          " is for a single finding"));
  return {};
}

Result<int> RunExport(const ExportFlags& flags) {
  ASSAY_RETURN_IF_ERROR(CheckFlags(flags));
  ASSAY_ASSIGN(auto store, store::OpenToRead(flags.store));
  std::vector<store::FindingRow> rows;
  if (flags.all) {
    ASSAY_ASSIGN(auto found, store.Findings());
    rows = std::move(found);
  } else {
    ASSAY_ASSIGN(rows.emplace_back(), store.Finding(flags.id));
  }
  if (flags.format == kCase) return ExportCase(store, rows.front(), flags);
  const auto text = flags.format == kRepro
                        ? life::ReproText(store, rows.front(), flags.backend_dirs)
                        : ReportsOf(store, rows, *report::FindFormat(flags.format), flags);
  if (!text.ok()) return text.error();
  return Deliver(*text, flags);
}

std::string FormatHelp() {
  std::string out =
      "case: folder with model.onnx and its inputs, or program.py (default); repro: a program "
      "without assay";
  for (const report::FormatDef& format : report::AllFormats())
    out += StrCat("; ", format.name, ": ", format.help);
  return out;
}

}  // namespace

std::function<int()> SetupExport(App& app) {
  const auto flags = std::make_shared<ExportFlags>();
  AddFindingFlags(app, *flags, false);
  app.AddOption("id", flags->id, "the finding");
  app.AddOption("--format", flags->format, FormatHelp());
  app.AddOption("--out", flags->out,
                "file, or folder of a case (default: stdout, or a folder named by the id)");
  app.AddFlag("--all", flags->all, "all findings of the store in one file of reports");
  return [flags] { return ExitCode(RunExport(*flags)); };
}

}  // namespace assay::cli::findings
