#include "optbug/model/quiet_difference.h"

#include <re2/re2.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <vector>

#include "base/files.h"
#include "base/json.h"
#include "base/strings.h"
#include "lab/registry.h"
#include "optbug/model/plain_form.h"
#include "program/parse/program.h"

namespace assay::optbug {
namespace {

using nlohmann::json;

constexpr std::string_view kValuesMark = "\nassay-values ";
// Of the largest number beside it: compilers add in other orders, and half-precision ones keep
// three digits.
constexpr double kRoundingPart = 1e-3, kNarrowPart = 0.05, kTiny = 1e-6;
constexpr size_t kMostShown = 4;  // elements that the check names

std::string SeedLines(const std::string& framework) {
  std::string out = "import random\nrandom.seed(7)\nimport numpy\nnumpy.random.seed(7)\n";
  if (framework == "torch") out += "import torch\ntorch.manual_seed(7)\n";
  if (framework == "tensorflow") out += "import tensorflow\ntensorflow.random.set_seed(7)\n";
  return out;
}

json ToldValues(const std::string& printed) {
  const size_t at = printed.rfind(kValuesMark);
  if (at == std::string::npos) return {};
  const size_t begin = at + kValuesMark.size();
  return ParseJson(printed.substr(begin, printed.find('\n', begin) - begin));
}

std::vector<double> NumbersOf(const json& tensor) {
  std::vector<double> out;
  for (const json& value : tensor.value("values", json::array()))
    out.push_back(value.is_string() ? std::strtod(value.get<std::string>().c_str(), nullptr) : 0);
  return out;
}

// Places where the numbers differ by more than rounding.
std::vector<size_t> DifferingPlaces(const std::vector<double>& a, const std::vector<double>& b,
                                    double part) {
  double largest = 0;
  for (const double x : b)
    if (std::isfinite(x)) largest = std::max(largest, std::abs(x));
  std::vector<size_t> out;
  for (size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    const bool same = a[i] == b[i] || (std::isnan(a[i]) && std::isnan(b[i])) ||
                      std::abs(a[i] - b[i]) <= part * largest + kTiny;
    if (!same) out.push_back(i);
  }
  return out;
}

std::string PythonNumber(double x) {
  if (std::isnan(x)) return "float('nan')";
  if (std::isinf(x)) return x > 0 ? "float('inf')" : "-float('inf')";
  return json(x).dump();
}

std::string ShapeCheck(const std::string& path, const json& plain) {
  return StrCat("assert list(", path, ".shape) == ", plain["shape"].dump(),
                ", ('shape without the optimisation: ", plain["shape"].dump(), "', list(", path,
                ".shape))\n");
}

std::string ValueCheck(const std::string& path, std::vector<size_t> places,
                       const std::vector<double>& plain, double part) {
  places.resize(std::min(places.size(), kMostShown));
  std::vector<std::string> at, wanted;
  for (const size_t place : places) {
    at.push_back(StrCat(place));
    wanted.push_back(PythonNumber(plain[place]));
  }
  double largest = 0;
  for (const double x : plain)
    if (std::isfinite(x)) largest = std::max(largest, std::abs(x));
  const std::string list = StrCat("[", Join(wanted, ", "), "]");
  return StrCat("seen = ", path, "\nseen = seen.detach().double() if hasattr(seen, 'detach') else ",
                "seen\nseen = numpy.asarray(seen).astype('float64').ravel()[[", Join(at, ", "),
                "]]\nassert numpy.allclose(seen, ", list,
                ", rtol=0, atol=", PythonNumber(part * largest + kTiny),
                ", equal_nan=True), ('without the optimisation: ", ReplaceAll(list, "'", ""),
                "', seen.tolist())\n");
}

}  // namespace

Result<std::string> TellingForm(const std::string& program, const std::string& framework) {
  ASSAY_ASSIGN(const std::string tell, ReadFile(lab::HomeFolder() + "/data/optbug/values.py"));
  return StrCat(PlainForm(program, SeedLines(framework)), "\n", tell);
}

bool DrawsInside(const std::string& program) {
  static const RE2 kDraws(
      "(?i)(dropout|bernoulli|multinomial|poisson|randn?|rand_like|randint|randperm|random|normal|"
      "uniform|shuffle|gumbel)");
  const program::Program read = program::ReadProgram(program);
  return std::ranges::any_of(read.calls, [](const program::Call& call) {
    // A layer that draws is made in a constructor or at the top, and called wherever the model is.
    const bool layer = call.written.find("ropout") != std::string::npos;
    return (layer || !call.inside.empty()) && RE2::PartialMatch(call.written, kDraws);
  });
}

std::string WithItsCheck(const std::string& program, const std::string& framework,
                         const std::string& said, const std::string& plain_said) {
  const json with = ToldValues(said), plain = ToldValues(plain_said);
  if (!with.is_object() || !plain.is_object() ||
      with.value("random", "") != plain.value("random", "-"))
    return "";
  for (const json& tensor : with.value("values", json::array())) {
    const std::string path = tensor.value("path", "");
    const json all = plain.value("values", json::array());
    const auto beside = std::ranges::find_if(
        all, [&](const json& other) { return other.value("path", "") == path; });
    if (beside == all.end()) continue;
    std::string check;
    const double part = tensor.value("narrow", false) || beside->value("narrow", false)
                            ? kNarrowPart
                            : kRoundingPart;
    const std::vector<double> numbers = NumbersOf(*beside);
    if (tensor["shape"] != (*beside)["shape"])
      check = ShapeCheck(path, *beside);
    else if (const auto places = DifferingPlaces(NumbersOf(tensor), numbers, part); !places.empty())
      check = ValueCheck(path, places, numbers, part);
    if (!check.empty())
      return StrCat(PlainForm(program, SeedLines(framework)), program.ends_with('\n') ? "" : "\n",
                    "import numpy\n", check);
  }
  return "";
}

}  // namespace assay::optbug
