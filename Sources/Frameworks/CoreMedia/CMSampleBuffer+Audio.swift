import CoreAudioTypes
import Foundation

extension CMSampleBuffer {
    /// The layout of samples in buffers: planes, channels and bytes.
    private struct Shape {
        var bufferCount: Int
        var channelsPerBuffer: UInt32
        /// Bytes of a frame in one buffer; 0 of compressed sound.
        var bytesPerFrame: Int
    }

    /// Nil of other media.
    private var shape: Shape? {
        guard let stream else { return nil }
        guard stream.isLinearPCM else {
            return Shape(bufferCount: 1, channelsPerBuffer: stream.mChannelsPerFrame, bytesPerFrame: 0)
        }
        let isApart = !stream.isInterleaved
        return Shape(
            bufferCount: isApart ? Int(min(max(1, stream.mChannelsPerFrame), 1024)) : 1,
            channelsPerBuffer: isApart ? 1 : stream.mChannelsPerFrame, bytesPerFrame: Int(stream.mBytesPerFrame))
    }

    /// Bytes of each buffer of a list.
    private func planeByteCount(_ shape: Shape, _ data: CMBlockBuffer) -> Int? {
        guard shape.bytesPerFrame > 0 else { return data.byteCount }
        let (count, isTooLarge) = numSamples.multipliedReportingOverflow(by: shape.bytesPerFrame)
        guard !isTooLarge, count <= data.byteCount / shape.bufferCount else { return nil }
        return count
    }

    /// Points the buffers of a list at the samples.
    ///
    /// - Returns: What keeps the memory, or why it does not work.
    fileprivate func fill(
        _ list: UnsafeMutablePointer<AudioBufferList>?, byteCount listByteCount: Int,
        needed: UnsafeMutablePointer<Int>?,
        isAligned: Bool
    ) -> (memory: CMBlockBuffer?, status: OSStatus) {
        guard isValid else { return (nil, kCMSampleBufferError_Invalidated) }
        guard let shape else { return (nil, kCMSampleBufferError_InvalidMediaTypeForOperation) }
        let listNeeds = AudioBufferList.sizeInBytes(maximumBuffers: shape.bufferCount)
        needed?.pointee = listNeeds
        guard let list else { return (nil, noErr) }
        guard listByteCount >= listNeeds else { return (nil, kCMSampleBufferError_ArrayTooSmall) }
        guard let data, isReady else { return (nil, kCMSampleBufferError_BufferNotReady) }
        guard let planeBytes = planeByteCount(shape, data) else { return (nil, kCMSampleBufferError_InvalidSampleData) }
        var memory = data
        var stride = planeBytes
        var start = data.contiguousBytes?.baseAddress
        let isOdd = UInt(bitPattern: start) % 16 != 0 || (shape.bufferCount > 1 && planeBytes % 16 != 0)
        if data.byteCount > 0, start == nil || (isAligned && isOdd) {
            stride = shape.bufferCount > 1 ? (planeBytes + 15) / 16 * 16 : planeBytes
            memory = CMBlockBuffer(byteCount: stride * shape.bufferCount)
            guard let bytes = memory.contiguousBytes, let copy = bytes.baseAddress else {
                return (nil, kCMSampleBufferError_AllocationFailed)
            }
            for plane in 0..<shape.bufferCount {
                let status = CMBlockBufferCopyDataBytes(
                    data, atOffset: plane * planeBytes, dataLength: planeBytes, destination: copy + plane * stride)
                guard status == noErr else { return (nil, status) }
            }
            start = copy
        }
        let buffers = UnsafeMutableAudioBufferListPointer(list)
        buffers.count = shape.bufferCount
        for plane in 0..<shape.bufferCount {
            buffers[plane] = AudioBuffer(
                mNumberChannels: shape.channelsPerBuffer, mDataByteSize: UInt32(clamping: planeBytes),
                mData: start.map { $0 + plane * stride })
        }
        return (memory, noErr)
    }

