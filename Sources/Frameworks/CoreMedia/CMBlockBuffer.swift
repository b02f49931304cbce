import CoreAudioTypes
import Foundation

/// One piece of memory, allocated when it is first needed, released with its last user.
final class MemoryBlock {
    /// The way in which the memory is made and released.
    enum Source {
        /// By the C library.
        case standard
        /// By an allocator of Core Foundation.
        case allocator(CFAllocator)
        /// Allocated and released by functions of the program.
        case custom(CMBlockBufferCustomBlockSource)
        /// The memory remains the property of the caller.
        case borrowed
        /// By a function that is called once.
        case released(() -> Void)
    }

    let byteCount: Int
    private let source: Source
    private(set) var memory: UnsafeMutableRawPointer?

    init(_ memory: UnsafeMutableRawPointer?, byteCount: Int, _ source: Source) {
        self.memory = memory
        self.byteCount = byteCount
        self.source = source
    }

    /// Allocates the memory if it is not there.
    func assure() -> Bool {
        if memory != nil { return true }
        switch source {
        case .standard: memory = SpareMemory.take(byteCount)
        case .allocator(let allocator): memory = CFAllocatorAllocate(allocator, max(byteCount, 1), 0)
        case .custom(let source): memory = source.AllocateBlock?(source.refCon, byteCount)
        case .borrowed, .released: break
        }
        return memory != nil
    }

    deinit {
        if case .released(let release) = source { return release() }
        guard let memory else { return }
        switch source {
        case .standard: SpareMemory.give(memory, byteCount)
        case .allocator(let allocator): CFAllocatorDeallocate(allocator, memory)
        case .custom(let source): source.FreeBlock?(source.refCon, memory, byteCount)
        case .borrowed, .released: break
        }
    }
}

/// Bytes that may lie in several pieces of memory, of which others may use parts too.
///
/// - Thread: any, one at a time while it is changed.
public final class CMBlockBuffer: Hashable {
    /// A stretch of a piece of memory.
    struct Part {
        var block: MemoryBlock
        var offset: Int
        var byteCount: Int
    }

    /// Options for making a buffer and adding to it.
    public struct Flags: OptionSet, Sendable {
        /// The flags as a bit mask.
        public var rawValue: CMBlockBufferFlags
        /// Makes flags of a bit mask.
        public init(rawValue: CMBlockBufferFlags) { self.rawValue = rawValue }
        /// Allocates memory at once, not when it is first needed.
        public static let assureMemoryNow = Flags(rawValue: 1)
        /// Copies the bytes even if they lie in one piece.
        public static let alwaysCopyData = Flags(rawValue: 2)
        /// Refers to the other buffer itself; here it changes nothing.
        public static let dontOptimizeDepth = Flags(rawValue: 4)
        /// Lets a reference go to an empty buffer.
        public static let permitEmptyReference = Flags(rawValue: 8)
    }

    private(set) var parts: [Part]
    private(set) var byteCount: Int

    init(_ parts: [Part] = []) {
        self.parts = parts
        byteCount = parts.reduce(0) { $0 + $1.byteCount }
    }

    /// Makes a buffer over bytes of its own.
    convenience init(byteCount: Int) {
        self.init([Part(block: MemoryBlock(nil, byteCount: byteCount, .standard), offset: 0, byteCount: byteCount)])
    }

    func append(_ part: Part) {
        guard part.byteCount > 0 else { return }
        parts.append(part)
        byteCount += part.byteCount
    }

    /// The stretches that make up a range of the buffer.
    ///
    /// - Parameter count: 0 for everything from `offset` on.
    func slice(_ offset: Int, _ count: Int) -> (parts: [Part], status: OSStatus) {
        guard offset >= 0, offset <= byteCount else { return ([], kCMBlockBufferBadOffsetParameterErr) }
        let wanted = count == 0 ? byteCount - offset : count
        guard wanted >= 0, wanted <= byteCount - offset else { return ([], kCMBlockBufferBadLengthParameterErr) }
        var (skip, left) = (offset, wanted)
        var found: [Part] = []
        for part in parts where left > 0 {
            if skip >= part.byteCount {
                skip -= part.byteCount
                continue
            }
            let taken = min(part.byteCount - skip, left)
            found.append(Part(block: part.block, offset: part.offset + skip, byteCount: taken))
            left -= taken
            skip = 0
        }
        return (found, kCMBlockBufferNoErr)
    }

