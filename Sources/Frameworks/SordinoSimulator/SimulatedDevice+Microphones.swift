import AVFAudio
import SordinoHardware

/// Something that a microphone of a simulated device hears.
public enum SimulatedSound: Hashable, Sendable {
    /// A sine; `amplitude` is the peak, linear.
    case tone(hertz: Double, amplitude: Float)
    /// White noise within ±`amplitude`, the same for the same seed.
    case noise(seed: UInt64, amplitude: Float)
    /// A recording, one array for each channel.
    case recording([[Float]], sampleRate: Double, repeats: Bool)
    /// The sound of one of the device's outputs, through the air of a small room.
    case output(AVAudioSession.Port)
}

extension SimulatedDevice {
    /// Says what a microphone hears from now on; several sounds add up, none is silence.
    ///
    /// - Parameter portType: The first input of this kind; nothing happens if there is none.
    public func microphone(_ portType: AVAudioSession.Port = .builtInMic, hears sounds: SimulatedSound...) {
        let ports = hardware.ports
        let input = ports.first { $0.direction == .input && $0.type.rawValue == portType.rawValue }
        guard let input else { return }
        let sources = sounds.compactMap { sound -> MicrophoneSource? in
            switch sound {
            case .tone(let hertz, let amplitude): return .sine(hertz: hertz, amplitude: amplitude)
            case .noise(let seed, let amplitude): return .noise(seed: seed, amplitude: amplitude)
            case .recording(let channels, let sampleRate, let repeats):
                return .samples(channels, sampleRate: sampleRate, repeats: repeats)
            case .output(let type):
                let output = ports.first { $0.direction == .output && $0.type.rawValue == type.rawValue }
                return output.map { .room(portUID: $0.uid, .smallRoom) }
            }
        }
        hardware.setMicrophone(portUID: input.uid, sources)
    }
}
