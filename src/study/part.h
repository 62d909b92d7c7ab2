// A part of the study: the measurements behind one research question, and how they are presented.
// One file each, one line each in parts.def.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "lab/lab.h"
#include "study/output.h"
#include "study/paper.h"
#include "study/settings.h"

namespace assay::study {

// Cells: what was measured so far, one JSON file each in a folder, so that a study that was cut
// short goes on where it was. A folder belongs to one set of settings.

// Measurements by name: "method-lemon", "operator-LA", …
using Results = std::map<std::string, nlohmann::json>;

class CellFolder {
 public:
  // Makes the folder. An error when it holds a study with other settings, and says which.
  static Result<CellFolder> Open(const std::string& folder, const nlohmann::json& settings);

  // Nothing when it is not there or was not written whole.
  std::optional<nlohmann::json> Find(const std::string& name) const;
  Status Keep(const std::string& name, const nlohmann::json& value) const;
  // Whether a folder, which may not be there, holds a measurement whole.
  static bool Kept(const std::string& folder, const std::string& name);

 private:
  explicit CellFolder(std::string folder) : folder_(std::move(folder)) {}
  std::string PathOf(const std::string& name) const;
  std::string folder_;
};

// What a measurement works with. Nothing else uses the lab meanwhile.
struct Context {
  const Settings& settings;
  const std::vector<lab::Target>& targets;
  lab::Lab& lab;
  std::string folder;
  int jobs = 1;
  std::atomic<bool>* stop = nullptr;
  Allowance allowance;

  bool stopped() const { return stop != nullptr && stop->load(); }
  // Time to end: stopped, or `share` of the CPU time is used up.
  bool enough(double share = 1) const { return stopped() || allowance.used_up(share); }
};

// One measurement; kept when it is done, never done twice.
struct Cell {
  std::string name;
  bool alone = false;  // uses all jobs itself, or must not be disturbed
  std::function<Result<nlohmann::json>(const Context&)> run;
  bool timed = true;            // false: the context's CPU time does not end it, it has its own
  double most_cpu_seconds = 0;  // of those: at most
};

struct PartDef {
  std::string_view name;
  std::string_view question;  // heading of its chapter
  std::vector<Cell> (*cells)(const Settings& settings);
  // `results` holds at least the cells of this part. Adds to `data` and `chapter`.
  void (*present)(const Settings& settings, const Results& results, const Paper& paper,
                  nlohmann::json& data, Chapter& chapter);
  bool literal = false;  // about the literature's own form: only where that was asked for
};

std::span<const PartDef> AllParts();  // parts.def
const PartDef* FindPart(std::string_view name);

}  // namespace assay::study