    /// Calls a function with each piece of a range that must have memory.
    func forEachPiece(
        _ offset: Int, _ count: Int, allocating: Bool, _ body: (UnsafeMutableRawPointer, Int) -> Void
    ) -> OSStatus {
        guard offset >= 0, offset <= byteCount else { return kCMBlockBufferBadOffsetParameterErr }
        guard count >= 0, count <= byteCount - offset else { return kCMBlockBufferBadLengthParameterErr }
        guard count > 0 else { return kCMBlockBufferNoErr }
        let (pieces, status) = slice(offset, count)
        guard status == noErr else { return status }
        for piece in pieces {
            if allocating, !piece.block.assure() { return kCMBlockBufferBlockAllocationFailedErr }
            guard let memory = piece.block.memory else { return kCMBlockBufferUnallocatedBlockErr }
            body(memory + piece.offset, piece.byteCount)
        }
        return kCMBlockBufferNoErr
    }

    /// The bytes if they lie in one piece that has memory.
    var contiguousBytes: UnsafeMutableRawBufferPointer? {
        guard parts.count == 1, let part = parts.first, part.block.assure(), let memory = part.block.memory else {
            return nil
        }
        return UnsafeMutableRawBufferPointer(start: memory + part.offset, count: part.byteCount)
    }

    /// Returns whether both are one object.
    public static func == (lhs: CMBlockBuffer, rhs: CMBlockBuffer) -> Bool { lhs === rhs }
    /// Hashes the identity of the object.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

// MARK: - As Swift has it

extension CMBlockBuffer {
    /// Makes an empty buffer.
    ///
    /// - Parameters:
    ///   - capacity: Pieces that will be appended.
    ///   - flags: None has a meaning here.
    public convenience init(capacity: Int = 0, flags: Flags = []) throws {
        guard capacity >= 0 else { throw statusError(kCMBlockBufferBadLengthParameterErr) }
        self.init([])
    }

    /// Makes a buffer with memory of its own.
    ///
    /// - Parameters:
    ///   - length: Bytes of the memory.
    ///   - allocator: Allocates it.
    ///   - range: The bytes that count; nil for all.
    ///   - flags: `.assureMemoryNow` allocates at once.
    /// - Throws: `kCMBlockBufferBadLengthParameterErr`, `kCMBlockBufferBadOffsetParameterErr` for a range outside.
    public convenience init(
        length: Int, allocator: CFAllocator? = kCFAllocatorDefault, range: Range<Int>? = nil, flags: Flags = []
    ) throws {
        let range = range ?? 0..<max(length, 0)
        guard length >= 0, range.upperBound <= length else { throw statusError(kCMBlockBufferBadLengthParameterErr) }
        guard range.lowerBound >= 0 else { throw statusError(kCMBlockBufferBadOffsetParameterErr) }
        let block = MemoryBlock(nil, byteCount: length, memorySource(allocator))
        if flags.contains(.assureMemoryNow), !block.assure() {
            throw statusError(kCMBlockBufferBlockAllocationFailedErr)
        }
        self.init([Part(block: block, offset: range.lowerBound, byteCount: range.count)])
    }

    /// Makes a buffer over memory that exists.
    ///
    /// - Parameters:
    ///   - buffer: The memory.
    ///   - allocator: Releases it; `kCFAllocatorNull` leaves it alone.
    ///   - flags: None has a meaning here.
    public convenience init(
        buffer: UnsafeMutableRawBufferPointer, allocator: CFAllocator? = kCFAllocatorDefault, flags: Flags = []
    ) throws {
        let block = MemoryBlock(buffer.baseAddress, byteCount: buffer.count, memorySource(allocator))
        self.init([Part(block: block, offset: 0, byteCount: buffer.count)])
    }

    /// Makes a buffer over memory that exists and a function that releases it.
    public convenience init(
        buffer: UnsafeMutableRawBufferPointer,
        deallocator: @escaping (UnsafeMutableRawPointer, Int) -> Void, flags: Flags = []
    ) throws {
        guard let start = buffer.baseAddress else { throw statusError(kCMBlockBufferBadPointerParameterErr) }
        let block = MemoryBlock(
            start, byteCount: buffer.count, .released { deallocator(start, buffer.count) })
        self.init([Part(block: block, offset: 0, byteCount: buffer.count)])
    }

