import AVFAudio
import AudioToolbox
import ByteMutation
import SordinoSimulator
import Testing

/// Random calls of audio queues: valid and invalid arguments, wrong orders, calls inside callbacks, references that are gone.
@Suite struct QueueWalkTests {
    /// One queue with its buffers, as the walk knows them.
    private final class Program: @unchecked Sendable {
        var queue: AudioQueueRef?
        let isOutput: Bool
        var buffers: [AudioQueueBufferRef] = []
        var isGone = false
        /// The callback's use of its buffer.
        var answer = 0

        init(isOutput: Bool) { self.isOutput = isOutput }

        func called(_ queue: AudioQueueRef, _ buffer: AudioQueueBufferRef) {
            switch answer {
            case 0, 1, 2: AudioQueueEnqueueBuffer(queue, buffer, 0, nil)
            case 3: AudioQueueStop(queue, true)
            case 4: AudioQueueStop(queue, false)
            case 5: AudioQueuePause(queue)
            case 6: AudioQueueReset(queue)
            case 7:
                isGone = true
                AudioQueueDispose(queue, true)
            default: break
            }
        }

        func make(_ format: AudioStreamBasicDescription) -> OSStatus {
            var format = format
            let me = Unmanaged.passUnretained(self).toOpaque()
            if isOutput {
                return AudioQueueNewOutput(
                    &format,
                    { me, queue, buffer in
                        guard let me else { return }
                        Unmanaged<Program>.fromOpaque(me).takeUnretainedValue().called(queue, buffer)
                    }, me, nil, nil, 0, &queue)
            }
            return AudioQueueNewInput(
                &format,
                { me, queue, buffer, _, _, _ in
                    guard let me else { return }
                    Unmanaged<Program>.fromOpaque(me).takeUnretainedValue().called(queue, buffer)
                }, me, nil, nil, 0, &queue)
        }
    }

    private let memory = UnsafeMutableRawPointer.allocate(byteCount: 4_096, alignment: 16)

    private static let properties: [AudioQueuePropertyID] = [
        kAudioQueueProperty_IsRunning, kAudioQueueDeviceProperty_SampleRate, kAudioQueueDeviceProperty_NumberChannels,
        kAudioQueueProperty_CurrentDevice, kAudioQueueProperty_MagicCookie,
        kAudioQueueProperty_MaximumOutputPacketSize, kAudioQueueProperty_StreamDescription,
        kAudioQueueProperty_ChannelLayout, kAudioQueueProperty_EnableLevelMetering,
        kAudioQueueProperty_CurrentLevelMeter, kAudioQueueProperty_CurrentLevelMeterDB,
        kAudioQueueProperty_DecodeBufferSizeFrames, kAudioQueueProperty_ConverterError,
        kAudioQueueProperty_EnableTimePitch, kAudioQueueProperty_TimePitchAlgorithm,
        kAudioQueueProperty_TimePitchBypass, 0, 0xFFFF_FFFF,
    ]

