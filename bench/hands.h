/* Hands of three cards for the reference loops, with nothing of Pitboss in it. A card is 4 * rank + suit. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { HIGH_CARD, PAIR, FLUSH, STRAIGHT, TRIPS, STRAIGHT_FLUSH, MINI_ROYAL };
enum { VALUES = 741 };

static uint16_t value[52][52][52]; /* 0 to 740, any order of the cards */
static uint8_t category[VALUES];
static int pair_from, queen_high; /* the lowest pair, and Q-3-2 */

/* A number that is greater for the better hand. */
static int strength(int a, int b, int c)
{
    int high = a >> 2, middle = b >> 2, low = c >> 2, swap;
    int suited = (a & 3) == (b & 3) && (b & 3) == (c & 3);
    if (high < middle) swap = high, high = middle, middle = swap;
    if (middle < low) swap = middle, middle = low, low = swap;
    if (high < middle) swap = high, high = middle, middle = swap;
    int kind = HIGH_CARD;
    if (high == low) {
        kind = TRIPS;
    } else if (high == middle || middle == low) {
        kind = PAIR;
        if (middle == low) low = high, high = middle; /* the pair first, then the kicker */
    } else if ((high == middle + 1 && middle == low + 1) || (high == 12 && middle == 1)) {
        kind = !suited ? STRAIGHT : low == 10 ? MINI_ROYAL : STRAIGHT_FLUSH;
        if (high == 12 && middle == 1) high = middle, middle = low; /* 3-2-A is the lowest */
    } else if (suited) {
        kind = FLUSH;
    }
    return ((kind * 13 + high) * 13 + middle) * 13 + low;
}

static void rank_all_hands(void)
{
    static int place[7 * 13 * 13 * 13];
    for (int a = 0; a < 52; a++)
        for (int b = a + 1; b < 52; b++)
            for (int c = b + 1; c < 52; c++) place[strength(a, b, c)] = 1;
    int next = 0;
    for (int each = 0; each < 7 * 13 * 13 * 13; each++)
        if (place[each]) {
            category[next] = (uint8_t)(each / (13 * 13 * 13));
            place[each] = next++;
        }
    for (int a = 0; a < 52; a++)
        for (int b = 0; b < 52; b++)
            for (int c = 0; c < 52; c++)
                if (a != b && b != c && a != c) value[a][b][c] = (uint16_t)place[strength(a, b, c)];
    if (next != VALUES) {
        fprintf(stderr, "%d values of a hand, not %d\n", next, VALUES);
        exit(1);
    }
    while (category[pair_from] < PAIR) pair_from++;
    queen_high = value[4 * 10][4 * 1][1];
}
