// Writes random cases with their certified bounds for a script that runs them on a real framework:
//   write_cases DIR COUNT SEED DTYPE
// DIR/<k>/model.onnx, case.json (inputs and outputs: name, dtype, shape), input_<i>.bin, and
// lo_<j>.bin, hi_<j>.bin (float64), nan_<j>.bin (0 never, 1 may, 2 must) for every output. Integers
// are written as float64, too.
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "base/strings.h"
#include "generate/random_graph.h"
#include "onnx/model_io.h"
#include "reference/evaluator.h"

namespace assay {
namespace {

void WriteBytes(const std::filesystem::path& path, const void* data, size_t size) {
  std::ofstream(path, std::ios::binary)
      .write(static_cast<const char*>(data), static_cast<std::streamsize>(size));
}

std::string Description(const std::string& name, DType dtype, const Shape& shape) {
  return StrCat("{\"name\": \"", name, "\", \"dtype\": \"", DTypeName(dtype),
                "\", \"shape\": ", ShapeText(shape), "}");
}

// False when the reference has nothing to say about an output.
bool WriteBounds(const std::filesystem::path& folder, size_t j, const Known& known) {
  if (!known.is_tensor() || known.tensor.is_string()) return false;
  const Bounded& t = known.tensor;
  std::vector<double> lo, hi;
  std::vector<uint8_t> nan;
  for (int64_t i = 0; i < t.count(); ++i) {
    if (t.is_real()) {
      const Real x = t.real(i);
      lo.push_back(x.lo);
      hi.push_back(x.hi);
      nan.push_back(static_cast<uint8_t>(x.nan));
    } else {
      // A uint64 keeps its bits in a signed number; when it is uncertain nothing is known of it.
      const Int x = t.integer(i);
      const bool is_unsigned = t.dtype() == DType::kUint64;
      lo.push_back(!is_unsigned ? static_cast<double>(x.lo)
                   : x.point()  ? static_cast<double>(static_cast<uint64_t>(x.v))
                                : 0);
      hi.push_back(!is_unsigned ? static_cast<double>(x.hi)
                   : x.point()  ? static_cast<double>(static_cast<uint64_t>(x.v))
                                : 0x1p64);
      nan.push_back(0);
    }
  }
  WriteBytes(folder / StrCat("lo_", j, ".bin"), lo.data(), lo.size() * sizeof(double));
  WriteBytes(folder / StrCat("hi_", j, ".bin"), hi.data(), hi.size() * sizeof(double));
  WriteBytes(folder / StrCat("nan_", j, ".bin"), nan.data(), nan.size());
  return true;
}

bool WriteCase(const std::filesystem::path& folder, const generate::RandomCase& test) {
  std::vector<Known> inputs;
  for (const Datum& datum : test.inputs) inputs.push_back(Known::From(datum, {}).value());
  const auto evaluation = reference::Evaluate(test.model, std::move(inputs));
  if (!evaluation.ok()) {
    std::fprintf(stderr, "%s\n", evaluation.error().message.c_str());
    return false;
  }
  std::filesystem::create_directories(folder);
  const Graph& graph = test.model.graph;
  std::vector<std::string> in, out;
  for (size_t i = 0; i < test.inputs.size(); ++i) {
    const Tensor& tensor = test.inputs[i].tensor;
    in.push_back(Description(graph.name_of(graph.inputs[i]), tensor.dtype(), tensor.shape()));
    WriteBytes(folder / StrCat("input_", i, ".bin"), tensor.data(), tensor.byte_size());
  }
  for (size_t j = 0; j < graph.outputs.size(); ++j) {
    const Known& known = evaluation->outputs[j];
    if (!WriteBounds(folder, j, known)) return false;
    out.push_back(
        Description(graph.name_of(graph.outputs[j]), known.tensor.dtype(), known.tensor.shape()));
  }
  std::vector<std::string> operators;
  for (const NodePtr& node : graph.nodes()) operators.push_back(StrCat("\"", node->op, "\""));
  std::ofstream(folder / "case.json")
      << "{\"inputs\": [" << Join(in, ", ") << "], \"outputs\": [" << Join(out, ", ")
      << "], \"operators\": [" << Join(operators, ", ") << "]}\n";
  return onnxio::SaveModel(test.model, (folder / "model.onnx").string()).ok();
}

}  // namespace
}  // namespace assay

int main(int argc, char** argv) {
  using namespace assay;
  if (argc != 5) {
    std::fputs("usage: write_cases DIR COUNT SEED DTYPE\n", stderr);
    return 2;
  }
  Rng rng(std::strtoull(argv[3], nullptr, 10));
  const auto dtype = DTypeFromName(argv[4]);
  int written = 0;
  for (int tries = 0; written < std::atoi(argv[2]) && tries < 10 * std::atoi(argv[2]); ++tries) {
    const auto test = generate::RandomGraph(
        rng, {.nodes = static_cast<int>(rng.Int(1, 8)), .opset = 21, .dtype = *dtype});
    if (test.has_value() &&
        WriteCase(std::filesystem::path(argv[1]) / std::to_string(written), *test))
      ++written;
  }
  std::printf("%d cases\n", written);
  return 0;
}
