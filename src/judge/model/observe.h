// Runs a program and writes down what a prediction can be compared with.
#pragma once

#include <functional>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "judge/model/prediction.h"
#include "program/lab/program_lab.h"
#include "store/store.h"

namespace assay::judge::model {

struct Observed {
  // Shape and dtype of what the API returned, where the program keeps it. The status is flaky also
  // when all runs end but their results differ by more than rounding.
  Ending ending;
  // Of the same value: equal digests mean equal elements.
  std::string digest;
  std::optional<double> sum;          // of its elements
  std::vector<double> elements;       // the first of them
  size_t count = 0;                   // of all
  std::map<std::string, bool> holds;  // properties.def: those that could be looked at
  // Flaky, but by numbers that the program draws itself or memory that it never wrote to: equal
  // seeds give equal results, so nobody is to blame.
  bool own_chance = false;
  // It ended, by an error or otherwise, before the API was called: says nothing of that.
  bool not_reached = false;
  program::ProgramOutcome outcome;  // of the lab, which does not look at results
};

struct ObserveOptions {
  double timeout_s = 20;
  int repeat = 2;  // one run cannot be flaky
};

// The result that is looked at is the variable that the last call of `api` is assigned to, at the
// top of the program. An error says that the lab failed.
Result<Observed> Observe(const std::string& program, const std::string& api,
                         const ObserveOptions& options, program::ProgramLab& lab);

// The name of that variable; "" when there is none.
std::string ResultVariable(const std::string& program, const std::string& api);

// The same, however it is done.
using Observer =
    std::function<Result<Observed>(const std::string& program, const std::string& api)>;
Observer LabObserver(const ObserveOptions& options, program::ProgramLab& lab);
// Where runs are kept; the store is used under the mutex only.
struct RunKeeper {
  store::Store& store;
  std::mutex& mutex;
};
// Runs are kept in the store under the name of `subject` (framework, version, environment), so that
// a run that is resumed repeats none. Lab, store and mutex must outlive it.
Result<Observer> KeptObserver(const ObserveOptions& options, const std::string& subject,
                              program::ProgramLab& lab, const RunKeeper& keeper);

nlohmann::json ObservedJson(const Observed& observed);
Observed ReadObserved(const nlohmann::json& json);

// Whether two results differ by more than the order of additions explains.
bool DifferInValue(const Observed& a, const Observed& b);

}  // namespace assay::judge::model
