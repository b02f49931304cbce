import CoreAudioTypes
import SordinoMedia
import SordinoSignal

/// The object behind an `AudioConverterRef`.
///
/// Used by one thread at a time.
final class AudioConverterObject {
    let converter: Converter
    /// The source format that the program gave.
    let source: AudioStreamBasicDescription
    let destination: AudioStreamBasicDescription
    /// The buffer list that callbacks point at their data.
    private let list: UnsafeMutableAudioBufferListPointer
    /// The quality that the program set, 0 to 127.
    var codecQuality: UInt32 = kAudioConverterQuality_Medium
    var bitDepthHint: UInt32 = 0

    /// - Throws: `ConversionError` if there is no way from the one to the other.
    init(
        _ source: AudioStreamBasicDescription, _ destination: AudioStreamBasicDescription
    ) throws(ConversionError) {
        guard let input = ConversionFormat(source), let output = ConversionFormat(destination) else {
            throw .format("one of the formats is not known")
        }
        // One end has to be linear PCM.
        guard input.pcm != nil || output.pcm != nil else { throw .format("neither end is linear PCM") }
        converter = try Converter(from: input, to: output)
        self.source = source
        self.destination = destination
        let bufferCount = input.pcm?.bufferCount(channelCount: input.media.channelCount) ?? 1
        list = AudioBufferList.allocate(maximumBuffers: bufferCount)
        reference = Self.all.reserve()
        forgetInput()
        Self.all.set(reference, to: self)
    }

    deinit {
        Self.all.free(reference)
        list.unsafeMutablePointer.deallocate()
    }

    private static let all = HandleSlots<AudioConverterObject>()

    /// The reference for programs, which does not retain the object.
    let reference: AudioConverterRef
    private var isHeld = false

    /// Returns the reference for a program, which holds the object until `release`.
    func hold() -> AudioConverterRef {
        if !isHeld { _ = Unmanaged.passRetained(self) }
        isHeld = true
        return reference
    }

    /// Returns the object of a reference; nil for one that was disposed of, and for other pointers.
    static func object(_ reference: AudioConverterRef) -> AudioConverterObject? { all.object(reference) }

    /// Ends a program's hold; false if there is none.
    static func release(_ reference: AudioConverterRef) -> Bool {
        guard let object = all.object(reference), object.isHeld else { return false }
        object.isHeld = false
        Unmanaged.passUnretained(object).release()
        return true
    }

    /// Indicates whether input packets have different sizes, so that the callback has to describe them.
    private var needsDescriptions: Bool { converter.input.pcm == nil && converter.input.media.bytesPerPacket == 0 }

    private func forgetInput() {
        let channelsPerBuffer = list.count == 1 ? source.mChannelsPerFrame : 1
        for index in list.indices {
            list[index] = AudioBuffer(mNumberChannels: channelsPerBuffer, mDataByteSize: 0, mData: nil)
        }
    }

    /// Converts the callback's input into a list.
    ///
    /// - Parameter packetCount: Packets wanted; afterwards those delivered.
    func fill(
        _ reference: AudioConverterRef, _ proc: AudioConverterComplexInputDataProc,
        _ userData: UnsafeMutableRawPointer?, _ packetCount: inout UInt32,
        _ output: UnsafeMutablePointer<AudioBufferList>,
        _ descriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?
    ) -> OSStatus {
        let wanted = Int(packetCount)
        packetCount = 0
        do throws(ConversionError) {
            let result = try converter.fill(output, packetCount: wanted, descriptions: descriptions) { wanted, chunk in
                supply(reference, proc, userData, wanted, &chunk)
            }
            packetCount = UInt32(result.packetCount)
            if case .failed(let code) = result.ending { return code }
            return noErr
        } catch {
            return AudioConverterStatus.status(of: error)
        }
    }

    private func supply(
        _ reference: AudioConverterRef, _ proc: AudioConverterComplexInputDataProc,
        _ userData: UnsafeMutableRawPointer?, _ wanted: Int, _ chunk: inout ConversionChunk
    ) -> ConversionSupply {
        forgetInput()
        var count = UInt32(clamping: wanted)
        var packets: UnsafeMutablePointer<AudioStreamPacketDescription>?
        let status =
            needsDescriptions
            ? withUnsafeMutablePointer(to: &packets) {
                proc(reference, &count, list.unsafeMutablePointer, $0, userData)
            } : proc(reference, &count, list.unsafeMutablePointer, nil, userData)
        // Without data, `noErr` means the end of the input and any other status ends the call with that status.
        if count == 0 { return status == noErr ? .end : .failed(status) }
        if status != noErr { return .failed(status) }
        chunk = ConversionChunk(list.unsafePointer, packetCount: Int(count), descriptions: packets)
        return .data
    }

    /// Converts frames in one call between formats of the same rate.
    func convert(
        _ input: UnsafePointer<AudioBufferList>, _ output: UnsafeMutablePointer<AudioBufferList>, frameCount: Int
    ) -> OSStatus {
        guard converter.isRealtimeSafe, converter.input.media.sampleRate == converter.output.media.sampleRate else {
            return kAudioConverterErr_OperationNotSupported
        }
        guard frameCount > 0 else { return noErr }
        var isTaken = false
        do throws(ConversionError) {
            let result = try converter.fill(output, packetCount: frameCount) { _, chunk in
                if isTaken { return .nothingNow }
                isTaken = true
                chunk = ConversionChunk(input, packetCount: frameCount)
                return .data
            }
            return result.packetCount == frameCount ? noErr : kAudioConverterErr_InvalidOutputSize
        } catch {
            return AudioConverterStatus.status(of: error)
        }
    }
}

/// Translates the converter's errors into Apple's codes.
package enum AudioConverterStatus {
    /// Returns the code of an error.
    package static func status(of error: ConversionError) -> OSStatus {
        switch error {
        case .format: kAudioConverterErr_FormatNotSupported
        case .inputRate: kAudioConverterErr_InputSampleRateOutOfRange
        case .outputRate: kAudioConverterErr_OutputSampleRateOutOfRange
        case .value: kAudio_ParamError
        case .inputSize: kAudioConverterErr_InvalidInputSize
        case .outputSize: kAudioConverterErr_InvalidOutputSize
        case .descriptionsMissing: kAudioConverterErr_RequiresPacketDescriptionsError
        case .codec(.unsupported(.dataFormat)): kAudioConverterErr_FormatNotSupported
        case .codec(.unsupported): kAudioConverterErr_OperationNotSupported
        case .codec(.malformed): kAudioCodecBadDataError
        case .codec(.limit): kAudioCodecUnsupportedFormatError
        case .codec(.io): kAudioConverterErr_UnspecifiedError
        }
    }
}
