#include "knowledge/pairs/logistic.h"

#include <algorithm>
#include <cmath>

namespace assay::knowledge {
namespace {

constexpr double kPenalty = 1e-2;  // small beside the thousands of examples
constexpr int kSteps = 30;         // it ends earlier where the weights settle
constexpr double kSettled = 1e-9;

using Matrix = std::vector<std::vector<double>>;

double Sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

// x of a x = b, by elimination; `a` is positive definite here.
std::vector<double> Solve(Matrix a, std::vector<double> b) {
  const size_t n = b.size();
  for (size_t k = 0; k < n; ++k)
    for (size_t i = k + 1; i < n; ++i) {
      const double factor = a[i][k] / a[k][k];
      for (size_t j = k; j < n; ++j) a[i][j] -= factor * a[k][j];
      b[i] -= factor * b[k];
    }
  for (size_t i = n; i-- > 0;) {
    for (size_t j = i + 1; j < n; ++j) b[i] -= a[i][j] * b[j];
    b[i] /= a[i][i];
  }
  return b;
}

}  // namespace

double Logistic::operator()(std::span<const double> features) const {
  double sum = weights.back();
  for (size_t i = 0; i < features.size(); ++i) sum += weights[i] * features[i];
  return Sigmoid(sum);
}

Logistic Train(const std::vector<Example>& examples) {
  const size_t n = examples.empty() ? 1 : examples[0].features.size() + 1;
  Logistic out{std::vector<double>(n)};
  for (int step = 0; step < kSteps && !examples.empty(); ++step) {
    std::vector<double> gradient(n);
    Matrix curvature(n, std::vector<double>(n));
    for (size_t i = 0; i < n; ++i) {
      gradient[i] = -kPenalty * out.weights[i];
      curvature[i][i] = kPenalty;
    }
    for (const Example& example : examples) {
      std::vector<double> x = example.features;
      const double p = out(x);
      x.push_back(1);
      for (size_t i = 0; i < n; ++i) {
        gradient[i] += example.weight * (example.positive - p) * x[i];
        for (size_t j = 0; j < n; ++j)
          curvature[i][j] += example.weight * p * (1 - p) * x[i] * x[j];
      }
    }
    const std::vector<double> move = Solve(curvature, gradient);
    double largest = 0;
    for (size_t i = 0; i < n; ++i) {
      out.weights[i] += move[i];
      largest = std::max(largest, std::abs(move[i]));
    }
    if (largest < kSettled) break;
  }
  return out;
}

}  // namespace assay::knowledge
