import CoreAudioTypes
import CoreMedia
import Foundation
import SordinoMedia
import SordinoSignal

/// Delivers several tracks mixed into one.
open class AVAssetReaderAudioMixOutput: AVAssetReaderOutput, @unchecked Sendable {
    /// The tracks that are mixed.
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

/// Frames of several tracks, each by its volume, added up.
final class MixFeed: SampleFeed {
    private let tracks: [MixTrack]
    private let output: OutputFormat
    private let description: CMFormatDescription
    private let converter: Converter
    private let sum: PlanarFrames
    private let part: PlanarFrames
    private let list: UnsafeMutableAudioBufferListPointer
    private var position: Int64

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
            MixTrack(
                PieceReader(track.pieces, format, planes, range: range),
                mix?.inputParameters.first { $0.trackID == track.trackID })
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
        let planeCount = output.stream.isInterleaved ? 1 : Int(output.stream.mChannelsPerFrame)
        return try FrameFeed.sample(description, Int(output.stream.mBytesPerFrame), planeCount, at: position) {
            memory in
            let count = try mixNext().count
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
    }

    /// Adds the tracks' next frames up.
    ///
    /// - Returns: The sum, which stays until the next call; no frames at the end.
    func mixNext() throws -> PlanarFrames {
        sum.empty()
        for channel in 0..<sum.channelCount {
            sum.floats[channel].update(repeating: 0, count: FrameFeed.framesAtOnce)
        }
        var longest = 0
        for track in tracks {
            let count = try track.read(FrameFeed.framesAtOnce, into: part, at: position)
            longest = max(longest, count)
            for channel in 0..<part.channelCount {
                let (into, from) = (sum.floats[channel], part.floats[channel])
                for frame in 0..<count { into[frame] += from[frame] }
            }
        }
        sum.put(longest)
        position += Int64(longest)
        return sum
    }
}
