#include "CFluidSynthPeer.h"

#include <fluidsynth.h>
#include <stdlib.h>

typedef struct {
    fluid_settings_t *settings;
    fluid_synth_t *synth;
} Peer;

void cfluidsynth_peer_free(void *peer) {
    Peer *p = peer;
    delete_fluid_synth(p->synth);
    delete_fluid_settings(p->settings);
    free(p);
}

void *cfluidsynth_peer_make(const char *bank, double rate, int32_t polyphony) {
    Peer *p = malloc(sizeof *p);
    p->settings = new_fluid_settings();
    fluid_settings_setnum(p->settings, "synth.sample-rate", rate);
    fluid_settings_setint(p->settings, "synth.polyphony", polyphony);
    fluid_settings_setint(p->settings, "synth.reverb.active", 0);
    fluid_settings_setint(p->settings, "synth.chorus.active", 0);
    p->synth = new_fluid_synth(p->settings);
    if (fluid_synth_sfload(p->synth, bank, 1) == FLUID_FAILED) {
        cfluidsynth_peer_free(p);
        return NULL;
    }
    return p;
}

void cfluidsynth_peer_program(void *peer, int32_t channel, int32_t program) {
    fluid_synth_program_change(((Peer *)peer)->synth, channel, program);
}

void cfluidsynth_peer_note_on(void *peer, int32_t channel, int32_t key, int32_t velocity) {
    fluid_synth_noteon(((Peer *)peer)->synth, channel, key, velocity);
}

int32_t cfluidsynth_peer_render(void *peer, float *left, float *right, int32_t frame_count) {
    Peer *p = peer;
    fluid_synth_write_float(p->synth, frame_count, left, 0, 1, right, 0, 1);
    return fluid_synth_get_active_voice_count(p->synth);
}
