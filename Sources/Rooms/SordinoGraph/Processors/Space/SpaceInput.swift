import SordinoRealtime
import SordinoSignal

/// What a source asks of the environments that it leads to; the numbers are those of `AVAudio3DMixing`.
package struct SpaceValues: BitwiseCopyable, Equatable, Sendable {
    /// `AVAudio3DMixingRenderingAlgorithm`.
    package var algorithm: Int32 = 0
    /// `AVAudio3DMixingSourceMode`.
    package var sourceMode: Int32 = 0
    /// `AVAudio3DMixingPointSourceInHeadMode`.
    package var inHeadMode: Int32 = 0
    /// Metres, in the room.
    package var position = SpacePoint(0, 0, 0)
    /// 0 dry to 1 wet.
    package var reverbBlend: Float = 0
    /// Decibels at 5 kHz, -100 to 0.
    package var obstruction: Float = 0
    package var occlusion: Float = 0
    /// Whether sources that leave the algorithm to the environment are not heard through the listener's own head.
    package var isOwnHeadRefused = false

    /// The defaults of `AVAudio3DMixing`.
    @_noAllocation @_noLocks
    package init() {}
}

/// The place of one input of an environment, and its voices.
///
/// Set from any thread at any time; what is set while sound is rendered is glided to.
package final class SpaceInput: @unchecked Sendable {
    let held: Held<SpaceInputState>
    private let buffer: TripleBuffer<SpaceValues>
    private let wanted: Guarded<SpaceValues>
    private let directions: UnsafeMutablePointer<SpacePoint>

    /// Makes the place of an input that carries a format.
    ///
    /// - Thread: control.
    init(format: BusFormat) {
        let count = min(format.channelCount, SpatialVoice.channelLimit)
        buffer = TripleBuffer(SpaceValues())
        wanted = Guarded(SpaceValues())
        directions = .allocate(capacity: count)
        let places = format.places ?? ChannelPlace.usual(channelCount: format.channelCount) ?? []
        let angles = ChannelPlace.angles(of: places)
        let voices = UnsafeMutablePointer<SpatialVoice>.allocate(capacity: count)
        for channel in 0..<count {
            let angle = channel < angles.count ? angles[channel] : nil
            let (azimuth, elevation) = (
                Double(angle?.azimuth ?? 0) * .pi / 180, Double(angle?.elevation ?? 0) * .pi / 180
            )
            (directions + channel).initialize(
                to: SpacePoint(
                    Float(RealtimeMath.cos(elevation) * RealtimeMath.sin(azimuth)), Float(RealtimeMath.sin(elevation)),
                    Float(-RealtimeMath.cos(elevation) * RealtimeMath.cos(azimuth))))
            (voices + channel).initialize(to: SpatialVoice())
        }
        held = Held(
            SpaceInputState(
                reader: buffer.reader, voices: voices, directions: UnsafePointer(directions), voiceCount: count))
    }

    deinit {
        for index in 0..<held.pointer.pointee.voiceCount { held.pointer.pointee.voices[index].deallocate() }
        held.pointer.pointee.voices.deallocate()
        directions.deallocate()
    }

    /// What is asked for.
    package var values: SpaceValues {
        get { wanted.withLock { $0 } }
        set {
            wanted.withLock { values in
                values = newValue
                buffer.writer.set(newValue)
            }
        }
    }

    /// Lets the next block begin at the set values, without a past; called while nothing renders.
    func settle() {
        for index in 0..<held.pointer.pointee.voiceCount { held.pointer.pointee.voices[index].reset() }
    }
}

/// What the render thread keeps of one input of an environment.
struct SpaceInputState: BitwiseCopyable {
    let reader: TripleBufferReader<SpaceValues>
    let voices: UnsafeMutablePointer<SpatialVoice>
    /// Where the channels of a bed come from.
    let directions: UnsafePointer<SpacePoint>
    let voiceCount: Int
}
