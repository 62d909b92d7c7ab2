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

}  // namespace assay::study
