#include "bugs/environment/index.h"

#include <re2/re2.h>

#include <algorithm>
#include <chrono>
#include <filesystem>

#include "base/files.h"
#include "base/http.h"
#include "base/json.h"
#include "base/parallel.h"
#include "base/strings.h"
#include "bugs/database/text.h"
#include "bugs/environment/command.h"
#include "bugs/environment/requirement.h"
#include "bugs/environment/wheel.h"

namespace assay::bugs {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

// The index of a pip that nobody has configured: it knows that itself.
constexpr const char* kAskUsual =
    "from pip._internal.models.index import PyPI; print(PyPI.simple_url)";
constexpr double kConfigSeconds = 120, kPageSeconds = 60;
constexpr auto kFreshFor = std::chrono::hours(24);
constexpr size_t kAskedAtOnce = 8;  // an index answers slowly, and waiting costs nothing
constexpr std::string_view kFileMark = "file://";

std::string Unescaped(std::string text) {
  constexpr std::pair<std::string_view, std::string_view> kEntities[] = {
      {"&gt;", ">"},  {"&lt;", "<"},   {"&quot;", "\""},
      {"&#39;", "'"}, {"&#x27;", "'"}, {"&amp;", "&"}};
  for (const auto& [entity, character] : kEntities)
    for (size_t at; (at = text.find(entity)) != std::string::npos;)
      text.replace(at, entity.size(), character);
  return text;
}

std::string WithoutSlash(std::string address) {
  while (address.ends_with('/')) address.pop_back();
  return address;
}

std::string UpToFirstLineEnd(const std::string& text) { return text.substr(0, text.find('\n')); }

Result<std::string> Page(const std::string& index, const std::string& package) {
  if (index.starts_with(kFileMark)) {
    const std::string file = StrCat(index.substr(kFileMark.size()), "/", package, "/index.html");
    std::error_code failed;
    if (!fs::exists(file, failed)) return std::string();
    return ReadFile(file);
  }
  ASSAY_ASSIGN(const HttpReply reply, Fetch({.url = StrCat(index, "/", package, "/"),
                                             .headers = {{"Accept", "text/html"}},
                                             .timeout_s = kPageSeconds,
                                             .redirects = 5}));
  if (reply.status == 404) return std::string();
  if (reply.status != 200)
    return Invalid(
        StrCat(PublicUrl(index), " answered ", reply.status, " when asked for ", package));
  return reply.body;
}

void AddFolder(const std::string& folder, const std::string& package, std::vector<IndexFile>& out) {
  for (const fs::path& path : EntriesOf(folder)) {
    const std::string name = path.filename();
    if (ParseWheelName(name).name == package || !SourceVersion(name, package).empty())
      out.push_back({name, ""});
  }
}

json ToJson(const std::vector<IndexFile>& files) {
  json out = json::array();
  for (const IndexFile& file : files) out.push_back({file.name, file.requires_python});
  return out;
}

std::vector<IndexFile> FromJson(const json& kept) {
  std::vector<IndexFile> out;
  for (const json& one : kept)
    if (one.is_array() && one.size() == 2 && one[0].is_string() && one[1].is_string())
      out.push_back({one[0], one[1]});
  return out;
}

bool IsFresh(const std::string& file) {
  std::error_code failed;
  const auto written = fs::last_write_time(file, failed);
  return !failed && fs::file_time_type::clock::now() - written < kFreshFor;
}

}  // namespace

IndexPlaces ReadPipConfig(std::string_view printed, const std::string& usual) {
  static const re2::RE2 kLine(R"((?:global|install|:env:)\.([a-z-]+)='(.*)')");
  IndexPlaces out{.indexes = {usual}, .folders = {}};
  const auto words = [](const std::string& text) {
    std::vector<std::string> parts;
    // pip prints line ends within a value as \n.
    for (const std::string& line : Split(text, '\n'))
      for (const std::string& word : Split(line, ' '))
        if (!word.empty()) parts.push_back(WithoutSlash(word));
    return parts;
  };
  for (const std::string& line : LinesOf(printed)) {
    std::string key, value;
    if (!re2::RE2::FullMatch(line, kLine, &key, &value)) continue;
    re2::RE2::GlobalReplace(&value, R"(\\n)", " ");
    if (key == "index-url" && !words(value).empty()) out.indexes[0] = words(value)[0];
    if (key == "extra-index-url")
      for (const std::string& one : words(value)) out.indexes.push_back(one);
    if (key == "find-links")
      for (const std::string& one : words(value))
        out.folders.push_back(one.starts_with(kFileMark) ? one.substr(kFileMark.size()) : one);
    if (key == "no-index" && value != "false" && value != "0") out.indexes[0].clear();
  }
  std::erase(out.indexes, "");
  return out;
}

