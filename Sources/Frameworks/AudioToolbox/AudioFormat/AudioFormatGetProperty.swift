import CoreAudioTypes
import SordinoMedia

/// Returns the size of an answer about formats, in bytes.
///
/// - Parameters:
///   - inPropertyID: The question: one of `kAudioFormatProperty_...`.
///   - inSpecifierSize: Bytes of the specifier.
///   - inSpecifier: The format or layout that the question is about; nil for questions that need none.
///   - outPropertyDataSize: Receives the bytes of the answer.
/// - Returns: `kAudioFormatUnsupportedPropertyError`, `kAudioFormatBadSpecifierSizeError`,
///   `kAudioFormatUnsupportedDataFormatError`, `kAudioFormatUnknownFormatError`.
@discardableResult
public func AudioFormatGetPropertyInfo(
    _ inPropertyID: AudioFormatPropertyID, _ inSpecifierSize: UInt32, _ inSpecifier: UnsafeRawPointer?,
    _ outPropertyDataSize: UnsafeMutablePointer<UInt32>
) -> OSStatus {
    AudioFormatQuestion.status {
        if inPropertyID == kAudioFormatProperty_FormatInfo {
            outPropertyDataSize.pointee = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)
            return
        }
        let byteCount = inSpecifier == nil ? 0 : Int(inSpecifierSize)
        let question = AudioFormatQuestion(inPropertyID, .init(start: inSpecifier, count: byteCount))
        outPropertyDataSize.pointee = try question.answer()?.byteCount ?? 0
    }
}

/// Returns an answer about formats.
///
/// - Parameters:
///   - inPropertyID: The question: one of `kAudioFormatProperty_...`.
///   - inSpecifierSize: Bytes of the specifier.
///   - inSpecifier: The format or layout that the question is about; nil for questions that need none.
///   - ioPropertyDataSize: Room for the answer; afterwards its bytes. Nil for questions without an answer.
///   - outPropertyData: Receives the answer; nil for questions without one. `kAudioFormatProperty_FormatInfo` finds a
///     partial description there and completes it.
/// - Returns: The codes of `AudioFormatGetPropertyInfo`; `kAudioFormatBadPropertySizeError` if there is too little
///   room.
@discardableResult
public func AudioFormatGetProperty(
    _ inPropertyID: AudioFormatPropertyID, _ inSpecifierSize: UInt32, _ inSpecifier: UnsafeRawPointer?,
    _ ioPropertyDataSize: UnsafeMutablePointer<UInt32>?, _ outPropertyData: UnsafeMutableRawPointer?
) -> OSStatus {
    AudioFormatQuestion.status {
        let specifier = UnsafeRawBufferPointer(
            start: inSpecifier, count: inSpecifier == nil ? 0 : Int(inSpecifierSize))
        if inPropertyID == kAudioFormatProperty_FormatInfo {
            try AudioFormatQuestion.complete(specifier, ioPropertyDataSize, outPropertyData)
            return
        }
        guard let answer = try AudioFormatQuestion(inPropertyID, specifier).answer() else {
            ioPropertyDataSize?.pointee = 0
            return
        }
        guard let ioPropertyDataSize, let outPropertyData,
            answer.copy(&ioPropertyDataSize.pointee, to: outPropertyData)
        else { throw StatusError(kAudioFormatBadPropertySizeError) }
    }
}

/// A question about formats or layouts, with its specifier.
struct AudioFormatQuestion {
    /// The question: one of `kAudioFormatProperty_...`.
    let property: AudioFormatPropertyID
    /// The caller's memory with the format or layout that the question is about; may be empty.
    let specifier: UnsafeRawBufferPointer

    /// Makes a question from a property and a specifier, which has to outlive it.
    init(_ property: AudioFormatPropertyID, _ specifier: UnsafeRawBufferPointer) {
        self.property = property
        self.specifier = specifier
    }

    /// Runs `body` and turns what it throws into a code.
    static func status(_ body: () throws -> Void) -> OSStatus {
        do {
            try body()
            return noErr
        } catch let error as StatusError {
            return error.status
        } catch {
            return kAudioFormatUnspecifiedError
        }
    }

