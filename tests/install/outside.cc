// A program outside, in C++: sorts a little, checks it, prints the version. Exit status 0 if all is as it should be.
#include <sweepsort.h>

#include <iostream>
#include <vector>

int main()
{
    std::vector<long long> keys = {5, -7, 0, 5};
    std::vector<float> weights = {1.5f, -2.5f, 0.25f};
    std::vector<unsigned> order(4);

    sweep_options options = sweep_default_options();
    options.order = SWEEP_DESCENDING;
    if (sweep_argsort(keys.data(), order.data(), keys.size(), SWEEP_I64, sizeof order[0], &options) != SWEEP_OK ||
        order != std::vector<unsigned>{0, 3, 2, 1}) {
        std::cerr << "argsort is wrong\n";
        return 1;
    }
    if (sweepsort::sort(keys.data(), keys.size()) != SWEEP_OK || keys != std::vector<long long>{-7, 0, 5, 5} ||
        sweepsort::sort(weights.data(), weights.size()) != SWEEP_OK ||
        weights != std::vector<float>{-2.5f, 0.25f, 1.5f}) {
        std::cerr << "sort is wrong\n";
        return 1;
    }
    std::cout << sweep_version() << '\n';
}
