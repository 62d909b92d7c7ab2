#include <algorithm>
#include <cmath>

#include "study/plots/frame.h"
#include "study/plots/plots.h"

namespace assay::study {
namespace {

void DrawBox(Svg& svg, const Quartiles& q, const Scale& up, double x, double width,
             const std::string& color) {
  if (!std::isfinite(q.median)) return;
  const double middle = x + width / 2;
  svg.Line(middle, up.At(q.low), middle, up.At(q.high), "#333333", 1);
  svg.Box(x, up.At(q.third), width, up.At(q.first) - up.At(q.third), color);
  svg.Line(x, up.At(q.median), x + width, up.At(q.median), "#000000", 2);
}

}  // namespace

std::string BoxPlot(const std::string& title, const std::string& y,
                    const std::vector<std::string>& series, const std::vector<BoxGroup>& groups) {
  std::vector<double> values;
  for (const BoxGroup& group : groups)
    for (const Quartiles& q : group.boxes)
      for (const double value : {q.low, q.first, q.median, q.third, q.high})
        values.push_back(value);
  // Distances span many powers of ten.
  const Scale up(values, true, kBottom, kTop);
  Svg svg(kPlotWidth, kPlotHeight);
  DrawFrame(svg, title, y, up, series);
  for (size_t i = 0; i < groups.size(); ++i) {
    DrawGroupName(svg, i, groups.size(), groups[i].name);
    const double width = GroupWidth(groups.size());
    const double each = width / static_cast<double>(std::max<size_t>(1, series.size()));
    for (size_t k = 0; k < groups[i].boxes.size(); ++k)
      DrawBox(svg, groups[i].boxes[k], up,
              GroupMiddle(i, groups.size()) - width / 2 + each * static_cast<double>(k) + 2,
              each - 4, ColorOf(k));
  }
  return svg.Done();
}

}  // namespace assay::study
