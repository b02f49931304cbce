import CoreAudioTypes
import CoreMedia
import Foundation
import SordinoMedia
import SordinoSignal

/// Delivers several tracks mixed into one.
open class AVAssetReaderAudioMixOutput: AVAssetReaderOutput, @unchecked Sendable {
    /// The tracks.
    public let audioTracks: [AVAssetTrack]
    /// The settings of the delivered sound: linear PCM; nil for floats with the rate and channels of the richest track.
    public let audioSettings: [String: Any]?
    /// The volumes of the tracks; set before reading begins.
    open var audioMix: AVAudioMix?

    /// Makes an output.
    ///
    /// - Parameters:
    ///   - audioTracks: Tracks of one asset.
    ///   - audioSettings: With `AVFormatIDKey` of linear PCM; other formats stop the program.
    public init(audioTracks: [AVAssetTrack], audioSettings: [String: Any]?) {
        self.audioTracks = audioTracks
        self.audioSettings = audioSettings
        requireCondition(
            Self.format(audioTracks, audioSettings) != nil,
            "*** -[AVAssetReaderAudioMixOutput initWithAudioTracks:audioSettings:] invalid audioSettings: readers make "
                + "linear PCM alone")
        super.init()
    }

    private static func format(_ tracks: [AVAssetTrack], _ settings: [String: Any]?) -> OutputFormat? {
        // The most channels, and the highest rate of those.
        let richest = tracks.max {
            ($0.stream.mChannelsPerFrame, $0.stream.mSampleRate) < ($1.stream.mChannelsPerFrame, $1.stream.mSampleRate)
        }
        guard let richest else { return nil }
        let usual: [String: Any] = [
            AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMIsFloatKey: true, AVLinearPCMBitDepthKey: 32,
        ]
        return OutputFormat(settings ?? usual, source: richest.stream, sourceLayout: richest.layout)
    }

    override func isFit(for asset: AVAsset) -> Bool { audioTracks.allSatisfy { $0.asset === asset } }

    override func makeFeed(_ range: CMTimeRange) throws -> any SampleFeed {
        guard let output = Self.format(audioTracks, audioSettings) else {
            throw AVError.error(.operationNotSupportedForAsset)
        }
        return try MixFeed(audioTracks, audioMix, output, range: range)
    }
}

/// The volume of a track, frame by frame.
struct VolumeLine {
    /// A straight way between two frames; the last value stays until the next way begins.
    private struct Way {
        var start: Int64
        var end: Int64
        var from: Float
        var to: Float
    }

    private let ways: [Way]

    /// Takes the volumes of a track at a rate.
    init(_ parameters: AVAudioMixInputParameters, rate: Double) {
        ways = parameters.ramps.map {
            Way(
                start: $0.range.start.frames(rate: rate), end: $0.range.end.frames(rate: rate), from: $0.from,
                to: $0.to)
        }
    }

    /// Works the gains of frames out: 1 before the first way.
    func fill(_ gains: inout [Float], from start: Int64) {
        var index = (ways.firstIndex { $0.start > start } ?? ways.count) - 1
        for frame in 0..<gains.count {
            let place = start + Int64(frame)
            while index + 1 < ways.count, ways[index + 1].start <= place { index += 1 }
            guard index >= 0 else {
                gains[frame] = 1
                continue
            }
            let way = ways[index]
            gains[frame] =
                place >= way.end
                ? way.to : way.from + (way.to - way.from) * Float(place - way.start) / Float(way.end - way.start)
        }
    }
}

/// Frames of several tracks, each by its volume, added up.
final class MixFeed: SampleFeed {
    private let tracks: [(reader: PieceReader, volume: VolumeLine?)]
    private let output: OutputFormat
    private let description: CMFormatDescription
    private let converter: Converter
    private let sum: PlanarFrames
    private let part: PlanarFrames
    private let list: UnsafeMutableAudioBufferListPointer
    private var position: Int64
    private var gains = [Float](repeating: 1, count: FrameFeed.framesAtOnce)

