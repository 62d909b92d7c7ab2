// A small SVG writer: a frame with axes into which plots draw. Colours are told apart by people who
// see few of them, and stand on a white ground.
#pragma once

#include <string>
#include <vector>

namespace assay::study {

// Maps values to a line of pixels, evenly or by powers of ten.
class Scale {
 public:
  // `from` and `to`: pixels of the ends. With `log`, values at or below zero lie at the low end.
  Scale(std::vector<double> values, bool log, double from, double to);
  double At(double value) const;
  std::vector<double> Ticks() const;

 private:
  double Place(double value) const;  // in the units of the axis
  bool log_;
  double low_ = 0, high_ = 1, from_, to_;
};

class Svg {
 public:
  Svg(double width, double height);
  void Line(double x1, double y1, double x2, double y2, const std::string& color, double width);
  void Path(const std::vector<std::pair<double, double>>& points, const std::string& color);
  void Box(double x, double y, double width, double height, const std::string& color);
  // `anchor`: "start", "middle" or "end".
  void Text(double x, double y, const std::string& text, const std::string& anchor, int size = 12);
  void Turned(double x, double y, const std::string& text);  // read from below
  std::string Done() const;

 private:
  std::string body_;
  double width_, height_;
};

// The colour of the `i`-th series.
std::string ColorOf(size_t i);

}  // namespace assay::study
