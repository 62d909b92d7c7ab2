#include "judge/ordinary.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <string_view>

#include "base/strings.h"
#include "judge/trial_names.h"
#include "knowledge/api/api_doc.h"
#include "program/parse/edit.h"
#include "trial/roles.h"

namespace assay::judge {
namespace {

using knowledge::Constraint;
using knowledge::Parameter;

// Values from the edge of what is allowed, for one argument.
struct Variant {
  std::string what;        // "without elements", "= 0"
  std::string expression;  // Python
};

Dims WithEach(const Dims& dims, int64_t size) { return Dims(dims.size(), size); }

Dims WithLast(Dims dims, int64_t size) {
  dims.back() = size;
  return dims;
}

// "[0, 1)" as its ends: text and whether it is included; "" for infinity.
struct Range {
  std::string low, high;
  bool low_included = false, high_included = false;
};

bool ReadRange(const std::string& normal, Range& out) {
  const size_t comma = normal.find(',');
  if (normal.size() < 4 || comma == std::string::npos) return false;
  const auto part = [](std::string text) {
    text.erase(0, text.find_first_not_of(' '));
    return text.find("inf") == std::string::npos ? text : "";
  };
  out.low = part(normal.substr(1, comma - 1));
  out.high = part(normal.substr(comma + 1, normal.size() - comma - 2));
  out.low_included = normal.front() == '[';
  out.high_included = normal.back() == ']';
  return true;
}

bool IsNumber(const std::string& text) {
  return !text.empty() && text.find_first_not_of("0123456789.-+e") == std::string::npos;
}

// Other tensors in place of one of that dtype and shape: empty, of size one, of other element
// types, with huge values, NaN and infinity, not contiguous.
std::vector<Variant> TensorVariants(const Dims& dims, std::string_view dtype,
                                    const Dialect& dialect) {
  const std::string type(dtype);
  std::vector<Variant> out;
  if (!dims.empty()) {
    out.push_back({"with a last dimension of size 0", dialect.tensor(WithLast(dims, 0), type)});
    out.push_back({"of size one", dialect.tensor(WithEach(dims, 1), type)});
  }
  if (type.find("float") != std::string::npos) {
    out.push_back({"full of NaN", dialect.filled(dims, type, "nan")});
    out.push_back({"full of infinity", dialect.filled(dims, type, "inf")});
    out.push_back({"of huge values", dialect.filled(dims, type, "1e30")});
  } else if (type.starts_with("int")) {
    out.push_back({"of negative values", dialect.filled(dims, type, "-1")});
    out.push_back({"of huge values", dialect.filled(dims, type, "2147483647")});
  }
  if (dialect.framework == "torch" && dims.size() >= 2) {
    Dims swapped = dims;
    std::swap(swapped[dims.size() - 1], swapped[dims.size() - 2]);
    out.push_back({"not contiguous", dialect.tensor(swapped, type) + ".mT"});
  }
  for (const char* other : {"float64", "int32", "bool", "float16", "complex64", "uint8"})
    if (type != other) out.push_back({StrCat("of ", other), dialect.tensor(dims, other)});
  if (!dims.empty()) {
    out.push_back({"without elements", dialect.tensor(WithEach(dims, 0), type)});
    out.push_back({"without dimensions", dialect.tensor({}, type)});
  }
  return out;
}

// Other values of a parameter that is no tensor, other than `now`: all of an enumeration, both of a
// flag, the ends of a documented range and what lies just inside.
std::vector<Variant> PlainVariants(const Parameter& parameter, std::string_view now) {
  std::vector<Variant> out;
  const auto add = [&](const std::string& value) {
    if (!SameText(value, now)) out.push_back({"= " + value, value});
  };
  bool ranged = false;
  for (const Constraint& c : parameter.constraints) {
    if (c.kind == "enum")
      for (const auto& value : nlohmann::json::parse(c.normal, nullptr, false))
        if (value.is_string()) add(StrCat("'", value.get<std::string>(), "'"));
    Range range;
    if (c.kind != "range" || !ReadRange(c.normal, range)) continue;
    ranged = true;
    if (range.low_included && IsNumber(range.low)) add(range.low);
    if (range.high_included && IsNumber(range.high)) add(range.high);
    if (!range.low_included && IsNumber(range.low)) add(range.low + " + 1e-7");
    if (!range.high_included && IsNumber(range.high)) add(range.high + " - 1e-7");
  }
  const trial::Role role = trial::RoleOf(parameter);
  if (role == trial::Role::kBool || now == "True" || now == "False") {
    add("True");
    add("False");
  } else if (!ranged && (role == trial::Role::kInt || role == trial::Role::kAxis)) {
    for (const char* value : {"0", "1", "-1", "2147483647"}) add(value);
  } else if (!ranged && role == trial::Role::kFloat) {
    for (const char* value : {"0.0", "-1.0", "1e30", "float('nan')", "float('inf')"}) add(value);
  }
  return out;
}

// All changes of one argument, to be taken in turns with those of the others.
struct Changes {
  std::string parameter;
  std::vector<std::pair<std::string, ApiCall>> calls;  // what, and the call
};

ApiCall WithReceiver(ApiCall call, const std::string& expression) {
  call.receiver = expression;
  return call;
}

ApiCall WithInput(ApiCall call, size_t position, const std::string& expression) {
  call.then_called_with[position].expression = expression;
  return call;
}

template <typename Make>
void AddTensor(const std::string& name, const Dims& dims, const std::string& dtype,
               const Dialect& dialect, std::vector<Changes>& out, const Make& make) {
  if (dtype.empty()) return;
  Changes changes{name, {}};
  for (const Variant& variant : TensorVariants(dims, dtype, dialect))
    changes.calls.emplace_back(StrCat("`", name, "` ", variant.what), make(variant.expression));
  out.push_back(std::move(changes));
}

std::vector<Changes> ChangesOf(const knowledge::ApiDoc& doc, const ApiCall& call,
                               const Dialect& dialect) {
  std::vector<Changes> out;
  AddTensor("receiver", call.receiver_dims, call.receiver_dtype, dialect, out,
            [&](const std::string& text) { return WithReceiver(call, text); });
  for (size_t i = 0; i < call.then_called_with.size(); ++i) {
    const CallArgument& input = call.then_called_with[i];
    AddTensor(input.name, input.dims, input.dtype, dialect, out,
              [&](const std::string& text) { return WithInput(call, i, text); });
  }
  for (const CallArgument& argument : call.arguments)
    if (!argument.name.empty())
      AddTensor(argument.name, argument.dims, argument.dtype, dialect, out,
                [&](const std::string& text) { return call.With(argument.name, text); });
  for (const knowledge::Parameter& parameter : doc.parameters) {
    const CallArgument* passed = call.Find(parameter.name);
    if (parameter.kind.starts_with("var-") || parameter.kind == "positional-only" ||
        (passed != nullptr && !passed->dtype.empty()))
      continue;
    Changes changes{parameter.name, {}};
    for (const Variant& variant :
         PlainVariants(parameter, passed == nullptr ? parameter.default_value.value_or("")
                                                    : passed->expression))
      changes.calls.emplace_back(StrCat("`", parameter.name, "` ", variant.what),
                                 call.With(parameter.name, variant.expression));
    if (!changes.calls.empty()) out.push_back(std::move(changes));
  }
  return out;
}

class Programs {
 public:
  Programs(const knowledge::ApiDoc& doc, const Dialect& dialect, size_t most)
      : doc_(doc), dialect_(dialect), most_(most) {}

