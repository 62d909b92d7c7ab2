// Runs programs of several frameworks, recorded or plain, each in the warm lab of its framework.
#pragma once

#include <map>
#include <string>

#include "mirror/check/recording.h"
#include "program/lab/program_lab.h"

namespace assay::mirror {

struct Recorded {
  program::ProgramOutcome outcome;
  Recording recording;
};

class Runner {
 public:
  static Result<Runner> Open(bool unsafe);

  // The same run is done once; one that a busy machine lets run out of time once more, with more of
  // it. The reference holds until the next program is begun.
  Result<const Recorded*> Record(const std::string& framework, const std::string& text,
                                 const Changes& changes);
  // As it is; `cold`: in a process that was never forked from a warm one.
  Result<program::ProgramOutcome> RunPlain(const std::string& framework, const std::string& text,
                                           bool cold);
  // Forgets what was recorded, but for `text`.
  void Forget(const std::string& text);

 private:
  Runner(Recorder recorder, bool unsafe) : recorder_(std::move(recorder)), unsafe_(unsafe) {}
  Result<program::ProgramLab*> LabOf(const std::string& framework);

  Recorder recorder_;
  bool unsafe_;
  std::map<std::string, program::ProgramLab> labs_;
  struct Key {
    std::string framework, text, changes;
    auto operator<=>(const Key&) const = default;
  };
  std::map<Key, Recorded> done_;
};

}  // namespace assay::mirror
