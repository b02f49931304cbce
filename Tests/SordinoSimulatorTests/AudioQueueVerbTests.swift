import AVFAudio
import AudioToolbox
import Foundation
import SordinoSimulator
import Testing

/// The verbs of `AudioQueue.h` as its header documents them, for each place of the callback.
enum CallbackPlace: CaseIterable {
    case ownThread, runLoop, mainQueue, queue
}

/// A queue of either direction whose callback only counts, unless `answer` says more.
private final class VerbProgram: @unchecked Sendable {
    let queue: AudioQueueRef
    let place: CallbackPlace
    let app: SimulatedApp
    private(set) var buffers: [AudioQueueBufferRef] = []
    private(set) var callbackCount = 0
    private(set) var frames: [Float] = []
    private(set) var runningChanges: [UInt32] = []
    private(set) var lastStatus: OSStatus?
    /// The callback's use of its buffer after it was counted.
    var answer: (AudioQueueRef, AudioQueueBufferRef) -> OSStatus? = { _, _ in nil }

    private final class Reference: @unchecked Sendable { weak var program: VerbProgram? }

    init(_ app: SimulatedApp, isOutput: Bool, _ place: CallbackPlace) throws {
        self.app = app
        self.place = place
        var format = QueueProgram.float32(1)
        var made: AudioQueueRef?
        let me = Reference()
        let data = Unmanaged.passRetained(me).toOpaque()
        let loop = place == .runLoop ? CFRunLoopGetCurrent() : nil
        let dispatch = place == .mainQueue ? DispatchQueue.main : DispatchQueue(label: "verbs")
        let status = app.perform { () -> OSStatus in
            switch (isOutput, place) {
            case (true, .mainQueue), (true, .queue):
                AudioQueueNewOutputWithDispatchQueue(&made, &format, 0, dispatch) { me.program?.called($0, $1) }
            case (false, .mainQueue), (false, .queue):
                AudioQueueNewInputWithDispatchQueue(&made, &format, 0, dispatch) { queue, buffer, _, _, _ in
                    me.program?.called(queue, buffer)
                }
            case (true, _):
                AudioQueueNewOutput(
                    &format,
                    { data, queue, buffer in
                        guard let data else { return }
                        Unmanaged<Reference>.fromOpaque(data).takeUnretainedValue().program?.called(queue, buffer)
                    }, data, loop, nil, 0, &made)
            case (false, _):
                AudioQueueNewInput(
                    &format,
                    { data, queue, buffer, _, _, _ in
                        guard let data else { return }
                        Unmanaged<Reference>.fromOpaque(data).takeUnretainedValue().program?.called(queue, buffer)
                    }, data, loop, nil, 0, &made)
            }
        }
        #expect(status == noErr)
        queue = try #require(made)
        me.program = self
        AudioQueueAddPropertyListener(
            queue, kAudioQueueProperty_IsRunning,
            { data, queue, property in
                guard let data else { return }
                var (value, size) = (UInt32(9), UInt32(4))
                AudioQueueGetProperty(queue, property, &value, &size)
                Unmanaged<Reference>.fromOpaque(data).takeUnretainedValue().program?.runningChanges.append(value)
            }, data)
    }

    private func called(_ queue: AudioQueueRef, _ buffer: AudioQueueBufferRef) {
        callbackCount += 1
        let count = Int(buffer.pointee.mAudioDataByteSize) / 4
        frames += UnsafeBufferPointer(
            start: buffer.pointee.mAudioData.assumingMemoryBound(to: Float.self), count: count)
        lastStatus = answer(queue, buffer) ?? lastStatus
    }

    /// Makes a buffer with samples, or with room for them, and enqueues it.
    func enqueue(_ samples: [Float]) throws {
        var made: AudioQueueBufferRef?
        #expect(AudioQueueAllocateBuffer(queue, UInt32(samples.count * 4), &made) == noErr)
        let buffer = try #require(made)
        buffer.pointee.mAudioData.copyMemory(from: samples, byteCount: samples.count * 4)
        buffer.pointee.mAudioDataByteSize = UInt32(samples.count * 4)
        buffers.append(buffer)
        #expect(AudioQueueEnqueueBuffer(queue, buffer, 0, nil) == noErr)
    }

    @discardableResult
    func start() -> OSStatus { app.perform { AudioQueueStart(queue, nil) } }

    var isRunning: Bool {
        var (value, size) = (UInt32(9), UInt32(4))
        #expect(AudioQueueGetProperty(queue, kAudioQueueProperty_IsRunning, &value, &size) == noErr)
        return value != 0
    }

