#include "study/plots/plots.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

#include "base/strings.h"

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

constexpr int kTicks = 5;           // about so many on an even axis
constexpr double kMostDecades = 9;  // labelled one by one up to here

// Okabe and Ito's palette, for every kind of eye.
constexpr std::array kColors = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                "#e69f00", "#56b4e9", "#000000", "#999999"};

std::string Escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else
      out += c;
  }
  return out;
}

// 1, 2 or 5 times a power of ten, not below `rough`.
double NiceStep(double rough) {
  const double power = std::pow(10, std::floor(std::log10(rough)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (factor * power >= rough * 0.999) return factor * power;
  return 10 * power;
}

// Whole hundredths of a pixel: the same text on every machine.
std::string Px(double value) { return StrCat(std::round(value * 100) / 100); }

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

Scale::Scale(std::vector<double> values, bool log, double from, double to)
    : log_(log), from_(from), to_(to) {
  std::erase_if(values, [&](double x) { return !std::isfinite(x) || (log && x <= 0); });
  if (values.empty()) values = {log ? 1.0 : 0.0, log ? 10.0 : 1.0};
  low_ = *std::ranges::min_element(values);
  high_ = *std::ranges::max_element(values);
  if (log) {
    low_ = std::floor(std::log10(low_));
    high_ = std::ceil(std::log10(high_));
  } else {
    low_ = std::min(low_, 0.0);
  }
  if (high_ <= low_) high_ = low_ + 1;
}

double Scale::Place(double value) const {
  if (!log_) return value;
  return value > 0 ? std::log10(value) : low_;
}

double Scale::At(double value) const {
  const double share = std::clamp((Place(value) - low_) / (high_ - low_), 0.0, 1.0);
  return from_ + share * (to_ - from_);
}

std::vector<double> Scale::Ticks() const {
  std::vector<double> out;
  const double step = log_ ? std::max(1.0, std::ceil((high_ - low_) / kMostDecades))
                           : NiceStep((high_ - low_) / kTicks);
  for (int i = 0; low_ + i * step <= high_ + 1e-9 * (high_ - low_); ++i) {
    const double place = low_ + i * step;
    out.push_back(log_ ? std::pow(10, place) : place);
  }
  return out;
}

Svg::Svg(double width, double height) : width_(width), height_(height) {}

void Svg::Line(double x1, double y1, double x2, double y2, const std::string& color, double width) {
  body_ += StrCat("<line x1=\"", Px(x1), "\" y1=\"", Px(y1), "\" x2=\"", Px(x2), "\" y2=\"", Px(y2),
                  "\" stroke=\"", color, "\" stroke-width=\"", width, "\"/>\n");
}

void Svg::Path(const std::vector<std::pair<double, double>>& points, const std::string& color) {
  std::string text;
  for (const auto& [x, y] : points) text += StrCat(text.empty() ? "" : " ", Px(x), ",", Px(y));
  body_ += StrCat("<polyline points=\"", text, "\" fill=\"none\" stroke=\"", color,
                  "\" stroke-width=\"1.6\"/>\n");
}

void Svg::Box(double x, double y, double width, double height, const std::string& color) {
  body_ += StrCat("<rect x=\"", Px(x), "\" y=\"", Px(y), "\" width=\"", Px(std::max(0.0, width)),
                  "\" height=\"", Px(std::max(0.0, height)), "\" fill=\"", color,
                  "\" fill-opacity=\"0.75\"/>\n");
}

void Svg::Text(double x, double y, const std::string& text, const std::string& anchor, int size) {
  body_ += StrCat("<text x=\"", Px(x), "\" y=\"", Px(y), "\" text-anchor=\"", anchor,
                  "\" font-size=\"", size, "\">", Escaped(text), "</text>\n");
}

void Svg::Turned(double x, double y, const std::string& text) {
  body_ += StrCat("<text transform=\"translate(", Px(x), " ", Px(y),
                  ") rotate(-90)\" text-anchor=\"middle\" font-size=\"12\">", Escaped(text),
                  "</text>\n");
}

std::string Svg::Done() const {
  return StrCat("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"", width_, "\" height=\"",
                height_, "\" viewBox=\"0 0 ", width_, " ", height_,
                "\" font-family=\"sans-serif\">\n<rect width=\"100%\" height=\"100%\" "
                "fill=\"white\"/>\n",
                body_, "</svg>\n");
}

std::string ColorOf(size_t i) { return kColors[i % kColors.size()]; }

}  // namespace assay::study
