import AVAudioTypes
import CoreAudioTypes
import Dispatch
import SordinoMedia

/// Makes a queue that plays.
///
/// - Parameters:
///   - inFormat: The format of the buffers: linear PCM, or packets of a codec.
///   - inCallbackProc: Called with each buffer that the queue has finished with.
///   - inUserData: Passed to the callback.
///   - inCallbackRunLoop: The run loop that calls the callback; nil for a thread that belongs to the queue.
///   - inCallbackRunLoopMode: The mode of the run loop; nil for the common modes.
///   - inFlags: 0.
///   - outAQ: Receives the queue.
/// - Returns: `kAudioFormatUnsupportedDataFormatError`, `kAudioQueueErr_CodecNotFound`, `kAudio_ParamError`, or 0.
@discardableResult
public func AudioQueueNewOutput(
    _ inFormat: UnsafePointer<AudioStreamBasicDescription>, _ inCallbackProc: AudioQueueOutputCallback,
    _ inUserData: UnsafeMutableRawPointer?, _ inCallbackRunLoop: CFRunLoop?, _ inCallbackRunLoopMode: CFString?,
    _ inFlags: UInt32, _ outAQ: UnsafeMutablePointer<AudioQueueRef?>
) -> OSStatus {
    newQueue(inFlags, outAQ) { () throws(ConversionError) in
        try AudioQueueObject.output(inFormat.pointee, at: place(inCallbackRunLoop, inCallbackRunLoopMode)) {
            inCallbackProc(inUserData, $0, $1)
        }
    }
}

/// Makes a queue that plays, with a block on a dispatch queue for its callback.
///
/// - Parameters: As for `AudioQueueNewOutput`.
@discardableResult
public func AudioQueueNewOutputWithDispatchQueue(
    _ outAQ: UnsafeMutablePointer<AudioQueueRef?>, _ inFormat: UnsafePointer<AudioStreamBasicDescription>,
    _ inFlags: UInt32, _ inCallbackDispatchQueue: DispatchQueue,
    _ inCallbackBlock: @escaping AudioQueueOutputCallbackBlock
) -> OSStatus {
    newQueue(inFlags, outAQ) { () throws(ConversionError) in
        try AudioQueueObject.output(inFormat.pointee, at: .queue(inCallbackDispatchQueue), inCallbackBlock)
    }
}

/// Makes a queue that records.
///
/// - Parameters: As for `AudioQueueNewOutput`; a rate of 0 is the device's.
/// - Returns: As `AudioQueueNewOutput`.
@discardableResult
public func AudioQueueNewInput(
    _ inFormat: UnsafePointer<AudioStreamBasicDescription>, _ inCallbackProc: AudioQueueInputCallback,
    _ inUserData: UnsafeMutableRawPointer?, _ inCallbackRunLoop: CFRunLoop?, _ inCallbackRunLoopMode: CFString?,
    _ inFlags: UInt32, _ outAQ: UnsafeMutablePointer<AudioQueueRef?>
) -> OSStatus {
    newQueue(inFlags, outAQ) { () throws(ConversionError) in
        try AudioQueueObject.input(inFormat.pointee, at: place(inCallbackRunLoop, inCallbackRunLoopMode)) {
            inCallbackProc(inUserData, $0, $1, $2, $3, $4)
        }
    }
}

/// Makes a queue that records, with a block on a dispatch queue for its callback.
///
/// - Parameters: As for `AudioQueueNewInput`.
@discardableResult
public func AudioQueueNewInputWithDispatchQueue(
    _ outAQ: UnsafeMutablePointer<AudioQueueRef?>, _ inFormat: UnsafePointer<AudioStreamBasicDescription>,
    _ inFlags: UInt32, _ inCallbackDispatchQueue: DispatchQueue,
    _ inCallbackBlock: @escaping AudioQueueInputCallbackBlock
) -> OSStatus {
    newQueue(inFlags, outAQ) { () throws(ConversionError) in
        try AudioQueueObject.input(inFormat.pointee, at: .queue(inCallbackDispatchQueue), inCallbackBlock)
    }
}

private func place(_ loop: CFRunLoop?, _ mode: CFString?) -> AudioQueueObject.Place {
    loop.map { .runLoop($0, mode ?? CFRunLoopMode.commonModes.rawValue) } ?? .ownThread
}

private func newQueue(
    _ flags: UInt32, _ outAQ: UnsafeMutablePointer<AudioQueueRef?>,
    _ make: () throws(ConversionError) -> AudioQueueObject
) -> OSStatus {
    outAQ.pointee = nil
    guard flags == 0 else { return kAudio_ParamError }
    do throws(ConversionError) {
        outAQ.pointee = try make().handle
        return noErr
    } catch { return AudioQueueObject.status(of: error) }
}

/// Disposes of a queue with its buffers, taps and timelines.
///
/// No callback begins after the function has returned.
/// - Parameter inImmediate: True: the queue is stopped first, with the callbacks of `AudioQueueStop`. False: a playing
///   queue continues until its buffers are played; until then other calls return `kAudioQueueErr_DisposalPending`.
@discardableResult
public func AudioQueueDispose(_ inAQ: AudioQueueRef, _ inImmediate: Bool) -> OSStatus {
    guard let object = AudioQueueObject.all.object(inAQ) else { return kAudio_ParamError }
    object.dispose(atOnce: inImmediate)
    return noErr
}
