// What a program computes, written down while it runs: data/mirror/check holds the recorder.
//
// A recorded run is also the run that shows how the program behaves: an exception, a crash or a
// hang comes as without a recorder, at the same line.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "base/result.h"
#include "program/lab/program_lab.h"

namespace assay::mirror {

// What is exchanged before the program runs, in both frameworks alike. Except without any, failing
// checks are written down and do not end the program.
struct Changes {
  bool wide = false;    // 64-bit element types in place of narrower ones
  bool benign = false;  // ordinary numbers in place of NaN, infinities, huge and tiny ones
  bool numpy = false;   // numpy in place of jax.numpy
  bool shaken = false;  // other numbers in place of the program's own, and other draws
  // No exchange: variables are told before every statement, for those that end their process.
  bool steps = false;
  bool operator==(const Changes&) const = default;
  bool any() const { return wide || benign || numpy || shaken; }
};
std::string ChangesName(const Changes& changes);  // "own", "wide", "benign wide"

struct Recording {
  bool there = false;         // false: the process ended before it could tell
  bool done = false;          // the program came to its end
  int changes = 0;            // that `Changes` made in the text
  int draws = 0;              // random tensors
  int provokes = -1;          // numbers that `benign` would change; -1: not told
  int lists = 0, filled = 0;  // of numbers, that were shaken
  nlohmann::json variables = nlohmann::json::object();  // facts by name
  nlohmann::json events = nlohmann::json::array();      // {"kind", "name", "value"}
};

class Recorder {
 public:
  // Reads the recorder's files.
  static Result<Recorder> Load();
  // The program that runs `text` and tells at its end.
  std::string Wrap(const std::string& text, const Changes& changes) const;

 private:
  explicit Recorder(std::string source) : source_(std::move(source)) {}
  std::string source_;
};

// Takes the recordings out of what the program printed; the last one counts.
Recording TakeRecording(std::string& printed);

}  // namespace assay::mirror