std::vector<IndexFile> ReadIndexPage(std::string_view html) {
  static const re2::RE2 kLink(R"((?i)<a\s([^>]*)>\s*([^<]*?)\s*</a)");
  static const re2::RE2 kRequires(R"(data-requires-python=["']([^"']*)["'])");
  std::vector<IndexFile> out;
  re2::StringPiece rest(html.data(), html.size());
  std::string attributes, text;
  while (re2::RE2::FindAndConsume(&rest, kLink, &attributes, &text)) {
    IndexFile file{Unescaped(text), ""};
    re2::RE2::PartialMatch(attributes, kRequires, &file.requires_python);
    file.requires_python = Unescaped(file.requires_python);
    out.push_back(std::move(file));
  }
  return out;
}

Result<IndexPlaces> PipIndex::Places() {
  const std::lock_guard lock(mutex_);
  if (loaded_) return places_;
  ASSAY_ASSIGN(const report::Ended ended,
               RunTool({python_, "-m", "pip", "config", "list"}, kConfigSeconds));
  if (!Succeeded(ended))
    return Invalid(StrCat("`", python_, " -m pip config list` failed, so its index is not known"));
  ASSAY_ASSIGN(const report::Ended usual, RunTool({python_, "-c", kAskUsual}, kConfigSeconds));
  places_ = ReadPipConfig(ended.output, WithoutSlash(UpToFirstLineEnd(usual.output)));
  // A pip that keeps it elsewhere is asked for nothing but what it was configured for.
  if (!Succeeded(usual)) std::erase(places_.indexes, "");
  loaded_ = true;
  return places_;
}

Result<std::vector<IndexFile>> PipIndex::Ask(const std::string& package) {
  ASSAY_ASSIGN(const IndexPlaces places, Places());
  std::vector<IndexFile> out;
  for (const std::string& folder : places.folders) AddFolder(folder, package, out);
  for (const std::string& index : places.indexes) {
    ASSAY_ASSIGN(const std::string page, Page(index, package));
    for (IndexFile& file : ReadIndexPage(page)) out.push_back(std::move(file));
  }
  return out;
}

Result<std::vector<IndexFile>> PipIndex::Files(const std::string& package) {
  const auto remember = [&](std::vector<IndexFile> files) {
    const std::lock_guard lock(mutex_);
    return known_[package] = std::move(files);
  };
  {
    const std::lock_guard lock(mutex_);
    if (const auto found = known_.find(package); found != known_.end()) return found->second;
  }
  const std::string kept = StrCat(cache_, "/", package, ".json");
  if (offline_ || IsFresh(kept)) {
    const auto text = ReadFile(kept);
    const json parsed = text.ok() ? ParseJson(*text) : json();
    if (parsed.is_array()) return remember(FromJson(parsed));
  }
  if (offline_)
    return Invalid(StrCat("what versions of ", package, " there are is not known offline"));
  ASSAY_ASSIGN(std::vector<IndexFile> files, Ask(package));
  std::error_code ignored;
  fs::create_directories(cache_, ignored);
  // Only saves time: where it cannot be kept it is asked for again.
  if (const Status written = WriteFile(kept, ToJson(files).dump()); !written.ok()) {
  }
  return remember(std::move(files));
}

void PipIndex::Prefetch(const std::vector<std::string>& packages) {
  // What fails is asked for again by whoever needs it.
  ForEachIndex(packages.size(), kAskedAtOnce, [&](size_t i) { (void)Files(packages[i]); });
}

Availability AvailabilityOf(const std::vector<IndexFile>& files, const std::string& package,
                            const std::string& version, const std::string& python) {
  bool source = false;
  for (const IndexFile& file : files) {
    if (!PythonAllowed(file.requires_python, python)) continue;
    const WheelName wheel = ParseWheelName(file.name);
    if (wheel.name == package && (version.empty() || SameVersion(wheel.version, version)) &&
        WheelFits(wheel, python))
      return Availability::kWheel;
    const std::string packed = SourceVersion(file.name, package);
    source = source || (!packed.empty() && (version.empty() || SameVersion(packed, version)));
  }
  return source ? Availability::kSourceOnly : Availability::kNone;
}

std::string CpuBuildOf(const std::vector<IndexFile>& files, const std::string& version,
                       const std::string& python) {
  for (const IndexFile& file : files) {
    const WheelName wheel = ParseWheelName(file.name);
    if (wheel.version.ends_with("+cpu") && SameVersion(wheel.version, version) &&
        WheelFits(wheel, python))
      return wheel.version;
  }
  return "";
}

}  // namespace assay::bugs
