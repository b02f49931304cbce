import AVFoundation
import CoreAudio
import SordinoSimulator
import Synchronization
import Testing

/// A program of desktops that plays noise, and keeps what it played.
private final class Player: Sendable {
    let app: SimulatedApp
    private let made = Mutex<[Float]>([])

    /// Starts to play; each seed is another noise.
    init(_ device: SimulatedDevice, _ name: String, seed: UInt32) throws {
        app = device.app(name, backgroundModes: .audio)
        let seed = Mutex(seed)
        try app.perform {
            let output = try #require(try AudioHardwareSystem.shared.defaultOutputDevice)
            var procedure: AudioDeviceIOProcID?
            AudioDeviceCreateIOProcIDWithBlock(&procedure, output.id, nil) { [self] _, _, _, list, _ in
                let buffer = list.pointee.mBuffers
                guard let samples = buffer.mData?.assumingMemoryBound(to: Float.self) else { return }
                for frame in 0..<Int(buffer.mDataByteSize / 8) {
                    let noise = seed.withLock { seed -> Float in
                        seed = seed &* 1_664_525 &+ 1_013_904_223
                        return Float(Int32(bitPattern: seed) >> 8) / 67_108_864 + 0.001
                    }
                    samples[2 * frame] = noise
                    samples[2 * frame + 1] = -noise
                    made.withLock { $0.append(noise) }
                }
            }
            try output.start(IOProcID: procedure)
        }
    }

    var played: [Float] { made.withLock { $0 } }

    /// Its object, as another program finds it.
    func object() throws -> AudioHardwareProcess {
        try #require(
            try AudioHardwareSystem.shared.processes.first { try $0.bundleID == "org.sordino.simulated.\(app.name)" })
    }
}

/// A program that records taps by a device of its own.
private final class Recorder: Sendable {
    let app: SimulatedApp
    private let kept = Mutex<[[Float]]>([])
    private let device = Mutex<AudioHardwareAggregateDevice?>(nil)
    private let procedure = Mutex<UInt>(0)

    init(_ device: SimulatedDevice, _ name: String = "Meeting") { app = device.app(name, backgroundModes: .audio) }

    /// The samples of each input channel.
    var channels: [[Float]] { kept.withLock { $0 } }

    /// Makes taps and starts a device with them.
    func start(_ descriptions: [CATapDescription], subdevices: [String] = []) throws {
        let system = AudioHardwareSystem.shared
        let taps = try descriptions.map { try #require(try system.makeProcessTap(description: $0)) }
        let aggregate = try #require(
            try system.makeAggregateDevice(description: [
                kAudioAggregateDeviceUIDKey: UUID().uuidString, kAudioAggregateDeviceNameKey: "Recorder",
                kAudioAggregateDeviceIsPrivateKey: true, kAudioAggregateDeviceTapAutoStartKey: true,
                kAudioAggregateDeviceSubDeviceListKey: subdevices.map { [kAudioSubDeviceUIDKey: $0] },
                kAudioAggregateDeviceTapListKey: try taps.map {
                    [kAudioSubTapUIDKey: try $0.uid, kAudioSubTapDriftCompensationKey: true] as [String: Any]
                },
            ]))
        device.withLock { $0 = aggregate }
        try run()
    }

    func run() throws {
        let aggregate = try #require(device.withLock { $0 })
        var id: AudioDeviceIOProcID?
        AudioDeviceCreateIOProcIDWithBlock(&id, aggregate.id, nil) { [self] _, list, _, _, _ in
            let buffers = UnsafeMutableAudioBufferListPointer(UnsafeMutablePointer(mutating: list))
            kept.withLock { kept in
                var channel = 0
                for buffer in buffers {
                    let count = Int(buffer.mNumberChannels)
                    for index in 0..<count {
                        if kept.count <= channel { kept.append([]) }
                        let samples = buffer.mData?.assumingMemoryBound(to: Float.self)
                        for frame in 0..<Int(buffer.mDataByteSize) / 4 / max(1, count) {
                            kept[channel].append(samples?[frame * count + index] ?? 0)
                        }
                        channel += 1
                    }
                }
            }
        }
        procedure.withLock { $0 = unsafeBitCast(id, to: UInt.self) }
        try aggregate.start(IOProcID: id)
    }

