#include "judge/ordinary.h"

#include <algorithm>
#include <set>

#include "base/strings.h"
#include "judge/trial_names.h"
#include "judge/variants.h"
#include "program/parse/edit.h"

namespace assay::judge {
namespace {

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
