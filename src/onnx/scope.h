// Scope: the names of one graph while it is read, and the graphs around it.
//
// All definitions of a graph are entered before its nodes are read, so that a name is either local
// or belongs to a graph around; a subgraph's use of an outer value is entered as captured in every
// graph in between.
#pragma once

#include <string_view>
#include <unordered_map>

#include "graph/graph.h"
#include "onnx/protos.h"
#include "onnx/read_context.h"

namespace assay::onnxio {

class Scope {
 public:
  // `outer` is nullptr at the top; both must outlive the scope.
  Scope(ReadContext& context, Scope* outer)
      : context_(context), outer_(outer), nesting_(outer == nullptr ? 0 : outer->nesting_ + 1) {}
  Scope(const Scope&) = delete;
  Scope& operator=(const Scope&) = delete;

  Graph& graph() { return graph_; }
  ReadContext& context() { return context_; }
  int nesting() const { return nesting_; }

  // Notes the type that the file declares for `name`; two declarations must agree. `name` must
  // outlive the scope.
  Status Declare(const std::string& name, const onnx::TypeProto& type);
  // The declared type, or kUnknown.
  ValueType DeclaredType(std::string_view name) const;

  // The value of that name in this graph, added with its declared type when it is new.
  ValueId Define(const std::string& name);
  // Adds a value of that name, which must be new, with another type.
  ValueId Define(const std::string& name, ValueType type) { return Add(name, std::move(type)); }
  bool Defines(std::string_view name) const { return ids_.contains(name); }
  // The value that a use of `name` means: local, else captured. A name that exists nowhere gets a
  // value without producer, for VerifyStructure to report. "" is kAbsent.
  ValueId Use(const std::string& name);

  // An error once subgraphs have multiplied the captured values beyond all reason. To be asked
  // after every use.
  Status CheckBudget() const;

 private:
  ValueId Add(const std::string& name, ValueType type);
  ValueId Capture(const std::string& name);

  ReadContext& context_;
  Scope* outer_;
  int nesting_;
  Graph graph_;
  std::unordered_map<std::string_view, ValueId> ids_;  // keys point into the graph's values
  std::unordered_map<std::string_view, ValueType>
      declared_;  // keys point into the protobuf message
};

}  // namespace assay::onnxio
