// King and queen against king and rook on n x n by a hand-written generator: every legal position, outcome and plies, captures
// into the smaller endgames included (a piece taken stands on square S, nowhere). kqkr [N] (8)
// White has the queen, Black the rook. With both gone only kings are left: a draw, where the game ends.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>
using namespace std;

int N, S, NOWHERE;
vector<vector<int>> around;
vector<vector<vector<int>>> rays;  // by square: four of the rook, then four slanting
vector<uint8_t> near_;
bool near(int a, int b) { return near_[a * S + b]; }

vector<int8_t> reach_, step_;  // by two squares: 1 on a row or column, 2 slanting, 0 neither; and the step from one to the other

/// Whether a rook (or queen) on `from` attacks `to`, with pieces on the two squares given in the way.
bool attacks(bool queen, int from, int to, int one, int two) {
    if (from == NOWHERE || reach_[from * S + to] == 0 || reach_[from * S + to] > 1 + queen) return false;
    int step = step_[from * S + to];
    for (int at = from + step; at != to; at += step)
        if (at == one || at == two) return false;
    return true;
}

const uint8_t UNKNOWN = 0, WIN = 1, LOSS = 2, DRAW = 3, ILLEGAL = 4;

int main(int argc, char **argv) {
    N = argc > 1 ? atoi(argv[1]) : 8;
    S = NOWHERE = N * N;
    around.resize(S);
    rays.resize(S);
    near_.assign(S * S, 0);
    for (int pass = 0; pass < 2; pass++)
        for (int a = 0; a < S; a++)
            for (int dr = -1; dr <= 1; dr++)
                for (int dc = -1; dc <= 1; dc++) {
                    if ((!dr && !dc) || (dr && dc) != (pass == 1)) continue;
                    int r = a / N + dr, c = a % N + dc;
                    near_[a * S + a] = 1;
                    if (r >= 0 && r < N && c >= 0 && c < N) { around[a].push_back(r * N + c); near_[a * S + r * N + c] = 1; }
                    vector<int> ray;
                    for (; r >= 0 && r < N && c >= 0 && c < N; r += dr, c += dc) ray.push_back(r * N + c);
                    rays[a].push_back(ray);
                }
    reach_.assign(S * S, 0);
    step_.assign(S * S, 0);
    for (int a = 0; a < S; a++)
        for (int k = 0; k < 8; k++)
            for (int to : rays[a][k]) {
                reach_[a * S + to] = k < 4 ? 1 : 2;
                step_[a * S + to] = rays[a][k][0] - a;
            }
    size_t P = S + 1, half = S * P * S * P, size = 2 * half;
    auto at = [&](int turn, int wk, int queen, int bk, int rook) { return (((size_t(turn) * S + wk) * P + queen) * S + bk) * P + rook; };
    vector<uint8_t> outcome(size, UNKNOWN), open(size, 0);
    vector<uint16_t> plies(size, 0);
    vector<uint32_t> queue;
    uint64_t moves = 0, terminals = 0;

    auto legal = [&](int turn, int wk, int queen, int bk, int rook) {
        if (near(wk, bk) || queen == wk || queen == bk || rook == wk || rook == bk) return false;
        if (queen == rook && queen != NOWHERE) return false;
        return turn == 0 ? !attacks(true, queen, bk, wk, rook) : !attacks(false, rook, wk, bk, queen);
    };
    // Legal moves of the side to move, counted.
    auto count = [&](int turn, int wk, int queen, int bk, int rook) {
        int n = 0;
        if (turn == 0) {
            for (int to : around[wk])
                if (to != queen && !near(to, bk) && !attacks(false, to == rook ? NOWHERE : rook, to, bk, queen)) n++;
            if (queen != NOWHERE)
                for (auto &ray : rays[queen])
                    for (int to : ray) {
                        if (to == wk || to == bk) break;
                        if (!attacks(false, to == rook ? NOWHERE : rook, wk, bk, to)) n++;
                        if (to == rook) break;
                    }
        } else {
            for (int to : around[bk])
                if (to != rook && !near(to, wk) && !attacks(true, to == queen ? NOWHERE : queen, to, wk, rook)) n++;
            if (rook != NOWHERE)
                for (int k = 0; k < 4; k++)
                    for (int to : rays[rook][k]) {
                        if (to == wk || to == bk) break;
                        if (!attacks(true, to == queen ? NOWHERE : queen, bk, wk, to)) n++;
                        if (to == queen) break;
                    }
        }
        return n;
    };
    for (int turn = 0; turn < 2; turn++)
        for (int wk = 0; wk < S; wk++)
            for (int queen = 0; queen <= S; queen++)
                for (int bk = 0; bk < S; bk++)
                    for (int rook = 0; rook <= S; rook++) {
                        size_t i = at(turn, wk, queen, bk, rook);
                        if (!legal(turn, wk, queen, bk, rook)) { outcome[i] = ILLEGAL; continue; }
                        if (queen == NOWHERE && rook == NOWHERE) { outcome[i] = DRAW; terminals++; continue; }
                        int n = count(turn, wk, queen, bk, rook);
                        moves += n;
                        open[i] = n;
                        if (n) continue;
                        terminals++;
                        bool check = turn == 0 ? attacks(false, rook, wk, bk, queen) : attacks(true, queen, bk, wk, rook);
                        outcome[i] = check ? LOSS : DRAW;
                        if (check) queue.push_back(i);
                    }
    auto tell = [&](size_t before, size_t after) {
        if (outcome[before] != UNKNOWN) return;
        if (outcome[after] == LOSS) outcome[before] = WIN;
        else if (--open[before] == 0) outcome[before] = LOSS;
        else return;
        plies[before] = plies[after] + 1;
        queue.push_back(before);
    };
    for (size_t head = 0; head < queue.size(); head++) {
        size_t i = queue[head], rest = i % half;
        int turn = i >= half, rook = rest % P, bk = rest / P % S, queen = rest / P / S % P, wk = rest / P / S / P;
        if (turn == 1) {  // White has just moved; the piece may have taken the rook where it stands now
            for (int from : around[wk]) {
                if (from == queen || from == rook || near(from, bk)) continue;
                tell(at(0, from, queen, bk, rook), i);
                if (rook == NOWHERE) tell(at(0, from, queen, bk, wk), i);
            }
            if (queen != NOWHERE)
                for (auto &ray : rays[queen])
                    for (int from : ray) {
                        if (from == wk || from == bk || from == rook) break;
                        tell(at(0, wk, from, bk, rook), i);
                        if (rook == NOWHERE) tell(at(0, wk, from, bk, queen), i);
                    }
        } else {
            for (int from : around[bk]) {
                if (from == queen || from == rook || near(from, wk)) continue;
                tell(at(1, wk, queen, from, rook), i);
                if (queen == NOWHERE) tell(at(1, wk, bk, from, rook), i);
            }
            if (rook != NOWHERE)
                for (int k = 0; k < 4; k++)
                    for (int from : rays[rook][k]) {
                        if (from == wk || from == bk || from == queen) break;
                        tell(at(1, wk, queen, bk, from), i);
                        if (queen == NOWHERE) tell(at(1, wk, rook, bk, from), i);
                    }
        }
    }
    // All legal positions; and those with all four pieces, for each side to move, as the books count them.
    uint64_t all[5] = {}, four[2][5] = {};
    int deepest = 0, longest[2] = {};
    uint64_t greatest = 0;
    for (size_t i = 0; i < size; i++) {
        int turn = i >= half, queen = i / P / S % P, rook = i % P;
        int o = outcome[i] == UNKNOWN ? DRAW : outcome[i];
        all[o]++;
        if (plies[i] > deepest) deepest = plies[i];
        if (queen == NOWHERE || rook == NOWHERE) continue;
        four[turn][o]++;
        if (turn == 0 && o == WIN) {
            if (plies[i] > longest[0]) { longest[0] = plies[i]; greatest = 0; }
            greatest += plies[i] == longest[0];
        }
    }
    printf("{\"positions\": %lu, \"wins\": %lu, \"losses\": %lu, \"draws\": %lu, \"terminals\": %lu, \"moves\": %lu, \"deepest\": %d, "
           "\"white\": [%lu, %lu, %lu], \"black\": [%lu, %lu, %lu], \"longest_win\": %d, \"longest_wins\": %lu}\n",
           all[WIN] + all[LOSS] + all[DRAW], all[WIN], all[LOSS], all[DRAW], terminals, moves, deepest,
           four[0][WIN], four[0][LOSS], four[0][DRAW], four[1][WIN], four[1][LOSS], four[1][DRAW], longest[0], greatest);
}
