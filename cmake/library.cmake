# The library's targets, from the list SWEEP_SOURCES that lib/CMakeLists.txt gives (paths below lib/).
#
# Out: sweepsort         shared, only sweep_* visible
#      sweepsort_static  static; who links it is compiled with SWEEP_STATIC
#      sweepsort_test    static, compiled with SWEEP_TEST (small limits can be injected) and with the internal headers
#                        reachable; for the tests, never installed
#      sweepsort::sweepsort, sweepsort::shared, sweepsort::static  the names to link by, here and after installation
set(THREADS_PREFER_PTHREAD_FLAG ON)
find_package(Threads REQUIRED)
include(CheckLinkerFlag)

list(TRANSFORM SWEEP_SOURCES PREPEND ${PROJECT_SOURCE_DIR}/lib/)

# What every library target has in common.
function(sweep_library_properties target)
    target_include_directories(${target} PUBLIC
        $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
    target_link_libraries(${target} PRIVATE Threads::Threads)
    target_compile_options(${target} PRIVATE ${SWEEP_OPTIMISE})
    set_target_properties(${target} PROPERTIES C_VISIBILITY_PRESET hidden POSITION_INDEPENDENT_CODE ON)
endfunction()

# Compiled once for both installed libraries.
add_library(sweepsort_objects OBJECT ${SWEEP_SOURCES})
sweep_library_properties(sweepsort_objects)

if(SWEEP_BUILD_SHARED)
    add_library(sweepsort SHARED $<TARGET_OBJECTS:sweepsort_objects>)
    sweep_library_properties(sweepsort)
    # A missing symbol is an error here, and not in somebody's program. (The sanitizers' own come with the program.)
    if(NOT SWEEP_SANITIZE AND NOT APPLE)
        target_link_options(sweepsort PRIVATE LINKER:--no-undefined)
    endif()
    set_target_properties(sweepsort PROPERTIES
        VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR} EXPORT_NAME shared)
    # Until 1.0 each minor version is an interface of its own: in the soname, and in the version of every symbol.
    set(SWEEP_SYMBOLS ${PROJECT_BINARY_DIR}/sweepsort.map)
    file(WRITE ${SWEEP_SYMBOLS}
        "SWEEPSORT_${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR} { global: sweep_*; local: *; };\n")
    check_linker_flag(C "-Wl,--version-script=${SWEEP_SYMBOLS}" SWEEP_HAS_VERSION_SCRIPT)
    if(SWEEP_HAS_VERSION_SCRIPT)
        target_link_options(sweepsort PRIVATE "LINKER:--version-script=${SWEEP_SYMBOLS}")
    endif()
    add_library(sweepsort::shared ALIAS sweepsort)
    add_library(sweepsort::sweepsort ALIAS sweepsort)
endif()

if(SWEEP_BUILD_STATIC)
    add_library(sweepsort_static STATIC $<TARGET_OBJECTS:sweepsort_objects>)
    sweep_library_properties(sweepsort_static)
    target_compile_definitions(sweepsort_static INTERFACE SWEEP_STATIC)
    set_target_properties(sweepsort_static PROPERTIES OUTPUT_NAME sweepsort EXPORT_NAME static)
    add_library(sweepsort::static ALIAS sweepsort_static)
    if(NOT SWEEP_BUILD_SHARED)
        add_library(sweepsort::sweepsort ALIAS sweepsort_static)
    endif()
endif()

if(SWEEP_BUILD_TESTS)
    if(SWEEP_ONE_LIBRARY)
        target_compile_definitions(sweepsort_objects PRIVATE SWEEP_TEST)
        set_target_properties(sweepsort_objects PROPERTIES C_VISIBILITY_PRESET default)
        add_library(sweepsort_test STATIC $<TARGET_OBJECTS:sweepsort_objects>)
    else()
        add_library(sweepsort_test STATIC ${SWEEP_SOURCES})
    endif()
    sweep_library_properties(sweepsort_test)
    target_compile_definitions(sweepsort_test PUBLIC SWEEP_STATIC SWEEP_TEST)
    # for #include "plan.h" alone: with -I, <limits.h> would find lib/limits.h
    target_compile_options(sweepsort_test PUBLIC "SHELL:-iquote \"${PROJECT_SOURCE_DIR}/lib\"")
    set_target_properties(sweepsort_test PROPERTIES C_VISIBILITY_PRESET default)
endif()
