/* The reference of `python -m bench sim`: rounds of one seat with every side bet, dealt at random and settled.
 *
 * Cards come off the deck by Fisher and Yates with xoshiro256** and Lemire's bounded numbers, hands are looked up
 * in a table of all ordered triples, six cards are judged by counting ranks and suits, and every wager is paid by
 * its table. Nothing is shared with Pitboss but, at Pechanga, the file that says what to do with each hand.
 *
 * Usage: sim atlantic-city | napa-valley | shine | rivers ROUNDS SEED
 *        sim pechanga ROUNDS SEED PLAN
 * Prints, for each wager, the sum of its nets and of their squares in cents.
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hands.h"

enum { SIX_TRIPS = 3, SIX_STRAIGHT, SIX_FLUSH, SIX_FULL, SIX_QUADS, SIX_STRAIGHT_FLUSH, SIX_ROYAL };
enum { STAKE = 1000, DOLLAR = 100, WAGERS = 4 };

static uint8_t plan[52][52][52];

/* ---- Six cards ---- */

static int has_run(uint32_t ranks) /* five in a row; the ace counts below the deuce too */
{
    uint32_t run = ranks << 1 | ranks >> 12;
    return (run & run >> 1 & run >> 2 & run >> 3 & run >> 4) != 0;
}

/* The best five of six cards: three-bit counters of ranks and suits, as sums of one key per card. */
static uint64_t key_of[52];

static int best_of_six(const uint8_t *six)
{
    const uint64_t ones = 01111111111111;
    uint64_t key = 0;
    for (int i = 0; i < 6; i++) key += key_of[six[i]];
    if (((key >> 2) & (key | key >> 1) & 01111) != 0) {
        uint32_t of_suit[4] = {0};
        int number[4] = {0};
        for (int i = 0; i < 6; i++) of_suit[six[i] & 3] |= 1u << (six[i] >> 2), number[six[i] & 3]++;
        for (int suit = 0; suit < 4; suit++)
            if (number[suit] >= 5) {
                if (of_suit[suit] >> 8 == 31) return SIX_ROYAL;
                return has_run(of_suit[suit]) ? SIX_STRAIGHT_FLUSH : SIX_FLUSH;
            }
    }
    uint64_t counts = key >> 12, fours = counts >> 2 & ones, threes = counts & counts >> 1 & ones;
    uint64_t twos = counts >> 1 & ~counts & ones, present = (counts | counts >> 1 | counts >> 2) & ones;
    if (fours) return SIX_QUADS;
    if (threes && (twos || (threes & (threes - 1)))) return SIX_FULL;
    uint64_t both = present << 3 | present >> 36, run = both & both >> 3;
    run &= run >> 6;
    if (run & both >> 12) return SIX_STRAIGHT;
    return threes ? SIX_TRIPS : 0;
}

/* ---- Luck ---- */

static uint64_t state[4];

static inline uint64_t turn(uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }

static inline uint64_t next_word(void)
{
    uint64_t result = turn(state[1] * 5, 7) * 9, t = state[1] << 17;
    state[2] ^= state[0], state[3] ^= state[1], state[1] ^= state[2], state[0] ^= state[3];
    state[2] ^= t, state[3] = turn(state[3], 45);
    return result;
}

static inline uint32_t below(uint32_t bound)
{
    uint64_t product = (next_word() >> 32) * bound;
    if ((uint32_t)product < bound) {
        uint32_t least = -bound % bound;
        while ((uint32_t)product < least) product = (next_word() >> 32) * bound;
    }
    return (uint32_t)(product >> 32);
}

static void deal(uint8_t *deck, int cards)
{
    for (int place = 0; place < cards; place++) {
        int other = place + (int)below((uint32_t)(52 - place));
        uint8_t card = deck[other];
        deck[other] = deck[place], deck[place] = card;
    }
}

/* ---- Rounds: the player's cards are 0, 2, 4, the dealer's 1, 3, 5, then the replacement and the fourth ---- */

static int64_t sum[WAGERS], squares[WAGERS];

static inline void count(int wager, int64_t net) { sum[wager] += net, squares[wager] += net * net; }

typedef struct {
    int pair_plus[7], six[10], progressive[7]; /* odds to 1; -1 loses */
    int bonus[7], has_six, has_progressive, shows;
} Game;

