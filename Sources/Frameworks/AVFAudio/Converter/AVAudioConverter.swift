import AVAudioTypes
import AudioToolbox
import CoreAudioTypes
import Foundation
import SordinoMedia

/// Turns sound of one format into sound of another: numbers, channels, rates, codecs.
///
/// One of the formats has to be linear PCM. An object may be used from several threads; calls take turns.
open class AVAudioConverter: NSObject, @unchecked Sendable {
    let lock = NSRecursiveLock()
    let engine: Converter
    private let from: AVAudioFormat
    private let to: AVAudioFormat
    /// The buffer from which the conversion reads until it asks for the next one.
    private var held: AVAudioBuffer?

    /// A converter; nil if there is no way from the one format to the other.
    ///
    /// - Parameters:
    ///   - fromFormat: The input; its magic cookie goes to the decoder.
    ///   - toFormat: The output.
    public init?(from fromFormat: AVAudioFormat, to toFormat: AVAudioFormat) {
        guard let input = ConversionFormat(fromFormat), let output = ConversionFormat(toFormat),
            input.pcm != nil || output.pcm != nil, let engine = try? Converter(from: input, to: output)
        else { return nil }
        self.engine = engine
        from = fromFormat
        to = toFormat
        super.init()
    }

    /// The format of the input.
    open var inputFormat: AVAudioFormat { from }

    /// The format of the output.
    open var outputFormat: AVAudioFormat { to }

    /// Discards all input and state, for a new and unrelated stream.
    open func reset() {
        lock.withLock {
            engine.reset()
            held = nil
        }
    }

    /// Converts a buffer in one go, between formats of linear PCM of one rate.
    ///
    /// - Parameters:
    ///   - outputBuffer: In `outputFormat`, with room for the frames of the other. Its `frameLength` is set.
    ///   - inputBuffer: In `inputFormat`.
    /// - Throws: `kAudio_ParamError` in `NSOSStatusErrorDomain` for buffers of other formats and too little room,
    ///   `kAudioConverterErr_OperationNotSupported` if the rate is to be changed or a codec is needed.
    open func convert(to outputBuffer: AVAudioPCMBuffer, from inputBuffer: AVAudioPCMBuffer) throws {
        guard inputBuffer.format.works(as: from), outputBuffer.format.works(as: to),
            inputBuffer.frameLength <= outputBuffer.frameCapacity
        else { throw Self.error(kAudio_ParamError) }
        try lock.withLock {
            guard engine.isRealtimeSafe, engine.input.media.sampleRate == engine.output.media.sampleRate else {
                throw Self.error(kAudioConverterErr_OperationNotSupported)
            }
            let frameCount = Int(inputBuffer.frameLength)
            outputBuffer.frameLength = 0
            guard frameCount > 0 else { return }
            var isTaken = false
            let result = try Self.wrap {
                try engine.fill(outputBuffer.mutableAudioBufferList, packetCount: frameCount) { _, chunk in
                    if isTaken { return .nothingNow }
                    isTaken = true
                    chunk = ConversionChunk(inputBuffer.audioBufferList, packetCount: frameCount)
                    return .data
                }
            }
            outputBuffer.frameLength = AVAudioFrameCount(result.packetCount)
        }
    }

    /// Fills a buffer with converted sound, and calls the input block as often as it needs input.
    ///
    /// - Parameters:
    ///   - outputBuffer: In `outputFormat`: frames or packets. What it holds is set.
    ///   - outError: Receives the error if the result is `.error`: a code of `kAudioConverterErr_...` and the like in
    ///     `NSOSStatusErrorDomain`.
    ///   - inputBlock: Called on this thread as often as needed, perhaps not at all.
    /// - Returns: `.haveData` if the buffer is full or holds the last of the output; `.inputRanDry` if it holds all
    ///   that the input so far gives; `.endOfStream` if the output is complete; `.error`.
    @discardableResult
    open func convert(
        to outputBuffer: AVAudioBuffer, error outError: AutoreleasingUnsafeMutablePointer<NSError?>?,
        withInputFrom inputBlock: @escaping AVAudioConverterInputBlock
    ) -> AVAudioConverterOutputStatus {
        lock.withLock {
            do {
                guard outputBuffer.format.works(as: to) else { throw Self.error(kAudio_ParamError) }
                let result = try Self.wrap { try fill(outputBuffer, from: inputBlock) }
                switch result.ending {
                case .full: return .haveData
                case .dry: return .inputRanDry
                case .end: return result.packetCount > 0 ? .haveData : .endOfStream
                case .failed(let code): throw Self.error(code)
                }
            } catch {
                outError?.pointee = error as NSError
                return .error
            }
        }
    }

