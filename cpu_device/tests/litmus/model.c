// SPDX-License-Identifier: MIT
// model.c: judges a litmus test by the axioms of the PTX memory consistency model, over all its candidate executions.
//
// A candidate says from which write each read takes its value, in which order the writes of a location lie ("coherence
// order", which may leave two racing writes unordered), and in which order the fences of sequential consistency. The
// axioms then throw out what the model forbids. What is left are the outcomes that a GPU may show.
#include "model.h"

#include <stdlib.h>
#include <string.h>

enum { most_events = 28, initial = -1, most_writes = 4 };

struct event {
    bool reads, writes, adds, fence, strong, acquires, releases, sequential;
    enum op_scope scope;
    int thread, block, location, result;
    unsigned value;
    bool guarded;
};

typedef unsigned relation[most_events]; // by event: the set of events that follow

struct candidate {
    const struct litmus *test;
    struct judgement *result;
    struct event events[most_events];
    int count;
    int source[most_events];      // of a read: the write, or initial
    unsigned loaded[most_events]; // its value
    unsigned stored[most_events];
    bool happens[most_events];            // not if its guard is false
    relation coherence, causality;        // causality: of this choice of sources and fences
    int fences[most_events], fence_count; // of sequential consistency, in their order
};

unsigned register_in(const struct litmus *test, unsigned outcome, int number)
{
    (void)test;
    return outcome >> 2 * number & 3;
}

unsigned location_in(const struct litmus *test, unsigned outcome, int number)
{
    return outcome >> 2 * (test->registers + number) & 3;
}

// --- events ---

static void add_event(struct candidate *c, const struct op *o, int thread)
{
    const bool access = o->kind != op_fence;
    const struct event fence = {.fence = true,
                                .strong = true,
                                .acquires = true,
                                .releases = true,
                                .sequential = o->order == seq_cst,
                                .scope = o->scope,
                                .thread = thread,
                                .block = c->test->block[thread],
                                .location = -1,
                                .result = -1,
                                .guarded = o->guarded};
    if (o->order == seq_cst) // an access: a fence before it, and then it acquires
        c->events[c->count++] = fence;
    else if (!access)
        c->events[c->count++] = fence;
    if (!access)
        return;
    struct event e = {.reads = o->kind != op_write,
                      .writes = o->kind != op_read,
                      .adds = o->kind == op_add,
                      .strong = o->order != plain,
                      .scope = o->order == as_volatile ? of_device : o->scope,
                      .thread = thread,
                      .block = c->test->block[thread],
                      .location = o->location,
                      .result = o->result,
                      .value = o->value,
                      .guarded = o->guarded};
    e.acquires = e.reads && (o->order == acquire || o->order == acq_rel || o->order == seq_cst);
    e.releases = e.writes && (o->order == release || o->order == acq_rel);
    c->events[c->count++] = e;
}

static bool precedes_in_program(const struct candidate *c, int a, int b)
{
    return a < b && c->events[a].thread == c->events[b].thread && c->happens[a] && c->happens[b];
}

static bool names(const struct event *a, const struct event *b) // a's scope includes b's thread
{
    return a->scope == of_device || a->block == b->block;
}

// "Morally strong" for two operations that overlap, or of which one is a fence.
static bool morally_strong(const struct candidate *c, int a, int b)
{
    const struct event *x = &c->events[a], *y = &c->events[b];
    return x->thread == y->thread || (x->strong && y->strong && names(x, y) && names(y, x));
}

// --- relations ---

static void close_transitively(const struct candidate *c, relation r)
{
    for (int k = 0; k < c->count; k++)
        for (int i = 0; i < c->count; i++)
            if (r[i] >> k & 1)
                r[i] |= r[k];
}

static bool has_cycle(const struct candidate *c, relation r)
{
    close_transitively(c, r);
    for (int i = 0; i < c->count; i++)
        if (r[i] >> i & 1)
            return true;
    return false;
}

