// An operation with values in its slots, written in the other framework's way.
#include "base/strings.h"
#include "mirror/rewrite/operation_writer.h"
#include "mirror/rewrite/quirks.h"
#include "mirror/rewrite/value.h"

namespace assay::mirror {
namespace {

using Kind = Value::Kind;

bool StandsAlone(const std::string& text, size_t open, size_t close) {
  const char before = open == 0 ? ' ' : text[open - 1];
  const char after = close + 1 < text.size() ? text[close + 1] : ' ';
  return (before == '(' || before == ',' || before == '=' ||
          (before == ' ' && open > 1 && text[open - 2] == ',')) &&
         (after == ',' || after == ')');
}

bool TightText(const std::string& text) {
  int depth = 0;
  for (const char c : text) {
    if (c == '(' || c == '[') ++depth;
    if (c == ')' || c == ']') --depth;
    if (c == ' ' && depth == 0) return false;
  }
  return !text.starts_with('-') && !text.starts_with('~');
}

std::string Spread(const std::string& text) {
  const bool literal = (text.starts_with('(') && text.ends_with(')')) ||
                       (text.starts_with('[') && text.ends_with(']'));
  if (!literal || text.size() <= 2) return text;
  std::string inner = text.substr(1, text.size() - 2);
  if (inner.find_first_of("()[]") != std::string::npos) return text;
  if (inner.ends_with(",")) inner.pop_back();
  return inner;
}

}  // namespace

// Without the brackets around all of it: those of the call will do.
std::string Bare(const Written& written) {
  const std::string& text = written.text;
  if (written.value.is(Kind::kSequence) || text.size() < 3 || !text.starts_with('(') ||
      !text.ends_with(')'))
    return text;
  int depth = 0;
  for (size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '(') ++depth;
    if (text[at] == ')') --depth;
    const bool closes_early = depth == 0 && at + 1 < text.size();
    const bool a_tuple = depth == 1 && text[at] == ',';
    // Texts may hold brackets that close nothing.
    if (closes_early || a_tuple || text[at] == '"' || text[at] == '\'') return text;
  }
  return text.substr(1, text.size() - 2);
}

std::string Tight(const Written& written) {
  return written.tight ? written.text : StrCat("(", written.text, ")");
}

// The slots that `target` is to express, with what the source does without being told.
std::optional<OperationWriter::Slots> OperationWriter::Fill(const Spelling& target,
                                                            const Bound& bound,
                                                            std::string* why) const {
  Slots slots = bound.slots;
  std::map<std::string, std::string> untold = bound.spelling->fixed;
  for (const Parameter& one : bound.spelling->parameters)
    if (one.standard) untold[one.slot] = *one.standard;
  for (const auto& [slot, value] : untold) {
    if (slots.contains(slot)) continue;
    const Parameter* other = target.Find(slot);
    if (const auto fixed = target.fixed.find(slot);
        fixed != target.fixed.end() && fixed->second != value) {
      *why = StrCat(target.Shown(), " always has ", slot, " = ", fixed->second);
      return std::nullopt;
    }
    if (target.slots.contains(slot) && (other == nullptr || other->standard != value))
      slots[slot] = {value, {}, true};
  }
  for (const auto& [slot, written] : bound.slots) {
    if (target.slots.contains(slot) || slot.starts_with("_") || slot == "wide") continue;
    const auto fixed = target.fixed.find(slot);
    if (fixed != target.fixed.end() && fixed->second == written.text) continue;
    const Parameter* own = bound.spelling->Find(slot);
    if (fixed == target.fixed.end() && own != nullptr && own->standard == written.text) continue;
    if (written.text == "None" || slot == "requires_grad") continue;
    *why = StrCat(target.Shown(), " has nothing for ", own == nullptr ? slot : own->names[0], "=",
                  written.text);
    return std::nullopt;
  }
  std::erase_if(slots, [&](const auto& one) {
    const Parameter* other = target.Find(one.first);
    return one.second.text == "None" && other != nullptr && other->optional;
  });
  return slots;
}

std::optional<std::string> OperationWriter::FillTemplate(const Spelling& target, const Slots& slots,
                                                         std::string* why) {
  std::string out;
  for (size_t at = 0; at < target.text.size();) {
    const size_t open = target.text.find('{', at), close = target.text.find('}', open);
    out += target.text.substr(at, open - at);
    if (open == std::string::npos) break;
    const auto found = slots.find(target.text.substr(open + 1, close - open - 1));
    if (found == slots.end()) {
      *why = StrCat(target.Shown(), " needs ", target.text.substr(open + 1, close - open - 1));
      return std::nullopt;
    }
    out += StandsAlone(target.text, open, close) ? Bare(found->second) : Tight(found->second);
    at = close + 1;
  }
  // A template may call helpers by @name.
  for (size_t at = out.find('@'); at != std::string::npos; at = out.find('@', at + 1)) {
    size_t end = at + 1;
    while (end < out.size() &&
           (std::isalnum(static_cast<unsigned char>(out[end])) || out[end] == '_'))
      ++end;
    if (end == at + 1) continue;
    out = out.substr(0, at) + log_.Helper(out.substr(at + 1, end - at - 1)) + out.substr(end);
  }
  return out;
}