    private func fill(
        _ output: AVAudioBuffer, from inputBlock: AVAudioConverterInputBlock
    ) throws(ConversionError) -> ConversionResult {
        func source(_ wanted: Int, _ chunk: inout ConversionChunk) -> ConversionSupply {
            supply(wanted, &chunk, inputBlock)
        }
        switch output {
        case let frames as AVAudioPCMBuffer:
            frames.frameLength = 0
            guard frames.frameCapacity > 0 else { throw .outputSize }
            let result = try engine.fill(
                frames.mutableAudioBufferList, packetCount: Int(frames.frameCapacity), from: source)
            frames.frameLength = AVAudioFrameCount(result.packetCount)
            return result
        case let packets as AVAudioCompressedBuffer:
            packets.packetCount = 0
            packets.byteLength = 0
            let list = packets.mutableAudioBufferList
            let result = try engine.fill(
                list, packetCount: Int(packets.packetCapacity), descriptions: packets.packetDescriptions,
                from: source)
            packets.packetCount = AVAudioPacketCount(result.packetCount)
            packets.byteLength = list.pointee.mBuffers.mDataByteSize
            return result
        default: throw .format("a buffer of neither frames nor packets")
        }
    }

    private func supply(
        _ wanted: Int, _ chunk: inout ConversionChunk, _ inputBlock: AVAudioConverterInputBlock
    ) -> ConversionSupply {
        held = nil
        var status = AVAudioConverterInputStatus.haveData
        let buffer = inputBlock(AVAudioPacketCount(clamping: wanted), &status)
        switch status {
        case .endOfStream: return .end
        case .noDataNow: return .nothingNow
        case .haveData: break
        }
        guard let buffer else { return .nothingNow }
        guard buffer.format.works(as: from) else { return .failed(kAudio_ParamError) }
        held = buffer
        switch buffer {
        case let frames as AVAudioPCMBuffer:
            chunk = ConversionChunk(frames.audioBufferList, packetCount: Int(frames.frameLength))
        case let packets as AVAudioCompressedBuffer:
            chunk = ConversionChunk(
                packets.audioBufferList, packetCount: Int(packets.packetCount),
                descriptions: packets.packetDescriptions.map { UnsafePointer($0) })
        default: return .failed(kAudio_ParamError)
        }
        return .data
    }

    /// An error of Apple's code.
    static func error(_ status: OSStatus) -> NSError { NSError(domain: NSOSStatusErrorDomain, code: Int(status)) }

    /// Runs `body` and converts an error of the engine to an `NSError`.
    private static func wrap<Result>(_ body: () throws -> Result) throws -> Result {
        do { return try body() } catch let failure as ConversionError {
            throw error(AudioConverterStatus.status(of: failure))
        }
    }
}

extension AVAudioFormat {
    /// Returns whether this is the format, or one that is equal; mostly it is the same object.
    fileprivate func works(as other: AVAudioFormat) -> Bool { self === other || self == other }
}

extension ConversionFormat {
    /// The format in the terms of the engine; nil for formats that it does not handle.
    init?(_ format: AVAudioFormat) {
        let layout = format.channelLayout.flatMap { ChannelLayout($0) }
        self.init(format.streamDescription.pointee, layout: layout, cookie: format.magicCookie.map { Array($0) })
    }
}
