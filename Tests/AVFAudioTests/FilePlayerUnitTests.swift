import AVFAudio
import AudioToolbox
import Foundation
import Synchronization
import Testing

/// AUAudioFilePlayer as a node of an engine that is rendered offline, used as Apple's QA1786 describes it.
@Suite struct FilePlayerUnitTests {
    private static let description = AudioComponentDescription(
        componentType: kAudioUnitType_Generator, componentSubType: kAudioUnitSubType_AudioFilePlayer,
        componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0, componentFlagsMask: 0)

    /// Regions whose completion procedure was called: first frames and status codes.
    private final class Ended: Sendable {
        private let calls = Mutex<[(Int64, OSStatus)]>([])

        func add(_ frame: Int64, _ status: OSStatus) { calls.withLock { $0.append((frame, status)) } }
        var frames: [Int64] { calls.withLock { $0.map(\.0) } }
        var statuses: [OSStatus] { calls.withLock { $0.map(\.1) } }
    }

    /// A generator node over an open file.
    private final class FilePlayer {
        let node = AVAudioUnitGenerator(audioComponentDescription: FilePlayerUnitTests.description)
        let file: AudioFileID
        /// Contexts of the completion procedures.
        private var kept: [Ended] = []

        init(_ stored: TemporaryFile) throws {
            var opened: AudioFileID?
            #expect(AudioFileOpenURL(stored.url as CFURL, .readPermission, 0, &opened) == noErr)
            file = try #require(opened)
        }

        deinit { _ = AudioFileClose(file) }

        func set<Value>(_ id: AudioUnitPropertyID, _ value: Value) -> OSStatus {
            withUnsafeBytes(of: value) {
                AudioUnitSetProperty(
                    node.audioUnit, id, kAudioUnitScope_Global, 0, $0.baseAddress, UInt32($0.count))
            }
        }

        /// Chooses the file, schedules one region, reads ahead, and starts with the next block.
        func play(
            from start: Int64 = 0, frames: UInt32 = .max, loops: UInt32 = 0, at time: Double = 0, _ ended: Ended
        ) {
            #expect(set(kAudioUnitProperty_ScheduledFileIDs, file) == noErr)
            schedule(from: start, frames: frames, loops: loops, at: time, ended)
            #expect(set(kAudioUnitProperty_ScheduledFilePrime, UInt32(0)) == noErr)
            #expect(set(kAudioUnitProperty_ScheduleStartTimeStamp, stamp(-1)) == noErr)
        }

        func schedule(from start: Int64, frames: UInt32, loops: UInt32, at time: Double, _ ended: Ended) {
            kept.append(ended)
            let region = ScheduledAudioFileRegion(
                mTimeStamp: stamp(time),
                mCompletionProc: { context, region, status in
                    guard let context else { return }
                    Unmanaged<Ended>.fromOpaque(context).takeUnretainedValue().add(region.pointee.mStartFrame, status)
                }, mCompletionProcUserData: Unmanaged.passUnretained(ended).toOpaque(), mAudioFile: file,
                mLoopCount: loops, mStartFrame: start, mFramesToPlay: frames)
            #expect(set(kAudioUnitProperty_ScheduledFileRegion, region) == noErr)
        }

        func stamp(_ time: Double) -> AudioTimeStamp {
            var stamp = AudioTimeStamp()
            (stamp.mSampleTime, stamp.mFlags) = (time, .sampleTimeValid)
            return stamp
        }

        var currentTime: Double? {
            var (time, size) = (AudioTimeStamp(), UInt32(MemoryLayout<AudioTimeStamp>.size))
            let status = AudioUnitGetProperty(
                node.audioUnit, kAudioUnitProperty_CurrentPlayTime, kAudioUnitScope_Global, 0, &time, &size)
            return status == noErr ? time.mSampleTime : nil
        }
    }

    /// Attaches a player for a file and connects it with the mixer.
    private func player(_ stored: TemporaryFile, in offline: OfflineEngine, format: AVAudioFormat?) throws -> FilePlayer
    {
        let player = try FilePlayer(stored)
        offline.engine.attach(player.node)
        offline.engine.connect(player.node, to: offline.engine.mainMixerNode, format: format)
        return player
    }

    /// The first frame at which two sounds differ; nil if they are equal.
    private func firstDifference(_ made: [Float], _ expected: [Float]) -> Int? {
        zip(made, expected).enumerated().first { $1.0 != $1.1 }?.offset
            ?? (made.count == expected.count ? nil : min(made.count, expected.count))
    }

    /// Two channels that tell all frames and each other apart.
    private func numbers(_ count: Int) -> [[Float]] {
        [(0..<count).map { Float($0 + 1) / 262_144 }, (0..<count).map { -Float($0 + 1) / 524_288 }]
    }

