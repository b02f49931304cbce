import CoreAudioTypes
import Glibc
import SordinoEngine
import SordinoMedia
import SordinoRealtime

/// Makes a buffer of a queue.
///
/// - Parameters:
///   - inBufferByteSize: Bytes of room.
///   - outBuffer: Receives the buffer.
/// - Returns: `kAudio_MemFullError`, or 0.
@discardableResult
public func AudioQueueAllocateBuffer(
    _ inAQ: AudioQueueRef, _ inBufferByteSize: UInt32, _ outBuffer: UnsafeMutablePointer<AudioQueueBufferRef?>
) -> OSStatus { AudioQueueAllocateBufferWithPacketDescriptions(inAQ, inBufferByteSize, 0, outBuffer) }

/// Makes a buffer of a queue with room for packet descriptions.
///
/// - Parameter inNumberPacketDescriptions: The largest number of descriptions.
@discardableResult
public func AudioQueueAllocateBufferWithPacketDescriptions(
    _ inAQ: AudioQueueRef, _ inBufferByteSize: UInt32, _ inNumberPacketDescriptions: UInt32,
    _ outBuffer: UnsafeMutablePointer<AudioQueueBufferRef?>
) -> OSStatus {
    outBuffer.pointee = nil
    return AudioQueueObject.with(inAQ) { object in
        if object.state.withLock({ $0.isDisposing }) { return kAudioQueueErr_DisposalPending }
        outBuffer.pointee = object.allocate(Int(inBufferByteSize), descriptions: Int(inNumberPacketDescriptions))
        return outBuffer.pointee == nil ? kAudio_MemFullError : noErr
    }
}

/// Frees a buffer.
///
/// - Returns: `kAudioQueueErr_InvalidBuffer`, `kAudioQueueErr_BufferInQueue`, or 0.
@discardableResult
public func AudioQueueFreeBuffer(_ inAQ: AudioQueueRef, _ inBuffer: AudioQueueBufferRef) -> OSStatus {
    AudioQueueObject.with(inAQ) { $0.free(inBuffer) }
}

/// Enqueues a buffer, to be played after the buffers before it or to be filled.
///
/// - Parameters:
///   - inNumPacketDescs: The number of packets, if they differ in size; 0 if the buffer itself describes them.
///   - inPacketDescs: The place of each packet in the buffer.
/// - Returns: `kAudioQueueErr_InvalidBuffer`, `kAudioQueueErr_BufferEmpty`, `kAudioQueueErr_BufferEnqueuedTwice`,
///   `kAudioQueueErr_EnqueueDuringReset`, `kAudioQueueErr_DisposalPending`, `kAudio_ParamError`, or 0.
@discardableResult
public func AudioQueueEnqueueBuffer(
    _ inAQ: AudioQueueRef, _ inBuffer: AudioQueueBufferRef, _ inNumPacketDescs: UInt32,
    _ inPacketDescs: UnsafePointer<AudioStreamPacketDescription>?
) -> OSStatus {
    AudioQueueObject.with(inAQ, inTap: true) { object in
        object.enqueue(inBuffer, inNumPacketDescs, inPacketDescs, prepare: nil, outActualStartTime: nil)
    }
}

