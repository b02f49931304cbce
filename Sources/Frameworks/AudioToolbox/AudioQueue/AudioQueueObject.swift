import AVAudioTypes
import CoreAudioTypes
import Dispatch
import Foundation
import Glibc
import SordinoEngine
import SordinoMedia
import SordinoRealtime
import SordinoSession

/// The object behind an `AudioQueueRef`: the queue, its buffers and its listeners.
///
/// - Thread: any but the render thread.
final class AudioQueueObject: @unchecked Sendable {
    static let all = HandleTable<AudioQueueObject>()

    enum Kind: Sendable {
        case output(OutputQueue)
        case input(InputQueue)
    }

    struct Listener: Sendable {
        let property: AudioQueuePropertyID
        let proc: AudioQueuePropertyListenerProc
        let userData: Lent<UnsafeMutableRawPointer?>
    }

    struct Buffer: Sendable {
        let memory: Lent<UnsafeMutableRawPointer>
        let reference: Lent<AudioQueueBufferRef>
        var isEnqueued = false
    }

    struct State {
        var buffers: [UInt: Buffer] = [:]
        var listeners: [Listener] = []
        /// The thread that is returning a buffer to the program because of a stop or a reset.
        var resettingThread: UInt = 0
        /// The number of immediate stops and resets in progress, during which buffers are refused.
        var resetCount = 0
        var isDisposing = false
        var converterError: OSStatus = 0
        var codecPolicy: UInt32 = kAudioQueueHardwareCodecPolicy_Default
        var timePitchAlgorithm: UInt32 = kAudioQueueTimePitchAlgorithm_Spectral
        var channelLayout: [UInt8]?
        var cookie: [UInt8]?
        /// The enqueued end of the time line, in frames of the format.
        var enqueuedFrames = 0.0
        var timelines: [UInt: Int] = [:]
        var tap: AudioQueueTapObject?
        var levels: [AudioQueueLevelMeterState] = []
        var offlineFrameBytes = 0
    }

    let kind: Kind
    let calls: QueueCalls
    let context: AppContext
    /// The format that the program passed.
    let description: AudioStreamBasicDescription
    let state = Guarded(State())
    private let runLoop: RunLoopCalls?
    private(set) var handle = OpaquePointer(bitPattern: 16)

    private init(
        _ kind: Kind, _ description: AudioStreamBasicDescription, context: AppContext, calls: QueueCalls,
        runLoop: RunLoopCalls?
    ) {
        self.kind = kind
        self.description = description
        self.context = context
        self.calls = calls
        self.runLoop = runLoop
    }

    deinit {
        runLoop?.end()
        state.withLock { state in
            for buffer in state.buffers.values { Glibc.free(buffer.memory.value) }
        }
    }

    // MARK: Making

    /// The dispatch queue or run loop on which an audio queue calls the program.
    enum Place {
        /// A serial dispatch queue that belongs to this audio queue alone.
        case ownThread
        case queue(DispatchQueue)
        case runLoop(CFRunLoop, CFString?)
    }

    private static let queueKey = DispatchSpecificKey<UInt>()

