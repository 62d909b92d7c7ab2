// Signatures and a docstring put together to one ApiDoc, with the constraints in it.
#pragma once

#include <string>
#include <vector>

#include "knowledge/api/api_doc.h"
#include "knowledge/api/docstring/docstring.h"
#include "knowledge/api/signature.h"

namespace assay::knowledge {

// Fills signature, parameters, text and all the rest of `doc`, whose name and kind are set. The
// parameters are those of `signatures` (several: overloads; what only some of them have may be left
// out) in their order; without any, or where one takes anything (*args, **kwargs), also those that
// only the docstring has.
void Assemble(const std::vector<Signature>& signatures, const Docstring& docstring, ApiDoc& doc);

// "Default: X", "Defaults to X", "(default: X)" at the end of what is said about a parameter.
std::optional<std::string> DefaultInText(const std::string& description);

// A method of a tensor often says only "See torch.addmm": its parameters take over the descriptions
// (and constraints) that parameters of the same name have there.
void FollowReferences(std::vector<ApiDoc>& docs);

}  // namespace assay::knowledge
