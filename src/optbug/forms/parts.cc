#include "optbug/forms/parts.h"

#include <algorithm>
#include <map>

#include "base/files.h"
#include "base/strings.h"
#include "lab/registry.h"

namespace assay::optbug {
namespace {

Layer ReadLayer(const Toml& entry) {
  return Layer{.name = Text(entry, "name"),
               .from = Text(entry, "from"),
               .to = Text(entry, "to"),
               .top = Text(entry, "top"),
               .init = Text(entry, "init"),
               .setup = Text(entry, "setup"),
               .call = Text(entry, "call", "x = {m}(x)"),
               .kind = Text(entry, "kind", "api"),
               .exception = Text(entry, "exception"),
               .category = Text(entry, "category"),
               .tags = WordSet(entry, "tags"),
               .any_shape = Text(entry, "shape") == "any"};
}

Value ReadValue(const Toml& entry) {
  return Value{.name = Text(entry, "name"),
               .make = Text(entry, "make"),
               .cast = Text(entry, "cast"),
               .category = Text(entry, "category"),
               .kinds = WordSet(entry, "kinds"),
               .batch = entry["batch"].Or(2),
               .tags = WordSet(entry, "tags")};
}

Status ReadInputs(const std::string& framework, Parts& out) {
  ASSAY_ASSIGN(const Toml table, ReadTable(framework, "inputs.toml"));
  out.evaluation = Text(table, "evaluation");
  for (const Toml& entry : table["shape"].items())
    out.shapes[Text(entry, "kind")] = Text(entry, "shape");
  for (const Toml& entry : table["input"].items()) out.values.push_back(ReadValue(entry));
  for (const Toml& entry : table["variation"].items())
    out.variations.push_back({Text(entry, "name"), Text(entry, "change"), Text(entry, "cast"),
                              Text(entry, "type"), Text(entry, "category"),
                              WordSet(entry, "tags")});
  for (const Toml& entry : table["passing"].items())
    out.passings.push_back({Text(entry, "name"), Text(entry, "sign"), Text(entry, "first"),
                            Text(entry, "pass"), Text(entry, "keywords", "{}"),
                            Text(entry, "category"), WordSet(entry, "tags")});
  for (const Toml& entry : table["giving"].items())
    out.givings.push_back({Text(entry, "name"), Text(entry, "give"), WordSet(entry, "tags")});
  for (const Toml& entry : table["twist"].items())
    out.twists.push_back({Text(entry, "name"), Text(entry, "before"), Text(entry, "after"),
                          WordSet(entry, "refuses"), WordSet(entry, "only")});
  return {};
}

Status CheckLayers(const Parts& parts) {
  std::set<std::string> names;
  for (const Layer& layer : parts.layers) {
    if (!names.insert(layer.name).second)
      return Invalid(StrCat("layers.toml: ", layer.name, " stands there twice"));
    if (!parts.shapes.contains(layer.from) || !parts.shapes.contains(layer.to))
      return Invalid(StrCat("layers.toml: ", layer.name, ": no such kind of value"));
  }
  for (const Optimiser& optimiser : parts.optimisers)
    for (const auto* list : {&optimiser.only, &optimiser.one_of})
      for (const std::string& name : *list)
        if (!names.contains(name))
          return Invalid(StrCat("optimisers.toml: ", optimiser.name, ": no layer ", name));
  return {};
}

Result<Loss> ReadLoss(const std::string& word) {
  static const std::map<std::string, Loss> kLosses = {
      {"rounding", Loss::kRounding}, {"gradient", Loss::kGradient}, {"int8", Loss::kInt8},
      {"float16", Loss::kFloat16},   {"autocast", Loss::kAutocast}, {"masked", Loss::kMasked}};
  const auto found = kLosses.find(word);
  if (found == kLosses.end()) return Invalid(StrCat("loss \"", word, "\" is not known"));
  return found->second;
}

Result<Optimiser> ReadOptimiser(const Toml& entry) {
  Optimiser out{.name = Text(entry, "name"),
                .api = Text(entry, "api"),
                .technique = Text(entry, "technique"),
                .imports = Text(entry, "imports"),
                .prepare = Text(entry, "prepare"),
                .apply = Text(entry, "apply"),
                .check = Text(entry, "check"),
                .expect = Text(entry, "expect"),
                .place = Text(entry, "place"),
                .sentence = Text(entry, "sentence"),
                .environment = Text(entry, "environment"),
                .preload = entry["preload"].Texts(),
                .bounds = Text(entry, "bounds"),
                .copies = entry["copies"].Or(false),
                .slow = Text(entry, "cost") != "cheap",
                .rare = Text(entry, "cost") == "rare",
                .runs = entry["runs"].Or(1),
                .only = WordSet(entry, "only"),
                .one_of = WordSet(entry, "one_of"),
                .refuses = WordSet(entry, "refuses")};
  ASSAY_ASSIGN(out.loss, ReadLoss(Text(entry, "loss")));
  if (out.name.empty() || out.api.empty() || out.apply.empty() || out.sentence.empty())
    return Invalid("name, api, apply and sentence are needed");
  return out;
}

// Whether a module of ours stands around the model that was taken.
bool Wrapped(const Form& form) {
  return form.taken && (form.nested || form.beside || !form.layers.empty());
}

bool Meet(const std::set<std::string>& a, const std::set<std::string>& b) {
  return std::ranges::any_of(a, [&](const std::string& x) { return b.contains(x); });
}

bool ChainFits(const Parts& parts, const Form& form) {
  if (form.layers.empty()) return false;
  for (size_t i = 1; i < form.layers.size(); ++i)
    if (!Takes(parts.layers[form.layers[i]], KindBefore(parts, form.layers, i))) return false;
  const std::string& start = parts.layers[form.layers.front()].from;
  // Arithmetic on the way in would make numbers of words.
  if (start == kTokens && !parts.passings[form.passing].tags.contains("as-it-is")) return false;
  return Feeds(parts.values[form.value], start);
}

// Layers of a program that was taken are known by their APIs, not by our names.
bool TakenFits(const Parts& parts, const Form& form) {
  const Optimiser& optimiser = parts.optimisers[form.optimiser];
  const Taken& taken = *form.taken;
  // What follows the model takes one tensor of numbers.
  if (!form.layers.empty() && taken.gives != "float32") return false;
  if (form.variation && !Varies(parts.variations[*form.variation], taken)) return false;
  if (!optimiser.one_of.empty() && !Meet(taken.apis, ApisOfLayers(parts, optimiser.one_of)))
    return false;
  if (optimiser.only.empty()) return true;
  if (!taken.container || form.beside || Wrapped(form)) return false;
  const std::set<std::string> known = ApisOfLayers(parts, optimiser.only);
  return std::ranges::all_of(taken.apis,
                             [&](const std::string& api) { return known.contains(api); });
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

const std::vector<std::string>& KnownFrameworks() {
  static const std::vector<std::string> kKnown = {"torch", "tensorflow", "jax", "onnxruntime",
                                                  "openvino"};
  return kKnown;
}

const std::string& ModelsOf(const std::string& framework) {
  static const std::string kTorch = "torch";
  return framework == "onnxruntime" || framework == "openvino" ? kTorch : framework;
}

Result<Parts> LoadParts(const std::string& framework) {
  const std::string& models = ModelsOf(framework);
  Parts out{.framework = framework, .environment = models};
  ASSAY_ASSIGN(out.layout, ReadData(models, "layout.txt"));
  ASSAY_ASSIGN(out.outer, ReadData(models, "outer.txt"));
  ASSAY_ASSIGN(out.around, ReadData(models, "around.txt"));
  ASSAY_ASSIGN(out.check, ReadData(models, "check.py"));
  // Bounds of quantised layers, where there are any.
  if (const auto steps = ReadData(models, "steps.py"); steps.ok()) out.check += "\n\n" + *steps;
  ASSAY_ASSIGN(const Toml layers, ReadTable(models, "layers.toml"));
  for (const Toml& entry : layers["layer"].items()) out.layers.push_back(ReadLayer(entry));
  ASSAY_RETURN_IF_ERROR(ReadInputs(models, out));
  ASSAY_ASSIGN(out.optimisers, LoadOptimisers(framework));
  ASSAY_RETURN_IF_ERROR(CheckLayers(out));
  return out;
}

const std::string& KindBefore(const Parts& parts, const std::vector<size_t>& chain, size_t at) {
  const std::string* kind = &parts.layers[chain.front()].from;
  for (size_t i = 0; i < at; ++i)
    if (!parts.layers[chain[i]].any_shape) kind = &parts.layers[chain[i]].to;
  return *kind;
}

bool Takes(const Layer& layer, const std::string& kind) {
  return layer.from == kind || (layer.any_shape && kind != kTokens);
}

bool Feeds(const Value& value, const std::string& kind) {
  return value.kinds.empty() ? kind != kTokens : value.kinds.contains(kind);
}

Result<std::vector<Optimiser>> LoadOptimisers(const std::string& framework) {
  ASSAY_ASSIGN(const Toml table, ReadTable(framework, "optimisers.toml"));
  std::vector<Optimiser> out;
  for (const Toml& entry : table["optimiser"].items()) {
    auto read = ReadOptimiser(entry);
    if (!read.ok())
      return Invalid(StrCat("data/optbug/", framework, "/optimisers.toml: ", Text(entry, "name"),
                            ": ", read.error().message));
    out.push_back(std::move(*read));
  }
  return out;
}

Result<std::string> ReadData(const std::string& framework, const std::string& name) {
  return ReadFile(StrCat(lab::HomeFolder(), "/data/optbug/", framework, "/", name));
}

Result<Toml> ReadTable(const std::string& framework, const std::string& name) {
  ASSAY_ASSIGN(const std::string text, ReadData(framework, name));
  return Toml::Parse(text, StrCat("data/optbug/", framework, "/", name));
}

std::string Text(const Toml& entry, std::string_view key, std::string_view otherwise) {
  return std::string(Trim(entry[key].Text(otherwise), "\n"));
}

std::set<std::string> WordSet(const Toml& entry, std::string_view key) {
  const std::vector<std::string> words = entry[key].Texts();
  return {words.begin(), words.end()};
}

std::string Taken::InputTuple() const { return StrCat("(", Join(inputs, ", "), ",)"); }

bool Taken::OnlyTensors() const {
  return takes.size() == inputs.size() &&
         std::ranges::none_of(takes, [](const std::string& kind) { return kind == "object"; });
}

std::set<std::string> ApisOfLayers(const Parts& parts, const std::set<std::string>& names) {
  // As programs are read: nn.Linear is torch.nn.Linear, tf.keras is tensorflow.keras.
  static const std::map<std::string, std::string> kFull = {{"nn", "torch.nn"},
                                                           {"tf", "tensorflow"}};
  std::set<std::string> out;
  for (const Layer& layer : parts.layers) {
    if (!names.contains(layer.name)) continue;
    for (size_t at = 0, open = 0; (open = layer.init.find('(', at)) != std::string::npos;
         at = open + 1) {
      const size_t begin = layer.init.find_last_of(" ([,*={\n", open == 0 ? 0 : open - 1) + 1;
      const std::string name = layer.init.substr(begin, open - begin);
      const auto full = kFull.find(name.substr(0, name.find('.')));
      if (full != kFull.end()) out.insert(full->second + name.substr(full->first.size()));
    }
  }
  return out;
}

bool Varies(const Variation& variation, const Taken& taken) {
  // Only plain numbers are made into others; anything but a tensor cannot be varied.
  return std::ranges::any_of(taken.takes, [&](const std::string& kind) {
    return kind == "float32" && variation.type != "torch.float32";
  });
}

bool Form::operator==(const Form& other) const {
  const auto id = [](const std::optional<Taken>& taken) { return taken ? taken->origin : ""; };
  return origin == other.origin && id(taken) == id(other.taken) && id(beside) == id(other.beside) &&
         variation == other.variation && layers == other.layers && value == other.value &&
         passing == other.passing && giving == other.giving && optimiser == other.optimiser &&
         twist == other.twist && nested == other.nested && training == other.training;
}

std::set<std::string> TagsOf(const Parts& parts, const Form& form) {
  std::set<std::string> out;
  const auto add = [&](const std::set<std::string>& tags) { out.insert(tags.begin(), tags.end()); };
  if (form.training) out.insert("training");
  for (const size_t layer : form.layers) add(parts.layers[layer].tags);
  if (form.taken) {
    add(form.taken->tags);
    if (form.beside) {
      add(form.beside->tags);
      out.insert("nested-result");
    }
    if (form.variation) add(parts.variations[*form.variation].tags);
    // Parameters without a type are tensors to TorchScript.
    if (Wrapped(form) &&
        (!form.taken->OnlyTensors() || (form.beside && !form.beside->OnlyTensors())))
      out.insert("no-script");
    return out;
  }
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
  if (tags.contains("float-only") && tags.contains("other-float")) return false;
  if (form.taken) return TakenFits(parts, form);
  if (!ChainFits(parts, form)) return false;
  // Where only some layers are known, arithmetic between them is not: what is passed in and given
  // back must stay as it is.
  if (!optimiser.only.empty() &&
      (form.giving != 0 || !parts.passings[form.passing].tags.contains("as-it-is")))
    return false;
  std::set<std::string> names;
  for (const size_t layer : form.layers) names.insert(parts.layers[layer].name);
  if (!optimiser.one_of.empty() && !Meet(names, optimiser.one_of)) return false;
  return optimiser.only.empty() || std::ranges::all_of(names, [&](const std::string& name) {
           return optimiser.only.contains(name);
         });
}

std::string Describe(const Parts& parts, const Form& form) {
  std::vector<std::string> words;
  if (form.taken) {
    words.push_back("model of " + form.taken->origin);
    for (const size_t layer : form.layers) words.back() += "+" + parts.layers[layer].name;
    if (form.beside) words.push_back("beside " + form.beside->origin);
    if (form.variation) words.push_back("input " + parts.variations[*form.variation].name);
    if (form.twist) words.push_back("twist " + parts.twists[*form.twist].name);
    if (form.nested) words.push_back("nested");
    if (form.training) words.push_back("training");
    return Join(words, ", ");
  }
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
