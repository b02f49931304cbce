import AVAudioTypes
import CoreAudioTypes
import Foundation
import SordinoEngine
import SordinoGraph
import SordinoMedia
import SordinoRealtime
import SordinoSignal

/// AUScheduledSoundPlayer and AUAudioFilePlayer: generators that use the player of the graph.
///
/// Scheduled sounds play from the start time on, each at its time relative to that. Slices are read from the program's
/// memory. Files are read ahead by a worker, and by the render call itself if a program pulls the unit from its own
/// thread, so that offline rendering is complete.
/// - Thread: one at a time; the blocks on any thread. Completions are called on the worker's thread, or on the
///   program's thread after a block.
final class ScheduledPlayerBacking: UnitBacking, @unchecked Sendable {
    /// The kind of scheduled sound.
    enum Kind { case slices, files }

    static let soundDescription = AudioComponentDescription(
        UnitIdentity(type: kAudioUnitType_Generator, subtype: kAudioUnitSubType_ScheduledSoundPlayer))
    static let fileDescription = AudioComponentDescription(
        UnitIdentity(type: kAudioUnitType_Generator, subtype: kAudioUnitSubType_AudioFilePlayer))

    let kind: Kind
    private let engine = ScheduledPlayer()
    private var inputs: AUAudioUnitBusArray?
    private var outputs: AUAudioUnitBusArray?

    /// The files that regions can be scheduled of.
    var files: [AudioFileID] = []
    /// The number of frames in one read-ahead buffer.
    var bufferFrameCount: UInt32 = 16_384
    var bufferCount: UInt32 = 4
    /// The start time that was set.
    var startTime: AudioTimeStamp { engine.startTime }

    init(_ kind: Kind) { self.kind = kind }

    var componentDescription: AudioComponentDescription {
        kind == .slices ? Self.soundDescription : Self.fileDescription
    }
    var processor: any Processor { engine.player }
    var hardware: UnitHardware? { nil }
    var channelCapabilities: [NSNumber]? { [0, -1] }
    var parameterTree: AUParameterTree? { nil }
    var factoryPresets: [AUAudioUnitPreset]? { nil }
    var isBypassed = false
    var latency: TimeInterval { 0 }
    var tailTime: TimeInterval { 0 }
    var scheduleParameterBlock: AUScheduleParameterBlock? { nil }

    func adopt(_ unit: AUAudioUnit) {
        let bus = AUAudioUnitBus(hardware: .unitDefault)
        bus.allows = { $0.isPlayable }
        inputs = AUAudioUnitBusArray(audioUnit: unit, busType: .input)
        outputs = AUAudioUnitBusArray(audioUnit: unit, busType: .output, busses: [bus])
    }

    var inputBusses: AUAudioUnitBusArray { array(inputs) }
    var outputBusses: AUAudioUnitBusArray { array(outputs) }

    private func array(_ array: AUAudioUnitBusArray?) -> AUAudioUnitBusArray {
        guard let array else { preconditionFailure("a built-in unit is adopted before it is used") }
        return array
    }

    private var format: AVAudioFormat { outputBusses[0].format }

    var internalRenderBlock: AUInternalRenderBlock { engine.renderBlock }

    func serve(readAhead frameCount: Int) { engine.serve(readAhead: frameCount) }

    func allocate(maximumFrames: Int) throws {
        try UnitError.ofGraph { () throws(GraphError) in
            try engine.prepare(outputs: outputBusses.unitFormats, maximumFrameCount: maximumFrames)
        }
    }

    func deallocate() { engine.retire() }

    /// Discards the scheduled sounds, whose completions are called, and the start time.
    func reset() { engine.reset() }

    func choose(_ preset: Int) -> Bool { false }

    func follow(inputs: [AVAudioFormat], outputs: [AVAudioFormat]) {
        if let format = outputs.first { outputBusses[0].follow(format) }
    }

    // MARK: Scheduling

    /// Starts the player's time at a sample time of the unit, at a host time, or with the next block.
    func start(at time: AudioTimeStamp) { engine.start(at: time) }

    /// The player's time after the latest block, in frames; -1 before its start.
    var currentTime: AudioTimeStamp {
        var time = AudioTimeStamp()
        time.mFlags = .sampleTimeValid
        time.mSampleTime = Double(engine.currentFrame ?? -1)
        return time
    }

