/* SPDX-License-Identifier: BSD-3-Clause */
/* topomap doctor: PMI in srun, the MPI at hand, and the recorder for it. */
#include "cli/doctor.h"

#include "common/slurm.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- PMI ------------------------------------------------------------------------------------ */

/* Whether a line of the text is this word alone. */
static bool has_line(const char *text, const char *word)
{
    size_t length = strlen(word);

    for (const char *at = text; at; at = strchr(at, '\n'), at = at ? at + 1 : NULL) {
        const char *start = at + strspn(at, " \t");

        if (strncmp(start, word, length) == 0 && strchr("\n \r", start[length]))
            return true;
    }
    return false;
}

void doctor_check_pmi(struct doctor *doctor)
{
    static const char *const known[] = {"pmix", "pmi2", "cray_shasta"};
    char *const words[] = {"srun", "--mpi=list", NULL};
    char preset[64], found[64] = "";
    size_t length, used = 0;
    int status = 0;
    char *text;

    if (!doctor->major)
        return;
    text = slurm_run(words, SLURM_SECONDS, true, &length, &status);
    for (size_t i = 0; text && i < sizeof known / sizeof *known; i++) {
        if (has_line(text, known[i]))
            used += (size_t)snprintf(found + used, sizeof found - used, "%s%s", used ? ", " : "",
                                     known[i]);
    }
    if (!doctor_config(doctor, "MpiDefault", preset, sizeof preset))
        snprintf(preset, sizeof preset, "none");
    if (!used) {
        doctor_add(doctor, VERDICT_WRONG, "pmi", "srun has neither PMIx nor PMI2: ranks that it "
                   "starts do not find each other");
        doctor_advise(doctor, "install Slurm's plugin mpi_pmix, or start programs by mpirun");
    } else if (strcmp(preset, "none") == 0) {
        doctor_add(doctor, VERDICT_NOTE, "pmi", "srun has %s, but MpiDefault is none", found);
        doctor_advise(doctor, "users must say srun --mpi=%.*s", (int)strcspn(found, ","), found);
    } else {
        doctor_add(doctor, VERDICT_OK, "pmi", "srun has %s; MpiDefault is %s", found, preset);
    }
    free(text);
}

/* ---- recorders ------------------------------------------------------------------------------ */

struct mpi {
    const char *name;     /* as users know it */
    const char *recorder; /* the word in its recorder's name */
    const char *package;  /* what has its headers in Debian */
};

static const struct mpi open_mpi = {"Open MPI", "openmpi", "libopenmpi-dev"};
static const struct mpi mpich = {"MPICH", "mpich", "libmpich-dev"};

/* Whether the dynamic linker takes a library before others: it says on standard error why not. */
static bool preloads(const char *path, char **why)
{
    struct text setting = {0};
    char *words[] = {"env", NULL, "true", NULL};
    size_t length;
    int status = 0;

    text_printf(&setting, "LD_PRELOAD=%s", path);
    words[1] = text_take(&setting);
    *why = words[1] ? slurm_run(words, SLURM_SECONDS, true, &length, &status) : NULL;
    free(words[1]);
    return *why && status == 0 && !**why;
}

/* Check the recorder for `mpi`, which `origin` has. */
static void check_recorder(struct doctor *doctor, const struct mpi *mpi, const char *origin)
{
    const char *const names[] = {"pick", "record-"};
    char path[PATH_MAX], *why = NULL;
    bool good = true;

    for (size_t i = 0; good && i < 2; i++) {
        snprintf(path, sizeof path, "%s/libtopomap-%s%s.so", doctor->libexec, names[i],
                 i ? mpi->recorder : "");
        if (access(path, R_OK) < 0) {
            doctor_add(doctor, VERDICT_WRONG, "recorder", "%s is of %s, but there is no %s",
                       origin, mpi->name, path);
            if (i)
                doctor_advise(doctor, "build topomap where the headers of %s are (Debian: %s)",
                              mpi->name, mpi->package);
            else
                doctor_advise_install(doctor);
            return;
        }
        good = preloads(path, &why);
        if (!good) {
            doctor_add(doctor, VERDICT_WRONG, "recorder", "%s cannot be preloaded: %.*s", path,
                       why ? doctor_line(why) : 0, why ? why : "");
            doctor_advise(doctor, "build topomap on a machine like this one");
        }
        free(why);
    }
    if (good)
        doctor_add(doctor, VERDICT_OK, "recorder", "for %s: %s", mpi->name, path);
}

