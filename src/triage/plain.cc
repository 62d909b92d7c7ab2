#include "triage/plain.h"

#include <algorithm>

#include "triage/case_bytes.h"
#include "triage/cause.h"
#include "triage/family.h"
#include "triage/form.h"
#include "triage/stand_in.h"

namespace assay::triage {
namespace {

// Larger graphs are taken as they are: every node costs dozens of runs.
constexpr size_t kMostNodes = 4;
// To see whether operators matter at all takes two runs.
constexpr size_t kMostAlike = 12;
// Cutting and replacing enable each other; more rounds bring nothing.
constexpr int kMostRounds = 3;

class Search {
 public:
  Search(ModelCase start, const Probe& probe, const Symptom& symptom,
         const std::function<bool()>& should_stop)
      : current_(std::move(start)), probe_(probe), wanted_(symptom), should_stop_(should_stop) {}

  ModelCase Run() {
    if (graph().node_count() > kMostNodes && !TakeAlike()) return std::move(current_);
    Raise();
    Retype();
    Vary();
    // A bug of the structure alone is there whatever the operators are: one step in place of many,
    // which might get stuck half-way.
    TakeAlike();
    for (int round = 0; round < kMostRounds; ++round) {
      const int before = taken_;
      Drop();
      Cut();
      alone_ = graph().node_count() == 1;
      if (alone_ && !RightInOrdinaryForm(graph().node(0))) break;
      if (error_.empty()) Look();
      for (size_t i = 0; i < graph().node_count(); ++i) {
        Replace(i);
        alone_ = graph().node_count() == 1;
      }
      if (taken_ == before) break;
    }
    return std::move(current_);
  }

 private:
  const Graph& graph() const { return current_.model.graph; }

  bool TakeAlike() {
    if (graph().node_count() < 2 || graph().node_count() > kMostAlike) return false;
    return Take(AllAlike(current_, false), "", "") || Take(AllAlike(current_, true), "", "");
  }

  // How far off it is as it stands.
  void Look() {
    const auto seen = probe_.Run(current_);
    if (seen.ok()) error_ = ErrorOf(seen->result);
  }

  // The operator versions of today, where the stand-ins are.
  void Raise() {
    constexpr int kOpset = 21;  // all runtimes take it
    if (current_.model.opset("") == kOpset) return;
    ModelCase changed = current_;
    changed.model.opsets[""] = kOpset;
    Take(std::move(changed), "", "");
  }

  // float32 in place of whatever the inputs hold.
  void Retype() {
    for (size_t i = 0; i < graph().inputs.size(); ++i) {
      const Datum& datum = current_.inputs[i];
      const DType type = datum.tensor.dtype();
      if (datum.kind != Datum::Kind::kTensor || type == DType::kFloat32 ||
          !(IsFloat(type) || IsIntOrBool(type)))
        continue;
      std::vector<double> values;
      for (int64_t k = 0; k < datum.tensor.count(); ++k)
        values.push_back(IsFloat(type) ? datum.tensor.RealAt(k)
                                       : static_cast<double>(datum.tensor.IntAt(k)));
      ModelCase changed = current_;
      changed.inputs[i].tensor = MakeTensor(DType::kFloat32, datum.tensor.shape(), values);
      changed.model.graph.SetType(graph().inputs[i],
                                  TensorType(DType::kFloat32, datum.tensor.shape()));
      Take(std::move(changed), "", "");
    }
  }

  // Nodes that are not needed: what they are made of takes their place among the outputs.
  void Drop() {
    for (size_t i = graph().node_count(); i-- > 0 && graph().node_count() > 1;) {
      if (i >= graph().node_count()) continue;
      ModelCase changed = current_;
      std::vector<ValueId>& outputs = changed.model.graph.outputs;
      const Node& node = graph().node(i);
      const std::vector<int> producers = graph().Producers();
      const auto made = std::find_if(node.inputs.begin(), node.inputs.end(), [&](ValueId id) {
        return id != kAbsent && producers[static_cast<size_t>(id)] >= 0 &&
               graph().type(id).is_tensor();
      });
      for (const ValueId id : node.outputs)
        if (made != node.inputs.end() &&
            std::find(outputs.begin(), outputs.end(), *made) == outputs.end())
          std::replace(outputs.begin(), outputs.end(), id, *made);
        else
          std::erase(outputs, id);
      if (outputs.empty()) continue;
      DropUnread(changed);
      Take(std::move(changed), "", "");
    }
  }

