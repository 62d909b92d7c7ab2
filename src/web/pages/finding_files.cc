// /api/findings/ID/text and /api/findings/ID/model: a finding to be saved.
#include "base/strings.h"
#include "dossier/facts.h"
#include "dossier/report_of.h"
#include "report/formats.h"
#include "web/finding_row.h"
#include "web/page.h"

namespace assay::web {
namespace {

struct FileKind {
  std::string_view format, type, ending;
};
constexpr FileKind kKinds[] = {{"markdown", "text/markdown; charset=utf-8", "md"},
                               {"text", "text/plain; charset=utf-8", "txt"},
                               {"json", "application/json", "json"},
                               {"html", "text/html; charset=utf-8", "html"}};

// Ids are made by us, but a store may come from anywhere: the name of a file must be plain.
std::string FileName(const std::string& id, std::string_view rest) {
  std::string name;
  for (const char c : id)
    name += (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-'
                ? c
                : '_';
  return StrCat(name, rest);
}

}  // namespace

Result<Answer> FindingText(const Sources& sources, const Query& query) {
  ASSAY_RETURN_IF_ERROR(query.Allow({"format"}));
  ASSAY_ASSIGN(const std::string format,
               query.OneOf("format", "markdown", {"markdown", "text", "json", "html"}));
  ASSAY_ASSIGN(const store::Store store, sources.OpenStore());
  ASSAY_ASSIGN(const store::FindingRow row, FindRow(store, query.id()));
  ASSAY_ASSIGN(const lab::Registry registry, lab::Registry::Load(sources.backend_dirs));
  ASSAY_ASSIGN(const report::Report report, dossier::ReportOf(store, row, &registry));
  const report::FormatDef* found = report::FindFormat(format);
  for (const FileKind& kind : kKinds)
    if (kind.format == format && found != nullptr)
      return Answer(found->render(std::span(&report, 1), {.version = sources.version}),
                    std::string(kind.type), FileName(row.id, StrCat(".", kind.ending)));
  return NotFound(StrCat("there is no format '", format, "'"));
}

Result<Answer> FindingModel(const Sources& sources, const Query& query) {
  ASSAY_RETURN_IF_ERROR(query.Allow({"which"}));
  ASSAY_ASSIGN(const std::string which, query.OneOf("which", "reduced", {"reduced", "full"}));
  ASSAY_ASSIGN(const store::Store store, sources.OpenStore());
  ASSAY_ASSIGN(const store::FindingRow row, FindRow(store, query.id()));
  std::string bytes;
  if (which == "reduced") {
    ASSAY_ASSIGN(const auto reduction, store.Reduction(row.id));
    if (!reduction.has_value())
      return NotFound(StrCat(row.id, " is not reduced yet: `assay reduce ", row.id, "`"));
    bytes = reduction->model;
  } else {
    ASSAY_ASSIGN(const auto shown, dossier::SightingShown(store, row.id));
    if (!shown.has_value()) return NotFound(StrCat(row.id, ": no model of it is kept"));
    bytes = shown->model;
  }
  return Answer(std::move(bytes), "application/octet-stream",
                FileName(row.id, which == "reduced" ? "-reduced.onnx" : ".onnx"));
}

}  // namespace assay::web
