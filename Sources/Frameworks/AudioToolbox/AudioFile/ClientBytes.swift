import CoreAudioTypes
import SordinoMedia
import SordinoRealtime

/// The four functions by which a client keeps the bytes of a file itself.
struct ClientBytes: Sendable {
    // The client keeps its reference valid until the file is closed.
    let reference: Lent<UnsafeMutableRawPointer>
    let read: AudioFile_ReadProc
    let write: AudioFile_WriteProc?
    let size: AudioFile_GetSizeProc
    let resize: AudioFile_SetSizeProc?

    private static func failure(_ operation: String, _ status: OSStatus) -> MediaError {
        .io(.init(operation: operation, name: "callbacks", number: 0, message: "the callback returned \(status)"))
    }

    /// Makes a source that reads by the client's functions.
    func makeSource() -> CallbackByteSource {
        CallbackByteSource(
            byteCount: { () throws(MediaError) in max(0, size(reference.value)) },
            read: { (buffer, offset) throws(MediaError) in
                guard let base = buffer.baseAddress else { return 0 }
                var count: UInt32 = 0
                let status = read(reference.value, offset, UInt32(clamping: buffer.count), base, &count)
                // The end of the file is no failure: the source returns fewer bytes.
                guard status == noErr || status == kAudioFileEndOfFileError else {
                    throw Self.failure("read", status)
                }
                return Int(count)
            })
    }

    /// Writes bytes.
    ///
    /// - Throws: `io` if the client refuses.
    func put(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(MediaError) {
        guard let write else { throw Self.failure("write", kAudioFilePermissionsError) }
        var done = 0
        while done < bytes.count, let base = bytes.baseAddress {
            var count: UInt32 = 0
            let status = write(
                reference.value, offset + Int64(done), UInt32(clamping: bytes.count - done), base + done, &count)
            guard status == noErr, count > 0, Int(count) <= bytes.count - done else {
                throw Self.failure("write", status)
            }
            done += Int(count)
        }
    }

    /// Sets the size of the file, in bytes; returns false if the client's function is missing or fails.
    func setSize(_ byteCount: Int64) -> Bool { resize.map { $0(reference.value, byteCount) == noErr } ?? false }
}
