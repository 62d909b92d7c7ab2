#include "dossier/report_of.h"

#include "casebook/records.h"
#include "casebook/report.h"
#include "dossier/material_of.h"
#include "report/builder.h"

namespace assay::dossier {

Result<report::Report> ReportOf(const store::Store& store, const store::FindingRow& row,
                                const lab::Registry* registry) {
  ASSAY_ASSIGN(const report::Material material, MaterialOf(store, row, registry));
  return ReportOf(store, material);
}

Result<report::Report> ReportOf(const store::Store& store, const report::Material& material) {
  ASSAY_ASSIGN(const auto program, casebook::LoadSmallest(store, material.row.id));
  return program.has_value() ? casebook::ReportOf(*program, material)
                             : report::BuildReport(material);
}

}  // namespace assay::dossier
