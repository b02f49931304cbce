import CoreMedia
import Testing

struct CMQueueTests {
    @Test func aSimpleQueueKeepsOrderAndItsCapacity() throws {
        let queue = try CMSimpleQueue(capacity: 3)
        let elements = (1...4).compactMap { UnsafeRawPointer(bitPattern: $0) }
        for element in elements.prefix(3) { #expect(CMSimpleQueueEnqueue(queue, element: element) == noErr) }
        #expect(CMSimpleQueueEnqueue(queue, element: elements[3]) == kCMSimpleQueueError_QueueIsFull)
        #expect(CMSimpleQueueGetCount(queue) == 3 && CMSimpleQueueGetFullness(queue) == 1 && queue.capacity == 3)
        #expect(queue.head == elements[0] && queue.dequeue() == elements[0] && queue.dequeue() == elements[1])
        queue.reset()
        #expect(queue.dequeue() == nil && queue.count == 0)
        for capacity in [0, -1, .max] { #expect(throws: (any Error).self) { try CMSimpleQueue(capacity: capacity) } }
    }

    private func sample(at seconds: Double, isReady: Bool = true) throws -> CMSampleBuffer {
        let timing = CMSampleTimingInfo(
            duration: CMTime(value: 1, timescale: 1),
            presentationTimeStamp: CMTime(seconds: seconds, preferredTimescale: 10), decodeTimeStamp: .invalid)
        return try CMSampleBuffer(
            dataBuffer: nil, dataReady: isReady, formatDescription: nil, numSamples: 1, sampleTimings: [timing],
            sampleSizes: [])
    }

    private func queue(capacity: Int = 0) throws -> CMBufferQueue {
        var made: CMBufferQueue?
        CMBufferQueueCreate(
            allocator: nil, capacity: capacity, callbacks: CMBufferQueueGetCallbacksForUnsortedSampleBuffers(),
            queueOut: &made)
        return try #require(made)
    }

    @Test func aBufferQueueAddsUpWhatWaits() throws {
        let queue = try queue(capacity: 2)
        let first = try sample(at: 3)
        #expect(CMBufferQueueEnqueue(queue, buffer: first) == noErr)
        #expect(CMBufferQueueEnqueue(queue, buffer: try sample(at: 1, isReady: false)) == noErr)
        #expect(CMBufferQueueEnqueue(queue, buffer: try sample(at: 5)) == kCMBufferQueueError_QueueIsFull)
        #expect(CMBufferQueueGetDuration(queue).seconds == 2 && CMBufferQueueGetBufferCount(queue) == 2)
        #expect(CMBufferQueueGetFirstPresentationTimeStamp(queue).seconds == 3)
        #expect(CMBufferQueueGetMinPresentationTimeStamp(queue).seconds == 1)
        #expect(CMBufferQueueGetEndPresentationTimeStamp(queue).seconds == 4)
        #expect(CMBufferQueueDequeueIfDataReady(queue) === first)
        #expect(CMBufferQueueDequeueIfDataReady(queue) == nil && CMBufferQueueDequeue(queue) != nil)
        #expect(CMBufferQueueGetDuration(queue) == .zero && CMBufferQueueIsEmpty(queue))
        CMBufferQueueMarkEndOfData(queue)
        #expect(CMBufferQueueIsAtEndOfData(queue))
        #expect(CMBufferQueueEnqueue(queue, buffer: first) == kCMBufferQueueError_EnqueueAfterEndOfData)
        CMBufferQueueReset(queue)
        #expect(CMBufferQueueEnqueue(queue, buffer: first) == noErr)
    }

    @Test func triggersArePulledWhenTheirConditionBecomesTrue() throws {
        let queue = try queue()
        nonisolated(unsafe) var pulled: [String] = []
        var token: CMBufferQueueTriggerToken?
        let two = CMTime(value: 2, timescale: 1)
        CMBufferQueueInstallTrigger(
            queue, callback: { _, _ in pulled.append("high") }, refcon: nil,
            condition: kCMBufferQueueTrigger_WhenDurationBecomesGreaterThanOrEqualTo, time: two, triggerTokenOut: nil)
        CMBufferQueueInstallTrigger(
            queue, callback: { _, _ in pulled.append("low") }, refcon: nil,
            condition: kCMBufferQueueTrigger_WhenDurationBecomesLessThan, time: two, triggerTokenOut: &token)
        for second in 0..<3 { CMBufferQueueEnqueue(queue, buffer: try sample(at: Double(second))) }
        _ = CMBufferQueueDequeue(queue)
        #expect(pulled == ["high"])
        _ = CMBufferQueueDequeue(queue)
        #expect(pulled == ["high", "low"])
        #expect(CMBufferQueueRemoveTrigger(queue, triggerToken: try #require(token)) == noErr)
        #expect(
            CMBufferQueueRemoveTrigger(queue, triggerToken: try #require(token))
                == kCMBufferQueueError_InvalidTriggerToken)
        #expect(
            CMBufferQueueInstallTrigger(
                queue, callback: nil, refcon: nil, condition: 77, time: two, triggerTokenOut: nil)
                == kCMBufferQueueError_InvalidTriggerCondition)
    }
}

struct CMClockTests {
    @Test func theHostsClockCountsItsTicks() {
        let before = mach_absolute_time()
        let time = CMClockGetTime(CMClockGetHostTimeClock())
        let after = mach_absolute_time()
        let ticks = CMClockConvertHostTimeToSystemUnits(time)
        #expect(ticks >= before && ticks <= after && time.timescale == 1_000_000_000)
        #expect(CMClockMakeHostTimeFromSystemUnits(1500).seconds == 1.5e-6)
        #expect(CMClockConvertHostTimeToSystemUnits(.indefinite) == 0)
        #expect(CMClockConvertHostTimeToSystemUnits(CMTime(value: -1, timescale: 1)) == 0)
    }

