import CoreAudioTypes
import SordinoMedia
import SordinoSignal

/// The frames of a file in another format, from its first or any other frame on.
///
/// Samples that are requested in the stored format are passed on untouched. Used by one thread at a time.
package final class FrameConversion {
    /// Frames that are read at a time.
    private static let framesAtOnce = 8192

    /// The reader of the file.
    package let reader: MediaReader
    /// The format of the resulting frames.
    package let target: ConversionFormat
    private let source: ConversionFormat
    private let converter: Converter?
    private let input: UnsafeMutableRawBufferPointer
    private let output: UnsafeMutableRawBufferPointer
    private let bytesPerInputFrame: Int
    private let bytesPerOutputFrame: Int
    private let kind: SampleBlock.Kind?
    /// Frames of the file that have been read.
    package private(set) var position: Int64
    private let chunkBuffer = UnsafeMutablePointer<AudioBuffer>.allocate(capacity: 1)
    private let inputPointer = UnsafeMutablePointer<UnsafeMutableRawPointer>.allocate(capacity: 1)
    private var failure: MediaError?
    private var isOver = false

    /// Prepares the conversion.
    ///
    /// - Parameters:
    ///   - target: Interleaved frames of samples.
    ///   - inputLayout: The loudspeakers of the file, if they differ from those that it states.
    ///   - firstFrame: Where to begin.
    /// - Throws: The engine's error for formats that it does not convert.
    package init(
        _ reader: MediaReader, to target: ConversionFormat, _ settings: ConversionSettings,
        inputLayout: ChannelLayout? = nil, firstFrame: Int64 = 0
    ) throws(ConversionError) {
        self.reader = reader
        self.target = target
        let format = reader.format
        let layout = inputLayout ?? reader.layout
        if format.encoding != nil {
            source = ConversionFormat(format, layout: layout)
            kind = nil
        } else {
            let isLossless = DataFormatText.isLossless(format.codec) && format.bitsPerChannel > 0
            let kind: SampleBlock.Kind = isLossless ? format.bitsPerChannel <= 16 ? .int16 : .int32 : .float32
            let encoding: SampleEncoding =
                isLossless ? format.bitsPerChannel <= 16 ? .int16(.native) : .int32(.native) : .float32(.native)
            source = ConversionFormat(
                PCMShape(encoding, isInterleaved: true), sampleRate: format.sampleRate,
                channelCount: format.channelCount, layout: layout)
            self.kind = kind
        }
        let isAsItIs =
            source.pcm == target.pcm && source.media.sampleRate == target.media.sampleRate
            && source.media.channelCount == target.media.channelCount && settings.channelMap == nil
            && (target.layout == nil || layout == nil || target.layout?.labels == layout?.labels)
        converter = isAsItIs ? nil : try Converter(from: source, to: target, settings)
        bytesPerInputFrame = source.pcm?.bytesPerFrame(channelCount: format.channelCount) ?? 0
        bytesPerOutputFrame = target.pcm?.bytesPerFrame(channelCount: target.media.channelCount) ?? 0
        input = .allocate(byteCount: Self.framesAtOnce * bytesPerInputFrame, alignment: 64)
        output = .allocate(
            byteCount: converter == nil ? 0 : Self.framesAtOnce * bytesPerOutputFrame, alignment: 64)
        position = firstFrame
        guard let base = input.baseAddress else { preconditionFailure("frames of samples have bytes") }
        inputPointer.initialize(to: base)
        chunkBuffer.initialize(
            to: AudioBuffer(mNumberChannels: UInt32(format.channelCount), mDataByteSize: 0, mData: base))
        if kind != nil { reader.seek(to: firstFrame) }
    }

    deinit {
        chunkBuffer.deallocate()
        inputPointer.deallocate()
        input.deallocate()
        output.deallocate()
    }

    /// The next frames; none at the end.
    ///
    /// - Returns: Bytes that stay as they are until the next call, and how many frames they are.
    /// - Throws: The error of reading or converting them.
    package func next() throws(ToolFailure) -> (bytes: UnsafeRawBufferPointer, frameCount: Int) {
        let nothing = UnsafeRawBufferPointer(start: nil, count: 0)
        guard let converter else {
            let count = try load(Self.framesAtOnce)
            return (UnsafeRawBufferPointer(rebasing: input[..<(count * bytesPerInputFrame)]), count)
        }
        if isOver { return (nothing, 0) }
        var list = AudioBufferList(
            mNumberBuffers: 1,
            mBuffers: AudioBuffer(
                mNumberChannels: UInt32(target.media.channelCount), mDataByteSize: UInt32(output.count),
                mData: output.baseAddress))
        let result: ConversionResult
        do throws(ConversionError) {
            result = try converter.fill(&list, packetCount: Self.framesAtOnce) { _, chunk in supply(&chunk) }
        } catch { throw ToolFailure(error) }
        if let failure { throw ToolFailure(failure) }
        if result.ending != .full { isOver = true }
        return (
            UnsafeRawBufferPointer(rebasing: output[..<(result.packetCount * bytesPerOutputFrame)]), result.packetCount
        )
    }

    /// Supplies the converter with the next frames of the file.
    private func supply(_ chunk: inout ConversionChunk) -> ConversionSupply {
        var count = 0
        do throws(MediaError) { count = try read(Self.framesAtOnce) } catch {
            failure = error
            return .failed(1)
        }
        guard count > 0 else { return .end }
        chunkBuffer.pointee.mDataByteSize = UInt32(count * bytesPerInputFrame)
        chunk.packetCount = count
        chunk.buffers = UnsafePointer(chunkBuffer)
        chunk.bufferCount = 1
        return .data
    }

    private func load(_ frameCount: Int) throws(ToolFailure) -> Int {
        do throws(MediaError) { return try read(frameCount) } catch { throw ToolFailure(error) }
    }

    private func read(_ frameCount: Int) throws(MediaError) -> Int {
        var count = 0
        if let kind {
            let block = SampleBlock(
                kind, channelCount: reader.format.channelCount, isInterleaved: true, buffers: inputPointer)
            count = try reader.read(into: block, frameCount: frameCount)
        } else {
            let part = UnsafeMutableRawBufferPointer(rebasing: input[..<(frameCount * bytesPerInputFrame)])
            count = try reader.readStored(into: part, at: position * Int64(bytesPerInputFrame)) / bytesPerInputFrame
        }
        position += Int64(count)
        return count
    }
}
