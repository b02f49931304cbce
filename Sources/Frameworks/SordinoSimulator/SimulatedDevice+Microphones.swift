import AVFAudio
import SordinoHardware
import SordinoPolicy

/// A sound at a microphone of a simulated device.
public enum SimulatedSound: Hashable, Sendable {
    /// A sine; `amplitude` is the peak, linear.
    case tone(hertz: Double, amplitude: Float)
    /// White noise within ±`amplitude`, the same for the same seed.
    case noise(seed: UInt64, amplitude: Float)
    /// A recording, one array for each channel.
    case recording([[Float]], sampleRate: Double, repeats: Bool)
    /// The sound of an output of the device, through the air of a small room.
    case output(AVAudioSession.Port)
}

extension SimulatedDevice {
    /// The room that the device is in: the sound of the built-in loudspeakers reaches the built-in microphones through
    /// it.
    ///
    /// The sounds set by `microphone` are added to it. Nil, as at first, is open air, which reflects nothing.
    ///
    /// A device that runs at another rate afterwards must be put into the room again.
    public var acoustics: SimulatedAcoustics? {
        get { senses.withLock(\.acoustics) }
        set {
            senses.withLock { $0.acoustics = newValue }
            listen()
        }
    }

    /// Sets the sounds at a microphone, beside the room; several sounds add up, none is silence.
    ///
    /// - Parameter portType: The first input of this kind; nothing happens if there is none.
    public func microphone(_ portType: AVAudioSession.Port = .builtInMic, hears sounds: SimulatedSound...) {
        let input = hardware.ports.first { $0.direction == .input && $0.type == portType }
        guard let input else { return }
        senses.withLock { $0.sounds[input.uid] = sounds }
        listen(only: input.uid)
    }

    /// Sends the sounds and the room to the microphones of the virtual hardware; to all of them, or to one.
    private func listen(only uid: String? = nil) {
        let ports = hardware.ports
        let senses = senses.withLock { $0 }
        for input in ports where input.direction == .input && (uid == nil || input.uid == uid) {
            var sources = (senses.sounds[input.uid] ?? []).compactMap { source(of: $0, ports) }
            if let acoustics = senses.acoustics, input.type == .builtInMic {
                sources += ports.filter { $0.direction == .output && $0.type == .builtInSpeaker }.map {
                    .acoustics(portUID: $0.uid, acoustics.room)
                }
            }
            hardware.setMicrophone(portUID: input.uid, sources)
        }
    }

    private func source(of sound: SimulatedSound, _ ports: [SordinoPolicy.Port]) -> MicrophoneSource? {
        switch sound {
        case .tone(let hertz, let amplitude): return .sine(hertz: hertz, amplitude: amplitude)
        case .noise(let seed, let amplitude): return .noise(seed: seed, amplitude: amplitude)
        case .recording(let channels, let sampleRate, let repeats):
            return .samples(channels, sampleRate: sampleRate, repeats: repeats)
        case .output(let type):
            let output = ports.first { $0.direction == .output && $0.type == type }
            return output.map { .room(portUID: $0.uid, .smallRoom) }
        }
    }
}

/// The sounds at the microphones of a simulated device.
struct Senses {
    var acoustics: SimulatedAcoustics?
    /// By the UID of the port.
    var sounds: [String: [SimulatedSound]] = [:]
}
