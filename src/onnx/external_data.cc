#include "onnx/external_data.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <optional>

#include "base/strings.h"
#include "onnx/model_io.h"
#include "onnx/tensors.h"
#include "onnx/types.h"

namespace assay::onnxio {
namespace {

namespace fs = std::filesystem;

struct Location {
  std::string file;
  uint64_t offset = 0;
  std::optional<uint64_t> length;
};

Result<uint64_t> ReadNumber(const std::string& text, std::string_view what) {
  uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size())
    return Invalid(StrCat("the ", what, " ", Quoted(text), " is not a number"));
  return value;
}

Result<Location> ReadLocation(const onnx::TensorProto& proto) {
  Location location;
  for (const onnx::StringStringEntryProto& entry : proto.external_data()) {
    if (entry.key() == "location") location.file = entry.value();
    if (entry.key() == "offset") {
      ASSAY_ASSIGN(location.offset, ReadNumber(entry.value(), "offset"));
    }
    if (entry.key() == "length") {
      ASSAY_ASSIGN(location.length, ReadNumber(entry.value(), "length"));
    }
  }
  return location;
}

// The real path of `file` in `base_dir`. Links are followed and must end within the folder.
Result<fs::path> Resolve(const std::string& base_dir, const std::string& file) {
  const fs::path relative(file);
  const auto refuse = [&](std::string_view why) {
    return Invalid(StrCat("external file ", Quoted(file), " ", why));
  };
  if (file.empty()) return Invalid("external data has no location");
  if (file.find('\0') != std::string::npos) return refuse("has a zero byte in its name");
  if (relative.is_absolute())
    return refuse("is an absolute path; only files beside the model are read");
  for (const fs::path& part : relative)
    if (part == "..") return refuse("leads out of the model's folder ('..')");
  std::error_code failed;
  const fs::path folder = fs::canonical(base_dir, failed);
  if (failed) return Invalid(StrCat("folder ", Quoted(base_dir), ": ", failed.message()));
  fs::path real = fs::canonical(folder / relative, failed);
  if (failed) return refuse(StrCat("cannot be opened: ", failed.message()));
  const auto [end, rest] = std::mismatch(folder.begin(), folder.end(), real.begin(), real.end());
  if (end != folder.end()) return refuse("leads out of the model's folder (through a link)");
  return real;
}

struct Descriptor {
  int fd;
  ~Descriptor() {
    if (fd >= 0) close(fd);
  }
};

Status ReadRange(const fs::path& path, const Location& location, uint64_t needed,
                 std::string* out) {
  // Not blocking: a named pipe would wait for ever. No links: Resolve has followed them all.
  const Descriptor file{open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)};
  const std::string name = StrCat("external file ", Quoted(location.file));
  if (file.fd < 0) return Invalid(StrCat(name, " cannot be opened: ", std::strerror(errno)));
  struct stat info{};
  if (fstat(file.fd, &info) != 0 || !S_ISREG(info.st_mode))
    return Invalid(StrCat(name, " is not a regular file"));
  const auto size = static_cast<uint64_t>(info.st_size);
  if (location.offset > size || location.length.value_or(0) > size - location.offset)
    return Invalid(StrCat(name, " has ", size, " bytes; offset ", location.offset, " and length ",
                          location.length.value_or(0), " lie outside"));
  const uint64_t length = location.length.value_or(size - location.offset);
  if (length != needed)
    return Invalid(
        StrCat(name, " gives ", length, " bytes, but the tensor's shape and type need ", needed));
  out->resize(length);
  for (uint64_t done = 0; done < length;) {
    const ssize_t got = pread(file.fd, out->data() + done, length - done,
                              static_cast<off_t>(location.offset + done));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0)
      return Invalid(
          StrCat(name, " cannot be read: ", got < 0 ? std::strerror(errno) : "it has shrunk"));
    done += static_cast<uint64_t>(got);
  }
  return {};
}

// Visits all tensors of a model. Recursion is bounded because the message's nesting is.
class Fetcher {
 public:
  explicit Fetcher(const std::string& base_dir) : base_dir_(base_dir) {}

