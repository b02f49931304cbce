import SordinoHardware
import SordinoPolicy
import SordinoSession
import Synchronization

/// The sounds of the actors of the system: the ringtone, the caller's voice, the alarm, the assistant.
///
/// A device for trying things out makes a tone for each. On a real one they come from other programs: the voice of a
/// call from the telephone, a ringtone from the telephone's program or the sound theme, an alarm from the clock. A
/// device may bring recordings.
package final class ActorVoices: ActorSounds {
    /// One sound of an actor.
    package enum Sound: CaseIterable, Hashable, Sendable {
        case ringtone, callVoice, alarm, emergency, assistantVoice, screenReaderVoice, systemSound

        var actor: SystemActor {
            switch self {
            case .ringtone, .callVoice: .call
            case .alarm: .alarm
            case .emergency: .emergency
            case .assistantVoice: .assistant
            case .screenReaderVoice: .screenReader
            case .systemSound: .systemSounds
            }
        }

        /// Hertz of the generated tone; multiples of 100, so that they can be told apart within 10 ms.
        package var hertz: Double {
            switch self {
            case .ringtone: 800
            case .callVoice: 600
            case .alarm: 900
            case .emergency: 700
            case .assistantVoice: 500
            case .screenReaderVoice: 400
            case .systemSound: 300
            }
        }
    }

    private struct State {
        var recordings: [Sound: LoopingVoice.Recording] = [:]
        var playing: [SystemActor: LoopingVoice] = [:]
        var callSound = Sound.ringtone
        /// Actors whose sound another program plays, until they fall silent.
        var left = Set<SystemActor>()
    }

    private let hardware: any ProgramHardware
    private let generates: Bool
    private let state = Mutex(State())

    /// - Parameter generates: Whether a sound without a recording is a generated tone; else it is not heard.
    package init(hardware: any ProgramHardware, generates: Bool = true) {
        self.hardware = hardware
        self.generates = generates
    }

    /// Uses this recording for the sound from its next beginning on; nil for the generated tone, where there are such.
    package func setRecording(_ recording: LoopingVoice.Recording?, for sound: Sound) {
        state.withLock { $0.recordings[sound] = recording }
    }

    /// Selects an actor's sound by the actor's phase.
    package func follow(_ event: Event) {
        switch event {
        case .callRings: state.withLock { $0.callSound = .ringtone }
        case .callAccepted: goOn(with: .callVoice)
        case .callGivesWay: goOn(with: .ringtone)
        default: break
        }
    }

    /// Continues a call that sounds with another sound: the voice after the ringtone, the ringtone of a call that waited.
    private func goOn(with sound: Sound) {
        let isSounding = state.withLock { state in
            state.callSound = sound
            return state.playing[.call] != nil
        }
        if isSounding { set(.call, sounds: true) }
    }

    /// Leaves the sound of an actor to another program the next time that it begins.
    package func leave(_ actor: SystemActor) { state.withLock { _ = $0.left.insert(actor) } }

    package func set(_ actor: SystemActor, sounds: Bool) {
        let (old, new) = state.withLock { state -> (LoopingVoice?, LoopingVoice?) in
            let old = state.playing[actor]
            if !sounds { state.left.remove(actor) }
            let new = sounds && !state.left.contains(actor) ? makeVoice(sound(of: actor, state), state) : nil
            state.playing[actor] = new
            return (old, new)
        }
        old?.stop()
        // A ringtone that the hardware refuses (no port, server gone) is silent; the call continues.
        try? new?.play()
    }

    private func sound(of actor: SystemActor, _ state: borrowing State) -> Sound {
        switch actor {
        case .call: state.callSound
        case .alarm: .alarm
        case .emergency: .emergency
        case .assistant: .assistantVoice
        case .screenReader: .screenReaderVoice
        case .systemSounds: .systemSound
        }
    }

    private func makeVoice(_ sound: Sound, _ state: borrowing State) -> LoopingVoice? {
        let recording = state.recordings[sound] ?? (generates ? .tone(hertz: sound.hertz) : nil)
        guard let recording else { return nil }
        return LoopingVoice(
            hardware: hardware,
            description: StreamDescription(
                program: .actor(sound.actor), audioClass: .media, name: "\(sound)", outputChannels: 1),
            recording: recording)
    }
}

extension LoopingVoice.Recording {
    /// A sine that loops without a seam.
    ///
    /// - Parameters:
    ///   - hertz: A multiple of 1; the loop is one second long.
    ///   - amplitude: Linear, of the peak.
    package static func tone(hertz: Double, amplitude: Double = 0.25, sampleRate: Double = 48_000) -> Self {
        let samples = (0..<Int(sampleRate)).map { frame in
            let turns = hertz * Double(frame) / sampleRate
            return Float(amplitude * exactSine(turns: turns - turns.rounded(.down)))
        }
        return Self(samples: samples, sampleRate: sampleRate)
    }

    /// The sine of a part of a turn, the same bits on every machine.
    ///
    /// - Parameter turns: 0 to 1.
    private static func exactSine(turns: Double) -> Double {
        // sin(2πt) = cos(π(2t - 1/2)), brought to where the cosine is computed: 0 to 1.
        let place = abs(2 * turns - 0.5)
        return exactCosinePi(place > 1 ? 2 - place : place)
    }
}

extension SessionService {
    /// The voices of the actors; nil where something else makes them heard.
    package var actorVoices: ActorVoices? { actors as? ActorVoices }
}
