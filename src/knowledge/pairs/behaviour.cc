#include "knowledge/pairs/behaviour.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/strings.h"

namespace assay::knowledge {
namespace {

// Frameworks round single precision differently, and sum in another order.
constexpr double kRelative = 1e-3, kAbsolute = 1e-4;
// Of numbers that are drawn only some hundred are seen.
constexpr double kDrawn = 0.15;
// With an option turned they must agree in nearly all scenes.
constexpr double kTurnedShare = 0.8;
// Called without what need not be given.
const std::string kBare = " bare";

bool SameNumber(double a, double b) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
  if (std::isinf(a) || std::isinf(b)) return a == b;
  return std::abs(a - b) <= kAbsolute + kRelative * std::abs(a);
}

bool SameDraw(double a, double b) { return std::abs(a - b) <= kDrawn * std::max(1.0, std::abs(a)); }

bool SameValue(const ProbedValue& a, const ProbedValue& b) {
  return a.kind == b.kind && a.shape == b.shape &&
         std::ranges::equal(a.numbers, b.numbers, a.kind == 'd' ? SameDraw : SameNumber);
}

// One framework gives the sorted values, another their places as well.
bool SameResult(const std::vector<ProbedValue>& a, const std::vector<ProbedValue>& b) {
  const std::vector<ProbedValue>& more = a.size() < b.size() ? b : a;
  const size_t common = std::min(a.size(), b.size());
  const auto rest = more.begin() + static_cast<long>(common);
  return common > 0 &&
         std::equal(more.begin(), rest, a.size() < b.size() ? a.begin() : b.begin(), SameValue) &&
         std::all_of(rest, more.end(), [](const ProbedValue& one) { return one.kind == 'i'; });
}

double ProbedNumber(const nlohmann::json& json) {
  if (json.is_number()) return json.get<double>();
  const std::string text = json.get<std::string>();
  return text == "nan" ? NAN : text == "inf" ? INFINITY : -INFINITY;
}

ProbedValue ReadValue(const nlohmann::json& json) {
  ProbedValue out;
  out.kind = json.at(0).get<std::string>().at(0);
  out.shape = json.at(1).get<std::vector<int64_t>>();
  for (const auto& number : json.at(2)) out.numbers.push_back(ProbedNumber(number));
  return out;
}

const std::vector<ProbedValue>* AnswersIn(const Answers& answers, const std::string& scene) {
  const auto found = answers.find(scene);
  return found == answers.end() ? nullptr : &found->second;
}

// In one scene, where both answered: with what both were given; or, where one of them need not be
// given more, without it.
std::optional<bool> SameIn(const std::string& scene, const Answers& a, const Answers& b) {
  const auto *given_a = AnswersIn(a, scene), *given_b = AnswersIn(b, scene);
  if (given_a == nullptr || given_b == nullptr) return std::nullopt;
  if (SameResult(*given_a, *given_b)) return true;
  const auto *bare_a = AnswersIn(a, scene + kBare), *bare_b = AnswersIn(b, scene + kBare);
  if ((bare_a == nullptr) == (bare_b == nullptr)) return false;
  return SameResult(bare_a ? *bare_a : *given_a, bare_b ? *bare_b : *given_b);
}

bool TellsMuch(const ProbedValue& value) {
  if (value.kind == '=' || value.numbers.empty()) return false;
  const double first = value.numbers[0];
  return std::ranges::any_of(value.numbers, [&](double n) { return !SameNumber(n, first); }) ||
         (value.kind != 'b' && first != 0 && first != 1 && std::isfinite(first));
}

// Results of which one tells something, each counted once.
class TellingResults {
 public:
  void Add(const std::vector<ProbedValue>& result) {
    const bool known = std::ranges::any_of(
        all_, [&](const std::vector<ProbedValue>* one) { return SameResult(*one, result); });
    if (!known && std::ranges::any_of(result, TellsMuch)) all_.push_back(&result);
  }
  size_t size() const { return all_.size(); }

 private:
  std::vector<const std::vector<ProbedValue>*> all_;
};

// Scenes of `a` as they are against those of `b` with one option turned.
void CompareTurned(const Answers& a, const Answers& b, Agreement& best) {
  std::map<std::string, Agreement> by_option;
  std::map<std::string, TellingResults> telling;
  for (const auto& [scene, value] : b) {
    if (!IsTurned(scene)) continue;
    const size_t blank = scene.find(' ');
    const auto* plain = AnswersIn(a, scene.substr(0, blank));
    if (plain == nullptr) continue;
    const std::string option = scene.substr(blank + 1);
    const bool same = SameResult(*plain, value);
    ++(same ? by_option[option].same : by_option[option].other);
    if (same) telling[option].Add(value);
  }
  for (const auto& [option, one] : by_option)
    if (one.share() >= kTurnedShare && one.same > best.same)
      best = {.same = one.same,
              .other = one.other,
              .telling = telling[option].size(),
              .option = option};
}

}  // namespace

bool IsTurned(const std::string& scene) {
  return scene.find(' ') != std::string::npos && !scene.ends_with(kBare);
}

Agreement AgreementOf(const Answers& a, const Answers& b) {
  Agreement plain;
  TellingResults telling;
  for (const auto& [scene, value] : a)
    if (scene.find(' ') == std::string::npos)
      if (const std::optional<bool> same = SameIn(scene, a, b)) {
        ++(*same ? plain.same : plain.other);
        if (*same) telling.Add(value);
      }
  plain.telling = telling.size();
  Agreement turned;
  CompareTurned(a, b, turned);
  CompareTurned(b, a, turned);
  return plain.other > 0 && turned.same > plain.same ? turned : plain;
}

Behaviours ReadBehaviours(const nlohmann::json& json) {
  Behaviours out;
  for (const auto& [name, scenes] : json.items())
    for (const auto& [scene, values] : scenes.items())
      for (const auto& value : values) out[name][scene].push_back(ReadValue(value));
  return out;
}

}  // namespace assay::knowledge
