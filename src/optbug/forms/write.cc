#include <algorithm>
#include <array>

#include "base/strings.h"
#include "optbug/forms/parts.h"
#include "optbug/forms/take.h"
#include "trial/prelude.h"

namespace assay::optbug {
namespace {

// One part in about so many steps of its range may be off after rounding to eight bits (seven where
// the framework keeps one in reserve) or to half precision.
constexpr const char* kInt8Step = "1 / 127";
constexpr const char* kFloat16Step = "2 ** -10";

std::string Indent(const std::string& text, int spaces) {
  std::vector<std::string> lines = Split(text, '\n');
  for (std::string& line : lines)
    if (!line.empty()) line = std::string(static_cast<size_t>(spaces), ' ') + line;
  return Join(lines, "\n");
}

struct Body {
  std::vector<std::string> tops, inits, forwards;
};

Body BodyOf(const Parts& parts, const Form& form) {
  Body out;
  for (size_t i = 0; i < form.layers.size(); ++i) {
    const Layer& layer = parts.layers[form.layers[i]];
    const std::string name = StrCat("m", i);
    const auto named = [&](const std::string& text) {
      return ReplaceAll(ReplaceAll(text, "{m}", "self." + name), "{n}", name);
    };
    if (!layer.top.empty() && std::ranges::find(out.tops, layer.top) == out.tops.end())
      out.tops.push_back(layer.top);
    if (!layer.init.empty()) out.inits.push_back(StrCat("self.", name, " = ", layer.init));
    if (!layer.setup.empty()) out.inits.push_back(named(layer.setup));
    out.forwards.push_back(named(layer.call));
  }
  if (out.inits.empty()) out.inits.push_back("pass");
  return out;
}

std::string ValueText(const Parts& parts, const Form& form) {
  const Value& value = parts.values[form.value];
  const std::string& kind = parts.layers[form.layers.front()].from;
  const std::string shape = ReplaceAll(parts.shapes.at(kind), "{n}", std::to_string(value.batch));
  return ReplaceAll(value.make, "{shape}", shape);
}

// Doubled braces of the table stand for one.
std::string PassText(const std::string& pattern, const std::string& value) {
  return ReplaceAll(ReplaceAll(ReplaceAll(pattern, "{x}", value), "{{", "{"), "}}", "}");
}

// "(a, b,)" and "{'x': c}" as a call has them: "a, b, **{'x': c}".
std::string CallText(const std::string& tuple, const std::string& keywords) {
  std::string out = tuple.substr(1, tuple.size() - 2);
  while (out.ends_with(',') || out.ends_with(' ')) out.pop_back();
  if (keywords == "{}") return out;
  return StrCat(out, out.empty() ? "" : ", ", "**", keywords);
}

// The names of "x, scale: float = 2.0, held: Dict[str, int]".
std::vector<std::string> ParametersOf(const std::string& sign) {
  std::vector<std::string> out;
  int depth = 0;
  bool name = true;
  for (const char c : "," + sign) {
    if (c == '[') ++depth;
    if (c == ']') --depth;
    if (c == ',' && depth == 0) {
      out.emplace_back();
      name = true;
    } else if (c == ':' || c == '=') {
      name = false;
    } else if (name && c != ' ') {
      out.back() += c;
    }
  }
  return out;
}

struct Slots {
  std::vector<std::pair<std::string, std::string>> values;
  void Set(std::string name, std::string text) {
    values.emplace_back("{{" + std::move(name) + "}}", std::move(text));
  }
  std::string Fill(std::string text) const {
    for (const auto& [name, value] : values) text = ReplaceAll(text, name, value);
    return text;
  }
};

Slots ModelSlots(const Parts& parts, const Form& form) {
  const Passing& passing = parts.passings[form.passing];
  Body body = BodyOf(parts, form);
  Slots out;
  out.Set("top", body.tops.empty() ? "" : "\n" + Join(body.tops, "\n\n\n") + "\n\n");
  out.Set("init", Indent(Join(body.inits, "\n"), 8));
  std::vector<std::string> forward;
  if (!passing.first.empty()) forward.push_back(passing.first);
  forward.insert(forward.end(), body.forwards.begin(), body.forwards.end());
  forward.push_back("return " + parts.givings[form.giving].give);
  out.Set("forward", Indent(Join(forward, "\n"), 8));
  out.Set("sign", passing.sign);
  const std::string value = ValueText(parts, form);
  const std::string inputs = PassText(passing.pass, value);
  const std::string keywords = passing.keywords == "{}" ? "{}" : PassText(passing.keywords, value);
  out.Set("inputs", inputs);
  out.Set("keywords", keywords);
  // Once by itself: what cannot be called with such inputs is no use.
  out.Set("arguments", CallText(inputs, keywords));
  out.Set("cast", parts.values[form.value].cast);
  return out;
}

// The inputs of what was taken, changed where the form says so.
std::vector<std::string> VariedInputs(const Parts& parts, const Form& form, const Taken& taken) {
  std::vector<std::string> out = taken.inputs;
  if (!form.variation) return out;
  for (size_t i = 0; i < out.size() && i < taken.takes.size(); ++i)
    if (taken.takes[i] == "float32")
      out[i] = ReplaceAll(parts.variations[*form.variation].change, "{v}", "(" + out[i] + ")");
  return out;
}

// "v0, v1" of two inputs.
std::string Numbered(std::string_view letter, size_t count) {
  std::vector<std::string> out;
  for (size_t i = 0; i < count; ++i) out.push_back(StrCat(letter, i));
  return Join(out, ", ");
}

// A model that was taken, with what stands around it and beside it.
Slots TakenSlots(const Parts& parts, const Form& form) {
  const Taken& taken = *form.taken;
  Slots out;
  std::string top = taken.top, model = taken.model;
  std::vector<std::string> inputs = VariedInputs(parts, form, taken);
  if (form.nested || form.beside || !form.layers.empty()) {
    const std::string own = Numbered("v", taken.inputs.size());
    Body body = BodyOf(parts, form);
    std::erase(body.inits, "pass");
    body.inits.insert(body.inits.begin(), "self.inner = inner");
    body.forwards.insert(body.forwards.begin(), StrCat("x = self.inner(", own, ")"));
    std::string given = "inner", sign = own, give = "return x";
    if (form.beside) {
      const Taken other = Apart(taken, *form.beside);
      const std::string further = Numbered("w", other.inputs.size());
      top += other.top;
      body.inits.insert(body.inits.begin() + 1, "self.other = other");
      given += ", other";
      sign += ", " + further;
      give += StrCat(", self.other(", further, ")");
      model += ", " + other.model;
      for (const std::string& input : VariedInputs(parts, form, other)) inputs.push_back(input);
    }
    body.forwards.push_back(give);
    for (const std::string& definition : body.tops) top += "\n\n" + definition + "\n";
    Slots around;
    around.Set("given", given);
    around.Set("sign", sign);
    around.Set("init", Indent(Join(body.inits, "\n"), 8));
    around.Set("forward", Indent(Join(body.forwards, "\n"), 8));
    top += "\n\n" + around.Fill(parts.around);
    model = StrCat("Around(", model, ")");
  }
  const std::string tuple = StrCat("(", Join(inputs, ", "), ",)");
  out.Set("top", top);
  out.Set("model", StrCat(model, form.training ? "" : parts.evaluation,
                          form.variation ? parts.variations[*form.variation].cast : ""));
  out.Set("inputs", tuple);
  out.Set("arguments", CallText(tuple, "{}"));
  out.Set("keywords", "{}");
  out.Set("outer", "");
  return out;
}

// What says how far a result is off.
std::string FarText(const Optimiser& optimiser) {
  if (optimiser.loss == Loss::kAutocast) return "half_apart(expected, exact, result)";
  if (optimiser.loss != Loss::kInt8 && optimiser.loss != Loss::kFloat16)
    return "apart(expected, exact, result)";
  if (optimiser.bounds.empty()) return "coarse(expected, others, result)";
  return StrCat("beyond_steps(model, optimised, inputs, keywords, expected, others, result",
                optimiser.bounds == "folded" ? ", folded=True)" : ")");
}

// The part that judges: expectation, optimisation, comparison. `claim` is the line, from 0, at
// which the optimisation begins.
std::string JudgingText(const Parts& parts, const Form& form, bool cost, size_t& claim) {
  const Optimiser& optimiser = parts.optimisers[form.optimiser];
  std::string out;
  const auto line = [&](const std::string& text) {
    if (!text.empty()) out += text + "\n";
  };
  const bool gradient = optimiser.loss == Loss::kGradient;
  const bool coarse = optimiser.loss == Loss::kInt8 || optimiser.loss == Loss::kFloat16;
  const bool cast = optimiser.loss == Loss::kAutocast;
  const std::string how = gradient ? ", how=learn" : cast ? ", how=run_cast" : "";
  const std::string args = "model, inputs, keywords";
  line(optimiser.expect.empty() ? StrCat("expected = original(", args, how, ")")
                                : optimiser.expect);
  if (coarse)
    line(StrCat("others = shaken(", args, ", ",
                optimiser.loss == Loss::kInt8 ? kInt8Step : kFloat16Step, ")"));
  else if (cast)
    line("exact = original(model, inputs, keywords)");
  else if (optimiser.loss != Loss::kMasked)
    line(StrCat("exact = precise(", args, how, ")"));
  // A model that writes to its own state does so when it is run, whoever runs it.
  const bool writes = TagsOf(parts, form).contains("writes-state");
  const bool copies = optimiser.copies && !writes;
  if (copies) line("before = state(model)");
  line(optimiser.prepare);
  claim = static_cast<size_t>(std::ranges::count(out, '\n'));
  line(StrCat("print(\"", kOptimiseMark, "\", flush=True)"));
  line(optimiser.apply);
  if (form.twist) line(ReplaceAll(parts.twists[*form.twist].after, "{apply}", optimiser.apply));
  if (!optimiser.check.empty() || optimiser.loss == Loss::kMasked)
    line(StrCat("print(\"", kCheckMark, "\", flush=True)"));
  line(optimiser.check);
  if (optimiser.loss == Loss::kMasked) {
    line("expected = original(masked(plain, model), inputs, keywords)");
    line("exact = precise(plain, inputs, keywords)");
  }
  const std::string run = StrCat("result = ",
                                 gradient ? "learn"
                                 : cast   ? "run_cast"
                                          : "run",
                                 "(optimised, inputs, keywords)");
  const std::string far = FarText(optimiser);
  std::string turn = StrCat(
      "print(\"", kRunMark, "\", flush=True)\n", run, "\nprint(\"", kRanMark, "\", flush=True)\n",
      "assert not same_form(expected, result), \"changed form: \" + same_form(expected, result)\n",
      "assert not ", far, ", \"wrong value: \" + ", far);
  // Its second run would have to be compared with a second run of the original.
  if (optimiser.runs > 1 && !writes)
    turn = StrCat("for turn in range(", optimiser.runs, "):\n", Indent(turn, 4));
  line(turn);
  if (copies)
    line("assert not touched(before, model), \"original changed: \" + touched(before, model)");
  if (cost) {
    line("more = dearer(model, optimised, inputs, keywords)");
    line("assert not more, \"costs more: \" + more");
  }
  return out;
}

// Standard modules that the text names.
std::string StandardImports(const std::string& text) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 9> kKnown = {{
      {"collections.", "import collections"},
      {"functools.", "import functools"},
      {"io.BytesIO", "import io"},
      {"dataclasses.", "import dataclasses"},
      {"enum.", "import enum"},
      {"math.", "import math"},
      {"typing.", "import typing"},
      {" F.", "import torch.nn.functional as F"},
      {"checkpoint.", "import torch.utils.checkpoint"},
  }};
  std::string out;
  for (const auto& [use, import] : kKnown)
    if (text.find(use) != text.npos) out += std::string(import) + "\n";
  return out;
}

// No more than two empty lines in a row, none at the ends.
std::string Tidy(const std::string& text) {
  std::string out;
  for (const char c : text)
    if (c != '\n' || !out.ends_with("\n\n\n")) out += c;
  return out;
}

size_t LineOf(const std::string& text, size_t at) {
  return static_cast<size_t>(std::count(text.begin(), text.begin() + static_cast<long>(at), '\n')) +
         1;
}

}  // namespace

