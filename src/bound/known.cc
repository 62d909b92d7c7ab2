#include "bound/known.h"

#include "base/check.h"

namespace assay {

Known Known::Sequence(std::vector<Known> elements) {
  Known out;
  out.kind = Kind::kSequence;
  out.items = std::move(elements);
  return out;
}

Known Known::Optional() {
  Known out;
  out.kind = Kind::kOptional;
  return out;
}

Known Known::Optional(Known content) {
  Known out = Optional();
  out.items.push_back(std::move(content));
  return out;
}

Known Known::Undetermined() {
  Known out;
  out.kind = Kind::kUndetermined;
  return out;
}

Result<Known> Known::From(const Datum& datum, const Rules& rules) {
  Known out;
  switch (datum.kind) {
    case Datum::Kind::kTensor:
      out.kind = Kind::kTensor;
      break;
    case Datum::Kind::kSequence:
      out.kind = Kind::kSequence;
      break;
    case Datum::Kind::kOptional:
      out.kind = Kind::kOptional;
      break;
    case Datum::Kind::kMap:
      out.kind = Kind::kMap;
      break;
  }
  if (datum.kind == Datum::Kind::kTensor || datum.kind == Datum::Kind::kMap) {
    ASSAY_ASSIGN(out.tensor, Bounded::From(datum.tensor, rules));
  }
  for (const Datum& item : datum.items) {
    ASSAY_ASSIGN(Known known, From(item, rules));
    out.items.push_back(std::move(known));
  }
  return out;
}

Datum Known::ToDatum() const {
  ASSAY_CHECK(kind != Kind::kNothing && kind != Kind::kUndetermined);
  Datum out;
  switch (kind) {
    case Kind::kSequence:
      out.kind = Datum::Kind::kSequence;
      break;
    case Kind::kOptional:
      out.kind = Datum::Kind::kOptional;
      break;
    case Kind::kMap:
      out.kind = Datum::Kind::kMap;
      break;
    default:
      out.kind = Datum::Kind::kTensor;
      break;
  }
  if (kind == Kind::kTensor || kind == Kind::kMap) out.tensor = tensor.ToTensor();
  for (const Known& item : items) out.items.push_back(item.ToDatum());
  return out;
}

}  // namespace assay
