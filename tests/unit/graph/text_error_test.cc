// What the parser says of texts that are wrong.
#include <gtest/gtest.h>

#include "base/strings.h"
#include "graph/text.h"

namespace assay::text_error_test {
namespace {

std::string Problem(const std::string& text) {
  const Result<Model> model = ParseModelText(text);
  return model.ok() ? "no error" : model.error().message;
}

TEST(TextError, SaysWhereAndWhat) {
  EXPECT_EQ(Problem("graph (x) -> (y) {\n  y = Relu(x\n}"),
            "line 3, column 1: expected ',' or ')' after an input, found '}'");
  EXPECT_EQ(Problem("graph (x) -> (y) {\n  y Relu(x)\n}"),
            "line 2, column 5: expected '=' after what is defined, found 'Relu'");
  EXPECT_EQ(Problem(""), "line 1, column 1: expected 'graph', found the end of the text");
  EXPECT_EQ(Problem("graph () -> () {} graph"),
            "line 1, column 19: expected 'function' or the end, found 'graph'");
  EXPECT_EQ(Problem("modle"),
            "line 1, column 1: expected 'model', 'graph' or 'function', found 'modle'");
}

struct Case {
  const char* statement;
  const char* message;
};

// Each statement stands in a graph with an input x; the message is searched in the error.
constexpr Case kCases[] = {
    {"y = Relu(z)", "'z' is not defined before this; did you mean 'x'?"},
    {"y = Relu(y)", "'y' is not defined before this"},
    {"x = Relu(x)", "'x' is defined twice"},
    {"y = Neg(x) y = Neg(x)", "'y' is defined twice"},
    {"w: float32[2] = [1]", "float32[2] needs 2 elements, found 1"},
    {"w: float32[2] = [1, 2, 3]", "float32[2] needs 2 elements, found 3"},
    {"w: float32[2,2] = [[1, 2], [3]]", "this list does not fit the shape [2,2]"},
    {"w: float32[2,2] = [[[1]]]", "this list does not fit the shape [2,2]"},
    {"w: float32[2,2] = [1, [2]]", "a float32 number"},
    {"w: float32[n] = [1]", "sizes are all known"},
    {"w: float32 = [1]", "sizes are all known"},
    {"w: float32[9223372036854775807,3] = []", "less than 2^63 elements"},
    {"w: float32[4611686018427387904] = []", "needs 4611686018427387904 elements, found 0"},
    {"w: complex128[1152921504606846976] = base64\"\"", "bytes, found 0"},
    {"w: float32[4611686018427387904] = fill(1)", "fill makes too much data"},
    {"w: float32[99999999] = fill(1)", "fill makes too much data"},
    {"w: float32[1] = base64\"AAAA\"", "needs 4 bytes, found 3"},
    {"w: float32[1] = base64\"AA\"", "not base64"},
    {"w: float32[1] = base64\"!!!!\"", "not base64"},
    {"w: string[1] = base64\"AAAA\"", "base64 is for numbers"},
    {"w = [1]", "the type of 'w' before its elements"},
    {"w: int8[1] = [128]", "128 does not fit int8"},
    {"w: uint8[1] = [-1]", "-1 does not fit uint8"},
    {"w: int8[1] = [1.5]", "1.5 does not fit int8"},
    {"w: bool[1] = [2]", "2 does not fit bool"},
    {"w: float32[1] = [1e39]", "1e39 does not fit float32"},
    {"w: float16[1] = [65520]", "65520 does not fit float16"},
    {"w: float4e2m1[1] = [8]", "8 does not fit float4e2m1"},
    {"w: float4e2m1[1] = [nan]", "float4e2m1 has no NaN"},
    {"w: float8e4m3fn[1] = [inf]", "float8e4m3fn has no infinity"},
    {"w: float8e8m0[1] = [-1]", "-1 does not fit float8e8m0"},
    {"w: float32[1] = [nan(0x3f800000)]", "the bits of a float32 NaN"},
    {"w: float16[1] = [nan(0x7fc00000)]", "the bits of a float16 NaN"},
    {"w: string[1] = [1]", "a string"},
    {"w: flaot32[1] = [1]", "perhaps float32"},
    {"y: float32[-1] = Neg(x)", "a size cannot be negative"},
    {"y: float32[2 = Neg(x)", "expected ',' or ']' after a size"},
    {"y: float32[\"\"] = Neg(x)", "empty name"},
    {"y = Op<a=1, a=2>(x)", "attribute 'a' is given twice"},
    {"y = Op<a=[]>(x)", "an empty list is written ints[]"},
    {"y = Op<a=[1, \"b\"]>(x)", "expected a number"},
    {"y = Op<a=99999999999999999999>(x)", "a whole number within int64"},
    {"y = Op<a=word>(x)", "a type such as float32[2,3]"},
    {"y = Op<a=@b:sometype>(x)", "a kind of attribute"},
    {"y = Op<a=graph () -> (z) {}>(x)", "the output 'z' is never defined"},
    {"y = Op<a=graph () -> () captures (z) {}>(x)", "'z' is not defined before this"},
    {"y = \"open", "not closed on its line"},
    {"y = \"\\q\"(x)", "unknown escape"},
    {"y = Op(1x)", "followed by a letter"},
    {"y = Op(x$)", "has no meaning here"},
    {"\"\" = Op(x)", "a value needs a name"},
    {"y = Op(\"\")", "'' is not defined before this"},
    {"y: int64 = Op(x) ", ""},
};

TEST(TextError, EveryRuleHasAMessage) {
  for (const auto& [statement, message] : kCases) {
    const std::string problem = Problem(StrCat("graph (x) -> () {\n", statement, "\n}"));
    EXPECT_NE(problem.find(message), std::string::npos) << statement << "\n  said: " << problem;
  }
}

TEST(TextError, TypesGivenTwiceMustAgree) {
  EXPECT_EQ(Problem("graph (x) -> (y: float32[2]) { y: float32[2] = Neg(x) }"), "no error");
  EXPECT_EQ(Problem("graph (x) -> (y: float32[2]) { y: float32[3] = Neg(x) }"),
            "line 1, column 35: 'y' has the type float32[2] elsewhere and float32[3] here");
}

TEST(TextError, Headers) {
  EXPECT_NE(Problem("model ir=x graph () -> () {}").find("expected the IR version"),
            std::string::npos);
  EXPECT_NE(Problem("model ir=99999999999 graph () -> () {}").find("cannot be as large"),
            std::string::npos);
  EXPECT_NE(Problem("model opset=1 opset=2 graph () -> () {}").find("given twice"),
            std::string::npos);
  EXPECT_NE(Problem("function F<a, a>() -> () {}").find("listed twice"), std::string::npos);
  EXPECT_NE(Problem("graph (x, x) -> () {}").find("'x' is defined twice"), std::string::npos);
  EXPECT_NE(Problem("graph (_) -> () {}").find("the name of a value"), std::string::npos);
}

std::string Repeat(const std::string& text, int times) {
  std::string out;
  for (int i = 0; i < times; ++i) out += text;
  return out;
}

TEST(TextError, NestingIsBounded) {
  const int deep = 200000;
  for (const std::string& text :
       {Repeat("graph () -> () { y = A<b=", deep), "graph (x: " + Repeat("seq(", deep),
        "graph () -> () { y = A<b=" + Repeat("seq(", deep),
        "graph () -> () { w: float32[1] = " + Repeat("[", deep)})
    EXPECT_NE(Problem(text).find("nested at most 32"), std::string::npos)
        << Problem(text).substr(0, 200);
}

TEST(TextError, HugeListsOfAttributesAreRefusedQuickly) {
  std::string text = "graph () -> () { y = A<";
  for (int i = 0; i < 100000; ++i) text += StrCat(i == 0 ? "" : ", ", "a", 100000 - i, "=1");
  EXPECT_NE(Problem(text).find("at most 1024 attributes"), std::string::npos);
}

TEST(TextError, LongNamesAreNotComparedForHours) {
  const std::string a(1000000, 'a'), b(1000000, 'b');
  EXPECT_NE(Problem(StrCat("graph (", a, ") -> (y) { y = Neg(", b, ") }")).find("is not defined"),
            std::string::npos);
}

// Every prefix of a text with all forms is an error, never a crash.
TEST(TextError, CutTexts) {
  const std::string text =
      "model opset=21 meta \"k\"=\"v\" graph g (x: seq(float32[n,?]), y: map(int64, bool[...])) -> "
      "(z) doc=\"d\" {"
      "w: complex64[1] = [(1.5, nan(0x7fc00001))] [n, doc=\"d\"] (z, _) = \"o\"::P:q<a=[1, 2.0], "
      "g=graph () -> (x) {},"
      "t=int4[2] fill(-1), r=@s:float>(x, _) } function f<a, b=\"c\">() -> () {}";
  ASSERT_EQ(Problem(text), "no error");
  for (size_t size = 0; size + 1 < text.size(); ++size) {
    const std::string problem = Problem(text.substr(0, size));
    EXPECT_TRUE(problem == "no error" || problem.starts_with("line 1, column ")) << problem;
  }
}

}  // namespace
}  // namespace assay::text_error_test
