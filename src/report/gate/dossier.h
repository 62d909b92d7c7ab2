// Dossier: all that is known of one finding when somebody thinks of reporting it.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "graph/model_case.h"
#include "oracle/tap.h"
#include "store/rows.h"

namespace assay::report::gate {

// A finding of the same store with the same grouping.
struct Sibling {
  std::string id, target, state;
};

struct Dossier {
  store::FindingRow row;
  std::string framework, mode;                  // of the target
  std::map<std::string, nlohmann::json> facts;  // by aspect
  std::vector<store::HistoryRow> history;       // oldest first
  std::vector<std::string> recipes;             // how the cases that showed it came about
  std::optional<store::ReductionRow> reduction;
  ModelCase smallest;
  // What the reference computes for the smallest case, by tensor name; empty when it cannot.
  oracle::NamedTensors values;
  std::string not_computed;  // why the reference was not even asked; "" when it was
  std::vector<Sibling> siblings;
  // The newest release that is known of, and how.
  std::string newest, newest_how;

  // The fact, or an empty object.
  const nlohmann::json& Fact(const std::string& aspect) const;
  bool Has(const std::string& aspect) const;
  // The kind of failure compares numbers with the truth (wrong, nan, …), so that it is open to
  // quarrels over rounding; the others are a crash, a hang, a refusal, a wrong shape.
  bool ComparesValues() const;
  // The output that is wrong, by the evidence; kAbsent when there is none.
  ValueId WrongOutput() const;
  // The operator that is to blame as far as known: located, wrong by itself, or the one that makes
  // the wrong output. "" when nothing points to one.
  std::string BlamedOperator() const;
  // The nodes that the wrong output depends on, in graph order, those of subgraphs included. All
  // nodes when no output is known, or when subgraphs make dependences hard to see.
  std::vector<const Node*> NodesBehindWrongOutput() const;
  // Whether the wrong output depends on output `i` of `node`, one of those nodes. True where that
  // is hard to see.
  bool WrongOutputUses(const Node& node, size_t i) const;
  // What the reference says of the tensor that node reads as input `i`; nullptr when unknown.
  const Tensor* InputOf(const Node& node, size_t i) const;
};

}  // namespace assay::report::gate