    /// The bytes that count.
    public var dataLength: Int { byteCount }
    /// Indicates whether there are none.
    public var isEmpty: Bool { byteCount == 0 }
    /// Indicates whether they lie in one piece.
    public var isContiguous: Bool { parts.count <= 1 }
    /// The first byte that counts.
    public var startIndex: Int { 0 }
    /// Behind the last byte that counts.
    public var endIndex: Int { byteCount }

    /// Appends bytes of another buffer, which it shares from then on.
    public func append(bufferReference targetBBuf: CMBlockBuffer, flags: Flags = []) throws {
        try check(
            CMBlockBufferAppendBufferReference(
                self, targetBBuf: targetBBuf, offsetToData: 0, dataLength: 0, flags: flags.rawValue))
    }

    /// Appends memory of its own.
    public func append(length: Int, allocator: CFAllocator? = kCFAllocatorDefault, flags: Flags = []) throws {
        try check(
            CMBlockBufferAppendMemoryBlock(
                self, memoryBlock: nil, length: length, blockAllocator: allocator, customBlockSource: nil,
                offsetToData: 0, dataLength: length, flags: flags.rawValue))
    }

    /// Allocates the memory of all blocks that do not have theirs yet.
    public func assureBlockMemory() throws { try check(CMBlockBufferAssureBlockMemory(self)) }

    /// Calls a function with the bytes from an offset on, as far as they lie in one piece.
    public func withUnsafeMutableBytes<R>(
        atOffset offset: Int = 0, _ body: (UnsafeMutableRawBufferPointer) throws -> R
    ) throws -> R {
        var count = 0
        var pointer: UnsafeMutablePointer<CChar>?
        try check(
            CMBlockBufferGetDataPointer(
                self, atOffset: offset, lengthAtOffsetOut: &count, totalLengthOut: nil, dataPointerOut: &pointer))
        return try withExtendedLifetime(self) { try body(UnsafeMutableRawBufferPointer(start: pointer, count: count)) }
    }

    /// Calls a function with all bytes, which must lie in one piece.
    ///
    /// - Throws: `kCMBlockBufferBadLengthParameterErr` if they do not.
    public func withContiguousStorage<R>(_ body: (UnsafeRawBufferPointer) throws -> R) throws -> R {
        guard let bytes = contiguousBytes else { throw statusError(kCMBlockBufferBadLengthParameterErr) }
        return try withExtendedLifetime(self) { try body(UnsafeRawBufferPointer(bytes)) }
    }

    /// Returns a copy of all bytes.
    public func dataBytes() throws -> Data {
        var data = Data(count: byteCount)
        try data.withUnsafeMutableBytes { try copyDataBytes(to: $0) }
        return data
    }

    /// Copies the first bytes, as many as `destination` takes.
    ///
    /// - Throws: `kCMBlockBufferBadLengthParameterErr` if there are fewer.
    public func copyDataBytes(to destination: UnsafeMutableRawBufferPointer) throws {
        guard let start = destination.baseAddress else { return }
        try check(
            CMBlockBufferCopyDataBytes(self, atOffset: 0, dataLength: destination.count, destination: start))
    }

    /// Writes bytes over the first ones.
    public func replaceDataBytes(with source: UnsafeRawBufferPointer) throws {
        guard let start = source.baseAddress else { return }
        try check(
            CMBlockBufferReplaceDataBytes(
                with: start, blockBuffer: self, offsetIntoDestination: 0, dataLength: source.count))
    }

    /// Writes one value over all bytes.
    public func fillDataBytes(with fillByte: UInt8) throws {
        try check(
            CMBlockBufferFillDataBytes(
                with: CChar(bitPattern: fillByte), blockBuffer: self, offsetIntoDestination: 0, dataLength: byteCount))
    }
}

/// Returns the source of memory for an allocator; nil stands for the C library.
func memorySource(_ allocator: CFAllocator?) -> MemoryBlock.Source {
    guard let allocator else { return .standard }
    if allocator === kCFAllocatorNull { return .borrowed }
    return allocator === kCFAllocatorMalloc ? .standard : .allocator(allocator)
}
