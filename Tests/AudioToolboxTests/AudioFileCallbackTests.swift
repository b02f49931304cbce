import AudioToolbox
import Foundation
import Testing

/// Files whose bytes a client keeps.
@Suite struct AudioFileCallbackTests {
    private final class Memory {
        var bytes: [UInt8] = []
        var refuses = false
    }

    private static let read: AudioFile_ReadProc = { client, position, wanted, buffer, count in
        let memory = Unmanaged<Memory>.fromOpaque(client).takeUnretainedValue()
        if memory.refuses { return -36 }
        let there = max(0, min(Int(wanted), memory.bytes.count - Int(position)))
        memory.bytes.withUnsafeBytes { bytes in
            if there > 0, let base = bytes.baseAddress {
                buffer.copyMemory(from: base + Int(position), byteCount: there)
            }
        }
        count.pointee = UInt32(there)
        return there < Int(wanted) ? kAudioFileEndOfFileError : noErr
    }
    private static let write: AudioFile_WriteProc = { client, position, wanted, buffer, count in
        let memory = Unmanaged<Memory>.fromOpaque(client).takeUnretainedValue()
        if memory.refuses { return -36 }
        let end = Int(position) + Int(wanted)
        if memory.bytes.count < end { memory.bytes += [UInt8](repeating: 0, count: end - memory.bytes.count) }
        memory.bytes.replaceSubrange(
            Int(position)..<end, with: UnsafeRawBufferPointer(start: buffer, count: Int(wanted)))
        count.pointee = wanted
        return noErr
    }
    private static let size: AudioFile_GetSizeProc = {
        Int64(Unmanaged<Memory>.fromOpaque($0).takeUnretainedValue().bytes.count)
    }
    private static let resize: AudioFile_SetSizeProc = { client, size in
        let memory = Unmanaged<Memory>.fromOpaque(client).takeUnretainedValue()
        memory.bytes = Array(memory.bytes.prefix(Int(size)))
        memory.bytes += [UInt8](repeating: 0, count: Int(size) - memory.bytes.count)
        return noErr
    }

    @Test func aFileIsMadeReadAndChangedThroughCallbacks() throws {
        let memory = Memory()
        let client = Unmanaged.passUnretained(memory).toOpaque()
        var format = integers(16, channels: 1)
        var file: AudioFileID?
        #expect(
            AudioFileInitializeWithCallbacks(
                client, Self.read, Self.write, Self.size, Self.resize, kAudioFileWAVEType, &format, [], &file) == noErr)
        let made = try #require(file)
        let samples = (0..<200).map { UInt8($0) }
        var count: UInt32 = 100
        #expect(AudioFileWritePackets(made, false, 200, nil, 0, &count, samples) == noErr)
        #expect(AudioFileClose(made) == noErr)
        #expect(Array(memory.bytes.prefix(4)) == Array("RIFF".utf8))

        #expect(
            AudioFileOpenWithCallbacks(client, Self.read, Self.write, Self.size, Self.resize, 0, &file) == noErr)
        let changed = try #require(file)
        #expect(try allPackets(changed).flatMap { $0 } == samples)
        count = 2
        #expect(AudioFileWritePackets(changed, false, 4, nil, 100, &count, [9, 9, 9, 9] as [UInt8]) == noErr)
        #expect(AudioFileClose(changed) == noErr)

        #expect(AudioFileOpenWithCallbacks(client, Self.read, nil, Self.size, nil, 0, &file) == noErr)
        let again = try #require(file)
        #expect(try allPackets(again).flatMap { $0 } == samples + [9, 9, 9, 9])
        count = 1
        #expect(
            AudioFileWritePackets(again, false, 2, nil, 0, &count, [1, 1] as [UInt8]) == kAudioFilePermissionsError)
        memory.refuses = true
        var (size, bytes) = (UInt32(2), [UInt8](repeating: 0, count: 2))
        #expect(AudioFileReadBytes(again, false, 0, &size, &bytes) == kAudioFileUnspecifiedError)
        #expect(AudioFileClose(again) == noErr)
    }
}
