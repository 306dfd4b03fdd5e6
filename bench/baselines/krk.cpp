// King and rook against king on n x n by a hand-written generator: every legal position, outcome and plies to mate. krk [N] (8)
// Counts are those of games/krk.game: both sides to move, and the positions where Black has just taken the rook.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>
using namespace std;

int N, S;
vector<vector<int>> around;              // squares a king's step away
vector<vector<vector<int>>> rays;        // rook's lines from a square, nearest first
vector<uint8_t> near_;                   // whether two squares touch or are one
bool near(int a, int b) { return near_[a * S + b]; }

/// Whether a rook on `rook` attacks `square`, the piece on `block` standing in the way.
bool attacks(int rook, int square, int block) {
    int r = rook / N, c = rook % N, R = square / N, C = square % N;
    if (rook == square || (r != R && c != C)) return false;
    int step = r == R ? (C > c ? 1 : -1) : (R > r ? N : -N);
    for (int at = rook + step; at != square; at += step)
        if (at == block) return false;
    return true;
}

const uint8_t UNKNOWN = 0, WIN = 1, LOSS = 2, DRAW = 3, ILLEGAL = 4;

int main(int argc, char **argv) {
    N = argc > 1 ? atoi(argv[1]) : 8;
    S = N * N;
    around.resize(S);
    rays.resize(S);
    near_.assign(S * S, 0);
    for (int a = 0; a < S; a++) {
        near_[a * S + a] = 1;
        for (int dr = -1; dr <= 1; dr++)
            for (int dc = -1; dc <= 1; dc++) {
                if (!dr && !dc) continue;
                int r = a / N + dr, c = a % N + dc;
                if (r >= 0 && r < N && c >= 0 && c < N) { around[a].push_back(r * N + c); near_[a * S + r * N + c] = 1; }
                if (dr && dc) continue;
                vector<int> ray;
                for (; r >= 0 && r < N && c >= 0 && c < N; r += dr, c += dc) ray.push_back(r * N + c);
                rays[a].push_back(ray);
            }
    }
    size_t half = size_t(S) * S * S, size = 2 * half;  // White to move first, then Black
    auto at = [&](int turn, int wk, int rook, int bk) { return ((size_t(turn) * S + wk) * S + rook) * S + bk; };
    vector<uint8_t> outcome(size, UNKNOWN), open(size, 0);
    vector<uint16_t> plies(size, 0);
    vector<uint32_t> queue;
    uint64_t moves = 0, terminals = 0, taken = 0, mates = 0;
    vector<uint8_t> takenAt(S * S, 0);
    for (int wk = 0; wk < S; wk++)
        for (int rook = 0; rook < S; rook++)
            for (int bk = 0; bk < S; bk++) {
                size_t w = at(0, wk, rook, bk), b = at(1, wk, rook, bk);
                if (wk == rook || bk == rook || near(wk, bk)) { outcome[w] = outcome[b] = ILLEGAL; continue; }
                if (attacks(rook, bk, wk)) outcome[w] = ILLEGAL;
                else {
                    int count = 0;
                    for (int to : around[wk]) count += to != rook && !near(to, bk);
                    for (auto &ray : rays[rook])
                        for (int to : ray) { if (to == wk || to == bk) break; count++; }
                    moves += count;
                    open[w] = count;
                    // On small boards White can be without a move: a stalemate too.
                    if (count == 0) { outcome[w] = DRAW; terminals++; }
                }
                int count = 0;
                bool draws = false;
                for (int to : around[bk]) {
                    if (near(to, wk)) continue;
                    if (to == rook) { draws = true; moves++; if (!takenAt[wk * S + to]) { takenAt[wk * S + to] = 1; taken++; } continue; }
                    if (attacks(rook, to, wk)) continue;
                    count++;
                }
                moves += count;
                open[b] = count + draws;  // taking the rook draws, so that this never comes to nothing
                if (open[b] == 0) {
                    terminals++;
                    if (attacks(rook, bk, wk)) { outcome[b] = LOSS; mates++; queue.push_back(b); }
                    else outcome[b] = DRAW;
                }
            }
    terminals += taken;
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
        int turn = i >= half, wk = i / S / S % S, rook = i / S % S, bk = i % S;
        if (turn == 1) {
            for (int from : around[wk])
                if (from != rook && !near(from, bk)) tell(at(0, from, rook, bk), i);
            for (auto &ray : rays[rook])
                for (int from : ray) { if (from == wk || from == bk) break; tell(at(0, wk, from, bk), i); }
        } else {
            for (int from : around[bk])
                if (from != rook && !near(from, wk)) tell(at(1, wk, rook, from), i);
        }
    }
    uint64_t count[2][5] = {};
    int deepest = 0;
    for (size_t i = 0; i < size; i++) {
        count[i >= half][outcome[i] == UNKNOWN ? DRAW : outcome[i]]++;
        if (plies[i] > deepest) deepest = plies[i];
    }
    uint64_t wins = count[0][WIN] + count[1][WIN], losses = count[0][LOSS] + count[1][LOSS], draws = count[0][DRAW] + count[1][DRAW] + taken;
    printf("{\"positions\": %lu, \"wins\": %lu, \"losses\": %lu, \"draws\": %lu, \"terminals\": %lu, \"moves\": %lu, \"deepest\": %d, "
           "\"white\": [%lu, %lu, %lu], \"black\": [%lu, %lu, %lu], \"mates\": %lu}\n",
           wins + losses + draws, wins, losses, draws, terminals, moves, deepest,
           count[0][WIN], count[0][LOSS], count[0][DRAW], count[1][WIN], count[1][LOSS], count[1][DRAW], mates);
}
