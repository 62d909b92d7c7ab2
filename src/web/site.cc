#include "web/site.h"

#include <filesystem>

#include "base/files.h"
#include "base/strings.h"
#include "web/embedded.h"
#include "web/page.h"

namespace assay::web {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

// Tells an earlier report from a folder that holds something else.
constexpr const char* kMarker = "assay-report.json";
constexpr std::string_view kStatic = "static/";

Status Prepare(const std::string& folder) {
  std::error_code failed;
  const bool there = fs::exists(folder, failed);
  if (there && !fs::is_directory(folder, failed))
    return Invalid(StrCat("--out ", folder, ": is a file; name a folder"));
  if (there && !fs::is_empty(folder, failed) && !fs::exists(folder + "/" + kMarker, failed))
    return Invalid(StrCat("--out ", folder,
                          ": holds other files; name a new or empty folder, or an earlier report"));
  if (there) fs::remove_all(folder + "/data", failed);  // of findings that are gone
  fs::create_directories(folder + "/data", failed);
  if (failed) return Invalid(StrCat(folder, ": cannot be made: ", failed.message()));
  return {};
}

bool IsModule(const Embedded& file) {
  return file.path.starts_with("app/") || file.path.starts_with("lib/");
}

Status WriteFiles(SiteWriter& writer) {
  json modules = json::array();
  for (const Embedded& file : EmbeddedFiles()) {
    std::string path(file.path);
    if (path.starts_with("help/")) continue;
    if (IsModule(file)) {
      modules.push_back({path, file.plain});
    } else if (path.starts_with(kStatic)) {
      ASSAY_RETURN_IF_ERROR(writer.Write(path.substr(kStatic.size()), file.plain));
    } else if (path != "index.html" || !HasPages()) {
      ASSAY_RETURN_IF_ERROR(writer.Write(path, file.plain));
    }
  }
  return writer.Write("app.js", StrCat("assay.modules(", ScriptText(modules), ");\n"));
}

Status WriteCampaigns(SiteWriter& writer, const json& campaigns) {
  for (const json& campaign : campaigns) {
    const std::string id = StrCat(campaign["id"].get<int64_t>());
    for (const char* part : {"", "/series"})
      ASSAY_RETURN_IF_ERROR(writer.AddFile(StrCat("/api/campaigns/", id, part)));
  }
  return {};
}

Status WriteFindings(SiteWriter& writer, const SiteOptions& options, SiteSummary& summary,
                     const json& findings) {
  for (const json& finding : findings) {
    if (summary.with_pages == options.findings) break;
    ++summary.with_pages;
    if (options.tell)
      options.tell(StrCat("report: finding ", summary.with_pages, " of ",
                          std::min<int64_t>(summary.findings, options.findings)));
    const std::string page = StrCat("/api/findings/", finding["id"].get<std::string>());
    ASSAY_RETURN_IF_ERROR(writer.AddFile(page));
    ASSAY_RETURN_IF_ERROR(writer.AddFile(page + "/text", "format=markdown"));
    ASSAY_ASSIGN(const bool reduced, writer.AddFile(page + "/model", "which=reduced"));
    if (!reduced) ASSAY_RETURN_IF_ERROR(writer.AddFile(page + "/model", "which=full"));
  }
  return {};
}

std::string Base64(const std::string& bytes) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (size_t i = 0; i < bytes.size(); i += 3) {
    const size_t left = std::min<size_t>(3, bytes.size() - i);
    uint32_t three = 0;
    for (size_t k = 0; k < 3; ++k)
      three = (three << 8) | (k < left ? static_cast<unsigned char>(bytes[i + k]) : 0);
    for (size_t k = 0; k < 4; ++k) out += k <= left ? kDigits[(three >> (18 - 6 * k)) & 63] : '=';
  }
  return out;
}

json JsonOf(const Answer& answer) {
  if (answer.type.empty()) return answer.json;
  if (answer.type.starts_with("text/")) return {{"text", answer.bytes}};
  return {{"name", answer.file_name}, {"base64", Base64(answer.bytes)}};
}

}  // namespace

