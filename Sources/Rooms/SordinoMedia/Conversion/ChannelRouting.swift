import CoreAudioTypes
import SordinoSignal

/// The mapping of a converter's input channels to its output channels.
enum ChannelRouting: Equatable {
    /// Each to its own.
    case identity
    /// Each output plays one input, or nothing (-1).
    case map([Int])
    /// Gains, a row for each output.
    case matrix([Float])

    /// Makes the mapping that the settings and the formats ask for.
    ///
    /// A mix map goes before a channel map, that before a downmix; without any of them channels keep their places where
    /// both layouts name them, one channel is heard in the first two, and channels too many are dropped.
    ///
    /// - Throws: `value` for a map that does not fit.
    init(
        _ settings: ConversionSettings, from input: ConversionFormat, to output: ConversionFormat
    ) throws(ConversionError) {
        let (inputCount, outputCount) = (input.media.channelCount, output.media.channelCount)
        if let gains = settings.mixMap {
            guard gains.count == inputCount * outputCount, gains.allSatisfy(\.isFinite) else {
                throw .value("a mix map of \(gains.count) gains for \(inputCount) to \(outputCount) channels")
            }
            self = .matrix(gains)
            return
        }
        if let map = settings.channelMap {
            guard map.count == outputCount, map.allSatisfy({ $0 >= -1 && $0 < inputCount }) else {
                throw .value("a channel map \(map) for \(inputCount) to \(outputCount) channels")
            }
            self = inputCount == outputCount && map == Array(0..<inputCount) ? .identity : .map(map)
            return
        }
        let map = Self.places(input, output) ?? Self.usual(inputCount, outputCount)
        if settings.downmixes, inputCount > outputCount || map.contains(-1) || Set(map).count < inputCount {
            let gains = Self.downmix(input, output)
            if let gains {
                self = .matrix(gains)
                return
            }
        }
        self = inputCount == outputCount && map == Array(0..<inputCount) ? .identity : .map(map)
    }

    /// The map that stands for the routing; nil for a matrix.
    func channelMap(outputCount: Int) -> [Int]? {
        switch self {
        case .identity: Array(0..<outputCount)
        case .map(let map): map
        case .matrix: nil
        }
    }

    /// Indicates whether samples are multiplied and added.
    var isArithmetic: Bool {
        if case .matrix = self { return true }
        return false
    }

    /// The default map without layouts: mono goes to the first two channels, others keep their numbers.
    private static func usual(_ inputCount: Int, _ outputCount: Int) -> [Int] {
        if inputCount == 1 { return (0..<outputCount).map { $0 < 2 ? 0 : -1 } }
        return (0..<outputCount).map { $0 < inputCount ? $0 : -1 }
    }

    /// The map between two layouts that name the same loudspeakers.
    private static func places(_ input: ConversionFormat, _ output: ConversionFormat) -> [Int]? {
        guard let from = input.layout?.labels, let to = output.layout?.labels, from != to,
            from.count == input.media.channelCount, to.count == output.media.channelCount,
            Set(from).count == from.count, Set(from) == Set(to)
        else { return nil }
        return to.map { place in from.firstIndex(of: place) ?? -1 }
    }

    /// The gains by which the input is heard in the output: those of mixers and players.
    ///
    /// Nil where channels keep their numbers.
    private static func downmix(_ input: ConversionFormat, _ output: ConversionFormat) -> [Float]? {
        func places(_ format: ConversionFormat) -> [ChannelPlace]? {
            format.layout?.labels.map { $0.map { ChannelPlace(rawValue: $0) } }
        }
        let (inputCount, outputCount) = (input.media.channelCount, output.media.channelCount)
        if inputCount == 1 { return places(output).flatMap { ChannelMatrix.gains(from: [.mono], to: $0) } }
        let fold = ChannelMatrix.fold(
            from: places(input), channelCount: inputCount, to: places(output), channelCount: outputCount)
        if fold == nil, outputCount == 1 { return ChannelMatrix.gainsByNumber(from: inputCount, to: outputCount) }
        return fold
    }
}

extension ChannelLayout {
    /// The loudspeakers in the order of the channels (`AudioChannelLabel`); nil if the layout does not name them.
    package var labels: [UInt32]? {
        switch tag {
        case Self.useDescriptions: channels.map(\.label)
        case Self.useBitmap: ChannelPlaces.labels(of: AudioChannelBitmap(rawValue: bitmap))
        default: ChannelPlaces.labels(of: tag)
        }
    }
}

/// Carries a routing out.
final class ChannelMixing {
    let routing: ChannelRouting
    private let matrix: ChannelMatrix?
    private let map: [Int]

    init(_ routing: ChannelRouting, inputCount: Int, outputCount: Int) {
        self.routing = routing
        map = routing.channelMap(outputCount: outputCount) ?? []
        if case .matrix(let gains) = routing {
            matrix = ChannelMatrix(inputCount: inputCount, outputCount: outputCount, gains: gains)
        } else {
            matrix = nil
        }
    }

    /// Moves all frames of `source` behind those of `target`, as many as there is room for.
    func mix(_ source: PlanarFrames, into target: PlanarFrames) {
        let count = min(source.count, target.room)
        let width = source.kind.byteCount
        if let matrix {
            for channel in 0..<target.channelCount { clear(target, channel, count, width) }
            let (first, end) = (source.start, target.end)
            for output in 0..<matrix.outputCount {
                for input in 0..<matrix.inputCount {
                    let gain = matrix.rows.gain(output: output, input: input)
                    guard gain != 0 else { continue }
                    Mixing.add(
                        source.floats[input] + first, gain: gain, to: target.floats[output] + end, frameCount: count)
                }
            }
        } else {
            for channel in 0..<map.count {
                let from = map[channel]
                if from >= 0 {
                    copy(source, from, target, channel, count, width)
                } else {
                    clear(target, channel, count, width)
                }
            }
        }
        source.took(count)
        target.put(count)
    }

    private func copy(
        _ source: PlanarFrames, _ from: Int, _ target: PlanarFrames, _ channel: Int, _ count: Int, _ width: Int
    ) {
        (target.planes[channel] + target.end * width)
            .copyMemory(from: source.planes[from] + source.start * width, byteCount: count * width)
    }

    private func clear(_ target: PlanarFrames, _ channel: Int, _ count: Int, _ width: Int) {
        UnsafeMutableRawBufferPointer(start: target.planes[channel] + target.end * width, count: count * width)
            .initializeMemory(as: UInt8.self, repeating: 0)
    }
}
