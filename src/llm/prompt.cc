#include "llm/prompt.h"

#include <cstdio>

#include "base/hash.h"

namespace assay::llm {
namespace {

using OrderedJson = nlohmann::ordered_json;

template <typename T>
void Put(OrderedJson& out, const char* name, const std::optional<T>& value) {
  if (value.has_value()) out[name] = *value;
}

template <typename T>
void Take(const OrderedJson& in, const char* name, std::optional<T>& value) {
  if (in.contains(name)) value = in[name].get<T>();
}

}  // namespace

std::string_view TroubleName(Trouble trouble) {
  constexpr std::string_view kNames[] = {"none",           "disabled", "pending",
                                         "context-length", "refused",  "unreachable",
                                         "malformed",      "ledger",   "stopped"};
  return kNames[static_cast<size_t>(trouble)];
}

std::string CanonicalRequest(const Prompt& prompt) {
  OrderedJson out = {{"model", prompt.model}, {"sample", prompt.sample}};
  if (!prompt.origin.empty()) out["origin"] = prompt.origin;
  for (const Message& message : prompt.messages)
    out["messages"].push_back({{"role", message.role}, {"content", message.text}});
  if (!prompt.schema.is_null()) out["schema"] = prompt.schema;
  Put(out, "temperature", prompt.parameters.temperature);
  Put(out, "top_p", prompt.parameters.top_p);
  Put(out, "max_tokens", prompt.parameters.max_tokens);
  Put(out, "seed", prompt.parameters.seed);
  if (!prompt.left_out.empty()) out["left_out"] = prompt.left_out;
  return out.dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
}

std::string KeyOf(const std::string& canonical_request) {
  char text[48];
  std::snprintf(text, sizeof text, "assay-%016llx%016llx",
                static_cast<unsigned long long>(HashBytes(canonical_request, 1)),
                static_cast<unsigned long long>(HashBytes(canonical_request, 2)));
  return text;
}

Prompt PromptOf(const std::string& canonical_request) {
  const OrderedJson in = OrderedJson::parse(canonical_request);
  Prompt out{.model = in["model"].get<std::string>(), .sample = in["sample"].get<int>()};
  if (in.contains("origin")) out.origin = in["origin"].get<std::string>();
  if (in.contains("messages"))
    for (const OrderedJson& message : in["messages"])
      out.messages.push_back(
          {message["role"].get<std::string>(), message["content"].get<std::string>()});
  if (in.contains("schema")) out.schema = in["schema"];
  Take(in, "temperature", out.parameters.temperature);
  Take(in, "top_p", out.parameters.top_p);
  Take(in, "max_tokens", out.parameters.max_tokens);
  Take(in, "seed", out.parameters.seed);
  if (in.contains("left_out")) in["left_out"].get_to(out.left_out);
  return out;
}

}  // namespace assay::llm
