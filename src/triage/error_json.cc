#include "triage/error_json.h"

#include <cmath>

#include "base/strings.h"
#include "triage/case_bytes.h"

namespace assay::triage {
namespace {

using nlohmann::json;

// More digits than a colour or a bar can show only take space.
double Rounded(double value) { return std::round(value * 100) / 100; }

// "axis 0", "axes 0 to 2"; "" when there is no such axis.
std::string AxesText(int from, int to) {
  if (to < from) return "";
  return from == to ? StrCat("axis ", from) : StrCat("axes ", from, " to ", to);
}

json HeatJson(const oracle::ErrorField& field) {
  json values = json::array();
  for (const double cell : field.cells)
    values.push_back(std::isnan(cell) ? json() : json(Rounded(cell)));
  const int rank = static_cast<int>(field.shape.size());
  return {{"rows", field.rows},
          {"columns", field.columns},
          {"values", std::move(values)},
          {"row_axis", AxesText(0, rank - 2)},
          {"column_axis", AxesText(rank - 1, rank - 1)},
          {"least", oracle::kLeastExponent},
          {"most", oracle::kMostExponent}};
}

json FieldJson(const oracle::ErrorField& field) {
  json shape = json::array();
  for (const int64_t size : field.shape) shape.push_back(size);
  return {{"name", field.name},
          {"shape", std::move(shape)},
          {"dtype", DTypeName(field.dtype)},
          {"elements", field.elements},
          {"outside", field.outside},
          {"open", field.open},
          {"worst", Rounded(field.worst)},
          {"heat", HeatJson(field)},
          {"histogram", {{"edges", field.edges}, {"counts", field.counts}}}};
}

}  // namespace

json ErrorsJson(const std::vector<oracle::ErrorField>& fields, const lab::Target& target) {
  json out = {{"target", target.name}, {"version", target.version}, {"outputs", json::array()}};
  for (const oracle::ErrorField& field : fields) out["outputs"].push_back(FieldJson(field));
  return out;
}

json LookAtErrors(const Probe& probe, const ModelCase& model_case,
                  const oracle::TargetResult& seen) {
  const bool values = seen.status == oracle::CaseStatus::kWrong ||
                      seen.status == oracle::CaseStatus::kNondeterministic;
  if (!values || probe.measures() || probe.has_experiment()) return json::object();
  const auto subject = MakeSubject(model_case);
  if (!subject.ok()) return json::object();
  const auto fields = oracle::MeasureErrors(*subject, probe.target(), probe.lab());
  return fields.empty() ? json::object() : ErrorsJson(fields, probe.target());
}

}  // namespace assay::triage
