#include "graph/text.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "base/files.h"
#include "base/strings.h"

namespace assay {
namespace {

// Parses, prints and parses again; returns the printed text.
std::string RoundTrip(const std::string& text) {
  const Result<Model> model = ParseModelText(text);
  if (!model.ok()) return "first: " + model.error().message;
  const std::string printed = PrintModel(*model);
  const Result<Model> again = ParseModelText(printed);
  if (!again.ok()) return "second: " + again.error().message + "\n" + printed;
  EXPECT_EQ(*again, *model) << printed;
  EXPECT_EQ(PrintModel(*again), printed);
  EXPECT_TRUE(VerifyStructure(model->graph).ok());
  return printed;
}

TEST(Text, PrintsWhatAPersonWouldType) {
  const std::string text = R"(model ir=10 opset=21
graph net (x: float32[2,n], k: int64[1]) -> (y: float32[2,n]) {
  w: float32[3] = [0.5, 1, -2]
  ones: float32[64] = fill(1)
  s: float32[2,n] = Add(x, w)
  (top, _) = TopK<axis=-1>(s, k)
  [act] y = LeakyRelu<alpha=0.1>(top)
}
)";
  EXPECT_EQ(RoundTrip(text), text);
}

TEST(Text, DefaultsForWhatIsNotSaid) {
  const Model model = *ParseModelText("graph (x) -> (y) { y = Relu(x) }");
  EXPECT_EQ(model.ir_version, kDefaultIrVersion);
  EXPECT_EQ(model.opset(""), kDefaultOpset);
  EXPECT_EQ(model.graph.name, kDefaultGraphName);
  EXPECT_EQ(model.graph.type(0), ValueType());
  EXPECT_EQ(ParseModelText("model opset ai.onnx.ml=3 graph () -> () {}")->opset(""), 0);
  EXPECT_TRUE(ParseModelText("model opset=none graph () -> () {}")->opsets.empty());
}

TEST(Text, HeaderProperties) {
  const std::string text = R"(model ir=9 opset=20 opset a.b=2 opset "odd domain"=-1 version=-5
  producer="p"
  producer_version="1"
  domain="d"
  doc="line\nline"
  meta key="v"
  meta "odd key"=""
graph g () -> () {}
)";
  EXPECT_EQ(RoundTrip(text), text);
}

TEST(Text, SpacesAndCommentsDoNotMatter) {
  EXPECT_EQ(
      *ParseModelText("graph(x)->(y){y=Relu(x)z=Neg(y)}"),
      *ParseModelText(
          "graph # c \"\n ( x ) -> ( y )\r\n{ # {\n y = Relu ( x ) # (\n\tz = Neg(y) }  # end"));
}

TEST(Text, AttributeKindsAreToldApartBySpelling) {
  const Model model = *ParseModelText(
      "graph () -> () { () = Op<i=1, f=1.0, e=1e2, s=\"1\", is=[1, 2], fs=[1, 2.5], ss=[\"a\"], "
      "d=float16, n=inf,"
      "t=int64[2] [1, 2], ty=int64[2], ei=ints[], ef=floats[], r=@x:floats, neg=-0.0>() }");
  const Attrs& attrs = model.graph.node(0).attrs;
  EXPECT_EQ(*attrs.Get<int64_t>("i"), 1);
  EXPECT_EQ(*attrs.Get<float>("f"), 1.0f);
  EXPECT_EQ(*attrs.Get<float>("e"), 100.0f);
  EXPECT_EQ(*attrs.Get<std::string>("s"), "1");
  EXPECT_EQ(*attrs.Get<std::vector<int64_t>>("is"), (std::vector<int64_t>{1, 2}));
  EXPECT_EQ(*attrs.Get<std::vector<float>>("fs"), (std::vector<float>{1, 2.5}));
  EXPECT_EQ(*attrs.Get<std::vector<std::string>>("ss"), std::vector<std::string>{"a"});
  EXPECT_EQ(*attrs.Get<int64_t>("d"), static_cast<int64_t>(DType::kFloat16));
  EXPECT_TRUE(std::isinf(*attrs.Get<float>("n")));
  EXPECT_EQ(attrs.Get<Tensor>("t")->Ints(), (std::vector<int64_t>{1, 2}));
  EXPECT_EQ(*attrs.Get<ValueType>("ty"), ValueType(TensorType(DType::kInt64, Shape{2})));
  EXPECT_TRUE(attrs.Get<std::vector<int64_t>>("ei")->empty());
  EXPECT_TRUE(attrs.Get<std::vector<float>>("ef")->empty());
  EXPECT_EQ(*attrs.Get<AttrRef>("r"), (AttrRef{"x", 6}));
  EXPECT_TRUE(std::signbit(*attrs.Get<float>("neg")));
}

TEST(Text, NamesThatAreNotWordsAreQuoted) {
  Graph graph;
  graph.name = "1st graph";
  for (const char* const name :
       {"/conv/out", "_", "1", "onnx::Conv_1", "é", "a\"b\\", "inf", "layer1.0.weight"})
    graph.inputs.push_back(graph.AddValue(name));
  Node node;
  for (const ValueId id : graph.inputs) node.inputs.push_back(id);
  node.op = "fill";
  graph.AddNode(node);
  node.op = "odd op";
  node.domain = "true";
  graph.AddNode(node);
  const std::string text = PrintGraph(graph);
  EXPECT_NE(
      text.find(
          R"("fill"("/conv/out", "_", "1", "onnx::Conv_1", "é", "a\"b\\", inf, layer1.0.weight))"),
      std::string::npos)
      << text;
  const auto again = ParseGraphText(text);
  ASSERT_TRUE(again.ok()) << again.error().message;
  EXPECT_EQ(*again, graph);
}

