#include "trial/rules.h"

#include <algorithm>
#include <span>
#include <string_view>

#include "base/strings.h"
#include "trial/dialect.h"
#include "trial/roles.h"

namespace assay::trial {
namespace {

using knowledge::ApiDoc;
using knowledge::Parameter;

// Shapes that tensors of one call may have together: the first for the first tensor, and so on, the
// last for all that remain.
struct Scheme {
  std::string_view dtype;
  std::vector<Dims> dims;
};

// The commonest first.
std::span<const Scheme> AllSchemes() {
  static const std::vector<Scheme> kAll = {
      {"float32", {{2, 3}}},                           // elementwise
      {"float32", {{3, 3}}},                           // square
      {"float32", {{4}}},                              // vectors
      {"float32", {{2, 3}, {3, 4}}},                   // a product of matrices
      {"float32", {{2, 4}, {2, 3}, {3, 4}}},           // added to a product
      {"float32", {{2}, {2, 3}, {3}}},                 // added to a product with a vector
      {"float32", {{2, 3}, {3}}},                      // with a vector
      {"float32", {{2, 4}, {5, 2, 3}, {5, 3, 4}}},     // added to a sum of products
      {"float32", {{5, 2, 4}, {5, 2, 3}, {5, 3, 4}}},  // added to products of a batch
      {"float32", {{2, 3, 4}, {2, 4, 5}}},             // products of a batch
      {"int64", {{2, 3}}},
      {"bool", {{2, 3}}},
      {"complex64", {{2, 3}}},
      {"float32", {{2, 3, 8}}},
      {"float32", {{2, 3, 8, 8}}},
      {"float32", {{2, 3, 8, 8, 8}}},
      {"float32", {{2, 3, 8}, {4, 3, 3}}},  // convolutions
      {"float32", {{2, 3, 8, 8}, {4, 3, 3, 3}}},
      {"float32", {{}}},
  };
  return kAll;
}

constexpr size_t kMostChoices = 3000;  // combinations of plain values that are ordered at all

// One thing that a call must pass.
struct Slot {
  const Parameter* parameter = nullptr;
  Role role = Role::kUnknown;
  bool keyword = false;
  std::vector<std::string> values;  // empty: a tensor of the scheme
};

// What TensorFlow calls raw operations refuses positional arguments, whatever their signatures say.
bool TakesKeywordsOnly(const ApiDoc& doc) { return doc.name.starts_with("tf.raw_ops."); }

std::vector<Slot> SlotsOf(const ApiDoc& doc, const Dialect& dialect, const CallBook& book) {
  std::vector<Slot> out;
  bool keywords = false;  // after a parameter that was left out
  for (const Parameter& parameter : doc.parameters) {
    if (parameter.name == "self" || parameter.kind == "var-keyword") continue;
    const bool many = parameter.kind == "var-positional";
    if (!many && (parameter.optional || parameter.default_value)) {
      keywords = true;
      continue;
    }
    if (many && keywords) continue;
    Slot slot{&parameter, RoleOf(parameter)};
    slot.keyword = parameter.kind == "keyword-only" ||
                   (parameter.kind == "positional" && (keywords || TakesKeywordsOnly(doc)));
    if (const auto known = book.values.find(parameter.name); known != book.values.end())
      slot.values = known->second;
    if (slot.role != Role::kTensor && slot.role != Role::kTensors)
      for (std::string& value : PlainValues(parameter, slot.role, dialect))
        slot.values.push_back(std::move(value));
    else if (!slot.values.empty())
      slot.values.emplace_back();  // the scheme's tensor, after what the book knows
    out.push_back(std::move(slot));
  }
  return out;
}

// Choices of one value per list: the first of all first, then by how far down the lists they go.
std::vector<std::vector<size_t>> Choices(std::vector<size_t> sizes) {
  size_t total = 1;
  for (size_t& size : sizes) {
    size = std::max<size_t>(size, 1);
    if (total * size > kMostChoices) size = std::min<size_t>(size, 2);
    if (total * size > kMostChoices) size = 1;
    total *= size;
  }
  std::vector<std::vector<size_t>> out;
  for (size_t number = 0; number < total; ++number) {
    std::vector<size_t> choice;
    for (size_t rest = number, i = 0; i < sizes.size(); rest /= sizes[i++])
      choice.push_back(rest % sizes[i]);
    out.push_back(std::move(choice));
  }
  const auto depth = [](const std::vector<size_t>& choice) {
    size_t sum = 0;
    for (const size_t i : choice) sum += i;
    return sum;
  };
  std::ranges::stable_sort(out, [&](const auto& a, const auto& b) { return depth(a) < depth(b); });
  return out;
}

class Proposal {
 public:
  Proposal(const ApiDoc& doc, const Dialect& dialect, const Scheme& scheme)
      : doc_(doc), dialect_(dialect), scheme_(scheme) {
    call_.source = "rules";
    if (doc.kind != "method" && doc.kind != "property") return;
    call_.receiver = ReceiverOf(doc, dialect);
    if (call_.receiver.empty()) call_.receiver = Tensor("", false).expression;
  }

