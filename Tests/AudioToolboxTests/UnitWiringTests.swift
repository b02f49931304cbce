import AVAudioTypes
import AudioToolbox
import Foundation
import Synchronization
import Testing

/// Connections and callbacks of units in C: what is refused, what holds when, what is kept.
@Suite struct UnitWiringTests {
    private func connect(_ source: UnitHandle, _ target: UnitHandle, bus: UInt32 = 0, output: UInt32 = 0) -> OSStatus {
        target.set(
            kAudioUnitProperty_MakeConnection, kAudioUnitScope_Input, 0,
            AudioUnitConnection(sourceAudioUnit: source.unit, sourceOutputNumber: output, destInputNumber: bus))
    }

    @Test func ringsOfConnectionsAreRefusedAndTheOldConnectionStays() throws {
        let first = try UnitHandle(kAudioUnitType_Effect, kAudioUnitSubType_SampleDelay)
        let second = try UnitHandle(kAudioUnitType_Effect, kAudioUnitSubType_SampleDelay)
        let third = try UnitHandle(kAudioUnitType_Effect, kAudioUnitSubType_SampleDelay)
        for unit in [first, second, third] {
            for scope in [kAudioUnitScope_Input, kAudioUnitScope_Output] { #expect(unit.setFormat(1, scope) == noErr) }
        }
        #expect(first.feed(0) { time, _, _ in Float(time + 1) } == noErr)
        #expect(connect(first, second) == noErr)
        #expect(connect(second, third) == noErr)
        #expect(connect(first, first) == kAudioUnitErr_InvalidPropertyValue)
        #expect(connect(second, first) == kAudioUnitErr_InvalidPropertyValue)
        #expect(connect(third, first) == kAudioUnitErr_InvalidPropertyValue)
        for unit in [first, second, third] { #expect(AudioUnitInitialize(unit.unit) == noErr) }
        #expect(third.render(8, channels: 1)[0]?[0] == (1...8).map(Float.init))
    }

    @Test func bussesThatDoNotExistAreRefused() throws {
        let source = try UnitHandle(kAudioUnitType_Effect, kAudioUnitSubType_SampleDelay)
        let target = try UnitHandle(kAudioUnitType_Effect, kAudioUnitSubType_SampleDelay)
        #expect(connect(source, target, bus: 1) == kAudioUnitErr_InvalidElement)
        #expect(connect(source, target, output: 1) == kAudioUnitErr_InvalidElement)
        #expect(target.feed(1) { _, _, _ in 0 } == kAudioUnitErr_InvalidElement)
    }

    @Test func aSourceThatWasGivenBackPlaysOnWhileItIsConnected() throws {
        let target = try UnitHandle(kAudioUnitType_Effect, kAudioUnitSubType_SampleDelay)
        for scope in [kAudioUnitScope_Input, kAudioUnitScope_Output] { #expect(target.setFormat(1, scope) == noErr) }
        do {
            let source = try UnitHandle(kAudioUnitType_Generator, kAudioUnitSubType_ScheduledSoundPlayer)
            #expect(source.setFormat(1, kAudioUnitScope_Output) == noErr)
            #expect(AudioUnitInitialize(source.unit) == noErr)
            #expect(connect(source, target) == noErr)
        }
        #expect(AudioUnitInitialize(target.unit) == noErr)
        #expect(target.render(16, channels: 1)[0]?[0] == [Float](repeating: 0, count: 16))
    }

    @Test func aConnectionTakesOnTheFormatOfItsSource() throws {
        let source = try UnitHandle(kAudioUnitType_Effect, kAudioUnitSubType_SampleDelay)
        let output = try UnitHandle(kAudioUnitType_Output, kAudioUnitSubType_GenericOutput)
        #expect(source.setFormat(1, rate: 32_000, kAudioUnitScope_Output) == noErr)
        #expect(connect(source, output) == noErr)
        let format = output.get(
            kAudioUnitProperty_StreamFormat, kAudioUnitScope_Input, 0, AudioStreamBasicDescription())
        #expect(format?.mSampleRate == 32_000 && format?.mChannelsPerFrame == 1)
    }

    /// The program changes a unit's input again and again while another thread renders it.
    @Test func inputsMayChangeWhileAnotherThreadRenders() throws {
        let unit = try UnitHandle(kAudioUnitType_Effect, kAudioUnitSubType_SampleDelay)
        for scope in [kAudioUnitScope_Input, kAudioUnitScope_Output] { #expect(unit.setFormat(1, scope) == noErr) }
        #expect(unit.feed(0) { _, _, _ in 1 } == noErr)
        #expect(AudioUnitInitialize(unit.unit) == noErr)
        // Too many inputs to be in one place of a table that is read while it grows.
        final class Job: @unchecked Sendable {
            let unit: UnitHandle
            let isDone = Atomic(false)
            let ended = DispatchSemaphore(value: 0)
            var heard: Set<Float> = []
            init(_ unit: UnitHandle) { self.unit = unit }
        }
        let job = Job(unit)
        let thread = Thread {
            while !job.isDone.load(ordering: .acquiring) {
                for block in job.unit.render(64, channels: 1) { job.heard.formUnion(block?[0] ?? []) }
            }
            job.ended.signal()
        }
        thread.start()
        for value in 0..<2000 { #expect(unit.feed(0) { _, _, _ in Float(value % 7) } == noErr) }
        job.isDone.store(true, ordering: .releasing)
        job.ended.wait()
        #expect(job.heard.isSubset(of: Set((0..<7).map(Float.init))))
    }

    @Test func aBlockOfTheUsualHardwareFitsIntoAUnitAsItIsMade() throws {
        let mixer = try UnitHandle(kAudioUnitType_Mixer, kAudioUnitSubType_MultiChannelMixer)
        #expect(mixer.get(kAudioUnitProperty_MaximumFramesPerSlice, 0, 0, UInt32(0)) == 1156)
        #expect(AudioUnitInitialize(mixer.unit) == noErr)
        #expect(mixer.render(1024, channels: 2)[0] != nil)
        #expect(mixer.render(1157, channels: 2)[0] == nil)
    }
}