  // Values in place of what other nodes make: only what has to be connected stays so.
  void Cut() {
    for (size_t i = 0; i < graph().node_count(); ++i)
      for (size_t k = 0; k < graph().node(i).inputs.size(); ++k)
        if (CutOne(i, k)) i = k = 0;  // numbers have changed
  }

  bool CutOne(size_t at, size_t operand) {
    const ValueId id = graph().node(at).inputs[operand];
    if (id == kAbsent || graph().Producers()[static_cast<size_t>(id)] < 0) return false;
    const auto subject = MakeSubject(current_);
    if (!subject.ok()) return false;
    const auto tensors = oracle::ReferenceTensors(*subject);
    if (!tensors.ok()) return false;
    const auto value = tensors->find(graph().name_of(id));
    if (value == tensors->end()) return false;
    ModelCase changed = current_;
    Node node = graph().node(at);
    node.inputs[operand] = AddInput(changed, value->second);
    changed.model.graph.SetNode(at, std::move(node));
    DropUnread(changed);
    return Take(std::move(changed), "", "");
  }

  // Other numbers, where numbers do not matter.
  void Vary() {
    ModelCase changed = current_;
    for (size_t i = 0; i < changed.inputs.size(); ++i) {
      Tensor& tensor = changed.inputs[i].tensor;
      if (changed.inputs[i].kind == Datum::Kind::kTensor && tensor.dtype() == DType::kFloat32)
        tensor = Distinct(tensor.shape(), i);
    }
    Take(std::move(changed), "", "");
  }

  void Replace(size_t at) {
    const Node node = graph().node(at);
    const ValueId result = OnlyResult(graph(), node);
    if (!node.domain.empty() || result == kAbsent) return;
    if (!alone_ && Refill(at, result)) return;
    // A lone operator with a wrong result may be replaced by its like only; a crash or a message
    // that stays the same is proof enough for any.
    const bool by_family = alone_ && wanted_.message.empty();
    if (!by_family && ReplaceBySimple(at, node, result)) return;
    // By name: the first of a family that shows it stands for all of them.
    for (const Node& other : SameCall(node, current_.model.opset("")))
      if (other.op < node.op && SameFamily(node.op, other.op) &&
          (Try(at, other) || (by_family && Try(at, other, /*mirrored=*/true))))
        return;
  }

  // What goes wrong above for one goes wrong below for the other: Floor and Ceil.
  static void Mirror(ModelCase& model_case) {
    for (Datum& datum : model_case.inputs) {
      if (datum.kind != Datum::Kind::kTensor || datum.tensor.dtype() != DType::kFloat32) continue;
      std::vector<double> values;
      for (int64_t k = 0; k < datum.tensor.count(); ++k) values.push_back(-datum.tensor.RealAt(k));
      datum.tensor = MakeTensor(DType::kFloat32, datum.tensor.shape(), values);
    }
  }

  bool ReplaceBySimple(size_t at, const Node& node, ValueId result) {
    for (const StandIn& other : kStandIns) {
      if (node.op == other.op && node.attrs.size() == 0) return true;  // as plain as it gets
      for (size_t first = 0; first < node.inputs.size(); ++first) {
        const auto simple = Simple(node, result, other, first);
        if (simple.has_value() && Try(at, *simple)) return true;
      }
    }
    return false;
  }

