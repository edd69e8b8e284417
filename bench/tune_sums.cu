// SPDX-License-Identifier: MIT
// tune_sums.cu: which plan of ours.h is fastest for a shape of matrix, compared with CUB and cuBLAS and measured as in
// peers.cu.
//
//     build/gpu/bench/tune_sums                                        shapes whose chosen plan is not the fastest
//     build/gpu/bench/tune_sums --what columns --rows 256 --columns 1048576
//     build/gpu/bench/tune_sums --all                                  all matrices of peers.cu
//
// For each shape all plans are timed a few times, in turns. The fastest of these, the plan that our_row_sums or
// our_column_sums chooses, and the libraries are then timed again, verified, and printed, the fastest first.
#define main peers_main
#include "peers.cu"
#undef main

const int first_samples = 5, finalists = 8, most_variants = 4096;

struct variant {
    const char *name;
    method_function run; // a library's; NULL: ours, by the plan
    struct sums_plan plan;
    double times[128];
    double middle; // the median of the times
};

static struct variant variants[most_variants];
static int variant_count;
static struct sums_plan plan; // of ours that runs next

static void run_rows(const float *data, struct shape shape)
{
    row_sums_by(plan, data, shape.rows, shape.columns, sums);
}

static void run_columns(const float *data, struct shape shape)
{
    column_sums_by(plan, data, shape.rows, shape.columns, sums);
}

static void add_variant(const char *name, method_function run, struct sums_plan with)
{
    if (variant_count == most_variants) {
        fprintf(stderr, "%s: more than %d variants\n", program_name(), most_variants);
        exit(EXIT_FAILURE);
    }
    variants[variant_count].name = name;
    variants[variant_count].run = run;
    variants[variant_count].plan = with;
    variant_count++;
}

// All loads of a plan, plain and streaming.
static void add_plans(unsigned across, unsigned along, unsigned parts)
{
    for (int loads = 4; loads <= 16; loads *= 2)
        for (bool streaming : {false, true})
            if (loads < 16 || across * along <= 512)
                add_variant("plan", NULL, {across, along, parts, loads, streaming});
}

static void add_row_plans(struct shape shape)
{
    unsigned most_parts = shape.rows < 1024 ? 32 : 1, count = shape.columns / 4;
    for (unsigned across = 4; across <= 1024 && across / 2 < count; across *= 2)
        for (unsigned threads = across > 32 ? across : 128; threads <= 1024; threads *= 2) {
            for (unsigned parts = 1; parts <= most_parts; parts *= 2)
                add_plans(across, threads / across, parts);
            if (across > 32)
                break; // one row a block
        }
}

static void add_column_plans(struct shape shape)
{
    unsigned count = shape.columns / 4;
    for (unsigned across = 4; across <= 256 && across / 2 < count; across *= 2)
        for (unsigned threads = 128; threads <= 1024; threads *= 2)
            for (unsigned parts = 1; parts <= 64 && threads >= across && threads / across * parts <= shape.rows;
                 parts *= 2)
                add_plans(across, threads / across, parts);
}

// Takes samples of the first `count` variants, in turns, and sorts these by their medians.
static void measure(enum kind kind, struct shape shape, int count, int samples, bool verified)
{
    size_t bytes = shape.rows * shape.columns * sizeof(float);
    int launches = (int)(((size_t)1 << 28) / bytes);
    launches = launches < 1 ? 1 : launches > 64 ? 64 : launches;
    for (int i = 0; i <= samples; i++) // the first is overwritten by the last: it warms up
        for (int v = 0; v < count; v++) {
            const struct method method = {variants[v].name, variants[v].run ? variants[v].run
                                                            : kind == ROWS  ? run_rows
                                                                            : run_columns};
            plan = variants[v].plan;
            variants[v].times[i % samples] =
                sample(kind, &method, shape, bytes, launches, verified && i % samples == 0);
        }
    for (int v = 0; v < count; v++) {
        qsort(variants[v].times, samples, sizeof(double), ascending);
        variants[v].middle = variants[v].times[samples / 2];
    }
    qsort(variants, count, sizeof *variants, [](const void *x, const void *y) {
        return ascending(&((const struct variant *)x)->middle, &((const struct variant *)y)->middle);
    });
}

