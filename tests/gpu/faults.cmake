# Faults planted in copies of the kernel text, so that each checker can be shown to find them.
#
# sweep_plant(NAME fault FILE header FIND text REPLACE text): makes ${SWEEP_FAULTS}/fault/, a copy of the kernels with
# one place of one header replaced, and ${SWEEP_FAULTS}/fault.text, the same as one text. The text to find must
# be there.
set(SWEEP_FAULTS ${CMAKE_CURRENT_BINARY_DIR}/faults)
set(SWEEP_KERNEL_HEADERS arguments stages key group count scan scatter small gather plan histogram rank tile look onesweep judge finish settle
    kernels)

function(sweep_plant)
    cmake_parse_arguments(PARSE_ARGV 0 FAULT "" "NAME;FILE;FIND;REPLACE" "")
    foreach(header IN LISTS SWEEP_KERNEL_HEADERS)
        set(path ${PROJECT_SOURCE_DIR}/lib/gpu/kernels/${header}.h)
        file(READ ${path} text)
        set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${path})
        if("${header}.h" STREQUAL FAULT_FILE)
            string(FIND "${text}" "${FAULT_FIND}" at)
            if(at EQUAL -1)
                message(FATAL_ERROR "fault ${FAULT_NAME}: ${FAULT_FILE} has no such text: ${FAULT_FIND}")
            endif()
            string(REPLACE "${FAULT_FIND}" "${FAULT_REPLACE}" text "${text}")
        endif()
        file(CONFIGURE OUTPUT ${SWEEP_FAULTS}/${FAULT_NAME}/${header}.h CONTENT "${text}" @ONLY)
    endforeach()
    sweep_flatten(${SWEEP_FAULTS}/${FAULT_NAME}/kernels.h flat)
    file(WRITE ${SWEEP_FAULTS}/${FAULT_NAME}.text "${flat}")
endfunction()

sweep_plant(NAME missing_barrier FILE scatter.h
    FIND "offsets[digit] += at + 1 - starts[digit];\n            }\n        }\n        BARRIER();"
    REPLACE "offsets[digit] += at + 1 - starts[digit];\n            }\n        }")
sweep_plant(NAME unzeroed_counter FILE count.h
    FIND "        COUNTER_SET(counters[digit], 0);"
    REPLACE "        (void)counters;")
sweep_plant(NAME divergent_barrier FILE count.h
    FIND "    BARRIER();\n    for (digit = item; digit < radix; digit += SWEEP_THREADS)\n        table["
    REPLACE "    if (item != 3)\n        BARRIER();\n    for (digit = item; digit < radix; digit += SWEEP_THREADS)
        table[")
sweep_plant(NAME past_the_end FILE scatter.h
    FIND "SHARED(u32, words, SWEEP_TILE);"
    REPLACE "SHARED(u32, words, SWEEP_TILE - 1);")
sweep_plant(NAME ticket_barrier FILE onesweep.h
    FIND "    BARRIER();\n    tile = ticket[0];\n    while"
    REPLACE "    tile = ticket[0];\n    while")
sweep_plant(NAME uncleared_states FILE onesweep.h
    FIND "        other[at] = 0;"
    REPLACE "        (void)other;")
sweep_plant(NAME stuck_published FILE look.h
    FIND "            if (cursor != 0) { /* cold */"
    REPLACE "            if (cursor == SWEEP_ENDED) {")
sweep_plant(NAME past_inclusive FILE look.h
    FIND "words[i] & SWEEP_INCLUSIVE ? 0 : next - 1"
    REPLACE "next - 1")
set(SWEEP_ONESWEEP_FAULTS ticket_barrier uncleared_states past_inclusive stuck_published)
set(SWEEP_FAULT_NAMES missing_barrier unzeroed_counter divergent_barrier past_the_end)
