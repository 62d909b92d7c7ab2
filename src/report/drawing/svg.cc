#include <cmath>
#include <cstdio>

#include "base/strings.h"
#include "report/drawing/drawing.h"
#include "report/drawing/layout.h"
#include "report/escape.h"

namespace assay::report {
namespace {

// Plain colours and a media query: also readers that know no CSS variables show it.
constexpr const char* kStyle = R"(<style>
.assay-box{fill:#ffffff;stroke:#5b6b7b;stroke-width:1.2}
.assay-end{fill:#e8eef5;stroke:#5b6b7b;stroke-width:1.2}
.assay-wrong{fill:#fdecea;stroke:#c62828;stroke-width:2.4}
.assay-line{fill:none;stroke:#5b6b7b;stroke-width:1.4}
.assay-tip{fill:#5b6b7b}
.assay-title{font:600 13px system-ui,sans-serif;fill:#17202a;text-anchor:middle}
.assay-more{font:11px ui-monospace,monospace;fill:#4a5866;text-anchor:middle}
@media (prefers-color-scheme:dark){
.assay-box{fill:#1f2933;stroke:#93a4b5}
.assay-end{fill:#2b3947;stroke:#93a4b5}
.assay-wrong{fill:#3b1f1f;stroke:#ef7a72}
.assay-line{stroke:#93a4b5}
.assay-tip{fill:#93a4b5}
.assay-title{fill:#eef2f6}
.assay-more{fill:#b9c6d2}
}
</style>
)";

// One decimal is enough on a screen, and the same on every machine.
std::string Px(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", value);
  return text;
}

std::string BoxSvg(const Box& box) {
  if (box.kind == Box::Kind::kBend) return "";
  const bool node = box.kind == Box::Kind::kNode;
  const double left = box.x - box.width / 2;
  std::string out =
      StrCat("<rect class=\"",
             box.wrong ? "assay-wrong"
             : node    ? "assay-box"
                       : "assay-end",
             "\" x=\"", Px(left), "\" y=\"", Px(box.y), "\" width=\"", Px(box.width),
             "\" height=\"", Px(box.height), "\" rx=\"", node ? "5" : Px(box.height / 2), "\"/>\n");
  out += StrCat("<text class=\"assay-title\" x=\"", Px(box.x), "\" y=\"", Px(box.y + 20), "\">",
                XmlText(box.title), "</text>\n");
  for (size_t i = 0; i < box.lines.size(); ++i)
    out += StrCat("<text class=\"assay-more\" x=\"", Px(box.x), "\" y=\"",
                  Px(box.y + 36 + 16 * static_cast<double>(i)), "\">", XmlText(box.lines[i]),
                  "</text>\n");
  return out;
}

std::string LineSvg(const Box& from, const Box& to) {
  const bool ends = to.kind != Box::Kind::kBend;
  const double y1 = from.y + from.height, y2 = to.y - (ends ? 6 : 0), middle = (y1 + y2) / 2;
  std::string out =
      StrCat("<path class=\"assay-line\" d=\"M", Px(from.x), " ", Px(y1), " C", Px(from.x), " ",
             Px(middle), " ", Px(to.x), " ", Px(middle), " ", Px(to.x), " ", Px(y2));
  out += ends ? "" : StrCat(" V", Px(to.y + to.height));
  out += "\"/>\n";
  if (ends)
    out += StrCat("<path class=\"assay-tip\" d=\"M", Px(to.x - 4), " ", Px(to.y - 7), " L",
                  Px(to.x + 4), " ", Px(to.y - 7), " L", Px(to.x), " ", Px(to.y), " Z\"/>\n");
  return out;
}

}  // namespace

std::string DrawSvg(const Graph& graph, const Marks& marks) {
  const Layout layout = LayOut(graph, marks);
  const std::string width = Px(std::ceil(layout.width)), height = Px(std::ceil(layout.height));
  std::string out = StrCat("<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" viewBox=\"0 0 ",
                           width, " ", height, "\" width=\"", width, "\" height=\"", height,
                           "\">\n<title>model of ", graph.node_count(), " nodes</title>\n", kStyle);
  for (const auto& [from, to] : layout.lines) out += LineSvg(layout.boxes[from], layout.boxes[to]);
  for (const Box& box : layout.boxes) out += BoxSvg(box);
  return out + "</svg>\n";
}

}  // namespace assay::report
