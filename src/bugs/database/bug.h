// A reproducible bug: a folder in the layout of BugsInDLLs, and its row in the library's table.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/machine.h"

namespace assay::bugs {

// A row of bug_dataset_<library>.csv, as it is written there.
struct BugRow {
  std::string issue, pr, title, reproduced, status, device, api, reported, buggy_version, nightly;
  std::string files, functions, buggy_api, type, remarks, issue_link, pr_link;
  int line = 0;  // of the file
};

// What our own folders say besides (bug.toml).
struct BugNotes {
  std::string fixed_version;                 // "": not known
  std::string fix_language;                  // python, c++, cuda; "": not known
  std::string buggy_message, fixed_message;  // what the two sides must say; "": anything
  std::vector<std::string> machines;         // that show it; empty: all
  std::string environment;  // where it runs, with what its library works on; "": the library's own
  // Its row in docs/measurements/found.md, as Markdown: the table, the smallest case, what happens
  // and what should. "": its row tells the title and the versions.
  std::string section, smallest_case, got, truth;
  std::string unshown;   // why its own test tells no bug from none; "": it does
  std::string unmended;  // why no version is named that mends it
};

struct Bug {
  std::string library;  // jax, pytorch, tensorflow, onnxruntime, openvino
  std::string id;       // as in issue_<id>: "120903", "tfsa2022090"
  std::string folder;   // absolute; "": a row without a folder
  std::optional<BugRow> row;
  std::optional<BugNotes> notes;
  std::vector<std::string> requirements;  // lines, comments left out
  std::string python;                     // the version that the script asks for; "": any
  std::vector<std::string> installs;      // what the script installs besides, as pip is told
  std::string test_file;                  // name within the folder
  bool uses_conda = false, uses_docker = false, needs_gpu = false;
  std::string gpu_evidence;  // why needs_gpu; "": it does not
  std::string unavailable;   // what no environment can give: another system, a build from source

  std::string name() const { return library + " " + id; }
  bool has_folder() const { return !folder.empty(); }
  // "" when it may show on `machine`; otherwise "not for this machine (aarch64): it shows on
  // x86_64". Such a bug is neither there nor gone here.
  std::string NotFor(const std::string& machine = HostMachine()) const;
};

// One of the 18 manifestation types of the paper, whatever the case and the typing errors; "" when
// it is none of them.
std::string_view ManifestationType(std::string_view written);
std::span<const std::string_view> ManifestationTypes();  // in the order of the paper

}  // namespace assay::bugs
