#include "oracle/error_field.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "oracle/check.h"
#include "oracle/quantised.h"

namespace assay::oracle {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr double kJustOutside = 0.01;       // is not lost when pictures are rounded
constexpr double kStep = 0.5;               // of the histogram
constexpr size_t kMostOutputs = 8;          // more than that nobody looks at
constexpr int64_t kMostElements = 1 << 24;  // what takes longer than the run itself is left out

struct Sides {
  double got, truth, below, above;  // how far it may lie on either side
  bool inside;
  bool open;  // nothing is known of it
};

Sides SidesAt(const Bounded& bounds, const Tensor& got, int64_t i) {
  if (bounds.is_real()) {
    const Real truth = bounds.real(i);
    const double y = got.RealAt(i);
    return {y,
            truth.nan == Nan::kMust ? kNone : truth.v,
            truth.v - truth.lo,
            truth.hi - truth.v,
            truth.contains(y),
            truth.undetermined()};
  }
  const Int truth = bounds.integer(i);
  const int64_t y = got.IntAt(i);
  const auto v = static_cast<double>(truth.v);
  return {static_cast<double>(y),
          v,
          v - static_cast<double>(truth.lo),
          static_cast<double>(truth.hi) - v,
          truth.contains(y),
          !truth.point()};
}

// NaN when anything would be right.
double Exponent(const Sides& e) {
  if (e.open && e.inside) return kNone;
  const double error = std::fabs(e.got - e.truth);
  if (e.inside && !(error > 0)) return kLeastExponent;  // also NaN where NaN is right
  const double admitted = e.got < e.truth ? e.below : e.above;
  double out = std::log10(error / admitted);
  if (std::isnan(out) || !(admitted > 0)) out = e.inside ? kLeastExponent : kMostExponent;
  // Rounding of the quotient must not move an element across the border.
  out = e.inside ? std::min(out, 0.0) : std::max(out, kJustOutside);
  return std::clamp(out, kLeastExponent, kMostExponent);
}

int64_t CellsFor(int64_t size) { return std::min(size, kMostCells); }

void Count(double exponent, ErrorField& out) {
  const auto last = static_cast<int64_t>(out.counts.size()) - 1;
  // Up to the border counts as inside: a bin ends with its upper edge.
  const auto bin = static_cast<int64_t>(std::ceil((exponent - kLeastExponent) / kStep)) - 1;
  ++out.counts[static_cast<size_t>(std::clamp<int64_t>(bin, 0, last))];
}

void Add(double exponent, int64_t row, int64_t column, ErrorField& out) {
  if (std::isnan(exponent)) {
    ++out.open;
    return;
  }
  out.worst = std::max(out.worst, exponent);
  out.outside += exponent > 0 ? 1 : 0;
  Count(exponent, out);
  double& cell = out.cells[static_cast<size_t>(row * out.columns + column)];
  cell = std::isnan(cell) ? exponent : std::max(cell, exponent);
}

const Known& Bare(const Known& known, const Datum& got) {
  return known.kind == Known::Kind::kOptional && got.kind == Datum::Kind::kTensor &&
                 known.items.size() == 1
             ? known.items[0]
             : known;
}

}  // namespace

std::optional<ErrorField> MeasureError(const std::string& name, const Known& known,
                                       const Datum& got) {
  const Known& bare = Bare(known, got);
  if (!bare.is_tensor() || got.kind != Datum::Kind::kTensor) return std::nullopt;
  const Bounded& bounds = bare.tensor;
  const Tensor& tensor = got.tensor;
  if (bounds.is_string() || bounds.dtype() != tensor.dtype() ||
      !(bounds.shape() == tensor.shape()) || tensor.count() == 0 || tensor.count() > kMostElements)
    return std::nullopt;
  if (!IsFloat(tensor.dtype()) && !IsIntOrBool(tensor.dtype())) return std::nullopt;
  ErrorField out;
  out.name = name;
  out.dtype = tensor.dtype();
  out.shape = tensor.shape();
  out.elements = tensor.count();
  out.worst = kLeastExponent;
  const int64_t across = tensor.rank() == 0 ? 1 : tensor.shape().back();
  const int64_t down = tensor.count() / across;
  out.rows = CellsFor(down);
  out.columns = CellsFor(across);
  out.cells.assign(static_cast<size_t>(out.rows * out.columns), kNone);
  for (double edge = kLeastExponent; edge <= kMostExponent; edge += kStep)
    out.edges.push_back(edge);
  out.counts.assign(out.edges.size() - 1, 0);
  for (int64_t i = 0; i < tensor.count(); ++i)
    Add(Exponent(SidesAt(bounds, tensor, i)), (i / across) * out.rows / down,
        (i % across) * out.columns / across, out);
  return out;
}

std::vector<ErrorField> MeasureErrors(const Subject& subject, const lab::Target& target,
                                      lab::Lab& lab) {
  const auto plain = target.quantised
                         ? Result<Truth>(QuantisedTruth(subject))
                         : ComputeTruth(subject, {.strict_too = false, .tf32 = target.tf32});
  if (!plain.ok() || !plain->unknown.empty()) return {};
  lab::Request request = PlainRequest(subject);
  request.fresh = true;
  const lab::Observation seen = lab.Run(target, request);
  if (!seen.ok()) return {};
  std::vector<ErrorField> wrong, right;
  for (size_t i = 0; i < seen.outputs.size() && i < plain->lenient.size(); ++i) {
    auto field = MeasureError(seen.outputs[i].first, plain->lenient[i], seen.outputs[i].second);
    if (field.has_value()) (field->outside > 0 ? wrong : right).push_back(std::move(*field));
  }
  if (wrong.empty()) return {};
  for (ErrorField& field : right) wrong.push_back(std::move(field));
  if (wrong.size() > kMostOutputs) wrong.resize(kMostOutputs);
  return wrong;
}

}  // namespace assay::oracle