  // A node that only has to make something of this shape.
  bool Refill(size_t at, ValueId result) {
    const ValueType& type = graph().type(result);
    if (!type.is_tensor() || !type.tensor.shape().has_value()) return false;
    ModelCase changed = current_;
    Node node;
    node.name = graph().node(at).name;
    node.op = kStandIns[0].op;
    node.inputs.push_back(AddInput(changed, Distinct(*type.tensor.shape(), changed.inputs.size())));
    node.outputs.push_back(result);
    const Node& old = graph().node(at);
    if (old.op == node.op && graph().Producers()[static_cast<size_t>(old.inputs[0])] < 0)
      return true;  // it is one already
    changed.model.graph.SetNode(at, std::move(node));
    DropUnread(changed);
    return Take(std::move(changed), "", "");
  }

  bool Try(size_t at, const Node& other, bool mirrored = false) {
    const std::string before = graph().node(at).op;
    ModelCase changed = current_;
    changed.model.graph.SetNode(at, other);
    if (mirrored) Mirror(changed);
    if (!Take(std::move(changed), before, other.op)) return false;
    if (wanted_.op == before) wanted_.op = other.op;
    return true;
  }

  // Takes a case that is legal and shows the failure, with the operator `after` in the place of
  // `before`.
  bool Take(ModelCase changed, const std::string& before, const std::string& after) {
    if (should_stop_ && should_stop_()) return false;
    auto legal = Checked(std::move(changed));
    if (!legal.has_value()) return false;
    const auto seen = probe_.Run(*legal);
    if (!seen.ok() || !seen->finding() || !Same(seen->symptom, before, after)) return false;
    const std::string error = ErrorOf(seen->result);
    // Two functions that are inaccurate, the one more than the other, are two bugs.
    if (alone_ && !after.empty() &&
        (error != error_ || !RightInOrdinaryForm(legal->model.graph.node(0))))
      return false;
    error_ = error;
    current_ = std::move(*legal);
    ++taken_;
    return true;
  }

  // The failure that is wanted, with `after` in the place of `before`.
  bool Same(Symptom seen, const std::string& before, const std::string& after) const {
    if (wanted_.op == before && seen.op == after) seen.op = before;
    Symptom wanted = wanted_;
    // Several nodes that are all needed are a matter of the whole, whichever layer was seen first;
    // and what could only be seen as a whole may be seen in its layer once it stands alone.
    if (!alone_ || (after.empty() && seen.gross)) wanted.op = seen.op = "";
    wanted.oracle = KindFamily(wanted.oracle);
    seen.oracle = KindFamily(seen.oracle);
    // Messages name the operator.
    wanted.message = WithoutOperators(wanted.message);
    seen.message = WithoutOperators(seen.message);
    return SameFailure(wanted, seen);
  }

  // Of the case's own element type where that is another one: what is wrong with all numbers of it
  // is wrong by itself. With both signs: some bugs are a matter of the sign alone.
  bool RightInOrdinaryForm(const Node& node) const {
    const DType own = current_.inputs.empty() ? DType::kFloat32 : current_.inputs[0].tensor.dtype();
    const DType dtype = IsFloat(own) ? own : DType::kFloat32;
    for (const double value : {1.0, -2.0, 0.0}) {
      const auto ordinary = Ordinary(current_.model, node, value, dtype);
      if (!ordinary.has_value()) return false;
      const auto seen = probe_.Run(*ordinary);
      if (!seen.ok() || seen->finding() || seen->result.status == oracle::CaseStatus::kUnsupported)
        return false;
    }
    return true;
  }

  ModelCase current_;
  const Probe& probe_;
  Symptom wanted_;
  const std::function<bool()>& should_stop_;
  bool alone_ = false;
  std::string error_;  // of the current case; "" when that is not known
  int taken_ = 0;
};

}  // namespace

ModelCase Plainest(ModelCase reduced, const Probe& probe, const Symptom& symptom,
                   const std::function<bool()>& should_stop) {
  return Search(std::move(reduced), probe, symptom, should_stop).Run();
}

}  // namespace assay::triage
