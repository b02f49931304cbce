import AVAudioTypes
import AudioToolbox
import Foundation
import Testing

/// The generators: slices of memory and parts of files, each on its frame.
@Suite struct ScheduledPlayerTests {
    private final class Ended: @unchecked Sendable {
        var names: [Int] = []
    }

    /// A slice over its own memory.
    private final class Slice {
        let pointer = UnsafeMutablePointer<ScheduledAudioSlice>.allocate(capacity: 1)
        private let samples: UnsafeMutablePointer<Float>
        private var list: UnsafeMutableAudioBufferListPointer

        init(_ values: [Float], at time: Double?, _ ended: Ended) {
            samples = .allocate(capacity: values.count)
            samples.initialize(from: values, count: values.count)
            list = AudioBufferList.allocate(maximumBuffers: 1)
            list[0] = AudioBuffer(mNumberChannels: 1, mDataByteSize: UInt32(values.count * 4), mData: samples)
            var stamp = AudioTimeStamp()
            if let time { (stamp.mSampleTime, stamp.mFlags) = (time, .sampleTimeValid) }
            pointer.initialize(
                to: ScheduledAudioSlice(
                    mTimeStamp: stamp,
                    mCompletionProc: { context, slice in
                        guard let context else { return }
                        Unmanaged<Ended>.fromOpaque(context).takeUnretainedValue().names.append(
                            Int(slice.pointee.mNumberFrames))
                    }, mCompletionProcUserData: Unmanaged.passUnretained(ended).toOpaque(), mFlags: [], mReserved: 0,
                    mReserved2: nil, mNumberFrames: UInt32(values.count), mBufferList: list.unsafeMutablePointer))
        }

        deinit {
            pointer.deallocate()
            samples.deallocate()
            list.unsafeMutablePointer.deallocate()
        }

        var isComplete: Bool { pointer.pointee.mFlags.contains(.scheduledAudioSliceFlag_Complete) }
    }

    private func schedule(_ slice: Slice, _ player: UnitHandle) -> OSStatus {
        AudioUnitSetProperty(
            player.unit, kAudioUnitProperty_ScheduleAudioSlice, kAudioUnitScope_Global, 0, slice.pointer,
            UInt32(MemoryLayout<ScheduledAudioSlice>.size))
    }

    private func stamp(_ time: Double) -> AudioTimeStamp {
        var stamp = AudioTimeStamp()
        (stamp.mSampleTime, stamp.mFlags) = (time, .sampleTimeValid)
        return stamp
    }

