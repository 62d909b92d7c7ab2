#include "lab/message.h"

#include <cmath>

#include "assay_wire.h"
#include "base/strings.h"
#include "lab/impossible.h"

namespace assay::lab {
namespace {

constexpr int kMaxNesting = 8;
constexpr int kMaxRank = 64;

void WriteTensor(wire::Writer& out, const Tensor& tensor) {
  out.Number(static_cast<uint8_t>(tensor.dtype()));
  out.Number(static_cast<uint8_t>(tensor.rank()));
  for (const int64_t size : tensor.shape()) out.Number(size);
  if (tensor.dtype() == DType::kString) {
    for (const std::string& text : tensor.strings()) out.Text(text);
    return;
  }
  out.Align();
  out.Piece(tensor.data(), tensor.byte_size());
}

void WriteValue(wire::Writer& out, const Datum& datum) {
  out.Number(static_cast<uint8_t>(datum.kind));
  switch (datum.kind) {
    case Datum::Kind::kTensor:
      return WriteTensor(out, datum.tensor);
    case Datum::Kind::kOptional:
      out.Number(static_cast<uint8_t>(datum.items.size()));
      break;
    case Datum::Kind::kMap:
      WriteTensor(out, datum.tensor);
      [[fallthrough]];
    case Datum::Kind::kSequence:
      out.Number(static_cast<uint32_t>(datum.items.size()));
      break;
  }
  for (const Datum& item : datum.items) WriteValue(out, item);
}

std::string ReadText(wire::Reader& in) { return std::string(in.Text()); }

Result<Tensor> ReadTensor(wire::Reader& in) {
  const uint8_t type = in.Number<uint8_t>();
  const uint8_t rank = in.Number<uint8_t>();
  if (!in.ok() || type == 0 || type >= kDTypeCount || rank > kMaxRank)
    return Invalid(StrCat("a tensor of element type ", int{type}, " and rank ", int{rank}));
  Shape shape;
  for (int i = 0; i < rank; ++i) shape.push_back(in.Number<int64_t>());
  const auto dtype = static_cast<DType>(type);
  const std::optional<int64_t> count = CheckedElementCount(shape);
  if (!in.ok() || !count.has_value()) return Invalid("a tensor of an impossible shape");
  const auto elements = static_cast<uint64_t>(*count);
  if (dtype == DType::kString) {
    if (elements > in.left() / sizeof(uint32_t))
      return Invalid(StrCat("a tensor of ", elements, " strings in ", in.left(), " bytes"));
    std::vector<std::string> strings;
    for (uint64_t i = 0; i < elements; ++i) strings.push_back(ReadText(in));
    if (!in.ok()) return Invalid("strings beyond the end of the message");
    return Tensor(std::move(shape), std::move(strings));
  }
  in.Align();
  if (elements > in.left() / StorageBytes(dtype))
    return Invalid(
        StrCat("a tensor ", DTypeName(dtype), ShapeText(shape), " in ", in.left(), " bytes"));
  const size_t size = static_cast<size_t>(elements) * StorageBytes(dtype);
  const auto* bytes = reinterpret_cast<const std::byte*>(in.Bytes(size));
  if (bytes == nullptr && size > 0) return Invalid("a tensor beyond the end of the message");
  std::vector<std::byte> data(bytes, bytes + size);
  return Tensor(dtype, std::move(shape), std::move(data));
}

Result<Datum> ReadValue(wire::Reader& in, int depth) {
  const uint8_t kind = in.Number<uint8_t>();
  if (!in.ok() || kind > wire::kMap || depth > kMaxNesting)
    return Invalid(StrCat("a value of kind ", int{kind}, " at depth ", depth));
  Datum out;
  out.kind = static_cast<Datum::Kind>(kind);
  if (kind == wire::kTensor || kind == wire::kMap) {
    ASSAY_ASSIGN(out.tensor, ReadTensor(in));
    if (kind == wire::kTensor) return out;
  }
  const uint32_t count = kind == wire::kOptional ? in.Number<uint8_t>() : in.Number<uint32_t>();
  if (!in.ok() || count > in.left() || (kind == wire::kOptional && count > 1))
    return Invalid(StrCat("a value of ", count, " items in ", in.left(), " bytes"));
  for (uint32_t i = 0; i < count; ++i) {
    ASSAY_ASSIGN(Datum item, ReadValue(in, depth + 1));
    out.items.push_back(std::move(item));
  }
  return out;
}

// Booleans and small integers are one byte each; other contents would break whoever reads them.
Status CheckElements(const Datum& datum) {
  for (const Datum& item : datum.items) ASSAY_RETURN_IF_ERROR(CheckElements(item));
  const Tensor& tensor = datum.tensor;
  const int bits = BitWidth(tensor.dtype());
  const bool boolean = tensor.dtype() == DType::kBool;
  if (tensor.data() == nullptr || (!boolean && (bits == 0 || bits >= 8))) return {};
  for (const uint8_t byte : tensor.as<uint8_t>()) {
    const bool fits =
        boolean ? byte <= 1
        : IsSignedInt(tensor.dtype())
            ? WrapInt(tensor.dtype(), static_cast<int8_t>(byte)) == static_cast<int8_t>(byte)
            : byte < (1 << bits);
    if (!fits)
      return Invalid(
          StrCat(kImpossibleElement, DTypeName(tensor.dtype()), " with the byte ", int{byte}));
  }
  return {};
}

Result<Stage> ParseStage(std::string_view text) {
  for (const Stage stage : {Stage::kNone, Stage::kLoad, Stage::kCompile, Stage::kRun})
    if (StageName(stage) == text) return stage;
  return Invalid(StrCat("the stage '", text, "'"));
}

Status ParseStatus(wire::Reader& in, Reply& out) {
  const std::string status = ReadText(in);
  if (status == "ok")
    out.status = Reply::Status::kOk;
  else if (status == "failed")
    out.status = Reply::Status::kFailed;
  else if (status == "unsupported")
    out.status = Reply::Status::kUnsupported;
  else
    return Invalid(StrCat("the status '", status, "'"));
  ASSAY_ASSIGN(out.stage, ParseStage(in.Text()));
  out.kind = ReadText(in);
  out.message = ReadText(in);
  out.where = ReadText(in);
  return {};
}

}  // namespace

std::string_view StageName(Stage stage) {
  switch (stage) {
    case Stage::kLoad:
      return "load";
    case Stage::kCompile:
      return "compile";
    case Stage::kRun:
      return "run";
    case Stage::kNone:
      break;
  }
  return "";
}

RequestFrame::RequestFrame(const Request& request, uint64_t id, bool with_model) {
  wire::Writer body;
  const std::string_view model = with_model ? request.model : std::string_view();
  body.Number(request.key);
  body.Text(request.mode);
  body.Text(StageName(request.last));
  body.Number(static_cast<uint64_t>(model.size()));
  body.Piece(model.data(), model.size());
  body.Number(static_cast<uint32_t>(request.inputs.size()));
  for (const auto& [name, value] : request.inputs) {
    body.Text(name);
    WriteValue(body, value);
  }
  body.Number(static_cast<uint32_t>(request.wanted.size()));
  for (const std::string& name : request.wanted) body.Text(name);
  body.Number(request.wall_s);
  body.Number(request.memory_bytes);
  // Absent from ordinary requests: workers that know no tasks see what they always saw.
  if (!request.task.empty()) {
    body.Text(request.task);
    body.Text(request.settings);
  }

  wire::Header header;
  header.kind = wire::kRequest;
  if (request.measure_memory) header.flags |= wire::kMeasureMemory;
  if (request.fresh || request.measure_memory) header.flags |= wire::kCareful;
  header.id = id;
  header.bytes = body.size();
  small_.assign(reinterpret_cast<const char*>(&header), sizeof header);
  small_ += body.body();
  bytes_ = sizeof header + body.size();
  size_t at = 0;
  for (const auto& [position, piece] : body.holes()) {
    parts_.push_back(std::string_view(small_).substr(at, sizeof header + position - at));
    parts_.push_back(piece);
    at = sizeof header + position;
  }
  parts_.push_back(std::string_view(small_).substr(at));
}

Result<Hello> ParseHello(std::string_view body) {
  wire::Reader in(body);
  Hello out;
  out.framework = ReadText(in);
  out.version = ReadText(in);
  out.device = ReadText(in);
  out.problem = ReadText(in);
  // Older workers end here.
  if (in.ok() && in.left() > 0) {
    const uint32_t count = in.Number<uint32_t>();
    if (count > in.left()) return Invalid("the hello message is cut short");
    for (uint32_t i = 0; i < count; ++i) out.tasks.push_back(ReadText(in));
  }
  if (!in.done()) return Invalid("the hello message is cut short or too long");
  return out;
}

Result<Reply> ParseReply(std::string_view body) {
  wire::Reader in(body);
  Reply out;
  ASSAY_RETURN_IF_ERROR(ParseStatus(in, out));
  out.load_ms = in.Number<double>();
  out.compile_ms = in.Number<double>();
  out.run_ms = in.Number<double>();
  out.peak_bytes = in.Number<uint64_t>();
  out.version = ReadText(in);
  out.device = ReadText(in);
  const uint32_t count = in.Number<uint32_t>();
  if (!in.ok() || count > in.left()) return Invalid("the reply is cut short");
  for (uint32_t i = 0; i < count; ++i) {
    std::string name = ReadText(in);
    ASSAY_ASSIGN(Datum value, ReadValue(in, 0));
    const Status elements = CheckElements(value);
    if (!elements.ok()) return elements.error();
    out.outputs.emplace_back(std::move(name), std::move(value));
  }
  // Only workers that use an accelerator, when memory is to be measured.
  if (in.ok() && in.left() == 2 * sizeof(uint64_t)) {
    const uint64_t used = in.Number<uint64_t>();
    out.device_bytes.emplace(used, in.Number<uint64_t>());
  }
  if (!in.done()) return Invalid(StrCat(in.left(), " bytes after the end of the reply"));
  for (const double time : {out.load_ms, out.compile_ms, out.run_ms})
    if (!std::isfinite(time) || time < 0) return Invalid("a time that is not a time");
  return out;
}

}  // namespace assay::lab
