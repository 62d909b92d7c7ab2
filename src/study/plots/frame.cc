#include "study/plots/frame.h"

#include "study/statistics.h"

namespace assay::study {
namespace {

constexpr double kLegendStep = 18;
constexpr double kGroupShare = 0.7;  // of the room between two groups

}  // namespace

void DrawFrame(Svg& svg, const std::string& title, const std::string& y, const Scale& vertical,
               const std::vector<std::string>& series) {
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
}

double GroupMiddle(size_t i, size_t count) {
  return kLeft + (kRight - kLeft) * (static_cast<double>(i) + 0.5) / static_cast<double>(count);
}

double GroupWidth(size_t count) {
  return kGroupShare * (kRight - kLeft) / static_cast<double>(count);
}

void DrawGroupName(Svg& svg, size_t i, size_t count, const std::string& name) {
  svg.Text(GroupMiddle(i, count), kBottom + 18, name, "middle", 11);
}

}  // namespace assay::study