static void play_classic(const Game *game, int64_t rounds)
{
    int lowest = value[4 * 10][4 * 4][4 * 2 + 1]; /* Q-6-4 */
    int nine_two[13];
    for (int rank = 0; rank < 13; rank++) nine_two[rank] = rank < 10 ? 0 : value[4 * rank][4 * 7][1];
    uint8_t deck[52];
    for (int card = 0; card < 52; card++) deck[card] = (uint8_t)card;
    for (int64_t round = 0; round < rounds; round++) {
        deal(deck, 6);
        int mine = value[deck[0]][deck[2]][deck[4]], theirs = value[deck[1]][deck[3]][deck[5]];
        int kind = category[mine];
        int from = game->shows ? nine_two[deck[5] >> 2] : lowest;
        int plays = mine >= from;
        int64_t main = -STAKE;
        if (plays) {
            main = theirs < queen_high ? STAKE : mine > theirs ? 2 * STAKE : mine < theirs ? -2 * STAKE : 0;
            main += (int64_t)STAKE * game->bonus[kind];
        }
        count(0, main);
        if (!plays && game->shows)
            count(1, -STAKE); /* a fold loses it where one card shows */
        else
            count(1, (int64_t)STAKE * game->pair_plus[kind]);
        if (game->has_six) {
            uint8_t six[6] = {deck[0], deck[1], deck[2], deck[3], deck[4], deck[5]};
            count(2, (int64_t)STAKE * game->six[best_of_six(six)]);
        }
        if (game->has_progressive) {
            int64_t net = (int64_t)DOLLAR * game->progressive[kind];
            if (kind == MINI_ROYAL && (deck[0] & 3) == 3) net = 1000 * DOLLAR - DOLLAR;
            count(3, net);
        }
    }
}

static void play_pechanga(int64_t rounds)
{
    static const int pat_bonus[7] = {0, 0, 0, 2, 4, 5, 20}, drawn_bonus[7] = {0, 0, 0, 1, 3, 4, 10};
    static const int pat_shot[7] = {-1, 1, 3, 5, 30, 40, 60}, drawn_shot[7] = {-1, -1, -1, -1, 4, 6, 20};
    uint8_t deck[52];
    for (int card = 0; card < 52; card++) deck[card] = (uint8_t)card;
    for (int64_t round = 0; round < rounds; round++) {
        deal(deck, 8);
        uint8_t hand[3] = {deck[0], deck[2], deck[4]};
        int action = plan[hand[0]][hand[1]][hand[2]], first = category[value[hand[0]][hand[1]][hand[2]]];
        if (action == 0) {
            count(0, -STAKE), count(1, -STAKE);
            continue;
        }
        if (action >= 2) hand[action - 2] = deck[6];
        int mine = value[hand[0]][hand[1]][hand[2]], kind = category[mine];
        int a = deck[1], b = deck[3], c = deck[5], d = deck[7], theirs = value[a][b][c];
        if (theirs < pair_from) {
            if (value[a][b][d] > theirs) theirs = value[a][b][d];
            if (value[a][c][d] > theirs) theirs = value[a][c][d];
            if (value[b][c][d] > theirs) theirs = value[b][c][d];
        }
        int64_t main = mine > theirs ? 2 * STAKE : mine < theirs ? -2 * STAKE : 0;
        main += (int64_t)STAKE * (action == 1 ? pat_bonus : drawn_bonus)[kind];
        count(0, main);
        int shot = action == 1 ? pat_shot[kind] : drawn_shot[kind];
        if (action >= 2 && shot < 0 && first == PAIR) shot = 1;
        count(1, (int64_t)STAKE * shot);
    }
}

int main(int words, char **word)
{
    static const Game games[] = {
        {{-1, 1, 3, 6, 30, 40, 50}, {-1, -1, -1, 5, 10, 15, 25, 50, 200, 1000}, {0}, {0, 0, 0, 1, 4, 5, 5}, 1, 0, 0},
        {{-1, 1, 3, 6, 30, 40, 200}, {0}, {0}, {0}, 0, 0, 1},
        {{-1, 1, 3, 6, 30, 40, 40}, {-1, -1, -1, 5, 10, 15, 25, 50, 200, 1000}, {0}, {0, 0, 0, 1, 4, 5, 5}, 1, 0, 0},
        {{-1, 1, 3, 6, 30, 40, 40}, {-1, -1, -1, 5, 10, 20, 25, 50, 200, 1000},
         {-1, -1, -1, 5, 59, 69, 499}, {0, 0, 0, 1, 4, 5, 5}, 1, 1, 0},
    };
    static const char *names[] = {"atlantic-city", "napa-valley", "shine", "rivers"};
    if (words < 4) return 2;
    int64_t rounds = strtoll(word[2], NULL, 10);
    uint64_t seed = strtoull(word[3], NULL, 10);
    for (int i = 0; i < 4; i++) { /* splitmix64 */
        uint64_t z = seed += 0x9E3779B97F4A7C15;
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9, z = (z ^ z >> 27) * 0x94D049BB133111EB;
        state[i] = z ^ z >> 31;
    }
    for (int card = 0; card < 52; card++)
        key_of[card] = (UINT64_C(1) << (12 + 3 * (card >> 2))) + (UINT64_C(1) << (3 * (card & 3)));
    rank_all_hands();
    if (strcmp(word[1], "pechanga") == 0) {
        FILE *file = words > 4 ? fopen(word[4], "rb") : NULL;
        if (!file || fread(plan, 1, sizeof plan, file) != sizeof plan) return 2;
        fclose(file);
        play_pechanga(rounds);
    } else {
        for (int game = 0; game < 4; game++)
            if (strcmp(word[1], names[game]) == 0) play_classic(&games[game], rounds);
    }
    for (int wager = 0; wager < WAGERS; wager++)
        printf("%d %" PRId64 " %" PRId64 "\n", wager, sum[wager], squares[wager]);
    return 0;
}
