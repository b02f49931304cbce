import CoreAudioTypes
import SordinoMedia

/// Writes bytes of the audio of a PCM file.
///
/// - Parameters:
///   - inAudioFile: The file.
///   - inUseCache: Whether the bytes are likely to be read again; the system's cache decides by itself.
///   - inStartingByte: The position of the first byte, from the beginning of the audio to its end.
///   - ioNumBytes: Bytes to write; afterwards those that were written.
///   - inBuffer: The bytes.
/// - Returns: `kAudioFilePositionError` if there would be a gap, `kAudioFileOperationNotSupportedError` for packets,
///   `kAudioFilePermissionsError`, `kAudioFileDoesNotAllow64BitDataSizeError`.
@discardableResult
public func AudioFileWriteBytes(
    _ inAudioFile: AudioFileID, _ inUseCache: Bool, _ inStartingByte: Int64,
    _ ioNumBytes: UnsafeMutablePointer<UInt32>, _ inBuffer: UnsafeRawPointer
) -> OSStatus {
    AudioFileObject.with(inAudioFile) { file in
        let count = Int(ioNumBytes.pointee)
        ioNumBytes.pointee = 0
        try file.draft().write(.init(start: inBuffer, count: count), at: inStartingByte)
        ioNumBytes.pointee = UInt32(count)
    }
}

/// Writes packets.
///
/// - Parameters:
///   - inAudioFile: The file.
///   - inUseCache: Whether the packets are likely to be read again; the system's cache decides by itself.
///   - inNumBytes: Bytes in the buffer.
///   - inPacketDescriptions: Where each packet lies in the buffer; nil if all have one size.
///   - inStartingPacket: The number of the first packet. Packets of different sizes can only be appended.
///   - ioNumPackets: Packets to write; afterwards those that were written.
///   - inBuffer: The packets.
/// - Returns: `kAudioFileInvalidPacketOffsetError` if there would be a gap or packets would be replaced that differ in
///   size, `kAudioFilePermissionsError`, `kAudioFileDoesNotAllow64BitDataSizeError`.
@discardableResult
public func AudioFileWritePackets(
    _ inAudioFile: AudioFileID, _ inUseCache: Bool, _ inNumBytes: UInt32,
    _ inPacketDescriptions: UnsafePointer<AudioStreamPacketDescription>?, _ inStartingPacket: Int64,
    _ ioNumPackets: UnsafeMutablePointer<UInt32>, _ inBuffer: UnsafeRawPointer
) -> OSStatus {
    AudioFileObject.with(inAudioFile) { file in
        let wanted = Int(ioNumPackets.pointee)
        ioNumPackets.pointee = 0
        let draft = try file.draft()
        let bytes = UnsafeRawBufferPointer(start: inBuffer, count: Int(inNumBytes))
        let format = draft.description.format
        guard inStartingPacket >= 0, inStartingPacket <= draft.packetCount else {
            throw StatusError(kAudioFileInvalidPacketOffsetError)
        }
        if format.encoding != nil {
            let count = min(wanted, bytes.count / format.bytesPerPacket)
            try draft.write(
                .init(rebasing: bytes[..<(count * format.bytesPerPacket)]),
                at: inStartingPacket * Int64(format.bytesPerPacket))
            ioNumPackets.pointee = UInt32(count)
            return
        }
        guard inStartingPacket == draft.packetCount else { throw StatusError(kAudioFileInvalidPacketOffsetError) }
        for number in 0..<wanted {
            let place: Range<Int>
            var frameCount = format.framesPerPacket
            if let description = inPacketDescriptions?[number] {
                guard description.mStartOffset >= 0, description.mStartOffset <= Int64(bytes.count),
                    Int(description.mDataByteSize) <= bytes.count - Int(description.mStartOffset)
                else { throw StatusError(kAudioFileInvalidPacketOffsetError) }
                let start = Int(description.mStartOffset)
                place = start..<(start + Int(description.mDataByteSize))
                if description.mVariableFramesInPacket > 0 { frameCount = Int(description.mVariableFramesInPacket) }
            } else {
                guard format.bytesPerPacket > 0 else { throw StatusError(paramError) }
                let start = number * format.bytesPerPacket
                guard start + format.bytesPerPacket <= bytes.count else { break }
                place = start..<(start + format.bytesPerPacket)
            }
            try draft.append(packet: .init(rebasing: bytes[place]), frameCount: frameCount)
            ioNumPackets.pointee = UInt32(number + 1)
        }
    }
}

/// Writes packets that may depend on other packets.
///
/// Only the dependency of packet 0 is checked. The others are ignored, since these files store none.
///
/// - Parameters:
///   - inAudioFile: The file.
///   - inUseCache: Whether the packets are likely to be read again; the system's cache decides by itself.
///   - inNumBytes: Bytes in the buffer.
///   - inPacketDescriptions: Where each packet lies in the buffer; nil if all have one size.
///   - inPacketDependencies: The dependencies of each packet.
///   - inStartingPacket: The number of the first packet.
///   - ioNumPackets: Packets to write; afterwards those that were written.
///   - inBuffer: The packets.
/// - Returns: `kAudioFileInvalidPacketDependencyError` if the first packet of the file needs one before it; the codes
///   of `AudioFileWritePackets`.
@discardableResult
public func AudioFileWritePacketsWithDependencies(
    _ inAudioFile: AudioFileID, _ inUseCache: Bool, _ inNumBytes: UInt32,
    _ inPacketDescriptions: UnsafePointer<AudioStreamPacketDescription>?,
    _ inPacketDependencies: UnsafePointer<AudioStreamPacketDependencyDescription>, _ inStartingPacket: Int64,
    _ ioNumPackets: UnsafeMutablePointer<UInt32>, _ inBuffer: UnsafeRawPointer
) -> OSStatus {
    if inStartingPacket == 0, ioNumPackets.pointee > 0, inPacketDependencies.pointee.mIsIndependentlyDecodable == 0 {
        return kAudioFileInvalidPacketDependencyError
    }
    return AudioFileWritePackets(
        inAudioFile, inUseCache, inNumBytes, inPacketDescriptions, inStartingPacket, ioNumPackets, inBuffer)
}
