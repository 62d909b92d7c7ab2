// Names in scope while a program is read: what they stand for.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace assay::program {

// What an expression stands for. At most one of both is known.
struct Meaning {
  std::string path;  // a module, class or function: torch.nn.functional
  std::string type;  // an object of this type: torch.Tensor
};

class Names {
 public:
  Names() : scopes_(1) {}
  void Enter() { scopes_.emplace_back(); }
  void Leave() {
    if (scopes_.size() > 1) scopes_.pop_back();
  }
  void Set(const std::string& name, Meaning meaning) { scopes_.back()[name] = std::move(meaning); }
  Meaning Get(const std::string& name) const;

 private:
  std::vector<std::map<std::string, Meaning>> scopes_;
};

// The type of what a call of `api` gives: classes give objects of themselves, functions of a
// framework its tensors. "" when it is not known.
std::string ResultType(std::string_view api);

// The type of an operator's result, from those of its operands.
std::string OperatorType(const std::string& left, const std::string& right);

bool IsTensorType(std::string_view type);

}  // namespace assay::program