    /// Copies frames into a list that has the format's buffers.
    fileprivate func copyFrames(_ first: Int, _ count: Int, _ list: UnsafeMutablePointer<AudioBufferList>) -> OSStatus {
        guard isValid else { return kCMSampleBufferError_Invalidated }
        guard let shape, shape.bytesPerFrame > 0 else { return kCMSampleBufferError_InvalidMediaTypeForOperation }
        guard first >= 0, count >= 0, first <= numSamples, count <= numSamples - first else {
            return kCMSampleBufferError_SampleIndexOutOfRange
        }
        guard let data, isReady else { return kCMSampleBufferError_BufferNotReady }
        guard let planeBytes = planeByteCount(shape, data) else { return kCMSampleBufferError_InvalidSampleData }
        let buffers = UnsafeMutableAudioBufferListPointer(list)
        guard buffers.count == shape.bufferCount else { return kCMSampleBufferError_ArrayTooSmall }
        let byteCount = count * shape.bytesPerFrame
        for plane in 0..<shape.bufferCount {
            guard Int(buffers[plane].mDataByteSize) >= byteCount, let target = buffers[plane].mData else {
                return kCMSampleBufferError_ArrayTooSmall
            }
            let status = CMBlockBufferCopyDataBytes(
                data, atOffset: plane * planeBytes + first * shape.bytesPerFrame, dataLength: byteCount,
                destination: target)
            guard status == noErr else { return status }
        }
        return noErr
    }

    /// Takes the samples of a list as data.
    fileprivate func takeFrames(_ list: UnsafePointer<AudioBufferList>) -> OSStatus {
        guard isValid else { return kCMSampleBufferError_Invalidated }
        guard data == nil else { return kCMSampleBufferError_AlreadyHasDataBuffer }
        guard let shape else { return kCMSampleBufferError_InvalidMediaTypeForOperation }
        let buffers = UnsafeMutableAudioBufferListPointer(UnsafeMutablePointer(mutating: list))
        guard buffers.count == shape.bufferCount else { return kCMSampleBufferError_InvalidMediaFormat }
        var byteCount = Int(buffers[0].mDataByteSize)
        if shape.bytesPerFrame > 0 {
            let (wanted, isTooLarge) = numSamples.multipliedReportingOverflow(by: shape.bytesPerFrame)
            guard !isTooLarge, buffers.allSatisfy({ Int($0.mDataByteSize) >= wanted }) else {
                return kCMSampleBufferError_InvalidSampleData
            }
            byteCount = wanted
        }
        let block = CMBlockBuffer(byteCount: byteCount * shape.bufferCount)
        if byteCount > 0 {
            guard let target = block.contiguousBytes?.baseAddress else { return kCMSampleBufferError_AllocationFailed }
            for (plane, buffer) in buffers.enumerated() {
                guard let source = buffer.mData else { return kCMSampleBufferError_RequiredParameterMissing }
                (target + plane * byteCount).copyMemory(from: source, byteCount: byteCount)
            }
        }
        data = block
        // A program that has no function for readiness does not mark copied data as ready; here it is.
        if makeReady == nil { becomeReady() }
        return noErr
    }

    /// Calls a function with the samples as a list of audio buffers, and with the block buffer that retains their
    /// memory.
    ///
    /// - Throws: `kCMSampleBufferError_InvalidMediaTypeForOperation`, `kCMSampleBufferError_BufferNotReady` and their
    ///   like.
    public func withAudioBufferList<R>(
        blockBufferMemoryAllocator: CFAllocator? = kCFAllocatorDefault, flags: CMSampleBuffer.Flags = [],
        body: (UnsafeMutableAudioBufferListPointer, CMBlockBuffer) throws -> R
    ) throws -> R {
        let list = AudioBufferList.allocate(maximumBuffers: shape?.bufferCount ?? 1)
        defer { free(list.unsafeMutablePointer) }
        let (memory, status) = fill(
            list.unsafeMutablePointer, byteCount: .max, needed: nil,
            isAligned: flags.contains(.audioBufferListAssure16ByteAlignment))
        try check(status)
        guard let memory else { throw statusError(kCMSampleBufferError_RequiredParameterMissing) }
        return try withExtendedLifetime(memory) { try body(list, memory) }
    }

    /// Copies frames into a list that has the format's buffers.
    public func copyPCMData(fromRange range: Range<Int>, into bufferList: UnsafeMutablePointer<AudioBufferList>) throws
    {
        try check(copyFrames(range.lowerBound, range.count, bufferList))
    }

    /// Copies the samples of a list; they become the data.
    public func setDataBuffer(
        fromAudioBufferList bufferList: UnsafePointer<AudioBufferList>,
        blockBufferMemoryAllocator: CFAllocator? = kCFAllocatorDefault, flags: CMSampleBuffer.Flags = []
    ) throws { try check(takeFrames(bufferList)) }

