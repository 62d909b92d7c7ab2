// The frame of a plot: title, axes with ticks, a legend on the right.
#pragma once

#include <string>
#include <vector>

#include "study/plots/svg.h"

namespace assay::study {

inline constexpr double kPlotWidth = 820, kPlotHeight = 400;
inline constexpr double kLeft = 80, kRight = 640, kTop = 40, kBottom = 340;

// Title, the vertical axis with its ticks, the names of the series.
void DrawFrame(Svg& svg, const std::string& title, const std::string& y, const Scale& vertical,
               const std::vector<std::string>& series);

// The middle of group `i` of `count` on the horizontal axis, and the width that a group may take.
double GroupMiddle(size_t i, size_t count);
double GroupWidth(size_t count);
void DrawGroupName(Svg& svg, size_t i, size_t count, const std::string& name);

}  // namespace assay::study
