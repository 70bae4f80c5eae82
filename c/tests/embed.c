/* A C program that embeds Horn; tests/embed.rs compiles and runs it. */

#include "horn.h"
#include <stdio.h>
#include <string.h>

static int calls;

static int shout(horn_call *call, void *data) {
    char loud[100];
    const char *text = horn_call_text(call, 0);
    if (text == NULL)
        return -1;
    if (strcmp(text, "silence") == 0)
        return horn_call_fail(call, "nothing to shout");
    calls += *(int *)data;
    snprintf(loud, sizeof loud, "%s!", text);
    return horn_call_unify_text(call, 1, loud);
}

static int twice(horn_call *call, void *data) {
    int64_t n;
    (void)data;
    if (horn_call_int(call, 0, &n) < 0)
        return -1;
    return horn_call_unify_int(call, 1, 2 * n);
}

static void all(horn_machine *m, const char *goal) {
    int found;
    if (horn_query(m, goal) < 0) {
        printf("%s: %s\n", goal, horn_error(m));
        return;
    }
    while ((found = horn_next(m)) > 0)
        printf("%s\n", horn_answer(m));
    printf(found < 0 ? "error: %s\n" : "no more%s\n", found < 0 ? horn_error(m) : "");
}

int main(void) {
    int step = 1;
    int64_t n = 0;
    double x = 0;
    horn_machine *fork;
    horn_machine *m = horn_new(1);

    if (horn_consult_text(m, "family.pl", ":- dynamic parent/2. parent(ann, bob). parent(bob, cleo). age(ann, 61.5).") < 0)
        printf("%s\n", horn_error(m));
    all(m, "parent(X, Y)");

    horn_query(m, "parent(Who, Child), age(Who, Age)");
    horn_bind_atom(m, "Who", "ann");
    if (horn_next(m) == 1 && horn_get_float(m, "Age", &x) == 0)
        printf("%s is %.1f\n", horn_get_text(m, "Who"), x);
    printf("child %s\n", horn_get_term(m, "Child"));
    if (horn_get_int(m, "Age", &n) < 0)
        printf("%s\n", horn_error(m));
    horn_close(m);

    horn_define(m, "shout", 2, shout, &step);
    horn_define(m, "twice", 2, twice, NULL);
    all(m, "member(W, [hello, world]), shout(W, L), atom_chars(A, L)");
    all(m, "shout(silence, _)");
    all(m, "twice(21, X)");
    all(m, "twice(a, X)");
    printf("%d calls\n", calls);

    horn_query(m, "X is A + B, T = S");
    horn_bind_int(m, "A", 40);
    horn_bind_float(m, "B", 0.5);
    horn_bind_text(m, "S", "halt. % \"quoted\"");
    horn_next(m);
    printf("%s\n", horn_get_term(m, "X"));
    printf("%s\n", horn_get_text(m, "T"));
    if (horn_bind_int(m, "Z", 1) < 0)
        printf("%s\n", horn_error(m));

    fork = horn_fork(m);
    all(fork, "assertz(parent(cleo, dan)), parent(cleo, X)");
    all(m, "parent(cleo, X)");
    horn_limit_inferences(fork, 1000);
    all(fork, "repeat, fail");
    printf("%s: %d\n", horn_resource(fork), horn_spent_inferences(fork) <= 1000);
    horn_limit_inferences(fork, 0);
    horn_limit_memory(fork, 16 << 20);
    horn_query(fork, "catch(length(_, 10000000), _, true)");
    printf("%d\n", horn_next(fork));
    printf("%s\n", horn_resource(fork));
    horn_limit_catchable_memory(fork, 16 << 20);
    horn_query(fork, "catch(length(_, 10000000), _, true)");
    printf("%d\n", horn_next(fork));
    printf("(%s)\n", horn_resource(fork));
    horn_free(fork);

    all(m, "member(X, [");
    all(m, "open('/etc/passwd', read, _)");
    if (horn_consult_text(m, "bad.pl", "p(1).\np(2.\n") < 0)
        printf("%s\n", strstr(horn_error(m), "bad.pl:2") ? "bad.pl:2" : horn_error(m));
    if (horn_consult_file(m, "no/such/file.pl") < 0)
        printf("%s\n", horn_error(m));
    horn_free(m);
    horn_free(NULL);
    return 0;
}
