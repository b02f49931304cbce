import CoreAudioTypes
import SordinoEngine
import SordinoMedia

/// Adds a tap, whose function processes the decoded frames of an output queue or the captured frames of an input queue.
///
/// The function is called on a worker thread of the queue and must not block it for long. The queue must be stopped,
/// and has at most one tap.
///
/// - Parameters:
///   - inCallback: The function.
///   - inClientData: Passed to the function with every call.
///   - inFlags: `preEffects` or `postEffects`, and `siphon` for a function that does not change the frames.
///   - outMaxFrames: Receives the largest number of frames per call.
///   - outProcessingFormat: Receives the format of the frames.
///   - outAQTap: Receives the tap.
/// - Returns: `kAudioQueueErr_InvalidTapType`, `kAudioQueueErr_TooManyTaps`, `kAudioQueueErr_InvalidRunState`, or 0.
@discardableResult
public func AudioQueueProcessingTapNew(
    _ inAQ: AudioQueueRef, _ inCallback: AudioQueueProcessingTapCallback, _ inClientData: UnsafeMutableRawPointer?,
    _ inFlags: AudioQueueProcessingTapFlags, _ outMaxFrames: UnsafeMutablePointer<UInt32>,
    _ outProcessingFormat: UnsafeMutablePointer<AudioStreamBasicDescription>,
    _ outAQTap: UnsafeMutablePointer<AudioQueueProcessingTapRef?>
) -> OSStatus {
    outAQTap.pointee = nil
    return AudioQueueObject.with(inAQ) { object in
        let places: AudioQueueProcessingTapFlags = [.preEffects, .postEffects]
        let chosen = inFlags.intersection(places)
        guard chosen == .preEffects || chosen == .postEffects, inFlags.subtracting(places.union(.siphon)).isEmpty else {
            return kAudioQueueErr_InvalidTapType
        }
        if object.isRunning { return kAudioQueueErr_InvalidRunState }
        if object.state.withLock({ $0.tap != nil }) { return kAudioQueueErr_TooManyTaps }
        // An input queue has no effects, so both places are the same.
        let isPost = chosen == .postEffects && object.isOutput
        let tap = AudioQueueTapObject(object, inCallback, inClientData, inFlags, isPost: isPost)
        outMaxFrames.pointee = UInt32(QueueTap.maximumFrameCount)
        outProcessingFormat.pointee = object.processingFormat
        outAQTap.pointee = tap.handle
        return noErr
    }
}

/// Removes a tap; the queue must be stopped or invalid.
///
/// - Returns: `kAudioQueueErr_InvalidRunState` inside the tap's function or while the queue runs, or 0.
@discardableResult
public func AudioQueueProcessingTapDispose(_ inAQTap: AudioQueueProcessingTapRef) -> OSStatus {
    guard let tap = AudioQueueTapObject.all.object(inAQTap) else { return kAudio_ParamError }
    if tap.tap?.isInside == true { return kAudioQueueErr_InvalidRunState }
    if let owner = tap.owner {
        if owner.isRunning, !owner.isInvalid { return kAudioQueueErr_InvalidRunState }
        owner.state.withLock { if $0.tap === tap { $0.tap = nil } }
        switch owner.kind {
        case .output(let queue): queue.setTap(nil)
        case .input(let queue): queue.setTap(nil)
        }
    }
    tap.forget()
    return noErr
}

/// Returns the frames that a tap's function is to process; only callable inside that function.
///
/// - Parameters:
///   - inNumberFrames: The number of frames wanted.
///   - ioTimeStamp: Receives their time.
///   - outFlags: Receives `startOfStream` if the stream begins with them, `endOfStream` if it ends.
///   - outNumberFrames: Receives the number of frames returned.
///   - ioData: Receives the frames; buffers without memory point at the queue's until the function returns.
/// - Returns: `kAudioQueueErr_InvalidTapContext`, or 0.
@discardableResult
public func AudioQueueProcessingTapGetSourceAudio(
    _ inAQTap: AudioQueueProcessingTapRef, _ inNumberFrames: UInt32,
    _ ioTimeStamp: UnsafeMutablePointer<AudioTimeStamp>,
    _ outFlags: UnsafeMutablePointer<AudioQueueProcessingTapFlags>, _ outNumberFrames: UnsafeMutablePointer<UInt32>,
    _ ioData: UnsafeMutablePointer<AudioBufferList>
) -> OSStatus {
    outNumberFrames.pointee = 0
    guard let tap = AudioQueueTapObject.all.object(inAQTap) else { return kAudio_ParamError }
    guard let taken = tap.tap?.takeSource(Int(inNumberFrames), ioData, &ioTimeStamp.pointee) else {
        return kAudioQueueErr_InvalidTapContext
    }
    outNumberFrames.pointee = UInt32(taken.frameCount)
    var flags: AudioQueueProcessingTapFlags = []
    if taken.isFirst { flags.insert(.startOfStream) }
    if taken.isLast { flags.insert(.endOfStream) }
    outFlags.pointee = flags
    return noErr
}

