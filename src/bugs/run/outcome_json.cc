#include "bugs/run/outcome_json.h"

#include "base/json.h"

namespace assay::bugs {

using nlohmann::json;

json ToJson(const Bug& bug, const TestRun& run) {
  return With(ASSAY_FIELDS(run, reason, note, message, seconds, environment, python, log),
              {{"library", bug.library}, {"id", bug.id}, {"outcome", OutcomeName(run.outcome)}});
}

json ToJson(const DoneTest& done) {
  return With(ASSAY_FIELDS(done, library, id, reason, note, message, seconds, environment, python),
              {{"outcome", OutcomeName(done.outcome)}, {"log", done.log_file}});
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
