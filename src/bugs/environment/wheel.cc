#include "bugs/environment/wheel.h"

#include <gnu/libc-version.h>
#include <re2/re2.h>

#include <algorithm>
#include <cstdlib>

#include "base/machine.h"
#include "base/strings.h"
#include "bugs/database/text.h"
#include "bugs/environment/requirement.h"

namespace assay::bugs {
namespace {

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

}  // namespace assay::bugs