/// Enqueues a buffer of an output queue with frames to trim, parameters and a start time.
///
/// - Parameters:
///   - inNumPacketDescs: As for `AudioQueueEnqueueBuffer`, and `inPacketDescs` as well.
///   - inTrimFramesAtStart: The number of decoded frames to leave out at the start.
///   - inTrimFramesAtEnd: The number of decoded frames to leave out at the end.
///   - inNumParamValues: The number of entries in `inParamValues`.
///   - inParamValues: Parameters that take effect with the buffer's first frame.
///   - inStartTime: The host time or queue sample time of the first frame; nil for directly after the buffers before.
///   - outActualStartTime: Receives the expected start time on the queue's time line; may be nil.
/// - Returns: As `AudioQueueEnqueueBuffer`; `kAudioQueueErr_InvalidQueueType` for queues that record,
///   `kAudioQueueErr_InvalidParameter`.
@discardableResult
public func AudioQueueEnqueueBufferWithParameters(
    _ inAQ: AudioQueueRef, _ inBuffer: AudioQueueBufferRef, _ inNumPacketDescs: UInt32,
    _ inPacketDescs: UnsafePointer<AudioStreamPacketDescription>?, _ inTrimFramesAtStart: UInt32,
    _ inTrimFramesAtEnd: UInt32, _ inNumParamValues: UInt32,
    _ inParamValues: UnsafePointer<AudioQueueParameterEvent>?, _ inStartTime: UnsafePointer<AudioTimeStamp>?,
    _ outActualStartTime: UnsafeMutablePointer<AudioTimeStamp>?
) -> OSStatus {
    AudioQueueObject.withOutput(inAQ, inTap: true) { object, _ in
        var changes: [QueueBuffer.Change] = []
        if inNumParamValues > 0 {
            guard let inParamValues else { return kAudio_ParamError }
            for index in 0..<Int(inNumParamValues) {
                guard let change = QueueBuffer.Change(inParamValues[index].mID, inParamValues[index].mValue) else {
                    return kAudioQueueErr_InvalidParameter
                }
                changes.append(change)
            }
        }
        var start: QueueBuffer.Start?
        if let time = inStartTime?.pointee {
            if time.mFlags.contains(.sampleTimeValid), time.mSampleTime.isFinite {
                start = .queueTime(time.mSampleTime)
            } else if time.mFlags.contains(.hostTimeValid) {
                start = .host(Int64(clamping: time.mHostTime))
            } else {
                return kAudio_ParamError
            }
        }
        return object.enqueue(
            inBuffer, inNumPacketDescs, inPacketDescs,
            prepare: { buffer in
                buffer.trimAtStart = Int(inTrimFramesAtStart)
                buffer.trimAtEnd = Int(inTrimFramesAtEnd)
                buffer.changes = changes
                buffer.start = start
            }, outActualStartTime: outActualStartTime)
    }
}

extension AudioQueueObject {
    /// The offset of a buffer's data behind its header.
    private static let headByteCount = (MemoryLayout<AudioQueueBuffer>.size + 15) & ~15
    /// The largest size of a buffer with its descriptions, in bytes.
    private static let byteLimit = 1 << 30

    func allocate(_ byteCount: Int, descriptions: Int) -> AudioQueueBufferRef? {
        let dataBytes = (byteCount + 15) & ~15
        let placeBytes = descriptions * MemoryLayout<AudioStreamPacketDescription>.stride
        guard dataBytes + placeBytes <= Self.byteLimit,
            let memory = calloc(1, Self.headByteCount + dataBytes + placeBytes + 16)
        else { return nil }
        let data = memory + Self.headByteCount
        let places = (data + dataBytes).bindMemory(
            to: AudioStreamPacketDescription.self, capacity: max(descriptions, 1))
        let reference = memory.bindMemory(to: AudioQueueBuffer.self, capacity: 1)
        reference.initialize(
            to: AudioQueueBuffer(
                mAudioDataBytesCapacity: UInt32(byteCount), mAudioData: data, mAudioDataByteSize: 0, mUserData: nil,
                mPacketDescriptionCapacity: UInt32(descriptions),
                mPacketDescriptions: descriptions > 0 ? places : nil, mPacketDescriptionCount: 0))
        let (id, buffer) = (UInt(bitPattern: reference), Buffer(memory: Lent(memory), reference: Lent(reference)))
        let isKept = state.withLock { state in
            guard state.buffers.count < QueueFeed.capacity else { return false }
            state.buffers[id] = buffer
            return true
        }
        if isKept { return reference }
        Glibc.free(memory)
        return nil
    }

    func free(_ reference: AudioQueueBufferRef) -> OSStatus {
        state.withLock { state in
            let id = UInt(bitPattern: reference)
            guard let buffer = state.buffers[id] else { return kAudioQueueErr_InvalidBuffer }
            if buffer.isEnqueued { return kAudioQueueErr_BufferInQueue }
            state.buffers[id] = nil
            Glibc.free(buffer.memory.value)
            return noErr
        }
    }

    /// Marks a buffer as enqueued, or returns the status that refuses it.
    private func claim(_ reference: AudioQueueBufferRef) -> OSStatus {
        state.withLock { state in
            let id = UInt(bitPattern: reference)
            guard let buffer = state.buffers[id] else { return kAudioQueueErr_InvalidBuffer }
            if state.resetCount > 0 || state.resettingThread == UInt(pthread_self()) {
                return kAudioQueueErr_EnqueueDuringReset
            }
            if state.isDisposing { return kAudioQueueErr_DisposalPending }
            if buffer.isEnqueued { return kAudioQueueErr_BufferEnqueuedTwice }
            state.buffers[id]?.isEnqueued = true
            return noErr
        }
    }

    private func release(_ reference: AudioQueueBufferRef, _ status: OSStatus) -> OSStatus {
        state.withLock { $0.buffers[UInt(bitPattern: reference)]?.isEnqueued = false }
        return status
    }

