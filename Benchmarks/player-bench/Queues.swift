import AVFAudio
import AudioToolbox
import CMixPeers
import Foundation
import SordinoSimulator

/// Plays all packets of a file again and again through an audio queue, from memory.
final class LoopingQueue: @unchecked Sendable {
    private var queue: AudioQueueRef?
    private var bytes: [UInt8] = []
    private var packets: [AudioStreamPacketDescription] = []
    private var next = 0
    private static let packetsPerBuffer = 20

    init(_ url: URL) throws {
        var made: AudioFileID?
        guard AudioFileOpenURL(url as CFURL, .readPermission, 0, &made) == noErr, let file = made else {
            throw CocoaError(.fileReadUnknown)
        }
        defer { AudioFileClose(file) }
        var format = AudioStreamBasicDescription()
        var size = UInt32(MemoryLayout.size(ofValue: format))
        AudioFileGetProperty(file, kAudioFilePropertyDataFormat, &size, &format)
        var count: UInt64 = 0
        size = 8
        AudioFileGetProperty(file, kAudioFilePropertyAudioDataPacketCount, &size, &count)
        packets = Array(repeating: AudioStreamPacketDescription(), count: Int(count))
        bytes = Array(repeating: 0, count: 8 << 20)
        var (byteCount, packetCount) = (UInt32(bytes.count), UInt32(count))
        AudioFileReadPacketData(file, false, &byteCount, &packets, 0, &packetCount, &bytes)
        AudioQueueNewOutput(
            &format,
            { me, queue, buffer in
                guard let me else { return }
                Unmanaged<LoopingQueue>.fromOpaque(me).takeUnretainedValue().fill(queue, buffer)
            }, Unmanaged.passUnretained(self).toOpaque(), nil, nil, 0, &queue)
        guard let queue else { throw CocoaError(.featureUnsupported) }
        AudioFileGetPropertyInfo(file, kAudioFilePropertyMagicCookieData, &size, nil)
        var cookie = [UInt8](repeating: 0, count: Int(size))
        AudioFileGetProperty(file, kAudioFilePropertyMagicCookieData, &size, &cookie)
        AudioQueueSetProperty(queue, kAudioQueueProperty_MagicCookie, cookie, size)
        for _ in 0..<3 {
            var buffer: AudioQueueBufferRef?
            AudioQueueAllocateBufferWithPacketDescriptions(queue, 65_536, UInt32(Self.packetsPerBuffer), &buffer)
            if let buffer { fill(queue, buffer) }
        }
    }

    func start() { if let queue { AudioQueueStart(queue, nil) } }

    deinit { if let queue { AudioQueueDispose(queue, true) } }

    private func fill(_ queue: AudioQueueRef, _ buffer: AudioQueueBufferRef) {
        if next + Self.packetsPerBuffer > packets.count { next = 0 }
        var part = Array(packets[next..<next + Self.packetsPerBuffer])
        let start = Int(part[0].mStartOffset)
        let end = Int(part[part.count - 1].mStartOffset) + Int(part[part.count - 1].mDataByteSize)
        for index in part.indices { part[index].mStartOffset -= Int64(start) }
        bytes.withUnsafeBytes { source in
            guard let base = source.baseAddress else { return }
            buffer.pointee.mAudioData.copyMemory(from: base + start, byteCount: end - start)
        }
        buffer.pointee.mAudioDataByteSize = UInt32(end - start)
        AudioQueueEnqueueBuffer(queue, buffer, UInt32(part.count), part)
        next += Self.packetsPerBuffer
    }
}

/// The share of a core that so many queues take together, each decoding packets of its own.
func queueShare(_ file: URL, queues count: Int) throws -> Double {
    let seconds = 10.0
    func run(_ count: Int) throws -> Double {
        let device = SimulatedDevice(.phone)
        let app = device.app("Bench")
        try app.activate(.playback)
        let queues = try app.perform { try (0..<count).map { _ in try LoopingQueue(file) } }
        app.perform { for queue in queues { queue.start() } }
        device.advance(0.5)
        let start = mixpeers_thread_time()
        device.advance(seconds)
        let end = mixpeers_thread_time()
        return withExtendedLifetime(queues) { Double(end - start) / (seconds * 1e9) }
    }
    var best = Double.infinity
    for _ in 0..<3 { best = min(best, try run(count) - run(0)) }
    return best
}

