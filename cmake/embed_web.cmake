# Run by the build (cmake -P): writes OUT/embedded.cc with all files of WEB/assets.txt, as they are and compressed.
#
# The bytes are taken in by the assembler (.incbin): a compiler takes seconds for a megabyte of numbers.
set(files ${OUT}/files)
file(REMOVE_RECURSE ${files})

set(type_html "text/html; charset=utf-8")
set(type_js "text/javascript; charset=utf-8")
set(type_css "text/css; charset=utf-8")
set(type_svg "image/svg+xml")
set(type_txt "text/plain; charset=utf-8")

if(PACKAGES)
  file(STRINGS ${WEB}/assets.txt lines REGEX "^[^#]")
  set(has_pages true)
else()
  # The documentation needs no package.
  file(STRINGS ${WEB}/assets.txt lines REGEX "^(help/|icon.svg|style/base.css)")
  list(PREPEND lines "index.html plain.html")
  set(has_pages false)
endif()

# Packages name each other by package; browsers want addresses. Maps of sources are not shipped.
function(copy_package_file source goal)
  file(READ ${source} text)
  string(REGEX REPLACE "from *\"preact\"" "from\"./preact.js\"" text "${text}")
  string(REGEX REPLACE "\n//# sourceMappingURL=[^\n]*" "" text "${text}")
  file(WRITE ${goal} "${text}")
endfunction()

set(assembly "")
set(declarations "")
set(table "")
set(i 0)
foreach(line ${lines})
  string(REGEX REPLACE " +.*" "" path "${line}")
  string(REGEX REPLACE "^[^ ]+ +" "" source "${line}")
  set(plain ${files}/${path})
  if(source MATCHES "^npm:(.*)$")
    copy_package_file(${PACKAGES}/node_modules/${CMAKE_MATCH_1} ${plain})
  else()
    configure_file(${WEB}/${source} ${plain} COPYONLY)
  endif()
  execute_process(COMMAND ${GZIP} -9 -n -c ${plain} OUTPUT_FILE ${plain}.gz COMMAND_ERROR_IS_FATAL ANY)
  file(SHA256 ${plain} hash)
  string(SUBSTRING ${hash} 0 16 hash)
  string(REGEX REPLACE ".*\\." "" kind "${path}")
  file(SIZE ${plain} plain_size)
  file(SIZE ${plain}.gz gzip_size)
  set(compressed "{assay_web_gzip_${i}, ${gzip_size}}")
  if(NOT gzip_size LESS plain_size)
    set(compressed "{}")
  endif()
  foreach(form plain gzip)
    set(file ${plain})
    if(form STREQUAL gzip)
      set(file ${plain}.gz)
    endif()
    # Global and hidden: a label that is local is reached through the GOT on aarch64, where linkers lose its offset in the section.
    set(name assay_web_${form}_${i})
    string(APPEND assembly "    \".globl ${name}\\n.hidden ${name}\\n${name}: .incbin \\\"${file}\\\"\\n\"\n")
    string(APPEND declarations "extern const char assay_web_${form}_${i}[];\n")
  endforeach()
  string(APPEND table "    {\"${path}\", \"${type_${kind}}\", {assay_web_plain_${i}, ${plain_size}}, ${compressed}, \"\\\"${hash}\\\"\"},\n")
  math(EXPR i "${i} + 1")
endforeach()

file(WRITE ${OUT}/embedded.cc "// Written by cmake/embed_web.cmake.
#include \"web/embedded.h\"

asm(\".section .rodata\\n\"
${assembly}    \".previous\\n\");
extern \"C\" {
${declarations}}

namespace assay::web {
namespace {

const Embedded kFiles[] = {
${table}};

}  // namespace

std::span<const Embedded> EmbeddedFiles() { return kFiles; }
bool HasPages() { return ${has_pages}; }

}  // namespace assay::web
")
