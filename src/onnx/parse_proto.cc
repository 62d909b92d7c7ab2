#include "onnx/parse_proto.h"

#include <google/protobuf/io/coded_stream.h>

#include "base/strings.h"
#include "onnx/model_io.h"

namespace assay::onnxio {

Status ParseProto(std::string_view bytes, WireRoot root, google::protobuf::MessageLite* message) {
  if (bytes.size() > kMaxModelBytes)
    return Invalid(
        StrCat(bytes.size(),
               " bytes are more than a protobuf message may have (2 GB); weights of such a "
               "model must be stored as external data"));
  ASSAY_RETURN_IF_ERROR(ScanWire(bytes, root));
  google::protobuf::io::CodedInputStream stream(reinterpret_cast<const uint8_t*>(bytes.data()),
                                                static_cast<int>(bytes.size()));
  stream.SetRecursionLimit(kMaxWireNesting + 1);
  if (!message->ParseFromCodedStream(&stream) || !stream.ConsumedEntireMessage())
    return Invalid("it is not a valid protobuf message");
  return {};
}

}  // namespace assay::onnxio
