import CoreAudioTypes
import SordinoMedia

/// Translates between packets, frames and bytes, for properties whose value holds the question on input and the answer
/// on output.
enum AudioFileTranslations {
    /// Returns the size of a translation's struct, in bytes; nil for any other property.
    static func byteCount(of property: AudioFilePropertyID) -> Int? {
        switch property {
        case kAudioFilePropertyPacketToFrame, kAudioFilePropertyFrameToPacket:
            MemoryLayout<AudioFramePacketTranslation>.size
        case kAudioFilePropertyPacketToByte, kAudioFilePropertyByteToPacket:
            MemoryLayout<AudioBytePacketTranslation>.size
        case kAudioFilePropertyPacketRangeByteCountUpperBound: MemoryLayout<AudioPacketRangeByteCountTranslation>.size
        case kAudioFilePropertyPacketToRollDistance: MemoryLayout<AudioPacketRollDistanceTranslation>.size
        case kAudioFilePropertyPreviousIndependentPacket, kAudioFilePropertyNextIndependentPacket:
            MemoryLayout<AudioIndependentPacketTranslation>.size
        case kAudioFilePropertyPacketToDependencyInfo: MemoryLayout<AudioPacketDependencyInfoTranslation>.size
        default: nil
        }
    }

    /// Writes the answer over the question at `pointer`.
    ///
    /// - Throws: `kAudioFileInvalidPacketOffsetError` beyond the file, `kAudioFilePositionError` for such bytes.
    static func answer(
        _ property: AudioFilePropertyID, _ file: AudioFileObject, _ pointer: UnsafeMutableRawPointer
    ) throws {
        switch property {
        case kAudioFilePropertyPacketToFrame:
            try change(pointer, AudioFramePacketTranslation.self) { item in
                item.mFrame = try firstFrame(ofPacket: item.mPacket, file)
                item.mFrameOffsetInPacket = 0
            }
        case kAudioFilePropertyFrameToPacket:
            try change(pointer, AudioFramePacketTranslation.self) { item in
                item.mPacket = try packet(ofFrame: item.mFrame, file)
                item.mFrameOffsetInPacket = UInt32(
                    clamping: item.mFrame - (try firstFrame(ofPacket: item.mPacket, file)))
            }
        case kAudioFilePropertyPacketToByte:
            try change(pointer, AudioBytePacketTranslation.self) { item in
                item.mByte = try place(ofPacket: item.mPacket, file).offset
                item.mByteOffsetInPacket = 0
                item.mFlags = []
            }
        case kAudioFilePropertyByteToPacket:
            try change(pointer, AudioBytePacketTranslation.self) { item in
                item.mPacket = try packet(ofByte: item.mByte, file)
                item.mByteOffsetInPacket = UInt32(
                    clamping: max(0, item.mByte - (try place(ofPacket: item.mPacket, file).offset)))
                item.mFlags = []
            }
        case kAudioFilePropertyPacketRangeByteCountUpperBound:
            try change(pointer, AudioPacketRangeByteCountTranslation.self) { item in
                guard item.mPacket >= 0, item.mPacketCount >= 0 else {
                    throw StatusError(kAudioFileInvalidPacketOffsetError)
                }
                let limit = Int64(file.packetByteCountLimit)
                let bound = item.mPacketCount.multipliedReportingOverflow(by: limit)
                item.mByteCountUpperBound = min(bound.overflow ? .max : bound.partialValue, file.dataByteCount)
            }
        case kAudioFilePropertyPacketToRollDistance:
            try change(pointer, AudioPacketRollDistanceTranslation.self) { item in
                try check(item.mPacket, file)
                item.mRollDistance = min(Int64(file.rollPacketCount), item.mPacket)
            }
        case kAudioFilePropertyPreviousIndependentPacket:
            try change(pointer, AudioIndependentPacketTranslation.self) { item in
                try check(item.mPacket, file)
                // All packets of the supported codecs can be decoded independently, so the nearest is the one before.
                item.mIndependentlyDecodablePacket = max(0, item.mPacket - 1)
            }
        case kAudioFilePropertyNextIndependentPacket:
            try change(pointer, AudioIndependentPacketTranslation.self) { item in
                try check(item.mPacket, file)
                try check(item.mPacket + 1, file)
                item.mIndependentlyDecodablePacket = item.mPacket + 1
            }
        default:
            try change(pointer, AudioPacketDependencyInfoTranslation.self) { item in
                try check(item.mPacket, file)
                item.mIsIndependentlyDecodable = 1
                item.mNumberPrerollPackets = UInt32(clamping: file.rollPacketCount)
            }
        }
    }