    /// Lets time pass, and the run loop run where the callbacks come on it.
    func advance(_ seconds: Double, _ device: SimulatedDevice) {
        guard place == .runLoop else { return device.advance(seconds) }
        let end = device.now + seconds
        repeat {
            device.advance(min(0.02, max(0, end - device.now)))
            CFRunLoopRunInMode(.defaultMode, 0, false)
        } while device.now < end - 1e-9
    }

    deinit { AudioQueueDispose(queue, true) }
}

@Suite struct AudioQueueOutputVerbTests {
    private let rig: QueueRig
    private var device: SimulatedDevice { rig.device }

    init() throws { rig = try QueueRig() }

    private static let sound = (1...3_000).map { Float($0) / 4_096 }

    /// A queue with three buffers of 1,000 frames.
    private func program(_ place: CallbackPlace) throws -> VerbProgram {
        let program = try VerbProgram(rig.app, isOutput: true, place)
        for first in stride(from: 0, to: 3_000, by: 1_000) {
            try program.enqueue(Array(Self.sound[first..<first + 1_000]))
        }
        return program
    }

    private func heard(from start: Double, _ count: Int = 3_500) -> [Float] { rig.heard(0, from: start, count: count) }
    private var all: [Float] { Self.sound + Array(repeating: 0, count: 500) }

