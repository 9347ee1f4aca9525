# How a test is made known to ctest:
#
#     sweep_test(NAME table COMMAND test_table --short LABELS short sanitize threads TIMEOUT 60)
#
# Labels: short     part of `make test`       (a test without `long` is part of it too)
#         long      part of `make test-long` alone
#         sanitize  worth running with AddressSanitizer and UndefinedBehaviorSanitizer
#         threads   worth running with ThreadSanitizer
# In a build with sanitizers only the tests with the fitting label are registered. SWEEP_TEST_PREFIX goes before every
# name, so that several builds can be tested in one run. A program that exits with 77 skipped its work and said why.
# Tests with a longer TIMEOUT start earlier: that keeps all cores at work to the end.
# NAME comes back to the caller as SWEEP_TEST_NAME, prefix and all, for set_tests_properties (empty: not registered).
function(sweep_test)
    cmake_parse_arguments(PARSE_ARGV 0 TEST "" "NAME;TIMEOUT;WORKING_DIRECTORY" "COMMAND;LABELS")
    if(TEST_UNPARSED_ARGUMENTS OR NOT TEST_NAME OR NOT TEST_COMMAND)
        message(FATAL_ERROR "sweep_test: cannot read these arguments: ${ARGV}")
    endif()
    set(SWEEP_TEST_NAME "" PARENT_SCOPE)
    if(SWEEP_SANITIZE MATCHES "thread" AND NOT "threads" IN_LIST TEST_LABELS)
        return()
    elseif(SWEEP_SANITIZE AND NOT SWEEP_SANITIZE MATCHES "thread" AND NOT "sanitize" IN_LIST TEST_LABELS)
        return()
    endif()
    if(NOT TEST_TIMEOUT)
        set(TEST_TIMEOUT 120)
    endif()
    if(NOT TEST_WORKING_DIRECTORY)
        set(TEST_WORKING_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR})
    endif()
    set(name ${SWEEP_TEST_PREFIX}${TEST_NAME})
    add_test(NAME ${name} COMMAND ${TEST_COMMAND} WORKING_DIRECTORY ${TEST_WORKING_DIRECTORY})
    set_tests_properties(${name} PROPERTIES
        LABELS "${TEST_LABELS}" TIMEOUT ${TEST_TIMEOUT} COST ${TEST_TIMEOUT} SKIP_RETURN_CODE 77)
    set(SWEEP_TEST_NAME ${name} PARENT_SCOPE)
endfunction()
