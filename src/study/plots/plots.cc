#include "study/plots/plots.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "study/plots/svg.h"

namespace assay::study {
namespace {

constexpr double kPlotWidth = 820, kPlotHeight = 400;
constexpr double kLeft = 80, kRight = 640, kTop = 40, kBottom = 340;
constexpr double kLegendStep = 18;
constexpr double kGroupShare = 0.7;  // of the room between two groups

// Title, the vertical axis with its ticks, and a legend on the right.
Svg DrawFrame(const std::string& title, const std::string& y, const Scale& vertical,
              const std::vector<std::string>& series) {
  Svg svg(kPlotWidth, kPlotHeight);
  svg.Text((kLeft + kRight) / 2, kTop - 16, title, "middle", 14);
  svg.Turned(18, (kTop + kBottom) / 2, y);
  for (const double tick : vertical.Ticks()) {
    svg.Line(kLeft, vertical.At(tick), kRight, vertical.At(tick), "#dddddd", 1);
    svg.Text(kLeft - 6, vertical.At(tick) + 4, Short(tick), "end", 11);
  }
  svg.Line(kLeft, kTop, kLeft, kBottom, "#333333", 1);
  svg.Line(kLeft, kBottom, kRight, kBottom, "#333333", 1);
  for (size_t i = 0; i < series.size(); ++i) {
    const double at = kTop + kLegendStep * static_cast<double>(i);
    svg.Box(kRight + 12, at - 9, 10, 10, ColorOf(i));
    svg.Text(kRight + 28, at, series[i], "start", 11);
  }
  return svg;
}

// The name below group `i` of `count`, and its columns side by side: `draw` gets the left end of
// each and its width.
void DrawGroup(Svg& svg, size_t i, size_t count, const std::string& name, size_t columns,
               size_t series, const std::function<void(size_t k, double x, double width)>& draw) {
  const double room = (kRight - kLeft) / static_cast<double>(count), width = kGroupShare * room;
  const double middle = kLeft + room * (static_cast<double>(i) + 0.5);
  const double each = width / static_cast<double>(std::max<size_t>(1, series));
  svg.Text(middle, kBottom + 18, name, "middle", 11);
  for (size_t k = 0; k < columns; ++k)
    draw(k, middle - width / 2 + each * static_cast<double>(k), each);
}

void DrawBox(Svg& svg, const Quartiles& q, const Scale& up, double x, double width,
             const std::string& color) {
  if (!std::isfinite(q.median)) return;
  const double middle = x + width / 2;
  svg.Line(middle, up.At(q.low), middle, up.At(q.high), "#333333", 1);
  svg.Box(x, up.At(q.third), width, up.At(q.first) - up.At(q.third), color);
  svg.Line(x, up.At(q.median), x + width, up.At(q.median), "#000000", 2);
}

}  // namespace

std::string LinePlot(const std::string& title, const std::string& x, const std::string& y, bool log,
                     const std::vector<Series>& series) {
  std::vector<double> xs, ys;
  std::vector<std::string> names;
  for (const Series& one : series) {
    names.push_back(one.name);
    for (const auto& [a, b] : one.points) {
      xs.push_back(a);
      ys.push_back(b);
    }
  }
  const Scale across(xs, false, kLeft, kRight), up(ys, log, kBottom, kTop);
  Svg svg = DrawFrame(title, y, up, names);
  for (const double tick : across.Ticks())
    svg.Text(across.At(tick), kBottom + 18, Short(tick), "middle", 11);
  svg.Text((kLeft + kRight) / 2, kBottom + 40, x, "middle");
  for (size_t i = 0; i < series.size(); ++i) {
    std::vector<std::pair<double, double>> line;
    for (const auto& [a, b] : series[i].points)
      if (std::isfinite(b)) line.emplace_back(across.At(a), up.At(b));
    svg.Path(line, ColorOf(i));
  }
  return svg.Done();
}

std::string BoxPlot(const std::string& title, const std::string& y,
                    const std::vector<std::string>& series, const std::vector<BoxGroup>& groups) {
  std::vector<double> values;
  for (const BoxGroup& group : groups)
    for (const Quartiles& q : group.boxes)
      for (const double value : {q.low, q.first, q.median, q.third, q.high})
        values.push_back(value);
  // Distances span many powers of ten.
  const Scale up(values, true, kBottom, kTop);
  Svg svg = DrawFrame(title, y, up, series);
  for (size_t i = 0; i < groups.size(); ++i)
    DrawGroup(svg, i, groups.size(), groups[i].name, groups[i].boxes.size(), series.size(),
              [&](size_t k, double x, double width) {
                DrawBox(svg, groups[i].boxes[k], up, x + 2, width - 4, ColorOf(k));
              });
  return svg.Done();
}

std::string BarPlot(const std::string& title, const std::string& y,
                    const std::vector<std::string>& series, const std::vector<BarGroup>& groups) {
  std::vector<double> values;
  for (const BarGroup& group : groups)
    values.insert(values.end(), group.bars.begin(), group.bars.end());
  const Scale up(values, false, kBottom, kTop);
  Svg svg = DrawFrame(title, y, up, series);
  for (size_t i = 0; i < groups.size(); ++i)
    DrawGroup(svg, i, groups.size(), groups[i].name, groups[i].bars.size(), series.size(),
              [&](size_t k, double x, double width) {
                const double top = up.At(groups[i].bars[k]);
                svg.Box(x + 1, top, width - 2, kBottom - top, ColorOf(k));
              });
  return svg.Done();
}

}  // namespace assay::study