/// Nanoseconds of a call of `AudioQueueEnqueueBuffer` of linear samples: the best pass of several.
func enqueueCost() throws -> Double {
    let device = SimulatedDevice(.phone)
    let app = device.app("Bench")
    try app.activate(.playback)
    var best = Double.infinity
    for _ in 0..<9 {
        var format = AudioStreamBasicDescription(
            mSampleRate: 48_000, mFormatID: kAudioFormatLinearPCM, mFormatFlags: kAudioFormatFlagsNativeFloatPacked,
            mBytesPerPacket: 8, mFramesPerPacket: 1, mBytesPerFrame: 8, mChannelsPerFrame: 2, mBitsPerChannel: 32,
            mReserved: 0)
        var made: AudioQueueRef?
        _ = app.perform { AudioQueueNewOutput(&format, { _, _, _ in }, nil, nil, nil, 0, &made) }
        guard let queue = made else { throw CocoaError(.featureUnsupported) }
        let buffers = (0..<1_000).compactMap { _ -> AudioQueueBufferRef? in
            var buffer: AudioQueueBufferRef?
            AudioQueueAllocateBuffer(queue, 8_192, &buffer)
            buffer?.pointee.mAudioDataByteSize = 8_192
            return buffer
        }
        let start = mixpeers_thread_time()
        for buffer in buffers { AudioQueueEnqueueBuffer(queue, buffer, 0, nil) }
        best = min(best, Double(mixpeers_thread_time() - start) / Double(buffers.count))
        AudioQueueDispose(queue, true)
    }
    return best
}

/// Microseconds of a cycle with a unit of the hardware whose callback does nothing, beside a cycle without: also the stage's mixing of it.
func remoteCost() throws -> Double {
    func run(_ count: Int) throws -> Double {
        let device = SimulatedDevice(.phone)
        let app = device.app("Bench")
        try app.activate(.playback)
        var units: [AudioUnit] = []
        app.perform {
            for _ in 0..<count {
                var description = AudioComponentDescription(
                    componentType: kAudioUnitType_Output, componentSubType: kAudioUnitSubType_RemoteIO,
                    componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0, componentFlagsMask: 0)
                var made: AudioUnit?
                guard let component = AudioComponentFindNext(nil, &description),
                    AudioComponentInstanceNew(component, &made) == noErr, let unit = made
                else { continue }
                var format = AudioStreamBasicDescription()
                var size = UInt32(MemoryLayout.size(ofValue: format))
                AudioUnitGetProperty(
                    unit, kAudioUnitProperty_StreamFormat, kAudioUnitScope_Output, 0, &format, &size)
                AudioUnitSetProperty(
                    unit, kAudioUnitProperty_StreamFormat, kAudioUnitScope_Input, 0, &format, size)
                var callback = AURenderCallbackStruct(
                    inputProc: { _, _, _, _, _, _ in noErr }, inputProcRefCon: UnsafeMutableRawPointer(unit))
                AudioUnitSetProperty(
                    unit, kAudioUnitProperty_SetRenderCallback, kAudioUnitScope_Input, 0, &callback,
                    UInt32(MemoryLayout.size(ofValue: callback)))
                AudioUnitInitialize(unit)
                AudioOutputUnitStart(unit)
                units.append(unit)
            }
        }
        device.advance(0.5)
        let start = mixpeers_thread_time()
        device.advance(20)
        let end = mixpeers_thread_time()
        for unit in units { AudioComponentInstanceDispose(unit) }
        return Double(end - start) / (20 * 48_000 / 1_024) / 1_000
    }
    var (one, nine) = (Double.infinity, Double.infinity)
    for _ in 0..<3 { (one, nine) = (min(one, try run(1)), min(nine, try run(9))) }
    return (nine - one) / 8
}

/// Blocks of the device from the call that plays a system sound to its first sample; nil if it is not heard.
func soundDelay(_ folder: URL) throws -> Double? {
    let url = try makeFile(folder, "click.wav", kAudioFormatLinearPCM, seconds: 1)
    let device = SimulatedDevice(.phone)
    let app = device.app("Bench")
    try app.activate(.playback)
    return app.perform { () -> Double? in
        var sound: SystemSoundID = 0
        guard AudioServicesCreateSystemSoundID(url as CFURL, &sound) == noErr else { return nil }
        // The first is to warm the file.
        AudioServicesPlaySystemSound(sound)
        device.advance(2)
        let start = device.now
        AudioServicesPlaySystemSound(sound)
        device.advance(1)
        let heard = device.output(.builtInSpeaker)?.samples(from: start, to: start + 1) ?? []
        return heard.firstIndex { $0 != 0 }.map { Double($0) / 1_024 }
    }
}
