#include "ops/indexing/scatter.h"

namespace assay::ops {

Result<Reduction> ReductionOf(const Call& call) {
  const std::string name = call.AttrString("reduction", "none");
  if (name == "none") return Reduction::kNone;
  if (name == "add") return Reduction::kAdd;
  if (name == "mul") return Reduction::kMul;
  if (name == "max" && call.opset() >= 18) return Reduction::kMax;
  if (name == "min" && call.opset() >= 18) return Reduction::kMin;
  return Invalid(StrCat("reduction '", name, "' is not known at opset ", call.opset()));
}

void AddContributions(std::vector<Contribution>& all, const Positions& targets, int64_t stride,
                      int64_t base, int64_t source) {
  for (size_t i = 0; i < targets.size(); ++i)
    all.push_back({base + targets[i] * stride, source, targets.size() == 1, i == 0});
}

namespace {

using Group = std::span<const Contribution>;

// Without reduction: any of the updates, or the old element unless one of them is certain to
// overwrite it.
Status Overwrite(const EvalCall& call, Bounded& out, const Bounded& updates, int64_t target,
                 Group group) {
  bool certain = false;
  const Contribution* likely = nullptr;
  for (const Contribution& c : group) {
    certain = certain || c.certain;
    if (c.likely) likely = &c;  // the last one, as a plain loop leaves it
  }
  if (call.adversarial() && group.size() > 1)
    likely = &group[static_cast<size_t>(
        call.adversary()->Int(0, static_cast<int64_t>(group.size()) - 1))];
  const Bounded old = out.Take({1}, std::span(&target, 1));
  if (likely != nullptr) out.set(target, updates, likely->source);
  if (call.adversarial()) return {};
  const auto admit = [&](const Bounded& from, int64_t at) -> Status {
    if (out.is_string())
      return out.string(target) == from.string(at)
                 ? Status()
                 : Undetermined("which string stays is not specified");
    out.Widen(target, from, at);
    return {};
  };
  if (!certain) ASSAY_RETURN_IF_ERROR(admit(old, 0));
  for (const Contribution& c : group)
    if (&c != likely) ASSAY_RETURN_IF_ERROR(admit(updates, c.source));
  return {};
}

Real Value(const Bounded& t, int64_t i, Real*) { return t.real(i); }
Int Value(const Bounded& t, int64_t i, Int*) { return t.integer(i); }
Real NeutralOf(double x, Real*) { return Real::Point(x); }
Int NeutralOf(double x, Int*) { return Int::Point(static_cast<int64_t>(x)); }

Real Extreme(const EvalCall& call, DType type, bool max, const Real& a, const Real& b) {
  return max ? call.arith(type).Max(a, b) : call.arith(type).Min(a, b);
}
Int Extreme(const EvalCall& call, DType type, bool max, const Int& a, const Int& b) {
  return max ? call.int_arith(type).Max(a, b) : call.int_arith(type).Min(a, b);
}

Real Combine(const EvalCall& call, DType type, bool add, const std::vector<Real>& terms) {
  return add ? SumOf(call.arith(type), terms) : ProductOf(call.arith(type), terms);
}
Int Combine(const EvalCall& call, DType type, bool add, const std::vector<Int>& terms) {
  return add ? SumOf(call, type, terms) : ProductOf(call, type, terms);
}

// Sum or product of the old element and all updates; an update that may go elsewhere counts as
// itself or as neutral.
template <typename T>
void Accumulate(const EvalCall& call, Bounded& out, const Bounded& updates, int64_t target,
                Group group, bool add) {
  std::vector<T> terms = {Value(out, target, static_cast<T*>(nullptr))};
  const T neutral = NeutralOf(add ? 0 : 1, static_cast<T*>(nullptr));
  for (const Contribution& c : group) {
    const T update = Value(updates, c.source, static_cast<T*>(nullptr));
    terms.push_back(c.certain ? update : c.likely ? Hull(update, neutral) : Hull(neutral, update));
  }
  out.set(target, Combine(call, out.dtype(), add, terms));
}

template <typename T>
void TakeExtreme(const EvalCall& call, Bounded& out, const Bounded& updates, int64_t target,
                 Group group, bool max) {
  T value = Value(out, target, static_cast<T*>(nullptr));
  for (const Contribution& c : group) {
    const T next =
        Extreme(call, out.dtype(), max, value, Value(updates, c.source, static_cast<T*>(nullptr)));
    value = c.certain ? next : c.likely ? Hull(next, value) : Hull(value, next);
  }
  out.set(target, value);
}

template <typename T>
void Reduce(const EvalCall& call, Bounded& out, const Bounded& updates, int64_t target, Group group,
            Reduction reduction) {
  const bool boolean = out.dtype() == DType::kBool;  // adding means "or", multiplying "and"
  if (!boolean && (reduction == Reduction::kAdd || reduction == Reduction::kMul))
    Accumulate<T>(call, out, updates, target, group, reduction == Reduction::kAdd);
  else
    TakeExtreme<T>(call, out, updates, target, group,
                   reduction == Reduction::kMax || reduction == Reduction::kAdd);
}

}  // namespace

Result<Bounded> ApplyScatter(const EvalCall& call, const Bounded& data, const Bounded& updates,
                             std::vector<Contribution> all, Reduction reduction) {
  if (data.is_string() && reduction != Reduction::kNone)
    return Unsupported("strings cannot be reduced");
  std::stable_sort(all.begin(), all.end(), [](const Contribution& a, const Contribution& b) {
    return a.target < b.target;
  });
  Bounded out = data;
  for (size_t i = 0; i < all.size();) {
    size_t end = i + 1;
    while (end < all.size() && all[end].target == all[i].target) ++end;
    const Group group(all.data() + i, end - i);
    if (reduction == Reduction::kNone)
      ASSAY_RETURN_IF_ERROR(Overwrite(call, out, updates, all[i].target, group));
    else if (data.is_real())
      Reduce<Real>(call, out, updates, all[i].target, group, reduction);
    else
      Reduce<Int>(call, out, updates, all[i].target, group, reduction);
    i = end;
  }
  return out;
}

}  // namespace assay::ops
