import SordinoRealtime
import SordinoSignal

/// The settings of a source for the environments that it leads to; the numbers are those of `AVAudio3DMixing`.
package struct SpaceValues: BitwiseCopyable, Equatable, Sendable {
    /// A number of `AVAudio3DMixingRenderingAlgorithm`.
    package var algorithm: Int32 = 0
    /// A number of `AVAudio3DMixingSourceMode`.
    package var sourceMode: Int32 = 0
    /// A number of `AVAudio3DMixingPointSourceInHeadMode`.
    package var inHeadMode: Int32 = 0
    /// Metres, in the room.
    package var position = SpacePoint(0, 0, 0)
    /// 0 dry to 1 wet.
    package var reverbBlend: Float = 0
    /// Decibels at 5 kHz, -100 to 0.
    package var obstruction: Float = 0
    package var occlusion: Float = 0
    /// Indicates whether sources that leave the algorithm to the environment are not heard through the listener's own
    /// head.
    package var isOwnHeadRefused = false

    /// The defaults of `AVAudio3DMixing`.
    @_noAllocation @_noLocks
    package init() {}
}

/// The place of one input of an environment, and its voices.
///
/// Set from any thread at any time; changes glide while sound is rendered.
package final class SpaceInput: Sendable {
    let held: Held<SpaceInputState>
    let speed = Held(InputSpeed())
    private let buffer: TripleBuffer<SpaceValues>
    private let wanted: Guarded<SpaceValues>
    private let directions: Lent<UnsafeMutablePointer<SpacePoint>>
    private let decoder: Lent<UnsafeMutablePointer<Float>?>

    /// Makes the place of an input that carries a format.
    ///
    /// - Thread: control.
    init(format: BusFormat) {
        let field = format.soundField
        let count = field?.directions.count ?? min(format.channelCount, SpatialVoice.channelLimit)
        buffer = TripleBuffer(SpaceValues())
        wanted = Guarded(SpaceValues())
        let directions = UnsafeMutablePointer<SpacePoint>.allocate(capacity: count)
        let places = format.places ?? ChannelPlace.usual(channelCount: format.channelCount) ?? []
        let angles = ChannelPlace.angles(of: places)
        let voices = UnsafeMutablePointer<SpatialVoice>.allocate(capacity: count)
        for channel in 0..<count {
            let angle = channel < angles.count ? angles[channel] : nil
            let (azimuth, elevation) = (
                Double(angle?.azimuth ?? 0) * .pi / 180, Double(angle?.elevation ?? 0) * .pi / 180
            )
            (directions + channel).initialize(
                to: field?.directions[channel]
                    ?? SpacePoint(
                        Float(RealtimeMath.cos(elevation) * RealtimeMath.sin(azimuth)),
                        Float(RealtimeMath.sin(elevation)),
                        Float(-RealtimeMath.cos(elevation) * RealtimeMath.cos(azimuth))))
            (voices + channel).initialize(to: SpatialVoice())
        }
        let decoder = field.map { field in
            let gains = UnsafeMutablePointer<Float>.allocate(capacity: 2 * field.pressure.count)
            for (index, gain) in (field.pressure + field.energy).enumerated() { (gains + index).initialize(to: gain) }
            return gains
        }
        (self.directions, self.decoder) = (Lent(directions), Lent(decoder))
        held = Held(
            SpaceInputState(
                reader: buffer.reader, voices: voices, directions: UnsafePointer(directions), voiceCount: count,
                decoder: decoder.map { UnsafePointer($0) }))
    }

    deinit {
        for index in 0..<held.pointer.pointee.voiceCount { held.pointer.pointee.voices[index].deallocate() }
        held.pointer.pointee.voices.deallocate()
        directions.value.deallocate()
        decoder.value?.deallocate()
    }

    /// The settings, as last set.
    package var values: SpaceValues {
        get { wanted.withLock { $0 } }
        set {
            wanted.withLock { values in
                values = newValue
                buffer.writer.set(newValue)
            }
        }
    }

    /// How fast the source is played, 0.5 to 2, once the graph varies the connection; 1 at first.
    package var rate: Float {
        get { speed.pointer.pointee.value }
        set { speed.pointer.pointee.set(newValue) }
    }

    /// Lets the next block begin at the set values, without a past; called while nothing renders.
    func settle() {
        for index in 0..<held.pointer.pointee.voiceCount { held.pointer.pointee.voices[index].reset() }
    }
}

/// The render thread's state of one input of an environment.
struct SpaceInputState: BitwiseCopyable {
    let reader: TripleBufferReader<SpaceValues>
    let voices: UnsafeMutablePointer<SpatialVoice>
    /// Where the channels of a bed come from, or the directions that a sound field is decoded to.
    let directions: UnsafePointer<SpacePoint>
    let voiceCount: Int
    /// For a sound field the gains of its channels in each direction, first for ears, then for loudspeakers.
    let decoder: UnsafePointer<Float>?
}
