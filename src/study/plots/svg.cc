#include "study/plots/svg.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/strings.h"

namespace assay::study {
namespace {

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
