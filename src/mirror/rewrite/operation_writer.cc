// Which argument of a call is which slot of an operation.
#include "mirror/rewrite/operation_writer.h"

#include <algorithm>

#include "base/strings.h"
#include "mirror/rewrite/value.h"

namespace assay::mirror {
namespace {

using Kind = Value::Kind;

std::string Text(const std::vector<std::string>& parts) {
  return parts.size() == 1 ? StrCat("(", parts[0], ",)") : StrCat("(", Join(parts, ", "), ")");
}

// "cpu", 'cuda:0': no name of an element type.
bool NamesADevice(const Written& written) {
  const std::string& text = written.text;
  return written.value.is(Value::Kind::kText) &&
         (text.find("cpu") != std::string::npos || text.find("cuda") != std::string::npos);
}

// Only what is certain is refused: the wrong reading of a name with several meanings.
bool Accepts(const std::string& slot, const Value& value) {
  if (slot == "axis" || slot == "k" || slot == "n")
    return !value.is(Kind::kTensor) && !value.is(Kind::kDtype) && !value.is(Kind::kFloat);
  if (slot == "y" || slot == "x")
    return !value.is(Kind::kDtype) && !value.is(Kind::kText) && !value.is(Kind::kFunction);
  if (slot == "shape")
    return !value.is(Kind::kDtype) && !value.is(Kind::kText) && !value.is(Kind::kFloat);
  if (slot == "dtype")
    return value.is(Kind::kDtype) || value.is(Kind::kUnknown) || value.is(Kind::kText) ||
           value.is(Kind::kPath) || value.is(Kind::kNone);
  if (slot == "device")
    return value.is(Kind::kText) || value.is(Kind::kObject) || value.is(Kind::kUnknown);
  return true;
}

// Without an axis it gives one number.
bool IsReduction(const std::string& name) {
  constexpr std::string_view kAll =
      " sum mean prod amax amin logsumexp var std norm all any logsumexp-where logsumexp-weighted "
      "det trace ";
  return kAll.find(StrCat(" ", name, " ")) != std::string_view::npos;
}

// How many axes a new tensor has: by the shape that is asked for, or by the lists it is made of.
int RankOf(const Bound& bound) {
  const auto shape = bound.slots.find("shape");
  if (shape != bound.slots.end()) {
    const Value& value = shape->second.value;
    return value.is(Kind::kSequence) && !value.items.empty() ? static_cast<int>(value.items.size())
                                                             : -1;
  }
  const auto data = bound.slots.find("x");
  if (data == bound.slots.end() || !IsNumeric(data->second.value)) return -1;
  int rank = 0;
  for (Value at = data->second.value; at.is(Kind::kSequence); at = Value(at.items[0])) ++rank;
  return rank;
}

}  // namespace

std::optional<Bound> OperationWriter::BindCall(const Reading& reading,
                                               const std::vector<CallArgument>& arguments,
                                               const Written* receiver) const {
  const std::vector<Parameter>& parameters = reading.spelling->parameters;
  Bound out{reading.operation, reading.spelling, {}};
  size_t place = 0;
  if (receiver != nullptr) {
    if (reading.spelling->form == Spelling::Form::kMethod) {
      out.slots["x"] = *receiver;
    } else {
      if (parameters.empty() || !Accepts(parameters[0].slot, receiver->value)) return std::nullopt;
      out.slots[parameters[place++].slot] = *receiver;
    }
  }
  std::vector<const CallArgument*> positional;
  for (const CallArgument& one : arguments)
    if (one.keyword.empty()) positional.push_back(&one);
  for (size_t k = 0; k < positional.size(); ++k) {
    if (place >= parameters.size()) return std::nullopt;
    const Parameter& parameter = parameters[place];
    if (parameter.named) return std::nullopt;
    if (parameter.variadic) {
      const size_t rest = positional.size() - k;
      const CallArgument& first = *positional[k];
      if (rest == 1 && !first.spread && !first.written.value.is(Kind::kInteger)) {
        if (!Accepts(parameter.slot, first.written.value)) return std::nullopt;
        out.slots[parameter.slot] = first.written;
      } else if (rest == 1 && first.spread) {
        out.slots[parameter.slot] = {first.written.text.substr(1), Of(Kind::kSequence), false};
      } else {
        std::vector<std::string> texts;
        Value all = Of(Kind::kSequence);
        for (; k < positional.size(); ++k) {
          if (!Accepts(parameter.slot, positional[k]->written.value)) return std::nullopt;
          texts.push_back(positional[k]->written.text);
          all.items.push_back(positional[k]->written.value);
        }
        all.path = Join(texts, ", ");  // as they are written one by one
        out.slots[parameter.slot] = {Text(texts), all, true};
      }
      ++place;
      continue;
    }
    if (positional[k]->spread || !Accepts(parameter.slot, positional[k]->written.value))
      return std::nullopt;
    out.slots[parameter.slot] = positional[k]->written;
    ++place;
  }
  for (const CallArgument& one : arguments) {
    if (one.keyword.empty()) continue;
    auto found = std::ranges::find_if(parameters, [&](const Parameter& p) {
      return std::ranges::find(p.names, one.keyword) != p.names.end();
    });
    // What a framework calls the tensor that is worked on where the tables only say `x`: no
    // function of it has two parameters of these names.
    const auto& tensors = source_.tensor_keywords;
    if (found == parameters.end() && std::ranges::find(tensors, one.keyword) != tensors.end())
      found = std::ranges::find_if(parameters, [](const Parameter& p) {
        return p.slot == "x" && p.names.size() == 1 && p.names[0] == "x";
      });
    if (found == parameters.end() || out.slots.contains(found->slot)) return std::nullopt;
    if (!Accepts(found->slot, one.written.value)) return std::nullopt;
    out.slots[found->slot] = one.written;
  }
  if (const auto type = out.slots.find("dtype");
      type != out.slots.end() && NamesADevice(type->second))
    return std::nullopt;
  for (const Parameter& parameter : parameters)
    if (!parameter.optional && !out.slots.contains(parameter.slot) && !in_decorator)
      return std::nullopt;
  return out;
}

// Of several meanings the one that needs most of what is given.
std::optional<Bound> OperationWriter::BestBound(const std::vector<Reading>& readings,
                                                const std::vector<CallArgument>& arguments,
                                                const Written* receiver) const {
  std::optional<Bound> best;
  size_t most = 0;
  for (const Reading& reading : readings) {
    auto bound = BindCall(reading, arguments, receiver);
    if (!bound) continue;
    const size_t required = static_cast<size_t>(std::ranges::count_if(
        reading.spelling->parameters, [](const Parameter& one) { return !one.optional; }));
    // Of two that need the same, one that the other framework has.
    const auto lacks = [&](const Bound& one) {
      const auto targets = one.operation->spellings.find(to_);
      return targets == one.operation->spellings.end() || targets->second.empty();
    };
    // torch.max(x, 1): an integer of Python is an axis, where one is asked for.
    const bool along = best && best->slots.contains("y") &&
                       best->slots.at("y").value.is(Kind::kInteger) &&
                       bound->slots.contains("axis");
    if (best &&
        (required < most || (required == most && !along && (!lacks(*best) || lacks(*bound)))))
      continue;
    most = required;
    best = std::move(bound);
  }
  return best;
}

const std::vector<Reading>& OperationWriter::Readings(const std::string& path) const {
  const std::string name = ShortName(path);
  const auto& direct = rules_.Calls(from_, name);
  if (!direct.empty()) return direct;
  const std::string last = name.substr(name.rfind('.') + 1);
  const auto& prefixes = source_.prefixes;
  // Both follow numpy: names, parameters and their order.
  const std::string_view numpy = source_.like_numpy;
  if (numpy != source_.module && name.starts_with(numpy))
    for (const Framework* one : AllFrameworks())
      if (const FrameworkFacts& other = one->facts(); other.follows_numpy)
        return rules_.Calls(std::string(other.name),
                            StrCat(other.module, name.substr(numpy.size())));
  // Keras' own functions follow numpy as well.
  if (constexpr std::string_view kOps = "tf.keras.ops."; name.starts_with(kOps))
    for (const char* module : {"jnp.", "jax.nn.", "jnp.linalg."})
      if (const auto& found = rules_.Calls("jax", StrCat(module, name.substr(kOps.size())));
          !found.empty())
        return found;
  // Only among themselves: tf.experimental.numpy.take is not tf.take.
  const std::string prefix = name.substr(0, name.size() - last.size());
  if (std::ranges::find(prefixes, prefix) == prefixes.end()) return direct;
  if (rules_.FalseFriend(FullName(name), "")) return direct;
  for (const std::string_view other : prefixes)
    if (const auto& found = rules_.Calls(from_, StrCat(other, last)); !found.empty()) return found;
  return direct;
}

// What is known of the value that an operation gives.
Value OperationWriter::Gives(const Bound& bound) const {
  const std::string& gives = bound.operation->gives;
  const auto slot = [&](const std::string& name) {
    const auto found = bound.slots.find(name);
    return found == bound.slots.end() ? Value{} : found->second.value;
  };
  static const std::map<std::string, Kind> kPlain = {
      {"number", Kind::kFloat}, {"integer", Kind::kInteger}, {"truth", Kind::kBool},
      {"text", Kind::kText},    {"list", Kind::kSequence},   {"tensors", Kind::kSequence},
      {"shape", Kind::kShape},  {"none", Kind::kNone},       {"array", Kind::kArray}};
  if (const auto plain = kPlain.find(gives); plain != kPlain.end()) return Of(plain->second);
  if (gives == "dtype") return Of(Kind::kDtype, slot("x").dtype);
  if (gives == "any") return {};
  if (gives == "function") {
    Value out = slot("function");
    if (!out.is(Kind::kObject)) out.kind = Kind::kFunction;
    return out;
  }
  if (gives == "object") {
    Value out = Of(Kind::kObject);
    out.path = bound.spelling->callee;
    return out;
  }
  if (gives == "function-of-tensors") {
    Value out = Of(Kind::kFunction);
    out.path = "tensors";
    out.functions = slot("function").functions;
    return out;
  }
  if (gives == "joined") {
    const Value parts = slot("tensors");
    Value out = Of(Kind::kTensor, parts.items.empty() ? "" : parts.items[0].dtype);
    for (const Value& one : parts.items) out.dtype = Promote(out.dtype, one.dtype);
    return out;
  }
  if (gives == "filled")
    return Of(Kind::kTensor, slot("value").is(Kind::kFloat) ? "float32" : slot("value").dtype);
  Value dtype = slot("dtype");
  Value out = Of(Kind::kTensor, slot("x").is(Kind::kTensor) ? slot("x").dtype : "");
  if (slot("y").is(Kind::kTensor)) out.dtype = Promote(out.dtype, slot("y").dtype);
  if (gives == "pair" || gives == "tensor-pair") {
    Value both = Of(Kind::kSequence);
    both.items = {out, gives == "pair" ? Of(Kind::kTensor, "int64") : out};
    return both;
  }
  if (gives == "real" && out.dtype == "complex64") out.dtype = "float32";
  if (gives == "real" && out.dtype == "complex128") out.dtype = "float64";
  if (gives == "float" && !IsFloating(out.dtype) && !IsComplexType(out.dtype) && !out.dtype.empty())
    out.dtype = "float32";
  if (!rules_.Dtype(to_, gives).empty()) out.dtype = gives;
  if (gives == "made") {
    Value all = Of(Kind::kSequence);
    for (const std::string& one : bound.operation->infers)
      all.items.push_back(one == "float" ? Of(Kind::kFloat) : slot(one));
    std::erase_if(all.items, [](const Value& one) { return one.is(Kind::kUnknown); });
    out.dtype = reads_.StandardType(NumericType(all), memory_.wide);
    if (slot("like").is(Kind::kTensor)) out.dtype = slot("like").dtype;
  }
  if (!dtype.dtype.empty()) out.dtype = dtype.dtype;
  if (gives == "made") out.rank = RankOf(bound);
  const std::string& name = bound.operation->name;
  out.dense = gives == "made" || name == "clone" || (name == "reshape" && slot("x").dense);
  out.scalar = IsReduction(bound.operation->name) && !bound.slots.contains("axis") &&
               !bound.slots.contains("keepdims");
  if (const auto grad = bound.slots.find("requires_grad"); grad != bound.slots.end())
    out.leaf = grad->second.text == "True";
  if (bound.operation->name == "variable") out.leaf = true;
  return out;
}

}  // namespace assay::mirror
