#include "mirror/rewrite/rewriter.h"

#include "base/strings.h"
#include "mirror/rewrite/finish.h"
#include "mirror/rewrite/helpers.h"
#include "mirror/rewrite/kept_pairs.h"
#include "mirror/rewrite/pair_twins.h"
#include "mirror/rewrite/rules.h"
#include "mirror/rewrite/writer.h"
#include "program/parse/edit.h"
#include "program/parse/syntax.h"

namespace assay::mirror {
namespace {

// What a function is called with may be learnt from a function that is learnt about itself.
constexpr int kPasses = 4;

}  // namespace

struct Rewriter::State {
  Direction direction;
  Rules rules;
  Helpers helpers;
  PairTwins twins;
};

Rewriter::Rewriter(std::unique_ptr<State> state) : state_(std::move(state)) {}
Rewriter::Rewriter(Rewriter&&) noexcept = default;
Rewriter& Rewriter::operator=(Rewriter&&) noexcept = default;
Rewriter::~Rewriter() = default;

Result<Rewriter> Rewriter::Open(const Direction& direction, bool use_model,
                                std::function<Result<knowledge::PairBase>()> pairs) {
  ASSAY_ASSIGN(Rules rules, Rules::Load());
  ASSAY_ASSIGN(Helpers helpers, Helpers::Load(direction.to));
  if (!pairs) pairs = [direction] { return KeptPairs(direction); };
  return Rewriter(
      std::make_unique<State>(State{direction, std::move(rules), std::move(helpers),
                                    PairTwins(direction, std::move(pairs), use_model)}));
}

const Direction& Rewriter::direction() const { return state_->direction; }

Rewritten Rewriter::Rewrite(const std::string& text) const {
  Rewritten out;
  const program::SyntaxTree tree = program::SyntaxTree::Parse(text);
  const FindTwin twins = [this](const std::string& api) {
    return state_->twins.Find(api, state_->rules);
  };
  Memory memory;
  Draft draft;
  for (int pass = 0; pass < kPasses; ++pass) {
    Writer writer(state_->rules, state_->direction, twins, memory);
    draft.text = writer.WriteAll(tree);
    draft.helpers = writer.log().helpers;
    draft.source_imports = writer.source_imports;
    out.left = writer.log().left;
    out.uses = writer.log().uses;
    out.notes = writer.log().notes;
  }
  for (const program::SyntaxError& error : tree.errors())
    out.left.push_back({error.line, "syntax", error.message});
  draft.own = program::OwnNames(tree);
  draft.complete = out.left.empty();
  draft.wide = memory.wide;
  out.text = Finish(std::move(draft), state_->direction, state_->helpers);
  return out;
}

std::string Rewriter::TwinOf(const std::string& api) const {
  const std::string name = ShortName(api);
  const auto& [from, to] = state_->direction;
  std::vector<Reading> readings = state_->rules.Calls(from, name);
  for (const std::string_view owner : {"torch.Tensor.", "jax.Array.", "tensorflow.Tensor."})
    if (api.starts_with(owner)) {
      const auto& members = state_->rules.Members(from, api.substr(owner.size()));
      readings.insert(readings.end(), members.begin(), members.end());
      if (owner == "torch.Tensor.") {
        const auto& functions = state_->rules.Calls(from, "torch." + api.substr(owner.size()));
        readings.insert(readings.end(), functions.begin(), functions.end());
      }
    }
  for (const Reading& reading : readings)
    for (const Spelling& spelling : reading.operation->spellings.at(to))
      return FullName(spelling.Shown());
  if (const PairTwin* twin = state_->twins.Find(api, state_->rules)) return twin->twin;
  return "";
}

std::vector<ApiUse> Rewriter::UsesOf(const std::string& text) const { return Rewrite(text).uses; }

}  // namespace assay::mirror
