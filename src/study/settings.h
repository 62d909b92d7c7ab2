// Settings: all that decides what the study measures. Written down with the results.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace assay::study {

// The fourteen operators of the study's Table 3, in its order.
inline constexpr std::string_view kOperators[] = {"LA", "LR", "LC", "LS", "ARFm", "ARFp", "SM",
                                                  "DM", "PM", "WS", "NS", "GF",   "NAI",  "NEB"};
// All of them mixed.
inline constexpr std::string_view kGroup = "Group";

struct Settings {
  std::string size;  // "quick" or "full"
  uint64_t seed = 1;
  std::vector<std::string> targets;  // with versions, for the record

  // CPU time of each measurement but the searches; what is not done by then is left out.
  double measure_cpu_seconds = 0;

  // RQ2: methods.
  std::vector<std::string> methods;
  std::string seeds;       // models that methods mutate, as for `assay fuzz --seeds`
  double cpu_seconds = 0;  // of each method's search, all processes together

  // RQ3: mutation type and order.
  std::vector<std::string> operator_models;
  double rounds_scale = 1;  // times the rounds of the study's section 5.3: mutants that are run
  double count_scale = 1;   // the same, mutants that are made and held against the rules only

  // Mutation position (Fig. 9).
  std::vector<std::string> position_models, position_operators;
  int position_rounds = 0;

  // Curves over rounds (Fig. 8).
  std::string curve_model;
  std::vector<std::string> curve_operators;
  int curve_rounds = 0;

  // Section 6.2: every how many mutations a mutant is run.
  int preset_step = 1;

  // Table 5: planted faults, and the CPU time that each method has for each of them.
  std::vector<std::string> defects;
  double defect_cpu_seconds = 0;
};
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(Settings, size, seed, targets, measure_cpu_seconds,
                                                methods, seeds, cpu_seconds, operator_models,
                                                rounds_scale, count_scale, position_models,
                                                position_operators, position_rounds, curve_model,
                                                curve_operators, curve_rounds, preset_step, defects,
                                                defect_cpu_seconds)

// Uses less than a quarter of an hour of CPU time.
Settings QuickSettings();
// As the paper has it: every subject model, all rounds.
Settings FullSettings();

// Multiplies all rounds (at least one is left).
void ScaleRounds(Settings& settings, double factor);

// The random numbers of one experiment: a function of the seed and its name alone.
uint64_t SeedOf(const Settings& settings, std::string_view experiment);

// Allowance: CPU time that one measurement may use, with everything that it starts. It makes a
// study end in time on a machine that is busy with other things, where a clock would cut it short.

// CPU seconds of this process and all its children so far.
double CpuSecondsNow();

class Allowance {
 public:
  // From now on. `sharing`: measurements that run at the same time and are taken to use equal
  // parts, since a child's time cannot be told to belong to one of them.
  Allowance(double seconds, int sharing);

  double used() const;                   // seconds
  bool used_up(double share = 1) const;  // `share` of it
 private:
  double seconds_, sharing_, start_;
};

}  // namespace assay::study
