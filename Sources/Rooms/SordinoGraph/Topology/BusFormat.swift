import SordinoRealtime
import SordinoSignal

/// The format of a bus: deinterleaved 32-bit floats at a rate, with a number of channels and a place for each.
package struct BusFormat: Hashable, Sendable, BitwiseCopyable, CustomStringConvertible {
    /// Frames in one second; above 0.
    package var sampleRate: Double
    /// The number of channels, 1 or more.
    package let channelCount: Int
    private let order: ChannelOrder?

    /// Makes a format.
    ///
    /// - Parameter places: One for each channel; unless all are loudspeakers, or all components of one sound field, the
    ///   usual ones count.
    package init(sampleRate: Double, channelCount: Int, places: [ChannelPlace]? = nil) {
        self.sampleRate = sampleRate
        self.channelCount = channelCount
        // One and two channels are the usual ones: nearly all buses have such formats, so they get no list.
        guard let places, places.count == channelCount, channelCount > 2,
            places != ChannelPlace.usual(channelCount: channelCount),
            places.allSatisfy(\.isLoudspeaker) || places.allSatisfy(\.isSoundField)
        else {
            order = nil
            return
        }
        order = ChannelOrder(places)
    }

    /// Indicates whether rate and channel count are within `SoundLimits`.
    package var isAccepted: Bool { SoundLimits.accepts(sampleRate: sampleRate, channelCount: channelCount) }

    /// The places of the channels where they are not the usual ones of their count; nil for those.
    package var places: [ChannelPlace]? { order?.places }

    /// Returns whether another format has the same rate and as many channels, wherever they belong.
    package func fits(_ other: BusFormat) -> Bool {
        sampleRate == other.sampleRate && channelCount == other.channelCount
    }

    /// The gains by which this format's channels are heard in those of another, row by row; nil where channels meet by
    /// number.
    ///
    /// A sound field is decoded to the loudspeakers of the other.
    package func fold(into target: BusFormat) -> [Float]? {
        if let field = soundField, target.places != places {
            return field.gains(to: target.places ?? ChannelPlace.usual(channelCount: target.channelCount) ?? [])
        }
        return otherwise(into: target)
    }

    /// The decoder of a sound field; nil for other formats.
    package var soundField: SoundField? { places.flatMap { SoundField(places: $0) } }

    private func otherwise(into target: BusFormat) -> [Float]? {
        ChannelMatrix.fold(
            from: places, channelCount: channelCount, to: target.places, channelCount: target.channelCount)
    }

    /// The channels that a pan moves.
    var sides: PanSides {
        guard let places, let left = places.firstIndex(of: .left), let right = places.firstIndex(of: .right) else {
            return PanSides(left: 0, right: 1)
        }
        return PanSides(left: left, right: right)
    }

    /// Such as "48000 Hz, 2 ch".
    package var description: String { "\(sampleRate) Hz, \(channelCount) ch" }
}

/// The channels of an output that a pan moves: left and right, wherever they are; the first two where there are no such
/// places.
struct PanSides: BitwiseCopyable {
    let left: Int
    let right: Int
}
