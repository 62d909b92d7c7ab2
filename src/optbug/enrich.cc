#include "optbug/enrich.h"

#include <csignal>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/strings.h"
#include "knowledge/issues/traceback.h"
#include "optbug/describe.h"

namespace assay::optbug {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using program::ProgramStatus;

// A first compilation takes half a minute on a busy machine.
constexpr double kEnrichSeconds = 120;

std::string KeyOf(const std::string& source) {
  std::ostringstream out;
  out << std::hex << HashBytes(source);
  return out.str();
}

std::string SignalName(int signal) {
  const char* name = sigabbrev_np(signal);
  return name == nullptr ? StrCat("signal ", signal) : StrCat("SIG", name);
}

// {"status", "exception", "location"}
Result<json> RunOne(const Snippet& snippet, program::ProgramLab& lab) {
  program::ProgramRequest request;
  request.text = snippet.source;
  request.limits.wall_s = kEnrichSeconds;
  ASSAY_ASSIGN(const program::ProgramOutcome outcome, lab.Run(request));
  std::string exception, location;
  if (outcome.status == ProgramStatus::kCrash) exception = SignalName(outcome.run.signal);
  if (outcome.status == ProgramStatus::kException) exception = outcome.run.exception;
  if (const auto error = knowledge::FindError(outcome.run.err); error.has_value())
    location = LocationOf(*error, snippet.framework);
  return json{{"status", program::ProgramStatusName(outcome.status)},
              {"exception", exception},
              {"location", location}};
}

}  // namespace

Result<Enriched> Enrich(std::vector<Snippet>& snippets, const EnrichOptions& options) {
  const std::string path =
      StrCat(options.cache, "/optbug/runs-", options.framework, "-", options.version, ".json");
  json kept = json::object();
  if (const auto text = ReadFile(path); text.ok()) kept = ParseJson(*text);
  if (!kept.is_object()) kept = json::object();
  std::error_code ignored;  // a cache that cannot be written costs only time
  fs::create_directories(fs::path(path).parent_path(), ignored);
  Enriched out;
  for (Snippet& snippet : snippets) {
    if (snippet.framework != options.framework) continue;
    const std::string key = KeyOf(snippet.source);
    json seen = kept.value(key, json());
    if (!seen.is_object()) {
      if (options.tell) options.tell(snippet.id);
      ASSAY_ASSIGN(program::ProgramLab* const lab, options.open());
      ASSAY_ASSIGN(seen, RunOne(snippet, *lab));
      // How long something takes depends on the machine: a hang is not kept.
      if (seen["status"] != ProgramStatusName(ProgramStatus::kHangs)) kept[key] = seen;
      (void)WriteFile(path, kept.dump(1, ' ', false, json::error_handler_t::replace));
    }
    ++out.run;
    const std::string exception = seen.value("exception", ""),
                      location = seen.value("location", "");
    if (exception.empty()) continue;
    ++out.failed;
    snippet.exception = exception;
    if (!location.empty()) snippet.location = location;
  }
  return out;
}

}  // namespace assay::optbug
