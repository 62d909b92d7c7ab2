// Names and calls.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "mirror/rewrite/gradients.h"
#include "mirror/rewrite/statements.h"

namespace assay::mirror {

// Names and attributes.
class NameWriter : WriterPart {
 public:
  NameWriter(Translation& all, TrainingWriter& training) : WriterPart(all), training_(training) {}

  Written WriteIdentifier(const Node& node);
  Written WriteAttribute(const Node& node);
  // A name of the source's framework that is not called here.
  Written WritePath(const std::string& path, const Node& node);

 private:
  std::optional<Written> WriteConstant(const Reading& reading);
  std::optional<Written> WriteReference(const Reading& reading);
  Written WriteMember(const Node& node, const Written& object, const std::string& name);
  Written ObjectMember(const Node& node, const Written& object, const std::string& name);
  Written GradientMember(const Node& node, const Written& object);
  std::optional<Written> DtypeMember(const Node& node, const Written& object,
                                     const std::string& name);

  TrainingWriter& training_;
};

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

// Calls: of functions (calls.cc) and of methods (methods.cc).
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
  void Learn(const std::string& function, const Arguments& arguments, bool method);

  Written WriteMethod(const Node& node, const Node& callee);
  std::vector<Reading> MethodReadings(const std::string& name) const;
  std::optional<Written> ShapeMethod(const MethodCall& call);
  std::optional<Written> TensorMethod(const MethodCall& call);
  std::optional<Written> ObjectMethod(const MethodCall& call);
  std::optional<Written> ModuleMethod(const MethodCall& call);
  std::optional<Written> TwinMethod(const MethodCall& call);
  Written WriteAt(const Node& node, const Node& place, const std::string& method);

  std::optional<Written> WriteSpecial(const Node& node, const std::string& path,
                                      Arguments& arguments);
  std::optional<Written> WriteTypeCall(const Node& node, const std::string& path,
                                       const Arguments& arguments);
  std::optional<Written> WriteGetattr(const Node& node, const Arguments& arguments);

  const CallParts parts_;
};

}  // namespace assay::mirror
