#include "onnx/scope.h"

#include "base/strings.h"
#include "onnx/types.h"

namespace assay::onnxio {

Status Scope::Declare(const std::string& name, const onnx::TypeProto& type) {
  if (name.empty()) return Invalid("a declared value has an empty name");
  ASSAY_RETURN_IF_ERROR(CheckText(name, "value name"));
  Result<ValueType> read = ReadType(type);
  if (!read.ok()) return Within(StrCat("type of value ", Quoted(name)), read.error());
  const auto [it, added] = declared_.try_emplace(name, *read);
  if (added) return {};
  std::optional<ValueType> both = Unify(it->second, *read);
  if (!both)
    return Invalid(StrCat("value ", Quoted(name), " is declared as ", TypeText(it->second),
                          " and as ", TypeText(*read)));
  it->second = *std::move(both);
  return {};
}

ValueType Scope::DeclaredType(std::string_view name) const {
  const auto it = declared_.find(name);
  return it == declared_.end() ? ValueType() : it->second;
}

ValueId Scope::Add(const std::string& name, ValueType type) {
  const ValueId id = graph_.AddValue(name, std::move(type));
  ids_.emplace(graph_.name_of(id), id);
  return id;
}

ValueId Scope::Define(const std::string& name) {
  const auto it = ids_.find(name);
  return it != ids_.end() ? it->second : Add(name, DeclaredType(name));
}

ValueId Scope::Capture(const std::string& name) {
  if (const auto it = ids_.find(name); it != ids_.end()) return it->second;
  if (outer_ == nullptr) return kAbsent;
  const ValueId outside = outer_->Capture(name);
  if (outside == kAbsent) return kAbsent;
  if (context_.captured > 0) --context_.captured;
  const ValueId id = Add(name, outer_->graph_.type(outside));
  graph_.captured.push_back(id);
  return id;
}

ValueId Scope::Use(const std::string& name) {
  if (name.empty()) return kAbsent;
  const ValueId id = Capture(name);
  return id != kAbsent ? id : Add(name, {});
}

Status Scope::CheckBudget() const {
  if (context_.captured > 0) return {};
  return Invalid("the subgraphs of the model use too many values of the graphs around them");
}

}  // namespace assay::onnxio
