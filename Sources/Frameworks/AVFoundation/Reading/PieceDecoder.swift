import CoreAudioTypes
import CoreMedia
import Foundation
import SordinoMedia
import SordinoSignal

/// Reads frames of a part of a file in any format of linear PCM.
///
/// Frames in the requested format are read straight into the caller's memory; others are converted.
/// - Thread: one at a time; waits for the disk.
final class PieceDecoder {
    /// Frames read from the file at a time.
    private static let framesAtOnce = 4096

    private let reader: MediaReader
    private let output: ConversionFormat
    /// The numbers that the reader delivers.
    private let kind: SampleBlock.Kind
    private let converter: Converter?
    private var frames = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    /// The input of the converter, which must not move until the next call.
    private let input = UnsafeMutablePointer<AudioBuffer>.allocate(capacity: 1)
    /// Frames of the file that are left; endless up to the file's end.
    private var framesLeft: Int64 = .max
    private(set) var failure: MediaError?

    /// Opens a track of a file.
    ///
    /// - Throws: `MediaError`, or `ConversionError` if there is no way to the format.
    init(path: String, track: Int, output: ConversionFormat) throws {
        reader = try MediaReader(FileByteSource(path: path), track: track)
        var output = output
        if output.media.sampleRate == 0 { output.media.sampleRate = reader.format.sampleRate }
        self.output = output
        let stored = reader.format.encoding
        let isInteger = stored.map { !$0.isFloat } ?? ["alac", "flac", "ima4"].contains(reader.format.codec)
        let isSame =
            output.media.sampleRate == reader.format.sampleRate
            && output.media.channelCount == reader.format.channelCount
        let direct = output.pcm.flatMap { isSame && $0.isPlain ? SampleBlock.Kind($0.encoding) : nil }
        // Integers of fewer bits than the file has would have to be dithered or cut: that is the converter's business.
        if let direct, direct == .float32 || direct == .float64 || stored == output.pcm?.encoding || !isInteger {
            kind = direct
            converter = nil
            return
        }
        kind = isInteger ? .int32 : stored == .float64(.native) ? .float64 : .float32
        let from = ConversionFormat(
            PCMShape(kind.encoding, isInterleaved: true), sampleRate: reader.format.sampleRate,
            channelCount: reader.format.channelCount, layout: reader.layout)
        converter = try Converter(from: from, to: output)
    }

    deinit {
        frames.deallocate()
        input.deallocate()
    }

    /// Frames per second of the file.
    var sampleRate: Double { reader.format.sampleRate }

    /// Goes to a frame of the file.
    ///
    /// - Parameter count: Frames of the file to be read from there; nil for all.
    func seek(to frame: Int64, count: Int64?) {
        reader.seek(to: frame)
        framesLeft = count ?? .max
        converter?.reset()
        failure = nil
    }

    /// Reads frames.
    ///
    /// - Parameter list: The format's buffers with room for them.
    /// - Returns: Fewer than requested only at the end, or at a failure.
    func read(_ wanted: Int, into list: UnsafeMutableAudioBufferListPointer) throws -> Int {
        guard let converter else { return try readDirectly(wanted, into: list) }
        let result = try converter.fill(list.unsafeMutablePointer, packetCount: wanted) { [self] _, chunk in
            let room = Int(min(Int64(Self.framesAtOnce), framesLeft))
            let bytesPerFrame = kind.byteCount * reader.format.channelCount
            if frames.count == 0 { frames = .allocate(byteCount: Self.framesAtOnce * bytesPerFrame, alignment: 64) }
            guard let base = frames.baseAddress else { return .end }
            let count = withUnsafePointer(to: base) { read(room, $0, isInterleaved: true) }
            guard count > 0 else { return .end }
            input.pointee = AudioBuffer(
                mNumberChannels: UInt32(reader.format.channelCount), mDataByteSize: UInt32(count * bytesPerFrame),
                mData: base)
            chunk.buffers = UnsafePointer(input)
            chunk.bufferCount = 1
            chunk.packetCount = count
            return .data
        }
        return result.packetCount
    }

    private func readDirectly(_ wanted: Int, into list: UnsafeMutableAudioBufferListPointer) throws -> Int {
        guard let pcm = output.pcm else { return 0 }
        return withUnsafeTemporaryAllocation(of: UnsafeMutableRawPointer.self, capacity: list.count) { pointers in
            for index in 0..<list.count {
                guard let memory = list[index].mData else { return 0 }
                pointers[index] = memory
            }
            guard let base = pointers.baseAddress else { return 0 }
            return read(Int(min(Int64(wanted), framesLeft)), base, isInterleaved: pcm.isInterleaved)
        }
    }

    private func read(_ count: Int, _ buffers: UnsafePointer<UnsafeMutableRawPointer>, isInterleaved: Bool) -> Int {
        guard failure == nil, count > 0 else { return 0 }
        let block = SampleBlock(
            kind, channelCount: reader.format.channelCount, isInterleaved: isInterleaved, buffers: buffers)
        var done = 0
        do throws(MediaError) { done = try reader.read(into: block, frameCount: count) } catch { failure = error }
        if framesLeft != .max { framesLeft -= Int64(done) }
        return done
    }
}

extension SampleBlock.Kind {
    /// The same kind of number in memory.
    var encoding: SampleEncoding {
        switch self {
        case .int16: .int16(.native)
        case .int32: .int32(.native)
        case .float32: .float32(.native)
        case .float64: .float64(.native)
        }
    }

    /// The kind of numbers that lie in memory as they do in a file; nil if no kind does.
    init?(_ encoding: SampleEncoding) {
        switch encoding {
        case .int16(.native): self = .int16
        case .int32(.native): self = .int32
        case .float32(.native): self = .float32
        case .float64(.native): self = .float64
        default: return nil
        }
    }
}
