// html: one stand-alone page, nothing loaded from anywhere, light or dark as the reader's system
// is.
#include "report/formats.h"

namespace assay::report {
namespace {

constexpr const char* kPageStyle = R"(
:root{color-scheme:light dark;--ink:#17202a;--soft:#5b6b7b;--paper:#f5f7f9;--card:#ffffff;--line:#d8dfe6;--code:#f0f3f6;--bad:#b3261e;--badge:#e8eef5}
@media (prefers-color-scheme:dark){:root{--ink:#e6ebf0;--soft:#9fb0c0;--paper:#12181e;--card:#1a222b;--line:#2e3a46;--code:#10161c;--bad:#ff8a80;--badge:#2b3947}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:15px/1.55 system-ui,-apple-system,"Segoe UI",sans-serif}
main{max-width:64rem;margin:0 auto;padding:2rem 1.25rem 4rem}
article{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:1.5rem 1.75rem;margin:0 0 2rem}
h1{font-size:1.45rem;line-height:1.3;margin:0 0 .75rem;overflow-wrap:anywhere}
h2{font-size:.8rem;letter-spacing:.06em;text-transform:uppercase;color:var(--soft);border-top:1px solid var(--line);margin:1.75rem 0 .75rem;padding-top:1rem}
p{margin:.5rem 0;overflow-wrap:anywhere}
.lead{font-size:1.05rem}
.badges{display:flex;flex-wrap:wrap;gap:.4rem;margin:0 0 1rem}
.badge{background:var(--badge);border-radius:999px;padding:.1rem .7rem;font-size:.82rem}
.badge.bad{color:var(--bad);font-weight:600}
.wide{overflow-x:auto}
pre{background:var(--code);border:1px solid var(--line);border-radius:6px;padding:.75rem 1rem;overflow-x:auto;font:12.5px/1.5 ui-monospace,SFMono-Regular,Menlo,monospace;margin:.75rem 0}
code{background:var(--code);border-radius:4px;padding:.05rem .3rem;font:.9em ui-monospace,SFMono-Regular,Menlo,monospace}
table{border-collapse:collapse;margin:.5rem 0;font-size:.93rem}
th,td{text-align:left;vertical-align:top;padding:.3rem .9rem .3rem 0;border-bottom:1px solid var(--line)}
td:last-child{overflow-wrap:anywhere;min-width:12rem}
td:not(:last-child){white-space:nowrap}
th{color:var(--soft);font-weight:600}
.pairs th{white-space:nowrap;font-weight:500}
.pairs td{font-family:ui-monospace,SFMono-Regular,Menlo,monospace;font-size:.87rem}
svg{max-width:100%;height:auto;display:block;margin:.5rem auto}
a{color:inherit}
footer{color:var(--soft);font-size:.85rem}
)";

// Running text: what stands between backquotes is code.
std::string Running(const std::string& text) {
  std::string out;
  const std::vector<std::string> parts = Split(text, '`');
  if (parts.size() % 2 == 0) return XmlText(text);  // a backquote without its partner
  for (size_t i = 0; i < parts.size(); ++i)
    out += i % 2 == 0 ? XmlText(parts[i]) : StrCat("<code>", XmlText(parts[i]), "</code>");
  return out;
}

struct HtmlBlock {
  std::string operator()(const Paragraph& block) const {
    return StrCat("<p>", Running(block.text), "</p>\n");
  }
  std::string operator()(const Code& block) const {
    return StrCat("<pre>", XmlText(block.text), "</pre>\n");
  }
  std::string operator()(const Drawing& block) const {
    return StrCat("<div class=\"wide\">", block.svg, "</div>\n");
  }
  std::string operator()(const Bullets& block) const {
    std::string out = "<ul>\n";
    for (const std::string& item : block.items) out += StrCat("<li>", Running(item), "</li>\n");
    return out + "</ul>\n";
  }
  std::string operator()(const Pairs& block) const {
    std::string out = "<div class=\"wide\"><table class=\"pairs\">\n";
    for (const auto& [label, value] : block.rows)
      out += StrCat("<tr><th scope=\"row\">", XmlText(label), "</th><td>", XmlText(value),
                    "</td></tr>\n");
    return out + "</table></div>\n";
  }
  std::string operator()(const Grid& block) const {
    std::string out = "<div class=\"wide\"><table>\n<tr>";
    for (const std::string& cell : block.header)
      out += StrCat("<th scope=\"col\">", XmlText(cell), "</th>");
    out += "</tr>\n";
    for (const auto& row : block.rows) {
      out += "<tr>";
      for (const std::string& cell : row) out += StrCat("<td>", Running(cell), "</td>");
      out += "</tr>\n";
    }
    return out + "</table></div>\n";
  }
};

std::string Badge(const std::string& text, const char* kind = "badge") {
  return text.empty() ? "" : StrCat("<span class=\"", kind, "\">", XmlText(text), "</span>\n");
}

std::string HtmlReport(const Report& report) {
  std::string out = StrCat("<article id=\"", XmlText(report.id), "\">\n<h1>", XmlText(report.title),
                           "</h1>\n<div class=\"badges\">\n", Badge(report.kind, "badge bad"),
                           Badge(report.state), Badge(report.study + " " + report.study_name),
                           Badge(report.atoc), Badge(report.id), "</div>\n");
  for (const std::string& sentence : report.summary)
    out += StrCat("<p class=\"lead\">", XmlText(sentence), "</p>\n");
  for (const Section& section : report.sections) {
    out += StrCat("<section>\n<h2>", XmlText(section.title), "</h2>\n");
    for (const Block& block : section.blocks) out += std::visit(HtmlBlock{}, block);
    out += "</section>\n";
  }
  return out + "</article>\n";
}

std::string Index(std::span<const Report> reports) {
  std::string out =
      StrCat("<article>\n<h1>", reports.size(), reports.size() == 1 ? " finding" : " findings",
             "</h1>\n<div class=\"wide\"><table>\n<tr><th>finding</th><th>state</th>"
             "<th>class</th><th>what</th></tr>\n");
  for (const Report& report : reports)
    out += StrCat("<tr><td><a href=\"#", XmlText(report.id), "\">", XmlText(report.id),
                  "</a></td><td>", XmlText(report.state), "</td><td>", XmlText(report.study),
                  "</td><td>", XmlText(report.title), "</td></tr>\n");
  return out + "</table></div>\n</article>\n";
}

}  // namespace

std::string RenderHtml(std::span<const Report> reports, const RenderOptions& options) {
  const std::string title = !options.all && reports.size() == 1
                                ? StrCat(reports[0].id, ": ", reports[0].title)
                                : StrCat(reports.size(), " findings");
  std::string out = StrCat(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta "
      "name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>",
      XmlText(title), "</title>\n<style>", kPageStyle, "</style>\n</head>\n<body>\n<main>\n");
  if (options.all) out += Index(reports);
  for (const Report& report : reports) out += HtmlReport(report);
  return out + StrCat("<footer>Written by assay ", XmlText(options.version),
                      ".</footer>\n</main>\n</body>\n</html>\n");
}

}  // namespace assay::report