    func enqueue(
        _ reference: AudioQueueBufferRef, _ count: UInt32,
        _ descriptions: UnsafePointer<AudioStreamPacketDescription>?, prepare: ((inout QueueBuffer) -> Void)?,
        outActualStartTime: UnsafeMutablePointer<AudioTimeStamp>?
    ) -> OSStatus {
        let status = claim(reference)
        guard status == noErr else { return status }
        switch kind {
        case .input(let queue):
            if queue.isStopping { return release(reference, kAudioQueueErr_EnqueueDuringReset) }
            let head = reference.pointee
            let limit = head.mPacketDescriptionCapacity > 0 ? Int(head.mPacketDescriptionCapacity) : 4096
            let isTaken = queue.enqueue(
                InputQueue.Target(
                    id: UInt(bitPattern: reference), bytes: head.mAudioData,
                    capacity: Int(head.mAudioDataBytesCapacity), packetLimit: limit))
            return isTaken ? noErr : release(reference, kAudio_MemFullError)
        case .output(let queue):
            var buffer = QueueBuffer(
                id: UInt(bitPattern: reference), bytes: UnsafeRawPointer(reference.pointee.mAudioData),
                byteCount: Int(reference.pointee.mAudioDataByteSize), packetCount: 0)
            let status = describe(&buffer, reference, Int(count), descriptions)
            guard status == noErr else { return release(reference, status) }
            prepare?(&buffer)
            let begins = place(buffer)
            do throws(OutputQueue.Failure) {
                guard try queue.enqueue(buffer) else { return release(reference, kAudio_MemFullError) }
            } catch { return release(reference, Self.status(of: error)) }
            outActualStartTime?.pointee = AudioTimeStamp(queueTime: begins)
            return noErr
        }
    }

    /// Counts a buffer's packets, and checks that their descriptions lie inside its data.
    private func describe(
        _ buffer: inout QueueBuffer, _ reference: AudioQueueBufferRef, _ count: Int,
        _ descriptions: UnsafePointer<AudioStreamPacketDescription>?
    ) -> OSStatus {
        guard buffer.byteCount > 0 else { return kAudioQueueErr_BufferEmpty }
        guard buffer.byteCount <= Int(reference.pointee.mAudioDataBytesCapacity) else { return kAudio_ParamError }
        let media = format.media
        if let pcm = format.pcm {
            let channelBytes = pcm.bytesPerFrame(channelCount: media.channelCount)
            buffer.packetCount = buffer.byteCount / (channelBytes * pcm.bufferCount(channelCount: media.channelCount))
            return buffer.packetCount > 0 ? noErr : kAudioQueueErr_BufferEmpty
        }
        let own = UnsafePointer(reference.pointee.mPacketDescriptions)
        let ownCount = Int(min(reference.pointee.mPacketDescriptionCount, reference.pointee.mPacketDescriptionCapacity))
        let (places, placeCount) = count > 0 ? (descriptions, count) : (own, ownCount)
        guard let places, placeCount > 0 else {
            guard media.bytesPerPacket > 0, count == 0 else { return kAudio_ParamError }
            buffer.packetCount = buffer.byteCount / media.bytesPerPacket
            return buffer.packetCount > 0 ? noErr : kAudioQueueErr_BufferEmpty
        }
        for index in 0..<placeCount {
            let place = places[index]
            guard place.mStartOffset >= 0, place.mStartOffset <= Int64(buffer.byteCount),
                Int64(place.mDataByteSize) <= Int64(buffer.byteCount) - place.mStartOffset
            else { return kAudio_ParamError }
        }
        buffer.packetCount = placeCount
        buffer.places = PacketPlaces(places, count: placeCount)
        return noErr
    }

    /// Returns a buffer's expected position on the time line: behind the buffers before it, or at its own start time.
    private func place(_ buffer: QueueBuffer) -> Double {
        let frames = Double(buffer.packetCount * (format.pcm != nil ? 1 : max(1, format.media.framesPerPacket)))
        let heard = max(0, frames - Double(buffer.trimAtStart) - Double(buffer.trimAtEnd))
        return state.withLock { state in
            var begins = state.enqueuedFrames
            if case .queueTime(let time) = buffer.start { begins = max(begins, time) }
            state.enqueuedFrames = begins + heard
            return begins
        }
    }
}

extension AudioTimeStamp {
    /// Makes a time stamp with a sample time on a queue's time line.
    init(queueTime: Double) {
        self.init()
        mSampleTime = queueTime
        mFlags = .sampleTimeValid
    }
}
