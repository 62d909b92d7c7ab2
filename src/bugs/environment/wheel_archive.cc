#include "bugs/environment/wheel_archive.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "base/files.h"
#include "base/folders.h"
#include "base/json.h"
#include "base/strings.h"
#include "bugs/database/text.h"
#include "bugs/environment/command.h"
#include "bugs/environment/wheel.h"

namespace assay::bugs {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr const char* kIndexFile = "/archive.json";
constexpr double kHashSeconds = 600;
constexpr size_t kHashDigits = 64;

// A wheel is a zip file.
bool IsZip(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  char mark[4] = {};
  file.read(mark, sizeof mark);
  return std::string_view(mark, sizeof mark) == std::string_view("PK\x03\x04", 4);
}

}  // namespace

Result<std::string> Sha256OfFile(const std::string& path) {
  const std::string tool = OnPath("sha256sum");
  if (tool.empty()) return Invalid("there is no sha256sum on PATH (package coreutils)");
  // Behind -- and in its simplest form: names with odd characters are marked by a backslash.
  ASSAY_ASSIGN(const report::Ended ended, RunTool({tool, "--", path}, kHashSeconds));
  const size_t start = ended.output.starts_with('\\') ? 1 : 0;
  if (!Succeeded(ended) || ended.output.size() < start + kHashDigits)
    return Invalid(StrCat("the hash of ", path, " cannot be had: ", Trim(ended.output)));
  return ended.output.substr(start, kHashDigits);
}

WheelArchive::WheelArchive(std::string folder)
    : folder_(folder.empty() ? DataFolder() + "/bugs/wheels" : std::move(folder)) {}

std::vector<ArchivedWheel> WheelArchive::List() const {
  std::vector<ArchivedWheel> out;
  const auto text = ReadFile(folder_ + kIndexFile);
  const json kept = text.ok() ? ParseJson(*text) : json();
  if (!kept.is_array()) return out;
  for (const json& one : kept)
    if (one.is_object())
      out.push_back(
          {one.value("file", ""), one.value("sha256", ""), one.value("bytes", uint64_t{0})});
  return out;
}

ArchivedWheel WheelArchive::Find(const std::string& file) const {
  for (const ArchivedWheel& wheel : List())
    if (wheel.file == file) return wheel;
  return {};
}

Status WheelArchive::Keep(const std::vector<ArchivedWheel>& wheels) const {
  json out = json::array();
  for (const ArchivedWheel& wheel : wheels)
    out.push_back({{"file", wheel.file}, {"sha256", wheel.sha256}, {"bytes", wheel.bytes}});
  return WriteFile(folder_ + kIndexFile, out.dump(1) + "\n");
}

Result<ArchivedWheel> WheelArchive::Add(const std::string& path, const std::string& sha256) {
  ArchivedWheel wheel{.file = fs::path(path).filename(), .sha256 = ""};
  std::error_code failed;
  if (!fs::is_regular_file(path, failed)) return Invalid(StrCat("there is no file ", path));
  if (ParseWheelName(wheel.file).name.empty())
    return Invalid(StrCat(path, " is not named as a wheel: name-version-python-abi-platform.whl"));
  if (!IsZip(path)) return Invalid(StrCat(path, " is no wheel: not a zip file"));
  ASSAY_ASSIGN(wheel.sha256, Sha256OfFile(path));
  if (!sha256.empty() && Lower(sha256) != wheel.sha256)
    return Invalid(StrCat(path, " has another hash than stated: ", wheel.sha256));
  wheel.bytes = fs::file_size(path, failed);
  std::vector<ArchivedWheel> all = List();
  for (const ArchivedWheel& other : all) {
    if (other.file != wheel.file) continue;
    if (other.sha256 == wheel.sha256 && Check(other).ok()) return wheel;
    return Invalid(StrCat("another ", wheel.file, " is in the archive (", other.sha256,
                          "); `assay bugs wheels remove ", wheel.file, "` makes room"));
  }
  fs::create_directories(folder_, failed);
  const std::string half = StrCat(folder_, "/.", wheel.file, ".", getpid());
  fs::copy_file(path, half, fs::copy_options::overwrite_existing, failed);
  if (!failed) fs::rename(half, folder_ + "/" + wheel.file, failed);
  if (failed) {
    std::error_code ignored;
    fs::remove(half, ignored);
    return Invalid(StrCat(path, " cannot be copied to ", folder_, ": ", failed.message()));
  }
  all.push_back(wheel);
  ASSAY_RETURN_IF_ERROR(Keep(all));
  return wheel;
}

Status WheelArchive::Remove(const std::string& file) {
  std::vector<ArchivedWheel> all = List();
  if (std::erase_if(all, [&](const ArchivedWheel& wheel) { return wheel.file == file; }) == 0)
    return Invalid(
        StrCat("there is no ", file, " in the archive; `assay bugs wheels list` lists it"));
  std::error_code failed;
  fs::remove(folder_ + "/" + file, failed);
  if (failed) return Invalid(StrCat(folder_, "/", file, ": ", failed.message()));
  return Keep(all);
}

Status WheelArchive::Check(const ArchivedWheel& wheel) const {
  ASSAY_ASSIGN(const std::string now, Sha256OfFile(folder_ + "/" + wheel.file));
  if (now == wheel.sha256) return {};
  return Invalid(StrCat(folder_, "/", wheel.file, " was changed since it was added: its hash is ",
                        now, ", was ", wheel.sha256));
}

}  // namespace assay::bugs