    /// Calls a function with the descriptions of the packets; none where the format fixes their sizes.
    public func withUnsafeAudioStreamPacketDescriptions<R>(
        _ body: (UnsafeBufferPointer<AudioStreamPacketDescription>) throws -> R
    ) throws -> R { try packets.withUnsafeBufferPointer(body) }

    /// The descriptions of the packets; empty where the format fixes their sizes.
    public func audioStreamPacketDescriptions() throws -> [AudioStreamPacketDescription] { packets }
}

/// Points a list of audio buffers at the samples of a buffer, and returns the block buffer that retains their memory.
///
/// - Parameters:
///   - bufferListSizeNeededOut: Receives the bytes that the list takes.
///   - bufferListOut: The list to be filled; nil to ask for the size alone.
///   - bufferListSize: Its bytes.
///   - flags: `kCMSampleBufferFlag_AudioBufferList_Assure16ByteAlignment` or 0.
///   - blockBufferOut: Receives the block buffer; the list is valid as long as that is retained.
/// - Returns: `kCMSampleBufferError_ArrayTooSmall` for a list too small.
@discardableResult
public func CMSampleBufferGetAudioBufferListWithRetainedBlockBuffer(
    _ sbuf: CMSampleBuffer, bufferListSizeNeededOut: UnsafeMutablePointer<Int>?,
    bufferListOut: UnsafeMutablePointer<AudioBufferList>?, bufferListSize: Int,
    blockBufferAllocator blockBufferStructureAllocator: CFAllocator?,
    blockBufferMemoryAllocator blockBufferBlockAllocator: CFAllocator?, flags: UInt32,
    blockBufferOut: UnsafeMutablePointer<CMBlockBuffer?>?
) -> OSStatus {
    let (memory, status) = sbuf.fill(
        bufferListOut, byteCount: bufferListSize, needed: bufferListSizeNeededOut,
        isAligned: flags & kCMSampleBufferFlag_AudioBufferList_Assure16ByteAlignment != 0)
    if let memory { blockBufferOut?.pointee = memory }
    return status
}

/// Copies frames of uncompressed sound into a list that has the format's buffers and room in each.
@discardableResult
public func CMSampleBufferCopyPCMDataIntoAudioBufferList(
    _ sbuf: CMSampleBuffer, at frameOffset: Int32, frameCount numFrames: Int32,
    into bufferList: UnsafeMutablePointer<AudioBufferList>
) -> OSStatus { sbuf.copyFrames(Int(frameOffset), Int(numFrames), bufferList) }

/// Copies the samples of a list; they become the data of a buffer that has none, which is ready then.
@discardableResult
public func CMSampleBufferSetDataBufferFromAudioBufferList(
    _ sbuf: CMSampleBuffer, blockBufferAllocator blockBufferStructureAllocator: CFAllocator?,
    blockBufferMemoryAllocator blockBufferBlockAllocator: CFAllocator?, flags: UInt32,
    bufferList: UnsafePointer<AudioBufferList>
) -> OSStatus { sbuf.takeFrames(bufferList) }

/// Copies the descriptions of the packets.
///
/// - Parameters:
///   - packetDescriptionsSize: Bytes of the array.
///   - packetDescriptionsOut: The array; nil to ask for the size alone.
///   - packetDescriptionsSizeNeededOut: Receives the bytes that the descriptions take, 0 where the format fixes the
///     sizes.
@discardableResult
public func CMSampleBufferGetAudioStreamPacketDescriptions(
    _ sbuf: CMSampleBuffer, entryCount packetDescriptionsSize: Int,
    packetDescriptionsOut: UnsafeMutablePointer<AudioStreamPacketDescription>?,
    entriesNeededOut packetDescriptionsSizeNeededOut: UnsafeMutablePointer<Int>?
) -> OSStatus {
    let needed = sbuf.packets.count * MemoryLayout<AudioStreamPacketDescription>.stride
    packetDescriptionsSizeNeededOut?.pointee = needed
    guard let packetDescriptionsOut else { return noErr }
    guard packetDescriptionsSize >= needed else { return kCMSampleBufferError_ArrayTooSmall }
    for (index, packet) in sbuf.packets.enumerated() { packetDescriptionsOut[index] = packet }
    return noErr
}
