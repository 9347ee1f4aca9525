# What the tests of CUDA and of HIP share: the mock driver, the stand-in before the run-time compiler, and the tests of
# streams and failures. Each text here is compiled once a family, with the names.h of its directory.
set(STREAM_TESTS ${CMAKE_CURRENT_LIST_DIR})

# Their environment has no driver of the machine but the mock, for a list of all devices opens every one. PoCL's LLVM
# gives the thread that opens it another alternate signal stack, which the address sanitizer takes for its own when that
# thread ends; ROCm's runtime leaks.
set(NO_OTHER_DRIVER SWEEP_OPENCL_LIBRARY=/nowhere SWEEP_CUDA_LIBRARY=/nowhere SWEEP_HIP_LIBRARY=/nowhere)

# Two shared objects, mock_FAMILY with the emulator inside, and mock_FAMILY_compiler; and the library of the tests,
# sweep_FAMILY_world. `own`: the family's sources of the driver; `world`: of the tests.
function(sweep_stream_mocks family own world)
    add_library(mock_${family} SHARED ${STREAM_TESTS}/mock/mock_driver.c ${STREAM_TESTS}/mock/mock_stream.c
        ${STREAM_TESTS}/mock/mock_memory.c ${STREAM_TESTS}/mock/mock_run.c ${own} $<TARGET_OBJECTS:sweep_emulated>)
    target_include_directories(mock_${family} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR} ${STREAM_TESTS}/mock
        ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/lib/gpu)
    target_compile_definitions(mock_${family} PRIVATE _GNU_SOURCE SWEEP_STATIC SWEEP_TEST)
    target_compile_options(mock_${family} PRIVATE "SHELL:-iquote \"${PROJECT_SOURCE_DIR}/lib\"")
    target_link_libraries(mock_${family} PRIVATE Threads::Threads)
    set_target_properties(mock_${family} PROPERTIES C_VISIBILITY_PRESET hidden OUTPUT_NAME sweep_mock_${family})

    add_library(mock_${family}_compiler SHARED ${STREAM_TESTS}/mock/mock_compiler.c)
    target_include_directories(mock_${family}_compiler PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}
        ${PROJECT_SOURCE_DIR}/include)
    target_compile_definitions(mock_${family}_compiler PRIVATE _GNU_SOURCE)
    target_link_libraries(mock_${family}_compiler PRIVATE ${CMAKE_DL_LIBS})
    set_target_properties(mock_${family}_compiler PROPERTIES C_VISIBILITY_PRESET hidden
        OUTPUT_NAME sweep_mock_${family}_compiler)

    add_library(sweep_${family}_world STATIC ${STREAM_TESTS}/world.c ${world})
    target_include_directories(sweep_${family}_world PUBLIC ${CMAKE_CURRENT_SOURCE_DIR} ${STREAM_TESTS})
    target_link_libraries(sweep_${family}_world PUBLIC test_tools)

    foreach(name IN ITEMS streams failures)
        add_executable(test_${family}_${name} ${STREAM_TESTS}/test_${name}.c)
        target_link_libraries(test_${family}_${name} PRIVATE sweep_${family}_world sweep_device_support)
    endforeach()
endfunction()

# signatures.c against the headers in a directory.
function(sweep_stream_signatures family headers)
    add_executable(${family}_signatures ${STREAM_TESTS}/signatures.c)
    target_include_directories(${family}_signatures SYSTEM PRIVATE ${headers})
    target_include_directories(${family}_signatures PRIVATE ${CMAKE_CURRENT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/include
        ${PROJECT_SOURCE_DIR}/lib)
    target_link_libraries(${family}_signatures PRIVATE mock_${family} mock_${family}_compiler)
endfunction()