static void tune(enum kind kind, struct shape shape)
{
    variant_count = 0;
    (kind == ROWS ? add_row_plans : add_column_plans)(shape);
    int plans = variant_count;
    measure(kind, shape, plans, first_samples, false);
    variant_count = plans < finalists ? plans : finalists;
    add_variant("chosen", NULL, (kind == ROWS ? plan_row_sums : plan_column_sums)(shape.rows, shape.columns));
    for (const struct method *m = kinds[kind].methods + 1; m->name != NULL; m++)
        add_variant(m->name, m->run, {});
    measure(kind, shape, variant_count, repeat, true);

    double best_peer = INFINITY;
    for (int v = 0; v < variant_count; v++)
        if (variants[v].run != NULL && variants[v].run != copy_half)
            best_peer = fmin(best_peer, variants[v].middle);
    printf("\n%s of %zu x %zu, %d plans\n%-15s %7s %6s %6s %6s %10s %10s %10s %10s %8s %7s\n", kinds[kind].name,
           shape.rows, shape.columns, plans, "", "across", "along", "parts", "loads", "streaming", "us", "q1", "q3",
           "GB/s", "ratio");
    for (int v = 0; v < variant_count; v++) {
        const struct variant *one = &variants[v];
        printf("%-15s ", one->name);
        if (one->run == NULL)
            printf("%7u %6u %6u %6d %10s ", one->plan.across, one->plan.along, one->plan.parts, one->plan.loads,
                   one->plan.streaming ? "yes" : "no");
        else
            printf("%7s %6s %6s %6s %10s ", "-", "-", "-", "-", "-");
        printf("%10.3f %10.3f %10.3f %8.1f %7.3f\n", one->middle, one->times[repeat / 4], one->times[repeat * 3 / 4],
               shape.rows * shape.columns * sizeof(float) * 1e-3 / one->middle, best_peer / one->middle);
    }
    fflush(stdout);
}

int main(int argc, char **argv)
{
    const char *what = NULL;
    size_t rows = 16384, columns = 16384;
    int all = 0;
    const struct option_spec options[] = {
        {"what", "rows|columns", "tunes these sums of one shape", option_text, &what},
        {"rows", "N", "of that shape (16384)", option_size, &rows},
        {"columns", "N", "of that shape, a multiple of 4 (16384)", option_size, &columns},
        {"all", NULL, "all matrices of peers", option_flag, &all},
        {"repeat", "N", "samples of the fastest, up to 128 (31)", option_count, &repeat},
        {}};
    parse_options(argc, argv, "The fastest plans of row sums and column sums, beside CUB and cuBLAS.", options);
    bool of_rows = what != NULL && strcmp(what, "rows") == 0;
    if ((what != NULL && !of_rows && strcmp(what, "columns") != 0) || columns % 4 != 0 || repeat > 128) {
        fprintf(stderr, "%s: --what is rows or columns, --columns a multiple of 4, --repeat at most 128\n",
                program_name());
        return 2;
    }
    set_up(31);
    if (rows > second_half() / 64 || columns > second_half() / 64 || rows * columns > second_half()) {
        fprintf(stderr, "%s: there is room for %zu elements, and for %zu sums\n", program_name(), second_half(),
                second_half() / 64);
        return 2;
    }
    if (all) {
        for_each_matrix(tune);
    } else if (what != NULL) {
        tune(of_rows ? ROWS : COLUMNS, {rows, columns});
    } else {
        tune(ROWS, {4096, 4096});
        tune(COLUMNS, {16384, 16384});
        tune(COLUMNS, {256, 1048576});
    }
    tear_down();
    return EXIT_SUCCESS;
}