    /// Calls something of the queue whose status alone matters: it must not be a trap.
    private func call(_ walk: inout CallWalk, _ program: Program, _ queue: AudioQueueRef) {
        switch walk.below(20) {
        case 0, 1: AudioQueueStart(queue, nil)
        case 2:
            var time = AudioTimeStamp()
            time.mSampleTime = walk.number(0...100_000)
            time.mFlags = walk.oneIn(2) ? .sampleTimeValid : []
            AudioQueueStart(queue, &time)
        case 3: AudioQueueStop(queue, walk.oneIn(2))
        case 4: AudioQueuePause(queue)
        case 5: AudioQueueReset(queue)
        case 6: AudioQueueFlush(queue)
        case 7:
            var prepared: UInt32 = 0
            AudioQueuePrime(queue, walk.word(0...4_000), &prepared)
        case 8:
            var buffer: AudioQueueBufferRef?
            // Not gigabytes.
            let size = walk.oneIn(5) ? 0 : UInt32(walk.below(20_000))
            let status = AudioQueueAllocateBuffer(queue, size, &buffer)
            if status == noErr, let buffer { program.buffers.append(buffer) }
        case 9, 10, 11, 12:
            guard let buffer = walk.one(of: program.buffers) else { return }
            let capacity = buffer.pointee.mAudioDataBytesCapacity
            buffer.pointee.mAudioDataByteSize = walk.oneIn(6) ? walk.word(0...40_000) : capacity & ~7
            if walk.oneIn(3) {
                var events = [
                    AudioQueueParameterEvent(
                        mID: walk.word(0...20), mValue: Float(walk.number(0...2)))
                ]
                var (start, actual) = (AudioTimeStamp(), AudioTimeStamp())
                start.mSampleTime = walk.number(0...200_000)
                start.mFlags = .sampleTimeValid
                if walk.oneIn(2) { start.mFlags = .hostTimeValid }
                AudioQueueEnqueueBufferWithParameters(
                    queue, buffer, 0, nil, walk.word(0...200), walk.word(0...200), UInt32(walk.below(2)), &events,
                    &start, &actual)
            } else {
                AudioQueueEnqueueBuffer(queue, buffer, walk.oneIn(5) ? walk.word(0...9) : 0, nil)
            }
        case 13:
            guard !program.buffers.isEmpty, walk.oneIn(2) else { return }
            let index = walk.below(program.buffers.count)
            if AudioQueueFreeBuffer(queue, program.buffers[index]) == noErr { program.buffers.remove(at: index) }
        case 14: AudioQueueSetParameter(queue, walk.word(0...20), Float(walk.number(0...2)))
        case 15:
            var size = walk.oneIn(4) ? walk.word(0...64) : 4_096
            size = min(size, 4_096)
            AudioQueueGetProperty(queue, walk.one(of: Self.properties) ?? 0, memory, &size)
        case 16:
            // Small numbers, so that no text or list is looked for behind a garbage address.
            memory.initializeMemory(as: UInt8.self, repeating: 0, count: 4_096)
            memory.storeBytes(of: UInt32(walk.below(3)), as: UInt32.self)
            let id = walk.one(of: Self.properties) ?? 0
            if id != kAudioQueueProperty_CurrentDevice {
                AudioQueueSetProperty(queue, id, memory, UInt32(walk.below(64)))
            }
        case 17:
            var time = AudioTimeStamp()
            var isBroken = DarwinBoolean(false)
            AudioQueueGetCurrentTime(queue, nil, &time, &isBroken)
            AudioQueueDeviceGetCurrentTime(queue, &time)
            AudioQueueDeviceGetNearestStartTime(queue, &time, walk.word(0...1))
        case 18: program.answer = walk.below(12)
        default:
            guard walk.oneIn(3) else { return }
            program.isGone = true
            AudioQueueDispose(queue, walk.oneIn(2))
        }
    }

    private static func happen(_ walk: inout CallWalk, _ device: SimulatedDevice) {
        switch walk.below(24) {
        case 0: device.ring()
        case 1: device.declineCall()
        case 2: device.plug(.headphones)
        case 3: device.unplug(.headphones)
        case 4 where walk.oneIn(4): device.resetMediaServices()
        default: device.advance(Double(walk.below(20)) / 100)
        }
    }

    @Test(arguments: CallWalk.seeds) func queuesAnswerEverythingAndNothingPlaysOnWhenTheyAreGone(seed: UInt64) throws {
        defer { memory.deallocate() }
        var walk = CallWalk(seed: seed)
        let device = SimulatedDevice(.phone)
        device.microphone(hears: .tone(hertz: 440, amplitude: 0.25))
        let app = device.app("Walk", backgroundModes: .audio)
        try app.activate(.playAndRecord)
        var programs: [Program] = []
        for _ in 0..<CallWalk.steps(800) {
            if walk.oneIn(10), programs.count(where: { !$0.isGone }) < 5 {
                let program = Program(isOutput: !walk.oneIn(3))
                var format = QueueProgram.float32(1 + walk.below(2), rate: walk.oneIn(2) ? 48_000 : 22_050)
                if walk.oneIn(6) {
                    format.mBytesPerFrame = walk.word(0...16)
                    format.mChannelsPerFrame = walk.word(0...70)
                    format.mSampleRate = walk.number(0...200_000)
                }
                if app.perform({ program.make(format) }) == noErr { programs.append(program) }
            }
            Self.happen(&walk, device)
            app.perform {
                if walk.oneIn(20) { try? app.session.setActive(walk.oneIn(2)) }
                // Also such as are gone: their references are known no more.
                guard let program = walk.one(of: programs), let queue = program.queue else { return }
                if program.isGone {
                    program.buffers = []
                    #expect(AudioQueueStart(queue, nil) != noErr, "seed \(seed): it is gone")
                }
                call(&walk, program, queue)
            }
        }
        for program in programs {
            program.answer = 9
            if let queue = program.queue { AudioQueueDispose(queue, true) }
        }
        device.declineCall()
        device.advance(1)
        for output in device.outputs {
            #expect(output.samples().allSatisfy { $0.isFinite }, "seed \(seed)")
            #expect(output.samples(from: device.now - 0.2).allSatisfy { $0 == 0 }, "seed \(seed): something plays on")
        }
    }
}