    /// Returns the answer; nil for questions that are answered by the status alone.
    ///
    /// - Throws: `StatusError`.
    func answer() throws -> PropertyValue? {
        switch property {
        case kAudioFormatProperty_FormatName: .object(AudioFormatNames.name(of: try value()))
        case kAudioFormatProperty_EncodeFormatIDs:
            .array(Codecs.all.filter { $0.isEncoded && $0.id != .linearPCM }.map(\.id.rawValue))
        case kAudioFormatProperty_DecodeFormatIDs:
            .array(Codecs.all.filter { $0.isDecoded && $0.id != .linearPCM }.map(\.id.rawValue))
        case kAudioFormatProperty_FormatList, kAudioFormatProperty_OutputFormatList: .array(try formatList())
        case kAudioFormatProperty_FirstPlayableFormatFromList: .value(try firstPlayable())
        case kAudioFormatProperty_ASBDFromESDS: .value(try descriptorFormat().basicDescription)
        case kAudioFormatProperty_ChannelLayoutFromESDS: .bytes(try descriptorLayout().coreAudioBytes)
        case kAudioFormatProperty_ASBDFromMPEGPacket: .value(try packetFormat().basicDescription)
        case kAudioFormatProperty_FormatIsVBR, kAudioFormatProperty_FormatIsExternallyFramed:
            .value(UInt32(try format().hasDifferingPackets ? 1 : 0))
        case kAudioFormatProperty_FormatEmploysDependentPackets:
            .value(UInt32(try employsDependentPackets() ? 1 : 0))
        case kAudioFormatProperty_FormatIsEncrypted: .value(UInt32(try isEncrypted() ? 1 : 0))
        case kAudioFormatProperty_Encoders: .array(try codecDescriptions(isEncoder: true))
        case kAudioFormatProperty_Decoders: .array(try codecDescriptions(isEncoder: false))
        case kAudioFormatProperty_HardwareCodecCapabilities: .value(try codecsAtOnce())
        case kAudioFormatProperty_AvailableEncodeBitRates: .array(try bitRates())
        case kAudioFormatProperty_AvailableEncodeSampleRates: .array(try sampleRates())
        case kAudioFormatProperty_AvailableEncodeChannelLayoutTags: .array(try encoderLayoutTags())
        case kAudioFormatProperty_AvailableEncodeNumberChannels: .array(try channelCounts(isEncoder: true))
        case kAudioFormatProperty_AvailableDecodeNumberChannels: .array(try channelCounts(isEncoder: false))
        case kAudioFormatProperty_ID3TagSize: .value(try id3TagSize())
        case kAudioFormatProperty_ID3TagToDictionary: .object(try id3Dictionary())
        default: try layoutAnswer()
        }
    }

    // MARK: - The specifier

    /// Reads the specifier as one value.
    ///
    /// - Throws: `kAudioFormatBadSpecifierSizeError`.
    func value<Value: BitwiseCopyable>(as _: Value.Type = Value.self) throws -> Value {
        guard specifier.baseAddress != nil, specifier.count == MemoryLayout<Value>.size else {
            throw StatusError(kAudioFormatBadSpecifierSizeError)
        }
        return specifier.loadUnaligned(as: Value.self)
    }

    /// Reads the specifier as an array of at least one value.
    ///
    /// - Throws: `kAudioFormatBadSpecifierSizeError`.
    func values<Value: BitwiseCopyable>(as _: Value.Type = Value.self) throws -> [Value] {
        let stride = MemoryLayout<Value>.stride
        guard specifier.baseAddress != nil, specifier.count > 0, specifier.count % stride == 0 else {
            throw StatusError(kAudioFormatBadSpecifierSizeError)
        }
        return (0..<specifier.count / stride).map {
            specifier.loadUnaligned(fromByteOffset: $0 * stride, as: Value.self)
        }
    }

    /// Returns the codec of a format code.
    ///
    /// - Throws: `kAudioFormatUnknownFormatError`.
    func codec(_ id: AudioFormatID) throws -> Codec {
        guard let codec = Codecs.named(FourCC(rawValue: id)) else { throw StatusError(kAudioFormatUnknownFormatError) }
        return codec
    }
}
