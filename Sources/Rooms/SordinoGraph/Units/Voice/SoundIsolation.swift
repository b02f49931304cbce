import CAudioToolbox
import SordinoRealtime
import SordinoSignal

/// AUSoundIsolation: lets a voice through and takes the noise around it away, up to 22 dB of it; for the voice of high
/// quality 12 dB at most, which leaves less to be heard of the processing.
///
/// Each channel is worked on by itself, as a microphone of voice processing without a loudspeaker.
package final class SoundIsolation: UnitProcessor, @unchecked Sendable {
    /// An effect of this subtype.
    package static let identity = UnitIdentity(type: kAudioUnitType_Effect, subtype: kAudioUnitSubType_AUSoundIsolation)
    /// The slots.
    static let (mix, sound) = (0, 1)

    /// Makes one that isolates wholly.
    package init() {
        super.init(
            Self.identity, name: "AUSoundIsolation",
            parameters: [
                ParameterSpec(
                    kAUSoundIsolationParam_WetDryMixPercent, "wetDryMixPercent", "Wet/Dry Mix", .percent, 0...100, 100),
                ParameterSpec(
                    kAUSoundIsolationParam_SoundToIsolate, "soundToIsolate", "Sound to Isolate", .indexed, 0...1, 1,
                    valueNames: ["High Quality Voice", "Voice"]),
            ])
    }

    /// The delay, and 0.1 s for the estimate of the noise.
    package override var tailSeconds: Double { Double(latencyFrames) / sampleRate + 0.1 }

    package override func makeRendering(_ format: BusFormat, _ wiring: Wiring) throws(GraphError) -> UnitRendering {
        guard (8_000...192_000).contains(format.sampleRate) else { throw .unsupportedFormat(wiring.node, format) }
        let memory = UnitMemory()
        let voices = (0..<format.channelCount).map { _ in
            VoiceProcessor(sampleRate: format.sampleRate, referenceChannels: 0, tailSeconds: 0.016)
        }
        for voice in voices { memory.keep(voice) }
        guard let first = voices.first else { throw .unsupportedFormat(wiring.node, format) }
        let states = memory.copies(of: first.state, count: voices.count)
        for (channel, voice) in voices.enumerated() { states[channel] = voice.state }
        let kernel = SoundIsolationKernel(
            voices: states, channelCount: format.channelCount,
            dry: DryLine(channelCount: format.channelCount, delayFrames: first.latencyFrames, memory: memory))
        return .make(
            for: self, format: format, memory: memory, kernel: kernel, latencyFrames: first.latencyFrames,
            run: runSoundIsolation)
    }
}

/// The render thread's part.
struct SoundIsolationKernel: UnitKernel {
    /// A voice for each channel.
    let voices: UnsafeMutablePointer<UnsafeMutablePointer<VoiceState>>
    let channelCount: Int
    var dry: DryLine
    /// Frames of silence that came last.
    var quietFrames = QuietFrames.most
}
