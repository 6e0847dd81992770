/* The reference of `python -m bench odds`: three main games priced by dealing every deal.
 *
 * Cards are dealt by nested loops, each hand's value is looked up in a table, and what happens is counted.
 * Nothing is shared with Pitboss: hand values, rules and pays are written here. A card is 4 * rank + suit.
 *
 * Usage: deals ante-play | napa-valley | pechanga
 * Prints the deals, the exact mean net per Ante as a ratio, the sum of squares, how many deals bet Play, then
 * each net with its number of deals.
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hands.h"

enum { FOLD, PLAY, DRAW, ACTIONS = DRAW + 3 };
enum { LEAST = -2, NETS = 32 };

/* The cards that are left when some are out. */
static int without(const int *out, int outs, int *left)
{
    int number = 0;
    for (int card = 0; card < 52; card++) {
        int here = 1;
        for (int i = 0; i < outs; i++) here &= card != out[i];
        if (here) left[number++] = card;
    }
    return number;
}

/* ---- The answer ---- */

static int64_t deals, played, found[NETS]; /* deals by net - LEAST */

/* The net of the best action for one hand, or one hand and up card, goes into the answer. */
static void decide(int64_t net[ACTIONS][NETS], int actions, int64_t weight)
{
    static const int order[ACTIONS] = {PLAY, DRAW, DRAW + 1, DRAW + 2, FOLD};
    int best = -1;
    int64_t most = 0;
    for (int i = 0; i < ACTIONS; i++) {
        if (order[i] >= actions) continue;
        int64_t sum = 0;
        for (int n = 0; n < NETS; n++) sum += (n + LEAST) * net[order[i]][n];
        if (best < 0 || sum > most) best = order[i], most = sum;
    }
    for (int n = 0; n < NETS; n++) {
        found[n] += weight * net[best][n];
        deals += weight * net[best][n];
        if (best != FOLD) played += weight * net[best][n];
    }
}

static void print_answer(void)
{
    int64_t sum = 0, squares = 0;
    for (int n = 0; n < NETS; n++) {
        sum += (n + LEAST) * found[n];
        squares += (int64_t)(n + LEAST) * (n + LEAST) * found[n];
    }
    printf("deals %" PRId64 "\nmean %" PRId64 "/%" PRId64 "\n", deals, sum, deals);
    printf("squares %" PRId64 "\nplayed %" PRId64 "\n", squares, played);
    for (int n = 0; n < NETS; n++)
        if (found[n]) printf("net %d %" PRId64 "\n", n + LEAST, found[n]);
}

/* ---- Ante and Play against a dealer who needs queen high ---- */

typedef struct {
    int below, equal, unqualified, all; /* dealer hands: below the player's, equal to it, below queen high */
} Dealers;

/* Every third card from a place on, beside two others whose row of values is given. */
static inline void deal_third(Dealers *met, const uint16_t *row, const int *left, int from, int number, int mine)
{
    int below = 0, equal = 0, unqualified = 0;
    for (int k = from; k < number; k++) {
        int theirs = row[left[k]];
        below += theirs < mine;
        equal += theirs == mine;
        unqualified += theirs < queen_high;
    }
    met->below += below;
    met->equal += equal;
    met->unqualified += unqualified;
    met->all += number - from;
}

static int at_least(int a, int b)
{
    return a > b ? a : b;
}

static void fold_or_play(const Dealers *met, int bonus)
{
    int64_t net[ACTIONS][NETS] = {{0}};
    int below = at_least(met->below, met->unqualified);
    int up_to = at_least(met->below + met->equal, met->unqualified);
    net[FOLD][-1 - LEAST] = met->all;
    net[PLAY][1 + bonus - LEAST] += met->unqualified;
    net[PLAY][2 + bonus - LEAST] += below - met->unqualified;
    net[PLAY][0 + bonus - LEAST] += up_to - below;
    net[PLAY][-2 + bonus - LEAST] += met->all - up_to;
    decide(net, DRAW, 1);
}

static void ante_play(void)
{
    static const int bonus[] = {[STRAIGHT] = 1, [TRIPS] = 4, [STRAIGHT_FLUSH] = 5, [MINI_ROYAL] = 5};
    for (int a = 0; a < 52; a++)
        for (int b = a + 1; b < 52; b++)
            for (int c = b + 1; c < 52; c++) {
                int hand[] = {a, b, c}, left[49], mine = value[a][b][c];
                Dealers met = {0, 0, 0, 0};
                without(hand, 3, left);
                for (int i = 0; i < 49; i++)
                    for (int j = i + 1; j < 49; j++)
                        deal_third(&met, value[left[i]][left[j]], left, j + 1, 49, mine);
                fold_or_play(&met, bonus[category[mine]]);
            }
}

/* The same with one of the dealer's cards turned up, and no bonus. */
static void napa_valley(void)
{
    for (int a = 0; a < 52; a++)
        for (int b = a + 1; b < 52; b++)
            for (int c = b + 1; c < 52; c++)
                for (int up = 0; up < 52; up++) {
                    if (up == a || up == b || up == c) continue;
                    int seen[] = {a, b, c, up}, left[48];
                    Dealers met = {0, 0, 0, 0};
                    without(seen, 4, left);
                    for (int i = 0; i < 48; i++)
                        deal_third(&met, value[up][left[i]], left, i + 1, 48, value[a][b][c]);
                    fold_or_play(&met, 0);
                }
}

/* ---- The draw game ---- */

/* Sets of four cards i > j > k > l stand at C(i,4) + C(j,3) + C(k,2) + l. Each holds the best three of
 * the four, and how many of its hands of three draw: in so many ways the dealer comes to these four cards. */
enum { SETS = 270725 };
static uint16_t four[SETS]; /* ways * VALUES + best */

