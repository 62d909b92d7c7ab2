#include "base/machine.h"

#include <sys/utsname.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "base/strings.h"

namespace assay {
namespace {

struct ArmPart {
  uint32_t implementer, part;
  const char* name;
};

constexpr ArmPart kImplementers[] = {
#define IMPLEMENTER(number, name) {number, 0, name},
#define PART(implementer, number, name)
#include "base/arm_parts.def"
#undef IMPLEMENTER
#undef PART
};
constexpr ArmPart kParts[] = {
#define IMPLEMENTER(number, name)
#define PART(implementer, number, name) {implementer, number, name},
#include "base/arm_parts.def"
#undef IMPLEMENTER
#undef PART
};

// "key<tab>: value" into its two halves; false for other lines.
bool ReadLine(const std::string& line, std::string& key, std::string& value) {
  const size_t colon = line.find(':');
  if (colon == std::string::npos) return false;
  const size_t end = line.find_last_not_of(" \t", colon == 0 ? 0 : colon - 1);
  key = end == std::string::npos || colon == 0 ? "" : line.substr(0, end + 1);
  const size_t begin = line.find_first_not_of(" \t", colon + 1);
  const size_t last = line.find_last_not_of(" \t\r");
  value = begin == std::string::npos ? "" : line.substr(begin, last + 1 - begin);
  return true;
}

std::string ArmName(const std::string& implementer, const std::string& part) {
  const auto maker = static_cast<uint32_t>(std::strtoul(implementer.c_str(), nullptr, 0));
  const auto number = static_cast<uint32_t>(std::strtoul(part.c_str(), nullptr, 0));
  std::string firm;
  for (const ArmPart& known : kImplementers)
    if (known.implementer == maker) firm = known.name;
  for (const ArmPart& known : kParts)
    if (known.implementer == maker && known.part == number) {
      const std::string name = known.name;
      return name.starts_with(firm) ? name : StrCat(firm, " ", name);
    }
  return StrCat("ARM implementer ", implementer, " part ", part);
}

void AddName(std::vector<std::string>& names, std::string name) {
  if (!name.empty() && std::find(names.begin(), names.end(), name) == names.end())
    names.push_back(std::move(name));
}

// Not ReadFile: files below /proc have no size.
std::string CpuInfo() {
  constexpr size_t kLimit = size_t{16} << 20;  // of hundreds of cores with a page each
  std::string out;
  if (std::FILE* file = std::fopen("/proc/cpuinfo", "rb")) {
    char buffer[4096];
    for (size_t n; out.size() < kLimit && (n = std::fread(buffer, 1, sizeof buffer, file)) > 0;)
      out.append(buffer, n);
    std::fclose(file);
  }
  return out;
}

}  // namespace

const std::string& HostMachine() {
  static const std::string kName = [] {
    utsname system{};
    return uname(&system) == 0 ? std::string(system.machine) : std::string("x86_64");
  }();
  return kName;
}

const std::vector<std::string>& KnownMachines() {
  static const std::vector<std::string> kMachines = {"x86_64", "aarch64"};
  return kMachines;
}

std::string NoSuchMachine(const std::string& name) {
  const std::vector<std::string>& known = KnownMachines();
  if (std::find(known.begin(), known.end(), name) != known.end()) return "";
  return StrCat("is '", name, "', which is not a machine; known: ", Join(known, ", "));
}

bool SpeaksOf(const std::vector<std::string>& machines, const std::string& machine) {
  return machines.empty() || std::find(machines.begin(), machines.end(), machine) != machines.end();
}

Processor ReadProcessor(const std::string& cpuinfo) {
  Processor out;
  std::vector<std::string> names, arm;
  std::string board, implementer, key, value;
  for (const std::string& line : Split(cpuinfo, '\n')) {
    if (!ReadLine(line, key, value)) continue;
    if (key == "model name") AddName(names, value);
    if (key == "Hardware") board = value;
    if (key == "CPU implementer") implementer = value;
    if (key == "CPU part") AddName(arm, ArmName(implementer, value));
    if ((key == "flags" || key == "Features") && out.features.empty()) out.features = value;
  }
  out.name = Join(names.empty() ? arm : names, " and ");
  if (out.name.empty()) out.name = board;
  return out;
}

const Processor& HostProcessor() {
  static const Processor kProcessor = ReadProcessor(CpuInfo());
  return kProcessor;
}

const Machine& ThisMachine() {
  static const Machine kMachine = {HostMachine(), HostProcessor().name};
  return kMachine;
}

}  // namespace assay