std::optional<std::string> OperationWriter::WriteCall(const Spelling& target, Slots slots,
                                                      std::string* why) {
  std::vector<std::string> arguments;
  bool in_place = true;
  for (const Parameter& parameter : target.parameters) {
    const auto found = slots.find(parameter.slot);
    if (found == slots.end()) {
      if (!parameter.optional && !in_decorator) {
        *why = StrCat(target.Shown(), " needs ", parameter.slot);
        return std::nullopt;
      }
      in_place = false;
      continue;
    }
    const bool listed = parameter.variadic && !found->second.value.path.empty();
    const std::string text =
        listed               ? found->second.value.path
        : parameter.variadic ? Spread(found->second.text)
        // Helpers ask their tensor for its element type; for PyTorch it is one by now.
        : target.helper && !target_.only_tensors && parameter.slot == "x" &&
                found->second.value.number()
            ? writes_.Scalar(found->second.text)
            : Bare(found->second);
    in_place = in_place && !parameter.optional && !parameter.named;
    arguments.push_back(in_place || parameter.variadic ? text
                                                       : StrCat(parameter.names[0], "=", text));
  }
  const std::string list = Join(arguments, ", ");
  const std::string callee = target.helper ? log_.Helper(target.callee) : target.callee;
  if (target.form == Spelling::Form::kAttribute) return StrCat(Tight(slots["x"]), ".", callee);
  if (target.form == Spelling::Form::kMethod && slots["x"].value.number()) {
    // A number of Python has no methods of arrays.
    const std::string type = reads_.StandardType(NumericType(slots["x"].value), memory_.wide);
    const std::string made = writes_.Receiver(slots["x"].text, rules_.Dtype(to_, type));
    if (!made.empty()) return StrCat(made, ".", callee, "(", list, ")");
  }
  if (target.form == Spelling::Form::kMethod)
    return StrCat(Tight(slots["x"]), ".", callee, "(", list, ")");
  if (target.form == Spelling::Form::kConstant) return callee;
  if (in_decorator && arguments.empty()) return callee;
  return StrCat(callee, "(", list, ")");
}

std::optional<Written> OperationWriter::Emit(Bound bound, std::string* why) {
  const auto targets = bound.operation->spellings.find(to_);
  if (targets == bound.operation->spellings.end() || targets->second.empty()) {
    *why = StrCat("has no twin in ", to_);
    return std::nullopt;
  }
  const auto instead = [&](const std::optional<Instead>& found) -> std::optional<Written> {
    if (!found->why.empty()) {
      *why = found->why;
      return std::nullopt;
    }
    made = rules_.ApisOfText(to_, found->text.substr(0, found->text.find('(') + 1));
    return Written{found->text, found->value ? *found->value : Gives(bound), found->tight};
  };
  if (const auto found = InsteadOfGiven(Context(), bound)) return instead(found);
  Prepare(bound);
  if (!autocast.empty()) Autocast(bound);
  if (bound.operation->gives == "function")
    if (const auto given = bound.slots.find("function"); given != bound.slots.end())
      memory_.compiled.insert(given->second.value.functions.begin(),
                              given->second.value.functions.end());
  if (const auto found = InsteadOfReady(Context(), bound)) return instead(found);
  for (const Spelling& target : targets->second) {
    // A helper that is not taken in the end must not be inserted.
    const std::set<std::string> before = log_.helpers;
    const auto slots = Fill(target, bound, why);
    const bool filled = target.form == Spelling::Form::kTemplate;
    if (auto text = !slots   ? std::nullopt
                    : filled ? FillTemplate(target, *slots, why)
                             : WriteCall(target, *slots, why)) {
      // Only numbers with a fraction have gradients.
      constexpr std::string_view kGrad = ", requires_grad=True";
      if (const Value given = Gives(bound);
          bound.operation->name == "variable" && (IsIntegral(given.dtype) || given.dtype == "bool"))
        if (const size_t at = text->find(kGrad); at != std::string::npos)
          text->erase(at, kGrad.size());
      const bool tight = TightText(*text);
      made = rules_.ApisOf(to_, target);
      return Written{std::move(*text), Gives(bound), tight};
    }
    log_.helpers = before;
  }
  return std::nullopt;
}

}  // namespace assay::mirror