    private static func calls(at place: Place, _ context: AppContext) -> (QueueCalls, RunLoopCalls?) {
        let system = context.system
        let inProgram: @Sendable (@Sendable () -> Void) -> Void = { call in AppContext.run(in: context) { call() } }
        switch place {
        case .runLoop(let loop, let mode):
            let loopCalls = RunLoopCalls(on: loop, mode: mode)
            let place = QueueCalls.Place(
                later: { call in loopCalls.perform { inProgram(call) } }, here: inProgram,
                isHere: { loopCalls.isLoopOfThisThread })
            return (QueueCalls(at: place), loopCalls)
        case .ownThread where system.isPulled:
            let place = QueueCalls.Place(
                later: { system.callbacks.deliver(.secondary, to: context, $0) }, here: inProgram, isHere: { true })
            return (QueueCalls(at: place), nil)
        case .ownThread:
            let queue = DispatchQueue(label: "org.sordino.audioqueue")
            let place = QueueCalls.Place(
                later: { call in queue.async { inProgram(call) } }, here: inProgram, isHere: { false })
            return (QueueCalls(at: place), nil)
        case .queue(let queue):
            let number = UInt(bitPattern: ObjectIdentifier(queue))
            let isMain = queue.isMain
            if !isMain { queue.setSpecific(key: queueKey, value: number) }
            let isOnQueue: @Sendable () -> Bool = {
                isMain
                    ? Thread.isMainThread || DispatchQueue.isOnMain : DispatchQueue.getSpecific(key: queueKey) == number
            }
            guard system.isPulled else {
                let place = QueueCalls.Place(
                    later: { call in queue.async { inProgram(call) } }, here: inProgram, isHere: isOnQueue)
                return (QueueCalls(at: place), nil)
            }
            // A pulled device waits for the callback, so that runs are reproducible. Callbacks for the main queue run
            // on the thread that pulls it.
            let here: @Sendable (@Sendable () -> Void) -> Void = { call in
                if isMain || isOnQueue() { return inProgram(call) }
                queue.sync { inProgram(call) }
            }
            let place = QueueCalls.Place(
                later: { call in system.callbacks.deliver(.secondary, to: context) { here(call) } }, here: here,
                isHere: { true })
            return (QueueCalls(at: place), nil)
        }
    }

    /// Makes an output queue.
    static func output(
        _ description: AudioStreamBasicDescription, at place: Place,
        _ callback: @escaping AudioQueueOutputCallbackBlock
    ) throws(ConversionError) -> AudioQueueObject {
        guard let format = ConversionFormat(description), SoundLimits.accepts(sampleRate: description.mSampleRate)
        else {
            throw .format("the format is not known")
        }
        let context = AppContext.current
        let (calls, runLoop) = calls(at: place, context)
        let queue = try OutputQueue(format, context: context, calls: calls)
        let object = AudioQueueObject(
            .output(queue), description, context: context, calls: calls, runLoop: runLoop)
        object.handle = all.insert(object)
        let program = Lent(callback)
        queue.setEvents(
            OutputQueue.Events(
                done: { [weak object] id, isReset in object?.returned(id, isReset: isReset, program) },
                isRunningChanged: { [weak object] in object?.runningChanged() },
                failed: { [weak object] in object?.failed($0) }))
        return object
    }

    /// Makes an input queue.
    static func input(
        _ description: AudioStreamBasicDescription, at place: Place, _ callback: @escaping AudioQueueInputCallbackBlock
    ) throws(ConversionError) -> AudioQueueObject {
        guard let format = ConversionFormat(description),
            description.mSampleRate == 0 || SoundLimits.accepts(sampleRate: description.mSampleRate)
        else { throw .format("the format is not known") }
        if let pcm = format.pcm, !pcm.isInterleaved, format.media.channelCount > 1 {
            throw .format("channels of a queue lie together")
        }
        let context = AppContext.current
        let (calls, runLoop) = calls(at: place, context)
        let queue = try InputQueue(format, context: context, calls: calls)
        let object = AudioQueueObject(
            .input(queue), description, context: context, calls: calls, runLoop: runLoop)
        object.handle = all.insert(object)
        let program = Lent(callback)
        queue.setEvents(
            InputQueue.Events(
                filled: { [weak object] in object?.filled($0, program) },
                isRunningChanged: { [weak object] in object?.runningChanged() },
                failed: { [weak object] in object?.failed($0) }))
        return object
    }

    // MARK: Callbacks and listeners

    private func returned(_ id: UInt, isReset: Bool, _ program: Lent<AudioQueueOutputCallbackBlock>) {
        calls.deliver { [self] in
            hand(id, isReset: isReset) { reference in
                if let handle { program.value(handle, reference) }
            }
        }
    }

