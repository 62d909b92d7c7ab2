#include <cmath>

#include "study/plots/frame.h"
#include "study/plots/plots.h"
#include "study/statistics.h"

namespace assay::study {

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
  Svg svg(kPlotWidth, kPlotHeight);
  DrawFrame(svg, title, y, up, names);
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

}  // namespace assay::study
