# CUBINs inside the library, so that common sorts need no NVRTC where it runs.
#
# In:  SWEEP_CUDA_PREBUILT (off: none), SWEEP_CUDA_ARCHITECTURES, SWEEP_CUDA_SHAPES; then nvcc must be here.
# Out: the table sweep_cuda_prebuilt (cuda.h), appended to SWEEP_DEVICE_SOURCES.
option(SWEEP_CUDA_PREBUILT "Compile CUDA kernels of common shapes with nvcc and embed them" OFF)
set(SWEEP_CUDA_ARCHITECTURES 75 80 86 89 90 100 120 CACHE STRING "Compute capabilities to embed CUDA kernels for")
set(SWEEP_CUDA_SHAPES "" CACHE STRING "Shapes to embed, fields of sweep_shape with colons between; empty: common ones")
# Those that tuning.h chooses for keys alone, with 4 and with 8 bytes: few keys, then many. What is left out is 0.
set(SWEEP_CUDA_COMMON_SHAPES
    4:0:384:18 4:4:384:13 4:8:384:7 8:0:384:14 8:4:384:11 8:8:384:9
    16:0:384:7 16:4:384:5
    4:0:384:18:1:2:1:4:3 4:4:384:13:1:2:1:4:2 4:8:384:7:1:2:1:4:2 8:0:384:14:1:2:1:4:2
    8:4:384:11:1:2:1:4:2 8:8:384:9:1:2:1:4:2 16:0:384:7:1:2:1:4:3 16:4:384:5:1:2:1:4:2)
set(SWEEP_CUDA_DEFINES KEY_BYTES VALUE_BYTES THREADS ITEMS SET RANK EARLY LOOK BLOCKS) # the fields, in their order
find_program(SWEEP_NVCC nvcc PATHS /usr/local/cuda/bin)

# `4:0:256:16` to a list of all its numbers.
function(sweep_cuda_words shape out)
    string(REPLACE ":" ";" words ${shape})
    list(LENGTH SWEEP_CUDA_DEFINES fields)
    list(LENGTH words count)
    while(count LESS fields)
        list(APPEND words 0)
        math(EXPR count "${count} + 1")
    endwhile()
    set(${out} ${words} PARENT_SCOPE)
endfunction()

# One CUBIN as a C file: nvcc, then bytes to text.
function(sweep_cuda_embed_one directory name architecture words text)
    set(defines "")
    foreach(define word IN ZIP_LISTS SWEEP_CUDA_DEFINES words)
        string(APPEND defines "#define SWEEP_${define} ${word}u\n")
    endforeach()
    string(REPLACE ";" ", " values "${words}")
    set(source ${directory}/${name}.cu)
    set(cubin ${directory}/${name}.cubin)
    file(CONFIGURE OUTPUT ${source} CONTENT "${defines}#include \"${text}\"
extern \"C\" __constant__ u32 sweep_compiled_for[] = {${values}, SWEEP_SUBGROUP};
")
    add_custom_command(OUTPUT ${cubin}.c
        COMMAND ${SWEEP_NVCC} -cubin -arch=sm_${architecture} -std=c++17 ${source} -o ${cubin}
        COMMAND ${CMAKE_COMMAND} -DFROM=${cubin} -DTO=${cubin}.c -DNAME=${name} -P ${SWEEP_GPU}/cuda_bytes.cmake
        DEPENDS ${source} ${text} ${SWEEP_GPU}/cuda_bytes.cmake
        COMMENT "CUBIN ${name}" VERBATIM)
endfunction()

# The table for these architectures and shapes, and the CUBINs; `out` becomes the list of C files.
function(sweep_cuda_table directory architectures shapes out)
    set(declared "")
    set(rows "")
    set(sources ${directory}/table.c)
    sweep_flatten(${SWEEP_GPU}/dialect/cuda.h dialect_text)
    sweep_flatten(${SWEEP_GPU}/kernels/kernels.h kernels_text)
    set(text ${directory}/kernels.text)
    file(CONFIGURE OUTPUT ${text} CONTENT "${dialect_text}${kernels_text}" @ONLY)
    foreach(architecture IN LISTS architectures)
        foreach(shape IN LISTS shapes)
            string(REPLACE ":" "_" name sweep_cubin_${architecture}_${shape})
            sweep_cuda_words(${shape} words)
            sweep_cuda_embed_one(${directory} ${name} ${architecture} "${words}" ${text})
            string(REPLACE ";" ", " words "${words}")
            list(APPEND sources ${directory}/${name}.cubin.c)
            string(APPEND declared "extern const unsigned char ${name}[];\nextern const size_t ${name}_bytes;\n")
            string(APPEND rows "    {${architecture}, {${words}}, ${name}, &${name}_bytes},\n")
        endforeach()
    endforeach()
    file(CONFIGURE OUTPUT ${directory}/table.c CONTENT "#include \"${SWEEP_GPU}/cuda.h\"
${declared}const cuda_prebuilt sweep_cuda_prebuilt[] = {
${rows}    {0, {0}, NULL, NULL},
};
" @ONLY)
    set(${out} ${sources} PARENT_SCOPE)
endfunction()

set(architectures "")
if(SWEEP_CUDA_PREBUILT)
    if(NOT SWEEP_NVCC)
        message(FATAL_ERROR "SWEEP_CUDA_PREBUILT needs nvcc.")
    endif()
    set(architectures ${SWEEP_CUDA_ARCHITECTURES})
endif()
set(shapes ${SWEEP_CUDA_SHAPES})
if(NOT shapes)
    set(shapes ${SWEEP_CUDA_COMMON_SHAPES})
endif()
sweep_cuda_table(${SWEEP_GPU_BUILD}/cubin "${architectures}" "${shapes}" cubins)
list(APPEND SWEEP_DEVICE_SOURCES ${cubins})
add_custom_target(sweep_cuda_cubins DEPENDS ${cubins}) # made once, for every library that holds them
