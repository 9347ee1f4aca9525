#!/bin/sh
# What a run of the tests left out, and why: the last thing that `make test` prints.
#
#     skipped.sh LOG
#
# In: the log of ctest (Testing/Temporary/LastTest.log), in which a test that leaves something out prints a line with
# "SKIPPED: why". Out: each reason once, with the tests that gave it.
set -eu
awk '
    /^[0-9]+\/[0-9]+ Testing: / { test = $3 }
    /SKIPPED: / && !/^Command: / {
        why = $0
        sub(/.*SKIPPED: /, "", why)
        if (!(why in tests)) {
            order[++reasons] = why
            tests[why] = test
        } else if (index(" " tests[why] " ", " " test " ") == 0) {
            tests[why] = tests[why] " " test
        }
    }
    END {
        if (reasons == 0) {
            print "Nothing was skipped."
            exit
        }
        print "Skipped, and why:"
        for (i = 1; i <= reasons; i++)
            printf "  %s\n      (%s)\n", order[i], tests[order[i]]
    }' "$1"
