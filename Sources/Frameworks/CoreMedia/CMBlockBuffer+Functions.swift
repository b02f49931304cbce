import CoreAudioTypes
import Foundation

/// Makes an empty buffer.
@discardableResult
public func CMBlockBufferCreateEmpty(
    allocator structureAllocator: CFAllocator?, capacity subBlockCapacity: UInt32, flags: CMBlockBufferFlags,
    blockBufferOut: UnsafeMutablePointer<CMBlockBuffer?>
) -> OSStatus {
    blockBufferOut.pointee = CMBlockBuffer([])
    return kCMBlockBufferNoErr
}

/// Makes a buffer over one piece of memory.
///
/// - Parameters:
///   - memoryBlock: The memory; nil to allocate it when it is first needed, or at once with
///     `kCMBlockBufferAssureMemoryNowFlag`.
///   - blockLength: Its bytes.
///   - blockAllocator: Allocates and releases it; nil is the default, `kCFAllocatorNull` leaves it alone.
///   - customBlockSource: Allocates and releases in its place, if given; copied.
///   - offsetToData: The first byte that counts.
///   - dataLength: The bytes that count.
///   - blockBufferOut: Receives the buffer.
@discardableResult
public func CMBlockBufferCreateWithMemoryBlock(
    allocator structureAllocator: CFAllocator?, memoryBlock: UnsafeMutableRawPointer?, blockLength: Int,
    blockAllocator: CFAllocator?, customBlockSource: UnsafePointer<CMBlockBufferCustomBlockSource>?,
    offsetToData: Int, dataLength: Int, flags: CMBlockBufferFlags,
    blockBufferOut: UnsafeMutablePointer<CMBlockBuffer?>
) -> OSStatus {
    let buffer = CMBlockBuffer([])
    let status = CMBlockBufferAppendMemoryBlock(
        buffer, memoryBlock: memoryBlock, length: blockLength, blockAllocator: blockAllocator,
        customBlockSource: customBlockSource, offsetToData: offsetToData, dataLength: dataLength, flags: flags)
    guard status == noErr else { return status }
    blockBufferOut.pointee = buffer
    return status
}

/// Makes a buffer that shares bytes of another.
///
/// - Parameters:
///   - targetBuffer: The other.
///   - offsetToData: The first byte to be shared.
///   - dataLength: The bytes to be shared; 0 for all from there on.
@discardableResult
public func CMBlockBufferCreateWithBufferReference(
    allocator structureAllocator: CFAllocator?, referenceBuffer targetBuffer: CMBlockBuffer, offsetToData: Int,
    dataLength: Int, flags: CMBlockBufferFlags, blockBufferOut: UnsafeMutablePointer<CMBlockBuffer?>
) -> OSStatus {
    let buffer = CMBlockBuffer([])
    let status = CMBlockBufferAppendBufferReference(
        buffer, targetBBuf: targetBuffer, offsetToData: offsetToData, dataLength: dataLength, flags: flags)
    guard status == noErr else { return status }
    blockBufferOut.pointee = buffer
    return status
}

/// Makes a buffer whose bytes lie in one piece: shared with another where they do so there, else copied.
@discardableResult
public func CMBlockBufferCreateContiguous(
    allocator structureAllocator: CFAllocator?, sourceBuffer: CMBlockBuffer, blockAllocator: CFAllocator?,
    customBlockSource: UnsafePointer<CMBlockBufferCustomBlockSource>?, offsetToData: Int, dataLength: Int,
    flags: CMBlockBufferFlags, blockBufferOut: UnsafeMutablePointer<CMBlockBuffer?>
) -> OSStatus {
    let (parts, status) = sourceBuffer.slice(offsetToData, dataLength)
    guard status == noErr else { return status }
    guard parts.count > 1 || flags & kCMBlockBufferAlwaysCopyDataFlag != 0 else {
        if let part = parts.first, !part.block.assure() { return kCMBlockBufferBlockAllocationFailedErr }
        blockBufferOut.pointee = CMBlockBuffer(parts)
        return noErr
    }
    let byteCount = parts.reduce(0) { $0 + $1.byteCount }
    let block = MemoryBlock(
        nil, byteCount: byteCount, customBlockSource.map { .custom($0.pointee) } ?? memorySource(blockAllocator))
    guard block.assure(), let memory = block.memory else { return kCMBlockBufferBlockAllocationFailedErr }
    let copied = CMBlockBufferCopyDataBytes(
        sourceBuffer, atOffset: offsetToData, dataLength: byteCount, destination: memory)
    guard copied == noErr else { return copied }
    blockBufferOut.pointee = CMBlockBuffer([CMBlockBuffer.Part(block: block, offset: 0, byteCount: byteCount)])
    return noErr
}

