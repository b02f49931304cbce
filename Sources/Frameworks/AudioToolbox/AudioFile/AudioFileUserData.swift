import CoreAudioTypes
import SordinoMedia

// User data are the chunks of WAVE, AIFF and CAF files. Structural chunks, such as the format, can only be read.

/// Returns the number of chunks with a code.
///
/// - Returns: `kAudioFileOperationNotSupportedError` if files of this kind have no chunks.
@discardableResult
public func AudioFileCountUserData(
    _ inAudioFile: AudioFileID, _ inUserDataID: UInt32, _ outNumberItems: UnsafeMutablePointer<UInt32>
) -> OSStatus {
    AudioFileObject.with(inAudioFile) { file in
        outNumberItems.pointee = UInt32(clamping: try file.userChunkCount(FourCC(rawValue: inUserDataID)))
    }
}

/// Returns the size of a chunk's body, in bytes.
///
/// - Returns: `kAudioFileInvalidChunkError` if there is no such chunk, `kAudioFileOperationNotSupportedError`.
@discardableResult
public func AudioFileGetUserDataSize(
    _ inAudioFile: AudioFileID, _ inUserDataID: UInt32, _ inIndex: UInt32,
    _ outUserDataSize: UnsafeMutablePointer<UInt32>
) -> OSStatus {
    AudioFileObject.with(inAudioFile) { file in
        let byteCount = try file.userChunkByteCount(FourCC(rawValue: inUserDataID), inIndex)
        guard let size = UInt32(exactly: byteCount) else { throw StatusError(kAudioFileBadPropertySizeError) }
        outUserDataSize.pointee = size
    }
}

/// Returns the size of a chunk's body, in bytes, also of 4 GiB and more.
///
/// - Returns: The codes of `AudioFileGetUserDataSize`.
@discardableResult
public func AudioFileGetUserDataSize64(
    _ inAudioFile: AudioFileID, _ inUserDataID: UInt32, _ inIndex: UInt32,
    _ outUserDataSize: UnsafeMutablePointer<UInt64>
) -> OSStatus {
    AudioFileObject.with(inAudioFile) { file in
        outUserDataSize.pointee = UInt64(
            clamping: try file.userChunkByteCount(FourCC(rawValue: inUserDataID), inIndex))
    }
}

/// Copies the body of a chunk.
///
/// - Parameters:
///   - inAudioFile: The file.
///   - inUserDataID: The chunk's code.
///   - inIndex: Which of the chunks of that code, from 0.
///   - ioUserDataSize: Room for it; afterwards the bytes that were copied.
///   - outUserData: Receives it, or as much as there is room for.
/// - Returns: `kAudioFileInvalidChunkError` if there is no such chunk, `kAudioFileOperationNotSupportedError`.
@discardableResult
public func AudioFileGetUserData(
    _ inAudioFile: AudioFileID, _ inUserDataID: UInt32, _ inIndex: UInt32,
    _ ioUserDataSize: UnsafeMutablePointer<UInt32>, _ outUserData: UnsafeMutableRawPointer
) -> OSStatus {
    AudioFileGetUserDataAtOffset(inAudioFile, inUserDataID, inIndex, 0, ioUserDataSize, outUserData)
}

/// Copies a part of the body of a chunk.
///
/// - Parameters:
///   - inAudioFile: The file.
///   - inUserDataID: The chunk's code.
///   - inIndex: Which of the chunks of that code, from 0.
///   - inOffset: The first byte of the part.
///   - ioUserDataSize: Bytes wanted; afterwards the bytes that were copied.
///   - outUserData: Receives them.
/// - Returns: The codes of `AudioFileGetUserData`.
@discardableResult
public func AudioFileGetUserDataAtOffset(
    _ inAudioFile: AudioFileID, _ inUserDataID: UInt32, _ inIndex: UInt32, _ inOffset: Int64,
    _ ioUserDataSize: UnsafeMutablePointer<UInt32>, _ outUserData: UnsafeMutableRawPointer
) -> OSStatus {
    AudioFileObject.with(inAudioFile) { file in
        guard inOffset >= 0 else { throw StatusError(kAudioFilePositionError) }
        let bytes = try file.userChunk(
            FourCC(rawValue: inUserDataID), inIndex, from: inOffset, limit: Int(ioUserDataSize.pointee))
        bytes.withUnsafeBytes {
            if let base = $0.baseAddress { outUserData.copyMemory(from: base, byteCount: $0.count) }
        }
        ioUserDataSize.pointee = UInt32(bytes.count)
    }
}

