#include "zoo/inputs.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "zoo/weights.h"

namespace assay::zoo {
namespace {

constexpr double kTwoPi = 6.283185307179586;

// A grey picture with coordinates from 0 to 1.
class Canvas {
 public:
  explicit Canvas(int64_t size) : size_(size), pixels_(static_cast<size_t>(size * size)) {}

  // Sets every pixel to f(x, y, old value).
  template <typename F>
  void Paint(F f) {
    for (int64_t i = 0; i < size_; ++i)
      for (int64_t j = 0; j < size_; ++j) {
        float& pixel = pixels_[static_cast<size_t>(i * size_ + j)];
        pixel = static_cast<float>(
            f((double(j) + 0.5) / double(size_), (double(i) + 0.5) / double(size_), double{pixel}));
      }
  }
  void AddNoise(Rng& rng, double deviation) {
    for (float& pixel : pixels_)
      pixel = std::clamp(pixel + static_cast<float>(deviation) * QuickNormal(rng), 0.0f, 1.0f);
  }
  const std::vector<float>& pixels() const { return pixels_; }

 private:
  int64_t size_;
  std::vector<float> pixels_;
};

struct Point {
  double x, y;
};

double DistanceToSegment(Point p, Point a, Point b) {
  const double dx = b.x - a.x, dy = b.y - a.y;
  const double length = std::max(dx * dx + dy * dy, 1e-9);
  const double t = std::clamp(((p.x - a.x) * dx + (p.y - a.y) * dy) / length, 0.0, 1.0);
  const double ex = p.x - a.x - t * dx, ey = p.y - a.y - t * dy;
  return std::sqrt(ex * ex + ey * ey);
}

// 1 inside, falling to 0 over `blur` beyond the edge.
double Soft(double distance, double radius, double blur) {
  return std::clamp(1 - (distance - radius) / blur, 0.0, 1.0);
}

struct Scale {
  std::array<double, 3> mean, deviation;
};

Scale ScaleOf(Norm norm) {
  switch (norm) {
    case Norm::kImageNet:
      return {{0.485, 0.456, 0.406}, {0.229, 0.224, 0.225}};
    case Norm::kCifar10:
      return {{0.4914, 0.4822, 0.4465}, {0.2470, 0.2435, 0.2616}};
    case Norm::kSigned:
      return {{0.5, 0.5, 0.5}, {0.5, 0.5, 0.5}};
    default:
      return {{0, 0, 0}, {1, 1, 1}};
  }
}

Tensor ImageOf(std::vector<Canvas>& planes, int64_t size, const Scale& scale) {
  std::vector<float> out;
  for (size_t c = 0; c < planes.size(); ++c)
    for (const float pixel : planes[c].pixels())
      out.push_back(static_cast<float>((double{pixel} - scale.mean[c]) / scale.deviation[c]));
  return FloatTensor({1, static_cast<int64_t>(planes.size()), size, size}, std::move(out));
}

struct Thing {
  bool disc;
  Point at;
  double radius, aspect;
  std::array<double, 3> colour;
};

std::array<double, 3> Colour(Rng& rng) { return {rng.Unit(), rng.Unit(), rng.Unit()}; }

bool Covers(const Thing& thing, double x, double y) {
  const double dx = (x - thing.at.x) / thing.aspect, dy = (y - thing.at.y) * thing.aspect;
  if (thing.disc) return dx * dx + dy * dy < thing.radius * thing.radius;
  return std::max(std::abs(dx), std::abs(dy)) < thing.radius;
}

}  // namespace

Tensor Photo(Rng& rng, int64_t size, Norm norm) {
  const std::array<double, 3> top = Colour(rng), bottom = Colour(rng);
  std::vector<Thing> things;
  for (int i = 0; i < 6; ++i)
    things.push_back({rng.Chance(0.5),
                      {rng.Unit(), rng.Unit()},
                      rng.Real(0.08, 0.3),
                      rng.Real(0.7, 1.4),
                      Colour(rng)});
  std::vector<Canvas> planes;
  for (size_t c = 0; c < 3; ++c) {
    Canvas plane(size);
    plane.Paint([&](double x, double y, double) {
      double value = top[c] * (1 - y) + bottom[c] * y + 0.1 * (x - 0.5);
      for (const Thing& thing : things)
        if (Covers(thing, x, y)) value = thing.colour[c] * (0.8 + 0.4 * (x - thing.at.x));
      return value;
    });
    plane.AddNoise(rng, 0.02);
    planes.push_back(std::move(plane));
  }
  return ImageOf(planes, size, ScaleOf(norm));
}

Tensor Digit(Rng& rng, int64_t size) {
  std::vector<Point> stroke = {{rng.Real(0.3, 0.7), rng.Real(0.18, 0.3)}};
  for (int i = 0; i < 4; ++i) stroke.push_back({rng.Real(0.25, 0.75), rng.Real(0.2, 0.8)});
  Canvas canvas(size);
  canvas.Paint([&](double x, double y, double) {
    double ink = 0;
    for (size_t i = 1; i < stroke.size(); ++i)
      ink = std::max(ink, Soft(DistanceToSegment({x, y}, stroke[i - 1], stroke[i]), 0.03, 0.05));
    return ink;
  });
  std::vector<Canvas> planes = {std::move(canvas)};
  return ImageOf(planes, size, {{0.1307}, {0.3081}});
}

Tensor Garment(Rng& rng, int64_t size) {
  const double shoulder = rng.Real(0.32, 0.42), hem = rng.Real(0.2, 0.3),
               sleeve = rng.Real(0.3, 0.7);
  const double shade = rng.Real(0.5, 0.9);
  Canvas canvas(size);
  canvas.Paint([&](double x, double y, double) {
    const double off = std::abs(x - 0.5);
    const double reach = y < sleeve ? shoulder : hem;
    const double cloth = y > 0.1 && y < 0.9 ? Soft(off, reach - 0.04, 0.04) : 0;
    const double weave = 0.1 * std::sin(kTwoPi * 6 * y) * std::sin(kTwoPi * 5 * x);
    return std::clamp(cloth * (shade + weave), 0.0, 1.0);
  });
  canvas.AddNoise(rng, 0.01);
  std::vector<Canvas> planes = {std::move(canvas)};
  return ImageOf(planes, size, {{0.2860}, {0.3530}});
}

Tensor Cells(Rng& rng, int64_t size) {
  std::vector<Point> centres;
  for (int i = 0; i < 40; ++i) centres.push_back({rng.Unit(), rng.Unit()});
  Canvas canvas(size);
  canvas.Paint([&](double x, double y, double) {
    // A membrane runs where the two nearest centres are equally far.
    double first = 9, second = 9;
    for (const Point& c : centres) {
      const double d = std::sqrt((x - c.x) * (x - c.x) + (y - c.y) * (y - c.y));
      if (d < first) {
        second = first;
        first = d;
      } else {
        second = std::min(second, d);
      }
    }
    return 0.75 - 0.55 * Soft(second - first, 0.01, 0.02);
  });
  canvas.AddNoise(rng, 0.05);
  std::vector<Canvas> planes = {std::move(canvas)};
  return ImageOf(planes, size, ScaleOf(Norm::kUnit));
}

Tensor Texture(Rng& rng, int64_t size, Norm norm) {
  const double waves = rng.Real(4, 8), slant = rng.Real(-0.5, 0.5);
  const Point from = {rng.Real(0, 0.4), rng.Real(0, 1)}, to = {rng.Real(0.6, 1), rng.Real(0, 1)};
  const std::array<double, 3> colour = Colour(rng);
  std::vector<Canvas> planes;
  for (size_t c = 0; c < 3; ++c) {
    Canvas plane(size);
    plane.Paint([&](double x, double y, double) {
      const double weave = 0.2 * std::sin(kTwoPi * waves * (x + slant * y));
      const double scratch = 0.5 * Soft(DistanceToSegment({x, y}, from, to), 0.01, 0.02);
      return 0.25 + 0.5 * colour[c] + weave - scratch;
    });
    plane.AddNoise(rng, 0.02);
    planes.push_back(std::move(plane));
  }
  return ImageOf(planes, size, ScaleOf(norm));
}

Tensor Tokens(Rng& rng, int64_t length, int64_t vocabulary) {
  std::vector<int64_t> ids;
  for (int64_t i = 0; i < length; ++i) {
    const double u = rng.Unit();
    ids.push_back(static_cast<int64_t>(u * u * u * static_cast<double>(vocabulary)));
  }
  return Int64Vector(ids).Reshaped({1, length});
}

Tensor Mask(int64_t valid, int64_t length) {
  std::vector<int64_t> mask;
  for (int64_t i = 0; i < length; ++i) mask.push_back(i < valid ? 1 : 0);
  return Int64Vector(mask).Reshaped({1, length});
}

Tensor SineWave(Rng& rng, int64_t steps) {
  const double phase = rng.Real(0, kTwoPi), period = rng.Real(20, 30);
  std::vector<float> out;
  for (int64_t i = 0; i < steps; ++i)
    out.push_back(static_cast<float>(std::sin(phase + kTwoPi * double(i) / period)) +
                  0.02f * QuickNormal(rng));
  return FloatTensor({1, steps, 1}, std::move(out));
}

Tensor PriceSeries(Rng& rng, int64_t steps) {
  double price = rng.Real(20, 200);
  const double first_price = price, first_volume = rng.Real(1, 5);
  std::vector<float> out;
  for (int64_t i = 0; i < steps; ++i) {
    const double volume =
        i == 0 ? first_volume : first_volume * (1 + 0.3 * double{QuickNormal(rng)});
    out.push_back(static_cast<float>(price / first_price - 1));
    out.push_back(static_cast<float>(std::max(volume, 0.1) / first_volume - 1));
    price *= 1 + 0.015 * double{QuickNormal(rng)};
  }
  return FloatTensor({1, steps, 2}, std::move(out));
}

}  // namespace assay::zoo
