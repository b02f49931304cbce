#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "CPlugIns.h"
#include "List.h"

// Finds the files of plug-ins. Nothing is opened but folders, each once, however many links lead to it.

static bool ends_with(const char *name, const char *end) {
    const size_t length = strlen(name), tail = strlen(end);
    return length > tail && strcmp(name + length - tail, end) == 0;
}

static bool is_among(const struct identity *known, int32_t count, const struct stat *status) {
    for (int32_t i = 0; i < count; i++)
        if (known[i].device == status->st_dev && known[i].number == status->st_ino) return true;
    return false;
}

uint32_t list_text(struct files *files, const char *text) {
    const size_t count = strlen(text) + 1;
    if (count > LIST_PATH_BYTES - files->text_used) return 0;
    const uint32_t place = files->text_used;
    memcpy(files->texts + place, text, count);
    files->text_used += (uint32_t)count;
    return place;
}

static void add(struct files *files, const char *path, const struct stat *status) {
    if (is_among(files->identities, files->count, status)) return;
    const uint32_t place = files->count == LIST_FILES ? 0 : list_text(files, path);
    if (place == 0) {
        files->surplus_count++;
        return;
    }
    files->identities[files->count] = (struct identity){status->st_dev, status->st_ino};
    files->paths[files->count++] = place;
}

/// Adds a folder of LV2 if it has a manifest.
static void add_bundle(struct list *list, struct files *files, const char *path, const struct stat *status) {
    char *manifest = NULL;
    struct stat found;
    if (asprintf(&manifest, "%s/manifest.ttl", path) < 0) return;
    if (stat(manifest, &found) != 0) {
        if (ends_with(path, ".lv2")) list_problem(list, path, "has no manifest.ttl that can be read");
    } else if (!S_ISREG(found.st_mode)) {
        list_problem(list, path, "has a manifest.ttl that is no regular file");
    } else {
        add(files, path, status);
    }
    free(manifest);
}

struct search {
    struct list *list;
    struct files *files;
    int32_t kind;
    int64_t end;
};

static void find(const struct search *search, const char *folder, int depth);

static void look(const struct search *search, const char *path, int depth) {
    struct stat status;
    const bool is_clap = search->kind == CPLUGIN_CLAP, is_named = is_clap && ends_with(path, ".clap");
    if (stat(path, &status) != 0) {
        if (is_named || ends_with(path, ".lv2")) list_problem(search->list, path, strerror(errno));
    } else if (S_ISDIR(status.st_mode)) {
        if (is_clap) find(search, path, depth + 1);
        else add_bundle(search->list, search->files, path, &status);
    } else if (is_named) {
        if (S_ISREG(status.st_mode)) add(search->files, path, &status);
        else list_problem(search->list, path, "is no regular file");
    }
}

static int compare(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

/// The names in a folder, sorted; each is freed by the caller.
static char **names_of(const struct search *search, DIR *handle, int32_t *count) {
    const int32_t limit = 1 << 20;
    char **names = NULL;
    int32_t room = 0;
    for (struct dirent *entry; (entry = readdir(handle)) != NULL && *count < limit && list_now() < search->end;) {
        if (entry->d_name[0] == '.') continue;
        if (*count == room) {
            char **more = realloc(names, (size_t)(room = room * 2 + 64) * sizeof *names);
            if (more == NULL) break;
            names = more;
        }
        if ((names[*count] = strdup(entry->d_name)) == NULL) break;
        ++*count;
    }
    if (names != NULL) qsort(names, (size_t)*count, sizeof *names, compare);
    return names;
}

static void find(const struct search *search, const char *folder, int depth) {
    struct files *files = search->files;
    struct stat status;
    if (stat(folder, &status) != 0 || is_among(files->folders, files->folder_count, &status)) return;
    if (depth > LIST_DEPTH || files->folder_count == LIST_FOLDERS)
        return list_problem(search->list, folder, "is too deep, or there are too many folders");
    files->folders[files->folder_count++] = (struct identity){status.st_dev, status.st_ino};
    if (!S_ISDIR(status.st_mode)) return list_problem(search->list, folder, "is no folder");
    DIR *handle = opendir(folder);
    if (handle == NULL) return list_problem(search->list, folder, strerror(errno));
    int32_t count = 0;
    char **names = names_of(search, handle, &count);
    closedir(handle);
    for (int32_t i = 0; i < count; i++) {
        char *path = NULL;
        if (list_now() < search->end && asprintf(&path, "%s/%s", folder, names[i]) >= 0) {
            look(search, path, depth);
            free(path);
        }
        free(names[i]);
    }
    free(names);
}

void list_find(struct list *list, struct files *files, int32_t kind, const char *path, int64_t end) {
    const struct search search = {list, files, kind, end};
    char *folders = strdup(path), *rest = folders;
    for (char *folder; folders != NULL && (folder = strsep(&rest, ":")) != NULL;) {
        size_t length = strlen(folder);
        while (length > 1 && folder[length - 1] == '/') folder[--length] = 0;
        if (folder[0] == '/') find(&search, folder, 0);
    }
    free(folders);
    if (list_now() >= end)
        list_line(list, "-", "Some plug-ins are left out: looking through the folders took too long", NULL);
    if (files->surplus_count == 0) return;
    char *text = NULL;
    if (asprintf(
            &text, "%d %s are left out: no more than %d are read", files->surplus_count,
            kind == CPLUGIN_LV2 ? "LV2 bundles" : "CLAP files", LIST_FILES) < 0)
        return;
    list_line(list, "-", text, NULL);
    free(text);
}
