import CoreAudioTypes
import SordinoEngine

/// Starts a queue, or resumes one that is paused.
///
/// - Parameter inStartTime: The device's time of the first frame of output: host time, or sample time on the time line
///   of `AudioQueueDeviceGetCurrentTime`; nil for as soon as possible. Input queues ignore it.
/// - Returns: The session's code if it refuses, such as `AVAudioSession.ErrorCode.cannotStartPlaying`;
///   `kAudioQueueErr_CannotStart`, `kAudioQueueErr_InvalidDevice`, or 0.
@discardableResult
public func AudioQueueStart(_ inAQ: AudioQueueRef, _ inStartTime: UnsafePointer<AudioTimeStamp>?) -> OSStatus {
    AudioQueueObject.with(inAQ) { object in
        if object.state.withLock({ $0.isDisposing }) { return kAudioQueueErr_DisposalPending }
        do throws(OutputQueue.Failure) {
            switch object.kind {
            case .output(let queue):
                var host: Int64?
                if let time = inStartTime?.pointee {
                    guard let found = queue.hostNanoseconds(of: time) else { return kAudio_ParamError }
                    host = found
                }
                try queue.start(hostNanoseconds: host)
            case .input(let queue): try queue.start()
            }
            return noErr
        } catch { return AudioQueueObject.status(of: error) }
    }
}

/// Decodes buffers in advance, so that the queue starts without delay.
///
/// - Parameters:
///   - inNumberOfFramesToPrepare: The frames to decode; 0 for the queue's default.
///   - outNumberOfFramesPrepared: Receives the number of decoded frames; may be nil.
@discardableResult
public func AudioQueuePrime(
    _ inAQ: AudioQueueRef, _ inNumberOfFramesToPrepare: UInt32,
    _ outNumberOfFramesPrepared: UnsafeMutablePointer<UInt32>?
) -> OSStatus {
    AudioQueueObject.withOutput(inAQ) { _, queue in
        do throws(OutputQueue.Failure) {
            let frames = try queue.prime(Int(inNumberOfFramesToPrepare))
            outNumberOfFramesPrepared?.pointee = UInt32(clamping: frames)
            return noErr
        } catch { return AudioQueueObject.status(of: error) }
    }
}

/// Stops a queue.
///
/// - Parameter inImmediate: True: when the function returns, the queue is stopped and all buffers are returned. Their
///   callbacks, also that of a partly filled buffer, are made before the return, or after the present callback if the
///   function is called inside one. They cannot enqueue (`kAudioQueueErr_EnqueueDuringReset`). The function waits at
///   most one second for callbacks on another thread.
///   False: the function returns at once, and the queue stops when the buffers enqueued so far are played or filled; if
///   the queue is not started yet, after its start. A queue that neither runs nor has buffers ignores the call.
@discardableResult
public func AudioQueueStop(_ inAQ: AudioQueueRef, _ inImmediate: Bool) -> OSStatus {
    AudioQueueObject.with(inAQ) { object in
        object.stop(atOnce: inImmediate)
        return noErr
    }
}

/// Pauses a queue, which `AudioQueueStart` resumes.
@discardableResult
public func AudioQueuePause(_ inAQ: AudioQueueRef) -> OSStatus {
    AudioQueueObject.with(inAQ) { object in
        switch object.kind {
        case .output(let queue): queue.pause()
        case .input(let queue): queue.pause()
        }
        return noErr
    }
}

/// Plays all that was enqueued, also the frames that a decoder or rate converter still holds.
///
/// Buffers enqueued later do not continue the sound before them. An input queue returns its partly filled buffer.
@discardableResult
public func AudioQueueFlush(_ inAQ: AudioQueueRef) -> OSStatus {
    AudioQueueObject.with(inAQ) { object in
        switch object.kind {
        case .output(let queue): queue.flush()
        case .input(let queue): queue.flush()
        }
        return noErr
    }
}

/// Returns all enqueued buffers unplayed; the queue continues to run.
///
/// The callbacks are made as by an immediate `AudioQueueStop`. A queue that was to stop after its buffers stops now.
@discardableResult
public func AudioQueueReset(_ inAQ: AudioQueueRef) -> OSStatus {
    AudioQueueObject.with(inAQ) { object in
        object.reset()
        return noErr
    }
}