// "Observation order": a write, and the reads that see it, also through atomic read-modify-writes.
static void observe(const struct candidate *c, relation seen)
{
    memset(seen, 0, sizeof(relation));
    for (int r = 0; r < c->count; r++)
        if (c->happens[r] && c->events[r].reads && c->source[r] != initial && morally_strong(c, c->source[r], r))
            seen[c->source[r]] |= 1u << r;
    close_transitively(c, seen); // what goes on from a read is an atomic operation, for it writes
}

// The first operations of the release patterns that end in the write; the last of the acquire patterns from a read.
static unsigned begins_of_release(const struct candidate *c, int write)
{
    unsigned begins = c->events[write].releases ? 1u << write : 0;
    for (int e = 0; e < write && c->events[write].strong; e++)
        if (precedes_in_program(c, e, write) && c->events[e].releases &&
            (c->events[e].fence || c->events[e].location == c->events[write].location))
            begins |= 1u << e;
    return begins;
}

static unsigned ends_of_acquire(const struct candidate *c, int read)
{
    unsigned ends = c->events[read].acquires ? 1u << read : 0;
    for (int e = read + 1; e < c->count && c->events[read].strong; e++)
        if (precedes_in_program(c, read, e) && c->events[e].acquires &&
            (c->events[e].fence || c->events[e].location == c->events[read].location))
            ends |= 1u << e;
    return ends;
}

static void synchronize(const struct candidate *c, int write, int read, relation base)
{
    const unsigned begins = begins_of_release(c, write), ends = ends_of_acquire(c, read);
    for (int b = 0; b < c->count; b++)
        for (int e = 0; e < c->count; e++)
            if (begins >> b & 1 && ends >> e & 1 && morally_strong(c, b, e))
                base[b] |= 1u << e;
}

// Causality order: base causality, or an observation followed by base causality. False: it would run in a circle.
static bool order_by_causality(struct candidate *c)
{
    relation seen, base = {0};
    observe(c, seen);
    for (int a = 0; a < c->count; a++)
        for (int b = 0; b < c->count; b++) {
            if (precedes_in_program(c, a, b))
                base[a] |= 1u << b;
            if (seen[a] >> b & 1 && c->events[a].thread != c->events[b].thread)
                synchronize(c, a, b, base);
        }
    for (int i = 0; i < c->fence_count; i++)
        for (int k = i + 1; k < c->fence_count; k++)
            if (c->happens[c->fences[i]] && c->happens[c->fences[k]] && morally_strong(c, c->fences[i], c->fences[k]))
                base[c->fences[i]] |= 1u << c->fences[k];
    if (has_cycle(c, base))
        return false;
    memcpy(c->causality, base, sizeof base);
    for (int w = 0; w < c->count; w++)
        for (int r = 0; r < c->count; r++)
            if (seen[w] >> r & 1)
                c->causality[w] |= base[r];
    return true;
}

// --- the axioms on coherence ---

static bool is_before(const relation r, int a, int b)
{
    return r[a] >> b & 1;
}

// Whether a read comes before a write, because it has read an earlier one.
static bool reads_before(const struct candidate *c, int read, int write)
{
    return read != write && c->events[read].reads && c->events[write].writes &&
           c->events[read].location == c->events[write].location && c->source[read] != write &&
           (c->source[read] == initial || is_before(c->coherence, c->source[read], write));
}

static bool is_consistent(const struct candidate *c)
{
    relation by_location = {0};
    for (int a = 0; a < c->count; a++)
        for (int b = 0; b < c->count; b++) {
            const struct event *x = &c->events[a], *y = &c->events[b];
            if (a == b || !c->happens[a] || !c->happens[b] || x->fence || y->fence || x->location != y->location)
                continue;
            const bool from = y->reads && c->source[b] == a, before = reads_before(c, a, b);
            // Causality: nothing reads from what follows it, nor what was overwritten before it.
            if (is_before(c->causality, b, a) && (from || before))
                return false;
            const bool communicates = from || before || is_before(c->coherence, a, b);
            if (precedes_in_program(c, a, b) || (communicates && morally_strong(c, a, b)))
                by_location[a] |= 1u << b;
            // Atomicity: no write comes between the two parts of a read-modify-write.
            if (x->reads && x->writes && before && is_before(c->coherence, b, a) && morally_strong(c, a, b))
                return false;
        }
    return !has_cycle(c, by_location);
}

