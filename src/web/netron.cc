#include "web/netron.h"

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "base/files.h"
#include "base/strings.h"

namespace assay::web {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPage = "index.html", kQuiet = "assay.js";
// The largest file of version 9.3 has 9 MB.
constexpr uint64_t kLargestFile = 64 << 20;

// Runs before any script of Netron. Cookies: none are kept, and the one that stands for an answer
// given earlier is there. Version and date: without them Netron takes itself for a development
// build, which reports nothing and is never too old.
constexpr std::string_view kQuietScript = R"("use strict";
Object.defineProperty(document, "cookie", { get: () => "consent=none", set: () => {} });
addEventListener("DOMContentLoaded", () => {
  for (const name of ["version", "date"]) document.querySelector(`meta[name=${name}]`)?.remove();
});
)";

struct NetronKind {
  std::string_view ending, type;
};
constexpr NetronKind kNetronKinds[] = {{".html", "text/html; charset=utf-8"},
                                       {".js", "text/javascript; charset=utf-8"},
                                       {".css", "text/css; charset=utf-8"},
                                       {".json", "application/json"},
                                       {".png", "image/png"},
                                       {".ico", "image/x-icon"}};

// "" for what is not part of its pages, its Python files say.
std::string_view TypeOf(std::string_view name) {
  const bool plain = !name.empty() && std::ranges::all_of(name, [](unsigned char c) {
    return std::isalnum(c) || c == '-' || c == '_' || c == '.';
  });
  if (!plain || name.front() == '.') return "";
  for (const NetronKind& kind : kNetronKinds)
    if (name.ends_with(kind.ending)) return kind.type;
  return "";
}

// The page with our script before its own.
Result<std::string> QuietPage(std::string page) {
  constexpr std::string_view kHead = "<head>";
  const size_t at = page.find(kHead);
  if (at == std::string::npos)
    return Invalid("this version of Netron is unknown: its page has no head");
  page.insert(at + kHead.size(), StrCat("\n<script src=\"", kQuiet, "\"></script>"));
  return page;
}

}  // namespace

NetronFiles::NetronFiles(const std::string& folder) {
  if (folder.empty()) return;
  for (const fs::path& one : EntriesOf(folder)) {
    const std::string name = one.filename().string();
    std::error_code ignored;
    if (!TypeOf(name).empty() && fs::is_regular_file(one, ignored)) files_[name] = one.string();
  }
}

Result<NetronFile> NetronFiles::Read(std::string_view path) const {
  if (files_.empty())
    return Unsupported(
        "Netron is not installed: `assay targets add netron`, then start the server again");
  if (path == kQuiet) return NetronFile{std::string(kQuietScript), std::string(TypeOf(kQuiet))};
  if (path.empty()) path = kPage;
  const auto found = files_.find(path);
  if (found == files_.end()) return Unsupported("Netron has no such file");
  ASSAY_ASSIGN(std::string bytes, ReadFile(found->second, kLargestFile));
  if (path == kPage) {
    ASSAY_ASSIGN(bytes, QuietPage(std::move(bytes)));
  }
  return NetronFile{std::move(bytes), std::string(TypeOf(path))};
}

}  // namespace assay::web
