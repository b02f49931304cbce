#include "CCurl.h"

#include <dlfcn.h>
#include <pthread.h>

// The result of `curl_multi_info_read`.
struct message {
    int kind;
    void *easy;
    union {
        void *whatever;
        int code;
    } data;
};

enum { MESSAGE_DONE = 1, GLOBAL_ALL = 3 };

static struct {
    int (*global_init)(long flags);
    void *(*easy_init)(void);
    void (*easy_cleanup)(void *);
    int (*easy_setopt)(void *, int option, ...);
    const char *(*easy_strerror)(int);
    void *(*slist_append)(void *, const char *);
    void (*slist_free_all)(void *);
    void *(*multi_init)(void);
    int (*multi_cleanup)(void *);
    int (*multi_add_handle)(void *, void *);
    int (*multi_remove_handle)(void *, void *);
    int (*multi_perform)(void *, int *running);
    int (*multi_poll)(void *, void *, unsigned, int milliseconds, int *);
    int (*multi_wakeup)(void *);
    struct message *(*multi_info_read)(void *, int *);
} curl;

static bool is_open;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static bool find(void *library, const char *name, void **function) {
    *function = dlsym(library, name);
    return *function != NULL;
}

static bool load(const char *name) {
    // Never closed: its memory for each thread outlives any transfer.
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    return library != NULL && find(library, "curl_global_init", (void **)&curl.global_init)
        && find(library, "curl_easy_init", (void **)&curl.easy_init)
        && find(library, "curl_easy_cleanup", (void **)&curl.easy_cleanup)
        && find(library, "curl_easy_setopt", (void **)&curl.easy_setopt)
        && find(library, "curl_easy_strerror", (void **)&curl.easy_strerror)
        && find(library, "curl_slist_append", (void **)&curl.slist_append)
        && find(library, "curl_slist_free_all", (void **)&curl.slist_free_all)
        && find(library, "curl_multi_init", (void **)&curl.multi_init)
        && find(library, "curl_multi_cleanup", (void **)&curl.multi_cleanup)
        && find(library, "curl_multi_add_handle", (void **)&curl.multi_add_handle)
        && find(library, "curl_multi_remove_handle", (void **)&curl.multi_remove_handle)
        && find(library, "curl_multi_perform", (void **)&curl.multi_perform)
        && find(library, "curl_multi_poll", (void **)&curl.multi_poll)
        && find(library, "curl_multi_wakeup", (void **)&curl.multi_wakeup)
        && find(library, "curl_multi_info_read", (void **)&curl.multi_info_read);
}

static void open_once(void) {
    static const char *const names[] = {"libcurl.so.4", "libcurl-gnutls.so.4"};
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]) && !is_open; i++) {
        is_open = load(names[i]) && curl.global_init(GLOBAL_ALL) == 0;
    }
}

bool ccurl_open(void) {
    pthread_once(&once, open_once);
    return is_open;
}

void *ccurl_easy_init(void) { return curl.easy_init(); }
void ccurl_easy_cleanup(void *easy) { curl.easy_cleanup(easy); }
void ccurl_set_number(void *easy, long option, long value) { curl.easy_setopt(easy, (int)option, value); }
void ccurl_set_pointer(void *easy, long option, const void *value) { curl.easy_setopt(easy, (int)option, value); }
void ccurl_set_function(void *easy, long option, ccurl_take value) { curl.easy_setopt(easy, (int)option, value); }
const char *ccurl_error_text(long code) { return curl.easy_strerror((int)code); }

void *ccurl_list_append(void *list, const char *text) {
    void *longer = curl.slist_append(list, text);
    return longer != NULL ? longer : list;
}
void ccurl_list_free(void *list) { curl.slist_free_all(list); }

void *ccurl_multi_init(void) { return curl.multi_init(); }
void ccurl_multi_cleanup(void *multi) { curl.multi_cleanup(multi); }
bool ccurl_multi_add(void *multi, void *easy) { return curl.multi_add_handle(multi, easy) == 0; }
void ccurl_multi_remove(void *multi, void *easy) { curl.multi_remove_handle(multi, easy); }

bool ccurl_multi_perform(void *multi) {
    int running = 0;
    return curl.multi_perform(multi, &running) == 0;
}

void ccurl_multi_poll(void *multi, int milliseconds) { curl.multi_poll(multi, NULL, 0, milliseconds, NULL); }
void ccurl_multi_wakeup(void *multi) { curl.multi_wakeup(multi); }

void *ccurl_multi_ended(void *multi, long *code) {
    int left = 0;
    struct message *message;
    while ((message = curl.multi_info_read(multi, &left)) != NULL) {
        if (message->kind != MESSAGE_DONE) continue;
        *code = message->data.code;
        return message->easy;
    }
    return NULL;
}
