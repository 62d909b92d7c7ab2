#include "study/framework_pairs.h"

#include <algorithm>
#include <optional>

#include "base/strings.h"
#include "study/statistics.h"

namespace assay::study {
namespace framework_pairs {
namespace {

constexpr std::string_view kVs = " vs ";

std::string PaperName(std::string_view target) {
  const std::string_view framework = target.substr(0, target.find_first_of(":@"));
  if (framework == "torch") return "PyTorch";
  if (framework == "onnxruntime") return "ONNX";
  if (framework == "mindspore") return "MindSpore";
  if (framework == "tensorflow") return "TensorFlow";
  return "";
}

// Which of `pairs` is the paper's `theirs`.
std::optional<size_t> Ours(const std::string& theirs, const std::vector<std::string>& pairs,
                           const Paper& paper) {
  for (size_t i = 0; i < pairs.size(); ++i)
    if (PaperPairOf(pairs[i], paper) == theirs) return i;
  return std::nullopt;
}

Table PapersPairs(const std::vector<PairMeans>& rows, const std::vector<std::string>& pairs,
                  const Paper& paper) {
  Table out{.title = "Mean inconsistency D, outliers excluded: the paper's pairs (Table 4)",
            .header = {"operator"}};
  std::vector<std::string> missing;
  for (const std::string& theirs : paper.pairs) {
    const auto which = Ours(theirs, pairs, paper);
    if (which.has_value())
      out.header.push_back(pairs[*which]);
    else
      missing.push_back(theirs);
    out.header.push_back("paper: " + theirs);
  }
  for (const PairMeans& row : rows) {
    std::vector<std::string> cells = {row.name};
    const std::vector<double>& figures = paper.operators.at(row.name).inconsistency;
    for (size_t i = 0; i < paper.pairs.size(); ++i) {
      if (const auto which = Ours(paper.pairs[i], pairs, paper); which.has_value())
        cells.push_back(Short(row.means[*which]));
      cells.push_back(i < figures.size() ? Short(figures[i]) : "-");
    }
    out.rows.push_back(std::move(cells));
  }
  out.note =
      "D is the mean distance of an output (equation 1), the largest over the outputs of a mutant; "
      "then, for each model, the mean over mutants within Tukey's fences, and the mean over "
      "models.";
  if (!missing.empty()) out.note += StrCat(" Not measured here: ", Join(missing, ", "), ".");
  return out;
}

Table OtherPairs(const std::vector<PairMeans>& rows, const std::vector<std::string>& pairs,
                 const Paper& paper) {
  Table out{.title = "Mean inconsistency D, outliers excluded: pairs of today",
            .header = {"operator"}};
  const auto theirs = [&](size_t i) { return !PaperPairOf(pairs[i], paper).empty(); };
  for (size_t i = 0; i < pairs.size(); ++i)
    if (!theirs(i)) out.header.push_back(pairs[i]);
  for (const PairMeans& row : rows) {
    std::vector<std::string>& cells = out.rows.emplace_back(1, row.name);
    for (size_t i = 0; i < pairs.size(); ++i)
      if (!theirs(i)) cells.push_back(Short(row.means[i]));
  }
  return out;
}

}  // namespace
}  // namespace framework_pairs

std::string PaperPairOf(const std::string& pair, const Paper& paper) {
  const size_t vs = pair.find(framework_pairs::kVs);
  if (vs == std::string::npos) return "";
  const std::string a = framework_pairs::PaperName(std::string_view(pair).substr(0, vs));
  const std::string b =
      framework_pairs::PaperName(std::string_view(pair).substr(vs + framework_pairs::kVs.size()));
  for (const std::string& both :
       {StrCat(a, framework_pairs::kVs, b), StrCat(b, framework_pairs::kVs, a)})
    if (std::ranges::find(paper.pairs, both) != paper.pairs.end()) return both;
  return "";
}

std::vector<Table> InconsistencyTables(const std::string& prefix,
                                       const std::vector<PairMeans>& rows,
                                       const std::vector<std::string>& pairs, const Paper& paper) {
  std::vector<Table> out = {framework_pairs::PapersPairs(rows, pairs, paper)};
  out.back().name = prefix + "inconsistency";
  Table others = framework_pairs::OtherPairs(rows, pairs, paper);
  others.name = prefix + "inconsistency-modern";
  if (others.header.size() > 1) out.push_back(std::move(others));
  return out;
}

}  // namespace assay::study
