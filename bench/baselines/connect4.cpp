// Connect k on a board w wide and h high: all positions that the empty board reaches, level by level, in hash tables of keys;
// then outcome and remoteness from the last level back. connect4 [W H [K]] (4 4 4)
// Bitboards in the usual way: a column is h + 1 bits, the key is the mover's discs plus one bit above the top disc of each column.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>
using namespace std;

/// An open-addressing set of keys below 2^56, with a byte beside each. Empty slots are all ones.
struct Table {
    vector<uint64_t> slots;
    size_t count = 0, mask;
    Table() : slots(1024, ~uint64_t(0)), mask(1023) {}
    size_t find(uint64_t key) const {
        size_t at = ((key ^ key >> 32) * 0x9E3779B97F4A7C15) >> 32 & mask;
        while (slots[at] != ~uint64_t(0) && slots[at] >> 8 != key) at = (at + 1) & mask;
        return at;
    }
    void insert(uint64_t key) {
        size_t at = find(key);
        if (slots[at] != ~uint64_t(0)) return;
        slots[at] = key << 8;
        if (++count * 4 > slots.size() * 3) {
            vector<uint64_t> old(slots.size() * 2, ~uint64_t(0));
            old.swap(slots);
            mask = slots.size() - 1;
            for (uint64_t slot : old)
                if (slot != ~uint64_t(0)) slots[find(slot >> 8)] = slot;
        }
    }
};

int main(int argc, char **argv) {
    int W = argc > 2 ? atoi(argv[1]) : 4, H = argc > 2 ? atoi(argv[2]) : 4, K = argc > 3 ? atoi(argv[3]) : 4, U = H + 1;
    if (W * U > 55) { fprintf(stderr, "connect4: the board is too large\n"); return 2; }
    uint64_t bottom = 0;
    for (int c = 0; c < W; c++) bottom |= uint64_t(1) << c * U;
    uint64_t board = bottom * ((uint64_t(1) << H) - 1);
    auto row = [&](uint64_t discs) {
        for (int step : {1, U, U + 1, U - 1}) {
            uint64_t run = discs;
            for (int k = 1; k < K; k++) run &= discs >> k * step;
            if (run) return true;
        }
        return false;
    };
    // key = mine + filled + bottom: above the top disc of a column stands a one.
    auto split = [&](uint64_t key, uint64_t &mine, uint64_t &filled) {
        filled = mine = 0;
        for (int c = 0; c < W; c++) {
            uint64_t column = key >> c * U & ((uint64_t(1) << U) - 1);
            uint64_t top = uint64_t(1) << (63 - __builtin_clzll(column));
            filled |= (top - 1) << c * U;
            mine |= (column - top) << c * U;
        }
    };
    // Value: 0 for a draw, else remoteness + 1: odd remoteness wins, even loses.
    vector<Table> levels(W * H + 1);
    levels[0].insert(bottom);
    uint64_t positions = 0, moves = 0, terminals = 0, wins = 0, losses = 0, draws = 0;
    auto children = [&](uint64_t mine, uint64_t filled, auto each) {
        for (uint64_t places = (filled + bottom) & board; places; places &= places - 1) {
            uint64_t yours = filled & ~mine, all = filled | (places & -places);
            each(yours + all + bottom);  // the other is to move: his discs are the mover's now
        }
    };
    for (int level = 0; level <= W * H; level++) {
        positions += levels[level].count;
        if (level == W * H) break;
        for (uint64_t slot : levels[level].slots) {
            if (slot == ~uint64_t(0)) continue;
            uint64_t mine, filled;
            split(slot >> 8, mine, filled);
            if (row(filled & ~mine)) continue;
            children(mine, filled, [&](uint64_t to) { levels[level + 1].insert(to); moves++; });
        }
    }
    int deepest = 0, value = 0;
    for (int level = W * H; level >= 0; level--)
        for (uint64_t &slot : levels[level].slots) {
            if (slot == ~uint64_t(0)) continue;
            uint64_t mine, filled;
            split(slot >> 8, mine, filled);
            value = 0;
            if (row(filled & ~mine)) { value = 1; terminals++; }
            else if (filled == board) terminals++;
            else {
                int quickest = 255, slowest = 0;
                bool draw = false;
                children(mine, filled, [&](uint64_t to) {
                    int v = levels[level + 1].slots[levels[level + 1].find(to)] & 255;
                    if (v == 0) draw = true;
                    else if (v % 2 == 1) { if (v < quickest) quickest = v; }
                    else if (v > slowest) slowest = v;
                });
                if (quickest < 255) value = quickest + 1;
                else if (!draw) value = slowest + 1;
            }
            slot |= value;
            if (value == 0) draws++;
            else {
                (value % 2 ? losses : wins)++;
                if (value - 1 > deepest) deepest = value - 1;
            }
        }
    const char *outcome = value == 0 ? "draw" : value % 2 ? "loss" : "win";
    printf("{\"positions\": %lu, \"wins\": %lu, \"losses\": %lu, \"draws\": %lu, \"terminals\": %lu, \"moves\": %lu, \"deepest\": %d, "
           "\"outcome\": \"%s\", \"remoteness\": %d}\n",
           positions, wins, losses, draws, terminals, moves, deepest, outcome, value ? value - 1 : 0);
}
