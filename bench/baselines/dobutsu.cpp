// Dobutsu shogi by plain retrograde analysis over a hash table of all positions the setup reaches. dobutsu [SETUP] [--fold]
// (.l./.c./.C./.L. unless given; the full game is gle/.c./.C./ELG). Positions are seen by the side to move, at the bottom, with a
// bit for who that is; --fold leaves the bit out and takes left and right for one, as Tanaka counted.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>
using namespace std;

// Kinds of pieces: those of the side to move, and + 5 the other's.
enum { EMPTY, LION, GIRAFFE, ELEPHANT, CHICK, HEN };
const int DR[] = {-1, 1, 0, 0, -1, -1, 1, 1}, DC[] = {0, 0, -1, 1, -1, 1, -1, 1};  // up first; four straight, four slanting

struct Position {
    uint8_t cell[12], hand[2][4];  // hand by side (0 to move) and kind, from GIRAFFE on: kind - 2
    int turn;
};

/// Whether a piece of the side to move goes in a direction.
bool goes(int kind, int d) {
    switch (kind) {
        case LION: return true;
        case GIRAFFE: return d < 4;
        case ELEPHANT: return d >= 4;
        case CHICK: return d == 0;
        case HEN: return d < 6;
    }
    return false;
}

Position turned(const Position &p) {
    Position q;
    for (int i = 0; i < 12; i++) {
        int x = p.cell[11 - i];
        q.cell[i] = x == 0 ? 0 : x <= 5 ? x + 5 : x - 5;
    }
    memcpy(q.hand[0], p.hand[1], 4);
    memcpy(q.hand[1], p.hand[0], 4);
    q.turn = 1 - p.turn;
    return q;
}

bool fold = false;
uint64_t pack(const Position &p) {
    uint64_t rest = fold ? 0 : p.turn, straight = 0, mirrored = 0;
    for (int s = 0; s < 2; s++)
        for (int k = 0; k < 3; k++) rest = rest << 2 | p.hand[s][k];
    for (int i = 0; i < 12; i++) {
        straight = straight << 4 | p.cell[i];
        mirrored = mirrored << 4 | p.cell[i / 3 * 3 + 2 - i % 3];
    }
    return (fold ? min(straight, mirrored) : straight) << 13 | rest;
}
Position unpack(uint64_t key) {
    Position p;
    uint64_t board = key >> 13;
    for (int i = 11; i >= 0; i--) { p.cell[i] = board & 15; board >>= 4; }
    for (int s = 1; s >= 0; s--)
        for (int k = 2; k >= 0; k--) { p.hand[s][k] = key & 3; key >>= 2; }
    p.turn = key & 1;
    return p;
}

struct Table {  // from keys to numbers, in the order in which they came
    vector<uint64_t> keys;
    vector<uint32_t> slots = vector<uint32_t>(1 << 16, UINT32_MAX);
    size_t slot(uint64_t key) const {
        size_t mask = slots.size() - 1, at = ((key ^ key >> 32) * 0x9E3779B97F4A7C15) >> 32 & mask;
        while (slots[at] != UINT32_MAX && keys[slots[at]] != key) at = (at + 1) & mask;
        return at;
    }
    void insert(uint64_t key) {
        size_t at = slot(key);
        if (slots[at] != UINT32_MAX) return;
        slots[at] = keys.size();
        keys.push_back(key);
        if (keys.size() * 2 > slots.size()) {  // most look-ups are of positions that are not there: keep their searches short
            slots.assign(slots.size() * 2, UINT32_MAX);
            for (size_t i = 0; i < keys.size(); i++) slots[slot(keys[i])] = i;
        }
    }
};

const uint8_t UNKNOWN = 0, WIN = 1, LOSS = 2;

/// The value of a game that is over: the mover can take the lion, or the other's stands safe on his far row.
uint8_t over(const Position &p) {
    int lion = find(p.cell, p.cell + 12, LION + 5) - p.cell;
    for (int from = 0; from < 12; from++)
        for (int d = 0; d < 8; d++)
            if (p.cell[from] >= 1 && p.cell[from] <= 5 && goes(p.cell[from], d)) {
                int r = from / 3 + DR[d], c = from % 3 + DC[d];
                if (r >= 0 && r < 4 && c >= 0 && c < 3 && r * 3 + c == lion) return WIN;
            }
    return lion / 3 == 3 ? LOSS : UNKNOWN;
}

template <class Each> void children(const Position &p, Each each) {
    for (int from = 0; from < 12; from++) {
        int kind = p.cell[from];
        if (kind >= 1 && kind <= 5)
            for (int d = 0; d < 8; d++) {
                if (!goes(kind, d)) continue;
                int r = from / 3 + DR[d], c = from % 3 + DC[d], to = r * 3 + c;
                if (r < 0 || r >= 4 || c < 0 || c >= 3 || (p.cell[to] >= 1 && p.cell[to] <= 5)) continue;
                Position q = p;
                if (p.cell[to]) {
                    int taken = p.cell[to] - 5;
                    q.hand[0][(taken == HEN ? CHICK : taken) - 2]++;
                }
                q.cell[to] = kind == CHICK && r == 0 ? HEN : kind;
                q.cell[from] = EMPTY;
                each(turned(q));
            }
        if (kind == EMPTY)
            for (int k = 0; k < 3; k++)
                if (p.hand[0][k]) {
                    Position q = p;
                    q.hand[0][k]--;
                    q.cell[from] = k + 2;
                    each(turned(q));
                }
    }
}

