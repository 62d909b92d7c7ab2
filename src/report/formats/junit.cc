// junit: JUnit XML, one test case per finding. It fails until the finding is fixed, so that a
// nightly job turns green by itself.
#include <algorithm>

#include "report/formats.h"

namespace assay::report {
namespace {

std::string TestCase(const Report& report, const RenderOptions& options) {
  const std::string open = StrCat("  <testcase classname=\"", XmlText(report.target), "\" name=\"",
                                  XmlText(StrCat(report.id, ": ", report.title)), "\"");
  if (report.state == "fixed") return open + "/>\n";
  std::string message;
  for (const std::string& sentence : report.summary)
    message += (message.empty() ? "" : " ") + sentence;
  return StrCat(open, ">\n   <failure type=\"", XmlText(StrCat(report.study, " ", report.kind)),
                "\" message=\"", XmlText(message), "\">",
                XmlText(RenderText(std::span(&report, 1), options)), "</failure>\n  </testcase>\n");
}

}  // namespace

std::string RenderJunit(std::span<const Report> reports, const RenderOptions& options) {
  const auto failures =
      std::ranges::count_if(reports, [](const Report& report) { return report.state != "fixed"; });
  const std::string counts =
      StrCat("tests=\"", reports.size(), "\" failures=\"", failures, "\" errors=\"0\"");
  std::string out = StrCat("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites ", counts,
                           ">\n <testsuite name=\"assay findings\" ", counts, " skipped=\"0\">\n");
  for (const Report& report : reports) out += TestCase(report, options);
  return out + " </testsuite>\n</testsuites>\n";
}

}  // namespace assay::report
