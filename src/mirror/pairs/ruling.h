// Who is wrong, if anybody, by what everybody said to one trial.
//
// Double precision first. Where both sides agree there, whoever is further from it in the trial's
// own types than rounding can bring it, while the other is not, is wrong. Where they differ in
// double precision, the third framework and numpy are asked, as far as they have shown on benign
// inputs that they do the same; one that stands alone against two others is wrong, otherwise the
// difference is worth a sentence in two documentations and no accusation. What conventions.toml
// covers accuses nobody.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "base/result.h"
#include "mirror/pairs/answers.h"

namespace assay::mirror::pairs {

// Conventions: differences that are a matter of choice, each with its reason:
// data/mirror/conventions.toml. Nobody is accused of them.
struct Convention {
  std::string name, why;
  std::vector<std::string> apis;         // patterns: one of the APIs that are compared
  std::vector<std::string> changes;      // patterns of Change::kind
  std::vector<std::string> differences;  // patterns of Ruled::difference
  bool noted = false;  // nobody is accused, yet the difference is told: it should be documented
};

struct Conventions {
  std::vector<Convention> all;
  // The first that fits; null: none.
  const Convention* Find(const std::vector<std::string>& apis, const std::string& change,
                         const std::string& difference) const;
};

// An error names the file, the line and what is missing.
Result<Conventions> ReadConventions(const std::string& text, const std::string& path);
Result<Conventions> LoadConventions();

enum class Ruling {
  kNothing,  // nothing to compare
  kAgreed,
  kBothRefuse,   // both raise an error
  kUnsupported,  // one has no such element type
  kConvention,
  kDiffers,    // nobody can say who is right
  kRefuses,    // one raises an error, the other computes
  kImprecise,  // beyond rounding, yet nearly the same number
  kAccused,
};
std::string_view RulingName(Ruling ruling);

struct Ruled {
  Ruling ruling = Ruling::kNothing;
  // values, undefined (NaN or an infinity on one side only), shape, promotion (whole numbers of
  // another width), refuses, narrow, overflow, internal-error
  std::string difference;
  std::string accused;              // framework; of kRefuses who raises
  std::vector<std::string> others;  // who agree with each other against it
  std::string convention;           // name
};

struct Court {
  const Subject& subject;
  const Conventions& conventions;
  std::set<std::string> proven;  // who else is believed: the third framework, numpy
};

Ruled Rule(const Court& court, const PairTrial& trial,
           const std::map<std::string, TwinAnswer>& answers);

// Whether an error is the framework's own mistake by its own words: an internal check that failed.
bool IsInternalError(const nlohmann::json& told);

}  // namespace assay::mirror::pairs
