// The kinds of plots that the study draws, as SVG text. What is not finite is left out.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "study/statistics.h"

namespace assay::study {

struct Series {
  std::string name;
  std::vector<std::pair<double, double>> points;
};

// Curves over one axis. `log`: the other in powers of ten.
std::string LinePlot(const std::string& title, const std::string& x, const std::string& y, bool log,
                     const std::vector<Series>& series);

// Boxes side by side: for each group one box per series, from the lowest value to the highest.
struct BoxGroup {
  std::string name;
  std::vector<Quartiles> boxes;  // in the order of the series; NaN: no box
};
std::string BoxPlot(const std::string& title, const std::string& y,
                    const std::vector<std::string>& series, const std::vector<BoxGroup>& groups);

// Bars side by side: for each group one bar per series.
struct BarGroup {
  std::string name;
  std::vector<double> bars;
};
std::string BarPlot(const std::string& title, const std::string& y,
                    const std::vector<std::string>& series, const std::vector<BarGroup>& groups);

// A small SVG writer: a frame with axes into which plots draw. Colours are told apart by people who
// see few of them, and stand on a white ground.

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
