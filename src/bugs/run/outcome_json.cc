#include "bugs/run/outcome_json.h"

#include <nlohmann/json.hpp>

#include "base/json.h"
#include "bugs/database/table.h"
#include "bugs/run/verified.h"

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

nlohmann::ordered_json InfoOf(const Bug& bug) {
  nlohmann::ordered_json out;
  if (bug.row)
    for (const auto& column : Columns()) out[std::string(column.name)] = (*bug.row).*column.member;
  out["library"] = bug.library;
  out["id"] = bug.id;
  out["manifestation"] = bug.row ? ManifestationType(bug.row->type) : "";
  out["folder"] = bug.folder;
  out["test"] = bug.test_file;
  out["python"] = bug.python;
  out["requirements"] = bug.requirements;
  out["installs"] = bug.installs;
  out["environment"] = bug.uses_docker ? (bug.uses_conda ? "docker or conda" : "docker")
                                       : (bug.uses_conda ? "conda" : "");
  out["needs_gpu"] = bug.gpu_evidence;
  out["unavailable"] = bug.unavailable;
  if (!bug.notes) return out;
  out["fixed_version"] = bug.notes->fixed_version;
  out["fix_language"] = bug.notes->fix_language;
  out["buggy_message"] = bug.notes->buggy_message;
  out["fixed_message"] = bug.notes->fixed_message;
  out["machine"] = bug.notes->machines;
  out["not_here"] = bug.NotFor();
  if (!bug.notes->section.empty()) {
    out["case"] = bug.notes->smallest_case;
    out["got"] = bug.notes->got;
    out["truth"] = bug.notes->truth;
  }
  if (const auto seen = FindVerified(bug))
    out["verified"] = {{"holds", seen->holds},
                       {"reason", seen->reason},
                       {"buggy_message", seen->buggy_message},
                       {"fixed_message", seen->fixed_message}};
  return out;
}

}  // namespace assay::bugs