  Status Graph(onnx::GraphProto& graph) {
    for (onnx::TensorProto& tensor : *graph.mutable_initializer())
      ASSAY_RETURN_IF_ERROR(Tensor(tensor));
    for (onnx::SparseTensorProto& sparse : *graph.mutable_sparse_initializer())
      ASSAY_RETURN_IF_ERROR(Sparse(sparse));
    for (onnx::NodeProto& node : *graph.mutable_node()) ASSAY_RETURN_IF_ERROR(Node(node));
    return {};
  }

  Status Node(onnx::NodeProto& node) {
    for (onnx::AttributeProto& attribute : *node.mutable_attribute())
      ASSAY_RETURN_IF_ERROR(Attribute(attribute));
    return {};
  }

  Status Attribute(onnx::AttributeProto& attribute) {
    if (attribute.has_t()) ASSAY_RETURN_IF_ERROR(Tensor(*attribute.mutable_t()));
    if (attribute.has_sparse_tensor())
      ASSAY_RETURN_IF_ERROR(Sparse(*attribute.mutable_sparse_tensor()));
    if (attribute.has_g()) ASSAY_RETURN_IF_ERROR(Graph(*attribute.mutable_g()));
    for (onnx::TensorProto& tensor : *attribute.mutable_tensors())
      ASSAY_RETURN_IF_ERROR(Tensor(tensor));
    for (onnx::SparseTensorProto& one : *attribute.mutable_sparse_tensors())
      ASSAY_RETURN_IF_ERROR(Sparse(one));
    for (onnx::GraphProto& graph : *attribute.mutable_graphs()) ASSAY_RETURN_IF_ERROR(Graph(graph));
    return {};
  }

 private:
  Status Sparse(onnx::SparseTensorProto& sparse) {
    if (sparse.has_values()) ASSAY_RETURN_IF_ERROR(Tensor(*sparse.mutable_values()));
    if (sparse.has_indices()) ASSAY_RETURN_IF_ERROR(Tensor(*sparse.mutable_indices()));
    return {};
  }

  Status Tensor(onnx::TensorProto& tensor) {
    if (tensor.data_location() != onnx::TensorProto::EXTERNAL) return {};
    const Status status = Fetch(tensor);
    if (!status.ok()) return Within(StrCat("tensor ", Quoted(tensor.name())), status.error());
    return {};
  }

  Status Fetch(onnx::TensorProto& tensor) {
    if (base_dir_.empty())
      return Invalid("its data is stored outside the file, and no folder to read from was given");
    ASSAY_ASSIGN(const DType dtype, ReadElementType(tensor.data_type()));
    if (dtype == DType::kString) return Invalid("strings cannot be stored externally");
    ASSAY_ASSIGN(const Shape shape, ReadShape(tensor.dims()));
    ASSAY_ASSIGN(const Location location, ReadLocation(tensor));
    ASSAY_ASSIGN(const fs::path path, Resolve(base_dir_, location.file));
    // Compared by elements first: the byte count of an absurd shape would overflow.
    const auto count = static_cast<uint64_t>(ElementCount(shape));
    if (count > kMaxModelBytes * 4 ||
        PackedBytes(dtype, ElementCount(shape)) > kMaxModelBytes - fetched_)
      return Invalid("the weights take more than 2 GB in total; such models are not supported");
    const uint64_t needed = PackedBytes(dtype, ElementCount(shape));
    fetched_ += needed;
    ASSAY_RETURN_IF_ERROR(ReadRange(path, location, needed, tensor.mutable_raw_data()));
    tensor.clear_external_data();
    tensor.clear_data_location();
    if (needed == 0) tensor.clear_raw_data();
    return {};
  }

  const std::string& base_dir_;
  uint64_t fetched_ = 0;
};

}  // namespace

Status FetchExternalData(onnx::ModelProto& model, const std::string& base_dir) {
  Fetcher fetcher(base_dir);
  if (model.has_graph()) ASSAY_RETURN_IF_ERROR(fetcher.Graph(*model.mutable_graph()));
  for (onnx::FunctionProto& function : *model.mutable_functions()) {
    for (onnx::NodeProto& node : *function.mutable_node())
      ASSAY_RETURN_IF_ERROR(fetcher.Node(node));
    for (onnx::AttributeProto& one : *function.mutable_attribute_proto())
      ASSAY_RETURN_IF_ERROR(fetcher.Attribute(one));
  }
  return {};
}

}  // namespace assay::onnxio
