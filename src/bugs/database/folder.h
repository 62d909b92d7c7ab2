// One folder <library>/issue_<id> of a database.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/toml.h"
#include "bugs/database/bug.h"
#include "bugs/database/database.h"

namespace assay::bugs {

// `folder` is absolute. Whatever is missing is told in `oddities`, and the bug is still there.
Bug ReadFolder(const std::string& library, const std::string& id, const std::string& folder,
               std::vector<Oddity>& oddities);

// Lines of a requirements file without comments and empty ones; lines that end in \ are joined.
std::vector<std::string> RequirementLines(std::string_view text);

// Weighs the bug's row, script and test: sets needs_gpu and gpu_evidence.
struct GpuSigns {
  bool docker_gpus = false, cpu_way = false;  // of the script
  std::string code;                           // what in the test wants one
};
void DecideGpu(Bug& bug, const GpuSigns& signs);

// Whether a path of a database stays in it, whatever links it goes through.
// False also when it leads nowhere. `root` is canonical.
bool IsWithin(const std::string& path, const std::string& root);

// bug.toml of a folder: what a table has no column for.
//
//   fixed_version = "0.4.31"          the first release without the bug
//   fix_language = "python"           python, c++ or cuda
//   buggy_message = "…"               regular expressions (RE2) that the test's output must hold,
//   fixed_message = "…"               where the bug shows and where it is mended
//   machine = "x86_64"                the machines that show it, one or a list; all unless given
//   environment = "torch-optimise"    where it runs, with what its library works on
//   section = "twins"                 the table of docs/measurements/found.md that holds its row,
//   case = "…"                        and what stands there: the smallest case,
//   got = "…"                         what happens,
//   truth = "…"                       and what should
//   unshown = "…"                     why the test tells no bug from none, where it does not
//   unmended = "…"                    why there is no fixed_version, where there is none
//
// An error: no TOML, a key that does not exist, or a pattern that is none.
Result<BugNotes> ReadNotes(std::string_view text);
// `beside`: keys that are somebody else's.
Result<BugNotes> NotesOf(const Toml& table, const std::set<std::string>& beside = {});

}  // namespace assay::bugs
