// Method: a way to search. It decides which case comes next; everything else is the campaign's.
//
// Cases are numbered and made in blocks. The state for block b is the start folded with the reports
// of all blocks up to b - lag, in order of their numbers; a case is a function of that state and
// its number alone. So a campaign is the same however many jobs run it, and can be taken up again
// from the state of its first incomplete block and the reports that are not folded yet.
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "base/result.h"
#include "campaign/recipe.h"
#include "campaign/seeds.h"
#include "graph/model_case.h"

namespace assay::campaign {

struct Made {
  ModelCase model_case;
  Recipe recipe;
  int parent = -1;  // of the method's own meaning: where in its pool this came from
  // What the last mutation promises to give the same bits as. (A promise of closeness adds nothing
  // to the bounds of both: where rounding differs, so do they.)
  std::optional<ModelCase> equivalent;
  // Meant to hold NaN, infinities or numbers at the ends of their types.
  bool special = false;
};

// Of a report that came from another agent of a shared campaign: no parent of this one's pool.
inline constexpr int kForeign = -2;

// What became of a case.
struct Report {
  int64_t index = 0;
  bool run = false;  // false: nothing legal and numerically valid came of it
  std::string recipe;
  int parent = -1;             // kForeign: made by another agent
  std::vector<uint64_t> keys;  // what it covers (generate/combinations.h)
  double distance = 0;         // largest distance between two targets, for methods that follow it
  int findings = 0;
  double to_nan = 0;  // how near it is to NaN (nan_energy.h), for methods that follow it
  // Last mutators of the candidates that were made before this one and turned out illegal.
  std::vector<std::string> put_aside;

  std::string Save() const;
  static Result<Report> Load(std::string_view bytes);
};

struct State {
  virtual ~State() = default;
};
using StatePtr = std::shared_ptr<const State>;

// What a target takes, as the survey and its manifest tell.
struct Patron {
  std::unordered_set<uint64_t> avoid;  // uses of operators (generate::SupportKey)
  int opset_min = 1, opset_max = 1000;
  std::set<DType> types;  // empty: all
  bool narrow = false;    // no control flow and no sequences
  friend bool operator==(const Patron&, const Patron&) = default;
};

struct MethodOptions {
  uint64_t seed = 0;
  int nodes = 0;  // of generated graphs; 0: mixed
  bool unconstrained = false;
  bool literal = false;  // Config::literal
  // For whom graphs are generated, in turn: each within the limits of one of them, so that it has
  // something to run whatever the others take. Empty: for nobody in particular.
  std::vector<Patron> patrons;
  // Only these mutators; empty: the method's own choice.
  std::vector<std::string> mutators;
  std::vector<std::string> operators;  // of which generated graphs begin with one
};

// How a method tells findings.
enum class Judge {
  kCertified,  // against the certified reference
  kDMad,       // NaN or failure of some targets only; D_MAD above 0.4
  kStudy,      // NaN or failure of some targets only; R above 1e3
};
// "certified", "dmad" or "study"; "" is `own`.
Result<Judge> JudgeByName(std::string_view name, Judge own);

// What a method that follows distances means by it.
enum class Energy {
  kDistance,  // oracle::LargestDistance
  kMadSum,    // oracle::SumOfMad
};

class Method {
 public:
  virtual ~Method() = default;
  virtual int64_t block() const { return 128; }
  virtual int lag() const { return 2; }
  virtual Judge judge() const { return Judge::kCertified; }
  // Whether reports need `distance`.
  virtual bool follows_distance() const { return false; }
  virtual Energy energy() const { return Energy::kDistance; }
  // Whether reports need `to_nan`.
  virtual bool follows_nan() const { return false; }
  // Whether it generates graphs.
  virtual bool generates() const { return false; }
  // Whether Fold makes use of reports with kForeign.
  virtual bool learns_from_others() const { return false; }
  // How many cases there are at all; -1: no end.
  virtual int64_t limit() const { return -1; }
  // What people should know before it starts: operators that are missing, and the like.
  virtual std::vector<std::string> notes() const { return {}; }
  // What a model covers, for its report: generate::Combinations unless the method has its own.
  virtual std::vector<uint64_t> Keys(const Graph& graph) const;

  virtual StatePtr Start() const = 0;
  // Thread-safe. A Rejected error: nothing fits; the next attempt may.
  virtual Result<Made> Make(const State& state, int64_t index, int attempt) const = 0;
  virtual StatePtr Fold(const State& state, std::span<const Report> reports) const = 0;
  virtual std::string Save(const State& state) const = 0;
  virtual Result<StatePtr> Load(std::string_view bytes) const = 0;
  // For the summary: {"combinations": …, "corpus": …}.
  virtual std::vector<std::pair<std::string, int64_t>> Figures(const State& state) const = 0;
};

struct MethodDef {
  std::string_view name;
  std::string_view meaning;
  // `seeds` outlives the method.
  std::unique_ptr<Method> (*make)(const Seeds& seeds, const MethodOptions& options);
};

std::span<const MethodDef> AllMethods();  // methods.def
const MethodDef* FindMethod(std::string_view name);

// The random numbers of attempt `attempt` at case `index`.
Rng CaseRng(uint64_t seed, int64_t index, int attempt);

}  // namespace assay::campaign
