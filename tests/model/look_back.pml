/*
 * The look-back of OneSweep as a model for Spin: tickets, publication, looking back, and, where the device promises no
 * progress, the fallback. In, by -D: TILES, and one of the planted faults below, or none. Checked: every tile finishes,
 * no tile gets a wrong prefix, no published word ever says less than before.
 *
 * One digit is enough: the words of different digits never meet. A word holds flag and count together, so one access
 * reads or writes both; the keys lie there from an earlier launch, so nothing else has to be ordered.
 *
 * What a device promises
 *   -DPROMISE=1   a group that has started goes on. Groups start in any order, when one of the SLOTS is free.
 *   -DPROMISE=0   nothing: a group that has taken its ticket may be withheld until all others have ended.
 *
 * Faults, each of which must be found
 *   SPLIT       flag and count are two words (relaxed: their stores become visible in either order)
 *   OVERWRITE   the fallback stores its counts without comparing, also over an inclusive word
 *   INCLUSIVE   the fallback publishes what it counted as if it were inclusive
 *   FIRST_TILE  the fallback publishes the first tile's counts as if there were tiles before it
 *   NO_TICKET   a group takes the tile of its own number
 *   NO_FALLBACK a group waits for its predecessor without an end
 */
#ifndef TILES
#define TILES 3
#endif
#ifndef PROMISE
#define PROMISE 0
#endif
#define SLOTS 2  /* groups that run at once where groups go on */
#define LOOKS 2  /* looks at a word before the fallback */

#define EMPTY 0
#define COUNTED 1    /* the count of this tile alone */
#define INCLUSIVE_ 2 /* of this tile and all before it */

/* Every sum of different tiles is another number. */
#define COUNT(tile) (1 << (tile))
#define PREFIX(tile) ((1 << (tile)) - 1)
#define WORD(flag, count) ((flag) << 8 | (count))
#define FLAG(word) ((word) >> 8)
#define COUNT_OF(word) ((word) & 255)

short words[TILES];
#ifdef SPLIT
byte flags[TILES], counts[TILES];
#endif
byte next_ticket, slots, ended, withheld;

/* A store of a whole word, which never takes back what was said. */
inline publish(tile, flag, count)
{
#ifdef SPLIT
    if
    :: flags[tile] = flag; counts[tile] = count
    :: counts[tile] = count; flags[tile] = flag
    fi
#else
    atomic {
        assert(FLAG(words[tile]) <= flag);
        words[tile] = WORD(flag, count)
    }
#endif
}

inline look(tile, flag, count)
{
#ifdef SPLIT
    flag = flags[tile];
    count = counts[tile]
#else
    atomic {
        flag = FLAG(words[tile]);
        count = COUNT_OF(words[tile])
    }
#endif
}

/* What a count of the keys of one tile is: of the first tile it is inclusive too. */
#if defined INCLUSIVE
#define COUNTED_AGAIN(tile) INCLUSIVE_
#elif defined FIRST_TILE
#define COUNTED_AGAIN(tile) COUNTED
#else
#define COUNTED_AGAIN(tile) (tile == 0 -> INCLUSIVE_ : COUNTED)
#endif

/* Publishes the counts of another group's tile: only over an empty word. The keys are there, so they can be counted. */
inline fall_back(tile)
{
#if defined OVERWRITE
    publish(tile, COUNTED_AGAIN(tile), COUNT(tile))
#elif defined SPLIT
    if
    :: flags[tile] == EMPTY -> publish(tile, COUNTED_AGAIN(tile), COUNT(tile))
    :: else
    fi
#else
    atomic { /* compare and swap */
        if
        :: words[tile] == 0 -> words[tile] = WORD(COUNTED_AGAIN(tile), COUNT(tile))
        :: else
        fi
    }
#endif
}

/* Where nothing is promised, a group may stand still here until all that are not withheld have ended. */
inline maybe_withheld()
{
#if PROMISE
    skip
#else
    if
    :: true
    :: withheld++; atomic { ended + withheld == TILES -> withheld-- }
    fi
#endif
}

active [TILES] proctype group()
{
    byte tile, before, flag, count, looks;
    short prefix = 0;
#if PROMISE
    atomic { slots < SLOTS -> slots++ }
#endif
#ifdef NO_TICKET
    tile = _pid;
#else
    atomic { tile = next_ticket; next_ticket++ }
#endif
    maybe_withheld();
    if
    :: tile == 0 -> publish(tile, INCLUSIVE_, COUNT(0))
    :: else ->
        publish(tile, COUNTED, COUNT(tile));
        maybe_withheld();
        before = tile - 1;
        looks = 0;
        do
        :: true ->
#if PROMISE || defined NO_FALLBACK
            /* a look that finds nothing changes nothing: waiting stands for any number of them */
#ifdef SPLIT
            (flags[before] != EMPTY);
#else
            (words[before] != 0);
#endif
#endif
            look(before, flag, count);
            if
            :: flag == INCLUSIVE_ -> prefix = prefix + count; break
            :: flag == COUNTED -> prefix = prefix + count; assert(before > 0); before--; looks = 0
            :: flag == EMPTY && looks < LOOKS -> looks++
            :: flag == EMPTY && looks == LOOKS -> fall_back(before); looks = 0
            fi
        od;
        assert(prefix == PREFIX(tile));
        publish(tile, INCLUSIVE_, prefix + COUNT(tile))
    fi;
    maybe_withheld();
    atomic {
        ended++;
        slots = slots - PROMISE
    }
}
