import CoreAudioTypes
import SordinoMedia
import SordinoSignal

/// The frames of a sound in another format, from its first or any other frame on.
///
/// Stored samples that are wanted as they are stored are not looked at; frames of other files are read as planes, and stay planes
/// where the target takes planes.
/// - Thread: one at a time.
package final class FrameConversion {
    /// Frames that are read at a time.
    private static let framesAtOnce = 8192

    /// The format of the resulting frames.
    package let target: ConversionFormat
    private let sound: any FrameSource
    /// The file, if its samples are taken as they are stored; nil where frames are read as numbers.
    private let stored: MediaReader?
    private let kind: SampleBlock.Kind
    private let converter: Converter?
    private let input: FrameMemory
    /// The frames that the converter makes; without one, those of `input`.
    private let output: FrameMemory
    /// Frames of the sound that have been read.
    package private(set) var position: Int64
    private var failure: MediaError?
    private var isOver = false

    /// Prepares the conversion.
    ///
    /// - Parameters:
    ///   - target: Frames of samples.
    ///   - inputLayout: The loudspeakers of the sound, if others than it says.
    ///   - firstFrame: Where to begin.
    /// - Throws: The engine's error for formats that it does not convert.
    package init(
        _ sound: any FrameSource, to target: ConversionFormat, _ settings: ConversionSettings,
        inputLayout: ChannelLayout? = nil, firstFrame: Int64 = 0
    ) throws(ConversionError) {
        self.sound = sound
        self.target = target
        let format = sound.format
        let layout = inputLayout ?? sound.layout
        let hasSamePlaces =
            format.sampleRate == target.media.sampleRate && format.channelCount == target.media.channelCount
            && settings.channelMap == nil
            && (target.layout == nil || layout == nil || target.layout?.labels == layout?.labels)
        let source: ConversionFormat
        if let file = sound as? MediaReader, format.encoding != nil {
            (stored, kind) = (file, .float32)
            source = ConversionFormat(format, layout: layout)
        } else {
            let isLossless =
                format.encoding == nil && DataFormatText.isLossless(format.codec) && format.bitsPerChannel > 0
            (stored, kind) = (nil, isLossless ? format.bitsPerChannel <= 16 ? .int16 : .int32 : .float32)
            var shape = PCMShape(kind.encoding, isInterleaved: false)
            // Where nothing else is to be done, they are woven while they are read.
            if hasSamePlaces, shape.encoding == target.pcm?.encoding {
                shape.isInterleaved = target.pcm?.isInterleaved == true
            }
            source = ConversionFormat(
                shape, sampleRate: format.sampleRate, channelCount: format.channelCount, layout: layout)
        }
        converter =
            hasSamePlaces && source.pcm == target.pcm ? nil : try Converter(from: source, to: target, settings)
        guard let from = source.pcm, let to = target.pcm else { throw .format("frames become frames") }
        input = FrameMemory(from, channelCount: format.channelCount, frameCapacity: Self.framesAtOnce)
        output =
            converter == nil
            ? input : FrameMemory(to, channelCount: target.media.channelCount, frameCapacity: Self.framesAtOnce)
        position = firstFrame
        if stored == nil { sound.seek(to: firstFrame) }
    }

    /// The next frames; none at the end.
    ///
    /// - Returns: Memory in the shape of `target` that stays as it is until the next call.
    /// - Throws: The error of reading or converting them.
    package func next() throws(ToolFailure) -> FrameMemory {
        guard let converter else {
            do throws(MediaError) { try read() } catch { throw ToolFailure(error) }
            return output
        }
        output.use(0)
        if isOver { return output }
        output.useAll()
        let result: ConversionResult
        do throws(ConversionError) {
            result = try converter.fill(output.list.unsafeMutablePointer, packetCount: Self.framesAtOnce) {
                supply(&$1)
            }
        } catch { throw ToolFailure(error) }
        if let failure { throw ToolFailure(failure) }
        if result.ending != .full { isOver = true }
        output.use(result.packetCount)
        return output
    }

    /// Hands the converter what comes next in the sound.
    private func supply(_ chunk: inout ConversionChunk) -> ConversionSupply {
        do throws(MediaError) { try read() } catch {
            failure = error
            return .failed(1)
        }
        guard input.frameCount > 0 else { return .end }
        chunk = ConversionChunk(input.list.unsafePointer, packetCount: input.frameCount)
        return .data
    }

    private func read() throws(MediaError) {
        input.useAll()
        if let stored {
            let width = stored.format.bytesPerPacket
            input.use(try stored.readStored(into: input.bytes(), at: position * Int64(width)) / width)
        } else {
            let block = SampleBlock(
                kind, channelCount: sound.format.channelCount, isInterleaved: input.shape.isInterleaved,
                buffers: UnsafePointer(input.buffers))
            input.use(try sound.read(into: block, atFrame: 0, frameCount: Self.framesAtOnce))
        }
        position += Int64(input.frameCount)
    }
}