    @Test func aTimeBaseStandsUntilItHasARate() throws {
        let base = try CMTimebase(sourceClock: .hostTimeClock)
        #expect(base.rate == 0 && base.time == .zero)
        try base.setTime(CMTime(value: 5, timescale: 1))
        #expect(base.time.seconds == 5)
        let start = CMTime(value: 100, timescale: 1)
        try base.setRate(2, anchorTime: CMTime(value: 7, timescale: 1), immediateSourceTime: start)
        let clock = CMClock.hostTimeClock
        let later = CMSyncConvertTime(CMTime(value: 103, timescale: 1), from: clock, to: base)
        #expect(later.seconds == 13)
        #expect(CMSyncConvertTime(later, from: base, to: clock).seconds == 103)
        let child = try CMTimebase(sourceTimebase: base)
        try child.setRate(0.5, anchorTime: .zero, immediateSourceTime: CMTime(value: 7, timescale: 1))
        #expect(CMSyncConvertTime(CMTime(value: 103, timescale: 1), from: clock, to: child).seconds == 3)
        #expect(child.effectiveRate == 1 && CMSyncGetRelativeRate(base, relativeTo: clock) == 2)
        try base.setRate(0)
        #expect(!CMSyncConvertTime(.zero, from: base, to: clock).isValid)
        #expect(CMTimebaseSetRate(base, rate: .nan) == kCMTimebaseError_InvalidParameter)
    }
}

struct CMFormatDescriptionFunctionTests {
    @Test func soundIsDescribedWithLayoutCookieAndExtensions() throws {
        var stream = AudioStreamBasicDescription.linearPCM(
            sampleRate: 48000, channelCount: 6, bitsPerSample: 32, isFloat: true, isInterleaved: true)
        var layout = AudioChannelLayout()
        layout.mChannelLayoutTag = kAudioChannelLayoutTag_MPEG_5_1_A
        var made: CMFormatDescription?
        #expect(
            CMAudioFormatDescriptionCreate(
                allocator: nil, asbd: &stream, layoutSize: MemoryLayout<AudioChannelLayout>.size, layout: &layout,
                magicCookieSize: 3, magicCookie: [1, 2, 3] as [UInt8], extensions: ["a": 1], formatDescriptionOut: &made
            )
                == noErr)
        let format = try #require(made)
        var size = 0
        #expect(CMAudioFormatDescriptionGetMagicCookie(format, sizeOut: &size) != nil && size == 3)
        #expect(CMAudioFormatDescriptionGetStreamBasicDescription(format)?.pointee.mChannelsPerFrame == 6)
        #expect(format.audioChannelLayout?.tag == kAudioChannelLayoutTag_MPEG_5_1_A)
        #expect((CMFormatDescriptionGetExtension(format, extensionKey: "a") as? NSNumber)?.intValue == 1)
        #expect(CMAudioFormatDescriptionGetFormatList(format, sizeOut: &size)?.pointee.mASBD.mSampleRate == 48000)
        #expect(CMFormatDescriptionGetMediaSubType(format) == kAudioFormatLinearPCM)
        let other = try CMFormatDescription(audioStreamBasicDescription: stream, layout: format.audioChannelLayout)
        var mask: CMAudioFormatDescriptionMask = []
        #expect(
            !CMAudioFormatDescriptionEqual(
                format, otherFormatDescription: other, equalityMask: .all, equalityMaskOut: &mask))
        #expect(mask == [.streamBasicDescription, .channelLayout])
        for bad in [-1, 3] {
            #expect(
                CMAudioFormatDescriptionCreate(
                    allocator: nil, asbd: &stream, layoutSize: bad, layout: &layout, magicCookieSize: 0,
                    magicCookie: nil, extensions: nil, formatDescriptionOut: &made)
                    == kCMFormatDescriptionError_InvalidParameter)
        }
    }

    private func sound(at seconds: Int64, frames: Int) throws -> CMSampleBuffer {
        let stream = AudioStreamBasicDescription(
            mSampleRate: 48_000, mFormatID: kAudioFormatLinearPCM, mFormatFlags: kAudioFormatFlagIsFloat | 8,
            mBytesPerPacket: 4, mFramesPerPacket: 1, mBytesPerFrame: 4, mChannelsPerFrame: 1, mBitsPerChannel: 32,
            mReserved: 0)
        return try CMSampleBuffer(
            dataBuffer: CMBlockBuffer(length: 4 * frames, flags: .assureMemoryNow), dataReady: true,
            formatDescription: CMFormatDescription(audioStreamBasicDescription: stream), numSamples: frames,
            presentationTimeStamp: CMTime(value: seconds, timescale: 1), packetDescriptions: [])
    }

    @Test func queuesOfSwiftSortByTime() throws {
        let queue = try CMBufferQueue(capacity: 3, handlers: .outputPTSSortedSampleBuffers)
        let late = try sound(at: 2, frames: 48_000)
        let early = try sound(at: 1, frames: 24_000)
        try queue.enqueue(late)
        try queue.enqueue(early)
        #expect(queue.bufferCount == 2 && queue.duration.seconds == 1.5 && queue.head === early)
        #expect(queue.firstPresentationTimeStamp.seconds == 1 && queue.endPresentationTimeStamp.seconds == 3)
        try queue.enqueue(try sound(at: 3, frames: 1))
        #expect(throws: (any Error).self) { try queue.enqueue(early) }
        try queue.markEndOfData()
        #expect(queue.dequeue() === early && queue.dequeueIfDataReady() === late && !queue.isAtEndOfData)
        #expect(queue.dequeue() != nil && queue.isAtEndOfData && queue.isEmpty && queue.dequeue() == nil)
        try queue.reset()
        #expect(!queue.containsEndOfData)
        #expect(throws: (any Error).self) { try CMBufferQueue(capacity: -1, handlers: .unsortedSampleBuffers) }
        // Handlers of a program's own are asked; the others stay.
        let plain = CMBufferQueue.Handlers.unsortedSampleBuffers.withHandlers { $0.isDataReady = { _ in false } }
        let waiting = try CMBufferQueue(handlers: plain)
        try waiting.enqueue(late)
        try waiting.enqueue(early)
        #expect(waiting.dequeueIfDataReady() == nil && waiting.dequeue() === late && waiting.duration.seconds == 0.5)
    }

    @Test func otherMediaHaveNoSound() throws {
        let video = try CMFormatDescription(mediaType: .video, mediaSubType: .init(string: "avc1"))
        #expect(video.audioStreamBasicDescription == nil && video.audioFormatList.isEmpty)
        #expect(CMFormatDescriptionGetMediaType(video) == kCMMediaType_Video)
        #expect(
            "\(video.mediaSubType)" == "'avc1'" && CMFormatDescription.MediaSubType.mpegLayer3.rawValue == 0x2E6D_7033)
    }
}
