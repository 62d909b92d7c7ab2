#include "triage/poison.h"

#include <cstdio>

#include "base/strings.h"

namespace assay::triage {
namespace {

using lab::Ending;
using lab::Observation;

// Ended the same way with the same bits.
bool Same(const Observation& a, const Observation& b) {
  return a.ending == b.ending && a.stage == b.stage && a.outputs == b.outputs;
}

std::string Hex(uint8_t byte) {
  char text[8];
  std::snprintf(text, sizeof text, "0x%02X", byte);
  return text;
}

// What a run is like in a few words, for the sentence that compares two.
std::string EndText(const Observation& seen) {
  if (!seen.ok()) return StrCat(EndingName(seen.ending), " while ", StageName(seen.stage));
  return "a result";
}

std::string ElementText(const Tensor& tensor, int64_t k) {
  return IsFloat(tensor.dtype()) ? FormatDouble(tensor.RealAt(k)) : StrCat(tensor.IntAt(k));
}

// The first place where two results differ.
std::string Difference(const Observation& a, const Observation& b, const std::string& with_a,
                       const std::string& with_b) {
  if (!a.ok() || !b.ok()) return StrCat(with_a, ": ", EndText(a), "; ", with_b, ": ", EndText(b));
  for (size_t i = 0; i < a.outputs.size() && i < b.outputs.size(); ++i) {
    const Tensor &x = a.outputs[i].second.tensor, &y = b.outputs[i].second.tensor;
    if (a.outputs[i].second == b.outputs[i].second) continue;
    const std::string name = StrCat("output '", a.outputs[i].first, "'");
    if (x.dtype() != y.dtype() || x.shape() != y.shape() ||
        !(IsFloat(x.dtype()) || IsIntOrBool(x.dtype())))
      return StrCat(name, " differs between ", with_a, " and ", with_b);
    for (int64_t k = 0; k < x.count(); ++k)
      if (ElementText(x, k) != ElementText(y, k))
        return StrCat(name, ", element ", k, ": ", ElementText(x, k), " ", with_a, ", ",
                      ElementText(y, k), " ", with_b);
    return StrCat(name, " differs in its bits between ", with_a, " and ", with_b);
  }
  return StrCat("the number of outputs differs between ", with_a, " and ", with_b);
}

class Poisoner {
 public:
  Poisoner(const lab::Request& request, const lab::Target& target, lab::Lab& lab)
      : request_(request), target_(target), lab_(lab) {}

  Result<PoisonReport> Run() {
    const Observation plain = Once(0);
    if (plain.ending == Ending::kNotReady) return NotReady(plain);
    // A run that lasts until it is stopped ends at a place that is a matter of time.
    if (plain.ending == Ending::kHang) return Undecided("it hangs without any fill");
    const Observation low = Once(kFills[0]), high = Once(kFills[1]);
    for (const Observation* seen : {&low, &high}) {
      if (seen->ending == Ending::kNotReady) return NotReady(*seen);
      if (seen->ending == Ending::kHang) return Undecided("with filled memory it takes too long");
    }
    if (Same(plain, low) && Same(plain, high))
      return PoisonReport{PoisonReport::Verdict::kClean, ""};
    if (!Same(plain, Once(0))) return Undecided("runs differ without any fill");
    // What comes and goes by itself is no proof: each fill must give its own result again.
    if (!Same(low, Once(kFills[0])) || !Same(high, Once(kFills[1])))
      return Undecided("runs with the same fill differ");
    const std::string first = "with " + Hex(kFills[0]), second = "with " + Hex(kFills[1]);
    PoisonReport out{PoisonReport::Verdict::kGarbage, ""};
    if (!Same(low, high))
      out.proof = Difference(low, high, first, second);
    else
      out.proof = Difference(plain, low, "without fill", "with either fill");
    return out;
  }

 private:
  Observation Once(uint8_t fill) {
    lab::Request request = request_;
    request.fresh = true;
    return lab_.Run(WithFill(target_, fill), request);
  }
  static Result<PoisonReport> NotReady(const Observation& seen) {
    if (seen.kind == lab::kAbandoned) return Invalid("interrupted");
    return Undecided(StrCat("the worker does not come up: ", seen.message));
  }
  static PoisonReport Undecided(std::string why) {
    return {PoisonReport::Verdict::kUndecided, std::move(why)};
  }

  const lab::Request& request_;
  const lab::Target& target_;
  lab::Lab& lab_;
};

}  // namespace

std::string PoisonText(PoisonReport::Verdict verdict) {
  switch (verdict) {
    case PoisonReport::Verdict::kClean:
      return "no garbage seen";
    case PoisonReport::Verdict::kGarbage:
      return "reads memory that was never written";
    case PoisonReport::Verdict::kUndecided:
      return "undecided";
  }
  return "";
}

lab::Target WithFill(const lab::Target& target, uint8_t fill) {
  lab::Target out = target;
  auto& variables = out.command.variables;
  const int byte = fill;
  std::string& tunables = variables["GLIBC_TUNABLES"];
  if (!tunables.empty()) tunables += ":";
  tunables += StrCat("glibc.malloc.tcache_count=0:glibc.malloc.perturb=", byte);
  // The name that glibc had for it before 2.26.
  variables["MALLOC_PERTURB_"] = std::to_string(byte);
  // Python's own allocator for small objects would stand between.
  variables["PYTHONMALLOC"] = "malloc";
  out.launch_key += StrCat(" fill=", byte);
  return out;
}

Result<PoisonReport> TryPoison(const lab::Request& request, const lab::Target& target,
                               lab::Lab& lab) {
  return Poisoner(request, target, lab).Run();
}

}  // namespace assay::triage