/// What may have led here. Which of them have been reached the table knows.
template <class Each> void parents(const Position &after, Each each) {
    Position p = turned(after);  // as the side sees it that has just moved
    for (int to = 0; to < 12; to++) {
        int now = p.cell[to];
        if (now < 1 || now > 5) continue;
        if (now >= GIRAFFE && now <= CHICK) {
            Position q = p;
            q.cell[to] = EMPTY;
            q.hand[0][now - 2]++;
            each(q);
        }
        for (int before : {now, int(CHICK)}) {
            if (before == CHICK && now == CHICK && to < 3) continue;       // a chick comes there by a drop only
            if (before != now && !(now == HEN && to < 3)) continue;
            for (int d = 0; d < 8; d++) {
                if (!goes(before, d)) continue;
                int r = to / 3 - DR[d], c = to % 3 - DC[d], from = r * 3 + c;
                if (r < 0 || r >= 4 || c < 0 || c >= 3 || p.cell[from]) continue;
                Position q = p;
                q.cell[from] = before;
                q.cell[to] = EMPTY;
                each(q);
                for (int taken : {GIRAFFE, ELEPHANT, CHICK, HEN}) {
                    int in_hand = (taken == HEN ? CHICK : taken) - 2;
                    if (!p.hand[0][in_hand]) continue;
                    Position u = q;
                    u.hand[0][in_hand]--;
                    u.cell[to] = taken + 5;
                    each(u);
                }
            }
            if (now == CHICK) break;  // both are the same
        }
    }
}

int main(int argc, char **argv) {
    string setup = ".l./.c./.C./.L.";
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--fold")) fold = true;
        else setup = argv[i];
    }
    Position start{};
    int at = 0;
    for (char x : setup) {
        if (x == '/' || at == 12) continue;
        const char *all = ".LGECHlgech";
        start.cell[at++] = strchr(all, x) ? strchr(all, x) - all : 0;
    }
    Table table;
    table.insert(pack(start));
    vector<uint8_t> outcome, open;
    vector<uint16_t> plies;
    vector<uint32_t> queue;
    uint64_t moves = 0;
    for (size_t i = 0; i < table.keys.size(); i++) {
        Position p = unpack(table.keys[i]);
        outcome.push_back(over(p));
        int count = 0;
        if (outcome[i] != UNKNOWN) queue.push_back(i);
        else {
            // Mirrored children of a position that is its own mirror image are counted twice, as their parents are below.
            children(p, [&](const Position &q) { table.insert(pack(q)); count++; });
            if (count == 0) { outcome[i] = LOSS; queue.push_back(i); }
        }
        open.push_back(count);
        moves += count;
    }
    size_t size = table.keys.size();
    uint64_t terminals = queue.size();
    plies.assign(size, 0);
    for (size_t head = 0; head < queue.size(); head++) {
        uint32_t i = queue[head];
        Position here = unpack(table.keys[i]);
        vector<uint64_t> told;
        parents(here, [&](const Position &q) { told.push_back(pack(q)); });
        if (fold) {  // a parent and its mirror image, or both ways into a symmetric position: look forwards how many moves lead here
            sort(told.begin(), told.end());
            told.erase(unique(told.begin(), told.end()), told.end());
        }
        for (uint64_t key : told) {
            uint32_t before = table.slots[table.slot(key)];
            if (before == UINT32_MAX || outcome[before] != UNKNOWN) continue;
            int times = 1;
            if (fold && outcome[i] == WIN) {
                times = 0;
                children(unpack(key), [&](const Position &q) { times += pack(q) == table.keys[i]; });
            }
            if (outcome[i] == LOSS) outcome[before] = WIN;
            else if ((open[before] -= times) == 0) outcome[before] = LOSS;
            else continue;
            plies[before] = plies[i] + 1;
            queue.push_back(before);
        }
    }
    uint64_t count[3] = {};
    for (uint8_t o : outcome) count[o]++;
    const char *words[] = {"draw", "win", "loss"};
    printf("{\"positions\": %zu, \"wins\": %lu, \"losses\": %lu, \"draws\": %lu, \"terminals\": %lu, \"moves\": %lu, \"deepest\": %d, "
           "\"outcome\": \"%s\", \"remoteness\": %d}\n",
           size, count[WIN], count[LOSS], count[UNKNOWN], terminals, moves, queue.empty() ? 0 : plies[queue.back()], words[outcome[0]],
           plies[0]);
}