/// Appends one piece of memory; its parameters are those of `CMBlockBufferCreateWithMemoryBlock`.
@discardableResult
public func CMBlockBufferAppendMemoryBlock(
    _ theBuffer: CMBlockBuffer, memoryBlock: UnsafeMutableRawPointer?, length blockLength: Int,
    blockAllocator: CFAllocator?, customBlockSource: UnsafePointer<CMBlockBufferCustomBlockSource>?,
    offsetToData: Int, dataLength: Int, flags: CMBlockBufferFlags
) -> OSStatus {
    guard blockLength >= 0 else { return kCMBlockBufferBadLengthParameterErr }
    guard offsetToData >= 0, offsetToData <= blockLength else { return kCMBlockBufferBadOffsetParameterErr }
    guard dataLength >= 0, dataLength <= blockLength - offsetToData else { return kCMBlockBufferBadLengthParameterErr }
    var source = memorySource(blockAllocator)
    if let custom = customBlockSource?.pointee {
        guard custom.version == kCMBlockBufferCustomBlockSourceVersion,
            memoryBlock != nil || custom.AllocateBlock != nil
        else { return kCMBlockBufferBadCustomBlockSourceErr }
        source = .custom(custom)
    }
    if memoryBlock == nil, case .borrowed = source { return kCMBlockBufferBadPointerParameterErr }
    let block = MemoryBlock(memoryBlock, byteCount: blockLength, source)
    if flags & kCMBlockBufferAssureMemoryNowFlag != 0, !block.assure() { return kCMBlockBufferBlockAllocationFailedErr }
    theBuffer.append(CMBlockBuffer.Part(block: block, offset: offsetToData, byteCount: dataLength))
    return noErr
}

/// Appends bytes of another buffer, which both share from then on.
@discardableResult
public func CMBlockBufferAppendBufferReference(
    _ theBuffer: CMBlockBuffer, targetBBuf: CMBlockBuffer, offsetToData: Int, dataLength: Int,
    flags: CMBlockBufferFlags
) -> OSStatus {
    if targetBBuf.byteCount == 0 {
        guard flags & kCMBlockBufferPermitEmptyReferenceFlag != 0 else { return kCMBlockBufferEmptyBBufErr }
    }
    let (parts, status) = targetBBuf.slice(offsetToData, dataLength)
    guard status == noErr else { return status }
    for part in parts { theBuffer.append(part) }
    return noErr
}

/// Allocates the memory of all blocks that do not have theirs yet.
@discardableResult
public func CMBlockBufferAssureBlockMemory(_ theBuffer: CMBlockBuffer) -> OSStatus {
    for part in theBuffer.parts where !part.block.assure() { return kCMBlockBufferBlockAllocationFailedErr }
    return noErr
}

/// Gives a pointer to bytes in one piece: into the buffer where they lie so, else to a copy.
///
/// - Parameters:
///   - temporaryBlock: Receives the copy; room for `length` bytes.
///   - returnedPointerOut: Receives the pointer.
@discardableResult
public func CMBlockBufferAccessDataBytes(
    _ theBuffer: CMBlockBuffer, atOffset offset: Int, length: Int, temporaryBlock: UnsafeMutableRawPointer,
    returnedPointerOut: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
) -> OSStatus {
    guard offset >= 0, offset < theBuffer.byteCount else { return kCMBlockBufferBadOffsetParameterErr }
    guard length > 0, length <= theBuffer.byteCount - offset else { return kCMBlockBufferBadLengthParameterErr }
    let (parts, status) = theBuffer.slice(offset, length)
    guard status == noErr else { return status }
    if parts.count == 1, let part = parts.first {
        guard let memory = part.block.memory else { return kCMBlockBufferUnallocatedBlockErr }
        returnedPointerOut.pointee = (memory + part.offset).assumingMemoryBound(to: CChar.self)
        return noErr
    }
    let copied = CMBlockBufferCopyDataBytes(
        theBuffer, atOffset: offset, dataLength: length, destination: temporaryBlock)
    if copied == noErr { returnedPointerOut.pointee = temporaryBlock.assumingMemoryBound(to: CChar.self) }
    return copied
}