TEST(Text, CapturedValuesPassThroughEveryGraphBetween) {
  const Model model = *ParseModelText(R"(
    graph (c: bool[], x: float32[2]) -> (y) {
      y = If<then_branch=graph middle () -> (m) {
               m = If<then_branch=graph inner () -> (i) { i = Neg(x) }>(c)
             }>(c)
    })");
  const Graph& middle = **model.graph.node(0).attrs.Get<GraphPtr>("then_branch");
  const Graph& inner = **middle.node(0).attrs.Get<GraphPtr>("then_branch");
  ASSERT_EQ(inner.captured.size(), 1u);
  EXPECT_EQ(inner.type(inner.captured[0]), model.graph.type(model.graph.Find("x")));
  EXPECT_EQ(middle.captured.size(), 2u);
  EXPECT_TRUE(VerifyStructure(model.graph).ok());
}

TEST(Text, CapturedTypesThatDifferAreSpelledOut) {
  const std::string text = R"(model ir=10 opset=21
graph g (x: float32[2]) -> (y) {
  y = If<then_branch=graph g () -> (z, x: float32[?]) captures (x: float32[?]) {
    z = Neg(x)
  }>(x)
}
)";
  EXPECT_EQ(RoundTrip(text), text);
}

TEST(Text, AGraphOfItsOwnMayCapture) {
  const std::string text =
      "graph body (i: int64[]) -> (o) captures (x: float32[2], w: ?) {\n  o = Op(i, x, w)\n}\n";
  const auto graph = ParseGraphText(text);
  ASSERT_TRUE(graph.ok()) << graph.error().message;
  EXPECT_EQ(graph->captured.size(), 2u);
  EXPECT_EQ(PrintGraph(*graph), text);
  EXPECT_FALSE(ParseModelText(text).ok()) << "nothing is around the graph of a model";
}

TEST(Text, Functions) {
  const std::string text = R"(model ir=10 opset=21 opset m=1
graph g (x) -> (y) {
  y = m::Act<slope=0.5>(x)
}
function m::Act<slope, bias=1.0>(x) -> (y) {
  a = LeakyRelu<alpha=@slope:float>(x)
  b = Constant<value_float=@bias:float>()
  y = Add(a, b)
}
function m::Act:two(x: float32[...]) -> (x: float32[...]) opset=18 doc="d" body="b" {}
)";
  EXPECT_EQ(RoundTrip(text), text);
  EXPECT_EQ(ParseModelText(text)->functions[0].opsets, ParseModelText(text)->opsets);
}

TEST(Text, DocumentationIsKept) {
  const auto graph = ParseGraphText(
      R"(graph g () -> () doc="about" { [doc="why"] () = A() [n, doc="\x00"] () = B() })");
  ASSERT_TRUE(graph.ok()) << graph.error().message;
  EXPECT_EQ(graph->doc, "about");
  EXPECT_EQ(graph->node(0).doc, "why");
  EXPECT_EQ(graph->node(1).name, "n");
  EXPECT_EQ(graph->node(1).doc, std::string(1, '\0'));
  EXPECT_EQ(ParseGraphText(PrintGraph(*graph))->node(1).doc, std::string(1, '\0'));
}

TEST(Text, BrokenGraphsArePrintedWithoutACrash) {
  Graph graph;
  graph.inputs = {3};
  graph.SetInitializer(7, Tensor(DType::kFloat32, Shape{}));
  Node node;
  node.inputs.push_back(99);
  node.attrs.Set("g", GraphPtr());
  graph.AddNode(node);
  graph.captured = {};
  EXPECT_NE(PrintGraph(graph).find("<no value 99>"), std::string::npos);
  EXPECT_FALSE(ParseGraphText(PrintGraph(graph)).ok());
}

TEST(Text, TheSeedCorpusRoundTrips) {
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator("fuzz/corpus/parse_text")) {
    const std::string printed = RoundTrip(*ReadFile(entry.path().string()));
    EXPECT_TRUE(printed.starts_with("model")) << entry.path() << ": " << printed;
    ++files;
  }
  EXPECT_GE(files, 5);
}

// Long texts must take time in proportion to their length; a quadratic step would take minutes
// here.
TEST(Text, LongGraphsAreFast) {
  std::string text = "graph (v0) -> () {\n";
  constexpr int kNodes = 20000;
  for (int i = 1; i <= kNodes; ++i)
    text +=
        StrCat("w", i, ": float32[1] = [1]\nv", i, ": float32[?] = Add(v", i - 1, ", w", i, ")\n");
  const auto graph = ParseGraphText(text + "}");
  ASSERT_TRUE(graph.ok()) << graph.error().message;
  EXPECT_EQ(graph->node_count(), static_cast<size_t>(kNodes));
  EXPECT_EQ(*ParseGraphText(PrintGraph(*graph)), *graph);
}

}  // namespace
}  // namespace assay
