import CoreAudioTypes
import SordinoMedia

/// Reads bytes of the audio.
///
/// - Parameters:
///   - inAudioFile: The file.
///   - inUseCache: Whether the bytes are likely to be read again; the system's cache decides by itself.
///   - inStartingByte: The first byte, from the beginning of the audio.
///   - ioNumBytes: Bytes wanted; afterwards those that were read.
///   - outBuffer: Receives them.
/// - Returns: `kAudioFileEndOfFileError` if there are fewer, which are read.
@discardableResult
public func AudioFileReadBytes(
    _ inAudioFile: AudioFileID, _ inUseCache: Bool, _ inStartingByte: Int64,
    _ ioNumBytes: UnsafeMutablePointer<UInt32>, _ outBuffer: UnsafeMutableRawPointer
) -> OSStatus {
    AudioFileObject.with(inAudioFile) { file in
        let wanted = Int(ioNumBytes.pointee)
        ioNumBytes.pointee = 0
        guard inStartingByte >= 0 else { throw StatusError(kAudioFilePositionError) }
        let count = try file.read(into: .init(start: outBuffer, count: wanted), at: inStartingByte)
        ioNumBytes.pointee = UInt32(clamping: count)
        if count < wanted { throw StatusError(kAudioFileEndOfFileError) }
    }
}

/// Reads at most as many packets as are requested and fit the buffer.
///
/// - Parameters:
///   - inAudioFile: The file.
///   - inUseCache: Whether the packets are likely to be read again; the system's cache decides by itself.
///   - ioNumBytes: Room in the buffer; afterwards the bytes that were read.
///   - outPacketDescriptions: Receives where each packet lies in the buffer; not used if all have one size.
///   - inStartingPacket: The first packet.
///   - ioNumPackets: Packets wanted; afterwards those that were read.
///   - outBuffer: Receives them; nil reads nothing.
/// - Returns: `kAudioFileEndOfFileError` if the file ends before, with what there was;
///   `kAudioFileInvalidPacketOffsetError` for a negative packet.
@discardableResult
public func AudioFileReadPacketData(
    _ inAudioFile: AudioFileID, _ inUseCache: Bool, _ ioNumBytes: UnsafeMutablePointer<UInt32>,
    _ outPacketDescriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?, _ inStartingPacket: Int64,
    _ ioNumPackets: UnsafeMutablePointer<UInt32>, _ outBuffer: UnsafeMutableRawPointer?
) -> OSStatus {
    AudioFileObject.with(inAudioFile) { file in
        let wanted = (bytes: Int(ioNumBytes.pointee), packets: Int(ioNumPackets.pointee))
        (ioNumBytes.pointee, ioNumPackets.pointee) = (0, 0)
        guard inStartingPacket >= 0 else { throw StatusError(kAudioFileInvalidPacketOffsetError) }
        guard let outBuffer else { throw StatusError(paramError) }
        let got = try file.readPackets(
            from: inStartingPacket, limit: wanted.packets, into: .init(start: outBuffer, count: wanted.bytes),
            outPacketDescriptions)
        ioNumBytes.pointee = UInt32(clamping: got.byteCount)
        ioNumPackets.pointee = UInt32(clamping: got.packetCount)
        if got.isAtEnd { throw StatusError(kAudioFileEndOfFileError) }
    }
}

/// Reads packets into a buffer that has room for as many of the largest.
///
/// - Parameters:
///   - inAudioFile: The file.
///   - inUseCache: Whether the packets are likely to be read again; the system's cache decides by itself.
///   - outNumBytes: Receives the bytes that were read.
///   - outPacketDescriptions: Receives where each packet lies in the buffer; not used if all have one size.
///   - inStartingPacket: The first packet.
///   - ioNumPackets: Packets wanted; afterwards those that were read, fewer at the end of the file.
///   - outBuffer: Receives them.
/// - Returns: `kAudioFileInvalidPacketOffsetError` for a negative packet.
@available(*, deprecated, renamed: "AudioFileReadPacketData")
@discardableResult
public func AudioFileReadPackets(
    _ inAudioFile: AudioFileID, _ inUseCache: Bool, _ outNumBytes: UnsafeMutablePointer<UInt32>,
    _ outPacketDescriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?, _ inStartingPacket: Int64,
    _ ioNumPackets: UnsafeMutablePointer<UInt32>, _ outBuffer: UnsafeMutableRawPointer?
) -> OSStatus {
    AudioFileObject.with(inAudioFile) { file in
        let wanted = Int(ioNumPackets.pointee)
        (outNumBytes.pointee, ioNumPackets.pointee) = (0, 0)
        guard inStartingPacket >= 0 else { throw StatusError(kAudioFileInvalidPacketOffsetError) }
        guard let outBuffer else { throw StatusError(paramError) }
        let room = wanted.multipliedReportingOverflow(by: file.packetByteCountLimit)
        guard !room.overflow else { throw StatusError(paramError) }
        let got = try file.readPackets(
            from: inStartingPacket, limit: wanted, into: .init(start: outBuffer, count: room.partialValue),
            outPacketDescriptions)
        outNumBytes.pointee = UInt32(clamping: got.byteCount)
        ioNumPackets.pointee = UInt32(clamping: got.packetCount)
    }
}

