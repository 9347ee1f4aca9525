/*
 * The public contract: every error at every size, nothing touched by a call that fails, workspaces, plans, and the
 * small functions. (Results are compared in test_matrix and test_regressions.)
 */
#include "contract.h"

#include <stdio.h>

sweep_status contract_call(int operation, void *keys, void *out, size_t n, sweep_type type, size_t value_size,
                           const sweep_options *options)
{
    size_t first = 0;
    switch (operation) {
    case SWEEP_OPERATION_SORT: return sweep_sort(keys, n, type, options);
    case SWEEP_OPERATION_SORT_PAIRS: return sweep_sort_pairs(keys, out, n, type, value_size, options);
    case SWEEP_OPERATION_ARGSORT: return sweep_argsort(keys, out, n, type, value_size, options);
    case SWEEP_OPERATION_SORTPERM: return sweep_sortperm(keys, out, n, type, value_size, options);
    case SWEEP_OPERATION_SORT_COPY: return sweep_sort_copy(keys, out, n, type, options);
    default: return sweep_is_sorted(keys, n, type, &first, options);
    }
}

void contract_refused(const char *what, sweep_status expected, sweep_type type, const sweep_options *options)
{
    enum { MOST = 5000 };
    static const size_t sizes[] = {0, 1, MOST};
    buffer keys = buffer_create(MOST * 16, 0), out = buffer_create(MOST * 16, 0), before = buffer_create(MOST * 16, 0);
    pattern_fill(before.data, MOST, SWEEP_U128, PATTERN_UNIFORM, check_seed);
    for (int operation = 1; operation <= CONTRACT_OPERATIONS; operation++)
        for (size_t s = 0; s < COUNT(sizes); s++) {
            check_case("%s: operation %d, n=%zu", what, operation, sizes[s]);
            memcpy(keys.data, before.data, MOST * 16);
            memcpy(out.data, before.data, MOST * 16);
            CHECK_STATUS(expected, contract_call(operation, keys.data, out.data, sizes[s], type, 8, options));
            CHECK_SAME(before.data, keys.data, MOST, 16, "keys");
            CHECK_SAME(before.data, out.data, MOST, 16, "values, indices or copy");
            if (sizes[s] == 0)
                CHECK_STATUS(expected, contract_call(operation, NULL, NULL, 0, type, 8, options));
            if (operation == CONTRACT_IS_SORTED)
                continue;
            sweep_plan plan, kept;
            memset(&plan, 0x5a, sizeof plan);
            kept = plan;
            size_t value = operation == SWEEP_OPERATION_SORT || operation == SWEEP_OPERATION_SORT_COPY ? 0 : 8;
            CHECK_STATUS(expected, sweep_plan_sort(&plan, (sweep_operation)operation, sizes[s], type, value, options));
            CHECK_SAME(&kept, &plan, 1, sizeof plan, "plan");
        }
    check_case("%s: reserve", what);
    sweep_workspace *workspace = NULL;
    CHECK_STATUS(SWEEP_OK, sweep_workspace_create(&workspace, NULL));
    for (size_t s = 0; s < COUNT(sizes); s++)
        CHECK_STATUS(expected, sweep_workspace_reserve(workspace, sizes[s], type, 8, options));
    sweep_workspace_destroy(workspace);
    CHECK(buffer_destroy(&keys) && buffer_destroy(&out));
    buffer_destroy(&before);
}

