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
#include "mirror/rewrite/written.h"

namespace assay::mirror {

class OperationWriter {
 public:
  // All are borrowed. `running`: functions of the program whose bodies are being written.
  OperationWriter(const Rules& rules, const Direction& direction, Memory& memory, WriteLog& log,
                  const std::vector<std::string>& running)
      : rules_(rules),
        from_(direction.from),
        to_(direction.to),
        memory_(memory),
        log_(log),
        running_(running) {}

  // The arguments of a call in the slots of a reading; nothing where it does not take them.
  std::optional<Bound> BindCall(const Reading& reading, const std::vector<CallArgument>& arguments,
                                const Written* receiver) const;
  std::optional<Bound> BestBound(const std::vector<Reading>& readings,
                                 const std::vector<CallArgument>& arguments,
                                 const Written* receiver) const;
  // Nothing where the other framework has no way to say it: `why`.
  std::optional<Written> Emit(Bound bound, std::string* why);
  Value Gives(const Bound& bound) const;

  std::string DtypeText(const Written& written) const;
  std::string AsTensor(const Written& written) const;
  std::string CastTo(const Written& written, const std::string& dtype) const;
  std::string ForNumpy(const Written& written);
  std::optional<Written> TypeMember(const Written& type, const std::string& name);
  void Harmonise(Written& left_side, Written& right_side, const std::string& sign);
  QuirkContext Context();

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
  const std::vector<std::string>& running_;
};

}  // namespace assay::mirror
