// Operations: which one a call means and what it gives (operation_writer.cc), what its slots must
// hold for the other framework (prepare.cc), how it is written there (emit.cc).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "mirror/direction.h"
#include "mirror/rewrite/framework.h"
#include "mirror/rewrite/quirks.h"
#include "mirror/rewrite/rules.h"
#include "mirror/rewrite/source.h"
#include "mirror/rewrite/written.h"

namespace assay::mirror {

class OperationWriter {
 public:
  // All are borrowed.
  OperationWriter(const Rules& rules, Direction direction, Memory& memory, WriteLog& log,
                  const Scopes& names)
      : rules_(rules),
        from_(std::move(direction.from)),
        to_(std::move(direction.to)),
        memory_(memory),
        log_(log),
        names_(names) {}

  // The arguments of a call in the slots of a reading; nothing where it does not take them.
  std::optional<Bound> BindCall(const Reading& reading, const std::vector<CallArgument>& arguments,
                                const Written* receiver) const;
  std::optional<Bound> BestBound(const std::vector<Reading>& readings,
                                 const std::vector<CallArgument>& arguments,
                                 const Written* receiver) const;
  // Nothing where the other framework has no way to say it: `why`.
  std::optional<Written> Emit(Bound bound, std::string* why);
  Value Gives(const Bound& bound) const;
  // What a function of the source may mean: by its name in the tables, or where a framework has one
  // function under several names, by any of them.
  const std::vector<Reading>& Readings(const std::string& path) const;

  // Whether nothing is known of a value that may turn out to be a tensor, and what a further use
  // of it tells.
  bool Untold(const Value& value) const {
    return value.is(Kind::kUnknown) && (!value.loose || !target_.only_tensors);
  }
  void Learn(Value& known, const Value& more) const {
    known = Untold(known) ? more : Merge(known, more);
  }

  std::string DtypeText(const Written& written) const;
  std::string AsTensor(const Written& written) const;
  std::string CastTo(const Written& written, const std::string& dtype) const;
  std::string ForNumpy(const Written& written);
  void Harmonise(Written& left_side, Written& right_side, const std::string& sign);
  QuirkContext Context();

  TwinApis made;              // what does the work of what was emitted last
  std::string autocast;       // the element type of the block that is written, "": none
  bool in_decorator = false;  // arguments may be missing

 private:
  using Kind = Value::Kind;
  using Slots = std::map<std::string, Written>;

  void Prepare(Bound& bound);
  void PrepareType(Bound& bound);
  void Autocast(Bound& bound) const;
  std::optional<Slots> Fill(const Spelling& target, const Bound& bound, std::string* why) const;
  std::optional<std::string> FillTemplate(const Spelling& target, const Slots& slots,
                                          std::string* why);
  std::optional<std::string> WriteCall(const Spelling& target, Slots slots, std::string* why);

  const Rules& rules_;
  const std::string from_, to_;
  const Framework &reads_ = FrameworkNamed(from_), &writes_ = FrameworkNamed(to_);
  const FrameworkFacts &source_ = reads_.facts(), &target_ = writes_.facts();
  Memory& memory_;
  WriteLog& log_;
  const Scopes& names_;
};

}  // namespace assay::mirror
