#include "knowledge/api/html/page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay::knowledge::page_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<ApiDoc> Read(const std::string& html) { return ReadPage(ParseHtml(html).value()); }

TEST(SphinxPage, FieldListOfAutodoc) {
  const auto docs = Read(R"(<html><body><dl class="py function">
<dt class="sig sig-object py" id="lib.scale"><span class="sig-prename">lib.</span><span class="sig-name">scale</span>(<em>x</em>, <em>*</em>, <em>factor=2</em>) &#8594; Tensor<a class="reference internal" href="#"><span class="viewcode-link">[source]</span></a><a class="headerlink" href="#lib.scale">¶</a></dt>
<dd><p>Scales <code>x</code>.</p><div class="admonition note"><p class="admonition-title">Note</p><p>Slow.</p></div>
<dl class="field-list simple"><dt>Parameters<span class="colon">:</span></dt><dd><ul><li><p><strong>x</strong> (<em>Tensor</em>) – what is scaled</p><p>Default: one</p></li>
<li><p><strong>factor</strong> (<em>int</em>, <em>optional</em>) – must be positive.</p></li></ul></dd>
<dt>Returns:</dt><dd><p>the product</p></dd><dt>Raises:</dt><dd><p><strong>ValueError</strong> – if empty</p></dd></dl>
<div class="highlight"><pre>&gt;&gt;&gt; scale(x)</pre></div></dd></dl></body></html>)");
  ASSERT_EQ(docs.size(), 1u);
  EXPECT_EQ(docs[0].name, "lib.scale");
  EXPECT_EQ(docs[0].signature, "scale(x, *, factor=2) -> Tensor");
  ASSERT_EQ(docs[0].parameters.size(), 2u);
  EXPECT_EQ(docs[0].parameters[0].type, "Tensor");
  EXPECT_EQ(docs[0].parameters[1].kind, "keyword-only");
  EXPECT_EQ(docs[0].parameters[1].default_value, "2");
  EXPECT_EQ(docs[0].returns, "the product");
  EXPECT_THAT(docs[0].raises, ElementsAre("ValueError: if empty"));
  EXPECT_THAT(docs[0].notes, ElementsAre("Slow."));
  EXPECT_THAT(docs[0].examples, ElementsAre(">>> scale(x)"));
  EXPECT_EQ(docs[0].text, "Scales `x`.");
}

TEST(SphinxPage, NumpydocDefinitionsAndMethods) {
  const auto docs = Read(
      R"(<dl class="py class"><dt id="lib.Box"><em class="property">class </em>lib.Box(<em>size</em>)</dt><dd><p>A box.</p>
<dl class="field-list"><dt>Parameters</dt><dd><dl><dt><strong>size</strong><span class="classifier">int</span></dt><dd><p>How large.</p></dd></dl></dd></dl>
<dl class="py method"><dt id="lib.Box.open"><span>open</span>(<em>wide=False</em>)</dt><dd><p>Opens it.</p></dd></dl></dd></dl>)");
  ASSERT_EQ(docs.size(), 2u);
  EXPECT_EQ(docs[0].kind, "class");
  EXPECT_EQ(docs[0].parameters[0].description, "How large.");
  EXPECT_EQ(docs[0].text, "A box.");
  EXPECT_EQ(docs[1].name, "lib.Box.open");
  EXPECT_EQ(docs[1].kind, "method");
}

TEST(TensorFlowPage, TablesAndMethods) {
  const auto docs = Read(R"(<h1 class="devsite-page-title">tf.scale.Box</h1><p>A box.</p>
<section class="expandable"><h4 class="showalways">View aliases</h4><p><b>Main aliases</b></p><p><code>tf.Box</code></p></section>
<pre class="tfo-signature-link"><code>tf.scale.Box(
    size, name=None
)</code></pre>
<table><tr><th colspan="2"><h2>Args</h2></th></tr><tr><td><code>size</code></td><td>A `Tensor` of type <code>int32</code>.</td></tr><tr><td><code>name</code></td><td>A name.</td></tr></table>
<h2>Methods</h2><h3><code>open</code></h3><pre><code>open(wide)</code></pre><p>Opens it.</p>
<table><tr><th>Returns</th></tr><tr><td colspan="2">Nothing.</td></tr></table>)");
  ASSERT_EQ(docs.size(), 2u);
  EXPECT_EQ(docs[0].name, "tf.scale.Box");
  EXPECT_EQ(docs[0].kind, "class");
  EXPECT_THAT(docs[0].aliases, ElementsAre("tf.Box"));
  ASSERT_EQ(docs[0].parameters.size(), 2u);
  EXPECT_THAT(docs[0].parameters[0].description, HasSubstr("`int32`"));
  EXPECT_EQ(docs[1].name, "tf.scale.Box.open");
  EXPECT_EQ(docs[1].returns, "Nothing.");
}

size_t ApisOn(const std::string& html) {
  const auto page = ParseHtml(html);
  return page.ok() ? ReadPage(*page).size() : 0;
}

TEST(Page, BrokenOrOtherPagesHoldNothing) {
  for (const char* html :
       {"<p>words", "<dl class='py function'><dt>", "<h1>tf.", "<table><tr><th>Args", "<<<>>>"})
    EXPECT_EQ(ApisOn(html), 0u) << html;
  std::string deep;
  for (int i = 0; i < 5000; ++i) deep += "<div>";
  EXPECT_EQ(ApisOn(deep), 0u);
}

}  // namespace
}  // namespace assay::knowledge::page_test
