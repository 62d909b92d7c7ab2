#include "cli/fuzz_screen.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <iomanip>
#include <iostream>
#include <sstream>

#include "base/strings.h"
#include "campaign/pattern_counts.h"
#include "campaign/sample.h"
#include "cli/table.h"

namespace assay::cli {
namespace {

using campaign::FindingLine;
using campaign::TargetTally;

constexpr double kLineEvery = 10;  // seconds between plain lines
constexpr size_t kShownFindings = 8;

const char* kGreen = "\033[32m";
const char* kYellow = "\033[33m";
const char* kRed = "\033[31m";
const char* kDim = "\033[2m";
const char* kBold = "\033[1m";

class Text {
 public:
  Text(int columns, bool color) : columns_(static_cast<size_t>(columns)), color_(color) {}
  std::string In(const char* tone, const std::string& text) const {
    return color_ ? StrCat(tone, text, "\033[0m") : text;
  }
  // One line, cut to the width; `tone` may be null.
  void Line(const std::string& text, const char* tone = nullptr) {
    std::string cut = text;
    if (cut.size() > columns_) {
      size_t end = columns_;
      while (end > 0 && (cut[end] & 0xc0) == 0x80) --end;  // not within a character
      cut.resize(end);
    }
    out_ += tone != nullptr ? In(tone, cut) : cut;
    out_ += '\n';
  }
  std::string take() { return std::move(out_); }