    private func filled(_ filled: InputQueue.Filled, _ program: Lent<AudioQueueInputCallbackBlock>) {
        calls.deliver { [self] in
            hand(filled.id, isReset: filled.isReset) { reference in
                reference.pointee.mAudioDataByteSize = UInt32(clamping: filled.byteCount)
                var places = filled.descriptions
                let room = min(places.count, Int(reference.pointee.mPacketDescriptionCapacity))
                if let own = reference.pointee.mPacketDescriptions {
                    for index in 0..<room { own[index] = places[index] }
                    reference.pointee.mPacketDescriptionCount = UInt32(room)
                }
                var time = AudioTimeStamp()
                time.mSampleTime = filled.sampleTime
                time.mFlags = .sampleTimeValid
                if filled.hostNanoseconds >= 0 {
                    time.mHostTime = UInt64(filled.hostNanoseconds)
                    time.mFlags = [.sampleTimeValid, .hostTimeValid]
                }
                guard let handle else { return }
                places.withUnsafeMutableBufferPointer { places in
                    program.value(
                        handle, reference, &time, UInt32(clamping: filled.packetCount),
                        places.isEmpty ? nil : UnsafePointer(places.baseAddress))
                }
            }
        }
    }

    /// Returns a buffer to the program by `body`, in which it may be enqueued again.
    private func hand(_ id: UInt, isReset: Bool, _ body: (AudioQueueBufferRef) -> Void) {
        let thread = UInt(pthread_self())
        let reference = state.withLock { state -> AudioQueueBufferRef? in
            state.buffers[id]?.isEnqueued = false
            if isReset { state.resettingThread = thread }
            return state.buffers[id]?.reference.value
        }
        if let reference { body(reference) }
        if isReset { state.withLock { $0.resettingThread = 0 } }
    }

    private func runningChanged() {
        let isRunning = isRunning
        let isOver = state.withLock { state in
            if !isRunning { state.enqueuedFrames = 0 }
            return state.isDisposing && !isRunning
        }
        notify(kAudioQueueProperty_IsRunning)
        if isOver { context.system.workers.submit { [self] in finishDisposal() } }
    }

    private func failed(_ error: ConversionError) {
        state.withLock { $0.converterError = AudioConverterStatus.status(of: error) }
        notify(kAudioQueueProperty_ConverterError)
    }

    /// Calls the listeners of a property, on the thread or run loop of the buffer callbacks.
    func notify(_ property: AudioQueuePropertyID) {
        guard state.withLock({ $0.listeners.contains { $0.property == property } }) else { return }
        calls.deliver { [self] in
            guard let handle else { return }
            let due = state.withLock { state in
                Lent(state.listeners.filter { $0.property == property })
            }
            for listener in due.value { listener.proc(listener.userData.value, handle, property) }
        }
    }

    // MARK: State

    var isRunning: Bool {
        switch kind {
        case .output(let queue): queue.isRunning
        case .input(let queue): queue.isRunning
        }
    }

    var isInvalid: Bool {
        switch kind {
        case .output(let queue): queue.isInvalid
        case .input(let queue): queue.isInvalid
        }
    }

    var format: ConversionFormat {
        switch kind {
        case .output(let queue): queue.format
        case .input(let queue): queue.format
        }
    }

    /// Runs `body` with the queue of a handle.
    ///
    /// - Parameter inTap: Whether the call is allowed inside the queue's tap; calls that wait for the tap are not.
    /// - Returns: `kAudio_ParamError` for an unknown handle, `kAudioQueueErr_QueueInvalidated` after a loss of the
    ///   media services, `kAudioQueueErr_InvalidRunState` inside the tap, else the result of `body`.
    static func with(
        _ reference: AudioQueueRef, inTap: Bool = false, _ body: (AudioQueueObject) -> OSStatus
    ) -> OSStatus {
        guard let object = all.object(reference) else { return kAudio_ParamError }
        if object.isInvalid { return kAudioQueueErr_QueueInvalidated }
        if !inTap, object.isInsideTap { return kAudioQueueErr_InvalidRunState }
        return body(object)
    }

