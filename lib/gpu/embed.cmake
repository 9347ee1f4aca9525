# Makes C text of the kernels and dialects, so that the library carries them.
#
# sweep_embed(OUTPUT name FILE): a C file that defines `const char name[]`, the text of FILE with every line
# `#include "other.h"` replaced by that file's text, zero-terminated.
function(sweep_flatten file out)
    get_filename_component(directory ${file} DIRECTORY)
    file(READ ${file} text)
    string(REGEX MATCHALL "#include \"[a-z_]+\\.h\"" lines "${text}")
    foreach(line IN LISTS lines)
        string(REGEX REPLACE "#include \"(.*)\"" "\\1" name "${line}")
        sweep_flatten(${directory}/${name} inner)
        string(REPLACE "${line}" "${inner}" text "${text}")
    endforeach()
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
    set(${out} "${text}" PARENT_SCOPE)
endfunction()

function(sweep_embed output name file)
    sweep_flatten(${file} text)
    file(WRITE ${output}.text "${text}")
    file(READ ${output}.text bytes HEX)
    string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
    file(CONFIGURE OUTPUT ${output} CONTENT "extern const char ${name}[];\nconst char ${name}[] = {${bytes}0};\n")
endfunction()
