// Wrong by more than the project's own tests admit, whatever value within the certified bounds its
// maintainers take for the truth.
#include <cmath>
#include <optional>

#include "report/gate/check.h"

namespace assay::report::gate {

namespace {

std::optional<double> FiniteNumberAt(const nlohmann::json& evidence, const char* key) {
  if (!evidence.contains(key) || !evidence[key].is_number()) return std::nullopt;
  return evidence[key].get<double>();
}

}  // namespace

Outcome CheckBeyondTolerance(const Dossier& dossier, const Rule&, const Project& project) {
  if (!dossier.ComparesValues()) return NotAsked("no values are compared");
  const nlohmann::json& evidence = dossier.Fact("evidence");
  if (!evidence.contains("got") || !evidence.contains("truth"))
    return Unknown("no element with its truth was kept",
                   StrCat("assay findings confirm ", dossier.row.id));
  const auto got = FiniteNumberAt(evidence, "got"), truth = FiniteNumberAt(evidence, "truth");
  const std::string pair =
      StrCat("got ", evidence["got"].dump(), ", truth ", evidence["truth"].dump());
  // NaN or infinity on one side: no tolerance bridges that.
  if (!got.has_value() || !truth.has_value()) return Pass(pair);
  const ValueId wrong = dossier.WrongOutput();
  if (wrong == kAbsent) return Unknown("the wrong output is not named", "assay findings confirm");
  const DType type = dossier.smallest.model.graph.type(wrong).tensor.dtype;
  if (!IsFloat(type)) return Pass(StrCat(pair, "; ", DTypeName(type), " is exact"));
  const auto admitted = project.tolerances.find(std::string(DTypeName(type)));
  if (admitted == project.tolerances.end())
    return Unknown(StrCat("no tolerance of ", project.title, " is known for ", DTypeName(type)),
                   StrCat("add it to ", project.path));
  const Tolerance& limit = admitted->second;
  // The truth may lie anywhere within its bound, so the bound speaks for the framework.
  const auto nearest = FiniteNumberAt(evidence, *got < *truth ? "low" : "high");
  const double off = nearest
                         ? std::fabs(*got - *nearest)
                         : std::fabs(*got - *truth) - FiniteNumberAt(evidence, "bound").value_or(0);
  const double room = limit.absolute + limit.relative * std::fabs(*truth);
  const std::string text =
      StrCat(pair, "; off by at least ", FormatDouble(off), ", admitted ", FormatDouble(room), " (",
             DTypeName(type), ": ", limit.relative, " relative, ", limit.absolute, " absolute)");
  if (off > room) return Pass(text);
  return FailWith(text, "their own tests would pass: look for a case that is further off");
}

}  // namespace assay::report::gate
