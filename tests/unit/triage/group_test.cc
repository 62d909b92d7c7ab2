#include "triage/group.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay::triage {
namespace {

Member Make(const std::string& id, const std::string& target, const std::string& kind,
            const std::string& canonical) {
  Member member;
  member.row.id = id;
  member.row.target = target;
  member.row.kind = kind;
  member.row.count = 2;
  member.row.stage = "run";
  member.row.signature = target + " | " + kind + " | run | layer Conv | more";
  member.canonical = canonical;
  member.cause = CauseOfFinding(member.row, {}, canonical);
  member.reduced = !canonical.empty();
  member.nodes = member.reduced ? 1 : 9;
  return member;
}

TEST(Group, ModesAndVersionsOfAFrameworkAreOne) {
  const auto groups =
      GroupFindings({Make("a", "ort", "wrong", ""), Make("b", "ort:off", "nan", ""),
                     Make("c", "ort@1.2:x", "wrong", ""), Make("d", "other", "wrong", "")});
  ASSERT_EQ(groups.size(), 2u);
  EXPECT_THAT(groups[0].targets, testing::ElementsAre("ort", "ort:off", "ort@1.2:x"));
  EXPECT_EQ(groups[0].hits, 6);
}

TEST(Group, OfReducedFindingsTheFormDecides) {
  const auto groups = GroupFindings({
      Make("a", "ort", "wrong", "t0:float32 = Conv<dilations>(i0:float32)"),
      Make("b", "ort", "wrong", "t0:float32 = Conv<dilations,pads>(i0:float32)"),
      Make("c", "ort", "wrong", "t0:float32 = Conv<group>(i0:float32)"),
      Make("d", "ort", "crash", "t0:float32 = Conv<group>(i0:float32)"),
  });
  EXPECT_EQ(groups.size(), 3u);
}

TEST(Group, ShapesAreNoValues) {
  const std::string shift = "t0:uint8 = BitShift<direction>(i0:uint8, i1:uint8)";
  EXPECT_EQ(
      GroupFindings({Make("a", "ov", "wrong", shift), Make("b", "ov", "shape", shift)}).size(), 2u);
  EXPECT_EQ(GroupFindings({Make("a", "ov", "wrong", shift), Make("b", "ov", "nan", shift)}).size(),
            1u);
}

TEST(Group, TheCauseDecidesAndNotWhatSawIt) {
  Member shape = Make("a", "ort", "shape", "t0:int64 = NonZero(i0:float32)");
  Member refused = Make("b", "ort", "rejected", "t0:int64 = NonZero(i0); t1:int64 = Mod(t0, t0)");
  refused.cause = shape.cause;
  EXPECT_EQ(GroupFindings({shape, refused}).size(), 1u);
}

TEST(Group, OneChangeToTheModelIsOneBug) {
  const auto with = [](const std::string& id, const std::string& canonical,
                       const std::string& acts_as) {
    Member out = Make(id, "ort", "wrong", canonical);
    out.cause.acts_as = acts_as;
    return out;
  };
  const Member reshape =
      with("a", "t0 = Transpose(i0); t1 = Reshape(t0)", "without Transpose beside layout");
  const Member twice =
      with("b", "t0 = Transpose(i0); t1 = Transpose(t0)", "without Transpose beside layout");
  const Member sum =
      with("c", "t0 = Transpose(i0); t1 = ReduceSum(t0)", "without Transpose beside reduction");
  EXPECT_EQ(GroupFindings({reshape, twice, sum}).size(), 2u);
  const Member relu = with("d", "t0 = Clip(i0); t1 = Relu(t0)", "without Relu beside Clip");
  const Member any = with("e", "t0 = Sigmoid(i0); t1 = Clip(t0)", "without any beside Clip");
  EXPECT_EQ(GroupFindings({relu, any}).size(), 1u) << "what happens to any happens to one";
  EXPECT_EQ(GroupFindings({sum, any}).size(), 2u);
}

TEST(Group, TheMostReducedThenTheMostRealisticLeads) {
  Member plain = Make("a", "ort", "wrong", ""), small = Make("b", "ort", "wrong", ""),
         real = Make("c", "ort", "wrong", "");
  small.nodes = real.nodes = 3;
  real.row.realism = 0.5;
  const auto groups = GroupFindings({plain, small, real});
  ASSERT_EQ(groups.size(), 1u);
  EXPECT_EQ(groups[0].lead().row.id, "c");
  EXPECT_EQ(groups[0].realism(), 0.5);
}

TEST(Group, TheOrderOfFindingsDoesNotMatter) {
  std::vector<Member> members = {
      Make("a", "ort", "wrong", "t0:float32 = Conv<dilations,group>(i0:float32)"),
      Make("b", "ort", "wrong", "t0:float32 = Conv<dilations>(i0:float32)"),
      Make("c", "ort", "wrong", "t0:float32 = Conv<group>(i0:float32)")};
  const auto keys = [](std::vector<Member> list) {
    std::vector<std::string> out;
    for (const Group& group : GroupFindings(std::move(list))) out.push_back(group.key);
    return out;
  };
  const auto forward = keys(members);
  std::reverse(members.begin(), members.end());
  EXPECT_EQ(keys(members), forward);
}

TEST(Group, FrameworksOfTargets) {
  EXPECT_EQ(FrameworkOf("onnxruntime@1.17.3:opt=off"), "onnxruntime");
  EXPECT_EQ(FrameworkOf("torch:compile"), "torch");
  EXPECT_EQ(FrameworkOf("mnn"), "mnn");
}

}  // namespace
}  // namespace assay::triage