    func stop() throws {
        let id = procedure.withLock { unsafeBitCast($0, to: AudioDeviceIOProcID?.self) }
        try #require(device.withLock { $0 }).stop(IOProcID: id)
    }

    var aggregate: AudioHardwareAggregateDevice? { device.withLock { $0 } }
}

/// Starts a device whose input is the sound of one program.
func record(
    _ bundleID: String, take: @escaping @Sendable (UnsafePointer<AudioBufferList>) -> Void
) throws -> AudioHardwareAggregateDevice? {
    let system = AudioHardwareSystem.shared
    let programs = try system.processes.filter { try $0.bundleID == bundleID }
    let description = CATapDescription(stereoMixdownOfProcesses: programs.map(\.id))
    description.muteBehavior = .unmuted
    let tap = try system.makeProcessTap(description: description)
    let device = try system.makeAggregateDevice(description: [
        kAudioAggregateDeviceUIDKey: "meeting", kAudioAggregateDeviceNameKey: "Meeting",
        kAudioAggregateDeviceTapListKey: [[kAudioSubTapUIDKey: try tap?.uid ?? ""]],
    ])
    var procedure: AudioDeviceIOProcID?
    AudioDeviceCreateIOProcIDWithBlock(&procedure, device?.id ?? 0, nil) { _, input, _, _, _ in
        // One buffer for each tap: interleaved floats at the device's rate.
        take(input)
    }
    try device?.start(IOProcID: procedure)
    return device
}

/// Process taps on a simulated telephone, in virtual time.
@Suite struct ProgramTapTests {
    private let device = SimulatedDevice(.phone)

    private func sound(of samples: [Float]) -> ArraySlice<Float> {
        guard let first = samples.firstIndex(where: { $0 != 0 }), let last = samples.lastIndex(where: { $0 != 0 })
        else { return [] }
        return samples[first...last]
    }

    /// Whether a recording is a piece of what was played, to the bit, and not short.
    private func isPiece(_ recording: ArraySlice<Float>, of played: [Float], atLeast count: Int = 20_000) -> Bool {
        guard recording.count >= count, let first = recording.first else { return false }
        return played.indices.contains { place in
            played[place] == first && played.count - place >= recording.count
                && played[place..<place + recording.count].elementsEqual(recording)
        }
    }

    @Test func aTapHasTheSamplesOfItsProgramAlone() throws {
        let (one, other) = (try Player(device, "One", seed: 1), try Player(device, "Other", seed: 77))
        let recorder = Recorder(device)
        try recorder.app.perform {
            let object = try one.object()
            #expect(try object.isRunningOutput && object.isRunning && !object.isRunningInput)
            try recorder.start([CATapDescription(stereoMixdownOfProcesses: [object.id])])
        }
        recorder.app.answerSystemAudioPermission(true)
        device.advance(1)
        let channels = recorder.channels
        try #require(channels.count == 2)
        #expect(isPiece(sound(of: channels[0]), of: one.played))
        #expect(sound(of: channels[1]).elementsEqual(sound(of: channels[0]).map { -$0 }))
        // The whole recording is sound from the answer on: no block is missing.
        #expect(sound(of: channels[0]).count >= 47_000)
        withExtendedLifetime(other) {}
    }

    @Test func theExampleOfTheDocumentationRecords() throws {
        let player = try Player(device, "Music", seed: 1)
        let app = device.app("Meeting", backgroundModes: .audio)
        let kept = Mutex<[Float]>([])
        let recording = try app.perform {
            try record("org.sordino.simulated.Music") { list in
                let buffer = list.pointee.mBuffers
                let samples = buffer.mData?.assumingMemoryBound(to: Float.self)
                for frame in 0..<Int(buffer.mDataByteSize / 8) { kept.withLock { $0.append(samples?[2 * frame] ?? 0) } }
            }
        }
        #expect(recording != nil)
        app.answerSystemAudioPermission(true)
        device.advance(1)
        #expect(isPiece(sound(of: kept.withLock { $0 }), of: player.played))
    }

