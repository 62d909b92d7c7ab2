#include "generate/combinations.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "base/hash.h"
#include "base/strings.h"
#include "generate/boundary.h"
#include "generate/operator_pairs.h"

namespace assay::generate {
namespace {

// First words of the three kinds of keys, so that they never meet.
enum KeyKind : uint64_t { kNodeKind = 1, kEdgeKind = 2, kPresenceKind = 3 };

constexpr int kRankClasses = 6;
constexpr size_t kLeastSlots = 1024;

// Keys that are counted apart begin so; among millions of other keys none does by chance.
constexpr uint64_t kPairTag = 0xA55A5A, kBoundaryTag = 0xB0DEB0;
constexpr int kTagged = 40;  // bits behind the tag

uint64_t Tagged(uint64_t tag, uint64_t hash) {
  return tag << kTagged | (hash & ((uint64_t{1} << kTagged) - 1));
}

bool IsPair(uint64_t key) { return key >> kTagged == kPairTag; }
bool IsBoundary(uint64_t key) { return key >> kTagged == kBoundaryTag; }

uint64_t PresenceKey(uint64_t op, const Node& node) {
  uint64_t key = HashCombine(kPresenceKind, op);
  for (const auto& [name, attr] : node.attrs) key = HashCombine(key, HashBytes(name));
  // Only which are present: a Concat of three is no other combination than one of four.
  uint64_t inputs = 0;
  for (size_t i = 0; i < node.inputs.size() && i < 8; ++i)
    if (node.inputs[i] != kAbsent) inputs |= uint64_t{1} << i;
  return HashCombine(key, inputs);
}

TensorType TypeOf(const Graph& graph, ValueId id) {
  const ValueType* type = &graph.type(id);
  while (!type->is_tensor() && type->element != nullptr) type = type->element.get();
  return type->tensor;
}

// The type that stands for a node: its first input's, or its result's when it takes none.
TensorType LeadingType(const Graph& graph, const Node& node) {
  for (const ValueId id : node.inputs)
    if (id != kAbsent) return TypeOf(graph, id);
  for (const ValueId id : node.outputs)
    if (id != kAbsent) return TypeOf(graph, id);
  return TensorType();
}

void AddEdge(const Graph& graph, uint64_t producer, uint64_t op, ValueId id,
             std::vector<uint64_t>& keys) {
  const uint64_t edge = EdgeKey(producer, op),
                 pair = PairKey(producer, op, TypeOf(graph, id).dtype);
  keys.push_back(edge);
  if (pair != edge) keys.push_back(pair);
}

void Collect(const Graph& graph, std::vector<uint64_t>& keys) {
  std::vector<uint64_t> producers(graph.value_count(), 0);
  for (const NodePtr& node : graph.nodes()) {
    const uint64_t op = OperatorHash(node->op, node->domain);
    const TensorType type = LeadingType(graph, *node);
    keys.push_back(NodeKey(op, type.dtype, ShapeClass(type)));
    keys.push_back(PresenceKey(op, *node));
    AddBoundaryKeys(*node, std::max(type.rank(), 0), keys);
    for (const ValueId id : node->inputs)
      if (id != kAbsent && producers[static_cast<size_t>(id)] != 0)
        AddEdge(graph, producers[static_cast<size_t>(id)], op, id, keys);
    for (const ValueId id : node->outputs)
      if (id != kAbsent) producers[static_cast<size_t>(id)] = op;
    for (const auto& [name, attr] : node->attrs) {
      if (const auto* one = std::get_if<GraphPtr>(&attr)) Collect(**one, keys);
      if (const auto* many = std::get_if<std::vector<GraphPtr>>(&attr))
        for (const GraphPtr& subgraph : *many) Collect(*subgraph, keys);
    }
  }
}

constexpr std::string_view kMagic = "assaycc1";
constexpr size_t kHashBytes = 8;

void PutNumber(std::string& out, uint64_t n) {
  for (; n >= 128; n >>= 7) out.push_back(static_cast<char>((n & 127) | 128));
  out.push_back(static_cast<char>(n));
}

std::optional<uint64_t> TakeNumber(std::string_view& in) {
  uint64_t n = 0;
  for (int shift = 0; shift < 64; shift += 7) {
    if (in.empty()) return std::nullopt;
    const auto byte = static_cast<unsigned char>(in.front());
    in.remove_prefix(1);
    n |= uint64_t{byte & 127u} << shift;
    if (byte < 128) return n;
  }
  return std::nullopt;
}

void PutHash(std::string& out) {
  const uint64_t hash = HashBytes(out);
  for (size_t i = 0; i < kHashBytes; ++i) out.push_back(static_cast<char>(hash >> 8 * i));
}

Error Garbage(const char* what) {
  return Invalid(StrCat("cannot read saved combination counts: ", what,
                        "; delete them to start counting anew"));
}

}  // namespace

int ShapeClass(const TensorType& type) {
  const int rank = type.has_rank ? std::min(type.rank(), kRankClasses - 1) : kRankClasses;
  bool zero = false, one = false;
  for (const Dim& dim : type.dims) {
    zero = zero || dim.size == 0;
    one = one || dim.size == 1;
  }
  return rank * 3 + (zero ? 2 : one ? 1 : 0);
}

uint64_t NodeKey(uint64_t op, DType dtype, int shape_class) {
  return HashCombine(HashCombine(kNodeKind, op),
                     static_cast<uint64_t>(dtype) << 8 | static_cast<uint64_t>(shape_class));
}

uint64_t TypesKey(const Graph& graph, const Node& node) {
  uint64_t out = HashCombine(OperatorHash(node.op, node.domain), node.inputs.size());
  const auto add = [&](ValueId id) {
    const bool tensor = id != kAbsent && graph.type(id).is_tensor();
    out = HashCombine(out, tensor ? static_cast<uint64_t>(graph.type(id).tensor.dtype) : 255);
  };
  for (const ValueId id : node.inputs) add(id);
  if (!node.outputs.empty()) add(node.outputs[0]);
  return out;
}

uint64_t EdgeKey(uint64_t producer, uint64_t consumer) {
  return HashCombine(HashCombine(kEdgeKind, producer), consumer);
}

uint64_t TypedPairKey(uint64_t producer, uint64_t consumer, DType dtype) {
  return Tagged(kPairTag, HashCombine(EdgeKey(producer, consumer), static_cast<uint64_t>(dtype)));
}

uint64_t PairKey(uint64_t producer, uint64_t consumer, DType dtype) {
  const uint64_t pair = std::ranges::find(kPairTypes, dtype) == kPairTypes.end()
                            ? 0
                            : TypedPairKey(producer, consumer, dtype);
  return IsAdmittedPair(pair) ? pair : EdgeKey(producer, consumer);
}

uint64_t BoundaryKey(uint64_t hash) { return Tagged(kBoundaryTag, hash); }

std::vector<uint64_t> Combinations(const Graph& graph) {
  std::vector<uint64_t> keys;
  keys.reserve(graph.node_count() * 4);
  Collect(graph, keys);
  std::ranges::sort(keys);
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  return keys;
}

size_t CombinationCounts::SlotOf(uint64_t key) const {
  const size_t mask = slots_.size() - 1;
  size_t at = key & mask;
  while (slots_[at].count != 0 && slots_[at].key != key) at = (at + 1) & mask;
  return at;
}

void CombinationCounts::Reserve(size_t keys) {
  size_t wanted = std::max(kLeastSlots, slots_.size());
  while (keys * 4 > wanted * 3) wanted *= 2;
  if (wanted == slots_.size()) return;
  std::vector<Slot> old(wanted);
  old.swap(slots_);
  for (const Slot& slot : old)
    if (slot.count != 0) slots_[SlotOf(slot.key)] = slot;
}

bool CombinationCounts::AddOnce(uint64_t key, uint32_t count) {
  Slot& slot = slots_[SlotOf(key)];
  const bool fresh = slot.count == 0;
  if (fresh) {
    slot.key = key;
    ++size_;
    pairs_ += IsPair(key) ? 1 : 0;
    boundaries_ += IsBoundary(key) ? 1 : 0;
  }
  slot.count += std::min(count, std::numeric_limits<uint32_t>::max() - slot.count);
  return fresh;
}

int CombinationCounts::Add(std::span<const uint64_t> keys) {
  int added = 0;
  Reserve(size_ + keys.size());
  for (const uint64_t key : keys) added += AddOnce(key, 1) ? 1 : 0;
  return added;
}

uint32_t CombinationCounts::Count(uint64_t key) const {
  return slots_.empty() ? 0 : slots_[SlotOf(key)].count;
}

// Saved form: "assaycc1", the number of keys, per key (ascending) its distance to the one before
// and its count, all as base-128 numbers, then a hash of everything before it (8 bytes,
// little-endian).
std::string CombinationCounts::Save() const {
  std::vector<std::pair<uint64_t, uint32_t>> sorted;
  sorted.reserve(size_);
  for (const Slot& slot : slots_)
    if (slot.count != 0) sorted.emplace_back(slot.key, slot.count);
  std::ranges::sort(sorted);
  std::string out(kMagic);
  PutNumber(out, sorted.size());
  uint64_t before = 0;
  for (const auto& [key, count] : sorted) {
    PutNumber(out, key - before);
    PutNumber(out, count);
    before = key;
  }
  PutHash(out);
  return out;
}

Result<CombinationCounts> CombinationCounts::Load(std::string_view bytes) {
  if (bytes.size() < kMagic.size() + kHashBytes || !bytes.starts_with(kMagic))
    return Garbage("they are not in the format of this version");
  std::string content(bytes.substr(0, bytes.size() - kHashBytes));
  std::string_view in = std::string_view(content).substr(kMagic.size());
  std::string again = content;
  PutHash(again);
  if (again != bytes) return Garbage("the checksum is wrong");
  const auto size = TakeNumber(in);
  if (!size.has_value() || *size > in.size()) return Garbage("the number of keys is wrong");
  CombinationCounts out;
  out.Reserve(*size);
  uint64_t key = 0;
  for (uint64_t i = 0; i < *size; ++i) {
    const auto step = TakeNumber(in), count = TakeNumber(in);
    if (!step.has_value() || !count.has_value() || (i > 0 && *step == 0) || *count == 0 ||
        *count > std::numeric_limits<uint32_t>::max() || key + *step < key)
      return Garbage("a key or a count is wrong");
    key += *step;
    out.AddOnce(key, static_cast<uint32_t>(*count));
  }
  if (!in.empty()) return Garbage("there is something behind the last count");
  return out;
}

}  // namespace assay::generate