    private static func change<Item: BitwiseCopyable>(
        _ pointer: UnsafeMutableRawPointer, _: Item.Type, _ body: (inout Item) throws -> Void
    ) rethrows {
        var item = pointer.loadUnaligned(as: Item.self)
        try body(&item)
        pointer.storeBytes(of: item, as: Item.self)
    }

    private static func check(_ packet: Int64, _ file: AudioFileObject) throws {
        guard packet >= 0 else { throw StatusError(kAudioFileInvalidPacketOffsetError) }
        if file.format.encoding != nil {
            guard packet < file.packetCount else { throw StatusError(kAudioFileInvalidPacketOffsetError) }
        } else if try file.packet(packet) == nil {
            throw StatusError(kAudioFileInvalidPacketOffsetError)
        }
    }

    private static func firstFrame(ofPacket packet: Int64, _ file: AudioFileObject) throws -> Int64 {
        // With a constant number of frames per packet no table is needed, and packets not yet written have a frame too.
        if file.format.framesPerPacket > 0 {
            guard packet >= 0 else { throw StatusError(kAudioFileInvalidPacketOffsetError) }
            let frame = packet.multipliedReportingOverflow(by: Int64(file.format.framesPerPacket))
            guard !frame.overflow else { throw StatusError(kAudioFileInvalidPacketOffsetError) }
            return frame.partialValue
        }
        guard packet >= 0, let found = try file.packet(packet) else {
            throw StatusError(kAudioFileInvalidPacketOffsetError)
        }
        return found.firstFrame
    }

    private static func packet(ofFrame frame: Int64, _ file: AudioFileObject) throws -> Int64 {
        guard frame >= 0 else { throw StatusError(kAudioFileInvalidPacketOffsetError) }
        if file.format.framesPerPacket > 0 { return frame / Int64(file.format.framesPerPacket) }
        let packet: Int64? =
            switch file.content {
            case .reading(let file): try file.packet(ofFrame: frame)
            case .writing(let draft): draft.packet(ofFrame: frame)
            }
        guard let packet else { throw StatusError(kAudioFileInvalidPacketOffsetError) }
        return packet
    }

    /// Returns a packet's position, counted from the first byte of the audio data.
    private static func place(ofPacket packet: Int64, _ file: AudioFileObject) throws -> (offset: Int64, byteCount: Int)
    {
        let bytesPerPacket = file.format.bytesPerPacket
        if file.format.encoding != nil {
            guard packet >= 0, packet <= file.packetCount else { throw StatusError(kAudioFileInvalidPacketOffsetError) }
            return (packet * Int64(bytesPerPacket), bytesPerPacket)
        }
        guard packet >= 0, let found = try file.packet(packet) else {
            throw StatusError(kAudioFileInvalidPacketOffsetError)
        }
        return (found.offset - file.dataOffset, found.bytes.count)
    }

    /// Finds the packet that holds a byte, by binary search.
    private static func packet(ofByte byte: Int64, _ file: AudioFileObject) throws -> Int64 {
        guard byte >= 0, byte < file.dataByteCount else { throw StatusError(kAudioFilePositionError) }
        if file.format.bytesPerPacket > 0, file.format.encoding != nil {
            return byte / Int64(file.format.bytesPerPacket)
        }
        var (low, high) = (Int64(0), file.packetCount)
        while low < high {
            let middle = low + (high - low) / 2
            if try place(ofPacket: middle, file).offset > byte { high = middle } else { low = middle + 1 }
        }
        return max(0, low - 1)
    }
}

extension AudioFileObject {
    /// The number of packets to decode before one for its output to equal that of continuous decoding.
    var rollPacketCount: Int { ((try? Codecs.decoder(for: format, cookie: cookie)) ?? nil)?.prerollPacketCount ?? 0 }
}