    @Test func aGlobalTapLeavesOutTheExcluded() throws {
        let (one, other) = (try Player(device, "One", seed: 1), try Player(device, "Other", seed: 77))
        let recorder = Recorder(device)
        try recorder.app.perform {
            try recorder.start([CATapDescription(monoGlobalTapButExcludeProcesses: [try other.object().id])])
        }
        recorder.app.answerSystemAudioPermission(true)
        device.advance(0.5)
        // Mono is the mean of the channels, which are opposite here: one alone is left in a stereo tap.
        #expect(recorder.channels == [recorder.channels.first?.map { _ in Float(0) }].compactMap { $0 })
        let second = Recorder(device, "Second")
        try second.app.perform {
            try second.start([CATapDescription(stereoGlobalTapButExcludeProcesses: [try other.object().id])])
        }
        second.app.answerSystemAudioPermission(true)
        device.advance(0.5)
        #expect(isPiece(sound(of: try #require(second.channels.first)), of: one.played))
    }

    @Test func withoutPermissionATapIsSilentAndMutesNothing() throws {
        let player = try Player(device, "One", seed: 1)
        let recorder = Recorder(device)
        try recorder.app.perform {
            let description = CATapDescription(stereoMixdownOfProcesses: [try player.object().id])
            description.muteBehavior = .muted
            try recorder.start([description])
        }
        device.advance(0.5)
        #expect(recorder.channels.count == 2 && recorder.channels.allSatisfy { $0.count > 20_000 })
        #expect(recorder.channels.joined().allSatisfy { $0 == 0 })
        let heard = try #require(device.output(.builtInSpeaker)).samples(channel: 0, from: 0.3, to: 0.5)
        #expect(heard.contains { $0 != 0 })
        recorder.app.answerSystemAudioPermission(false)
        device.advance(0.5)
        #expect(recorder.channels.joined().allSatisfy { $0 == 0 })
        // Given later, it counts at once; taken back, too.
        recorder.app.answerSystemAudioPermission(true)
        device.advance(0.5)
        #expect(isPiece(sound(of: recorder.channels[0]), of: player.played))
        let before = recorder.channels[0].count
        recorder.app.answerSystemAudioPermission(false)
        device.advance(0.5)
        let rest = recorder.channels[0].dropFirst(before)
        #expect(rest.count > 20_000 && rest.dropFirst(2_048).allSatisfy { $0 == 0 })
    }

    @Test func mutedProgramsAreHeardInTheTapAlone() throws {
        let player = try Player(device, "One", seed: 1)
        let recorder = Recorder(device)
        recorder.app.answerSystemAudioPermission(true)
        func speaker(_ from: Double, _ to: Double) -> [Float] {
            device.output(.builtInSpeaker)?.samples(channel: 0, from: from, to: to) ?? []
        }
        try recorder.app.perform {
            let description = CATapDescription(stereoMixdownOfProcesses: [try player.object().id])
            description.muteBehavior = .mutedWhenTapped
            try recorder.start([description])
        }
        let start = device.now
        device.advance(1)
        #expect(isPiece(sound(of: recorder.channels[0]), of: player.played))
        let muted = speaker(start + 0.2, start + 1)
        #expect(!muted.isEmpty && muted.allSatisfy { $0 == 0 })
        try recorder.app.perform { try recorder.stop() }
        device.advance(0.5)
        #expect(speaker(start + 1.2, start + 1.5).contains { $0 != 0 })
        // A tap that mutes does so without being read, until it is removed.
        try recorder.app.perform {
            let tap = try #require(try AudioHardwareSystem.shared.taps.first)
            let description = try tap.description
            #expect(description.muteBehavior == .mutedWhenTapped && description.processes.count == 1)
            description.muteBehavior = .muted
            try tap.setDescription(description)
        }
        device.advance(0.5)
        #expect(speaker(start + 1.7, start + 2).allSatisfy { $0 == 0 })
        try recorder.app.perform {
            let tap = try #require(try AudioHardwareSystem.shared.taps.first)
            try AudioHardwareSystem.shared.destroyProcessTap(tap)
            #expect(try AudioHardwareSystem.shared.taps.isEmpty)
        }
        device.advance(0.5)
        #expect(speaker(start + 2.2, start + 2.5).contains { $0 != 0 })
    }