    @Test func slicesPlayOnTheirFramesAndAreComplete() throws {
        let player = try UnitHandle(kAudioUnitType_Generator, kAudioUnitSubType_ScheduledSoundPlayer)
        let ended = Ended()
        #expect(player.setFormat(1, kAudioUnitScope_Output) == noErr)
        #expect(AudioUnitInitialize(player.unit) == noErr)
        let first = Slice((1...10).map(Float.init), at: 5, ended)
        let second = Slice((101...103).map(Float.init), at: nil, ended)
        let third = Slice((201...220).map(Float.init), at: 40, ended)
        for slice in [first, second, third] { #expect(schedule(slice, player) == noErr) }
        #expect(player.render(16, channels: 1)[0]?[0] == [Float](repeating: 0, count: 16))
        #expect(player.get(kAudioUnitProperty_CurrentPlayTime, 0, 0, AudioTimeStamp())?.mSampleTime == -1)
        #expect(player.set(kAudioUnitProperty_ScheduleStartTimeStamp, 0, 0, stamp(20)) == noErr)
        var heard: [Float] = []
        for _ in 0..<4 { heard += player.render(16, channels: 1)[0]?[0] ?? [] }
        // The line begins at frame 20 of the unit's time; the first block above ended with frame 15.
        var expected = [Float](repeating: 0, count: 64)
        for index in 0..<10 { expected[4 + 5 + index] = Float(index + 1) }
        for index in 0..<3 { expected[4 + 15 + index] = Float(index + 101) }
        for index in 0..<20 { expected[4 + 40 + index] = Float(index + 201) }
        #expect(heard == expected)
        #expect(ended.names == [10, 3, 20])
        #expect(first.isComplete && second.isComplete && third.isComplete)
        #expect(player.get(kAudioUnitProperty_CurrentPlayTime, 0, 0, AudioTimeStamp())?.mSampleTime == 60)
        let waiting = Slice([7, 7], at: 1000, ended)
        #expect(schedule(waiting, player) == noErr && !waiting.isComplete)
        #expect(AudioUnitReset(player.unit, kAudioUnitScope_Global, 0) == noErr)
        #expect(waiting.isComplete && ended.names.last == 2)
        waiting.pointer.pointee.mNumberFrames = 3
        #expect(schedule(waiting, player) == kAudioUnitErr_InvalidPropertyValue)
    }

    /// A file of the numbers from 1 up, as floats of one channel.
    private func makeFile(_ url: URL, frames: Int, rate: Double = 48_000) throws {
        var format = AudioStreamBasicDescription(
            mSampleRate: rate, mFormatID: kAudioFormatLinearPCM, mFormatFlags: kAudioFormatFlagsNativeFloatPacked,
            mBytesPerPacket: 4, mFramesPerPacket: 1, mBytesPerFrame: 4, mChannelsPerFrame: 1, mBitsPerChannel: 32,
            mReserved: 0)
        var file: AudioFileID?
        #expect(AudioFileCreateWithURL(url as CFURL, kAudioFileWAVEType, &format, .eraseFile, &file) == noErr)
        let made = try #require(file)
        var samples = (1...frames).map { Float($0) / 65_536 }
        var size = UInt32(frames * 4)
        #expect(AudioFileWriteBytes(made, false, 0, &size, &samples) == noErr)
        #expect(AudioFileClose(made) == noErr)
    }

    @Test func partsOfAFilePlayAndRepeatOnTheirFrames() throws {
        let folder = try TemporaryFolder()
        let url = folder.file("numbers.wav")
        try makeFile(url, frames: 30_000)
        var opened: AudioFileID?
        #expect(AudioFileOpenURL(url as CFURL, .readPermission, 0, &opened) == noErr)
        let file = try #require(opened)
        defer { _ = AudioFileClose(file) }
        let player = try UnitHandle(kAudioUnitType_Generator, kAudioUnitSubType_AudioFilePlayer)
        let output = try UnitHandle(kAudioUnitType_Output, kAudioUnitSubType_GenericOutput)
        #expect(player.setFormat(1, kAudioUnitScope_Output) == noErr)
        for scope in [kAudioUnitScope_Input, kAudioUnitScope_Output] { #expect(output.setFormat(1, scope) == noErr) }
        let connection = AudioUnitConnection(
            sourceAudioUnit: player.unit, sourceOutputNumber: 0, destInputNumber: 0)
        #expect(output.set(kAudioUnitProperty_MakeConnection, kAudioUnitScope_Input, 0, connection) == noErr)
        #expect(AudioUnitInitialize(player.unit) == noErr && AudioUnitInitialize(output.unit) == noErr)
        let ended = Ended()
        var region = ScheduledAudioFileRegion(
            mTimeStamp: stamp(0),
            mCompletionProc: { context, region, status in
                guard let context, status == noErr else { return }
                Unmanaged<Ended>.fromOpaque(context).takeUnretainedValue().names.append(Int(region.pointee.mStartFrame))
            }, mCompletionProcUserData: Unmanaged.passUnretained(ended).toOpaque(), mAudioFile: file, mLoopCount: 2,
            mStartFrame: 1000, mFramesToPlay: 7000)
        #expect(
            player.set(kAudioUnitProperty_ScheduledFileRegion, 0, 0, region) == kAudioUnitErr_InvalidPropertyValue)
        #expect(player.set(kAudioUnitProperty_ScheduledFileIDs, 0, 0, file) == noErr)
        #expect(player.set(kAudioUnitProperty_ScheduledFileRegion, 0, 0, region) == noErr)
        // To the end of the file, 100 frames later.
        region.mTimeStamp = stamp(21_100)
        (region.mLoopCount, region.mStartFrame, region.mFramesToPlay) = (0, 29_000, .max)
        #expect(player.set(kAudioUnitProperty_ScheduledFileRegion, 0, 0, region) == noErr)
        #expect(player.set(kAudioUnitProperty_ScheduledFilePrime, 0, 0, UInt32(0)) == noErr)
        #expect(player.set(kAudioUnitProperty_ScheduleStartTimeStamp, 0, 0, stamp(-1)) == noErr)
        var heard: [Float] = []
        while heard.count < 23_040 { heard += try #require(output.render(512, channels: 1)[0])[0] }
        let numbers = (1...30_000).map { Float($0) / 65_536 }
        let part = Array(numbers[1000..<8000])
        let expected = part + part + part + [Float](repeating: 0, count: 100) + numbers[29_000...]
        #expect(heard.prefix(expected.count).elementsEqual(expected))
        #expect(heard.dropFirst(expected.count).allSatisfy { $0 == 0 })
        #expect(ended.names == [1000, 29_000])
    }

    @Test func aLongFileOfOneChannelIsHeardWholeOnBothSidesOfTheUnitAlone() throws {
        let folder = try TemporaryFolder()
        let url = folder.file("long.wav")
        try makeFile(url, frames: 150_000)
        var opened: AudioFileID?
        #expect(AudioFileOpenURL(url as CFURL, .readPermission, 0, &opened) == noErr)
        let file = try #require(opened)
        defer { _ = AudioFileClose(file) }
        let player = try UnitHandle(kAudioUnitType_Generator, kAudioUnitSubType_AudioFilePlayer)
        #expect(player.setFormat(2, kAudioUnitScope_Output) == noErr)
        #expect(AudioUnitInitialize(player.unit) == noErr)
        let region = ScheduledAudioFileRegion(
            mTimeStamp: stamp(0), mCompletionProc: nil, mCompletionProcUserData: nil, mAudioFile: file, mLoopCount: 1,
            mStartFrame: 0, mFramesToPlay: .max)
        #expect(player.set(kAudioUnitProperty_ScheduledFileIDs, 0, 0, file) == noErr)
        #expect(player.set(kAudioUnitProperty_ScheduledFileRegion, 0, 0, region) == noErr)
        #expect(player.set(kAudioUnitProperty_ScheduledFilePrime, 0, 0, UInt32(0)) == noErr)
        #expect(player.set(kAudioUnitProperty_ScheduleStartTimeStamp, 0, 0, stamp(-1)) == noErr)
        var heard: [[Float]] = [[], []]
        while heard[0].count < 300_000 {
            let block = try #require(player.render(1000, channels: 2)[0])
            for channel in 0..<2 { heard[channel] += block[channel] }
        }
        let numbers = (1...150_000).map { Float($0) / 65_536 }
        #expect(heard[0].elementsEqual(numbers + numbers) && heard[1].elementsEqual(heard[0]))
    }
}
