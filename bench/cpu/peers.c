/*
 * Opening peers: see peers.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "peers.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trouble.h"

static void add(struct peers *peers, const struct bench_peer *peer, bool yardstick)
{
    if (peers->count == PEERS_MOST) {
        die("more than %d peers", PEERS_MOST);
    }
    struct contestant *contestant = &peers->all[peers->count];
    *contestant = (struct contestant){.peer = peer, .yardstick = yardstick};
    unsigned same = 1;
    for (unsigned i = 0; i < peers->count; i++) {
        same += strcmp(peers->all[i].peer->name, peer->name) == 0;
    }
    if (same == 1) {
        snprintf(contestant->name, sizeof contestant->name, "%s", peer->name);
    } else {
        snprintf(contestant->name, sizeof contestant->name, "%.24s#%u", peer->name, same);
    }
    peers->count++;
}

void peers_open(struct peers *peers, const char *path)
{
    char local[4096]; /* a name without a slash is a file here, not one of the system's libraries */
    snprintf(local, sizeof local, "%s%s", strchr(path, '/') == NULL ? "./" : "", path);
    void *object = dlopen(local, RTLD_NOW | RTLD_LOCAL);
    if (object == NULL) {
        die("%s", dlerror());
    }
    const struct bench_peer *(*peer_at)(unsigned);
    void *symbol = dlsym(object, "bench_peer_at");
    if (symbol == NULL) {
        die("%s has no function bench_peer_at", path);
    }
    memcpy(&peer_at, &symbol, sizeof peer_at);
    const struct bench_peer *peer;
    for (unsigned index = 0; (peer = peer_at(index)) != NULL; index++) {
        if (peer->version != BENCH_PEER_VERSION) {
            die("%s: peer %u is of version %d, this program of %d", path, index, peer->version, BENCH_PEER_VERSION);
        }
        if (peer->name == NULL || peer->about == NULL || peer->supports == NULL || peer->sort == NULL) {
            die("%s: peer %u lacks a name, about, supports or sort", path, index);
        }
        add(peers, peer, false);
    }
}

/* Each line of the list is "load PATH" or "missing NAME: WHY". */
void peers_open_built(struct peers *peers, const char *list)
{
    FILE *file = fopen(list, "r");
    if (file == NULL) {
        die("cannot read the list of peers %s", list);
    }
    char line[4096];
    while (fgets(line, sizeof line, file) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        if (strncmp(line, "load ", 5) == 0) {
            peers_open(peers, line + 5);
        } else if (strncmp(line, "missing ", 8) == 0 && peers->missing_count < PEERS_MOST) {
            snprintf(peers->missing[peers->missing_count++], sizeof peers->missing[0], "%.150s", line + 8);
        }
    }
    fclose(file);
}

void peers_add_yardsticks(struct peers *peers)
{
    const struct bench_peer *peer;
    for (unsigned index = 0; (peer = yardstick_at(index)) != NULL; index++) {
        add(peers, peer, true);
    }
}

static bool listed(const char *name, const char *names)
{
    size_t length = strlen(name);
    for (const char *at = names; at != NULL; at = strchr(at, ',')) {
        at += *at == ',';
        if (strncmp(at, name, length) == 0 && (at[length] == ',' || at[length] == '\0')) {
            return true;
        }
    }
    return false;
}

void peers_keep(struct peers *peers, const char *names)
{
    for (const char *at = names; at != NULL; at = strchr(at, ',')) {
        at += *at == ',';
        bool known = false;
        for (unsigned i = 0; i < peers->count; i++) {
            size_t length = strlen(peers->all[i].name);
            known |= strncmp(at, peers->all[i].name, length) == 0 && (at[length] == ',' || at[length] == '\0');
        }
        if (!known) {
            die("--only: there is no peer '%.*s' here", (int)strcspn(at, ","), at);
        }
    }
    unsigned kept = 0;
    for (unsigned i = 0; i < peers->count; i++) {
        if (i == 0 || peers->all[i].yardstick || listed(peers->all[i].name, names)) {
            peers->all[kept++] = peers->all[i];
        }
    }
    peers->count = kept;
}
