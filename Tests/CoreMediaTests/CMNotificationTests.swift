import CoreMedia
import Testing

/// Notifications of sample buffers, and the triggers of queues that wait for them.
struct CMNotificationTests {
    private func sample(
        at seconds: Int64, isReady: Bool = false, make: ((CMSampleBuffer) -> OSStatus)? = nil
    ) throws -> CMSampleBuffer {
        let timing = CMSampleTimingInfo(
            duration: CMTime(value: 1, timescale: 1), presentationTimeStamp: CMTime(value: seconds, timescale: 1),
            decodeTimeStamp: .invalid)
        if let make {
            return try CMSampleBuffer(
                dataBuffer: nil, formatDescription: nil, numSamples: 1, sampleTimings: [timing], sampleSizes: [8],
                makeDataReadyHandler: make)
        }
        return try CMSampleBuffer(
            dataBuffer: nil, dataReady: isReady, formatDescription: nil, numSamples: 1, sampleTimings: [timing],
            sampleSizes: [8])
    }

    /// Counts the notifications of one buffer, and keeps the last one's payload.
    private final class Listener: @unchecked Sendable {
        private(set) var count = 0
        private(set) var status: OSStatus?
        private var token: (any NSObjectProtocol)?

        init(_ name: NSNotification.Name, of buffer: CMSampleBuffer) {
            token = NotificationCenter.default.addObserver(forName: name, object: buffer, queue: nil) {
                [unowned self] note in
                count += 1
                status = (note.userInfo?[CMSampleBuffer.NotificationKey.status.rawValue] as? NSNumber)?.int32Value
            }
        }

        deinit { token.map { NotificationCenter.default.removeObserver($0) } }
    }

    @Test func readinessIsPostedOnce() throws {
        let buffer = try sample(at: 0)
        let listener = Listener(CMSampleBuffer.dataBecameReady, of: buffer)
        #expect(buffer.dataReadiness == .notReady)
        try buffer.setDataReadiness(.notReady)
        try buffer.setDataReadiness(.ready)
        #expect(CMSampleBufferSetDataReady(buffer) == noErr)
        #expect(listener.count == 1 && buffer.dataReadiness == .ready)
        #expect(throws: (any Error).self) { try buffer.setDataReadiness(.notReady) }
        // Data that is ready from the beginning is not notified.
        let other = try sample(at: 0, isReady: true)
        let silent = Listener(CMSampleBuffer.dataBecameReady, of: other)
        #expect(CMSampleBufferSetDataReady(other) == noErr && silent.count == 0)
    }

    @Test func aFailureIsPostedWithItsReason() throws {
        let buffer = try sample(at: 0)
        let listener = Listener(CMSampleBuffer.dataFailed, of: buffer)
        let ready = Listener(CMSampleBuffer.dataBecameReady, of: buffer)
        try buffer.setDataReadiness(.failed(-39))
        #expect(listener.count == 1 && listener.status == -39 && buffer.dataReadiness == .failed(-39))
        #expect(CMSampleBufferSetDataReady(buffer) == kCMSampleBufferError_DataFailed && ready.count == 0)
        #expect(CMSampleBufferMakeDataReady(buffer) == kCMSampleBufferError_DataFailed)
    }

    @Test func aFunctionThatMakesDataReadyPostsToo() throws {
        var answer = kCMSampleBufferError_BufferNotReady
        let buffer = try sample(at: 0) { _ in answer }
        let listener = Listener(CMSampleBuffer.dataBecameReady, of: buffer)
        #expect(throws: (any Error).self) { try buffer.makeDataReady() }
        #expect(listener.count == 0)
        answer = noErr
        try buffer.makeDataReady()
        try buffer.makeDataReady()
        #expect(listener.count == 1)
    }

    @Test func singleSamplesAreAsReadyAsTheirWhole() throws {
        var made = 0
        let whole = try sample(at: 0) { _ in
            made += 1
            return noErr
        }
        let (part, piece) = (try sample(at: 0), try sample(at: 0))
        try part.trackDataReadiness(whole)
        try piece.trackDataReadiness(part)
        #expect(throws: (any Error).self) { try whole.trackDataReadiness(piece) }
        #expect(throws: (any Error).self) { try whole.trackDataReadiness(whole) }
        #expect(!CMSampleBufferDataIsReady(piece) && piece.dataReadiness == .notReady)
        try piece.makeDataReady()
        #expect(made == 1 && whole.dataReadiness == .ready && part.dataReadiness == .ready)
        #expect(CMSampleBufferDataIsReady(piece))
    }

    // MARK: Queues

    private final class Calls: @unchecked Sendable {
        var names: [String] = []
    }

    @Test func aQueueTellsWhenItsFirstBufferIsReady() throws {
        let queue = try CMBufferQueue(handlers: .unsortedSampleBuffers)
        let calls = Calls()
        let token = try queue.installTrigger(condition: .whenDataBecomesReady) { _ in calls.names.append("ready") }
        let (first, second) = (try sample(at: 0), try sample(at: 1))
        try queue.enqueue(first)
        try queue.enqueue(second)
        // Only the first buffer counts.
        try second.setDataReadiness(.ready)
        #expect(calls.names == [] && !queue.testTrigger(token) && queue.dequeueIfDataReady() == nil)
        try first.setDataReadiness(.ready)
        #expect(calls.names == ["ready"] && queue.testTrigger(token) && queue.dequeueIfDataReady() === first)
        // It continues being ready, which is no change.
        #expect(calls.names == ["ready"] && queue.dequeue() === second)
        try queue.enqueue(try sample(at: 2, isReady: true))
        #expect(calls.names == ["ready", "ready"])
        try queue.removeTrigger(token)
        try queue.reset()
        try queue.enqueue(first)
        #expect(calls.names.count == 2 && !queue.testTrigger(token))
        #expect(throws: (any Error).self) { try queue.removeTrigger(token) }
    }