extension AudioFileObject {
    /// The number of bytes and packets that one call has read.
    struct ReadOutcome {
        var byteCount = 0
        var packetCount = 0
        /// Set when the file ended before the requested packets were read.
        var isAtEnd = false
    }

    /// An upper bound of the size of a packet, in bytes.
    var packetByteCountLimit: Int {
        switch content {
        case .reading(let file): file.packetByteCountLimit
        case .writing(let draft):
            format.bytesPerPacket > 0
                ? format.bytesPerPacket : max(draft.largestPacketByteCount, format.packetByteLimit)
        }
    }

    /// Reads bytes of the audio.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws -> Int {
        guard permissions != .writePermission else { throw StatusError(kAudioFilePermissionsError) }
        return switch content {
        case .reading(let file): try file.read(into: buffer, at: offset)
        case .writing(let draft): try draft.read(into: buffer, at: offset)
        }
    }

    /// Reads at most `limit` packets, and stops before the first that does not fit the buffer.
    func readPackets(
        from first: Int64, limit: Int, into buffer: UnsafeMutableRawBufferPointer,
        _ descriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?
    ) throws -> ReadOutcome {
        guard permissions != .writePermission else { throw StatusError(kAudioFilePermissionsError) }
        if format.encoding != nil { return try readFrames(from: first, limit: limit, into: buffer, descriptions) }
        var outcome = ReadOutcome()
        while outcome.packetCount < limit {
            guard let packet = try packet(first + Int64(outcome.packetCount)) else {
                outcome.isAtEnd = true
                break
            }
            guard packet.bytes.count <= buffer.count - outcome.byteCount else { break }
            UnsafeMutableRawBufferPointer(rebasing: buffer[outcome.byteCount...]).copyMemory(from: packet.bytes)
            descriptions?[outcome.packetCount] = AudioStreamPacketDescription(
                mStartOffset: Int64(outcome.byteCount),
                mVariableFramesInPacket: format.framesPerPacket > 0 ? 0 : UInt32(clamping: packet.frameCount),
                mDataByteSize: UInt32(clamping: packet.bytes.count))
            outcome.byteCount += packet.bytes.count
            outcome.packetCount += 1
        }
        return outcome
    }

    /// Reads PCM frames, each of which is one packet.
    private func readFrames(
        from first: Int64, limit: Int, into buffer: UnsafeMutableRawBufferPointer,
        _ descriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?
    ) throws -> ReadOutcome {
        let byteCount = format.bytesPerPacket
        let count = min(limit, buffer.count / byteCount)
        let start = first.multipliedReportingOverflow(by: Int64(byteCount))
        guard !start.overflow else { throw StatusError(kAudioFileInvalidPacketOffsetError) }
        let room = UnsafeMutableRawBufferPointer(rebasing: buffer[..<(count * byteCount)])
        let got = try read(into: room, at: start.partialValue) / byteCount
        for packet in 0..<got {
            descriptions?[packet] = AudioStreamPacketDescription(
                mStartOffset: Int64(packet * byteCount), mVariableFramesInPacket: 0, mDataByteSize: UInt32(byteCount))
        }
        return ReadOutcome(byteCount: got * byteCount, packetCount: got, isAtEnd: got < count)
    }

    /// Reads a packet, whose bytes stay valid until the next call; returns nil beyond the last.
    func packet(_ number: Int64) throws -> Packet? {
        switch content {
        case .reading(let file): return try file.packet(number)
        case .writing(let draft): return try draft.packet(number)
        }
    }
}
