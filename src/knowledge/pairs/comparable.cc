#include "knowledge/pairs/comparable.h"

#include <re2/re2.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <tuple>

#include "base/strings.h"
#include "knowledge/text.h"

namespace assay::knowledge {
namespace {

// What an API does is said first; later paragraphs tell of cases and devices.
constexpr size_t kTextBytes = 240;
constexpr size_t kParameterBytes = 160;
// Deprecation is announced at the beginning; later it is about single arguments.
constexpr size_t kAnnouncedWithin = 200;

bool IsSelfless(const ApiDoc& doc) { return doc.kind == "method"; }

std::string Beginning(const std::string& text, size_t limit) {
  std::string out;
  for (const std::string& sentence : Sentences(text)) {
    if (!out.empty() && out.size() + sentence.size() > limit) break;
    out += (out.empty() ? "" : " ") + sentence;
    if (out.size() >= limit) break;
  }
  if (out.size() > limit) out.resize(limit);
  // Half a character at the end would be no UTF-8.
  while (!out.empty() && (static_cast<unsigned char>(out.back()) & 0x80) != 0) out.pop_back();
  return out;
}

std::string KeyOf(const PairRules& rules, std::string_view name) {
  const std::string plain = PlainName(LastPart(name));
  const auto group = rules.same_name.find(plain);
  return group == rules.same_name.end() ? plain : group->second;
}

void AddKey(std::vector<std::string>& keys, const std::string& key) {
  if (std::ranges::find(keys, key) == keys.end()) keys.push_back(key);
}

// The name by which a parameter is compared: the first of its group.
std::string Token(const PairRules& rules, const std::string& plain) {
  for (const auto& group : rules.same_parameter)
    if (std::ranges::find(group, plain) != group.end()) return group[0];
  return plain;
}

void ReadParameters(const PairRules& rules, Comparable& out) {
  const bool method = IsSelfless(*out.doc);
  if (method) out.tokens.push_back("operand");
  out.required = method ? 1 : 0;
  std::string words;
  for (size_t i = 0; i < out.doc->parameters.size(); ++i) {
    const Parameter& parameter = out.doc->parameters[i];
    const std::string plain = PlainName(parameter.name);
    const auto& common = rules.common_parameters;
    if (std::ranges::find(common, plain) != common.end()) continue;
    words += (words.empty() ? "" : ", ") + NameWords(parameter.name);
    if (!parameter.optional) ++out.required;
    const bool operand = i == 0 && !method && !parameter.optional && out.doc->kind == "function";
    out.tokens.push_back(operand ? "operand" : Token(rules, plain));
  }
  std::ranges::sort(out.tokens);
  out.tokens.erase(std::unique(out.tokens.begin(), out.tokens.end()), out.tokens.end());
  if (words.size() > kParameterBytes) words.resize(kParameterBytes);
  out.parameters = words;
}

// Index of the API that `name` means where `from` speaks of it: itself or an alias, written in full
// or as a neighbour ("orthogonal_").
int FindNamed(const std::map<std::string, int>& places, const ApiDoc& from,
              const std::string& name) {
  const size_t dot = from.name.rfind('.');
  for (const std::string& full : {name, from.name.substr(0, dot + 1) + name, "tf." + name})
    if (const auto found = places.find(full); found != places.end()) return found->second;
  return -1;
}

// Fills stands_for; texts and keys follow it.
void Refer(std::vector<Comparable>& all) {
  std::map<std::string, int> places;
  for (size_t i = 0; i < all.size(); ++i) {
    places[all[i].doc->name] = static_cast<int>(i);
    for (const std::string& alias : all[i].doc->aliases) places.emplace(alias, static_cast<int>(i));
  }
  for (size_t i = 0; i < all.size(); ++i) {
    const std::string name = ReferredName(all[i].doc->text);
    const int place = name.empty() ? -1 : FindNamed(places, *all[i].doc, name);
    if (place != static_cast<int>(i)) all[i].stands_for = place;
  }
  for (Comparable& api : all) {
    if (api.stands_for < 0) continue;
    Comparable& meant = all[static_cast<size_t>(api.stands_for)];
    api.text = meant.text;
    const std::string own = api.keys[0];
    AddKey(api.keys, meant.keys[0]);
    AddKey(meant.keys, own);
  }
}

// Higher is better, compared part by part.
using Merit = std::tuple<bool, int, bool, int, double>;

Merit MeritOf(const Comparable& source, const Comparable& target, const PairRules& rules) {
  return {source.keys[0] == target.keys[0], KindLikeness(*source.doc, *target.doc),
          source.topic == target.topic, -RankOf(rules, target.doc->name),
          ParameterOverlap(source, target)};
}

}  // namespace

std::string NameWords(std::string_view last_part) {
  std::string out;
  const auto is = [&](size_t i, int (*test)(int)) {
    return i < last_part.size() && test(static_cast<unsigned char>(last_part[i])) != 0;
  };
  for (size_t i = 0; i < last_part.size(); ++i) {
    const bool capital = is(i, std::isupper);
    // A word begins at a capital after a small letter, at the last of several capitals, and at a
    // digit.
    const bool begins =
        i > 0 && ((capital && (is(i - 1, std::islower) || is(i + 1, std::islower))) ||
                  (is(i, std::isdigit) && is(i - 1, std::isalpha)));
    if (begins && !out.empty() && out.back() != ' ') out += ' ';
    out += last_part[i] == '_' ? ' ' : static_cast<char>(std::tolower(last_part[i]));
  }
  return Squeeze(out);
}

bool IsDeprecated(const ApiDoc& doc) {
  if (!doc.deprecated.empty()) return true;
  static const RE2 announced(
      R"((?i)\(deprecated\)|this (function|class|api|method|symbol) is deprecated|^deprecated|^`?[\w.]+`? is deprecated)");
  return RE2::PartialMatch(doc.text.substr(0, kAnnouncedWithin), announced);
}

std::string ReferredName(const std::string& text) {
  static const RE2 form(
      R"((?i)(?:see|alias (?:for|of)|shorthand for|equivalent to)\s+`?([A-Za-z_][\w.]*?)(?:\(\))?`?(?:\s+for details)?[.]?\s*(?:\n\n[\s\S]*)?)");
  std::string name;
  return RE2::FullMatch(std::string(Trim(text)), form, &name) ? name : "";
}

std::vector<Comparable> ComparableApis(const ApiBase& base, const PairRules& rules) {
  std::vector<Comparable> out;
  for (const ApiDoc& doc : base.docs) {
    if (IsLeftOut(rules, doc.name) || IsDeprecated(doc)) continue;
    Comparable api;
    api.doc = &doc;
    api.topic = TopicOf(rules, doc.name);
    api.keys = {KeyOf(rules, doc.name)};
    for (const std::string& alias : doc.aliases) AddKey(api.keys, KeyOf(rules, alias));
    api.words = NameWords(LastPart(doc.name));
    api.text = Beginning(doc.text, kTextBytes);
    ReadParameters(rules, api);
    out.push_back(std::move(api));
  }
  Refer(out);
  return out;
}

double ParameterOverlap(const Comparable& a, const Comparable& b) {
  size_t common = 0;
  for (size_t i = 0, j = 0; i < a.tokens.size() && j < b.tokens.size();) {
    const int order = a.tokens[i].compare(b.tokens[j]);
    common += order == 0 ? 1 : 0;
    i += order <= 0 ? 1 : 0;
    j += order >= 0 ? 1 : 0;
  }
  const size_t all = a.tokens.size() + b.tokens.size() - common;
  return all == 0 ? 1 : static_cast<double>(common) / static_cast<double>(all);
}

int KindLikeness(const ApiDoc& a, const ApiDoc& b) {
  if (a.kind == b.kind) return 2;
  return a.kind != "class" && b.kind != "class" ? 1 : 0;
}

std::vector<NameMatch> MatchByName(const std::vector<Comparable>& sources,
                                   const std::vector<Comparable>& targets, const PairRules& rules) {
  std::map<std::string, std::vector<int>> bearers;
  for (size_t i = 0; i < targets.size(); ++i)
    for (const std::string& key : targets[i].keys) bearers[key].push_back(static_cast<int>(i));
  std::vector<NameMatch> out(sources.size());
  for (size_t s = 0; s < sources.size(); ++s) {
    Merit best;
    for (const std::string& key : sources[s].keys) {
      const auto found = bearers.find(key);
      if (found == bearers.end()) continue;
      for (const int t : found->second) {
        const Comparable& target = targets[static_cast<size_t>(t)];
        if (!Compatible(rules, sources[s].topic, target.topic)) continue;
        const Merit merit = MeritOf(sources[s], target, rules);
        if (out[s].target >= 0 && merit <= best) continue;
        best = merit;
        out[s] = {t, std::get<0>(merit) ? 1.0 : kAliasScore};
      }
    }
  }
  return out;
}

}  // namespace assay::knowledge