static bool is_raced(const struct candidate *c)
{
    for (int a = 0; a < c->count; a++)
        for (int b = 0; b < a; b++) {
            const struct event *x = &c->events[a], *y = &c->events[b];
            if (c->happens[a] && c->happens[b] && !x->fence && !y->fence && x->location == y->location &&
                (x->writes || y->writes) && !morally_strong(c, a, b) && !is_before(c->causality, a, b) &&
                !is_before(c->causality, b, a))
                return true;
        }
    return false;
}

// All values that a location may have at the end: those of writes that no other follows.
static void note_finals(struct candidate *c, int location, unsigned outcome)
{
    if (location == c->test->locations) {
        c->result->allowed[outcome] = true;
        return;
    }
    bool any = false;
    for (int w = 0; w < c->count; w++) {
        if (!c->happens[w] || !c->events[w].writes || c->events[w].location != location)
            continue;
        any = true;
        if (c->coherence[w] == 0)
            note_finals(c, location + 1, outcome | c->stored[w] << 2 * (c->test->registers + location));
    }
    if (!any)
        note_finals(c, location + 1, outcome);
}

static void note_outcome(struct candidate *c)
{
    unsigned outcome = 0;
    for (int r = 0; r < c->count; r++)
        if (c->events[r].result >= 0)
            outcome |= (c->happens[r] ? c->loaded[r] : not_read) << 2 * c->events[r].result;
    note_finals(c, 0, outcome);
}

// --- the candidates ---

static bool coherence_is_complete(const struct candidate *c)
{
    for (int a = 0; a < c->count; a++)
        for (int b = 0; b < c->count; b++)
            if ((c->coherence[a] >> b & 1) && (c->coherence[b] & ~c->coherence[a]) != 0)
                return false; // not transitive
    return true;
}

// Orders the pairs of writes to one location from the pair (a, b) on, in every way.
static void choose_coherence(struct candidate *c, int a, int b)
{
    if (b == c->count) {
        a++;
        b = a + 1;
    }
    if (a >= c->count - 1) {
        if (!coherence_is_complete(c) || !is_consistent(c))
            return;
        note_outcome(c);
        c->result->races |= is_raced(c);
        return;
    }
    const struct event *x = &c->events[a], *y = &c->events[b];
    if (!c->happens[a] || !c->happens[b] || !x->writes || !y->writes || x->location != y->location) {
        choose_coherence(c, a, b + 1);
        return;
    }
    const bool forward = is_before(c->causality, a, b), backward = is_before(c->causality, b, a);
    if (!backward) {
        c->coherence[a] |= 1u << b;
        choose_coherence(c, a, b + 1);
        c->coherence[a] &= ~(1u << b);
    }
    if (!forward) {
        c->coherence[b] |= 1u << a;
        choose_coherence(c, a, b + 1);
        c->coherence[b] &= ~(1u << a);
    }
    if (!forward && !backward && !morally_strong(c, a, b))
        choose_coherence(c, a, b + 1);
}

static void with_fences(struct candidate *c)
{
    memset(c->coherence, 0, sizeof c->coherence);
    if (order_by_causality(c))
        choose_coherence(c, 0, 1);
}

// Every order of the fences of sequential consistency that keeps to the program order.
static void choose_fences(struct candidate *c, unsigned used)
{
    bool any = false;
    for (int f = 0; f < c->count; f++) {
        if (!c->events[f].fence || !c->events[f].sequential || used >> f & 1 || !c->happens[f])
            continue;
        any = true;
        bool waits = false;
        for (int e = 0; e < f; e++)
            waits |= c->events[e].fence && c->events[e].sequential && !(used >> e & 1) && precedes_in_program(c, e, f);
        if (waits)
            continue;
        c->fences[c->fence_count++] = f;
        choose_fences(c, used | 1u << f);
        c->fence_count--;
    }
    if (!any)
        with_fences(c);
}

