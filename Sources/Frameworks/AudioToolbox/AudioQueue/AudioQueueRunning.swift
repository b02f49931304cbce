import CoreAudioTypes
import SordinoEngine

/// Starts a queue, or lets one that is paused go on.
///
/// - Parameter inStartTime: When the first frame leaves, or comes, on the device's time line: host time, or sample time as
///   `AudioQueueDeviceGetCurrentTime` tells it; nil for as soon as may be.
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

/// Decodes buffers ahead, so that a start is heard at once.
///
/// - Parameters:
///   - inNumberOfFramesToPrepare: 0 for as many as the queue likes.
///   - outNumberOfFramesPrepared: Receives how many are ready.
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
/// - Parameter inImmediate: True: the queue is stopped and has given back every buffer when the function returns; the last
///   callbacks are made meanwhile, that of a partly filled buffer among them, and cannot enqueue
///   (`kAudioQueueErr_EnqueueDuringReset`). Inside a callback they follow after it. They are waited for at most one second
///   where another thread makes them.
///   False: the function returns at once, and the queue stops when the buffers that are enqueued now are played or filled.
///   Before a start this holds for the buffers that the start plays. A queue that does not run and has no buffers ignores it.
@discardableResult
public func AudioQueueStop(_ inAQ: AudioQueueRef, _ inImmediate: Bool) -> OSStatus {
    AudioQueueObject.with(inAQ) { object in
        object.stop(atOnce: inImmediate)
        return noErr
    }
}

/// Lets a queue stand still; `AudioQueueStart` goes on.
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

/// Lets everything out that was enqueued, also what a decoder or a rate converter holds back for what may follow.
///
/// What follows begins anew. A queue that records hands over what it has.
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

/// Throws everything away that was enqueued, and gives the buffers back; the queue goes on running.
///
/// The callbacks are made before the function returns, as by `AudioQueueStop`. A queue that was to stop after its buffers
/// stops.
@discardableResult
public func AudioQueueReset(_ inAQ: AudioQueueRef) -> OSStatus {
    AudioQueueObject.with(inAQ) { object in
        object.reset()
        return noErr
    }
}
