#include "tensor/npz.h"

#include <zip.h>

#include <cstring>
#include <limits>
#include <memory>
#include <optional>

#include "base/strings.h"

namespace assay {
namespace {

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr uint64_t kMaxArrayBytes = uint64_t{1} << 36;

std::optional<DType> NumericType(std::string_view descr) {
  if (descr.size() < 3 || (descr[0] != '<' && descr[0] != '|' && descr[0] != '='))
    return std::nullopt;
  static const std::map<std::string_view, DType> kTypes = {
      {"b1", DType::kBool},      {"i1", DType::kInt8},       {"i2", DType::kInt16},
      {"i4", DType::kInt32},     {"i8", DType::kInt64},      {"u1", DType::kUint8},
      {"u2", DType::kUint16},    {"u4", DType::kUint32},     {"u8", DType::kUint64},
      {"f2", DType::kFloat16},   {"f4", DType::kFloat32},    {"f8", DType::kFloat64},
      {"c8", DType::kComplex64}, {"c16", DType::kComplex128}};
  const auto found = kTypes.find(descr.substr(1));
  return found == kTypes.end() ? std::nullopt : std::optional(found->second);
}

// The text behind 'key': in the header, a Python dictionary that numpy always writes alike.
std::string_view After(std::string_view header, std::string_view key) {
  const size_t at = header.find(StrCat("'", key, "':"));
  if (at == std::string_view::npos) return {};
  std::string_view rest = header.substr(at + key.size() + 3);
  while (!rest.empty() && rest[0] == ' ') rest.remove_prefix(1);
  return rest;
}

Result<Shape> ParseShape(std::string_view text) {
  Shape shape;
  const size_t end = text.find(')');
  if (text.empty() || text[0] != '(' || end == std::string_view::npos)
    return Invalid("its header has no shape");
  for (const std::string& part : Split(text.substr(1, end - 1), ',')) {
    if (part.find_first_not_of(' ') == std::string::npos) continue;
    char* stop = nullptr;
    const int64_t size = std::strtoll(part.c_str(), &stop, 10);
    if (*stop != '\0' || size < 0) return Invalid(StrCat("its shape holds '", part, "'"));
    shape.push_back(size);
  }
  return shape;
}

// Row-major bytes from column-major ones.
std::vector<std::byte> FromFortran(const std::byte* data, const Shape& shape, size_t width) {
  Shape strides(shape.size());
  int64_t stride = 1;
  for (size_t i = 0; i < shape.size(); ++i) {
    strides[i] = stride;
    stride *= shape[i];
  }
  std::vector<std::byte> out;
  out.reserve(static_cast<size_t>(stride) * width);
  for (Odometer it(shape, strides); !it.done(); it.Next()) {
    const std::byte* element = data + static_cast<size_t>(it.offset()) * width;
    out.insert(out.end(), element, element + width);
  }
  return out;
}

void AppendUtf8(uint32_t code, std::string& out) {
  const auto put = [&](uint32_t byte) { out.push_back(static_cast<char>(byte)); };
  if (code < 0x80) return put(code);
  if (code < 0x800) {
    put(0xc0 | code >> 6);
  } else {
    if (code < 0x10000) {
      put(0xe0 | code >> 12);
    } else {
      put(0xf0 | code >> 18);
      put(0x80 | (code >> 12 & 0x3f));
    }
    put(0x80 | (code >> 6 & 0x3f));
  }
  put(0x80 | (code & 0x3f));
}

// Fixed-width texts: <U5 (32-bit code points) or |S5 (bytes), padded with zeros.
Result<Tensor> ParseTexts(std::string_view descr, const Shape& shape, std::string_view data) {
  const size_t length = std::strtoul(std::string(descr.substr(2)).c_str(), nullptr, 10);
  const size_t unit = descr[1] == 'U' ? 4 : 1;
  const auto count = static_cast<uint64_t>(ElementCount(shape));
  // Texts without characters take no bytes: their number is limited by nothing else.
  if (length > 1 << 24 || (length == 0 && count > 1 << 20) ||
      (length > 0 && count > data.size() / (length * unit)))
    return Invalid("its data is cut short");
  std::vector<std::string> texts(count);
  for (size_t i = 0; i < count; ++i)
    for (size_t k = 0; k < length; ++k) {
      uint32_t code = 0;
      std::memcpy(&code, data.data() + (i * length + k) * unit, unit);
      if (code != 0) AppendUtf8(code, texts[i]);
    }
  return Tensor(shape, std::move(texts));
}

struct ZipCloser {
  void operator()(zip_t* archive) const { zip_discard(archive); }
  void operator()(zip_file_t* file) const { zip_fclose(file); }
};

Result<std::string> ReadEntry(zip_t* archive, zip_uint64_t index) {
  zip_stat_t stat{};
  zip_stat_index(archive, index, 0, &stat);
  if (stat.size > kMaxArrayBytes) return Invalid("it is larger than 64 GB");
  const std::unique_ptr<zip_file_t, ZipCloser> file(zip_fopen_index(archive, index, 0));
  if (file == nullptr) return Invalid(zip_strerror(archive));
  // Grows with what is really there: the size in the directory may lie.
  std::string out;
  while (out.size() <= stat.size) {
    const size_t before = out.size();
    const size_t step = std::min<size_t>(stat.size - before + 1, size_t{16} << 20);
    out.resize(before + step);
    const zip_int64_t got = zip_fread(file.get(), out.data() + before, step);
    if (got < 0) return Invalid(zip_file_strerror(file.get()));
    out.resize(before + static_cast<size_t>(got));
    if (got == 0) break;
  }
  return out;
}

}  // namespace

Result<Tensor> ParseNpy(std::string_view bytes) {
  if (!bytes.starts_with(kMagic) || bytes.size() < 12) return Invalid("it is not a .npy array");
  const bool wide = bytes[6] != 1;
  uint32_t length = 0;
  std::memcpy(&length, bytes.data() + 8, wide ? 4 : 2);
  const size_t start = wide ? 12 : 10;
  if (length > bytes.size() - start) return Invalid("its header is cut short");
  const std::string_view header = bytes.substr(start, length);
  const std::string_view data = bytes.substr(start + length);
  std::string_view descr = After(header, "descr");
  if (descr.empty() || descr[0] != '\'')
    return Invalid("it is not a plain array (structured types are not supported)");
  descr = descr.substr(1, descr.find('\'', 1) - 1);
  ASSAY_ASSIGN(const Shape shape, ParseShape(After(header, "shape")));
  const auto count = CheckedElementCount(shape);
  if (!count.has_value()) return Invalid("its shape is too large");
  if (descr.size() > 2 && (descr[1] == 'U' || descr[1] == 'S'))
    return ParseTexts(descr, shape, data);
  const std::optional<DType> type = NumericType(descr);
  if (!type.has_value())
    return Invalid(StrCat("its element type '", descr,
                          "' is not supported; save it as a little-endian bool, integer or float"));
  const size_t width = StorageBytes(*type);
  if (static_cast<uint64_t>(*count) > data.size() / width) return Invalid("its data is cut short");
  const auto* elements = reinterpret_cast<const std::byte*>(data.data());
  const bool fortran = After(header, "fortran_order").starts_with("True");
  if (fortran && shape.size() > 1) return Tensor(*type, shape, FromFortran(elements, shape, width));
  return Tensor(*type, shape,
                std::vector<std::byte>(elements, elements + static_cast<size_t>(*count) * width));
}

Result<std::map<std::string, Tensor>> ReadNpz(const std::string& path) {
  int code = 0;
  const std::unique_ptr<zip_t, ZipCloser> archive(zip_open(path.c_str(), ZIP_RDONLY, &code));
  if (archive == nullptr) {
    zip_error_t error;
    zip_error_init_with_code(&error, code);
    const std::string reason = zip_error_strerror(&error);
    zip_error_fini(&error);
    return Invalid(StrCat(path, ": cannot be read as .npz (write it with numpy.savez): ", reason));
  }
  std::map<std::string, Tensor> out;
  for (zip_int64_t i = 0; i < zip_get_num_entries(archive.get(), 0); ++i) {
    std::string name = zip_get_name(archive.get(), static_cast<zip_uint64_t>(i), 0);
    if (name.ends_with(".npy")) name.resize(name.size() - 4);
    const auto bytes = ReadEntry(archive.get(), static_cast<zip_uint64_t>(i));
    auto tensor = bytes.ok() ? ParseNpy(*bytes) : Result<Tensor>(bytes.error());
    if (!tensor.ok())
      return Invalid(StrCat(path, ": array '", name, "': ", tensor.error().message));
    out[name] = std::move(tensor).value();
  }
  return out;
}

}  // namespace assay