 private:
  const size_t columns_;
  const bool color_;
  std::string out_;
};

std::string Duration(double seconds) {
  const auto s = static_cast<int64_t>(std::max(0.0, seconds));
  std::ostringstream out;
  out << std::setfill('0');
  if (s >= 86400) out << s / 86400 << " d ";
  out << (s / 3600) % 24 << ":" << std::setw(2) << (s / 60) % 60 << ":" << std::setw(2) << s % 60;
  return out.str();
}

std::string Percent(double part, double whole, int digits = 2) {
  return whole <= 0 ? "-" : StrCat(Fixed(100 * part / whole, digits), " %");
}

std::string Pad(std::string text, size_t width) {
  if (text.size() < width) text.resize(width, ' ');
  return text;
}

std::string KindCounts(const std::vector<FindingLine>& findings) {
  std::map<std::string, int> kinds;
  for (const FindingLine& finding : findings) ++kinds[finding.kind];
  std::vector<std::string> parts;
  for (const auto& [kind, count] : kinds) parts.push_back(StrCat(count, " ", kind));
  return parts.empty() ? "none" : Join(parts, ", ");
}

// Green: still finding new things. Yellow: only coverage grows. Red: nothing new for long.
const char* Mood(const campaign::Progress& p) {
  if (campaign::DriedUp(p)) return kRed;
  return p.last_new_s >= 0 && p.seconds - p.last_new_s < campaign::kQuietSeconds ? kGreen : kYellow;
}

std::string MoodText(const char* mood) {
  if (mood == kRed) return "nothing new for long: worth stopping";
  return mood == kGreen ? "new findings: continue" : "coverage still grows";
}

void Targets(const campaign::Progress& p, Text& text) {
  text.Line(StrCat("  ", Pad("target", 26), Pad("cases", 10), Pad("cases/s", 9), Pad("ms", 9),
                   Pad("share", 8), Pad("unsupported", 13), "findings"),
            kDim);
  const std::map<std::string, double> parts(p.parts.begin(), p.parts.end());
  for (const auto& [name, mean] : p.mean_ms) {
    const auto it = p.tally.targets.find(name);
    const TargetTally target = it == p.tally.targets.end() ? TargetTally() : it->second;
    const auto found =
        std::ranges::count_if(p.findings, [&](const FindingLine& f) { return f.target == name; });
    text.Line(StrCat(
        "  ", Pad(name, 26), Pad(StrCat(target.cases), 10),
        Pad(Fixed(static_cast<double>(target.cases) / std::max(1.0, p.tally.seconds)), 9),
        Pad(Fixed(mean), 9), Pad(Percent(parts.at(name), 1, 0), 8),
        Pad(Percent(static_cast<double>(target.unsupported), static_cast<double>(target.cases), 1),
            13),
        found));
  }
}

void Findings(const campaign::Progress& p, Text& text) {
  std::vector<FindingLine> newest = p.findings;
  std::ranges::stable_sort(newest, [](const FindingLine& a, const FindingLine& b) {
    return a.at_seconds > b.at_seconds;
  });
  if (newest.size() > kShownFindings) newest.resize(kShownFindings);
  for (const FindingLine& f : newest)
    text.Line(StrCat("  ", f.id, "  ", Pad(f.kind, 16), Pad(f.target, 22), "x",
                     Pad(StrCat(f.count), 6), f.message),
              f.confirmed ? kRed : kYellow);
}

int Columns() {
  winsize size{};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 20 ? size.ws_col : 100;
}

}  // namespace

std::string ScreenText(const std::string& headline, const campaign::Progress& p, int columns,
                       bool color) {
  Text text(columns, color);
  const auto cases = static_cast<double>(p.tally.cases);
  const auto judged = cases + static_cast<double>(p.tally.illegal);
  const char* mood = Mood(p);
  text.Line(headline, kBold);
  text.Line(StrCat("  time ", Duration(p.seconds), "   ", MoodText(mood)), mood);
  text.Line(StrCat("  cases ", p.tally.cases,
                   p.resumed_cases > 0 ? StrCat(" (", p.resumed_cases, " from before)") : "", "   ",
                   Fixed(static_cast<double>(p.cases_now) / std::max(0.1, p.seconds)),
                   "/s   legal ", Percent(cases, judged, 3), "   put aside ", p.tally.retried,
                   "   nodes/case ",
                   Fixed(static_cast<double>(p.tally.nodes) / std::max(1.0, cases))));
  std::string coverage;
  for (const auto& [name, count] : p.coverage)
    if (!name.starts_with(campaign::kPatternPrefix)) coverage += StrCat("   ", name, " ", count);
  text.Line(StrCat("  CPU in targets ", Percent(p.tally.target_cpu_seconds, p.tally.cpu_seconds, 0),
                   "   memory ", Fixed(p.resident_mb, 0), " MB", coverage));
  text.Line("");
  Targets(p, text);
  text.Line("");
  text.Line(StrCat("  findings ", p.findings.size(), " (", KindCounts(p.findings), ") from ",
                   p.tally.hits, " hits",
                   p.last_new_s >= 0
                       ? StrCat("; last new one ", Duration(p.seconds - p.last_new_s), " ago")
                       : ""),
            kBold);
  if (!p.triaged.empty()) text.Line(StrCat("  ", p.triaged), kBold);
  Findings(p, text);
  if (!p.awaited.empty()) text.Line(StrCat("  ", p.awaited), kDim);
  if (!p.trouble.empty()) text.Line(StrCat("  waiting: ", p.trouble), kRed);
  text.Line("");
  text.Line("  Ctrl-C ends it with a summary; --resume continues later", kDim);
  return text.take();
}

std::string LineOf(const campaign::Progress& p) {
  return StrCat(Duration(p.seconds), "  ", p.tally.cases, " cases, ",
                Fixed(static_cast<double>(p.cases_now) / std::max(0.1, p.seconds)), "/s, ",
                Fixed(p.tally.cpu_seconds), " CPU-s, ", p.findings.size(), " findings (",
                KindCounts(p.findings), ")", p.triaged.empty() ? "" : StrCat(", ", p.triaged),
                p.awaited.empty() ? "" : StrCat("; ", p.awaited),
                p.trouble.empty() ? "" : StrCat("; waiting: ", p.trouble));
}

FuzzScreen::FuzzScreen(std::string headline, bool lines)
    : headline_(std::move(headline)), terminal_(isatty(STDERR_FILENO) != 0), lines_(lines) {}

FuzzScreen::~FuzzScreen() {
  if (open_) std::cerr << "\033[?1049l" << std::flush;
}

void FuzzScreen::Show(const campaign::Progress& progress) {
  if (terminal_) {
    if (!open_) std::cerr << "\033[?1049h";
    open_ = true;
    std::cerr << "\033[H\033[2J" << ScreenText(headline_, progress, Columns(), true) << std::flush;
  } else if (lines_ && (last_line_ < 0 || progress.seconds - last_line_ >= kLineEvery)) {
    last_line_ = progress.seconds;
    std::cerr << LineOf(progress) << std::endl;
  }
}

}  // namespace assay::cli
