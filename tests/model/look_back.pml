/*
 * The look-back of OneSweep as a model for Spin: tickets, publication, looking back, the fallback where the device
 * promises no progress, and the two arrays of states that launches use by turns. In, by -D: TILES, LAUNCHES, and one of
 * the planted faults below, or none. Checked: every launch ends, no tile gets a wrong prefix, no published word ever
 * says less than before.
 *
 * A tile has DIGITS digits, one or two. Their words never meet but in the fallback, which counts a tile for all of them:
 * a digit publishes its inclusive word as soon as its own walk has ended, while another one of the same tile may be
 * stuck. A word holds flag and count together, so one access reads or writes both; the keys lie there from an earlier
 * launch, so nothing else has to be ordered.
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
 *   ALL_AT_ONCE when one digit's walk ends, all of the tile's digits publish inclusive words
 *   NO_FALLBACK a group waits for its predecessor without an end
 *   NO_CLEAR    nobody clears the array of the launch before
 *   CLEAR_OWN   a group clears its word of the array in use as soon as it has done its tile
 */
#ifndef TILES
#define TILES 3
#endif
#ifndef DIGITS
#define DIGITS 1
#endif
#ifndef LAUNCHES
#define LAUNCHES 1
#endif
#ifndef PROMISE
#define PROMISE 0
#endif
#define SLOTS 2  /* groups that run at once where groups go on */
#define LOOKS 2  /* looks at a word before the fallback */

#define ENDED 255
#define EMPTY 0
#define LOCAL 1      /* the count of this tile alone */
#define INCLUSIVE 2  /* of this tile and all before it */

/* Every sum of different tiles is another number, and so it is in every launch and for every digit. */
#define COUNT(tile, digit) (((digit) == 0 -> 1 << (tile) : 1 << (TILES - 1 - (tile))) * (launch + 1))
#define PREFIX(tile, digit) \
    (((digit) == 0 -> (1 << (tile)) - 1 : (1 << TILES) - (1 << (TILES - (tile)))) * (launch + 1))
#define FLAG(word) ((word) >> 8)
#define NUMBER(word) ((word) & 255)
#define AT(tile, digit) (((launch % 2) * TILES + (tile)) * DIGITS + (digit))
#define OTHER(tile, digit) ((((launch + 1) % 2) * TILES + (tile)) * DIGITS + (digit))

short words[2 * TILES * DIGITS];
#ifdef SPLIT
byte flags[2 * TILES * DIGITS], numbers[2 * TILES * DIGITS];
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

/* For every digit. */
#if DIGITS == 1
#define EACH(what, digit) digit = 0; what
#else
#define EACH(what, digit) digit = 0; what; digit = 1; what
#endif

active [TILES] proctype group()
{
    byte tile, flag, count, digit, launch = 0;
    byte before[DIGITS]; /* one above the tile to look at; ENDED: the walk has ended */
    byte looks[DIGITS];  /* in vain; above LOOKS: the digit is stuck */
    short prefix[DIGITS];
    do
    :: launch == LAUNCHES -> break
    :: launch < LAUNCHES ->
        (ended >= launch * TILES); /* launches follow each other */
#if PROMISE
        atomic { slots < SLOTS -> slots++ }
#endif
#if !defined NO_CLEAR && !defined CLEAR_OWN
        EACH(clear(OTHER(_pid, digit)), digit);
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
        if
        :: tile == 0 -> EACH(publish(AT(tile, digit), INCLUSIVE, COUNT(0, digit)), digit)
        :: else ->
            EACH(publish(AT(tile, digit), LOCAL, COUNT(tile, digit)), digit);
            EACH(prefix[digit] = 0; before[digit] = tile; looks[digit] = 0, digit);
            maybe_withheld();
            do /* the digits' work-items go on in any order */
            :: true ->
                if
                :: before[0] != ENDED && looks[0] <= LOOKS -> digit = 0
#if DIGITS > 1
                :: before[1] != ENDED && looks[1] <= LOOKS -> digit = 1
                :: (before[0] == ENDED || looks[0] > LOOKS) && (before[1] == ENDED || looks[1] > LOOKS) -> goto together
#else
                :: before[0] == ENDED || looks[0] > LOOKS -> goto together
#endif
                fi;
                if
                :: before[digit] == 0 -> /* the walk has ended: it is published whatever the others do */
                    assert(prefix[digit] == PREFIX(tile, digit));
                    publish(AT(tile, digit), INCLUSIVE, prefix[digit] + COUNT(tile, digit));
#if defined ALL_AT_ONCE && DIGITS > 1
                    publish(AT(tile, 1 - digit), INCLUSIVE, prefix[1 - digit] + COUNT(tile, 1 - digit));
#endif
                    before[digit] = ENDED
                :: before[digit] > 0 ->
#if PROMISE || defined NO_FALLBACK
                    /* a look that finds nothing changes nothing: waiting stands for any number of them */
#ifdef SPLIT
                    (flags[AT(before[digit] - 1, digit)] != EMPTY);
#else
                    (words[AT(before[digit] - 1, digit)] != 0);
#endif
#endif
                    look(AT(before[digit] - 1, digit), flag, count);
                    if
                    :: flag == INCLUSIVE -> prefix[digit] = prefix[digit] + count; before[digit] = 0
                    :: flag == LOCAL ->
                        prefix[digit] = prefix[digit] + count;
                        before[digit]--;
                        looks[digit] = 0
                    :: flag == EMPTY -> looks[digit]++
                    fi
                fi;
                goto next;
together:       /* behind the barrier: all have ended, or the last tile that is missing to one of them is counted */
                flag = 0;
                EACH(
                    if
                    :: before[digit] != ENDED && before[digit] > flag -> flag = before[digit]
                    :: else
                    fi, digit);
                if
                :: flag == 0 -> break
                :: else
                fi;
                EACH(
                    fall_back(AT(flag - 1, digit), COUNT(flag - 1, digit));
                    if
                    :: before[digit] == flag ->
                        prefix[digit] = prefix[digit] + COUNT(flag - 1, digit);
                        before[digit]--
                    :: else
                    fi;
                    looks[digit] = 0, digit);
next:           skip
            od
        fi;
#ifdef CLEAR_OWN
        EACH(clear(AT(tile, digit)), digit);
#endif
        maybe_withheld();
        atomic {
            ended++;
            slots = slots - PROMISE;
            launch++
        }
    od
}
