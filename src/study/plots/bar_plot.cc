#include <algorithm>

#include "study/plots/frame.h"
#include "study/plots/plots.h"

namespace assay::study {

std::string BarPlot(const std::string& title, const std::string& y,
                    const std::vector<std::string>& series, const std::vector<BarGroup>& groups) {
  std::vector<double> values;
  for (const BarGroup& group : groups)
    values.insert(values.end(), group.bars.begin(), group.bars.end());
  const Scale up(values, false, kBottom, kTop);
  Svg svg(kPlotWidth, kPlotHeight);
  DrawFrame(svg, title, y, up, series);
  for (size_t i = 0; i < groups.size(); ++i) {
    DrawGroupName(svg, i, groups.size(), groups[i].name);
    const double width = GroupWidth(groups.size());
    const double each = width / static_cast<double>(std::max<size_t>(1, series.size()));
    for (size_t k = 0; k < groups[i].bars.size(); ++k) {
      const double top = up.At(groups[i].bars[k]);
      svg.Box(GroupMiddle(i, groups.size()) - width / 2 + each * static_cast<double>(k) + 1, top,
              each - 2, kBottom - top, ColorOf(k));
    }
  }
  return svg.Done();
}

}  // namespace assay::study
