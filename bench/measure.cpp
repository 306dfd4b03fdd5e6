// Runs a command and tells what it took, as JSON in a file: measure FILE LIMIT COMMAND ARGUMENT ...
// A process of its own because a child's peak memory starts, on Linux, at that of the process it is forked from: Python's would
// hide that of small runs. After LIMIT seconds (0: never) the command is ended.
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static pid_t child;

int main(int argc, char **argv) {
    if (argc < 4) return 2;
    auto start = std::chrono::steady_clock::now();
    child = fork();
    if (child == 0) {
        execvp(argv[3], argv + 3);
        perror(argv[3]);
        _exit(127);
    }
    signal(SIGALRM, [](int) { kill(child, SIGKILL); });
    alarm(atoi(argv[2]));
    int status = 0;
    rusage used{};
    while (wait4(child, &status, 0, &used) < 0) {}
    double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    auto in_seconds = [](timeval t) { return t.tv_sec + t.tv_usec / 1e6; };
    FILE *out = fopen(argv[1], "w");
    if (!out) return 2;
    fprintf(out, "{\"seconds\": %.6f, \"cpu\": %.6f, \"bytes\": %ld, \"status\": %d}\n", seconds,
            in_seconds(used.ru_utime) + in_seconds(used.ru_stime), used.ru_maxrss * 1024L,
            WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status));
    fclose(out);
}
