#include "optbug/forms/form.h"

#include <algorithm>

#include "base/strings.h"

namespace assay::optbug {
namespace {

bool Meet(const std::set<std::string>& a, const std::set<std::string>& b) {
  return std::ranges::any_of(a, [&](const std::string& x) { return b.contains(x); });
}

bool ChainFits(const Parts& parts, const Form& form) {
  if (form.layers.empty()) return false;
  for (size_t i = 1; i < form.layers.size(); ++i)
    if (parts.layers[form.layers[i - 1]].to != parts.layers[form.layers[i]].from) return false;
  const std::string& start = parts.layers[form.layers.front()].from;
  // Arithmetic on the way in would make numbers of words.
  if (start == kTokens && !parts.passings[form.passing].tags.contains("as-it-is")) return false;
  return Feeds(parts.values[form.value], start);
}

bool TwistFits(const Parts& parts, const Form& form, const std::set<std::string>& tags) {
  if (!form.twist) return true;
  const Twist& twist = parts.twists[*form.twist];
  const Optimiser& optimiser = parts.optimisers[form.optimiser];
  const std::set<std::string> own = {optimiser.technique, optimiser.name, parts.framework};
  if (Meet(twist.refuses, own) || Meet(twist.refuses, tags)) return false;
  return twist.only.empty() || Meet(twist.only, own);
}

}  // namespace

bool Form::operator==(const Form& other) const {
  return origin == other.origin && layers == other.layers && value == other.value &&
         passing == other.passing && giving == other.giving && optimiser == other.optimiser &&
         twist == other.twist && nested == other.nested && training == other.training;
}

std::set<std::string> TagsOf(const Parts& parts, const Form& form) {
  std::set<std::string> out;
  const auto add = [&](const std::set<std::string>& tags) { out.insert(tags.begin(), tags.end()); };
  if (form.training) out.insert("training");
  if (form.taken) {
    add(form.taken->tags);
    return out;
  }
  for (const size_t layer : form.layers) add(parts.layers[layer].tags);
  add(parts.values[form.value].tags);
  add(parts.passings[form.passing].tags);
  add(parts.givings[form.giving].tags);
  return out;
}

bool Fits(const Parts& parts, const Form& form) {
  const Optimiser& optimiser = parts.optimisers[form.optimiser];
  const std::set<std::string> tags = TagsOf(parts, form);
  if (Meet(tags, optimiser.refuses) || !TwistFits(parts, form, tags)) return false;
  // A value next to a threshold may fall on its other side when it has few bits.
  if ((optimiser.loss == Loss::kInt8 || optimiser.loss == Loss::kFloat16) &&
      tags.contains("discrete"))
    return false;
  // Layers of a program that was taken are not known by our names.
  if (form.taken) return optimiser.only.empty() && optimiser.one_of.empty();
  if (!ChainFits(parts, form)) return false;
  if (tags.contains("float-only") && tags.contains("other-float")) return false;
  std::set<std::string> names;
  for (const size_t layer : form.layers) names.insert(parts.layers[layer].name);
  if (!optimiser.one_of.empty() && !Meet(names, optimiser.one_of)) return false;
  return optimiser.only.empty() || std::ranges::all_of(names, [&](const std::string& name) {
           return optimiser.only.contains(name);
         });
}

std::string Describe(const Parts& parts, const Form& form) {
  if (form.taken) return "model of " + form.origin;
  std::vector<std::string> words;
  std::vector<std::string> names;
  for (const size_t layer : form.layers) names.push_back(parts.layers[layer].name);
  words.push_back(Join(names, "+"));
  const std::string& value = parts.values[form.value].name;
  if (value != "plain" && value != "tokens") words.push_back("value " + value);
  if (form.passing != 0) words.push_back("passing " + parts.passings[form.passing].name);
  if (form.giving != 0) words.push_back("giving " + parts.givings[form.giving].name);
  if (form.twist) words.push_back("twist " + parts.twists[*form.twist].name);
  if (form.nested) words.push_back("nested");
  if (form.training) words.push_back("training");
  return Join(words, ", ");
}

}  // namespace assay::optbug
