#include "bugs/environment/wheel.h"

#include <gnu/libc-version.h>
#include <re2/re2.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "base/files.h"
#include "base/folders.h"
#include "base/json.h"
#include "base/machine.h"
#include "base/strings.h"
#include "bugs/database/text.h"
#include "bugs/environment/command.h"
#include "bugs/environment/requirement.h"

namespace assay::bugs {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

int MinorLibc() {
  static const int kMinor = std::atoi(Split(gnu_get_libc_version(), '.').at(1).c_str());
  return kMinor;
}

int MinorOf(const std::string& python) { return std::atoi(python.substr(2).c_str()); }

// The C library that the older names stand for.
int LibcOfPlatform(const std::string& platform) {
  if (platform.starts_with("manylinux1_")) return 5;
  if (platform.starts_with("manylinux2010_")) return 12;
  if (platform.starts_with("manylinux2014_")) return 17;
  int minor = 0;
  static const re2::RE2 kNumbered(R"(manylinux_2_([0-9]+)_.*)");
  return re2::RE2::FullMatch(platform, kNumbered, &minor) ? minor : 1000;
}

bool PlatformFits(const std::string& platform) {
  if (platform == "any" || platform == "linux_" + HostMachine()) return true;
  return platform.starts_with("manylinux") && platform.ends_with("_" + HostMachine()) &&
         LibcOfPlatform(platform) <= MinorLibc();
}

bool TagsFit(const std::string& tag, const std::string& abi, int minor) {
  if (tag == "py3" || tag == StrCat("py3", minor)) return abi == "none";
  if (!tag.starts_with("cp3")) return false;
  const int built_for = std::atoi(tag.c_str() + 3);
  if (abi == "abi3") return built_for <= minor;
  if (built_for != minor) return false;
  return abi == "none" || abi == tag || abi == tag + "m";
}

bool OneAllowed(const std::string& specifier, const std::string& python) {
  static const re2::RE2 kParts(R"(\s*(>=|<=|==|!=|~=|>|<)\s*([0-9.]+)(\.\*)?\s*)");
  std::string sign, number, any;
  if (!re2::RE2::FullMatch(specifier, kParts, &sign, &number, &any)) return true;
  const std::vector<std::string> parts = Split(number, '.');
  // Bounds on other major versions: below 4 all is well, and 2 is long gone.
  if (parts[0] != "3")
    return std::atoi(parts[0].c_str()) > 3 ? sign[0] == '<' || sign == "!="
                                           : sign[0] == '>' || sign == "!=";
  // Which patch release of `python` is installed is not known; it is taken as a late one.
  if (parts.size() < 2) return sign != "<" && sign != "!=";
  const int bound = std::atoi(parts[1].c_str()), minor = MinorOf(python);
  const bool patch = parts.size() > 2 && any.empty();
  if (sign == ">=" || sign == "~=") return minor >= bound;
  if (sign == ">") return minor > bound || (patch && minor == bound);
  if (sign == "<=") return minor <= bound;
  if (sign == "<") return minor < bound;
  if (sign == "==") return minor == bound;
  return patch || minor != bound;
}

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

WheelName ParseWheelName(std::string_view file) {
  WheelName out;
  if (!file.ends_with(".whl")) return out;
  const std::vector<std::string> parts = Split(file.substr(0, file.size() - 4), '-');
  if (parts.size() != 5 && parts.size() != 6) return out;
  const size_t tags = parts.size() - 3;
  out.name = NormalisedName(parts[0]);
  out.version = parts[1];
  out.pythons = Split(parts[tags], '.');
  out.abis = Split(parts[tags + 1], '.');
  out.platforms = Split(parts[tags + 2], '.');
  return out;
}

std::string SourceVersion(std::string_view file, const std::string& name) {
  for (const std::string_view end : {".tar.gz", ".zip", ".tar.bz2"}) {
    if (!file.ends_with(end)) continue;
    const std::string_view stem = file.substr(0, file.size() - end.size());
    const size_t at = stem.rfind('-');
    if (at != std::string_view::npos && NormalisedName(stem.substr(0, at)) == name)
      return std::string(stem.substr(at + 1));
  }
  return "";
}

bool WheelFits(const WheelName& wheel, const std::string& python) {
  if (std::ranges::none_of(wheel.platforms, PlatformFits)) return false;
  for (const std::string& tag : wheel.pythons)
    for (const std::string& abi : wheel.abis)
      if (TagsFit(tag, abi, MinorOf(python))) return true;
  return false;
}

bool PythonAllowed(std::string_view requires_python, const std::string& python) {
  for (const std::string& specifier : Split(requires_python, ','))
    if (!Trim(specifier).empty() && !OneAllowed(specifier, python)) return false;
  return true;
}

Result<std::string> Sha256OfFile(const std::string& path) {
  const std::string tool = OnPath("sha256sum");
  if (tool.empty()) return Invalid("there is no sha256sum on PATH (package coreutils)");
  // Behind -- and in its simplest form: names with odd characters are marked by a backslash.
  ASSAY_ASSIGN(const report::Ended ended, RunTool({tool, "--", path}, kHashSeconds));
  const size_t start = ended.output.starts_with('\\') ? 1 : 0;
  if (!Succeeded(ended) || ended.output.size() < start + kHashDigits)
    return Invalid(StrCat("the hash of ", path, " is not available: ", Trim(ended.output)));
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
  for (const ArchivedWheel& wheel : wheels) out.push_back(ASSAY_FIELDS(wheel, file, sha256, bytes));
  return WriteFile(folder_ + kIndexFile, out.dump(1) + "\n");
}

Result<ArchivedWheel> WheelArchive::Add(const std::string& path, const std::string& sha256) {
  ArchivedWheel wheel{.file = fs::path(path).filename(), .sha256 = ""};
  std::error_code failed;
  if (!fs::is_regular_file(path, failed)) return Invalid(StrCat("there is no file ", path));
  if (ParseWheelName(wheel.file).name.empty())
    return Invalid(StrCat(path, " is not named as a wheel: name-version-python-abi-platform.whl"));
  if (!IsZip(path)) return Invalid(StrCat(path, " is not a wheel: not a zip file"));
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
