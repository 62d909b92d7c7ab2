# The dashboard's pages, put into the program: assay_web_assets implements src/web/embedded.h.
#
# web/assets.txt lists the files; those of npm packages come from scripts/fetch-web. Each is embedded twice, as it is and compressed, so
# that the server never has to compress. Without npm the program gets one plain page that says how to get the others; its interface under
# /api works all the same.
set(web ${CMAKE_SOURCE_DIR}/web)
set(web_out ${CMAKE_BINARY_DIR}/web)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${web}/assets.txt ${web}/package.json ${web}/package-lock.json)

execute_process(COMMAND ${CMAKE_SOURCE_DIR}/scripts/fetch-web OUTPUT_VARIABLE web_packages OUTPUT_STRIP_TRAILING_WHITESPACE
  RESULT_VARIABLE failed)
find_program(ASSAY_GZIP gzip)
mark_as_advanced(ASSAY_GZIP)
if(failed OR NOT ASSAY_GZIP)
  message(WARNING "the dashboard is built without its pages: npm packages or gzip are missing; run scripts/setup, then configure again")
  set(web_packages "")
endif()

# What the list needs, for the build to notice changes.
file(STRINGS ${web}/assets.txt lines REGEX "^[^#]")
set(web_sources ${web}/assets.txt ${web}/plain.html ${CMAKE_SOURCE_DIR}/cmake/embed_web.cmake)
foreach(line ${lines})
  string(REGEX REPLACE "^[^ ]+ +" "" source "${line}")
  if(NOT source MATCHES "^npm:")
    list(APPEND web_sources ${web}/${source})
  elseif(web_packages)
    string(REPLACE "npm:" "${web_packages}/node_modules/" source "${source}")
    list(APPEND web_sources ${source})
  endif()
endforeach()

add_custom_command(OUTPUT ${web_out}/embedded.cc
  COMMAND ${CMAKE_COMMAND} -D WEB=${web} -D PACKAGES=${web_packages} -D OUT=${web_out} -D GZIP=${ASSAY_GZIP}
    -P ${CMAKE_SOURCE_DIR}/cmake/embed_web.cmake
  DEPENDS ${web_sources} COMMENT "Compressing the dashboard's pages" VERBATIM)
add_library(assay_web_assets STATIC ${web_out}/embedded.cc)
target_include_directories(assay_web_assets PRIVATE ${CMAKE_SOURCE_DIR}/src)
