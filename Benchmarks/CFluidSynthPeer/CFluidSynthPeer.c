#include "CFluidSynthPeer.h"

#include <fluidsynth.h>
#include <stdlib.h>

typedef struct {
    fluid_settings_t *settings;
    fluid_synth_t *synth;
    fluid_player_t *player;
} Peer;

void cfluidsynth_peer_free(void *peer) {
    Peer *p = peer;
    if (p->player) delete_fluid_player(p->player);
    delete_fluid_synth(p->synth);
    delete_fluid_settings(p->settings);
    free(p);
}

void *cfluidsynth_peer_make(const char *bank, double rate, int32_t polyphony, int32_t effects) {
    // It warns of each bank without drums.
    fluid_set_log_function(FLUID_WARN, NULL, NULL);
    Peer *p = calloc(1, sizeof *p);
    p->settings = new_fluid_settings();
    fluid_settings_setnum(p->settings, "synth.sample-rate", rate);
    fluid_settings_setint(p->settings, "synth.polyphony", polyphony);
    fluid_settings_setint(p->settings, "synth.reverb.active", effects);
    fluid_settings_setint(p->settings, "synth.chorus.active", effects);
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

void cfluidsynth_peer_note_off(void *peer, int32_t channel, int32_t key) {
    fluid_synth_noteoff(((Peer *)peer)->synth, channel, key);
}

void cfluidsynth_peer_control(void *peer, int32_t channel, int32_t controller, int32_t value) {
    fluid_synth_cc(((Peer *)peer)->synth, channel, controller, value);
}

void cfluidsynth_peer_bend(void *peer, int32_t channel, int32_t value) {
    fluid_synth_pitch_bend(((Peer *)peer)->synth, channel, value);
}

void cfluidsynth_peer_interpolate(void *peer, int32_t order) {
    fluid_synth_set_interp_method(((Peer *)peer)->synth, -1, order);
}

int32_t cfluidsynth_peer_play(void *peer, const uint8_t *bytes, int64_t count) {
    Peer *p = peer;
    p->player = new_fluid_player(p->synth);
    return fluid_player_add_mem(p->player, bytes, (size_t)count) == FLUID_OK && fluid_player_play(p->player) == FLUID_OK;
}

int32_t cfluidsynth_peer_is_playing(void *peer) {
    return fluid_player_get_status(((Peer *)peer)->player) == FLUID_PLAYER_PLAYING;
}

int32_t cfluidsynth_peer_render(void *peer, float *left, float *right, int32_t frame_count) {
    Peer *p = peer;
    fluid_synth_write_float(p->synth, frame_count, left, 0, 1, right, 0, 1);
    return fluid_synth_get_active_voice_count(p->synth);
}
