// f(a, b, c=d)  ==>  f(a, b)
#include "casebook/passes.h"

namespace assay::casebook {
namespace {

using program::Node;

// An item with the comma that goes with it.
program::Span WithComma(const View& view, const Node& item) {
  program::Span out = item.span();
  const std::string& text = view.text();
  uint32_t at = out.end;
  while (at < text.size() && (text[at] == ' ' || text[at] == '\n')) ++at;
  if (at < text.size() && text[at] == ',') {
    ++at;
    while (at < text.size() && text[at] == ' ') ++at;
    out.end = at;
    return out;
  }
  at = out.begin;
  while (at > 0 && (text[at - 1] == ' ' || text[at - 1] == '\n')) --at;
  if (at > 0 && text[at - 1] == ',') out.begin = at - 1;
  return out;
}

std::vector<Proposal> WithoutOne(const View& view, const std::vector<std::string_view>& lists) {
  std::vector<Proposal> out;
  for (const Node& list : view.Nodes(lists))
    for (const Node& item : list.children())
      if (!item.is("comment")) out.push_back(view.Everywhere({WithComma(view, item), ""}));
  return out;
}

}  // namespace

std::vector<Proposal> ProposeArguments(const View& view) {
  return WithoutOne(view, {"argument_list"});
}

// [a, b, c]  ==>  [a, c]
std::vector<Proposal> ProposeElements(const View& view) {
  return WithoutOne(view, {"list", "tuple", "dictionary", "set"});
}

}  // namespace assay::casebook
