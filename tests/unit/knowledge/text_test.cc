#include "knowledge/text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay::knowledge {
namespace {

using testing::ElementsAre;

TEST(Text, MarkupBecomesPlain) {
  EXPECT_EQ(PlainMarkup("If :attr:`beta` is 0"), "If `beta` is 0");
  EXPECT_EQ(PlainMarkup(":class:`~torch.Tensor` or ``None``"), "`Tensor` or `None`");
  EXPECT_EQ(PlainMarkup("must be :ref:`broadcastable <broadcasting-semantics>` with"),
            "must be broadcastable with");
  EXPECT_EQ(PlainMarkup(R"(of shape :math:`(\text{out\_channels}, kH)`)"),
            "of shape (out_channels, kH)");
  EXPECT_EQ(PlainMarkup(R"(:math:`p \geq 1`)"), "p >= 1");
  EXPECT_EQ(PlainMarkup("see [the guide](https://example.org/x)"), "see the guide");
}

TEST(Text, SentencesEndAtPointsThatEndSentences) {
  EXPECT_THAT(Sentences("Must be positive, e.g. 0.5. Default: 1.\nSee x (a. b) too."),
              ElementsAre("Must be positive, e.g. 0.5.", "Default: 1.", "See x (a. b) too."));
  EXPECT_THAT(Sentences("One of:\n\n- first\n  goes on\n- second"),
              ElementsAre("One of:", "first goes on", "second"));
}

TEST(Text, DedentKeepsInnerDepth) {
  EXPECT_THAT(Dedent({"", "    a", "      b", "", "    c", ""}), ElementsAre("a", "  b", "", "c"));
}

}  // namespace
}  // namespace assay::knowledge
