/*
 * hiprtc for machines without ROCm: the same functions, by a clang that knows AMD's targets (HIP_CLANG, the build's or
 * the environment's). In: text and options. Out: a code object, not linked. Here so that the tests have real compiled
 * kernels and real complaints; MOCK_COMPILER_REAL names this shared object.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CLANG_API __attribute__((visibility("default")))
enum { OK, OUT_OF_MEMORY = 1, INVALID_PROGRAM = 4, COMPILATION = 6, INTERNAL = 11 };

typedef struct program {
    char *text, *log, *code;
    size_t log_bytes, code_bytes;
} program;

static const char *clang(void)
{
    const char *named = getenv("HIP_CLANG");
    return named && *named ? named : HIP_CLANG;
}

CLANG_API int hiprtcVersion(int *major, int *minor)
{
    *major = 9;
    *minor = 0;
    return *clang() ? OK : INTERNAL;
}

CLANG_API int hiprtcCreateProgram(program **made, const char *text, const char *name, int headers, const char **texts,
                                  const char **names)
{
    (void)name, (void)headers, (void)texts, (void)names;
    *made = calloc(1, sizeof **made);
    if (*made && ((*made)->text = strdup(text)))
        return OK;
    free(*made);
    return OUT_OF_MEMORY;
}

CLANG_API int hiprtcDestroyProgram(program **gone)
{
    free((*gone)->text);
    free((*gone)->log);
    free((*gone)->code);
    free(*gone);
    *gone = NULL;
    return OK;
}

/* A whole file, zero-terminated; NULL: it cannot be read. */
static char *read_file(const char *path, size_t *bytes)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    rewind(file);
    char *text = size >= 0 ? calloc(1, (size_t)size + 1) : NULL;
    *bytes = text ? fread(text, 1, (size_t)size, file) : 0;
    fclose(file);
    return text;
}

/* Text to code that is not linked, for that would need AMD's linker. Nobody runs it, so it is optimised little. */
static int build(program *p, const char *directory, int count, const char *const *options)
{
    char command[4096], path[128], all[512] = "";
    for (int i = 0; i < count; i++) {
        size_t used = strlen(all);
        snprintf(all + used, sizeof all - used, " '%s'", options[i]);
    }
    snprintf(path, sizeof path, "%s/a.hip", directory);
    FILE *file = fopen(path, "wb");
    if (!file)
        return INTERNAL;
    int whole = fputs(p->text, file) >= 0;
    if (fclose(file) != 0 || !whole)
        return INTERNAL;
    snprintf(command, sizeof command,
             "cd '%s' && '%s' -x hip --cuda-device-only -nogpulib -nogpuinc -O1%s -S -Xclang -emit-obj a.hip -o a.o "
             ">log 2>&1",
             directory, clang(), all);
    int failed = system(command) != 0;
    snprintf(path, sizeof path, "%s/log", directory);
    free(p->log);
    p->log = read_file(path, &p->log_bytes);
    snprintf(path, sizeof path, "%s/a.o", directory);
    free(p->code);
    p->code = failed ? NULL : read_file(path, &p->code_bytes);
    return p->code ? OK : COMPILATION;
}

CLANG_API int hiprtcCompileProgram(program *p, int count, const char *const *options)
{
    static const char *const files[] = {"a.hip", "a.o", "log"};
    char directory[] = "/tmp/sweepsort-hiprtc-XXXXXX", path[128];
    if (!mkdtemp(directory))
        return INTERNAL;
    int error = build(p, directory, count, options);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        snprintf(path, sizeof path, "%s/%s", directory, files[i]);
        unlink(path);
    }
    rmdir(directory);
    return error;
}

CLANG_API int hiprtcGetProgramLogSize(program *p, size_t *bytes)
{
    *bytes = p->log_bytes + 1;
    return OK;
}

CLANG_API int hiprtcGetProgramLog(program *p, char *text)
{
    memcpy(text, p->log ? p->log : "", p->log_bytes + 1);
    return OK;
}

CLANG_API int hiprtcGetCodeSize(program *p, size_t *bytes)
{
    *bytes = p->code_bytes;
    return p->code ? OK : INVALID_PROGRAM;
}

CLANG_API int hiprtcGetCode(program *p, char *bytes)
{
    if (!p->code)
        return INVALID_PROGRAM;
    memcpy(bytes, p->code, p->code_bytes);
    return OK;
}
