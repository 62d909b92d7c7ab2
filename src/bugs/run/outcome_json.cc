#include "bugs/run/outcome_json.h"

#include <nlohmann/json.hpp>

namespace assay::bugs {

using nlohmann::json;

json ToJson(const Bug& bug, const TestRun& run) {
  return {{"library", bug.library},
          {"id", bug.id},
          {"outcome", OutcomeName(run.outcome)},
          {"reason", run.reason},
          {"note", run.note},
          {"message", run.message},
          {"seconds", run.seconds},
          {"environment", run.environment},
          {"python", run.python},
          {"log", run.log}};
}

json ToJson(const DoneTest& done) {
  return {{"library", done.library},
          {"id", done.id},
          {"outcome", OutcomeName(done.outcome)},
          {"reason", done.reason},
          {"note", done.note},
          {"message", done.message},
          {"seconds", done.seconds},
          {"environment", done.environment},
          {"python", done.python},
          {"log", done.log_file}};
}

std::string_view WordOf(const Bug& bug, const Verification& one) {
  if (one.record.holds) return "verified";
  if (!bug.NotFor().empty()) return "not for this machine";
  return one.unsatisfied() ? "unsat prereqs" : "failed";
}

json ToJson(const Bug& bug, const Verification& one) {
  json out = {{"library", bug.library},          {"id", bug.id},
              {"verified", one.record.holds},    {"outcome", WordOf(bug, one)},
              {"reason", one.record.reason},     {"fixed_version", one.record.fixed_version},
              {"buggy", ToJson(bug, one.buggy)}, {"fixed", nullptr}};
  if (one.buggy.outcome == Outcome::kReproduced) out["fixed"] = ToJson(bug, one.fixed);
  return out;
}

}  // namespace assay::bugs