/* ---- the MPI of a program ------------------------------------------------------------------- */

/* The MPI whose library a line of ldd names: libmpi.so.12 is the interface that MPICH and those
 * like it share; Open MPI's numbers are larger. */
static const struct mpi *of_library(const char *line, const char *end)
{
    static const char name[] = "libmpi.so.";
    const char *found = strstr(line, name);

    if (found && found < end)
        return strtoul(found + sizeof name - 1, NULL, 10) == 12 ? &mpich : &open_mpi;
    found = strstr(line, "libmpich.so");
    return found && found < end ? &mpich : NULL;
}

static void check_program(struct doctor *doctor)
{
    char *const words[] = {"ldd", (char *)doctor->program, NULL};
    const struct mpi *mpi = NULL;
    size_t length;
    int status = 0;
    char *text = slurm_run(words, SLURM_SECONDS, true, &length, &status);

    if (!text || status != 0) {
        doctor_add(doctor, VERDICT_WRONG, "mpi", "%s: ldd cannot tell what it is linked with",
                   doctor->program);
        doctor_advise(doctor, "name an executable that is linked dynamically");
        free(text);
        return;
    }
    for (const char *at = text; at && !mpi; at = strchr(at, '\n'), at = at ? at + 1 : NULL)
        mpi = of_library(at, at + doctor_line(at));
    if (!mpi) {
        doctor_add(doctor, VERDICT_NOTE, "mpi", "%s links no MPI that topomap knows",
                   doctor->program);
        doctor_advise(doctor, "if it loads MPI later, or was linked statically: see "
                      "topomap-profile(7)");
    } else if (strstr(text, "not found")) {
        doctor_add(doctor, VERDICT_WRONG, "mpi", "%s is of %s, but libraries are not found here",
                   doctor->program, mpi->name);
        doctor_advise(doctor, "load the modules with which it was built; 'ldd %s' names what is "
                      "missing", doctor->program);
    } else {
        doctor_add(doctor, VERDICT_OK, "mpi", "%s is of %s", doctor->program, mpi->name);
    }
    free(text);
    if (mpi)
        check_recorder(doctor, mpi, doctor->program);
}

/* ---- the MPI of the machine ----------------------------------------------------------------- */

/* The MPI of a launcher by the text of its version; NULL: it is not there, or of another MPI. */
static const struct mpi *of_launcher(const char *launcher)
{
    char *const words[] = {(char *)launcher, "--version", NULL};
    const struct mpi *mpi = NULL;
    size_t length;
    char *text = slurm_ask(words, &length);

    if (text && (strstr(text, "Open MPI") || strstr(text, "OpenRTE") || strstr(text, "PRRTE")))
        mpi = &open_mpi;
    else if (text && (strstr(text, "HYDRA") || strstr(text, "Intel(R) MPI")))
        mpi = &mpich;
    free(text);
    return mpi;
}

void doctor_check_mpi(struct doctor *doctor)
{
    static const char *const launchers[] = {"mpirun", "mpiexec", "mpirun.openmpi", "mpirun.mpich"};
    const struct mpi *seen[2] = {NULL, NULL};
    size_t count = 0;

    if (doctor->program) {
        check_program(doctor);
        return;
    }
    for (size_t i = 0; i < sizeof launchers / sizeof *launchers && count < 2; i++) {
        const struct mpi *mpi = of_launcher(launchers[i]);

        if (!mpi || mpi == seen[0])
            continue;
        seen[count++] = mpi;
        doctor_add(doctor, VERDICT_OK, "mpi", "%s is of %s", launchers[i], mpi->name);
        check_recorder(doctor, mpi, launchers[i]);
    }
    if (count == 0) {
        doctor_add(doctor, VERDICT_NOTE, "mpi", "no mpirun of Open MPI or MPICH is found");
        doctor_advise(doctor, "load the module of your MPI and look again, or name a program: "
                      "--program ./app");
    }
}
