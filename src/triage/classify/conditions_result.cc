// Conditions on results that are there but wrong.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "triage/classify/conditions.h"

namespace assay::triage::conditions {
namespace {

using nlohmann::json;

// Outside by this many times what is admitted is no matter of rounding; as in triage/symptom.cc.
constexpr double kGross = 16;

double NumberAt(const json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_number() ? found->get<double>() : std::nan("");
}

const json& At(const json& object, const char* key) {
  static const json kNothing = json::object();
  const auto found = object.is_object() ? object.find(key) : object.end();
  return found != object.end() && found->is_object() ? *found : kNothing;
}

struct Measured {
  double got = std::nan(""), truth = std::nan(""), bound = std::nan("");
};

// Out of the evidence, or out of the oracle's words (oracle::Describe) where none was kept.
Measured MeasuredOf(const Clues& clues) {
  Measured out = {NumberAt(clues.evidence, "got"), NumberAt(clues.evidence, "truth"),
                  NumberAt(clues.evidence, "bound")};
  const size_t at = clues.message.find(": got ");
  if (clues.evidence.contains("got") || at == std::string::npos) return out;
  const char* words = clues.message.c_str() + at;
  double low = 0, high = 0;
  if (std::sscanf(words, ": got %lf, truth in [%lf, %lf]", &out.got, &low, &high) == 3)
    return {out.got, (low + high) / 2, (high - low) / 2};
  if (std::sscanf(words, ": got %lf, truth %lf ± %lf", &out.got, &out.truth, &out.bound) == 3)
    return out;
  return {};
}

std::string NoteOf(const Clues& clues) {
  return clues.evidence.is_object() ? clues.evidence.value("note", clues.message) : clues.message;
}

// "expected float32[2], got int64[2]": whether what stands before the shapes differs.
bool TypesDiffer(const std::string& note) {
  const size_t expected = note.find("expected "), got = note.find(", got ");
  if (expected == std::string::npos || got == std::string::npos || got < expected) return false;
  const std::string a = note.substr(expected + 9, got - expected - 9), b = note.substr(got + 6);
  return a.substr(0, a.find('[')) != b.substr(0, b.find('['));
}

}  // namespace

bool ReadsGarbage(const Clues& clues) {
  const json& poison = At(clues.confirmation, "poison");
  return poison.contains("same") && poison["same"].is_boolean() && !poison["same"].get<bool>();
}

bool Changes(const Clues& clues) { return clues.kind == "nondeterministic"; }
bool Outlier(const Clues& clues) { return clues.kind == "nan" || clues.kind == "nan-gradient"; }

// The kinds of src/training/check.h.
bool LossOff(const Clues& clues) { return clues.kind == "loss" || clues.kind == "curve"; }
bool MetricOff(const Clues& clues) { return clues.kind == "metric"; }
bool GradientOff(const Clues& clues) {
  return clues.kind == "gradient" || clues.kind == "none-gradient" || clues.kind == "step";
}

bool OtherType(const Clues& clues) { return clues.kind == "shape" && TypesDiffer(NoteOf(clues)); }
bool OtherShape(const Clues& clues) { return clues.kind == "shape"; }

bool ModesDisagree(const Clues& clues) {
  const auto modes = clues.location.find("modes");
  if (Fails(clues) || modes == clues.location.end() || !modes->is_array()) return false;
  return std::any_of(modes->begin(), modes->end(), [](const json& mode) {
    return mode.is_object() && mode.value("status", json()) == "ok";
  });
}

bool OneOperatorWrong(const Clues& clues) {
  if (clues.kind != "wrong" && clues.kind != "shape" && clues.kind != "suspicious") return false;
  return clues.nodes == 1 || !At(clues.evidence, "layer").empty() ||
         clues.message.starts_with("layer ");
}

bool JustOutside(const Clues& clues) {
  if (clues.kind == "suspicious") return true;
  if (clues.kind != "wrong" && clues.kind != "equivalence") return false;
  const Measured seen = MeasuredOf(clues);
  // Comparisons with what is missing, or not finite, are false.
  return seen.bound > 0 && std::fabs(seen.got - seen.truth) <= (kGross + 1) * seen.bound;
}

bool Always(const Clues&) { return true; }

}  // namespace assay::triage::conditions