    @Test(arguments: [true, false]) func aLongFileIsHeardWhole(startsFirst: Bool) throws {
        let sound = numbers(150_001)
        let stored = try TemporaryFile(sound)
        let offline = try OfflineEngine()
        let player = try player(stored, in: offline, format: offline.format)
        let ended = Ended()
        if startsFirst { try offline.engine.start() }
        player.play(ended)
        if !startsFirst { try offline.engine.start() }
        let made = try offline.render(150_001 + 999)
        for channel in 0..<2 { #expect(firstDifference(made[channel], sound[channel] + zeros(999)) == nil) }
        _ = try offline.render(1)
        #expect(ended.frames == [0])
        #expect(ended.statuses == [noErr])
        #expect(player.currentTime == 151_001)
    }

    /// The connection of a program that gives no format: the unit's own stereo, at the file's rate or another.
    @Test func aFileOfOneChannelIsHeardOnBothSides() throws {
        let sound = numbers(70_000)[0]
        let stored = try TemporaryFile([sound])
        let offline = try OfflineEngine()
        let player = try player(stored, in: offline, format: offline.format)
        let ended = Ended()
        try offline.engine.start()
        player.play(ended)
        let made = try offline.render(70_000)
        for channel in 0..<2 { #expect(firstDifference(made[channel], sound) == nil) }
    }

    @Test func aConnectionOfOneChannelTakesAFileOfOneAndTheMeanOfTwo() throws {
        let sound = numbers(5000)
        let offline = try OfflineEngine(channels: 1)
        let mono = try TemporaryFile([sound[0]])
        let first = try player(mono, in: offline, format: offline.format)
        try offline.engine.start()
        first.play(Ended())
        #expect(try firstDifference(offline.render(5000)[0], sound[0]) == nil)
        let stereo = try TemporaryFile(sound)
        let second = try player(stereo, in: offline, format: offline.format)
        second.play(Ended())
        let mean = zip(sound[0], sound[1]).map { ($0 + $1) / 2 }
        #expect(try firstDifference(offline.render(5000)[0], mean) == nil)
    }

    @Test func theUnitsFormatIsThatOfItsConnection() throws {
        let stored = try TemporaryFile(numbers(10))
        let offline = try OfflineEngine(rate: 32_000, channels: 1)
        let player = try player(stored, in: offline, format: offline.format)
        var (format, size) = (
            AudioStreamBasicDescription(), UInt32(MemoryLayout<AudioStreamBasicDescription>.size)
        )
        #expect(
            AudioUnitGetProperty(
                player.node.audioUnit, kAudioUnitProperty_StreamFormat, kAudioUnitScope_Output, 0, &format, &size)
                == noErr)
        #expect(format.mSampleRate == 32_000)
        #expect(format.mChannelsPerFrame == 1)
    }

    @Test func partsPlayAtTheirTimesAndTheirCompletionsComeInOrder() throws {
        let sound = numbers(100_000)
        let stored = try TemporaryFile(sound)
        let offline = try OfflineEngine()
        let player = try player(stored, in: offline, format: offline.format)
        let ended = Ended()
        try offline.engine.start()
        _ = try offline.render(1000)
        #expect(player.currentTime == -1)
        // Three times 40,000 frames, 500 frames of silence, and the end of the file.
        player.play(from: 10_000, frames: 40_000, loops: 2, at: 0, ended)
        player.schedule(from: 99_000, frames: .max, loops: 0, at: 120_500, ended)
        let made = try offline.render(121_600)
        for channel in 0..<2 {
            let part = Array(sound[channel][10_000..<50_000])
            let expected: [Float] = part + part + part + zeros(500) + sound[channel][99_000...] + zeros(100)
            #expect(firstDifference(made[channel], expected) == nil)
        }
        _ = try offline.render(1)
        #expect(ended.frames == [10_000, 99_000])
        #expect(ended.statuses == [noErr, noErr])
    }

    @Test func aStartTimeLiesOnTheTimeOfTheNode() throws {
        let sound = numbers(2000)
        let stored = try TemporaryFile(sound)
        let offline = try OfflineEngine()
        let player = try player(stored, in: offline, format: offline.format)
        try offline.engine.start()
        _ = try offline.render(300)
        player.play(Ended())
        #expect(player.set(kAudioUnitProperty_ScheduleStartTimeStamp, player.stamp(777)) == noErr)
        let made = try offline.render(3000)
        let expected: [Float] = zeros(477) + sound[0] + zeros(523)
        #expect(firstDifference(made[0], expected) == nil)
    }

    @Test func aResetForgetsWhatIsScheduledAndTheUnitPlaysAgain() throws {
        let sound = numbers(90_000)
        let stored = try TemporaryFile(sound)
        let offline = try OfflineEngine()
        let player = try player(stored, in: offline, format: offline.format)
        let ended = Ended()
        try offline.engine.start()
        player.play(ended)
        #expect(try firstDifference(offline.render(30_000)[0], Array(sound[0][..<30_000])) == nil)
        #expect(AudioUnitReset(player.node.audioUnit, kAudioUnitScope_Global, 0) == noErr)
        #expect(ended.frames == [0])
        #expect(try firstDifference(offline.render(1000)[0], zeros(1000)) == nil)
        player.play(from: 80_000, ended)
        #expect(try firstDifference(offline.render(10_000)[0], Array(sound[0][80_000...])) == nil)
    }
}
