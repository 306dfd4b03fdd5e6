// Quixo on n x n (3 or 4) by plain retrograde analysis over all positions that the empty board reaches. quixo [N] (3)
// A position is its board in base 3 (0 empty, 1 X, 2 O), and who is to move.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>
using namespace std;

const uint8_t UNKNOWN = 0, WIN = 1, LOSS = 2, ABSENT = 3;

int main(int argc, char **argv) {
    int N = argc > 1 ? atoi(argv[1]) : 3, S = N * N;
    if (N < 2 || N > 4) { fprintf(stderr, "usage: quixo 2|3|4\n"); return 2; }
    vector<size_t> power(S + 1, 1);
    for (int i = 0; i < S; i++) power[i + 1] = power[i] * 3;
    size_t half = power[S], size = 2 * half;
    // A push: the cube on path[0] is taken, the others move up, and it comes back in at the end.
    vector<vector<int>> pushes, lines;
    for (int r = 0; r < N; r++)
        for (int c = 0; c < N; c++) {
            if (r && r < N - 1 && c && c < N - 1) continue;
            const int dr[] = {-1, 1, 0, 0}, dc[] = {0, 0, -1, 1};
            for (int d = 0; d < 4; d++) {
                vector<int> path;
                for (int y = r, x = c; y >= 0 && y < N && x >= 0 && x < N; y += dr[d], x += dc[d]) path.push_back(y * N + x);
                if (path.size() > 1) pushes.push_back(path);
            }
        }
    for (int i = 0; i < N; i++) {
        vector<int> row, column;
        for (int j = 0; j < N; j++) row.push_back(i * N + j), column.push_back(j * N + i);
        lines.push_back(row);
        lines.push_back(column);
    }
    vector<int> falling, rising;
    for (int i = 0; i < N; i++) falling.push_back(i * N + i), rising.push_back(i * N + N - 1 - i);
    lines.push_back(falling);
    lines.push_back(rising);

    int cell[16];
    auto read = [&](size_t board) { for (int i = 0; i < S; i++) { cell[i] = board % 3; board /= 3; } };
    auto line = [&](int who) {
        for (auto &l : lines) {
            bool all = true;
            for (int at : l) if (cell[at] != who) { all = false; break; }
            if (all) return true;
        }
        return false;
    };
    vector<uint8_t> outcome(size, ABSENT), open(size, 0);
    vector<uint16_t> plies(size, 0);
    vector<uint32_t> queue{0}, ends;
    outcome[0] = UNKNOWN;
    uint64_t moves = 0;
    for (size_t head = 0; head < queue.size(); head++) {  // what the start reaches, breadth first
        size_t i = queue[head], turn = i >= half, board = i % half;
        int me = turn + 1, you = 2 - turn;
        read(board);
        // The opponent has just moved: a line of mine that he made wins for me, even beside one of his.
        if (line(me)) { outcome[i] = WIN; ends.push_back(i); continue; }
        if (line(you)) { outcome[i] = LOSS; ends.push_back(i); continue; }
        for (auto &path : pushes) {
            if (cell[path[0]] == you) continue;
            size_t to = board - cell[path[0]] * power[path[0]];
            for (size_t k = 1; k < path.size(); k++) to += cell[path[k]] * power[path[k - 1]] - cell[path[k]] * power[path[k]];
            to += me * power[path.back()] + (1 - turn) * half;
            open[i]++;
            if (outcome[to] == ABSENT) { outcome[to] = UNKNOWN; queue.push_back(to); }
        }
        moves += open[i];
    }
    uint64_t positions = queue.size(), terminals = ends.size();
    queue.swap(ends);
    auto tell = [&](size_t before, size_t after) {
        if (outcome[before] != UNKNOWN) return;
        if (outcome[after] == LOSS) outcome[before] = WIN;
        else if (--open[before] == 0) outcome[before] = LOSS;
        else return;
        plies[before] = plies[after] + 1;
        queue.push_back(before);
    };
    for (size_t head = 0; head < queue.size(); head++) {
        size_t i = queue[head], turn = i >= half, board = i % half;
        int you = 2 - turn;  // who has just moved
        read(board);
        for (auto &path : pushes) {  // taken back: the cube at the end goes to the front, as it was before
            if (cell[path.back()] != you) continue;
            size_t from = board - you * power[path.back()];
            for (size_t k = 1; k < path.size(); k++) from += cell[path[k - 1]] * power[path[k]] - cell[path[k - 1]] * power[path[k - 1]];
            from += (1 - turn) * half;
            tell(from, i);
            tell(from + you * power[path[0]], i);
        }
    }
    uint64_t count[4] = {};
    int deepest = 0;
    for (size_t i = 0; i < size; i++) {
        count[outcome[i]]++;
        if (plies[i] > deepest) deepest = plies[i];
    }
    const char *words[] = {"draw", "win", "loss"};
    printf("{\"positions\": %lu, \"wins\": %lu, \"losses\": %lu, \"draws\": %lu, \"terminals\": %lu, \"moves\": %lu, \"deepest\": %d, "
           "\"outcome\": \"%s\", \"remoteness\": %d}\n",
           positions, count[WIN], count[LOSS], count[UNKNOWN], terminals, moves, deepest, words[outcome[0]], plies[0]);
}
