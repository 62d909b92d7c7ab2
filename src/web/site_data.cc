#include "web/site_data.h"

#include <filesystem>

#include "base/files.h"
#include "base/strings.h"
#include "web/page.h"

namespace assay::web {
namespace {

using nlohmann::json;

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
