#include "judge/model/observe.h"

#include <nlohmann/json.hpp>

#include "base/strings.h"
#include "program/parse/program.h"

namespace assay::judge::model {
namespace {

using nlohmann::json;

// Begins the line that tells of the result.
constexpr std::string_view kMark = "assay-result ";

// Statements that print the result's shape, type, sum and digest. Whatever goes wrong in them is
// ours and is not told.
std::string Watch(const std::string& variable) {
  return StrCat(
      "\n"
      "try:\n"
      "    import hashlib as _hashlib, json as _json, numpy as _numpy\n"
      "    _value = ",
      variable,
      "\n"
      "    if hasattr(_value, 'shape') and hasattr(_value, 'dtype'):\n"
      "        _fact = {'shape': str(list(_value.shape)), 'dtype': str(getattr(_value.dtype, "
      "'name', _value.dtype))}\n"
      "        try:\n"
      "            _array = _numpy.asarray(_value.detach() if hasattr(_value, 'detach') else "
      "_value)\n"
      "            _fact['digest'] = _hashlib.sha256(_array.tobytes()).hexdigest()[:16]\n"
      "            _sum = float(_array.astype('float64').sum())\n"
      "            _fact['sum'] = _sum if _numpy.isfinite(_sum) else None\n"
      "        except Exception:\n"
      "            pass\n"
      "        print('\\n",
      kMark,
      "' + _json.dumps(_fact))\n"
      "except Exception:\n"
      "    pass\n");
}

void ReadFact(const std::string& printed, Observed& out) {
  for (const std::string& line : Split(printed, '\n')) {
    if (!line.starts_with(kMark)) continue;
    const json fact = json::parse(line.substr(kMark.size()), nullptr, false);
    if (!fact.is_object()) continue;
    out.ending.shape = NormalShape(fact.value("shape", ""));
    out.ending.dtype = NormalDtype(fact.value("dtype", ""));
    out.digest = fact.value("digest", "");
    if (fact.contains("sum") && fact["sum"].is_number()) out.sum = fact["sum"].get<double>();
  }
}

}  // namespace

std::string ResultVariable(const std::string& text, const std::string& api) {
  if (api.empty()) return "";
  const program::Program program = program::ReadProgram(text);
  std::string out;
  for (const program::Call& call : program.calls)
    if (call.inside.empty() && !call.assigned.empty() &&
        (call.api == api || call.api.starts_with(api + ".")))
      out = call.assigned;
  return out;
}

Result<Observed> Observe(const std::string& text, const std::string& api,
                         const ObserveOptions& options, program::ProgramLab& lab) {
  const std::string variable = ResultVariable(text, api);
  program::ProgramRequest request{.text = variable.empty() ? text : text + Watch(variable),
                                  .target_api = api,
                                  .repeat = options.repeat};
  request.limits.wall_s = options.timeout_s;
  Observed out;
  ASSAY_ASSIGN(out.outcome, lab.Run(request));
  out.ending.status = ProgramStatusName(out.outcome.status);
  if (out.outcome.status == program::ProgramStatus::kException)
    out.ending.exception = NormalException(out.outcome.run.exception);
  if (out.outcome.status == program::ProgramStatus::kValid) ReadFact(out.outcome.run.out, out);
  return out;
}

}  // namespace assay::judge::model