  bool Full() const { return out_.size() >= most_; }
  void Add(const std::string& what, const std::string& parameter, const ApiCall& call) {
    if (Full()) return;
    TrialWriter writer(dialect_, "");
    writer.Call(call, doc_, "result").Line("print(result)");
    Trial trial;
    writer.Finish(trial);
    const auto tree = program::SyntaxTree::Parse(trial.program);
    if (tree.errors().empty() && seen_.insert(program::DedupKey(tree)).second)
      out_.push_back({what, parameter, trial.program});
  }
  std::vector<OrdinaryProgram> Take() { return std::move(out_); }

 private:
  const knowledge::ApiDoc& doc_;
  const Dialect& dialect_;
  const size_t most_;
  std::set<std::string> seen_;
  std::vector<OrdinaryProgram> out_;
};

}  // namespace

std::vector<OrdinaryProgram> OrdinaryPrograms(const knowledge::ApiDoc& doc,
                                              const std::vector<ApiCall>& calls,
                                              const Dialect& dialect, size_t most) {
  Programs out(doc, dialect, most);
  for (const ApiCall& call : calls) out.Add("as it is", "", call);
  for (const ApiCall& call : calls) {
    const std::vector<Changes> all = ChangesOf(doc, call, dialect);
    size_t deepest = 0;
    for (const Changes& changes : all) deepest = std::max(deepest, changes.calls.size());
    for (size_t turn = 0; turn < deepest; ++turn)
      for (const Changes& changes : all)
        if (turn < changes.calls.size())
          out.Add(changes.calls[turn].first, changes.parameter, changes.calls[turn].second);
  }
  return out.Take();
}

}  // namespace assay::judge
