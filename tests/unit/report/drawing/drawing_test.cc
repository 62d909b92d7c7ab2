#include "report/drawing/drawing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "graph/text.h"
#include "report/drawing/layout.h"

namespace assay::report {
namespace {

using testing::HasSubstr;
using testing::Not;

Graph Parse(const char* text) {
  auto model = ParseModelText(text);
  EXPECT_TRUE(model.ok()) << model.error().message;
  return model->graph;
}

constexpr const char* kDiamond = R"(graph (x: float32[2]) -> (y: float32[2], t: float32[2]) {
  w: float32[2] = [1, 2]
  t = Relu(x)
  u: float32[2] = Mul(x, w)
  y = Add(t, u)
})";

TEST(DrawText, OneColumnPerTensor) {
  EXPECT_EQ(DrawText(Parse(kDiamond), {"u", "y"}),
            "┬  x: float32[2]   input\n"
            "●  Relu → t: float32[2]\n"
            "● │  Mul (w: float32[2] [1, 2]) → u: float32[2]   ◄ first wrong\n"
            "●─●  Add → y: float32[2]\n"
            "▼ │  y: float32[2]   output ◄ wrong\n"
            "  ▼  t: float32[2]   output\n");
}

TEST(DrawMermaid, EveryNodeAndEdge) {
  const std::string chart = DrawMermaid(Parse(kDiamond), {"", "y"});
  EXPECT_THAT(chart, HasSubstr("flowchart TD\n"));
  EXPECT_THAT(chart, HasSubstr("n1[\"Mul<br/>w: float32[2] [1, 2]\"]"));
  EXPECT_THAT(chart, HasSubstr("n0 -->|\"t: float32[2]\"| n2"));
  EXPECT_THAT(chart, HasSubstr("style o0"));
  EXPECT_THAT(chart, Not(HasSubstr("style n")));
}

TEST(DrawSvg, NamesAreEscaped) {
  const Graph graph = Parse("graph (\"<script>\") -> (y) { y = Relu(\"<script>\") }");
  EXPECT_THAT(DrawSvg(graph, {}), Not(HasSubstr("<script>")));
  EXPECT_THAT(DrawSvg(graph, {}), HasSubstr("&lt;script&gt;"));
}

TEST(DrawSvg, SubgraphsReadWhatTheyCapture) {
  const Graph graph = Parse(R"(graph (c: bool[], x: float32[2]) -> (y: float32[2]) {
    y = If<then_branch=graph t () -> (a: float32[2]) captures (x: float32[2]) { a = Relu(x) },
           else_branch=graph e () -> (b: float32[2]) captures (x: float32[2]) { b = Neg(x) }>(c)
  })");
  EXPECT_EQ(Reads(graph, graph.node(0)).size(), 2u);
}

TEST(Layout, BoxesOfARowStayApartAndLinesGoDown) {
  const Graph graph =
      Parse(R"(graph (x: float32[2], z: float32[2]) -> (y: float32[2], q: float32[2]) {
    a: float32[2] = Relu(x)
    b: float32[2] = Neg(a)
    c: float32[2] = Abs(b)
    y = Sum(x, a, b, c)
    q = Sqrt(z)
  })");
  const Layout layout = LayOut(graph, {});
  for (const auto& [from, to] : layout.lines)
    EXPECT_EQ(layout.boxes[from].row + 1, layout.boxes[to].row);
  for (size_t i = 0; i < layout.boxes.size(); ++i) {
    const Box& a = layout.boxes[i];
    EXPECT_GE(a.x - a.width / 2, 0);
    EXPECT_LE(a.x + a.width / 2, layout.width);
    EXPECT_LE(a.y + a.height, layout.height);
    for (size_t k = 0; k < i; ++k) {
      const Box& b = layout.boxes[k];
      if (a.row != b.row) continue;
      EXPECT_GE(std::fabs(a.x - b.x), (a.width + b.width) / 2);
    }
  }
}

TEST(Layout, AnEmptyGraphIsDrawn) {
  EXPECT_THAT(DrawSvg(Graph(), {}), HasSubstr("</svg>"));
  EXPECT_EQ(DrawText(Graph(), {}), "");
}

}  // namespace
}  // namespace assay::report
