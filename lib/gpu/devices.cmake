# The device half of the library: adds its sources to every library target that there is. Included by the top
# CMakeLists.txt after cmake/library.cmake.
option(SWEEP_EMULATOR "Include the emulator, a device for tests that needs no hardware" ON)
include(${CMAKE_CURRENT_LIST_DIR}/embed.cmake)

set(SWEEP_GPU ${CMAKE_CURRENT_LIST_DIR})
set(SWEEP_GPU_BUILD ${PROJECT_BINARY_DIR}/gpu)
set(SWEEP_DEVICE_SOURCES
    ${SWEEP_GPU}/device.c ${SWEEP_GPU}/programs.c ${SWEEP_GPU}/cache.c ${SWEEP_GPU}/shape.c ${SWEEP_GPU}/sweep.c
    ${SWEEP_GPU}/onesweep.c
    ${SWEEP_GPU}/arrays.c ${SWEEP_GPU}/block.c ${SWEEP_GPU}/opencl.c ${SWEEP_GPU}/opencl_calls.c)
list(APPEND SWEEP_DEVICE_SOURCES
    ${SWEEP_GPU}/stream.c ${SWEEP_GPU}/stream_open.c ${SWEEP_GPU}/stream_program.c ${SWEEP_GPU}/stream_calls.c
    ${SWEEP_GPU}/cuda.c ${SWEEP_GPU}/hip.c)
include(${SWEEP_GPU}/cuda_prebuilt.cmake)
list(APPEND SWEEP_DEVICE_SOURCES
    ${SWEEP_GPU}/metal.c ${SWEEP_GPU}/metal_api.c ${SWEEP_GPU}/metal_program.c ${SWEEP_GPU}/metal_calls.c)
set(SWEEP_EMULATOR_SOURCES ${SWEEP_GPU}/emulator.c ${SWEEP_GPU}/emulation.c ${SWEEP_GPU}/fibre.c)

sweep_embed(${SWEEP_GPU_BUILD}/text_kernels.c sweep_text_kernels ${SWEEP_GPU}/kernels/kernels.h)
sweep_embed(${SWEEP_GPU_BUILD}/text_opencl.c sweep_text_opencl ${SWEEP_GPU}/dialect/opencl.h)
sweep_embed(${SWEEP_GPU_BUILD}/text_cuda.c sweep_text_cuda ${SWEEP_GPU}/dialect/cuda.h)
sweep_embed(${SWEEP_GPU_BUILD}/text_hip.c sweep_text_hip ${SWEEP_GPU}/dialect/hip.h)
list(APPEND SWEEP_DEVICE_SOURCES ${SWEEP_GPU_BUILD}/text_cuda.c ${SWEEP_GPU_BUILD}/text_hip.c)
list(APPEND SWEEP_DEVICE_SOURCES ${SWEEP_GPU_BUILD}/text_kernels.c ${SWEEP_GPU_BUILD}/text_opencl.c)
sweep_embed(${SWEEP_GPU_BUILD}/text_metal.c sweep_text_metal ${SWEEP_GPU}/dialect/metal.h)
sweep_embed(${SWEEP_GPU_BUILD}/text_metal_copy.c sweep_text_metal_copy ${SWEEP_GPU}/dialect/metal_copy.h)
list(APPEND SWEEP_DEVICE_SOURCES ${SWEEP_GPU_BUILD}/text_metal.c ${SWEEP_GPU_BUILD}/text_metal_copy.c)

# One instance of the kernels a key width.
foreach(bytes IN ITEMS 1 2 4 8 16)
    set(instance ${SWEEP_GPU_BUILD}/emulator_kernels_${bytes}.c)
    file(CONFIGURE OUTPUT ${instance}
         CONTENT "#define SWEEP_KEY_BYTES ${bytes}\n#include \"${SWEEP_GPU}/emulator_kernels.h\"\n")
    list(APPEND SWEEP_EMULATOR_SOURCES ${instance})
endforeach()

# Stacks change under these two: the thread sanitizer is told by calls, not by instrumentation.
set_source_files_properties(${SWEEP_GPU}/emulation.c ${SWEEP_GPU}/fibre.c PROPERTIES
    COMPILE_OPTIONS -fno-sanitize=thread)

set(SWEEP_COMPILED sweepsort_objects)
if(NOT SWEEP_ONE_LIBRARY)
    list(APPEND SWEEP_COMPILED sweepsort_test)
endif()
foreach(target IN LISTS SWEEP_COMPILED)
    if(TARGET ${target})
        target_sources(${target} PRIVATE ${SWEEP_DEVICE_SOURCES})
        target_include_directories(${target} PRIVATE ${SWEEP_GPU})
        add_dependencies(${target} sweep_cuda_cubins)
        if(SWEEP_EMULATOR OR SWEEP_ONE_LIBRARY OR target STREQUAL "sweepsort_test")
            target_sources(${target} PRIVATE ${SWEEP_EMULATOR_SOURCES})
        else()
            target_compile_definitions(${target} PRIVATE SWEEP_NO_EMULATOR)
        endif()
    endif()
endforeach()
foreach(target IN ITEMS sweepsort sweepsort_static sweepsort_test)
    if(TARGET ${target})
        target_link_libraries(${target} PRIVATE ${CMAKE_DL_LIBS})
    endif()
endforeach()
