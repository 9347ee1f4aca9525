/*
 * Opens a library, then a caller that finds the library's functions there, and runs the caller.
 */
#include <dlfcn.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    if (argc != 3 || dlopen(argv[1], RTLD_NOW | RTLD_GLOBAL) == NULL) {
        fprintf(stderr, "meet: %s\n", argc == 3 ? dlerror() : "usage: meet LIBRARY CALLER");
        return 2;
    }
    void *caller = dlopen(argv[2], RTLD_NOW);
    void *symbol = caller != NULL ? dlsym(caller, "run") : NULL;
    if (symbol == NULL) {
        fprintf(stderr, "meet: %s\n", dlerror());
        return 2;
    }
    int (*run)(void);
    *(void **)&run = symbol;
    return run();
}