    /// Begins to mix.
    ///
    /// - Parameter range: The part of the tracks.
    init(
        _ tracks: [AVAssetTrack], _ mix: AVAudioMix?, _ output: OutputFormat, range: CMTimeRange
    ) throws {
        let (rate, channels) = (output.stream.mSampleRate, Int(output.stream.mChannelsPerFrame))
        let planes = AudioStreamBasicDescription.linearPCM(
            sampleRate: rate, channelCount: UInt32(channels), bitsPerSample: 32, isFloat: true, isInterleaved: false)
        let layout = output.layout.flatMap { ChannelLayout($0) }
        guard let format = ConversionFormat(planes, layout: layout) else {
            throw AVError.error(.operationNotSupportedForAsset)
        }
        self.tracks = tracks.map { track in
            let volume = mix?.inputParameters.first { $0.trackID == track.trackID }
            return (
                PieceReader(track.pieces, format, planes, range: range), volume.map { VolumeLine($0, rate: rate) }
            )
        }
        self.output = output
        description = CMFormatDescription(sound: output.stream, layout: output.layout, cookie: nil, extensions: nil)
        converter = try Converter(from: format, to: output.format)
        sum = PlanarFrames(.float32, channelCount: channels, capacity: FrameFeed.framesAtOnce)
        part = PlanarFrames(.float32, channelCount: channels, capacity: FrameFeed.framesAtOnce)
        list = AudioBufferList.allocate(maximumBuffers: channels)
        position = range.isValid ? max(0, range.start.frames(rate: rate)) : 0
    }

    deinit { free(list.unsafeMutablePointer) }

    func next() throws -> CMSampleBuffer? {
        let start = position
        let planeCount = output.stream.isInterleaved ? 1 : Int(output.stream.mChannelsPerFrame)
        let buffer = try FrameFeed.sample(description, Int(output.stream.mBytesPerFrame), planeCount, at: start) {
            memory in
            let count = try mix(from: start)
            guard count > 0 else { return 0 }
            let target = AudioBufferList.allocate(maximumBuffers: planeCount)
            defer { free(target.unsafeMutablePointer) }
            for plane in 0..<planeCount {
                target[plane] = AudioBuffer(
                    mNumberChannels: output.stream.isInterleaved ? output.stream.mChannelsPerFrame : 1,
                    mDataByteSize: UInt32(count) * output.stream.mBytesPerFrame, mData: memory[plane])
            }
            for channel in 0..<sum.channelCount {
                list[channel] = AudioBuffer(
                    mNumberChannels: 1, mDataByteSize: UInt32(count * 4), mData: sum.floats[channel])
            }
            var isTaken = false
            return try converter.fill(target.unsafeMutablePointer, packetCount: count) { [list] _, chunk in
                if isTaken { return .nothingNow }
                isTaken = true
                chunk = ConversionChunk(list.unsafePointer, packetCount: count)
                return .data
            }.packetCount
        }
        if let buffer { position += Int64(buffer.numSamples) }
        return buffer
    }

    /// Adds the tracks' next frames up.
    private func mix(from start: Int64) throws -> Int {
        var longest = 0
        for channel in 0..<sum.channelCount {
            sum.floats[channel].update(repeating: 0, count: FrameFeed.framesAtOnce)
        }
        for track in tracks {
            let planes = (0..<part.channelCount).map { UnsafeMutableRawPointer(part.floats[$0]) }
            let count = try track.reader.read(FrameFeed.framesAtOnce, into: planes)
            longest = max(longest, count)
            track.volume?.fill(&gains, from: start)
            for channel in 0..<part.channelCount {
                let (into, from) = (sum.floats[channel], part.floats[channel])
                if track.volume == nil {
                    for frame in 0..<count { into[frame] += from[frame] }
                } else {
                    for frame in 0..<count { into[frame] += from[frame] * gains[frame] }
                }
            }
        }
        return longest
    }
}