/// Sets the body of a chunk, or adds a chunk.
///
/// - Parameters:
///   - inAudioFile: The file.
///   - inUserDataID: The chunk's code, not that of a structural chunk.
///   - inIndex: Which of the chunks of that code, from 0; one more than there are adds one.
///   - inUserDataSize: Bytes of the body.
///   - inUserData: The body.
/// - Returns: `kAudioFileInvalidChunkError` for a structural chunk or an index beyond the chunks,
///   `kAudioFileOperationNotSupportedError`, `kAudioFilePermissionsError`.
@discardableResult
public func AudioFileSetUserData(
    _ inAudioFile: AudioFileID, _ inUserDataID: UInt32, _ inIndex: UInt32, _ inUserDataSize: UInt32,
    _ inUserData: UnsafeRawPointer
) -> OSStatus {
    AudioFileObject.with(inAudioFile) { file in
        let id = FourCC(rawValue: inUserDataID)
        let draft = try file.changeableChunks(id)
        let body = [UInt8](UnsafeRawBufferPointer(start: inUserData, count: Int(inUserDataSize)))
        let places = draft.userChunks.indices.filter { draft.userChunks[$0].id == id }
        if Int(inIndex) < places.count {
            draft.userChunks[places[Int(inIndex)]].body = body
        } else if Int(inIndex) == places.count {
            draft.userChunks.append(.init(id: id, body: body))
        } else {
            throw StatusError(kAudioFileInvalidChunkError)
        }
    }
}

/// Removes a chunk.
///
/// - Returns: The codes of `AudioFileSetUserData`.
@discardableResult
public func AudioFileRemoveUserData(
    _ inAudioFile: AudioFileID, _ inUserDataID: UInt32, _ inIndex: UInt32
) -> OSStatus {
    AudioFileObject.with(inAudioFile) { file in
        let id = FourCC(rawValue: inUserDataID)
        let draft = try file.changeableChunks(id)
        let places = draft.userChunks.indices.filter { draft.userChunks[$0].id == id }
        guard Int(inIndex) < places.count else { throw StatusError(kAudioFileInvalidChunkError) }
        draft.userChunks.remove(at: places[Int(inIndex)])
    }
}

extension AudioFileObject {
    private func checkForChunks() throws {
        guard UserChunks.areIn(fileType) else { throw StatusError(kAudioFileOperationNotSupportedError) }
    }

    /// Returns the draft in which the chunks with a code can be changed.
    fileprivate func changeableChunks(_ id: FourCC) throws -> AudioFileDraft {
        try checkForChunks()
        let draft = try draft()
        guard !UserChunks.isStructure(id, in: fileType) else { throw StatusError(kAudioFileInvalidChunkError) }
        return draft
    }

    fileprivate func userChunkCount(_ id: FourCC) throws -> Int {
        try checkForChunks()
        return switch content {
        case .reading(let file): file.properties.chunks.count { $0.id == id }
        case .writing(let draft): draft.userChunks.count { $0.id == id }
        }
    }

    private func chunk(_ id: FourCC, _ index: UInt32, in file: PacketFile) throws -> MediaProperties.Chunk {
        let chunks = file.properties.chunks.filter { $0.id == id }
        guard Int(index) < chunks.count else { throw StatusError(kAudioFileInvalidChunkError) }
        return chunks[Int(index)]
    }

    private func chunk(_ id: FourCC, _ index: UInt32, in draft: AudioFileDraft) throws -> UserChunks.Chunk {
        let chunks = draft.userChunks.filter { $0.id == id }
        guard Int(index) < chunks.count else { throw StatusError(kAudioFileInvalidChunkError) }
        return chunks[Int(index)]
    }

    fileprivate func userChunkByteCount(_ id: FourCC, _ index: UInt32) throws -> Int64 {
        try checkForChunks()
        switch content {
        case .reading(let file):
            let chunk = try chunk(id, index, in: file)
            let left = max(0, try file.source.byteCount() - chunk.start)
            return min(chunk.byteCount ?? left, left)
        case .writing(let draft): return Int64(try chunk(id, index, in: draft).body.count)
        }
    }

    fileprivate func userChunk(_ id: FourCC, _ index: UInt32, from offset: Int64, limit: Int) throws -> [UInt8] {
        try checkForChunks()
        switch content {
        case .reading(let file): return try file.body(of: chunk(id, index, in: file), from: offset, limit: limit)
        case .writing(let draft):
            let body = try chunk(id, index, in: draft).body
            guard offset < Int64(body.count) else { return [] }
            return Array(body[Int(offset)...].prefix(limit))
        }
    }
}
