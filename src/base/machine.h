// The machine that this runs on. Frameworks choose other code on other processors, so what was seen
// of them belongs to the machine on which it was seen.
#pragma once

#include <string>
#include <vector>

namespace assay {

// "x86_64", "aarch64": as `uname -m` says it, and with it Python and the names of wheels.
const std::string& HostMachine();

// The kinds of machines that files may speak of.
const std::vector<std::string>& KnownMachines();
// "" for one of them; otherwise the complaint, with what may be meant: "is 'x86', which is no
// machine; known: x86_64, aarch64".
std::string NoSuchMachine(const std::string& name);

// Whether what is said of `machines` holds on `machine`: an empty list speaks of every one.
bool SpeaksOf(const std::vector<std::string>& machines, const std::string& machine);

// What /proc/cpuinfo says of a processor.
struct Processor {
  // As the system names it; of ARM, where it names none, by implementer and part: "ARM
  // Neoverse-N1", or "ARM implementer 0x41 part 0xfff" of one that arm_parts.def does not list.
  // Kinds of cores that differ are joined by " and ". "": not known.
  std::string name;
  std::string features;  // the line of instruction sets, as it stands there
};
Processor ReadProcessor(const std::string& cpuinfo);
const Processor& HostProcessor();

// A machine as it travels with what was seen on it. Empty texts: not known.
struct Machine {
  std::string architecture;  // as HostMachine()
  std::string processor;     // as Processor::name

  bool operator==(const Machine&) const = default;
};
const Machine& ThisMachine();

}  // namespace assay
