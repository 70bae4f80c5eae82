/* The C interface of Horn.
 *
 * A machine runs one query at a time. Every text is UTF-8 and ends with a zero byte; a text that a function returns is valid
 * until the next call with the same machine. Functions that can fail return -1, or a null pointer, and horn_error() says why. A
 * machine may be used by any thread, but by one at a time; horn_interrupt() alone may be called from another thread.
 */

#ifndef HORN_H
#define HORN_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A Prolog machine with its program. */
typedef struct horn_machine horn_machine;

/* A call of a predicate that the host defines. */
typedef struct horn_call horn_call;

/* A predicate of the host: returns 1 for success, 0 for failure, -1 for the error that horn_call_fail() has set. */
typedef int (*horn_function)(horn_call *call, void *data);

/* A new machine; with `sandboxed` not 0, it may use nothing of the world outside and drops its output. */
horn_machine *horn_new(int sandboxed);

/* Frees a machine. A null pointer has no effect. */
void horn_free(horn_machine *machine);

/* A machine with the program of this one, whose query it closes. */
horn_machine *horn_fork(horn_machine *machine);

/* The message of the last error; empty if there was none. */
const char *horn_error(horn_machine *machine);

/* Loads a program, as the file of this name. Returns 0, or -1 if parts of it are not loaded; the rest is. */
int horn_consult_text(horn_machine *machine, const char *name, const char *text);

/* Loads a program file. Returns 0 or -1. */
int horn_consult_file(horn_machine *machine, const char *path);

/* Starts a query, and closes the one before. Returns 0, or -1 if the text is not a term. */
int horn_query(horn_machine *machine, const char *text);

/* Give a variable of the query a value, before its first answer. No text becomes a part of the query. Return 0 or -1. */
int horn_bind_int(horn_machine *machine, const char *variable, int64_t value);
int horn_bind_float(horn_machine *machine, const char *variable, double value);
int horn_bind_atom(horn_machine *machine, const char *variable, const char *text);
/* As a list of characters, which is what "text" means in a program. */
int horn_bind_text(horn_machine *machine, const char *variable, const char *text);

/* Computes the next answer: 1 if there is one, 0 if there are no more, -1 for an error. */
int horn_next(horn_machine *machine);

/* The newest answer as the top level prints it, such as "X = 1, Y = [a,b]". */
const char *horn_answer(horn_machine *machine);

/* The value of a variable in the newest answer. Return 0, or -1 if it has another type. */
int horn_get_int(horn_machine *machine, const char *variable, int64_t *value);
int horn_get_float(horn_machine *machine, const char *variable, double *value);
/* The name of an atom, or the text of a list of characters. */
const char *horn_get_text(horn_machine *machine, const char *variable);
/* Any term, as text that can be read again. */
const char *horn_get_term(horn_machine *machine, const char *variable);

/* Closes the query. Answers that were not asked for are never computed. */
void horn_close(horn_machine *machine);

/* Limits of each later query and load, which no program catches; 0 removes one. Return 0 or -1. */
int horn_limit_inferences(horn_machine *machine, uint64_t count);
int horn_limit_seconds(horn_machine *machine, double seconds);
int horn_limit_memory(horn_machine *machine, size_t bytes);
int horn_limit_answers(horn_machine *machine, uint64_t count);
int horn_limit_propagations(horn_machine *machine, uint64_t count);
int horn_limit_output(horn_machine *machine, uint64_t bytes);
/* In place of horn_limit_memory(): a program can catch error(resource_error(memory), _). */
int horn_limit_catchable_memory(horn_machine *machine, size_t bytes);

/* The resource whose limit the last query or load has reached: "inferences", "time", "memory", "answers", "propagations" or
 * "output"; empty if it has reached none. */
const char *horn_resource(horn_machine *machine);

/* What the last query or load has used; time counts while it computes. */
uint64_t horn_spent_inferences(horn_machine *machine);
double horn_spent_seconds(horn_machine *machine);

/* Ends the running query with an error, from any thread. */
void horn_interrupt(const horn_machine *machine);

/* Defines the predicate name/arity. `data` is passed to the function, and must outlive the machine and its forks. A fork that
 * another thread uses calls the function there. Returns 0 or -1. */
int horn_define(horn_machine *machine, const char *name, uint32_t arity, horn_function function, void *data);

/* The arguments of a call, from 0. Return 0, or -1 if an argument has another type: then the predicate is to return -1. */
int horn_call_int(horn_call *call, uint32_t argument, int64_t *value);
int horn_call_float(horn_call *call, uint32_t argument, double *value);
/* Valid until the next call of this function in the same call of the predicate. */
const char *horn_call_text(horn_call *call, uint32_t argument);

/* Unify an argument with a value: 1 if it succeeds, 0 if not. */
int horn_call_unify_int(horn_call *call, uint32_t argument, int64_t value);
int horn_call_unify_float(horn_call *call, uint32_t argument, double value);
int horn_call_unify_atom(horn_call *call, uint32_t argument, const char *text);
int horn_call_unify_text(horn_call *call, uint32_t argument, const char *text);

/* Sets the error of the call: error(system_error(Message), _). Returns -1. */
int horn_call_fail(horn_call *call, const char *message);

#ifdef __cplusplus
}
#endif

#endif
