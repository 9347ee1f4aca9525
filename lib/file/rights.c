/*
 * The rights of a file; see rights.h.
 *
 * Linux shows all of them through extended attributes; a POSIX access control list is the attribute
 * "system.posix_acl_access". With a list the group bits of the mode are the list's mask, not the group's rights: they
 * are set by the list alone. Elsewhere rights may exist that cannot be seen here, so nothing can be said to be the
 * same.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "rights.h"

#ifdef __linux__

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#define ACL "system.posix_acl_access"

/* The names of a file's attributes, each ended by a zero byte. */
struct names {
    char *text;
    size_t size;
};

/* The value of an attribute, or the list of names (name NULL); malloc'ed. *size is -1 with errno set on failure. */
static void *read_attribute(int fd, const char *name, ssize_t *size)
{
    *size = name ? fgetxattr(fd, name, NULL, 0) : flistxattr(fd, NULL, 0);
    if (*size < 0)
        return NULL;
    void *bytes = malloc((size_t)*size + 1);
    if (!bytes)
        *size = -1;
    else if (*size > 0)
        *size = name ? fgetxattr(fd, name, bytes, (size_t)*size) : flistxattr(fd, bytes, (size_t)*size);
    if (*size < 0) {
        free(bytes);
        return NULL;
    }
    return bytes;
}

static bool read_names(int fd, struct names *names)
{
    ssize_t size;
    names->text = read_attribute(fd, NULL, &size);
    names->size = size > 0 ? (size_t)size : 0;
    return size >= 0 || errno == ENOTSUP;
}

/* The name behind this one (NULL: the first) that is copied; NULL: there is none. */
static const char *next_name(const struct names *names, const char *name)
{
    static const char *const of_the_content[] = {"security.capability", "security.ima", "security.evm"};
    const char *end = names->text + names->size;
    for (name = name ? name + strlen(name) + 1 : names->text; name && name < end; name += strlen(name) + 1) {
        bool copied = true;
        for (size_t i = 0; i < sizeof of_the_content / sizeof *of_the_content; i++)
            copied = copied && strcmp(name, of_the_content[i]) != 0;
        if (copied)
            return name;
    }
    return NULL;
}

static bool has_name(const struct names *names, const char *wanted)
{
    const char *name = next_name(names, NULL);
    while (name && strcmp(name, wanted) != 0)
        name = next_name(names, name);
    return name != NULL;
}

static bool copy_attribute(int from, int to, const char *name)
{
    ssize_t size;
    void *value = read_attribute(from, name, &size);
    bool fine = size >= 0 && fsetxattr(to, name, value, (size_t)size, 0) == 0;
    free(value);
    return fine;
}

static bool same_attribute(int a, int b, const char *name)
{
    ssize_t size_a, size_b;
    void *value_a = read_attribute(a, name, &size_a), *value_b = read_attribute(b, name, &size_b);
    bool same = size_a >= 0 && size_a == size_b && memcmp(value_a, value_b, (size_t)size_a) == 0;
    free(value_a);
    free(value_b);
    return same;
}

/* The access control list comes last; until then nobody but the owner has rights, for the list may deny to one what it
   grants to all others. */
static bool copy_all(int from, int to, const struct names *names)
{
    struct stat old, new;
    if (fstat(from, &old) != 0 || fstat(to, &new) != 0)
        return false;
    if (fremovexattr(to, ACL) != 0 && errno != ENODATA && errno != ENOTSUP) /* what the folder's default gave it */
        return false;
    if ((new.st_uid != old.st_uid || new.st_gid != old.st_gid) && fchown(to, old.st_uid, old.st_gid) != 0)
        return false;
    bool acl = has_name(names, ACL);
    if (fchmod(to, old.st_mode & (acl ? 07700 : 07777)) != 0)
        return false;
    for (const char *name = next_name(names, NULL); name; name = next_name(names, name))
        if (strcmp(name, ACL) != 0 && !copy_attribute(from, to, name))
            return false;
    return !acl || copy_attribute(from, to, ACL);
}

static bool all_same(int from, int to, const struct names *names)
{
    struct stat old, new;
    struct names got;
    bool same = fstat(from, &old) == 0 && fstat(to, &new) == 0 &&
                old.st_uid == new.st_uid &&old.st_gid == new.st_gid &&old.st_mode == new.st_mode;
    if (!read_names(to, &got))
        return false;
    for (const char *name = next_name(names, NULL); same && name; name = next_name(names, name))
        same = same_attribute(from, to, name);
    for (const char *name = next_name(&got, NULL); same && name; name = next_name(&got, name))
        same = has_name(names, name);
    free(got.text);
    return same;
}

bool rights_copy(int from, int to)
{
    struct names names;
    bool same = read_names(from, &names) && copy_all(from, to, &names) && all_same(from, to, &names);
    free(names.text);
    return same;
}

#else

bool rights_copy(int from, int to)
{
    (void)from, (void)to;
    return false;
}

#endif
