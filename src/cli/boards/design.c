#include "cli/boards/design.h"

#include "boards/trax/accelerator.h"
#include "cli/boards/board.h"

device *cli_board_device(const cli_arguments *a, const device_kind *kind, const char *settings,
                         error *e) {
    design_options o = {.command = cli_value(a, "design"),
                        .here = true,
                        .settings = settings,
                        .compare = cli_value(a, "compare") != NULL,
                        .beside = kind == &trax_accelerator}; /* whose pins do not show its board */
    if (o.command) return design_open(kind, &o, e);
    if (!o.compare) return device_create(kind, settings, e);
    error_set(e, "--compare needs --design: there is nothing to compare with ours");
    return NULL;
}

bool cli_design_pins(const cli_arguments *a, const device *d, uint64_t *watched, error *e) {
    if (!cli_board_pins(a, d->kind, watched, e)) return false;
    *watched &= design_outputs(d);
    return *watched || error_set(e, "--pins: the design has none of these outputs");
}

bool cli_design_holds(const device *d, error *e) {
    int differences = design_differences(d);
    if (design_failed(d, e)) return false;
    if (differences == 0) fprintf(stderr, "The design agrees with our %s board.\n", d->kind->name);
    return differences <= 0 ||
           error_set(e, "--compare: the design differed from our board %d time%s", differences,
                     differences == 1 ? "" : "s");
}
