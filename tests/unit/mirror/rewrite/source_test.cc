// The front end by itself: names, views and who shares memory with whom.
#include "mirror/rewrite/source.h"

#include <gmock/gmock.h>

namespace assay::mirror::source_test {
namespace {

using program::Node;
using testing::ElementsAre;
using testing::SizeIs;

// The nodes of a program's statements, below what is a statement only because it stands alone.
std::vector<Node> Statements(const program::SyntaxTree& tree) {
  std::vector<Node> out;
  for (const Node& one : tree.root().children())
    out.push_back(one.is("expression_statement") ? one.children()[0] : one);
  return out;
}

struct FrontEnd {
  explicit FrontEnd(const std::string& text) : tree(program::SyntaxTree::Parse(text)) {}

  program::SyntaxTree tree;
  Rules rules = Rules::Load().value();
  Memory memory;
  WriteLog log;
  SourceProgram program{tree};
  Scopes names{Torch().facts(), memory};
  Views views{rules, Torch(), names};
  Aliases aliases{Torch().facts(), program, names, views, memory};
};

TEST(SourceProgram, KnowsWhatIsReadLater) {
  const FrontEnd one("x = f(1)\nwhile x:\n    y = x\n    z = 2\nprint(z)\n");
  const Node body = Statements(one.tree)[1].field("body");
  const Node assigned = body.children()[1];
  EXPECT_TRUE(one.program.ReadLater("y", assigned));  // in the next round
  EXPECT_TRUE(one.program.ReadLater("z", assigned));
  EXPECT_FALSE(one.program.ReadLater("f", assigned));
}

TEST(SourceProgram, GivesNamesThatAreFree) {
  FrontEnd one("tape = 1\n");
  EXPECT_EQ(one.program.Fresh("tape"), "tape_2");
  EXPECT_EQ(one.program.Fresh("tape"), "tape_3");
}

TEST(Views, LeadToTheVariable) {
  FrontEnd one("import torch\nx.view(-1)[0].t()\nx.add_(1)\nx + 1\ntorch.add(x, y, out=z)\n");
  const std::vector<Node> nodes = Statements(one.tree);
  one.names.BindImport(nodes[0], one.log);
  EXPECT_EQ(one.views.RootName(nodes[1]), "x");
  EXPECT_TRUE(one.views.IsInPlaceCall(nodes[2]));
  EXPECT_EQ(one.views.RootName(nodes[3]), "");
  EXPECT_EQ(one.views.ChangedBy(nodes[4]).text(), "z");
}

TEST(Aliases, TellWhoFollowsAChange) {
  FrontEnd one("v = x[0]\nw = v.reshape(2)\n");
  for (const Node& node : Statements(one.tree))
    one.aliases.Note(node.field("left"), node.field("right"), Of(Value::Kind::kTensor));
  std::vector<std::string> names;
  const std::vector<Follower> all = one.aliases.Followers("v");
  for (const Follower& follower : all) names.push_back(follower.name);
  EXPECT_THAT(names, ElementsAre("x", "w"));
  ASSERT_THAT(all, SizeIs(2));
  EXPECT_TRUE(all[0].back);      // x = x with v at [0]
  EXPECT_FALSE(all[1].certain);  // a copy where v has gaps
}

}  // namespace
}  // namespace assay::mirror::source_test