/// Returns the time of a tap's frames on the queue's time line; only callable inside the tap's function.
///
/// - Returns: `kAudioQueueErr_InvalidTapContext`, or 0.
@discardableResult
public func AudioQueueProcessingTapGetQueueTime(
    _ inAQTap: AudioQueueProcessingTapRef, _ outQueueSampleTime: UnsafeMutablePointer<Float64>,
    _ outQueueFrameCount: UnsafeMutablePointer<UInt32>
) -> OSStatus {
    guard let tap = AudioQueueTapObject.all.object(inAQTap) else { return kAudio_ParamError }
    guard let time = tap.tap?.queueTime else { return kAudioQueueErr_InvalidTapContext }
    outQueueSampleTime.pointee = Double(time.sampleTime)
    outQueueFrameCount.pointee = UInt32(time.frameCount)
    return noErr
}

/// The object behind an `AudioQueueProcessingTapRef`.
final class AudioQueueTapObject: @unchecked Sendable {
    static let all = HandleTable<AudioQueueTapObject>()

    private(set) weak var owner: AudioQueueObject?
    private(set) var tap: QueueTap?
    private(set) var handle: OpaquePointer?

    init(
        _ owner: AudioQueueObject, _ callback: AudioQueueProcessingTapCallback, _ data: UnsafeMutableRawPointer?,
        _ flags: AudioQueueProcessingTapFlags, isPost: Bool
    ) {
        self.owner = owner
        let handle = Self.all.insert(self)
        self.handle = handle
        // The callback's pointer is not optional, so a program that gave none receives an invalid one.
        let client = data ?? UnsafeMutableRawPointer(bitPattern: 8)
        let made = QueueTap(
            isPost ? .post : .pre, isSiphon: flags.contains(.siphon),
            channelCount: max(1, owner.format.media.channelCount)
        ) { frameCount, time, isFirst, isLast, list in
            guard let client else { return 0 }
            var ioFlags = flags
            if isFirst { ioFlags.insert(.startOfStream) }
            if isLast { ioFlags.insert(.endOfStream) }
            var made = UInt32(frameCount)
            callback(client, handle, UInt32(frameCount), &time, &ioFlags, &made, list)
            return Int(made)
        }
        tap = made
        owner.state.withLock { $0.tap = self }
        switch owner.kind {
        case .output(let queue): queue.setTap(made)
        case .input(let queue): queue.setTap(made)
        }
    }

    /// Removes the handle, and makes sure that the function is not called again.
    func forget() {
        tap?.end()
        if let handle { _ = Self.all.remove(handle) }
    }
}

extension AudioQueueObject {
    fileprivate var isOutput: Bool {
        if case .output = kind { true } else { false }
    }

    /// The format of a tap's frames: non-interleaved 32-bit floats at the queue's rate.
    fileprivate var processingFormat: AudioStreamBasicDescription {
        AudioStreamBasicDescription(
            mSampleRate: format.media.sampleRate, mFormatID: kAudioFormatLinearPCM,
            mFormatFlags: kAudioFormatFlagsNativeFloatPacked | kAudioFormatFlagIsNonInterleaved, mBytesPerPacket: 4,
            mFramesPerPacket: 1, mBytesPerFrame: 4, mChannelsPerFrame: UInt32(max(1, format.media.channelCount)),
            mBitsPerChannel: 32, mReserved: 0)
    }
}