/// Copies bytes out of a buffer.
@discardableResult
public func CMBlockBufferCopyDataBytes(
    _ theSourceBuffer: CMBlockBuffer, atOffset offsetToData: Int, dataLength: Int, destination: UnsafeMutableRawPointer
) -> OSStatus {
    var target = destination
    return theSourceBuffer.forEachPiece(offsetToData, dataLength, allocating: false) { piece, count in
        target.copyMemory(from: piece, byteCount: count)
        target += count
    }
}

/// Copies bytes into a buffer, allocating where there is no memory yet.
@discardableResult
public func CMBlockBufferReplaceDataBytes(
    with sourceBytes: UnsafeRawPointer, blockBuffer destinationBuffer: CMBlockBuffer, offsetIntoDestination: Int,
    dataLength: Int
) -> OSStatus {
    var source = sourceBytes
    return destinationBuffer.forEachPiece(offsetIntoDestination, dataLength, allocating: true) { piece, count in
        piece.copyMemory(from: source, byteCount: count)
        source += count
    }
}

/// Writes one value over bytes of a buffer, allocating where there is no memory yet.
///
/// - Parameter dataLength: 0 for everything from the offset on.
@discardableResult
public func CMBlockBufferFillDataBytes(
    with fillByte: CChar, blockBuffer destinationBuffer: CMBlockBuffer, offsetIntoDestination: Int, dataLength: Int
) -> OSStatus {
    let count = dataLength == 0 ? max(0, destinationBuffer.byteCount - offsetIntoDestination) : dataLength
    return destinationBuffer.forEachPiece(offsetIntoDestination, count, allocating: true) { piece, count in
        piece.initializeMemory(as: CChar.self, repeating: fillByte, count: count)
    }
}

/// Gives a pointer into a buffer, and how many bytes lie there in one piece.
///
/// - Parameters:
///   - lengthAtOffsetOut: Receives the bytes from the offset on that lie in one piece.
///   - totalLengthOut: Receives all bytes of the buffer.
///   - dataPointerOut: Receives the pointer.
@discardableResult
public func CMBlockBufferGetDataPointer(
    _ theBuffer: CMBlockBuffer, atOffset offset: Int, lengthAtOffsetOut: UnsafeMutablePointer<Int>?,
    totalLengthOut: UnsafeMutablePointer<Int>?, dataPointerOut: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> OSStatus {
    guard theBuffer.byteCount > 0 else { return kCMBlockBufferEmptyBBufErr }
    guard offset >= 0, offset < theBuffer.byteCount else { return kCMBlockBufferBadOffsetParameterErr }
    guard let part = theBuffer.slice(offset, 0).parts.first else { return kCMBlockBufferBadOffsetParameterErr }
    guard part.block.assure(), let memory = part.block.memory else { return kCMBlockBufferBlockAllocationFailedErr }
    lengthAtOffsetOut?.pointee = part.byteCount
    totalLengthOut?.pointee = theBuffer.byteCount
    dataPointerOut?.pointee = (memory + part.offset).assumingMemoryBound(to: CChar.self)
    return noErr
}

/// Returns the bytes of a buffer.
public func CMBlockBufferGetDataLength(_ theBuffer: CMBlockBuffer) -> Int { theBuffer.byteCount }

/// Returns whether a range of a buffer lies in one piece.
///
/// - Parameter length: 0 for everything from the offset on.
public func CMBlockBufferIsRangeContiguous(_ theBuffer: CMBlockBuffer, atOffset offset: Int, length: Int) -> Bool {
    let (parts, status) = theBuffer.slice(offset, length)
    return status == noErr && parts.count == 1
}

/// Returns whether a buffer has no bytes.
public func CMBlockBufferIsEmpty(_ theBuffer: CMBlockBuffer) -> Bool { theBuffer.isEmpty }
