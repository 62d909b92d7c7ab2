#include "tensor/npz_writer.h"

#include <zip.h>

#include <memory>
#include <string_view>
#include <vector>

#include "base/files.h"
#include "base/strings.h"

namespace assay {
namespace {

std::string_view DescrOf(DType dtype) {
  switch (dtype) {
    case DType::kBool:
      return "|b1";
    case DType::kInt8:
      return "|i1";
    case DType::kUint8:
      return "|u1";
    case DType::kInt16:
      return "<i2";
    case DType::kUint16:
      return "<u2";
    case DType::kInt32:
      return "<i4";
    case DType::kUint32:
      return "<u4";
    case DType::kInt64:
      return "<i8";
    case DType::kUint64:
      return "<u8";
    case DType::kFloat16:
      return "<f2";
    case DType::kFloat32:
      return "<f4";
    case DType::kFloat64:
      return "<f8";
    case DType::kComplex64:
      return "<c8";
    case DType::kComplex128:
      return "<c16";
    default:
      return "";
  }
}

// A Python tuple: "()", "(3,)", "(2, 3)".
std::string TupleText(const Shape& shape) {
  return StrCat("(", Join(shape, ", "), shape.size() == 1 ? ",)" : ")");
}

struct SourceFree {
  void operator()(zip_source_t* source) const { zip_source_free(source); }
};

// The finished archive lies in the source; reads it back.
Result<std::string> Content(zip_source_t* source) {
  if (zip_source_open(source) != 0) return Invalid("the archive cannot be read back");
  std::string out;
  std::vector<char> block(size_t{1} << 16);
  zip_int64_t got = 0;
  while ((got = zip_source_read(source, block.data(), block.size())) > 0)
    out.append(block.data(), static_cast<size_t>(got));
  zip_source_close(source);
  if (got < 0) return Invalid("the archive cannot be read back");
  return out;
}

Status AddArray(zip_t* archive, const std::string& name, const std::string& bytes) {
  zip_source_t* data = zip_source_buffer(archive, bytes.data(), bytes.size(), 0);
  if (data == nullptr) return Invalid(zip_strerror(archive));
  const zip_int64_t at = zip_file_add(archive, (name + ".npy").c_str(), data, ZIP_FL_ENC_UTF_8);
  if (at < 0) {
    zip_source_free(data);
    return Invalid(zip_strerror(archive));
  }
  const auto index = static_cast<zip_uint64_t>(at);
  // A date of its own would make equal arrays differ: the format's first, 1980-01-01.
  constexpr zip_uint16_t kFirstDay = 0x21;
  if (zip_set_file_compression(archive, index, ZIP_CM_STORE, 0) != 0 ||
      zip_file_set_dostime(archive, index, 0, kFirstDay, 0) != 0)
    return Invalid(zip_strerror(archive));
  return {};
}

}  // namespace

Result<std::string> FormatNpy(const Tensor& tensor) {
  const std::string_view descr = DescrOf(tensor.dtype());
  if (descr.empty())
    return Unsupported(StrCat("numpy files hold no ", DTypeName(tensor.dtype()), " elements"));
  std::string header =
      StrCat("{'descr': '", descr,
             "', 'fortran_order': False, 'shape': ", TupleText(tensor.shape()), ", }");
  // The data begins at a multiple of 64; magic, version and length take 10 bytes, the line end one.
  header.resize((10 + header.size() + 1 + 63) / 64 * 64 - 11, ' ');
  header += '\n';
  std::string out("\x93NUMPY\x01\x00", 8);
  out += static_cast<char>(header.size() & 0xff);
  out += static_cast<char>(header.size() >> 8);
  out += header;
  out.append(reinterpret_cast<const char*>(tensor.data()), tensor.byte_size());
  return out;
}

Status WriteNpz(const std::string& path, const std::map<std::string, Tensor>& arrays) {
  std::map<std::string, std::string> parts;
  for (const auto& [name, tensor] : arrays) {
    auto bytes = FormatNpy(tensor);
    if (!bytes.ok())
      return Error{bytes.error().kind,
                   StrCat("writing ", path, ": array '", name, "': ", bytes.error().message)};
    parts[name] = std::move(bytes).value();
  }
  const std::unique_ptr<zip_source_t, SourceFree> target(
      zip_source_buffer_create(nullptr, 0, 0, nullptr));
  zip_t* archive =
      target == nullptr ? nullptr : zip_open_from_source(target.get(), ZIP_TRUNCATE, nullptr);
  if (archive == nullptr) return Invalid(StrCat("writing ", path, ": no archive can be made"));
  zip_source_keep(target.get());  // the archive drops its share when it is closed
  for (const auto& [name, bytes] : parts) {
    const Status added = AddArray(archive, name, bytes);
    if (added.ok()) continue;
    zip_discard(archive);
    return Invalid(StrCat("writing ", path, ": ", added.error().message));
  }
  if (zip_close(archive) != 0) {
    const std::string reason = zip_strerror(archive);
    zip_discard(archive);
    return Invalid(StrCat("writing ", path, ": ", reason));
  }
  auto content = Content(target.get());
  if (!content.ok()) return Invalid(StrCat("writing ", path, ": ", content.error().message));
  return WriteFile(path, *content);
}

}  // namespace assay
