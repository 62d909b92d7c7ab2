#include "training/drawn.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace assay::training {
namespace {

struct Point {
  double x = 0, y = 0;
};

struct Stroke {
  Point from, to;
};

// The seven strokes of a digit in a box of one by one: top, upper left, upper right, middle, lower
// left, lower right, bottom.
constexpr std::array<Stroke, 7> kStrokes = {{{{0.3, 0.12}, {0.7, 0.12}},
                                             {{0.3, 0.12}, {0.3, 0.5}},
                                             {{0.7, 0.12}, {0.7, 0.5}},
                                             {{0.3, 0.5}, {0.7, 0.5}},
                                             {{0.3, 0.5}, {0.3, 0.88}},
                                             {{0.7, 0.5}, {0.7, 0.88}},
                                             {{0.3, 0.88}, {0.7, 0.88}}}};
// Which of them each digit has, in the same order.
constexpr std::array<std::string_view, 10> kDigits = {"1110111", "0010010", "1011101", "1011011",
                                                      "0111010", "1101011", "1101111", "1010010",
                                                      "1111111", "1111011"};
constexpr double kNoise = 0.25;  // of every pixel, up and down
constexpr int64_t kShapes = 4;

double DistanceTo(const Stroke& stroke, Point p) {
  const double dx = stroke.to.x - stroke.from.x, dy = stroke.to.y - stroke.from.y;
  const double along = std::clamp(
      ((p.x - stroke.from.x) * dx + (p.y - stroke.from.y) * dy) / (dx * dx + dy * dy), 0.0, 1.0);
  const double x = p.x - stroke.from.x - along * dx, y = p.y - stroke.from.y - along * dy;
  return std::sqrt(x * x + y * y);
}

// The middle of pixel `i` of the image, in a box of one by one.
Point MiddleOf(int64_t i) {
  const auto side = static_cast<double>(kDrawnSize);
  return {(static_cast<double>(i % kDrawnSize) + 0.5) / side,
          (static_cast<double>(i / kDrawnSize) + 0.5) / side};
}

void AddDigit(int64_t digit, Rng& rng, std::vector<double>& out) {
  const double slant = rng.Real(-0.2, 0.2), width = rng.Real(0.04, 0.09);
  const Point shift{rng.Real(-0.1, 0.1), rng.Real(-0.08, 0.08)};
  const double scale = rng.Real(0.8, 1.1);
  for (int64_t i = 0; i < kDrawnSize * kDrawnSize; ++i) {
    Point p = MiddleOf(i);
    p.y = (p.y - 0.5 - shift.y) / scale + 0.5;
    p.x = (p.x - 0.5 - shift.x + slant * (p.y - 0.5)) / scale + 0.5;
    double nearest = 1;
    for (size_t s = 0; s < kStrokes.size(); ++s)
      if (kDigits[static_cast<size_t>(digit)][s] == '1')
        nearest = std::min(nearest, DistanceTo(kStrokes[s], p));
    // From ink to paper over a tenth of the image.
    const double ink = std::clamp(1 - (nearest - width) / 0.1, 0.0, 1.0);
    out.push_back(ink + rng.Real(-kNoise, kNoise));
  }
}

// Whether `p`, seen from the shape's middle and divided by its size, lies within it.
bool Within(int64_t shape, Point p) {
  const double x = std::fabs(p.x), y = std::fabs(p.y);
  if (shape == 0) return x * x + y * y < 1;
  if (shape == 1) return x < 0.85 && y < 0.85;
  if (shape == 2) return p.y < 0.8 && p.y > 2 * x - 1;
  return (x < 0.35 && y < 1) || (y < 0.35 && x < 1);
}

void AddShape(int64_t shape, Rng& rng, std::vector<double>& out) {
  const double size = rng.Real(0.22, 0.38), ink = rng.Real(0.7, 1.2);
  const Point middle{rng.Real(0.38, 0.62), rng.Real(0.38, 0.62)};
  constexpr double kQuarter = 0.25 / static_cast<double>(kDrawnSize);
  for (int64_t i = 0; i < kDrawnSize * kDrawnSize; ++i) {
    const Point p = MiddleOf(i);
    int covered = 0;  // of the pixel's quarters
    for (const double dx : {-kQuarter, kQuarter})
      for (const double dy : {-kQuarter, kQuarter})
        covered += Within(shape, {(p.x + dx - middle.x) / size, (p.y + dy - middle.y) / size});
    out.push_back(ink * covered / 4 + rng.Real(-kNoise, kNoise));
  }
}

// Words: 0 is "not", then praise, blame, and others.
constexpr int64_t kNot = 0, kPraise = 1, kBlame = 6, kOther = 11;

void AddSentence(int64_t opinion, Rng& rng, std::vector<double>& out) {
  std::vector<double> words;
  const int64_t opinions = rng.Int(2, 3);
  // With three, one may be of the other opinion.
  const int64_t odd = opinions == 3 && rng.Chance(0.5) ? rng.Int(0, 2) : -1;
  for (int64_t i = 0; i < opinions; ++i) {
    const bool praise = (opinion == 1) != (i == odd);
    const bool turned = rng.Chance(0.4);
    for (int64_t n = rng.Int(0, 1); n > 0; --n)
      words.push_back(static_cast<double>(rng.Int(kOther, kWords - 1)));
    if (turned) words.push_back(static_cast<double>(kNot));
    words.push_back(static_cast<double>((praise != turned ? kPraise : kBlame) + rng.Int(0, 4)));
  }
  while (static_cast<int64_t>(words.size()) < kSentence)
    words.push_back(static_cast<double>(rng.Int(kOther, kWords - 1)));
  words.resize(static_cast<size_t>(kSentence));
  out.insert(out.end(), words.begin(), words.end());
}

LabelledData Draw(int64_t count, int64_t classes, DType dtype, Shape shape, Rng& rng,
                  void (*add)(int64_t, Rng&, std::vector<double>&)) {
  LabelledData out;
  std::vector<double> values;
  for (int64_t i = 0; i < count; ++i) {
    out.classes.push_back(rng.Int(0, classes - 1));
    add(out.classes.back(), rng, values);
  }
  out.data = MakeTensor(dtype, std::move(shape), values);
  return out;
}

}  // namespace

LabelledData DrawDigits(int64_t count, Rng& rng) {
  return Draw(count, static_cast<int64_t>(kDigits.size()), DType::kFloat32,
              {count, 1, kDrawnSize, kDrawnSize}, rng, AddDigit);
}

LabelledData DrawShapes(int64_t count, Rng& rng) {
  return Draw(count, kShapes, DType::kFloat32, {count, 1, kDrawnSize, kDrawnSize}, rng, AddShape);
}

LabelledData DrawSentences(int64_t count, Rng& rng) {
  return Draw(count, 2, DType::kInt64, {count, kSentence}, rng, AddSentence);
}

}  // namespace assay::training
