// ApiCall: one call of the API under test, as Python text that can be changed argument by argument.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "knowledge/api/api_doc.h"
#include "trial/dialect.h"

namespace assay::trial {

struct CallArgument {
  std::string name;        // the documented parameter; "" for values beyond those (*tensors)
  std::string expression;  // Python
  bool keyword = false;
  // Of tensors that we made: what they are. dtype is "" for everything else.
  std::string dtype;
  Dims dims;
};

struct ApiCall {
  std::vector<std::string> setup;  // statements that come before, from an example
  // What the API belongs to, as an expression: of torch.Tensor.addmm the tensor. "": it stands
  // alone.
  std::string receiver;
  std::string receiver_dtype;  // as for arguments
  Dims receiver_dims;
  std::vector<CallArgument> arguments;
  // Classes: the object is called with these; nothing when it is only made.
  std::vector<CallArgument> then_called_with;
  bool is_called = false;
  std::string source;  // rules, example, model or issue

  const CallArgument* Find(std::string_view name) const;
  // The same call with another value for `name`; added as a keyword when it was not passed.
  ApiCall With(std::string_view name, std::string_view expression) const;
  ApiCall Without(std::string_view name) const;
};

// Statements that bind every argument that is more than a plain constant to a variable named after
// it; `call` then uses the variables. Arguments in `fixed` keep their text.
struct WrittenCall {
  std::vector<std::string> statements;
  std::string expression;  // torch.addmm(input, mat1, mat2, beta=0)
  // What stands for each argument in it: {"input", "input"}, {"beta", "0"}; "receiver" and those of
  // the object that is called are among them. Arguments without a name are not.
  std::vector<std::pair<std::string, std::string>> values;
};
WrittenCall Write(const ApiCall& call, const knowledge::ApiDoc& doc);

// Whether two texts of a Python value are equal after white space is dropped.
bool SameText(std::string_view a, std::string_view b);

// CallBook: what a person knows of calling a framework's APIs and documentation does not say in a
// form for machines. data/judge/calls/<framework>.toml.
struct CallBook {
  // Names that examples use without defining them, and the statement that does: nn, F, model.
  std::map<std::string, std::string> names;
  // Values to try for parameters of that name, whatever their type is said to be.
  std::map<std::string, std::vector<std::string>> values;
  // Programs whose last statement calls an API as it must be called.
  std::vector<std::string> calls;
};

// In the texts f32[2, 3], f64, i32, i64, c64 and bool stand for tensors of the dialect.
Result<CallBook> LoadCallBook(const Dialect& dialect);

// `text` with these written out: "f32[2, 3]" becomes the dialect's tensor.
std::string ExpandTensors(const std::string& text, const Dialect& dialect);

}  // namespace assay::trial
