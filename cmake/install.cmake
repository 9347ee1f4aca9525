# What `cmake --install` puts in place: libraries, header, the CMake package and the pkg-config file. The command is
# installed by programs/CMakeLists.txt.
include(CMakePackageConfigHelpers)

set(SWEEP_INSTALL_CMAKE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/sweepsort)
file(GLOB SWEEP_PUBLIC_HEADERS ${PROJECT_SOURCE_DIR}/include/*.h)
install(FILES ${SWEEP_PUBLIC_HEADERS} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})

# One export file a library, so that a package with one of them only is whole too.
if(SWEEP_BUILD_SHARED)
    install(TARGETS sweepsort EXPORT sweepsort-shared LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
    install(EXPORT sweepsort-shared NAMESPACE sweepsort:: DESTINATION ${SWEEP_INSTALL_CMAKE_DIR})
endif()
if(SWEEP_BUILD_STATIC)
    install(TARGETS sweepsort_static EXPORT sweepsort-static ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
    install(EXPORT sweepsort-static NAMESPACE sweepsort:: DESTINATION ${SWEEP_INSTALL_CMAKE_DIR})
endif()

configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/sweepsort-config.cmake.in
    ${PROJECT_BINARY_DIR}/sweepsort-config.cmake INSTALL_DESTINATION ${SWEEP_INSTALL_CMAKE_DIR}
    NO_SET_AND_CHECK_MACRO NO_CHECK_REQUIRED_COMPONENTS_MACRO)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/sweepsort-config-version.cmake
    VERSION ${PROJECT_VERSION} COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/sweepsort-config.cmake ${PROJECT_BINARY_DIR}/sweepsort-config-version.cmake
    DESTINATION ${SWEEP_INSTALL_CMAKE_DIR})

# Directories in the .pc file hang on its prefix where they lie below it. The prefix itself is known for certain only
# when `cmake --install` runs: it may be given there.
foreach(kind IN ITEMS LIBDIR INCLUDEDIR)
    if(IS_ABSOLUTE "${CMAKE_INSTALL_${kind}}")
        set(SWEEP_PC_${kind} "${CMAKE_INSTALL_${kind}}")
    else()
        set(SWEEP_PC_${kind} "\${prefix}/${CMAKE_INSTALL_${kind}}")
    endif()
endforeach()
set(SWEEP_PC_PRIVATE -pthread)
foreach(library IN LISTS CMAKE_DL_LIBS)
    string(APPEND SWEEP_PC_PRIVATE " -l${library}")
endforeach()
set(SWEEP_PC_PREFIX "@CMAKE_INSTALL_PREFIX@")
configure_file(${CMAKE_CURRENT_LIST_DIR}/sweepsort.pc.in ${PROJECT_BINARY_DIR}/sweepsort.pc.in @ONLY)
install(CODE "configure_file(\"${PROJECT_BINARY_DIR}/sweepsort.pc.in\" \"${PROJECT_BINARY_DIR}/sweepsort.pc\" @ONLY)")
install(FILES ${PROJECT_BINARY_DIR}/sweepsort.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