    @Test func aQueueIsFreedWhileItObserves() throws {
        weak var seen: CMBufferQueue?
        let buffer = try sample(at: 0)
        try {
            let queue = try CMBufferQueue(handlers: .unsortedSampleBuffers)
            seen = queue
            try queue.enqueue(buffer)
            try queue.installTrigger(condition: .whenDataBecomesReady)
        }()
        #expect(seen == nil)
        try buffer.setDataReadiness(.ready)
    }

    @Test func triggersWaitForTimesCountsAndResets() throws {
        let queue = try CMBufferQueue(handlers: .unsortedSampleBuffers)
        let calls = Calls()
        func wait(_ name: String, _ condition: CMBufferQueue.TriggerCondition) throws {
            try queue.installTrigger(condition: condition) { _ in calls.names.append(name) }
        }
        func taken() -> [String] {
            defer { calls.names = [] }
            return calls.names
        }
        try wait("first", .whenMinPresentationTimeStampChanges)
        try wait("last", .whenMaxPresentationTimeStampChanges)
        try wait("some", .whenBufferCountBecomesGreaterThan(1))
        try wait("few", .whenBufferCountBecomesLessThan(2))
        try wait("end", .whenEndOfDataReached)
        try wait("reset", .whenReset)
        try queue.enqueue(sample(at: 5, isReady: true))
        #expect(taken() == ["first", "last"])
        try queue.enqueue(sample(at: 7, isReady: true))
        #expect(taken() == ["last", "some"])
        try queue.enqueue(sample(at: 6, isReady: true))
        #expect(taken() == [])
        _ = queue.dequeue()
        #expect(taken() == ["first"])
        _ = queue.dequeue()
        #expect(taken() == ["last", "few"])
        try queue.markEndOfData()
        _ = queue.dequeue()
        #expect(taken() == ["first", "last", "end"])
        var forgotten = 0
        try queue.reset { _ in forgotten += 1 }
        #expect(taken() == ["reset"] && forgotten == 0)
        try queue.enqueue(sample(at: 1))
        calls.names = []
        try queue.reset { _ in forgotten += 1 }
        #expect(taken() == ["first", "last", "reset"] && forgotten == 1)
    }

    /// A trigger's closure runs after the change, so it may change the queue.
    @Test func aTriggerMayChangeItsQueue() throws {
        let queue = try CMBufferQueue(handlers: .unsortedSampleBuffers)
        try queue.installTrigger(condition: .whenBufferCountBecomesGreaterThan(2)) { [unowned queue] _ in
            try? queue.reset()
        }
        for second in 0..<3 { try queue.enqueue(sample(at: Int64(second))) }
        #expect(queue.isEmpty && queue.duration == .zero)
    }

    @Test func functionsOfCRefuseWhatMakesNoSense() throws {
        let queue = try CMBufferQueue(handlers: .unsortedSampleBuffers)
        var token: CMBufferQueueTriggerToken?
        let ready = kCMBufferQueueTrigger_WhenDataBecomesReady
        let count = kCMBufferQueueTrigger_WhenBufferCountBecomesLessThan
        func install(_ condition: CMBufferQueueTriggerCondition, _ time: CMTime = .invalid) -> OSStatus {
            CMBufferQueueInstallTrigger(
                queue, callback: nil, refcon: nil, condition: condition, time: time, triggerTokenOut: &token)
        }
        #expect(install(count) == kCMBufferQueueError_InvalidTriggerCondition)
        #expect(install(kCMBufferQueueTrigger_WhenDurationBecomesLessThan) == kCMBufferQueueError_BadTriggerDuration)
        #expect(install(ready) == noErr && token != nil)
        #expect(
            CMBufferQueueInstallTrigger(
                queue, callback: nil, refcon: nil, condition: ready, time: .invalid, triggerTokenOut: nil)
                == kCMBufferQueueError_RequiredParameterMissing)
        #expect(
            CMBufferQueueInstallTriggerWithIntegerThreshold(
                queue, callback: nil, refcon: nil, condition: ready, threshold: 1, triggerTokenOut: &token)
                == kCMBufferQueueError_InvalidTriggerCondition)
        #expect(CMBufferQueueInstallTriggerHandlerWithIntegerThreshold(queue, count, 1, &token) { _ in } == noErr)
        #expect(try CMBufferQueueTestTrigger(queue, triggerToken: #require(token)))
        #expect(CMBufferQueueInstallTriggerHandler(queue, 9, .invalid, &token) { _ in } == noErr)
        for second in 0..<3 { try queue.enqueue(sample(at: Int64(second))) }
        #expect(CMBufferQueueGetTotalSize(queue) == 24 && !CMBufferQueueGetMinDecodeTimeStamp(queue).isValid)
        var seen = 0
        let answer = CMBufferQueueCallForEachBuffer(
            queue,
            callback: { _, _ in
                seen += 1
                return seen == 2 ? 7 : noErr
            }, refcon: nil)
        #expect(answer == 7 && seen == 2)
    }
}
