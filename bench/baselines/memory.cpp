// How fast this machine adds one to random bytes of an array: the limit of any solver whose positions are visited in no order.
// memory BYTES [UPDATES]: once plainly, once with 128 addresses prefetched ahead.
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>
using namespace std;

static inline uint64_t next(uint64_t &state) {  // xorshift64
    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
}

int main(int argc, char **argv) {
    if (argc < 2) { fprintf(stderr, "usage: memory BYTES [UPDATES]\n"); return 2; }
    uint64_t bytes = strtoull(argv[1], nullptr, 10), updates = argc > 2 ? strtoull(argv[2], nullptr, 10) : 100000000;
    vector<uint8_t> array(bytes, 1);
    auto place = [&](uint64_t random) { return uint64_t((__uint128_t(random) * bytes) >> 64); };
    auto seconds = [](auto from) { return chrono::duration<double>(chrono::steady_clock::now() - from).count(); };
    uint64_t state = 88172645463325252;
    auto start = chrono::steady_clock::now();
    for (uint64_t i = 0; i < updates; i++) array[place(next(state))]++;
    double plain = seconds(start);
    const int RING = 128;
    uint64_t ring[RING];
    for (auto &slot : ring) slot = place(next(state));
    start = chrono::steady_clock::now();
    for (uint64_t i = 0; i < updates; i++) {
        array[ring[i % RING]]++;
        uint64_t at = place(next(state));
        ring[i % RING] = at;
        __builtin_prefetch(&array[at], 1);
    }
    double ahead = seconds(start);
    uint64_t sum = 0;  // so that nothing is thought away
    for (uint64_t i = 0; i < bytes; i += 4097) sum += array[i];
    printf("{\"bytes\": %lu, \"updates\": %lu, \"plain\": %.0f, \"prefetched\": %.0f, \"check\": %lu}\n",
           bytes, updates, updates / plain, updates / ahead, sum);
}
