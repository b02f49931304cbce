import CoreAudioTypes
import CoreMedia
import Foundation
import SordinoMedia
import SordinoSignal

/// Decodes sample buffers of one format into frames of a line.
///
/// Buffers that follow each other pass through one decoder and one resampler; a gap lets out what the resampler holds.
/// - Thread: one at a time.
final class SampleRun {
    /// Frames made at a time.
    static let framesAtOnce = 4096
    private static let bytesAtOnce: UInt32 = 4096 * 4

    let format: CMFormatDescription
    let frames: PlanarFrames
    private let converter: Converter
    private let list: UnsafeMutableAudioBufferListPointer
    private let ratio: Double
    private var current: (sample: QueuedSample, chunk: SampleChunk)?
    /// Indicates whether the converter has taken the current chunk.
    private var isOffered = false
    /// The frame of the line on which the next frame comes to lie.
    private(set) var next: Int64 = 0
    /// The first frame of the present run, and the frames of buffers since then at their own rate.
    private var origin: Int64 = 0
    private var taken: Int64 = 0

    /// - Throws: `AVError` if nothing here decodes the format.
    init(_ sample: QueuedSample, line: MediaFormat, layout: ChannelLayout?) throws {
        format = sample.format
        ratio = line.sampleRate / sample.stream.mSampleRate
        let given = sample.format.format?.channelLayout.flatMap { ChannelLayout($0) }
        guard
            let input = ConversionFormat(
                sample.stream, layout: given, cookie: sample.format.magicCookie.map { [UInt8]($0) })
        else { throw AVError.error(.decoderNotFound, "sound of this format is not decoded here") }
        let output = ConversionFormat(
            PCMShape(.float32(.native), isInterleaved: false), sampleRate: line.sampleRate,
            channelCount: line.channelCount, layout: layout)
        do throws(ConversionError) {
            converter = try Converter(from: input, to: output)
        } catch {
            throw AVError.error(.decoderNotFound, "sound of this format is not decoded here: \(error)")
        }
        frames = PlanarFrames(.float32, channelCount: line.channelCount, capacity: Self.framesAtOnce)
        list = AudioBufferList.allocate(maximumBuffers: line.channelCount)
    }

    deinit { free(list.unsafeMutablePointer) }

    /// Indicates whether a buffer is being decoded.
    var isBusy: Bool { current != nil }
    /// The buffer that is being decoded.
    var sample: QueuedSample? { current?.sample }
    /// The part of the line that the frames of the run may fill.
    private(set) var heard: Range<Int64> = .min ..< .max
    /// Indicates whether frames wait in a resampler.
    var holdsFrames: Bool { ratio != 1 && taken > 0 }
    /// Frames of the line that the current buffer will still become, about.
    var missingFrames: Int64 {
        guard let sample = current?.sample else { return 0 }
        return max(0, sample.heardTo - max(next, sample.heardFrom))
    }

    /// Returns whether a buffer continues where the last one ends.
    func isContinued(by sample: QueuedSample) -> Bool {
        guard taken > 0 else { return false }
        let expected = ratio == 1 ? next : origin + (Double(taken) * ratio).bounded
        return abs(sample.start - expected) < sample.slack
    }

    /// Takes a buffer to be decoded.
    ///
    /// - Parameter isContinued: Whether it continues the last one; else the run begins anew at its time.
    func begin(_ sample: QueuedSample, isContinued: Bool) throws {
        if !isContinued {
            if ratio != 1 { converter.reset() }
            (origin, taken, next) = (sample.start, 0, sample.start)
        }
        // The last frames of the buffer before may come out of a resampler with those of this one.
        let from = isContinued && sample.heardFrom <= sample.start ? heard.lowerBound : sample.heardFrom
        heard = from..<(sample.isTrimmed || sample.isCut ? max(from, sample.heardTo) : .max)
        let resets = CMGetAttachment(
            sample.buffer.value, key: kCMSampleBufferAttachmentKey_ResetDecoderBeforeDecoding, attachmentModeOut: nil)
        if (resets as? NSNumber)?.boolValue ?? false { converter.reset() }
        current = (sample, try SampleChunk(sample))
        isOffered = false
        taken = min(taken + sample.frameCount, 1 << 60)
    }

    /// Decodes the next frames of the current buffer into `frames`, or lets out those that the resampler holds.
    ///
    /// - Parameter isOver: No buffer continues this run.
    /// - Returns: The frame of the line on which the first lies, and their number; 0 if the buffer is used up.
    func decode(isOver: Bool = false) throws -> (start: Int64, count: Int) {
        for channel in 0..<frames.channelCount {
            list[channel] = AudioBuffer(
                mNumberChannels: 1, mDataByteSize: Self.bytesAtOnce,
                mData: UnsafeMutableRawPointer(frames.floats[channel]))
        }
        let result: ConversionResult
        do throws(ConversionError) {
            result = try converter.fill(list.unsafeMutablePointer, packetCount: Self.framesAtOnce) { _, offered in
                guard let chunk = current?.chunk, !isOffered else { return isOver ? .end : .nothingNow }
                isOffered = true
                offered = chunk.chunk
                return .data
            }
        } catch {
            current = nil
            throw QueuedSample.error("the samples of the buffer cannot be decoded: \(error)")
        }
        let start = next
        next += Int64(result.packetCount)
        if result.ending != .full { current = nil }
        if isOver, result.ending != .full { reset() }
        return (start, result.packetCount)
    }

    /// Leaves out what the current buffer has behind a frame of the line.
    func cut(at frame: Int64) {
        current?.sample.cut(at: frame)
        heard = heard.lowerBound..<max(heard.lowerBound, min(heard.upperBound, frame))
    }

    /// Forgets the current buffer and all before it.
    func reset() {
        (current, taken, heard) = (nil, 0, .min ..< .max)
        converter.reset()
    }
}
