import COpenAL
import Foundation
import SordinoSignal

/// A room, and obstacles between sources and listener: Apple's extension ALC_EXT_ASA, made of the effects of one
/// context.
///
/// Obstruction and occlusion are attenuations at 5 kHz, which is where filters of EFX are measured: occlusion lies
/// before the room, obstruction beside it.
final class AcousticScene {
    /// Values of one source: its send to the room, and the attenuation by obstacles.
    struct Source {
        var sendLevel: ALfloat = 0
        var occlusion: ALfloat = 0
        var obstruction: ALfloat = 0
    }

    private let context: OpaquePointer
    private(set) var isRoomHeard = false
    private(set) var level: ALfloat = 0
    private(set) var room: ALint = 0
    private var sources: [ALuint: Source] = [:]
    /// Made at first use.
    private var slot: ALuint = 0
    private var effect: ALuint = 0

    /// EFX's own gain of a room.
    private static let usualGain: ALfloat = 0.32

    init(_ context: OpaquePointer) { self.context = context }

    func source(_ source: ALuint) -> Source { sources[source] ?? Source() }

    func forget(_ source: ALuint) { sources[source] = nil }

    /// Deletes the effect; the slot is deleted with the context.
    func end(_ library: coal_library) {
        guard slot != 0 else { return }
        let before = library.alcGetThreadContext()
        guard library.alcSetThreadContext(context) != 0 else { return }
        alAuxiliaryEffectSloti(slot, AL_EFFECTSLOT_EFFECT, AL_EFFECT_NULL)
        alDeleteEffects(1, &effect)
        _ = library.alcSetThreadContext(before)
    }

    // MARK: The room

    func setRoomHeard(_ isHeard: Bool) {
        isRoomHeard = isHeard
        update()
    }

    func setLevel(_ decibels: ALfloat) {
        level = min(max(decibels, -40), 40)
        update()
    }

    func setRoom(_ number: ALint) -> Bool {
        guard ReverbPreset.all.contains(where: { $0.number == Int(number) }) else { return false }
        room = number
        update()
        return true
    }

    /// Shapes the effect after the room and puts it into the slot.
    private func update() {
        if slot == 0 {
            guard isRoomHeard else { return }
            alGenAuxiliaryEffectSlots(1, &slot)
            alGenEffects(1, &effect)
            guard slot != 0, effect != 0 else { return }
            alEffecti(effect, AL_EFFECT_TYPE, AL_EFFECT_REVERB)
        }
        guard let preset = ReverbPreset.all.first(where: { $0.number == Int(room) }) else { return }
        let settings = preset.settings
        let decay = min(max(settings.decayAt0HzSeconds, 0.1), 20)
        // At 5 kHz, between the decays that the preset has.
        let ratio = min(max((settings.decayAtNyquistSeconds / decay).squareRoot(), 0.1), 2)
        alEffectf(effect, AL_REVERB_DECAY_TIME, decay)
        alEffectf(effect, AL_REVERB_DECAY_HFRATIO, ratio)
        alEffectf(effect, AL_REVERB_REFLECTIONS_DELAY, min(settings.shortestSeconds, 0.3))
        alEffectf(effect, AL_REVERB_LATE_REVERB_DELAY, min(settings.longestSeconds, 0.1))
        alEffectf(effect, AL_REVERB_GAIN, min(Self.usualGain * pow(10, level / 20), 1))
        alAuxiliaryEffectSloti(slot, AL_EFFECTSLOT_EFFECT, isRoomHeard ? ALint(effect) : AL_EFFECT_NULL)
        for source in sources.keys { send(source) }
    }

    // MARK: Sources

    func set(_ source: ALuint, _ change: (inout Source) -> Void) {
        change(&sources[source, default: Source()])
        let values = self.source(source)
        withFilter(gain: 1, decibelsAt5kHz: values.occlusion + values.obstruction) { filter in
            alSourcei(source, AL_DIRECT_FILTER, ALint(bitPattern: filter))
        }
        send(source)
    }

    private func send(_ source: ALuint) {
        guard slot != 0 else { return }
        let values = self.source(source)
        withFilter(gain: values.sendLevel, decibelsAt5kHz: values.occlusion) { filter in
            alSource3i(source, AL_AUXILIARY_SEND_FILTER, ALint(bitPattern: slot), 0, ALint(bitPattern: filter))
        }
    }

    /// Calls a function with a filter of these values; a source copies the filter.
    private func withFilter(gain: ALfloat, decibelsAt5kHz decibels: ALfloat, _ body: (ALuint) -> Void) {
        var filter: ALuint = 0
        alGenFilters(1, &filter)
        guard filter != 0 else { return }
        alFilteri(filter, AL_FILTER_TYPE, AL_FILTER_LOWPASS)
        alFilterf(filter, AL_LOWPASS_GAIN, gain)
        alFilterf(filter, AL_LOWPASS_GAINHF, pow(10, decibels / 20))
        body(filter)
        alDeleteFilters(1, &filter)
    }
}
