#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "Interfaces/CLAP.h"
#include "List.h"

// A file of CLAP plug-ins is a library; what it holds is asked of its own code.

static const char *or_empty(const char *text) { return text == NULL ? "" : text; }

static void list_file(struct list *list, const char *path) {
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL) return list_problem(list, path, or_empty(dlerror()));
    const clap_entry_points *entry = dlsym(handle, "clap_entry");
    if (entry == NULL || entry->init == NULL || entry->get_factory == NULL)
        return list_problem(list, path, "has no entry");
    if (entry->version.major < 1) return list_problem(list, path, "is of a version before 1");
    if (!entry->init(path)) return list_problem(list, path, "did not begin");
    const clap_factory *factory = entry->get_factory(CLAP_FACTORY);
    if (factory == NULL || factory->count == NULL || factory->descriptor == NULL)
        return list_problem(list, path, "has no factory of plug-ins");
    const uint32_t count = factory->count(factory);
    for (uint32_t index = 0; index < count && index < 1024; index++) {
        const clap_descriptor *found = factory->descriptor(factory, index);
        if (found == NULL || found->id == NULL || found->name == NULL || found->id[0] == 0) {
            list_problem(list, path, "has a plug-in without an id or a name");
            continue;
        }
        list_line(
            list, "P", found->id, found->name, or_empty(found->vendor), path, path, or_empty(found->own_version), NULL);
        for (uint32_t i = 0; found->features != NULL && found->features[i] != NULL && i < 64; i++)
            list_line(list, "f", found->features[i], NULL);
    }
}

void list_clap(struct list *list, const struct files *files) {
    for (int32_t i = files->first; i < files->count; i++) {
        list_begin(list, i);
        list_file(list, list_path(files, i));
        list_keep(list);
    }
}
