// Builder: appends named nodes with seeded weights to a model under construction.
//
// Types are inferred as nodes arrive, so a layer can ask for the shape of its input. A node's name
// is role/scope/layer; the value it makes has the same name, its weights have a suffix. A mistake
// in a model is our own and stops the program.
#pragma once

#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "base/rng.h"
#include "graph/graph.h"
#include "zoo/weights.h"
#include "zoo/zoo.h"

namespace assay::zoo {

// The opset of most models here; and the first with Gelu, for those that use it.
constexpr int kOpset = 17;
constexpr int kGeluOpset = 20;

class Builder {
 public:
  Builder(std::string_view model_name, int opset, Size size, Rng& rng);

  // --- sizes and weights ---
  template <typename T>
  T Pick(T small, T full) const {
    return size_ == Size::kSmall ? small : full;
  }
  Size size() const { return size_; }
  int opset() const { return opset_; }
  Rng& rng() { return rng_; }
  // Small models are made to be judged by their outputs: peaked filters, and results that lie above
  // zero so far that rectifiers cut little of the deviation (it is restored by the next weights,
  // and worst-case bounds with it).
  Shaping shaping() const { return Pick(Shaping::kPeaked, Shaping::kNormal); }
  double lift() const { return Pick(1.0, 0.0); }

  // --- names ---
  void Backbone() { role_ = "backbone"; }
  void Head() { role_ = "head"; }
  // Lengthens the names of all nodes while it lives.
  class Scope {
   public:
    Scope(Builder& builder, std::string_view name);
    ~Scope();
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    Builder& builder_;
    size_t before_;
  };
  std::string FullName(std::string_view layer) const;

  // --- values ---
  // A graph input with the value it gets; its moments are measured.
  ValueId Input(std::string_view name, const Tensor& value);
  ValueId Weight(std::string_view layer, std::string_view what, Tensor value);
  ValueId Ints(std::string_view layer, std::string_view what, std::vector<int64_t> values);
  ValueId Scalar(std::string_view layer, std::string_view what, float value);
  // Names `id` as the next output of the model.
  void Output(ValueId id, std::string_view name);

  // --- nodes ---
  // Appends a node and returns its only output. The moments of the result are those of the first
  // input unless the caller sets others.
  ValueId Op(std::string_view op, std::string_view layer, std::vector<ValueId> inputs,
             Attrs attrs = {});
  std::vector<ValueId> OpMany(std::string_view op, std::string_view layer,
                              std::vector<ValueId> inputs, Attrs attrs, int outputs);

  // --- what is known ---
  Shape shape(ValueId id) const;
  int64_t dim(ValueId id, size_t axis) const { return shape(id)[axis]; }
  const Moments& moments(ValueId id) const;
  // Moments that do not fit the channels of `id` are pooled. Gives `id` back.
  ValueId SetMoments(ValueId id, Moments moments);

  Subject Finish();

 private:
  std::string Unique(std::string name);
  ValueId AddValue(std::string name, ValueType type, Moments moments);

  Rng& rng_;
  Size size_;
  int opset_;
  Subject subject_;
  std::string role_ = "backbone";
  std::string scope_;
  std::unordered_set<std::string> names_;
  std::vector<Moments> moments_;  // by ValueId
};

}  // namespace assay::zoo
