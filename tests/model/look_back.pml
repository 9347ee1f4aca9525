/*
 * The look-back of OneSweep as a model for Spin: tickets, publication, looking back, the fallback where the device
 * promises no progress, and the two arrays of states that launches use by turns. In, by -D: TILES, LAUNCHES, and one of
 * the planted faults below, or none. Checked: every launch ends, no tile gets a wrong prefix, no published word ever
 * says less than before.
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
 *   COUNTED_IN  the fallback publishes what it counted as if it were inclusive
 *   NO_TICKET   a group takes the tile of its own number
 *   NO_FALLBACK a group waits for its predecessor without an end
 *   NO_CLEAR    nobody clears the array of the launch before
 *   CLEAR_OWN   a group clears its word of the array in use as soon as it has done its tile
 */
#ifndef TILES
#define TILES 3
#endif
#ifndef LAUNCHES
#define LAUNCHES 1
#endif
#ifndef PROMISE
#define PROMISE 0
#endif
#define SLOTS 2  /* groups that run at once where groups go on */
#define LOOKS 2  /* looks at a word before the fallback */

#define EMPTY 0
#define LOCAL 1      /* the count of this tile alone */
#define INCLUSIVE 2  /* of this tile and all before it */

/* Every sum of different tiles is another number, and so it is in every launch. */
#define COUNT(tile) ((1 << (tile)) * (launch + 1))
#define PREFIX(tile) (((1 << (tile)) - 1) * (launch + 1))
#define FLAG(word) ((word) >> 8)
#define NUMBER(word) ((word) & 255)
#define AT(tile) ((launch % 2) * TILES + (tile))
#define OTHER(tile) (((launch + 1) % 2) * TILES + (tile))

short words[2 * TILES];
#ifdef SPLIT
byte flags[2 * TILES], numbers[2 * TILES];
#endif
byte tickets[2], slots, ended, withheld;

/* A store of a whole word, which never takes back what was said. */
inline publish(at, flag, count)
{
#ifdef SPLIT
    if
    :: flags[at] = flag; numbers[at] = count
    :: numbers[at] = count; flags[at] = flag
    fi
#else
    atomic {
        assert(FLAG(words[at]) <= flag);
        words[at] = flag << 8 | (count)
    }
#endif
}

inline look(at, flag, count)
{
#ifdef SPLIT
    flag = flags[at];
    count = numbers[at]
#else
    atomic {
        flag = FLAG(words[at]);
        count = NUMBER(words[at])
    }
#endif
}

inline clear(at)
{
#ifdef SPLIT
    flags[at] = EMPTY;
    numbers[at] = 0
#else
    words[at] = 0
#endif
}

/* Publishes the counts of another group's tile: only over an empty word. The keys are there, so they can be counted. */
inline fall_back(at, count)
{
#if defined OVERWRITE
    publish(at, LOCAL, count)
#elif defined SPLIT
    if
    :: flags[at] == EMPTY -> publish(at, LOCAL, count)
    :: else
    fi
#else
    atomic { /* compare and swap */
        if
#ifdef COUNTED_IN
        :: words[at] == 0 -> words[at] = INCLUSIVE << 8 | (count)
#else
        :: words[at] == 0 -> words[at] = LOCAL << 8 | (count)
#endif
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
    :: withheld++; atomic { ended % TILES + withheld == TILES -> withheld-- }
    fi
#endif
}

active [TILES] proctype group()
{
    byte tile, before, flag, count, looks, launch = 0;
    short prefix;
    do
    :: launch == LAUNCHES -> break
    :: launch < LAUNCHES ->
        (ended >= launch * TILES); /* launches follow each other */
#if PROMISE
        atomic { slots < SLOTS -> slots++ }
#endif
#if !defined NO_CLEAR && !defined CLEAR_OWN
        clear(OTHER(_pid));
#endif
        if
        :: _pid == 0 -> tickets[(launch + 1) % 2] = 0
        :: else
        fi;
#ifdef NO_TICKET
        tile = _pid;
#else
        atomic { tile = tickets[launch % 2]; tickets[launch % 2]++ }
#endif
        maybe_withheld();
        prefix = 0;
        if
        :: tile == 0 -> publish(AT(tile), INCLUSIVE, COUNT(0))
        :: else ->
            publish(AT(tile), LOCAL, COUNT(tile));
            maybe_withheld();
            before = tile; /* one above the tile to look at */
            looks = 0;
            do
            :: before == 0 -> break
            :: before > 0 ->
#if PROMISE || defined NO_FALLBACK
                /* a look that finds nothing changes nothing: waiting stands for any number of them */
#ifdef SPLIT
                (flags[AT(before - 1)] != EMPTY);
#else
                (words[AT(before - 1)] != 0);
#endif
#endif
                look(AT(before - 1), flag, count);
                if
                :: flag == INCLUSIVE -> prefix = prefix + count; before = 0
                :: flag == LOCAL -> prefix = prefix + count; before--; looks = 0
                :: flag == EMPTY && looks < LOOKS -> looks++
                :: flag == EMPTY && looks == LOOKS ->
                    fall_back(AT(before - 1), COUNT(before - 1));
                    prefix = prefix + COUNT(before - 1);
                    before--;
                    looks = 0
                fi
            od;
            assert(prefix == PREFIX(tile));
            publish(AT(tile), INCLUSIVE, prefix + COUNT(tile))
        fi;
#ifdef CLEAR_OWN
        clear(AT(tile));
#endif
        maybe_withheld();
        atomic {
            ended++;
            slots = slots - PROMISE;
            launch++
        }
    od
}
