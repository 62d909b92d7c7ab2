#include "reduce/notes.h"

#include <cmath>

#include "base/hash.h"
#include "base/rng.h"
#include "base/strings.h"
#include "ops/schema.h"
#include "reduce/extract.h"
#include "reduce/tensors.h"

namespace assay::reduce {
namespace {

// What may stand in a tensor: four ways of filling it, all of which must show the failure.
struct Filling {
  double low, high;
  bool integers;
};
struct ValueClass {
  const char* text;  // behind the element type
  std::vector<Filling> fillings;
};

// The most general first.
const std::vector<ValueClass>& FloatClasses() {
  static const std::vector<ValueClass> kClasses = {
      {" value", {{-2, 2, false}, {-2, 2, false}, {-3, 3, true}, {-1000, 1000, false}}},
      {" value > 0", {{0.1, 2, false}, {0.1, 2, false}, {1, 3, true}, {1, 1000, false}}},
      {" value < 0", {{-2, -0.1, false}, {-2, -0.1, false}, {-3, -1, true}, {-1000, -1, false}}},
      {" value between -2 and 2", {{-2, 2, false}, {-2, 2, false}, {-2, 2, false}, {-2, 2, false}}},
      {" value between 0 and 2", {{0, 2, false}, {0, 2, false}, {0, 2, false}, {0, 2, false}}},
      {" integer value", {{-3, 3, true}, {-3, 3, true}, {-9, 9, true}, {-9, 9, true}}},
  };
  return kClasses;
}
const std::vector<ValueClass>& IntClasses() {
  static const std::vector<ValueClass> kClasses = {
      {" value", {{-3, 3, true}, {-100, 100, true}, {-3, 3, true}, {-100, 100, true}}},
      {" value >= 0", {{0, 3, true}, {0, 100, true}, {0, 3, true}, {0, 100, true}}},
      {" value < 0", {{-3, -1, true}, {-100, -1, true}, {-3, -1, true}, {-100, -1, true}}},
      {" value from 0 to 3", {{0, 3, true}, {0, 3, true}, {0, 3, true}, {0, 3, true}}},
  };
  return kClasses;
}

Tensor Filled(const Tensor& like, const Filling& filling, Rng& rng) {
  std::vector<double> reals;
  std::vector<int64_t> ints;
  for (int64_t i = 0; i < like.count(); ++i) {
    ints.push_back(rng.Int(static_cast<int64_t>(std::ceil(filling.low)),
                           static_cast<int64_t>(std::floor(filling.high))));
    reals.push_back(filling.integers ? static_cast<double>(ints.back())
                                     : rng.Real(filling.low, filling.high));
  }
  if (IsFloat(like.dtype())) return MakeTensor(like.dtype(), like.shape(), reals);
  return MakeIntTensor(like.dtype(), like.shape(), ints);
}

std::string ValueNote(Search& search, const Place& place) {
  const ModelCase& now = search.current();
  const Tensor& tensor = TensorAt(now, place);
  const std::string name = search.graph().name_of(place.id);
  for (const ValueClass& values : IsFloat(tensor.dtype()) ? FloatClasses() : IntClasses()) {
    Makers makers;
    Rng rng(HashBytes(name));
    for (const Filling& filling : values.fillings) {
      ModelCase changed = now;
      SetTensor(changed, place, Filled(tensor, filling, rng));
      makers.push_back([changed] { return std::optional(changed); });
    }
    if (search.AllShow(makers))
      return StrCat(name, ": any ", DTypeName(tensor.dtype()), values.text);
  }
  return StrCat(name, ": these values matter");
}

struct AxisOf {
  Place place;
  size_t axis;
};

std::optional<ModelCase> WithSizes(const ModelCase& now, const std::vector<AxisOf>& axes,
                                   int64_t size) {
  ModelCase changed = now;
  for (const AxisOf& one : axes)
    SetTensor(changed, one.place, Resized(TensorAt(changed, one.place), one.axis, size));
  return Finished(std::move(changed));
}

// Whether two other sizes show it as well.
bool AnySize(Search& search, const std::vector<AxisOf>& axes, int64_t size) {
  const ModelCase now = search.current();
  Makers makers;
  for (const int64_t other : {size + 1, size + 4})
    makers.push_back([&now, &axes, other] { return WithSizes(now, axes, other); });
  return search.AllShow(makers);
}

std::string AxisText(const Graph& graph, const AxisOf& one) {
  return StrCat("axis ", one.axis, " of ", graph.name_of(one.place.id));
}

// Each axis of the inputs alone, then all axes of its size together.
std::vector<std::string> SizeNotes(Search& search) {
  std::vector<std::string> out;
  std::map<int64_t, std::vector<AxisOf>> bound;  // by size: those that cannot change alone
  std::map<int64_t, size_t> total;
  for (const Place& place : TensorPlaces(search.current())) {
    if (OnlyParameter(search.graph(), place.id)) continue;
    const Shape shape = TensorAt(search.current(), place).shape();
    for (size_t k = 0; k < shape.size(); ++k) {
      const AxisOf one{place, k};
      if (AnySize(search, {one}, shape[k]))
        out.push_back(AxisText(search.graph(), one) + ": any size");
      else
        bound[shape[k]].push_back(one);
    }
  }
  for (const auto& [size, axes] : bound) {
    if (axes.size() < 2 || !AnySize(search, axes, size)) continue;
    std::vector<std::string> texts;
    for (const AxisOf& one : axes) texts.push_back(AxisText(search.graph(), one));
    out.push_back(Join(texts, " and ") + ": any size, the same for all");
  }
  return out;
}

std::vector<Attr> OtherValues(const Attr& attr) {
  if (const auto* number = std::get_if<int64_t>(&attr)) return {*number + 1, *number + 2};
  if (const auto* real = std::get_if<float>(&attr)) return {*real + 0.25F, *real * 2 + 1.5F};
  return {};
}

std::vector<std::string> AttributeNotes(Search& search) {
  std::vector<std::string> out;
  const ModelCase now = search.current();
  for (size_t i = 0; i < now.model.graph.node_count(); ++i) {
    const Node& node = now.model.graph.node(i);
    for (const auto& [name, attr] : node.attrs) {
      const std::vector<Attr> others = OtherValues(attr);
      if (others.empty() || name == "to" || name == "dtype") continue;
      Makers makers;
      for (const Attr& other : others) {
        ModelCase changed = now;
        Node copy = node;
        copy.attrs.Set(name, other);
        changed.model.graph.SetNode(i, std::move(copy));
        makers.push_back([changed] { return Finished(changed); });
      }
      if (search.AllShow(makers))
        out.push_back(StrCat("attribute ", name, " of ", node.op, ": other values, too"));
    }
  }
  return out;
}

bool ShowsAt(Search& search, int version) {
  ModelCase changed = search.current();
  changed.model.opsets[""] = version;
  return search.AllShow({[&changed] { return Finished(changed); }});
}

}  // namespace

std::vector<std::string> FindNotes(Search& search) {
  std::vector<std::string> out;
  for (const Place& place : TensorPlaces(search.current())) {
    const DType dtype = TensorAt(search.current(), place).dtype();
    if (IsNumber(dtype) && !OnlyParameter(search.graph(), place.id))
      out.push_back(ValueNote(search, place));
  }
  for (std::string& note : SizeNotes(search)) out.push_back(std::move(note));
  for (std::string& note : AttributeNotes(search)) out.push_back(std::move(note));
  return search.stopped() ? std::vector<std::string>() : out;
}

OpsetRange FindOpsets(Search& search) {
  const int now = search.current().model.opset("");
  OpsetRange out{now, now};
  if (now == 0) return out;
  while (out.low > ops::kOldestOpset && ShowsAt(search, out.low - 1)) --out.low;
  while (out.high < ops::kNewestOpset && ShowsAt(search, out.high + 1)) ++out.high;
  return out;
}

}  // namespace assay::reduce
