// From C++: the same header; sweepsort::sort(keys, n) is a template, options are a variable. Prints what it sorted.
#include <sweepsort.h>

#include <cstdint>
#include <iostream>
#include <stdexcept>
#include <vector>

static void check(sweep_status status)
{
    if (status != SWEEP_OK)
        throw std::runtime_error(sweep_status_string(status));
}

int main()
{
    try {
        std::vector<std::int64_t> keys = {5, -3, 12, 0};

        sweep_options options = sweep_default_options();
        options.order = SWEEP_DESCENDING;
        options.threads = SWEEP_ALL_THREADS;
        std::vector<std::uint64_t> order(keys.size());
        check(sweep_argsort(keys.data(), order.data(), keys.size(), SWEEP_I64, sizeof order[0], &options));
        for (std::uint64_t index : order)
            std::cout << index << ' ';
        std::cout << '\n';

        check(sweepsort::sort(keys.data(), keys.size()));
        for (std::int64_t key : keys)
            std::cout << key << ' ';
        std::cout << '\n';
    } catch (const std::exception &error) {
        std::cerr << "cxx: " << error.what() << '\n';
        return 1;
    }
}