Written Write(const Parts& parts, const Form& form, bool cost) {
  const Optimiser& optimiser = parts.optimisers[form.optimiser];
  const std::string mode = form.training ? "" : parts.evaluation;
  Slots slots;
  std::string layout = parts.layout;
  if (form.taken) {
    layout = layout.substr(0, layout.find("{{top}}")) + "{{top}}\n" +
             layout.substr(layout.find("{{outer}}"));
    slots = TakenSlots(parts, form);
  } else {
    slots = ModelSlots(parts, form);
    slots.Set("class", form.nested ? "Inner" : "Model");
    slots.Set("model", StrCat("Model()", mode, "{{cast}}"));
    slots.Set("outer", form.nested ? parts.outer : "");
    const std::vector<std::string> names = ParametersOf(parts.passings[form.passing].sign);
    slots.Set("names", Join(names, ", "));
    slots.Set("sign", parts.passings[form.passing].sign);
    slots.Set("cast", parts.values[form.value].cast);
  }
  slots.Set("before", form.twist
                          ? ReplaceAll(parts.twists[*form.twist].before, "{apply}", optimiser.apply)
                          : "");
  size_t claim = 0;
  const std::string judging = JudgingText(parts, form, cost, claim);
  std::string text = slots.Fill(slots.Fill(layout)) + judging;
  Written out{.helpers = trial::OnlyNeeded(parts.check, judging + text)};
  const std::string imports =
      optimiser.imports + "\n" + StandardImports(text.substr(text.find("{{helpers}}")));
  text = ReplaceAll(text, "{{imports}}\n", imports);
  text = ReplaceAll(text, "{{helpers}}", out.helpers);
  out.text = Tidy(text);
  out.claim_line =
      static_cast<int>(LineOf(out.text, out.text.rfind(StrCat("print(\"", kOptimiseMark))));
  return out;
}

}  // namespace assay::optbug