  void Pass(const Slot& slot, const std::string& value) {
    const bool many = slot.parameter->kind == "var-positional";
    const std::string& name = slot.parameter->name;
    if (!value.empty()) {
      call_.arguments.push_back({many ? "" : name, value, slot.keyword, "", {}});
    } else if (many) {
      call_.arguments.push_back(Tensor("", false));
      call_.arguments.push_back(Tensor("", false));
    } else if (slot.role == Role::kTensors) {
      const std::string first = Tensor("", false).expression;
      call_.arguments.push_back({name,
                                 StrCat("[", first, ", ", Tensor("", false).expression, "]"),
                                 slot.keyword,
                                 "",
                                 {}});
    } else {
      call_.arguments.push_back(Tensor(name, slot.keyword));
    }
  }

  void CallWith(const CallStyle& style) {
    call_.is_called = style.called;
    if (!style.value.empty())
      call_.then_called_with.push_back({"x", std::string(style.value), false, "", {}});
    for (int i = 0; i < style.tensors; ++i)
      call_.then_called_with.push_back(Tensor(i == 0 ? "x" : StrCat("x", i + 1), false));
  }

  size_t tensors() const { return tensors_; }
  ApiCall Take() { return std::move(call_); }

 private:
  CallArgument Tensor(const std::string& name, bool keyword) {
    const Dims& dims = scheme_.dims[std::min(tensors_++, scheme_.dims.size() - 1)];
    return {name, dialect_.tensor(dims, scheme_.dtype), keyword, std::string(scheme_.dtype), dims};
  }

  const ApiDoc& doc_;
  const Dialect& dialect_;
  const Scheme& scheme_;
  size_t tensors_ = 0;
  ApiCall call_;
};

}  // namespace

std::vector<ApiCall> CallsByRule(const ApiDoc& doc, const Dialect& dialect, const CallBook& book,
                                 size_t most) {
  const std::vector<Slot> slots = SlotsOf(doc, dialect, book);
  const std::vector<CallStyle> styles = CallStyles(doc);
  std::vector<size_t> sizes = {styles.size()};
  for (const Slot& slot : slots) sizes.push_back(slot.values.size());
  const std::vector<std::vector<size_t>> choices = Choices(sizes);
  const std::span<const Scheme> schemes = AllSchemes();
  std::vector<ApiCall> out;
  // Along diagonals: neither all shapes with one choice of values nor the reverse.
  for (size_t depth = 0; depth < schemes.size() + choices.size() && out.size() < most; ++depth)
    for (size_t s = 0; s < std::min(schemes.size(), depth + 1) && out.size() < most; ++s) {
      if (depth - s >= choices.size()) continue;
      const std::vector<size_t>& choice = choices[depth - s];
      Proposal proposal(doc, dialect, schemes[s]);
      for (size_t i = 0; i < slots.size(); ++i)
        proposal.Pass(slots[i], slots[i].values.empty() ? "" : slots[i].values[choice[i + 1]]);
      proposal.CallWith(styles[choice[0]]);
      // Without tensors all schemes are the same.
      if (s == 0 || proposal.tensors() > 0) out.push_back(proposal.Take());
    }
  return out;
}

}  // namespace assay::trial
