import SordinoRealtime
import SordinoSignal

/// The part of a microphone's source that the render thread uses.
struct MicrophoneVoice {
    enum Kind { case sine, noise, samples, path, walls }

    let kind: Kind
    /// Indicates whether it comes to all channels of the microphone alike.
    let isEverywhere: Bool
    /// The linear factor of the source.
    var gain: Float
    /// Hertz of a sine, the rate of samples, a path's delay in seconds, how far a room's loudspeaker bends full scale.
    var number: Double = 0
    /// The phase of a sine in turns from 0 to 1, or the index of the next frame of the samples.
    var position: Double = 0
    /// `noise`: the generator's state.
    var random: UInt64 = 0
    /// `samples`: one pointer for each channel.
    var channels: UnsafeMutablePointer<UnsafeMutablePointer<Float>>?
    var channelCount = 0
    var frameCount = 0
    var repeats = false
    /// The recent sound of the output port, for `path` and `walls`.
    var history: UnsafeMutablePointer<PortHistory>?
    /// The convolver of the room, for `walls`.
    var room: UnsafeMutablePointer<RoomConvolverState>?
    /// The frame of the output port that the room expects next, for `walls`; at any other it is reset.
    var nextFrame: Int64 = 0
}

/// A microphone's voices and the memory that they read; made and freed by the control side.
final class MicrophoneVoices {
    let voices: UnsafeMutableBufferPointer<MicrophoneVoice>
    private let recordings: [PlanarBuffer]
    private let histories: [PortHistoryMemory]
    private let rooms: [RoomConvolver]

    /// - Parameters:
    ///   - sampleRate: The device's; a room is made for it.
    ///   - history: Returns the recent sound of the output port with this UID; nil when there is none, and the source
    ///     is silent.
    init(_ sources: [MicrophoneSource], sampleRate: Double = 48_000, history: (String) -> PortHistoryMemory?) {
        var voices: [MicrophoneVoice] = []
        var recordings: [PlanarBuffer] = []
        var histories: [PortHistoryMemory] = []
        var rooms: [RoomConvolver] = []
        for source in sources {
            switch source {
            case .sine(let hertz, let amplitude):
                voices.append(MicrophoneVoice(kind: .sine, isEverywhere: true, gain: amplitude, number: hertz))
            case .noise(let seed, let amplitude):
                voices.append(MicrophoneVoice(kind: .noise, isEverywhere: true, gain: amplitude, random: seed))
            case .samples(let channels, let sampleRate, let repeats):
                let frameCount = channels.map(\.count).min() ?? 0
                guard frameCount > 0, sampleRate > 0 else { continue }
                let recording = PlanarBuffer(channelCount: channels.count, frameCapacity: frameCount)
                for (channel, samples) in channels.enumerated() {
                    for frame in 0..<frameCount { recording.channels[channel][frame] = samples[frame] }
                }
                recordings.append(recording)
                voices.append(
                    MicrophoneVoice(
                        kind: .samples, isEverywhere: false, gain: 1, number: sampleRate, channels: recording.channels,
                        channelCount: channels.count, frameCount: frameCount, repeats: repeats))
            case .room(let portUID, let response):
                guard let memory = history(portUID) else { continue }
                histories.append(memory)
                for path in response.paths {
                    let delay = min(max(path.delaySeconds, 0), RoomResponse.longestDelaySeconds)
                    voices.append(
                        MicrophoneVoice(
                            kind: .path, isEverywhere: true, gain: path.gain, number: delay, history: memory.history))
                }
            case .acoustics(let portUID, let acoustics):
                guard let memory = history(portUID) else { continue }
                let room = RoomConvolver(taps: acoustics.response(sampleRate: sampleRate))
                histories.append(memory)
                rooms.append(room)
                voices.append(
                    MicrophoneVoice(
                        kind: .walls, isEverywhere: true, gain: 1, number: acoustics.drive, history: memory.history,
                        room: room.state))
            }
        }
        self.rooms = rooms
        self.recordings = recordings
        self.histories = histories
        self.voices = .allocate(capacity: voices.count)
        _ = self.voices.initialize(from: voices)
    }

    deinit { voices.deallocate() }
}

/// The recent output of a port, as one channel, by the device's frame number.
struct PortHistory {
    let samples: UnsafeMutablePointer<Float>
    /// A power of two.
    let capacity: Int
    /// The frame after the last one that was written.
    var end: Int64 = 0
    /// The first frame of those that were written without a gap.
    var start: Int64 = 0
}

/// The memory of a port's history.
final class PortHistoryMemory {
    let history: UnsafeMutablePointer<PortHistory>
    private let samples: UnsafeMutablePointer<Float>

    init() {
        // Half a second at 192 kHz and the largest block.
        let capacity = 131_072
        samples = .allocate(capacity: capacity)
        samples.initialize(repeating: 0, count: capacity)
        history = .allocate(capacity: 1)
        history.initialize(to: PortHistory(samples: samples, capacity: capacity))
    }

    deinit {
        history.deallocate()
        samples.deallocate()
    }
}