    /// Schedules a slice, whose memory has to stay valid until it is complete.
    func schedule(_ slice: UnsafeMutablePointer<ScheduledAudioSlice>) throws(UnitPropertyError) {
        let options: [(AUScheduledAudioSliceFlags, PlayerOptions)] = [
            (.scheduledAudioSliceFlag_Loop, .loops), (.scheduledAudioSliceFlag_Interrupt, .interrupts),
            (.scheduledAudioSliceFlag_InterruptAtLoop, .interruptsAtLoop),
        ]
        slice.pointee.mFlags.remove(.scheduledAudioSliceFlag_Complete)
        slice.pointee.mFlags.remove(.scheduledAudioSliceFlag_BeganToRender)
        let held = Lent(slice)
        let completion: PlayerCompletion = {
            let slice = held.value
            slice.pointee.mFlags.formUnion([
                .scheduledAudioSliceFlag_Complete, .scheduledAudioSliceFlag_BeganToRender,
            ])
            slice.pointee.mCompletionProc?(slice.pointee.mCompletionProcUserData, slice)
        }
        guard slice.pointee.mNumberFrames > 0 else { return completion() }
        guard let samples = SliceSamples(slice.pointee, format) else {
            throw UnitPropertyError(kAudioUnitErr_InvalidPropertyValue)
        }
        engine.schedule(
            PlayerSound(
                source: .buffer(samples.samples, keeping: samples), frameCount: Int(slice.pointee.mNumberFrames),
                startFrame: Self.frame(slice.pointee.mTimeStamp),
                options: options.reduce(into: PlayerOptions()) {
                    if slice.pointee.mFlags.contains($1.0) { $0.formUnion($1.1) }
                }, completion: completion))
    }

    /// Schedules a part of a file; the region is copied, and its completion receives a copy.
    func schedule(_ region: ScheduledAudioFileRegion) throws(UnitPropertyError) {
        guard files.contains(region.mAudioFile), let object = AudioFileObject.all.object(region.mAudioFile) else {
            throw UnitPropertyError(kAudioUnitErr_InvalidPropertyValue)
        }
        guard region.mStartFrame >= 0 else { throw UnitPropertyError(kAudioUnitErr_InvalidPropertyValue) }
        let stream: FileStream
        do {
            stream = FileStream(
                try object.makeReader(), from: region.mStartFrame,
                frameCount: region.mFramesToPlay == .max ? .max : Int64(region.mFramesToPlay),
                rate: format.sampleRate, repeatCount: Int(region.mLoopCount))
        } catch {
            throw UnitPropertyError(kAudioUnitErr_InvalidFile)
        }
        let held = Lent(region)
        let completion: PlayerCompletion = {
            var region = held.value
            region.mCompletionProc?(region.mCompletionProcUserData, &region, noErr)
        }
        guard stream.frameCount > 0 else { return completion() }
        engine.schedule(
            PlayerSound(
                source: .stream(stream.folded(to: format.bus)), frameCount: stream.frameCount,
                startFrame: Self.frame(region.mTimeStamp), completion: completion))
    }

    /// Reads ahead on the calling thread.
    ///
    /// - Parameter frameCount: The number of frames; 0 for all that the buffers hold.
    func prime(_ frameCount: UInt32) {
        let all = Int(bufferFrameCount) * Int(bufferCount)
        engine.serve(readAhead: min(frameCount == 0 ? all : Int(frameCount), Player.readAheadLimit))
    }

    /// Returns the frame of a time of the player; nil to play after the sounds that are already scheduled.
    private static func frame(_ time: AudioTimeStamp) -> Int64? {
        guard time.mFlags.contains(.sampleTimeValid), time.mSampleTime >= 0, time.mSampleTime < 1e15 else { return nil }
        return Int64(time.mSampleTime)
    }
}

/// The samples of a slice in the form that the player reads.
private final class SliceSamples: Sendable {
    let samples: PlayerSamples
    private let pointers: Lent<UnsafeMutablePointer<UnsafeMutableRawPointer>>

    /// - Returns: Nil if the list does not hold the frames in the format.
    init?(_ slice: ScheduledAudioSlice, _ format: AVAudioFormat) {
        guard let kind = PackedSample(format.commonFormat) else { return nil }
        let list = UnsafeMutableAudioBufferListPointer(slice.mBufferList)
        let channelCount = Int(format.channelCount)
        let stride = format.isInterleaved ? channelCount : 1
        let byteCount = Int(slice.mNumberFrames) * kind.byteCount * stride
        guard list.count == (format.isInterleaved ? 1 : channelCount),
            list.allSatisfy({ $0.mData != nil && Int($0.mDataByteSize) >= byteCount })
        else { return nil }
        let pointers = UnsafeMutablePointer<UnsafeMutableRawPointer>.allocate(capacity: channelCount)
        self.pointers = Lent(pointers)
        for channel in 0..<channelCount {
            guard let data = list[format.isInterleaved ? 0 : channel].mData else { continue }
            let first = data + (format.isInterleaved ? channel * kind.byteCount : 0)
            (pointers + channel).initialize(to: first)
        }
        samples = PlayerSamples(channels: pointers, channelCount: channelCount, kind: kind, stride: stride)
    }

    deinit { pointers.value.deallocate() }
}

extension AudioFileObject {
    /// Makes an independent reader of the open file.
    ///
    /// - Throws: `kAudioFilePermissionsError` for a file that is being written; the reader's error.
    func makeReader() throws -> MediaReader {
        lock.lock()
        defer { lock.unlock() }
        guard case .reading(let packets) = content else { throw StatusError(kAudioFilePermissionsError) }
        return try MediaReader(packets.source)
    }
}