static void test_texts(void)
{
    static const int statuses[] = {SWEEP_OK,           SWEEP_ERR_ARGUMENT,     SWEEP_ERR_MEMORY, SWEEP_ERR_UNSUPPORTED,
                                   SWEEP_ERR_BUSY,     SWEEP_ERR_DEVICE,       SWEEP_ERR_IO,     SWEEP_ERR_INTERRUPTED,
                                   SWEEP_ERR_CAPACITY, SWEEP_ERR_COMMUNICATION};
    check_case("texts of statuses");
    for (size_t i = 0; i < COUNT(statuses); i++) {
        const char *text = sweep_status_string((sweep_status)statuses[i]);
        CHECK(text != NULL && *text != '\0' && strcmp(text, "unknown status") != 0);
        for (size_t j = 0; j < i; j++)
            CHECK(strcmp(text, sweep_status_string((sweep_status)statuses[j])) != 0);
    }
    static const int unknown[] = {10, 99, -1, 1 << 30};
    for (size_t i = 0; i < COUNT(unknown); i++)
        CHECK(strcmp(sweep_status_string((sweep_status)unknown[i]), "unknown status") == 0);

    char version[64];
    check_case("version");
    snprintf(version, sizeof version, "%d.%d.%d", SWEEP_VERSION_MAJOR, SWEEP_VERSION_MINOR, SWEEP_VERSION_PATCH);
    CHECK(strcmp(version, sweep_version()) == 0);
    CHECK(sweep_version_number() == SWEEP_VERSION_NUMBER);

    check_case("types");
    for (size_t t = 0; t < REFERENCE_TYPES; t++) {
        CHECK(sweep_type_size(reference_types[t].type) == reference_types[t].bytes);
        CHECK(strcmp(sweep_type_name(reference_types[t].type), reference_types[t].name) == 0);
    }
    static const int strange[] = {0, 15, -1, SWEEP_TYPE_FORCE_32};
    for (size_t i = 0; i < COUNT(strange); i++) {
        CHECK(sweep_type_size((sweep_type)strange[i]) == 0);
        CHECK(strcmp(sweep_type_name((sweep_type)strange[i]), "unknown type") == 0);
    }
}

/* Values that programs are compiled with. */
static void test_pinned_values(void)
{
    check_case("pinned values");
    CHECK(SWEEP_U8 == 1 && SWEEP_U128 == 5 && SWEEP_I8 == 6 && SWEEP_I128 == 10 && SWEEP_F16 == 11 &&
          SWEEP_BF16 == 12 && SWEEP_F32 == 13 && SWEEP_F64 == 14);
    CHECK(SWEEP_ASCENDING == 0 && SWEEP_DESCENDING == 1);
    CHECK(SWEEP_NAN_LAST == 0 && SWEEP_TOTAL_ORDER == 1 && SWEEP_NAN_FIRST == 2);
    CHECK(SWEEP_AUTO == 0 && SWEEP_LSD == 1 && SWEEP_ONESWEEP == 2 && SWEEP_HYBRID == 3 && SWEEP_SPLIT == 4);
    CHECK(SWEEP_OK == 0 && SWEEP_ERR_ARGUMENT == 1 && SWEEP_ERR_MEMORY == 2 && SWEEP_ERR_UNSUPPORTED == 3 &&
          SWEEP_ERR_BUSY == 4 && SWEEP_ERR_DEVICE == 5 && SWEEP_ERR_IO == 6 && SWEEP_ERR_INTERRUPTED == 7 &&
          SWEEP_ERR_CAPACITY == 8 && SWEEP_ERR_COMMUNICATION == 9);
    CHECK(SWEEP_OPERATION_SORT == 1 && SWEEP_OPERATION_SORT_COPY == 5);
    CHECK(offsetof(sweep_options, message) == CONTRACT_OPTIONS_0_1);

    sweep_options defaults = sweep_default_options(), zero;
    memset(&zero, 0, sizeof zero);
    zero.struct_size = sizeof zero;
    CHECK_SAME(&zero, &defaults, 1, sizeof zero, "default options");
    CHECK_SAME(&zero, SWEEP_OPTIONS(0), 1, sizeof zero, "options macro");
}

int main(int argc, char **argv)
{
    check_start("test_contract", argc, argv);
    test_texts();
    test_pinned_values();
    contract_arguments();
    contract_workspaces();
    contract_messages();
    contract_plans();
    case_finish();
    return check_finish();
}
