// Calls: of the framework's functions (calls.cc), of methods (methods.cc), and those whose twin
// depends on what they are given (special.cc).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "mirror/rewrite/arguments.h"
#include "mirror/rewrite/changes.h"
#include "mirror/rewrite/gradients.h"
#include "mirror/rewrite/names.h"
#include "mirror/rewrite/operators.h"
#include "mirror/rewrite/tapes.h"
#include "mirror/rewrite/training.h"
#include "mirror/rewrite/translation.h"

namespace assay::mirror {

// The parts that calls are handed on to.
struct CallParts {
  ArgumentWriter& arguments;
  OperatorWriter& operators;
  NameWriter& names;
  ChangeWriter& changes;
  GradientWriter& gradients;
  TapeWriter& tapes;
  TrainingWriter& training;
};

class CallWriter : WriterPart {
 public:
  CallWriter(Translation& all, const CallParts& parts) : WriterPart(all), parts_(parts) {}

  Written WriteCall(const Node& node);

 private:
  // A call that may be an operation of the tables, or have a twin in the pair base.
  struct ApiCall {
    const Node& node;
    std::string api, plain;  // as reports and as tables name it
    std::vector<Reading> readings;
    const Arguments& arguments;
    const Written* receiver = nullptr;
  };
  std::optional<Written> WriteOperation(const ApiCall& call, std::string* why);
  Written WriteFunction(const Node& node, const std::string& path, Arguments& arguments);
  Written WriteBuiltin(const Node& node, const std::string& name, const Arguments& arguments);
  Written WriteOwn(const Node& node, const Written& callee, Arguments arguments);
  void EnterFunction(const Node& node, const std::string& name, const Arguments& arguments,
                     Value& given);
  void EnterObject(const Node& node, const std::string& path, const Arguments& arguments,
                   Value& given);
  void Learn(const std::string& function, const Arguments& arguments);
  void LearnMethod(const std::string& method, const Arguments& arguments);

  Written WriteMethod(const Node& node, const Node& callee);
  std::vector<Reading> MethodReadings(const std::string& name) const;
  std::optional<Written> TensorMethod(const MethodCall& call);
  std::optional<Written> ObjectMethod(const MethodCall& call);
  Written WriteAt(const Node& node, const Node& place, const std::string& method);

  std::optional<Written> WriteSpecial(const Node& node, const std::string& path,
                                      Arguments& arguments);
  std::optional<Written> WriteTypeCall(const Node& node, const std::string& path,
                                       const Arguments& arguments);
  std::optional<Written> WriteGetattr(const Node& node, const Arguments& arguments);

  const CallParts parts_;
};

}  // namespace assay::mirror
