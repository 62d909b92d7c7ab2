#include "onnx/external_data.h"

#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

#include "base/files.h"
#include "tests/unit/onnx/proto_text.h"

namespace assay::onnxio::external_data_test {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

// A folder "model" with the file w.bin (16 bytes), beside a file that no model may read.
class ExternalData : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string made = (fs::temp_directory_path() / "assay-external-XXXXXX").string();
    ASSERT_NE(mkdtemp(made.data()), nullptr);
    root_ = made;
    folder_ = root_ / "model";
    fs::create_directory(folder_);
    ASSERT_TRUE(WriteFile((folder_ / "w.bin").string(), std::string("AAAABBBBCCCCDDDD")).ok());
    ASSERT_TRUE(WriteFile((root_ / "secret").string(), std::string("ssss")).ok());
  }
  void TearDown() override { fs::remove_all(root_); }

  // Loads a float32[1] tensor; returns its bytes, or the error.
  std::string Load(const std::string& entries, const std::string& dims = "dims: 1") {
    const std::string bytes = ModelBytes("initializer { name: 'w' data_type: 1 " + dims +
                                         " data_location: EXTERNAL " + entries + " }");
    const std::string path = (folder_ / "m.onnx").string();
    EXPECT_TRUE(WriteFile(path, bytes).ok());
    const Result<Model> model = LoadModel(path);
    if (!model.ok()) return model.error().message;
    const Tensor& tensor = model->graph.initializers().begin()->second;
    return {reinterpret_cast<const char*>(tensor.data()), tensor.byte_size()};
  }
  static std::string At(const std::string& location, const std::string& more = "") {
    return "external_data { key: 'location' value: '" + location + "' } " + more;
  }
  static std::string Range(const std::string& offset, const std::string& length) {
    return "external_data { key: 'offset' value: '" + offset +
           "' } external_data { key: 'length' value: '" + length + "' }";
  }

  fs::path root_, folder_;
};

TEST_F(ExternalData, ReadsARange) {
  EXPECT_EQ(Load(At("w.bin", Range("4", "4"))), "BBBB");
  EXPECT_EQ(Load(At("./w.bin", Range("12", "4"))), "DDDD");
  EXPECT_EQ(Load(At("w.bin"), "dims: 4"), "AAAABBBBCCCCDDDD");
  EXPECT_EQ(Load(At("w.bin", "external_data { key: 'offset' value: '8' }"), "dims: 2"), "CCCCDDDD");
  EXPECT_EQ(Load(At("w.bin", Range("16", "0")), "dims: 0"), "");
}

TEST_F(ExternalData, RefusesPathsOutsideTheFolder) {
  EXPECT_THAT(Load(At("../secret")), HasSubstr(".."));
  EXPECT_THAT(Load(At("x/../../secret")), HasSubstr(".."));
  EXPECT_THAT(Load(At((root_ / "secret").string())), HasSubstr("absolute"));
  EXPECT_THAT(Load(At("/dev/zero")), HasSubstr("absolute"));
  EXPECT_THAT(Load(At("")), HasSubstr("no location"));
  EXPECT_THAT(Load(At("w.bin\\000x")), HasSubstr("zero byte"));
}

TEST_F(ExternalData, FollowsLinksWithinTheFolderOnly) {
  fs::create_symlink("w.bin", folder_ / "inside");
  fs::create_symlink("../secret", folder_ / "outside");
  fs::create_symlink("..", folder_ / "up");
  EXPECT_EQ(Load(At("inside", Range("0", "4"))), "AAAA");
  EXPECT_THAT(Load(At("outside")), HasSubstr("link"));
  EXPECT_THAT(Load(At("up/secret")), HasSubstr("link"));
}

TEST_F(ExternalData, RefusesWhatIsNoRegularFile) {
  fs::create_directory(folder_ / "sub");
  ASSERT_EQ(mkfifo((folder_ / "pipe").c_str(), 0600), 0);
  EXPECT_THAT(Load(At("sub")), HasSubstr("regular"));
  EXPECT_THAT(Load(At("pipe")), HasSubstr("regular"));
  EXPECT_THAT(Load(At("missing.bin")), HasSubstr("cannot be opened"));
}

TEST_F(ExternalData, RefusesRangesOutsideTheFile) {
  EXPECT_THAT(Load(At("w.bin", Range("16", "4"))), HasSubstr("lie outside"));
  EXPECT_THAT(Load(At("w.bin", Range("17", "0"))), HasSubstr("lie outside"));
  EXPECT_THAT(Load(At("w.bin", Range("18446744073709551615", "4"))), HasSubstr("lie outside"));
  EXPECT_THAT(Load(At("w.bin", Range("4", "18446744073709551615"))), HasSubstr("lie outside"));
  EXPECT_THAT(Load(At("w.bin", Range("-1", "4"))), HasSubstr("not a number"));
  EXPECT_THAT(Load(At("w.bin", Range("1e3", "4"))), HasSubstr("not a number"));
  EXPECT_THAT(Load(At("w.bin", Range("99999999999999999999999", "4"))), HasSubstr("not a number"));
}

TEST_F(ExternalData, RefusesAnotherSizeThanTheShapeNeeds) {
  EXPECT_THAT(Load(At("w.bin", Range("0", "8"))), HasSubstr("need 4"));
  EXPECT_THAT(Load(At("w.bin"), "dims: 1000000"), HasSubstr("need 4000000"));
}

TEST_F(ExternalData, RefusesMoreThanTwoGigabytes) {
  EXPECT_THAT(Load(At("w.bin"), "dims: 1000000000"), HasSubstr("2 GB"));
  EXPECT_THAT(Load(At("w.bin"), "dims: 4611686018427387904"), HasSubstr("2 GB"));
}

TEST_F(ExternalData, IsFoundInSubgraphsAndFunctions) {
  const std::string tensor =
      "data_type: 1 dims: 1 data_location: EXTERNAL " + At("w.bin", Range("0", "4"));
  const std::string constant =
      "node { op_type: 'Constant' output: 'k' attribute { name: 'value' type: TENSOR t { " +
      tensor + " } } } ";
  onnx::ModelProto proto;
  ASSERT_TRUE(proto.ParseFromString(
      ModelBytes("node { op_type: 'If' attribute { name: 'then_branch' type: GRAPH g { name: 't' " +
                     constant + " } } }",
                 "functions { name: 'F' " + constant + " }")));
  ASSERT_TRUE(FetchExternalData(proto, folder_.string()).ok());
  EXPECT_EQ(proto.graph().node(0).attribute(0).g().node(0).attribute(0).t().raw_data(), "AAAA");
  EXPECT_EQ(proto.functions(0).node(0).attribute(0).t().raw_data(), "AAAA");
}

TEST_F(ExternalData, ASavedModelNeedsNoExternalFile) {
  const std::string bytes =
      ModelBytes("initializer { name: 'w' data_type: 1 dims: 1 data_location: EXTERNAL " +
                 At("w.bin", Range("0", "4")) + " }");
  const Result<Model> model =
      ParseModel(bytes, {.official_check = true, .base_dir = folder_.string()});
  ASSERT_TRUE(model.ok()) << model.error().message;
  const Result<Model> again = ParseModel(*SerializeModel(*model));
  ASSERT_TRUE(again.ok()) << again.error().message;
  EXPECT_TRUE(*again == *model);
}

}  // namespace
}  // namespace assay::onnxio::external_data_test
