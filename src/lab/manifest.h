// A manifest: one TOML file that says how to run a framework. docs/reference/protocol.md explains
// every key.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/machine.h"
#include "base/result.h"
#include "lab/message.h"
#include "tensor/dtype.h"

namespace assay::lab {

struct Mode {
  std::string name;  // "" for the plain one; may hold a * for any text
  std::string help;
  std::string device;                // of the manifest unless given
  std::string environment;           // likewise
  std::vector<std::string> command;  // likewise
  std::map<std::string, std::string> variables;
  std::optional<double> wall_s;
  bool slow = false;   // of the manifest unless given
  int pack = 1;        // cases that a campaign gives it at once, as one model
  bool listed = true;  // shown by `assay targets` and used when no targets are named
  // Beside the framework's other modes a campaign of all targets gives it one case in so many: what
  // shows in it mostly shows in those as well.
  int every = 1;
  bool optimises = true;  // false: the framework's plain way to run, nothing rewritten or compiled
  // The mode of the same framework that this one should not be slower than; "" is the plain one.
  std::optional<std::string> no_slower_than;
  // "": an ordinary mode. Otherwise the stage of a campaign that adds it to the framework's targets
  // (`export`: a way through files, `construct`: built from layers); never listed.
  std::string stage;
  // Targets that do the same without that way: what they cannot do rightly is not its fault.
  std::vector<std::string> baselines;
  bool tf32 = false;       // factors of float32 products may be cut to TF32 (Rules::tf32)
  bool quantised = false;  // results are of 8 bits and judged by what that may cost
};

// Parts of a framework that can be switched off one by one, to see which of them is the culprit.
struct Switches {
  std::string what;                // what one is, for people: "graph optimiser"
  std::vector<std::string> modes;  // globs: the modes in which they are at work
  // How they are switched off: the mode to run, and further variables. {names} stands for those
  // that are off, with `separator` in between; {mode} for the mode that is looked into.
  std::string run;
  std::map<std::string, std::string> variables;
  std::string separator = ",";
  std::vector<std::string> names;
  // In place of all that: modes of which each does more than the one before, the last being the one
  // that is looked into.
  std::vector<std::string> ladder;

  bool AppliesTo(const std::string& mode) const;
};

// A failure that is a stated limit of the framework, not a defect.
struct Gap {
  std::string message;  // RE2, found anywhere in "kind: message"
  std::string stage;    // "" for any
  std::string mode;     // glob; "" for any
  std::string reason;
  std::vector<std::string> machines = {};  // that it is about; empty for all
};

struct Manifest {
  std::string path;
  std::string framework;
  std::string description;
  std::string environment;  // folder in envs/; "": none
  // Distribution whose version is the target's, as it is called for this machine; "": the worker
  // says the version.
  std::string package;
  std::vector<std::string> command;
  std::string device = "cpu";
  std::map<std::string, std::string> variables;
  uint64_t memory_mb = 8192;
  double wall_s = 60, start_s = 120;
  int recycle_after = 5000;  // cases per process
  int opset_min = 1, opset_max = 1000;
  std::set<DType> types;  // empty: all
  // Of a narrow framework: the element types of inputs and outputs, and the least rank of inputs.
  // It has no control flow, sequences or tensors without elements, and computes nothing from
  // constants alone.
  std::set<DType> ends;
  int least_rank = 0;
  bool narrow() const { return !ends.empty(); }
  bool int64_as_int32 = false;  // computes 64-bit integers in 32 bits
  bool slow = false;  // takes long for every new model (compilers): a campaign gives it fewer cases
  bool on_demand = false;  // its environment is made by `assay targets add` only
  std::vector<Mode> modes;
  std::vector<Gap> gaps;
  std::vector<Switches> switches;  // [[locate]]

  const Mode* FindMode(const std::string& name) const;
  // Why a model of this opset and these element types is outside what the framework states to
  // accept; "" when it is not.
  std::string Refusal(int opset, const std::set<DType>& used) const;
  // The gap that covers this failure on `machine`, or nullptr.
  const Gap* FindGap(const std::string& mode, Stage stage, const std::string& kind,
                     const std::string& message, const std::string& machine = HostMachine()) const;
};

// The error names file, place and remedy. Unknown keys are errors: a misspelt limit must not be
// silently ignored.
Result<Manifest> ParseManifest(const std::string& text, const std::string& path);

// All *.toml files of `folder`, by name. A framework may occur once in all folders together.
Result<std::vector<Manifest>> LoadManifests(const std::vector<std::string>& folders);

}  // namespace assay::lab