Result<SiteSummary> WriteSite(Sources sources, const SiteOptions& options) {
  sources.for_report = sources.read_only = true;
  sources.shared = std::make_shared<SharedStore>(sources.store);
  ASSAY_RETURN_IF_ERROR(Prepare(options.folder));
  SiteWriter writer(sources, options.folder);
  SiteSummary summary;
  // First: what follows may be cut short, and the folder must still be known as a report.
  ASSAY_RETURN_IF_ERROR(writer.Write(
      kMarker, json{{"version", sources.version}, {"store", sources.StoreName()}}.dump(1)));
  ASSAY_RETURN_IF_ERROR(WriteFiles(writer));
  ASSAY_RETURN_IF_ERROR(writer.AddNow("/api/overview"));
  ASSAY_ASSIGN(const json campaigns, writer.Ask("/api/campaigns", "limit=500"));
  writer.AddNow("/api/campaigns", campaigns);
  ASSAY_RETURN_IF_ERROR(WriteCampaigns(writer, campaigns["campaigns"]));
  ASSAY_ASSIGN(const json findings, writer.Ask("/api/findings", "limit=1000000"));
  summary.findings = findings["total"].get<int64_t>();
  ASSAY_RETURN_IF_ERROR(writer.AddScript("/api/findings", findings));
  ASSAY_RETURN_IF_ERROR(WriteFindings(writer, options, summary, findings["findings"]));
  for (const char* page :
       {"/api/targets", "/api/conformance", "/api/bugs", "/api/scoreboard", "/api/study"})
    ASSAY_RETURN_IF_ERROR(writer.AddFile(page));
  for (const char* pipeline : {"judge", "optbug", "mirror"})
    ASSAY_RETURN_IF_ERROR(
        writer.AddFile("/api/programs", StrCat("pipeline=", pipeline), "&limit=1000"));
  ASSAY_RETURN_IF_ERROR(writer.Finish());
  summary.files = writer.files();
  summary.bytes = writer.bytes();
  return summary;
}

std::string ScriptText(const json& value) {
  const std::string text = value.dump(-1, ' ', false, json::error_handler_t::replace);
  std::string out;
  out.reserve(text.size());
  for (size_t i = 0; i < text.size(); ++i) {
    const std::string_view three = std::string_view(text).substr(i, 3);
    if (text[i] == '<') {
      out += "\\u003c";
    } else if (three == "\xe2\x80\xa8" || three == "\xe2\x80\xa9") {
      out += three[2] == '\xa8' ? "\\u2028" : "\\u2029";
      i += 2;
    } else {
      out += text[i];
    }
  }
  return out;
}

Result<json> SiteWriter::Ask(const std::string& path, const std::string& query) const {
  ASSAY_ASSIGN(Query asked, Query::Parse(query));
  const Page* page = FindPage(path, asked);
  if (page == nullptr) return NotFound(StrCat("there is no page ", path));
  ASSAY_ASSIGN(const Answer answer, AnswerOf(*page, sources_, asked));
  return JsonOf(answer);
}

Status SiteWriter::AddNow(const std::string& path) {
  ASSAY_ASSIGN(json answer, Ask(path));
  AddNow(path, std::move(answer));
  return {};
}

void SiteWriter::AddNow(const std::string& path, json answer) { now_[path] = std::move(answer); }

Result<bool> SiteWriter::AddFile(const std::string& path, const std::string& query,
                                 const std::string& more) {
  const auto answer = Ask(path, query + more);
  if (!answer.ok()) return false;
  ASSAY_RETURN_IF_ERROR(AddScript(query.empty() ? path : StrCat(path, "?", query), *answer));
  return true;
}

Status SiteWriter::AddScript(const std::string& key, const json& answer) {
  const std::string file = StrCat("data/", ++scripts_, ".js");
  later_[key] = file;
  return Write(file, StrCat("assay.answer(", ScriptText(key), ", ", ScriptText(answer), ");\n"));
}

Status SiteWriter::Finish() {
  return Write("data.js", StrCat("assay.data = ", ScriptText(now_),
                                 ";\nassay.files = ", ScriptText(later_), ";\n"));
}

Status SiteWriter::Write(const std::string& path, std::string_view content) {
  const std::filesystem::path file = std::filesystem::path(folder_) / path;
  std::error_code ignored;
  std::filesystem::create_directories(file.parent_path(), ignored);
  ++files_;
  bytes_ += static_cast<int64_t>(content.size());
  return WriteFile(file.string(), content);
}

}  // namespace assay::web
