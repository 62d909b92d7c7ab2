#include "judge/model/compare.h"

#include <array>
#include <nlohmann/json.hpp>

#include "base/strings.h"
#include "judge/model/doc_text.h"
#include "program/parse/program.h"

namespace assay::judge::model {
namespace {

using nlohmann::json;

using program::ProgramStatus;

// Why a run says nothing of the API; "" when it does.
std::string Useless(const Observed& observed) {
  const program::ProgramRun& run = observed.outcome.run;
  if (observed.outcome.status == ProgramStatus::kNoTarget) return "the API was not called";
  if (run.invalid) return StrCat("no valid code: ", run.exception);
  if (run.exception == "MemoryError" || run.limit == "memory" || run.limit == "output")
    return StrCat("the limit on ", run.limit.empty() ? "memory" : run.limit, " was reached");
  return "";
}

Compared Differs(const char* what, const std::string& predicted, const std::string& seen) {
  return {Agreement::kDisagree, StrCat(what, " ", predicted, " was expected, ", seen, " was seen")};
}

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

std::string_view AgreementName(Agreement agreement) {
  constexpr std::array<std::string_view, 3> kNames = {"agree", "disagree", "unknown"};
  return kNames[static_cast<size_t>(agreement)];
}

Compared CompareEndings(const Ending& predicted, const Observed& observed,
                        const knowledge::ApiDoc& doc) {
  const std::string useless = Useless(observed);
  if (!useless.empty()) return {Agreement::kUnknown, useless};
  const Ending& seen = observed.ending;
  if (predicted.status.empty()) return {Agreement::kUnknown, "no status was predicted"};
  if (predicted.status != seen.status) return Differs("status", predicted.status, seen.Text());
  const auto differ = [](const std::string& a, const std::string& b) {
    return !a.empty() && !b.empty() && a != b;
  };
  if (differ(predicted.exception, seen.exception) &&
      DocumentationText(doc, SIZE_MAX).find(predicted.exception) != std::string::npos)
    return Differs("exception", predicted.exception, seen.exception);
  if (differ(predicted.shape, seen.shape)) return Differs("shape", predicted.shape, seen.shape);
  if (differ(predicted.dtype, seen.dtype)) return Differs("dtype", predicted.dtype, seen.dtype);
  return {Agreement::kAgree, ""};
}

Compared Compare(const Consensus& consensus, const Observed& observed,
                 const knowledge::ApiDoc& doc) {
  if (!consensus.answer) return {Agreement::kUnknown, "the runs of the model decide nothing"};
  if (consensus.answer->final_answer == "none")
    return {Agreement::kUnknown, "the model cannot tell"};
  return CompareEndings(consensus.answer->result, observed, doc);
}

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
