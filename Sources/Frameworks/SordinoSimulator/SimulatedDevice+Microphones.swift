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

/// The side of a simulated device that a sound comes from.
public enum SimulatedSide: Hashable, Sendable {
    case front, back, top, bottom, left, right

    /// The cosine of the angle to the side that a microphone faces, by Apple's name of it.
    func cosine(to orientation: String) -> Double {
        switch (self, orientation) {
        case (.front, "Front"), (.back, "Back"), (.top, "Top"), (.bottom, "Bottom"), (.left, "Left"), (.right, "Right"):
            1
        case (.front, "Back"), (.back, "Front"), (.top, "Bottom"), (.bottom, "Top"), (.left, "Right"), (.right, "Left"):
            -1
        default: 0
        }
    }

    /// The factor with which a microphone picks up sound of this side: a + (1 - a) cos, the formula of first-order patterns.
    func gain(of orientation: String?, _ pattern: String?) -> Float {
        guard let orientation else { return 1 }
        let share =
            switch pattern {
            case "Cardioid": 0.5
            case "Subcardioid": 0.7
            default: 1.0
            }
        return Float(share + (1 - share) * cosine(to: orientation))
    }
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
        senses.withLock { $0.sounds[input.uid] = sounds.map { Senses.Heard(sound: $0, side: nil) } }
        listen(only: input.uid)
    }

    /// Adds a sound that comes from one side of the device.
    ///
    /// How loud it is depends on the data source and the polar pattern that the session in charge has chosen.
    /// The function without a side replaces it.
    ///
    /// - Parameter portType: The first input of this kind; nothing happens if there is none.
    public func microphone(
        _ portType: AVAudioSession.Port = .builtInMic, hears sound: SimulatedSound, from side: SimulatedSide
    ) {
        let input = hardware.ports.first { $0.direction == .input && $0.type == portType }
        guard let input else { return }
        senses.withLock { $0.sounds[input.uid, default: []].append(Senses.Heard(sound: sound, side: side)) }
        listen(only: input.uid)
    }

    /// Follows the microphones that the session in charge has chosen.
    func follow(_ dataSources: [SelectedDataSource]) {
        let hasChanged = senses.withLock { senses in
            defer { senses.dataSources = dataSources }
            return senses.dataSources != dataSources && senses.sounds.values.contains { $0.contains { $0.side != nil } }
        }
        if hasChanged { listen() }
    }

    /// Sends the sounds and the room to the microphones of the virtual hardware; to all of them, or to one.
    private func listen(only uid: String? = nil) {
        let ports = hardware.ports
        let senses = senses.withLock { $0 }
        for input in ports where input.direction == .input && (uid == nil || input.uid == uid) {
            var sources = (senses.sounds[input.uid] ?? []).compactMap { heard in
                source(of: heard.sound, ports).map { $0.scaled(senses.gain(of: heard, at: input)) }
            }
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
    /// A sound, and the side that it comes from; nil for all around.
    struct Heard {
        var sound: SimulatedSound
        var side: SimulatedSide?
    }
    /// By the UID of the port.
    var sounds: [String: [Heard]] = [:]
    /// The microphones of the session in charge.
    var dataSources: [SelectedDataSource] = []

    /// The factor with which an input picks a sound up.
    func gain(of heard: Heard, at port: SordinoPolicy.Port) -> Float {
        guard let side = heard.side else { return 1 }
        let chosen = dataSources.first { $0.portUID == port.uid }
        let source = port.dataSources.first { $0.id == chosen?.selected }
        return side.gain(of: source?.orientation, chosen?.selectedPattern)
    }
}

extension MicrophoneSource {
    /// The same sound, louder or softer; the room's own sounds are as loud as they are.
    fileprivate func scaled(_ gain: Float) -> MicrophoneSource {
        switch self {
        case .sine(let hertz, let amplitude): .sine(hertz: hertz, amplitude: amplitude * gain)
        case .noise(let seed, let amplitude): .noise(seed: seed, amplitude: amplitude * gain)
        case .samples(let channels, let sampleRate, let repeats):
            gain == 1
                ? self : .samples(channels.map { $0.map { $0 * gain } }, sampleRate: sampleRate, repeats: repeats)
        case .room, .acoustics: self
        }
    }
}
