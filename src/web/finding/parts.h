// Parts of /api/findings/ID, a file for one or two of them.
#pragma once

#include "base/json.h"
#include "base/strings.h"
#include "lab/registry.h"
#include "report/material.h"
#include "report/wording.h"
#include "store/store.h"
#include "web/sources.h"

namespace assay::web::finding {

// What all parts are made of.
struct Parts {
  const Sources& sources;
  const store::Store& store;
  const report::Material& material;
  const lab::Registry& registry;
};

// {"who", "sentence", "tensor", "operator", "output", "element", "got", "truth", "bound", "exact",
// "error", "note"}: what is known of them. Numbers that are not finite are texts. "exact": no error
// is allowed at this element.
nlohmann::json WrongJson(const Parts& parts);
// How far from the truth it is; null where one of the two is no number.
nlohmann::json ErrorOf(const nlohmann::json& evidence);
// What a framework that reads no ONNX ran in its place: {"framework", "language", "text": its own
// calls, "" when nobody has written them down, "note"}; null of all others.
nlohmann::json CallsJson(const Parts& parts);
// {"reduced", "full"}: see graph_json.h; null where there is none.
Result<nlohmann::json> GraphsJson(const Parts& parts);
// {"outputs": see triage/error_json.h, of the one that is told also "exact" and "error" as above,
// "note": why there are none, or ""}
nlohmann::json ErrorJson(const Parts& parts);
// {"sentence", "pass", "pass_how", "mode", "modes", "tensor", "operator", "versions": [{"version",
// "state": good, bad or unknown, "status"}], "versions_summary", "first_bad", "last_good", "note"}
nlohmann::json LocationJson(const Parts& parts);
// {"file", "language", "text", "claim_line", "command", "checked": it was run and shows the
// failure, "exit", "output", "note"}
nlohmann::json ReproJson(const Parts& parts);
// {"project", "title", "where", "ready", "text", "labels", "problems": [{"check", "text", "cure",
// "why", "source", "unknown"}], "reminders", "note"}. `markdown`: the report, where no project's
// rules apply.
Result<nlohmann::json> MaintainerJson(const Parts& parts, const std::string& markdown);
// {"current": "" when there is none, "note", "bug_type", "choices": [{"name", "title", "group",
// "help"}]}
nlohmann::json LabelsJson(const Parts& parts);
// [{"id", "title", "target", "state", "why"}]
Result<nlohmann::json> RelatedJson(const Parts& parts);
// Of a finding that a program shows; null otherwise. {"text", "reduced", "claim_line": of the
// smallest, 0 when there is none, "original_claim_line", "traceback", "traceback_of": whose lines
// it counts, "program" or "repro", "traceback_note", "pipeline", "status", "expected", "seen",
// "api", "oracle", "parameter", "environment", "others": [{"environment", "status", "text"}],
// "documentation": {"api", "sentence", "text", "source"}, "prompts": [], "prompts_note", "facts"}
Result<nlohmann::json> ProgramJson(const Parts& parts);

}  // namespace assay::web::finding
