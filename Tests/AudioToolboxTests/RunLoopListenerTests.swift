import AudioToolbox
import Foundation
import Testing

/// Listeners of units on run loops: their calls come on the loop's thread, in the mode that was asked for.
@Suite struct RunLoopListenerTests {
    private final class Heard: @unchecked Sendable {
        var values: [Float] = []
        var threads: [Thread] = []
        var stops = false

        var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

        func add(_ value: Float) {
            values.append(value)
            threads.append(Thread.current)
            if stops { CFRunLoopStop(CFRunLoopGetCurrent()) }
        }

        static let eventProc: AUEventListenerProc = { context, _, _, _, value in
            guard let context else { return }
            Unmanaged<Heard>.fromOpaque(context).takeUnretainedValue().add(value)
        }

        static let parameterProc: AUParameterListenerProc = { context, _, _, value in
            guard let context else { return }
            Unmanaged<Heard>.fromOpaque(context).takeUnretainedValue().add(value)
        }
    }

    /// A delay whose time is listened to.
    private final class Delay: @unchecked Sendable {
        let unit: UnitHandle
        var time: AudioUnitParameter

        init() throws {
            unit = try UnitHandle(kAudioUnitType_Effect, kAudioUnitSubType_Delay)
            time = AudioUnitParameter(
                mAudioUnit: unit.unit, mParameterID: kDelayParam_DelayTime, mScope: kAudioUnitScope_Global,
                mElement: 0)
        }

        /// Listens for events on a run loop.
        func listen(_ heard: Heard, _ loop: CFRunLoop?, _ mode: CFString?) throws -> AUEventListenerRef {
            var made: AUEventListenerRef?
            #expect(AUEventListenerCreate(Heard.eventProc, heard.context, loop, mode, 0, 0, &made) == noErr)
            let listener = try #require(made)
            var event = AudioUnitEvent(mEventType: .parameterValueChange, mArgument: .init(mParameter: time))
            #expect(AUEventListenerAddEventType(listener, nil, &event) == noErr)
            return listener
        }

        func set(_ value: Float) { #expect(AUParameterSet(nil, nil, &time, value, 0) == noErr) }
    }

    /// Runs something on a thread of its own to its end.
    private func onAnotherThread(_ body: @escaping @Sendable () -> Void) {
        let done = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            body()
            done.signal()
        }
        done.wait()
    }

    @Test func eventsComeOnTheLoopsThreadAndInItsModeAlone() throws {
        let (delay, heard) = (try Delay(), Heard())
        let (mode, other) = (CFRunLoopMode("listening" as CFString), CFRunLoopMode("other" as CFString))
        let listener = try delay.listen(heard, CFRunLoopGetCurrent(), mode.rawValue)
        onAnotherThread { for value in [0.5, 0.25] as [Float] { delay.set(value) } }
        #expect(heard.values.isEmpty)
        #expect(CFRunLoopRunInMode(other, 10, true) == .finished)
        #expect(heard.values.isEmpty)
        #expect(CFRunLoopRunInMode(mode, 10, true) == .handledSource)
        #expect(heard.values == [0.5, 0.25])
        #expect(heard.threads.allSatisfy { $0 === Thread.current })
        #expect(CFRunLoopRunInMode(mode, 0, true) == .timedOut)
        delay.set(0.75)
        #expect(RunLoop.current.run(mode: RunLoop.Mode("listening"), before: .distantFuture))
        #expect(heard.values == [0.5, 0.25, 0.75])
        delay.set(1)
        #expect(AUListenerDispose(listener) == noErr)
        #expect(CFRunLoopRunInMode(mode, 10, true) == .finished)
        #expect(heard.values.count == 3)
    }

    @Test(arguments: [nil, CFRunLoopMode.commonModes.rawValue as String])
    func aSleepingLoopIsWokenAndACallMayStopIt(mode: String?) throws {
        let (delay, heard) = (try Delay(), Heard())
        heard.stops = true
        let (ready, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        Thread.detachNewThread {
            let listener = try? delay.listen(heard, nil, mode as CFString?)
            ready.signal()
            CFRunLoopRun()
            if let listener { _ = AUListenerDispose(listener) }
            done.signal()
        }
        ready.wait()
        delay.set(0.5)
        #expect(done.wait(timeout: .now() + 60) == .success)
        #expect(heard.values == [0.5])
    }

    @Test func parametersAreTheirLatestValuesOnALoopAndEachAtOnceWithoutAnInterval() throws {
        let (delay, heard, direct) = (try Delay(), Heard(), Heard())
        let mode = CFRunLoopMode("parameters" as CFString)
        var (onLoop, atOnce): (AUParameterListenerRef?, AUParameterListenerRef?)
        #expect(
            AUListenerCreate(Heard.parameterProc, heard.context, CFRunLoopGetCurrent(), mode.rawValue, 3600, &onLoop)
                == noErr)
        #expect(AUListenerCreate(Heard.parameterProc, direct.context, nil, nil, 0, &atOnce) == noErr)
        let listeners = try [#require(onLoop), #require(atOnce)]
        for listener in listeners { #expect(AUListenerAddParameter(listener, nil, &delay.time) == noErr) }
        onAnotherThread { for value in [0.5, 0.25] as [Float] { delay.set(value) } }
        #expect(direct.values == [0.5, 0.25])
        #expect(direct.threads.allSatisfy { $0 !== Thread.current })
        #expect(heard.values.isEmpty)
        #expect(CFRunLoopRunInMode(mode, 10, true) == .handledSource)
        #expect(heard.values == [0.25])
        #expect(heard.threads == [Thread.current])
        for listener in listeners { #expect(AUListenerDispose(listener) == noErr) }
    }

    @Test func blocksAreCalledInTheirMode() {
        let mode = CFRunLoopMode("blocks" as CFString)
        let heard = Heard()
        CFRunLoopPerformBlock(CFRunLoopGetCurrent(), mode.rawValue) { heard.add(1) }
        CFRunLoopPerformBlock(CFRunLoopGetCurrent(), CFRunLoopMode("later" as CFString).rawValue) { heard.add(2) }
        CFRunLoopWakeUp(CFRunLoopGetCurrent())
        _ = CFRunLoopRunInMode(mode, 0, false)
        #expect(heard.values == [1])
        _ = CFRunLoopRunInMode(CFRunLoopMode("later" as CFString), 0, false)
        #expect(heard.values == [1, 2])
        onAnotherThread {
            #expect(CFRunLoopGetCurrent() !== CFRunLoopGetMain())
            #expect(!CFRunLoopIsWaiting(CFRunLoopGetCurrent()))
        }
    }
}
