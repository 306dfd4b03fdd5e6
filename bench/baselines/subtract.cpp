// games/subtract.game by one loop over the sizes of the pile: outcome and remoteness, with --grundy Grundy values as well.
// subtract LIMIT [--grundy] [TAKE ...] (1 3 4 if none are given)
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>
using namespace std;

int main(int argc, char **argv) {
    if (argc < 2) { fprintf(stderr, "usage: subtract LIMIT [--grundy] [TAKE ...]\n"); return 2; }
    size_t limit = strtoull(argv[1], nullptr, 10);
    bool grundy = false;
    vector<size_t> takes;
    for (int i = 2; i < argc; i++) {
        if (!strcmp(argv[i], "--grundy")) grundy = true;
        else takes.push_back(strtoull(argv[i], nullptr, 10));
    }
    if (takes.empty()) takes = {1, 3, 4};
    sort(takes.begin(), takes.end());
    // Remoteness tells the outcome: odd is a win, even a loss.
    vector<uint32_t> remoteness(limit + 1);
    vector<uint8_t> value(grundy ? limit + 1 : 0);
    uint64_t wins = 0, moves = 0, terminals = 0;
    uint32_t deepest = 0, greatest = 0;
    for (size_t n = 0; n <= limit; n++) {
        uint32_t quickest = UINT32_MAX, slowest = 0;
        int count = 0;
        uint64_t seen = 0;
        for (size_t k : takes) {
            if (k > n) break;
            count++;
            uint32_t r = remoteness[n - k];
            if (r % 2 == 0) quickest = min(quickest, r);
            else slowest = max(slowest, r);
            if (grundy) seen |= uint64_t(1) << value[n - k];
        }
        if (count == 0) { remoteness[n] = 0; terminals++; }
        else if (quickest != UINT32_MAX) { remoteness[n] = quickest + 1; wins++; }
        else remoteness[n] = slowest + 1;
        deepest = max(deepest, remoteness[n]);
        moves += count;
        if (grundy) {
            value[n] = __builtin_ctzll(~seen);
            greatest = max<uint32_t>(greatest, value[n]);
        }
    }
    printf("{\"positions\": %zu, \"wins\": %lu, \"losses\": %lu, \"draws\": 0, \"terminals\": %lu, \"moves\": %lu, \"deepest\": %u, "
           "\"remoteness\": %u", limit + 1, wins, limit + 1 - wins, terminals, moves, deepest, remoteness[limit]);
    if (grundy) printf(", \"grundy\": %d, \"greatest_grundy\": %u", value[limit], greatest);
    printf("}\n");
}