static int choose2(int n)
{
    return n * (n - 1) / 2;
}

static int choose3(int n)
{
    return n * (n - 1) * (n - 2) / 6;
}

static int choose4(int n)
{
    return n * (n - 1) * (n - 2) * (n - 3) / 24;
}

static void rank_sets_of_four(void)
{
    for (int i = 0; i < 52; i++)
        for (int j = 0; j < i; j++)
            for (int k = 0; k < j; k++)
                for (int l = 0; l < k; l++) {
                    int hands[] = {value[i][j][k], value[i][j][l], value[i][k][l], value[j][k][l]};
                    int best = 0, ways = 0;
                    for (int each = 0; each < 4; each++) {
                        best = at_least(best, hands[each]);
                        ways += hands[each] < pair_from;
                    }
                    four[choose4(i) + choose3(j) + choose2(k) + l] = (uint16_t)(ways * VALUES + best);
                }
}

/* How many outcomes of the dealer have each value, from the cards that are left; a dealer who stands goes
 * with every fourth card. Two tallies take turns, so that no addition waits for the one before it. */
static void deal_dealer(const int *restrict left, int number, int64_t *restrict outcomes)
{
    static uint32_t even[5 * VALUES], odd[5 * VALUES];
    memset(even, 0, sizeof even);
    memset(odd, 0, sizeof odd);
    memset(outcomes, 0, VALUES * sizeof *outcomes);
    for (int i = 0; i < number; i++)
        for (int j = 0; j < i; j++)
            for (int k = 0; k < j; k++) {
                int three = value[left[i]][left[j]][left[k]], l = 0;
                if (three >= pair_from) outcomes[three] += number - 3;
                const uint16_t *set = four + choose4(left[i]) + choose3(left[j]) + choose2(left[k]);
                for (; l + 1 < k; l += 2) {
                    even[set[left[l]]]++;
                    odd[set[left[l + 1]]]++;
                }
                if (l < k) even[set[left[l]]]++;
            }
    for (int ways = 1; ways <= 4; ways++)
        for (int best = 0; best < VALUES; best++)
            outcomes[best] += (int64_t)ways * (even[ways * VALUES + best] + odd[ways * VALUES + best]);
}

/* One final hand against all outcomes of the dealer, each of which stands for `times` deals. */
static void show_down(int64_t *net, int mine, int bonus, const int64_t *outcomes, int times)
{
    for (int theirs = 0; theirs < VALUES; theirs++) {
        int result = mine > theirs ? 2 : mine < theirs ? -2 : 0;
        net[result + bonus - LEAST] += times * outcomes[theirs];
    }
}

static void draw_game(int a, int b, int c, int weight)
{
    static const int pat[] = {[STRAIGHT] = 2, [TRIPS] = 4, [STRAIGHT_FLUSH] = 5, [MINI_ROYAL] = 20};
    static const int drawn[] = {[STRAIGHT] = 1, [TRIPS] = 3, [STRAIGHT_FLUSH] = 4, [MINI_ROYAL] = 10};
    int64_t net[ACTIONS][NETS] = {{0}}, outcomes[VALUES];
    int seen[] = {a, b, c, 0}, left[49], mine = value[a][b][c];
    net[FOLD][-1 - LEAST] = (int64_t)choose3(49) * 46 * 45;
    deal_dealer(left, without(seen, 3, left), outcomes);
    show_down(net[PLAY], mine, pat[category[mine]], outcomes, 45);
    for (int card = 0; card < 52; card++) {
        if (card == a || card == b || card == c) continue;
        seen[3] = card;
        deal_dealer(left, without(seen, 4, left), outcomes);
        int finals[] = {value[card][b][c], value[a][card][c], value[a][b][card]};
        for (int i = 0; i < 3; i++)
            show_down(net[DRAW + i], finals[i], drawn[category[finals[i]]], outcomes, 1);
    }
    decide(net, ACTIONS, weight);
}

/* The smallest number of a hand under all orders of the suits. */
static int up_to_suits(int a, int b, int c)
{
    int least = 52 * 52 * 52;
    for (int s = 0; s < 256; s++) {
        int suit[] = {s & 3, s >> 2 & 3, s >> 4 & 3, s >> 6};
        if ((1 << suit[0] | 1 << suit[1] | 1 << suit[2] | 1 << suit[3]) != 15) continue;
        int x = (a & ~3) | suit[a & 3], y = (b & ~3) | suit[b & 3], z = (c & ~3) | suit[c & 3], swap;
        if (x < y) swap = x, x = y, y = swap;
        if (y < z) swap = y, y = z, z = swap;
        if (x < y) swap = x, x = y, y = swap;
        int number = (52 * x + y) * 52 + z;
        if (number < least) least = number;
    }
    return least;
}

static void pechanga(void)
{
    static int weight[52 * 52 * 52];
    rank_sets_of_four();
    for (int a = 0; a < 52; a++)
        for (int b = 0; b < a; b++)
            for (int c = 0; c < b; c++) weight[up_to_suits(a, b, c)]++;
    for (int a = 0; a < 52; a++)
        for (int b = 0; b < a; b++)
            for (int c = 0; c < b; c++)
                if (weight[(52 * a + b) * 52 + c]) draw_game(a, b, c, weight[(52 * a + b) * 52 + c]);
}

int main(int count, char **words)
{
    const char *game = count == 2 ? words[1] : "";
    rank_all_hands();
    if (!strcmp(game, "ante-play")) ante_play();
    else if (!strcmp(game, "napa-valley")) napa_valley();
    else if (!strcmp(game, "pechanga")) pechanga();
    else {
        fprintf(stderr, "usage: deals ante-play | napa-valley | pechanga\n");
        return 2;
    }
    print_answer();
    return 0;
}
