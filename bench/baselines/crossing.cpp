// Every position of games/crossing.game by plain retrograde analysis: outcome and remoteness of all placements of the pawn and
// the two interchangeable hunters, both to move. The board comes from a file, or is empty: crossing FILE | crossing W H.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>
using namespace std;

enum { UP, DOWN, LEFT, RIGHT };
const uint8_t UNKNOWN = 0, WIN = 1, LOSS = 2;

int main(int argc, char **argv) {
    vector<string> map;
    if (argc == 2) {
        ifstream in(argv[1]);
        for (string line; getline(in, line);)
            if (!line.empty()) map.push_back(line);
    } else if (argc == 3) {
        map.assign(atoi(argv[2]), string(atoi(argv[1]), '.'));
    }
    if (map.empty()) { fprintf(stderr, "usage: crossing FILE | crossing WIDTH HEIGHT\n"); return 2; }
    int H = map.size(), W = map[0].size(), n = 0;
    vector<int> number(W * H, -1), row;
    for (int r = 0; r < H; r++)
        for (int c = 0; c < W; c++)
            if (map[r][c] != '#') { number[r * W + c] = n++; row.push_back(r); }
    vector<int> beside(n * 4, -1);
    for (int r = 0; r < H; r++)
        for (int c = 0; c < W; c++) {
            int i = number[r * W + c];
            if (i < 0) continue;
            if (r > 0) beside[i * 4 + UP] = number[(r - 1) * W + c];
            if (r + 1 < H) beside[i * 4 + DOWN] = number[(r + 1) * W + c];
            if (c > 0) beside[i * 4 + LEFT] = number[r * W + c - 1];
            if (c + 1 < W) beside[i * 4 + RIGHT] = number[r * W + c + 1];
        }
    // Pairs of hunters, a < b, numbered; a position is (turn * n + pawn) * pairs + pair, turn 0 for Red.
    vector<int> pair(n * n), first, second;
    for (int b = 0; b < n; b++)
        for (int a = 0; a < b; a++) {
            pair[a * n + b] = pair[b * n + a] = first.size();
            first.push_back(a);
            second.push_back(b);
        }
    size_t pairs = first.size(), half = n * pairs, size = 2 * half;
    vector<uint8_t> outcome(size, UNKNOWN), open(size, 0);
    vector<uint16_t> plies(size, 0);
    vector<uint32_t> queue;
    queue.reserve(size);
    uint64_t moves = 0;
    auto ended = [&](int pawn, int a, int b) { return row[pawn] == 0 || pawn == a || pawn == b; };
    for (int turn = 0; turn < 2; turn++)
        for (int pawn = 0; pawn < n; pawn++)
            for (size_t p = 0; p < pairs; p++) {
                size_t i = turn * half + pawn * pairs + p;
                int a = first[p], b = second[p], count = 0;
                if (row[pawn] == 0) {
                    outcome[i] = turn == 0 ? LOSS : WIN;
                } else if (pawn == a || pawn == b) {
                    outcome[i] = LOSS;
                } else {
                    if (turn == 0) {
                        for (int d = 0; d < 4; d++) {
                            int to = beside[a * 4 + d];
                            if (to >= 0 && to != b) count++;
                            to = beside[b * 4 + d];
                            if (to >= 0 && to != a) count++;
                        }
                    } else {
                        for (int d : {UP, LEFT, RIGHT}) count += beside[pawn * 4 + d] >= 0;
                    }
                    moves += count;
                    open[i] = count;
                    if (count == 0) outcome[i] = LOSS;
                }
                if (outcome[i] != UNKNOWN) queue.push_back(i);
            }
    uint64_t terminals = queue.size();
    auto tell = [&](size_t before, size_t after) {
        if (outcome[before] != UNKNOWN) return;
        if (outcome[after] == LOSS) outcome[before] = WIN;
        else if (--open[before] == 0) outcome[before] = LOSS;
        else return;
        plies[before] = plies[after] + 1;
        queue.push_back(before);
    };
    for (size_t head = 0; head < queue.size(); head++) {
        size_t i = queue[head];
        int turn = i >= half, pawn = i % half / pairs, p = i % pairs, a = first[p], b = second[p];
        if (turn == 1) {  // Red has just moved a hunter
            for (int d = 0; d < 4; d++) {
                int from = beside[a * 4 + d];
                if (from >= 0 && from != b && !ended(pawn, from, b)) tell(pawn * pairs + pair[from * n + b], i);
                from = beside[b * 4 + d];
                if (from >= 0 && from != a && !ended(pawn, a, from)) tell(pawn * pairs + pair[a * n + from], i);
            }
        } else {  // Black has just moved: up, left or right
            for (int d : {DOWN, LEFT, RIGHT}) {
                int from = beside[pawn * 4 + d];
                if (from >= 0 && !ended(from, a, b)) tell(half + from * pairs + p, i);
            }
        }
    }
    uint64_t count[2][3] = {};
    for (size_t i = 0; i < size; i++) count[i >= half][outcome[i]]++;
    int deepest = queue.empty() ? 0 : plies[queue.back()];
    printf("{\"positions\": %zu, \"wins\": %lu, \"losses\": %lu, \"draws\": %lu, \"terminals\": %lu, \"moves\": %lu, \"deepest\": %d, "
           "\"red\": [%lu, %lu, %lu], \"black\": [%lu, %lu, %lu]}\n",
           size, count[0][1] + count[1][1], count[0][2] + count[1][2], count[0][0] + count[1][0], terminals, moves, deepest,
           count[0][1], count[0][2], count[0][0], count[1][1], count[1][2], count[1][0]);
}