// Computes the values, and what happens at all. False: a value would depend on itself, or comes from what does not
// happen ("no thin air").
static bool find_values(struct candidate *c)
{
    bool known[most_events] = {0};
    for (int e = 0; e < c->count; e++)
        c->happens[e] = false;
    for (int round = 0; round <= c->count; round++)
        for (int e = 0; e < c->count; e++) {
            const struct event *x = &c->events[e];
            bool ready = true, wanted = true;
            for (int p = 0; p < e && x->guarded; p++)
                if (c->events[p].thread == x->thread && c->events[p].reads) {
                    ready &= known[p];
                    wanted &= known[p] && c->happens[p] && c->loaded[p] == 1;
                }
            const int from = x->reads ? c->source[e] : initial;
            if (!ready || known[e] || (wanted && from != initial && !known[from]))
                continue;
            known[e] = true;
            c->happens[e] = wanted;
            c->loaded[e] = from == initial ? 0 : c->stored[from];
            c->stored[e] = x->adds ? c->loaded[e] + x->value : x->value;
        }
    for (int e = 0; e < c->count; e++) {
        if (!known[e] || (!c->happens[e] && c->events[e].reads && c->source[e] != initial))
            return false; // the second: one choice is enough for a read that does not happen
        if (c->happens[e] && c->events[e].reads && c->source[e] != initial && !c->happens[c->source[e]])
            return false;
    }
    return true;
}

static void choose_sources(struct candidate *c, int event)
{
    if (event == c->count) {
        if (find_values(c))
            choose_fences(c, 0);
        return;
    }
    if (!c->events[event].reads) {
        choose_sources(c, event + 1);
        return;
    }
    for (int w = initial; w < c->count; w++)
        if (w == initial || (w != event && c->events[w].writes && c->events[w].location == c->events[event].location)) {
            c->source[event] = w;
            choose_sources(c, event + 1);
        }
}

// --- without weak memory: the threads take turns ---

struct turns {
    const struct litmus *test;
    struct judgement *result;
};

static void take_turns(const struct turns *t, const int *next, const unsigned *registers, const unsigned *memory)
{
    const struct litmus *test = t->test;
    bool any = false;
    for (int thread = 0; thread < test->threads; thread++) {
        if (next[thread] == test->count[thread])
            continue;
        any = true;
        const struct op *o = &test->ops[thread][next[thread]];
        int then[most_threads];
        unsigned loaded[most_registers], there[most_locations];
        memcpy(then, next, sizeof then);
        memcpy(loaded, registers, sizeof loaded);
        memcpy(there, memory, sizeof there);
        then[thread]++;
        bool wanted = true;
        for (int before = 0; before < next[thread] && o->guarded; before++) {
            const int result = test->ops[thread][before].result;
            wanted &= result < 0 || registers[result] == 1;
        }
        if (wanted && o->kind != op_fence) {
            unsigned *place = &there[o->location];
            if (o->result >= 0)
                loaded[o->result] = *place;
            if (o->kind != op_read)
                *place = o->kind == op_add ? *place + o->value : o->value;
        }
        take_turns(t, then, loaded, there);
    }
    if (any)
        return;
    unsigned outcome = 0;
    for (int r = 0; r < test->registers; r++)
        outcome |= registers[r] << 2 * r;
    for (int l = 0; l < test->locations; l++)
        outcome |= memory[l] << 2 * (test->registers + l);
    t->result->interleaved[outcome] = true;
}

void judge(const struct litmus *test, struct judgement *result)
{
    memset(result, 0, sizeof *result);
    struct candidate *c = calloc(1, sizeof *c);
    if (c == NULL)
        abort();
    c->test = test;
    c->result = result;
    for (int thread = 0; thread < test->threads; thread++)
        for (int o = 0; o < test->count[thread]; o++)
            add_event(c, &test->ops[thread][o], thread);
    choose_sources(c, 0);
    free(c);
    const struct turns t = {test, result};
    const int next[most_threads] = {0};
    const unsigned registers[most_registers] = {not_read, not_read, not_read, not_read};
    const unsigned memory[most_locations] = {0};
    take_turns(&t, next, registers, memory);
}