    /// Apple's player of short files primes its buffers, meets the end of the file and stops before it starts.
    @Test(arguments: CallbackPlace.allCases, [false, true])
    func aStopBeforeTheStartHoldsForTheBuffersThatTheStartPlays(_ place: CallbackPlace, primes: Bool) throws {
        let program = try program(place)
        if primes { #expect(AudioQueuePrime(program.queue, 0, nil) == noErr) }
        #expect(AudioQueueStop(program.queue, false) == noErr)
        let start = device.now
        #expect(program.start() == noErr)
        program.advance(0.3, device)
        #expect(heard(from: start) == all)
        #expect(program.callbackCount == 3)
        #expect(!program.isRunning)
        #expect(program.runningChanges == [1, 0])
    }

    @Test(arguments: CallbackPlace.allCases)
    func aStopOfAQueueWithoutBuffersChangesNothing(_ place: CallbackPlace) throws {
        let program = try VerbProgram(rig.app, isOutput: true, place)
        #expect(AudioQueueStop(program.queue, false) == noErr)
        try program.enqueue(Self.sound)
        let start = device.now
        program.start()
        program.advance(0.3, device)
        #expect(heard(from: start) == all)
        #expect(program.isRunning)
    }

    @Test(arguments: CallbackPlace.allCases)
    func anImmediateStopHasMadeItsCallbacksWhenItReturns(_ place: CallbackPlace) throws {
        let program = try program(place)
        program.answer = { AudioQueueEnqueueBuffer($0, $1, 0, nil) }
        program.start()
        device.advance(0.01)
        let before = program.callbackCount
        #expect(AudioQueueStop(program.queue, true) == noErr)
        #expect(program.callbackCount > before)
        #expect(program.lastStatus == kAudioQueueErr_EnqueueDuringReset)
        #expect(!program.isRunning)
        for buffer in program.buffers { #expect(AudioQueueFreeBuffer(program.queue, buffer) == noErr) }
        let count = program.callbackCount
        program.advance(0.1, device)
        #expect(program.callbackCount == count)
        #expect(program.runningChanges.last == 0)
    }

    @Test(arguments: CallbackPlace.allCases)
    func anImmediateStopBeforeTheStartGivesTheBuffersBack(_ place: CallbackPlace) throws {
        let program = try program(place)
        #expect(AudioQueueStop(program.queue, true) == noErr)
        #expect(program.callbackCount == 3)
    }

    @Test(arguments: CallbackPlace.allCases)
    func aResetHasMadeItsCallbacksWhenItReturnsAndPlayingGoesOn(_ place: CallbackPlace) throws {
        let program = try program(place)
        let start = device.now
        program.start()
        device.advance(0.01)
        #expect(AudioQueueReset(program.queue) == noErr)
        #expect(program.callbackCount == 3)
        #expect(program.isRunning)
        let again = device.now
        try program.enqueue(Self.sound)
        program.advance(0.3, device)
        // The sound of the buffers before falls meanwhile.
        let falling = Sound.fallen(Self.sound[Int(((again - start) * 48_000).rounded())...])
        #expect(heard(from: again, 240) == zip(falling, all).map { $0 + $1 })
        #expect(heard(from: again).dropFirst(240) == all.dropFirst(240))
    }

    @Test(arguments: CallbackPlace.allCases)
    func stopsThatAreAskedForOftenAreOne(_ place: CallbackPlace) throws {
        let program = try program(place)
        program.start()
        for _ in 0..<3 { #expect(AudioQueueStop(program.queue, false) == noErr) }
        program.advance(0.3, device)
        #expect(program.runningChanges == [1, 0])
        try program.enqueue(Self.sound)
        let again = device.now
        program.start()
        program.advance(0.3, device)
        #expect(heard(from: again) == all)
        #expect(program.isRunning)
    }

    @Test(arguments: CallbackPlace.allCases)
    func buffersBehindAStopComeBackAtTheEnd(_ place: CallbackPlace) throws {
        let program = try program(place)
        program.start()
        AudioQueueStop(program.queue, false)
        try program.enqueue(Self.sound)
        let start = device.now
        program.advance(0.3, device)
        #expect(heard(from: start) == all)
        #expect(program.callbackCount == 4)
        #expect(!program.isRunning)
    }

    @Test(arguments: CallbackPlace.allCases)
    func aResetOfAQueueThatIsToStopStopsIt(_ place: CallbackPlace) throws {
        let program = try program(place)
        program.start()
        AudioQueueStop(program.queue, false)
        #expect(AudioQueueReset(program.queue) == noErr)
        #expect(program.callbackCount == 3)
        #expect(!program.isRunning)
    }

    @Test(arguments: CallbackPlace.allCases)
    func aPausedQueueStopsWhenItHasPlayedTheRest(_ place: CallbackPlace) throws {
        let program = try program(place)
        program.start()
        device.advance(0.02)
        #expect(AudioQueuePause(program.queue) == noErr)
        #expect(AudioQueueStop(program.queue, false) == noErr)
        program.advance(0.3, device)
        #expect(program.isRunning)
        program.start()
        program.advance(0.3, device)
        #expect(!program.isRunning)
        #expect(program.callbackCount == 3)
    }

    @Test(arguments: CallbackPlace.allCases)
    func aFlushLosesNothingAndPlayingGoesOn(_ place: CallbackPlace) throws {
        let program = try program(place)
        let start = device.now
        program.start()
        #expect(AudioQueueFlush(program.queue) == noErr)
        program.advance(0.3, device)
        #expect(heard(from: start) == all)
        #expect(program.isRunning)
        #expect(program.callbackCount == 3)
    }

    @Test(arguments: CallbackPlace.allCases)
    func aQueueThatIsDisposedOfAtOnceHasMadeItsCallbacks(_ place: CallbackPlace) throws {
        let program = try program(place)
        program.start()
        device.advance(0.01)
        #expect(AudioQueueDispose(program.queue, true) == noErr)
        #expect(program.callbackCount == 3)
        #expect(AudioQueueStart(program.queue, nil) == kAudio_ParamError)
        program.advance(0.1, device)
        #expect(program.callbackCount == 3)
    }

    /// The header: the queue no longer invokes any callbacks to the application after the function returns.
    @Test(arguments: CallbackPlace.allCases)
    func aQueueThatIsDisposedOfLaterPlaysItsBuffersWithoutACallback(_ place: CallbackPlace) throws {
        let program = try program(place)
        let start = device.now
        program.start()
        #expect(AudioQueueDispose(program.queue, false) == noErr)
        let count = program.callbackCount
        #expect(AudioQueueStart(program.queue, nil) == kAudioQueueErr_DisposalPending)
        program.advance(0.3, device)
        #expect(heard(from: start) == all)
        #expect(program.callbackCount == count)
        #expect(AudioQueueStart(program.queue, nil) == kAudio_ParamError)
    }

    @Test(arguments: CallbackPlace.allCases)
    func aQueueThatCannotPlayItsBuffersIsDisposedOfAtOnce(_ place: CallbackPlace) throws {
        let waiting = try program(place)
        #expect(AudioQueueDispose(waiting.queue, false) == noErr)
        #expect(AudioQueueStart(waiting.queue, nil) == kAudio_ParamError)
        let paused = try program(place)
        paused.start()
        AudioQueuePause(paused.queue)
        #expect(AudioQueueDispose(paused.queue, false) == noErr)
        #expect(AudioQueueStart(paused.queue, nil) == kAudio_ParamError)
        let interrupted = try program(place)
        interrupted.start()
        #expect(AudioQueueDispose(interrupted.queue, false) == noErr)
        device.ring()
        interrupted.advance(0.1, device)
        #expect(AudioQueueStart(interrupted.queue, nil) == kAudio_ParamError)
    }

    @Test(arguments: CallbackPlace.allCases)
    func aStopInsideACallbackReturnsAndTheOtherCallbacksFollow(_ place: CallbackPlace) throws {
        let program = try program(place)
        program.answer = { queue, _ in AudioQueueStop(queue, true) }
        program.start()
        program.advance(0.2, device)
        #expect(program.callbackCount == 3)
        #expect(program.lastStatus == noErr)
        #expect(!program.isRunning)
    }
}

@Suite struct AudioQueueInputVerbTests {
    private let device = SimulatedDevice(.phone)
    private let app: SimulatedApp

    init() throws {
        app = device.app("Notes", backgroundModes: .audio)
        try app.activate(.playAndRecord)
        device.microphone(hears: .tone(hertz: 440, amplitude: 0.25))
        device.advance(0.2)
    }

    /// A queue with three buffers of half a second.
    private func program(_ place: CallbackPlace) throws -> VerbProgram {
        let program = try VerbProgram(app, isOutput: false, place)
        for _ in 0..<3 { try program.enqueue([Float](repeating: 9, count: 24_000)) }
        return program
    }

    /// Apple's recorder stops its queue, disposes of it and closes the file.
    @Test(arguments: CallbackPlace.allCases, [false, true])
    func theLastPartlyFilledBufferHasComeWhenTheQueueIsStoppedOrGone(_ place: CallbackPlace, disposes: Bool) throws {
        let program = try program(place)
        program.start()
        program.advance(0.7, device)
        #expect(program.callbackCount == 1)
        program.answer = { AudioQueueEnqueueBuffer($0, $1, 0, nil) }
        if disposes {
            #expect(AudioQueueDispose(program.queue, true) == noErr)
        } else {
            #expect(AudioQueueStop(program.queue, true) == noErr)
            #expect(!program.isRunning)
        }
        #expect(program.callbackCount == 3)
        #expect(abs(program.frames.count - 33_600) <= 2_048)
        #expect(program.frames.allSatisfy { $0 != 9 })
        #expect(program.lastStatus == kAudioQueueErr_EnqueueDuringReset)
        let count = program.callbackCount
        program.advance(0.1, device)
        #expect(program.callbackCount == count)
    }

    @Test(arguments: CallbackPlace.allCases)
    func aStopAfterTheBuffersWaitsUntilTheyAreFilled(_ place: CallbackPlace) throws {
        let program = try program(place)
        program.answer = { AudioQueueEnqueueBuffer($0, $1, 0, nil) }
        program.start()
        program.advance(0.1, device)
        #expect(AudioQueueStop(program.queue, false) == noErr)
        #expect(program.callbackCount == 0)
        program.advance(1, device)
        #expect(program.isRunning)
        program.advance(0.6, device)
        #expect(!program.isRunning)
        #expect(program.callbackCount == 3)
        #expect(program.frames.count == 72_000)
        #expect(program.lastStatus == kAudioQueueErr_EnqueueDuringReset)
        #expect(program.runningChanges == [1, 0])
    }

    @Test(arguments: CallbackPlace.allCases)
    func aStopAfterTheBuffersOfAQueueThatDoesNotRunChangesNothing(_ place: CallbackPlace) throws {
        let program = try program(place)
        #expect(AudioQueueStop(program.queue, false) == noErr)
        #expect(program.callbackCount == 0)
        program.start()
        program.advance(0.6, device)
        #expect(program.callbackCount == 1)
        #expect(program.isRunning)
    }

    @Test(arguments: CallbackPlace.allCases)
    func aResetHasGivenTheBuffersBackAndRecordingGoesOn(_ place: CallbackPlace) throws {
        let program = try program(place)
        program.start()
        program.advance(0.2, device)
        #expect(AudioQueueReset(program.queue) == noErr)
        #expect(program.callbackCount == 3)
        #expect(program.isRunning)
        #expect(AudioQueueEnqueueBuffer(program.queue, program.buffers[0], 0, nil) == noErr)
        program.advance(0.7, device)
        #expect(program.callbackCount == 4)
    }

    @Test(arguments: CallbackPlace.allCases)
    func aPauseKeepsAndAFlushHandsOverWhatWasRecorded(_ place: CallbackPlace) throws {
        let program = try program(place)
        program.start()
        program.advance(0.2, device)
        #expect(AudioQueuePause(program.queue) == noErr)
        program.advance(0.5, device)
        #expect(program.callbackCount == 0)
        #expect(AudioQueueFlush(program.queue) == noErr)
        program.advance(0, device)
        #expect(program.callbackCount == 1)
        #expect(abs(program.frames.count - 9_600) <= 2_048)
        #expect(AudioQueuePrime(program.queue, 0, nil) == kAudioQueueErr_InvalidQueueType)
    }

    /// No callback may come after it has returned, so there is nothing to record for.
    @Test(arguments: CallbackPlace.allCases)
    func aQueueThatIsDisposedOfLaterHandsOverAtOnce(_ place: CallbackPlace) throws {
        let program = try program(place)
        program.start()
        program.advance(0.2, device)
        #expect(AudioQueueDispose(program.queue, false) == noErr)
        #expect(program.callbackCount == 3)
        #expect(abs(program.frames.count - 9_600) <= 2_048)
        #expect(AudioQueueStart(program.queue, nil) == kAudio_ParamError)
    }
}