    /// Indicates whether the calling thread is inside the queue's tap.
    var isInsideTap: Bool { state.withLock { $0.tap?.tap?.isInside ?? false } }

    /// Runs `body` as `with` does, for output queues that are not being disposed of.
    static func withOutput(
        _ reference: AudioQueueRef, inTap: Bool = false, _ body: (AudioQueueObject, OutputQueue) -> OSStatus
    ) -> OSStatus {
        with(reference, inTap: inTap) { object in
            guard case .output(let queue) = object.kind else { return kAudioQueueErr_InvalidQueueType }
            if object.state.withLock({ $0.isDisposing }) { return kAudioQueueErr_DisposalPending }
            return body(object, queue)
        }
    }

    /// Returns the status of an output queue's failure.
    static func status(of failure: OutputQueue.Failure) -> OSStatus {
        switch failure {
        case .invalidated: kAudioQueueErr_QueueInvalidated
        case .session(let error): OSStatus(truncatingIfNeeded: error.code.rawValue)
        case .hardware(.noPort): kAudioQueueErr_InvalidDevice
        case .hardware: kAudioQueueErr_CannotStart
        case .state: kAudioQueueErr_InvalidRunState
        }
    }

    /// Returns the status of an error in the format of a new queue.
    static func status(of error: ConversionError) -> OSStatus {
        switch error {
        case .codec(.unsupported(.dataFormat)): kAudioQueueErr_CodecNotFound
        default: kAudioFormatUnsupportedDataFormatError
        }
    }

    // MARK: The end

    /// Disposes of the queue, at once or when its buffers are played.
    ///
    /// No callback begins after the function has returned. A queue that records or does not play is disposed of at
    /// once.
    func dispose(atOnce: Bool) {
        state.withLock { $0.isDisposing = true }
        guard !atOnce, case .output(let queue) = kind, queue.isPlaying, !isInvalid else { return finishDisposal() }
        queue.abandon()
        calls.close()
        queue.outsideTap { [self] in
            calls.waitForLast()
            if !isRunning { finishDisposal() }
        }
    }

    /// Stops the queue: at once, making the remaining callbacks, or when every buffer is played or filled.
    func stop(atOnce: Bool) {
        guard atOnce else {
            switch kind {
            case .output(let queue): queue.stop(atOnce: false)
            case .input(let queue): queue.stop(atOnce: false)
            }
            return
        }
        giveBack {
            switch kind {
            case .output(let queue): queue.stop(atOnce: true)
            case .input(let queue): queue.stop(atOnce: true)
            }
        }
        state.withLock { $0.enqueuedFrames = 0 }
    }

    /// Returns all buffers to the program and makes their callbacks.
    func reset() {
        giveBack {
            switch kind {
            case .output(let queue): queue.reset()
            case .input(let queue): queue.reset()
            }
        }
    }

    /// Runs a stop or a reset, then the callbacks of the buffers that it returned; meanwhile enqueued buffers are
    /// refused.
    private func giveBack(_ body: () -> Void) {
        state.withLock { $0.resetCount += 1 }
        body()
        calls.passAll()
        state.withLock { $0.resetCount -= 1 }
    }

    private func finishDisposal() {
        // Inside the tap the stop must not wait: the caller of the tap holds the queue's lock.
        if !isInsideTap { stop(atOnce: true) }
        guard let handle, AudioQueueObject.all.remove(handle) != nil else { return }
        let tap = state.withLock { state in
            defer { state.tap = nil }
            return state.tap
        }
        tap?.forget()
        calls.close()
        let body: @Sendable () -> Void = { [self] in
            calls.waitForLast()
            stop(atOnce: true)
            switch kind {
            case .output(let queue): queue.setTap(nil)
            case .input(let queue): queue.setTap(nil)
            }
        }
        switch kind {
        case .output(let queue): queue.outsideTap(body)
        case .input(let queue): queue.outsideTap(body)
        }
    }
}
