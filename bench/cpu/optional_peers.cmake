# The peers that need a package. Each is built where its package is, else it goes on the list of those missing.

# The newest compiler of C++ for vqsort: on vectors, versions differ much.
set(clangs)
foreach(version RANGE 30 13 -1)
    list(APPEND clangs clang++-${version})
endforeach()
find_program(SWEEP_BENCH_CXX NAMES ${clangs} clang++ DOC "The C++ compiler for the peer vqsort")

# What is not found is looked for again the next time, so that a package installed later is seen.
find_path(SWEEP_BENCH_HIGHWAY hwy/contrib/sort/vqsort.h)
find_path(SWEEP_BENCH_BOOST boost/sort/block_indirect_sort/block_indirect_sort.hpp)
find_path(SWEEP_BENCH_TBB oneapi/tbb/parallel_sort.h)
find_library(SWEEP_BENCH_TBB_LIBRARY tbb)
mark_as_advanced(SWEEP_BENCH_HIGHWAY SWEEP_BENCH_BOOST SWEEP_BENCH_TBB SWEEP_BENCH_TBB_LIBRARY)
find_package(OpenMP COMPONENTS CXX)

if(NOT SWEEP_BENCH_HIGHWAY)
    bench_missing(vqsort "no Highway (Debian: libhwy-dev)")
else()
    if(NOT SWEEP_BENCH_CXX)
        set(SWEEP_BENCH_CXX ${CMAKE_CXX_COMPILER})
    endif()
    message(STATUS "Benchmark: vqsort is compiled by ${SWEEP_BENCH_CXX}")
    set(vqsort ${CMAKE_CURRENT_BINARY_DIR}/peers/vqsort.so)
    add_custom_command(OUTPUT ${vqsort} DEPENDS peers/vqsort.cc peers/elements.hh peer.h VERBATIM
        COMMAND ${SWEEP_BENCH_CXX} -std=c++17 -O3 -march=native -idirafter ${SWEEP_BENCH_HIGHWAY}
            -DHWY_COMPILE_ONLY_STATIC -w -fPIC -shared -pthread -fvisibility=hidden
            -o ${vqsort} ${CMAKE_CURRENT_SOURCE_DIR}/peers/vqsort.cc)
    add_custom_target(bench_peer_vqsort ALL DEPENDS ${vqsort})
    add_dependencies(bench_cpu bench_peer_vqsort)
    string(APPEND peers_list "load ${vqsort}\n")
endif()

if(SWEEP_BENCH_BOOST)
    bench_peer(boost peers/boost.cc)
    target_include_directories(bench_peer_boost SYSTEM PRIVATE ${SWEEP_BENCH_BOOST})
    target_compile_options(bench_peer_boost PRIVATE ${native} -w)
else()
    bench_missing("spreadsort and block_indirect" "no Boost.Sort (Debian: libboost-dev)")
endif()

if(SWEEP_BENCH_TBB AND SWEEP_BENCH_TBB_LIBRARY)
    bench_peer(tbb peers/tbb.cc ${SWEEP_BENCH_TBB_LIBRARY})
    target_include_directories(bench_peer_tbb SYSTEM PRIVATE ${SWEEP_BENCH_TBB})
    target_compile_options(bench_peer_tbb PRIVATE ${native})
else()
    bench_missing(tbb "no oneTBB (Debian: libtbb-dev)")
endif()

if(OpenMP_CXX_FOUND AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    bench_peer(gnu_parallel peers/gnu_parallel.cc OpenMP::OpenMP_CXX)
    target_compile_options(bench_peer_gnu_parallel PRIVATE ${native} -w)
else()
    bench_missing(gnu_parallel "it wants g++ with OpenMP")
endif()