    @Test func twoTapsAndADeviceAreStreamsOfOneDevice() throws {
        let (one, other) = (try Player(device, "One", seed: 1), try Player(device, "Other", seed: 77))
        let recorder = Recorder(device)
        recorder.app.answerSystemAudioPermission(true)
        recorder.app.answerRecordPermission(true)
        try recorder.app.perform {
            let system = AudioHardwareSystem.shared
            let microphone = try #require(try system.defaultInputDevice)
            try recorder.start(
                [
                    CATapDescription(stereoMixdownOfProcesses: [try one.object().id]),
                    CATapDescription(stereoMixdownOfProcesses: [try other.object().id]),
                ], subdevices: [try #require(try system.defaultOutputDevice).uid, microphone.uid])
            let aggregate = try #require(recorder.aggregate)
            #expect(try aggregate.inputStreamConfiguration.map(\.mNumberChannels) == [1, 2, 2])
            #expect(try aggregate.activeSubtaps.count == 2 && aggregate.subtaps == aggregate.activeSubtaps)
        }
        device.advance(1)
        let channels = recorder.channels
        try #require(channels.count == 5)
        #expect(isPiece(sound(of: channels[1]), of: one.played))
        #expect(isPiece(sound(of: channels[3]), of: other.played))
        #expect(channels[1].count == channels[0].count && channels[0].count > 40_000)
    }

    @Test func theListOfTapsChangesWhileTheDeviceRuns() throws {
        let (one, other) = (try Player(device, "One", seed: 1), try Player(device, "Other", seed: 77))
        let recorder = Recorder(device)
        recorder.app.answerSystemAudioPermission(true)
        try recorder.app.perform {
            try recorder.start([CATapDescription(stereoMixdownOfProcesses: [try one.object().id])])
        }
        device.advance(0.5)
        let before = recorder.channels[0].count
        try recorder.app.perform {
            let system = AudioHardwareSystem.shared
            let tap = try #require(
                try system.makeProcessTap(
                    description: CATapDescription(stereoMixdownOfProcesses: [try other.object().id])))
            try #require(recorder.aggregate).setSubtaps([tap])
        }
        device.advance(0.5)
        #expect(isPiece(sound(of: Array(recorder.channels[0].prefix(before))), of: one.played))
        #expect(isPiece(sound(of: Array(recorder.channels[0].dropFirst(before))), of: other.played, atLeast: 15_000))
    }

    @Test func aProgramThatEndsIsSilentInItsTap() throws {
        let player = try Player(device, "One", seed: 1)
        let recorder = Recorder(device)
        recorder.app.answerSystemAudioPermission(true)
        try recorder.app.perform {
            try recorder.start([CATapDescription(stereoMixdownOfProcesses: [try player.object().id])])
        }
        device.advance(0.5)
        player.app.kill()
        device.advance(0.5)
        #expect(recorder.channels[0].count > 40_000 && recorder.channels[0].suffix(10_000).allSatisfy { $0 == 0 })
        #expect(isPiece(sound(of: recorder.channels[0]), of: player.played, atLeast: 15_000))
        let left = try recorder.app.perform { try AudioHardwareSystem.shared.processes.count }
        #expect(left == 1)
    }

    @Test func aTapOfADeviceTakesWhatGoesThere() throws {
        device.plug(.headphones)
        let player = try Player(device, "One", seed: 1)
        let recorder = Recorder(device)
        recorder.app.answerSystemAudioPermission(true)
        try recorder.app.perform {
            let system = AudioHardwareSystem.shared
            let outputs = try system.devices.filter { try $0.canBeDefaultOutputDevice }
            let used = try #require(try system.defaultOutputDevice)
            let unused = try #require(outputs.first { $0 != used })
            try recorder.start([
                CATapDescription(excludingProcesses: [], deviceUID: try used.uid, stream: 0),
                CATapDescription(excludingProcesses: [], deviceUID: try unused.uid, stream: 0),
            ])
            #expect(throws: AudioHardwareError(kAudioHardwareBadStreamError)) {
                try system.makeProcessTap(
                    description: CATapDescription(processes: [], deviceUID: try used.uid, stream: 7))
            }
            #expect(throws: AudioHardwareError(kAudioHardwareBadDeviceError)) {
                try system.makeProcessTap(
                    description: CATapDescription(
                        processes: [], deviceUID: String(repeating: "\u{0}%n/../", count: 100), stream: 0))
            }
        }
        device.advance(0.5)
        #expect(isPiece(sound(of: recorder.channels[0]), of: player.played, atLeast: 15_000))
        #expect(recorder.channels.dropFirst(2).joined().allSatisfy { $0 == 0 })
    }

    @Test func namesAndNumbersOfStrangersAreRefused() throws {
        let recorder = Recorder(device)
        recorder.app.answerSystemAudioPermission(true)
        recorder.app.perform {
            func status(_ description: CATapDescription) -> OSStatus {
                var id = AudioObjectID(0)
                return AudioHardwareCreateProcessTap(description, &id)
            }
            #expect(status(CATapDescription(stereoMixdownOfProcesses: [1])) == kAudioHardwareBadObjectError)
            #expect(status(CATapDescription(stereoMixdownOfProcesses: [.max])) == kAudioHardwareBadObjectError)
            let many = [AudioObjectID](repeating: 1, count: 100_000)
            #expect(
                status(CATapDescription(stereoMixdownOfProcesses: many)) == kAudioHardwareIllegalOperationError)
            let long = CATapDescription()
            long.name = String(repeating: "a", count: 1_000_000)
            #expect(status(long) == kAudioHardwareIllegalOperationError)
            let twice = CATapDescription()
            #expect(status(twice) == noErr && status(twice) == kAudioHardwareIllegalOperationError)
            #expect(AudioHardwareDestroyProcessTap(77) == kAudioHardwareBadObjectError)
            #expect(AudioHardwareDestroyProcessTap(0) == kAudioHardwareBadObjectError)
            var id = AudioObjectID(0)
            for uids in [["x"], Array(repeating: "", count: 64), ["\u{0}\n:::"]] {
                let made = AudioHardwareCreateAggregateDevice(
                    [
                        kAudioAggregateDeviceUIDKey: "of \(uids.count) \(uids[0].utf8.count)",
                        kAudioAggregateDeviceTapListKey: uids.map { [kAudioSubTapUIDKey: $0] },
                    ], &id)
                #expect(made == noErr)
                #expect(AudioHardwareDestroyAggregateDevice(id) == noErr)
            }
            let tooMany = AudioHardwareCreateAggregateDevice(
                [
                    kAudioAggregateDeviceUIDKey: "many",
                    kAudioAggregateDeviceTapListKey: Array(repeating: [kAudioSubTapUIDKey: "x"], count: 65),
                ], &id)
            #expect(tooMany == kAudioHardwareIllegalOperationError)
        }
    }

    @Test func aThousandTapsAreObjects() throws {
        let player = try Player(device, "One", seed: 1)
        let recorder = Recorder(device)
        recorder.app.answerSystemAudioPermission(true)
        try recorder.app.perform {
            let system = AudioHardwareSystem.shared
            let object = try player.object().id
            var uids = Set<String>()
            for _ in 0..<1_000 {
                let tap = try #require(
                    try system.makeProcessTap(description: CATapDescription(stereoMixdownOfProcesses: [object])))
                uids.insert(try tap.uid)
            }
            #expect(try uids.count == 1_000 && system.taps.count == 1_000)
            #expect(try system.taps.allSatisfy { try $0.format.mChannelsPerFrame == 2 })
            for tap in try system.taps.dropLast() { try system.destroyProcessTap(tap) }
            let last = try #require(try system.taps.first)
            #expect(try system.taps == [last] && system.tap(forUID: last.uid) == last)
            #expect(try system.tap(forUID: "none") == nil)
            try recorder.start([CATapDescription(stereoMixdownOfProcesses: [object])])
            // Sixty-four can be in use at once, the one that is read among them.
            var made = 0
            for _ in 0..<100 {
                let description = CATapDescription(stereoMixdownOfProcesses: [])
                description.muteBehavior = .muted
                if (try? system.makeProcessTap(description: description)) != nil { made += 1 }
            }
            #expect(made == 63)
        }
        device.advance(0.5)
        #expect(isPiece(sound(of: recorder.channels[0]), of: player.played, atLeast: 15_000))
    }
}
