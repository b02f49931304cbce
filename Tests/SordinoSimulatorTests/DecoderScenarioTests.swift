import AVFAudio
import AudioToolbox
import SordinoSimulator
import Testing

/// A telephone with one decoder in hardware (rules.md §7.7), played by players of files.
@Suite(.enabled(if: CompressedPlayerTests.hasCodecs, "libavcodec is not there"))
struct DecoderScenarioTests {
    /// Files of two tones; each is looped, so that it plays for as long as the scenario takes.
    private final class Files {
        private let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("decoder-\(UUID().uuidString)")

        init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

        deinit { try? FileManager.default.removeItem(at: folder) }

        func aac() throws -> URL { try make("music.m4a", kAudioFormatMPEG4AAC) }
        func alac() throws -> URL { try make("lossless.m4a", kAudioFormatAppleLossless) }
        func ima4() throws -> URL { try make("game.caf", kAudioFormatAppleIMA4) }
        func pcm() throws -> URL { try make("game.wav", kAudioFormatLinearPCM) }

        /// Nil where there is no encoder.
        func mp3() throws -> URL? {
            CompressedPlayerTests.ffmpeg == nil ? nil : try make("game.mp3", kAudioFormatMPEGLayer3)
        }

        private func make(_ name: String, _ id: AudioFormatID, rate: Double = 48_000) throws -> URL {
            let url = folder.appendingPathComponent(name)
            try CompressedPlayerTests.make(url, id, rate: rate)
            return url
        }

        func highEfficiency() throws -> URL {
            try make("efficient-\(UUID().uuidString).m4a", kAudioFormatMPEG4AAC_HE)
        }
    }

    private func player(_ app: SimulatedApp, _ url: URL) throws -> AVAudioPlayer {
        try app.perform {
            let player = try AVAudioPlayer(contentsOf: url)
            player.numberOfLoops = -1
            return player
        }
    }

    private func app(
        _ scene: Scenario, _ name: String, _ category: AVAudioSession.Category = .playback,
        _ options: AVAudioSession.CategoryOptions = []
    ) throws -> SimulatedApp {
        let app = scene.device.app(name, backgroundModes: .audio)
        try app.activate(category, options: options)
        return app
    }

    /// Returns whether anything leaves the loudspeaker in the next moment.
    private func isSounding(_ scene: Scenario) throws -> Bool {
        let start = scene.device.now
        scene.device.advance(0.2)
        return try scene.speaker.samples(channel: 0, from: start + 0.05).contains { abs($0) > 0.05 }
    }

    /// A telephone decodes one stream in hardware, a computer none; software decodes any number.
    @Test func theCodecsThatRunAtTheSameTimeAreCountedAsTheDeviceHasThem() throws {
        func codec(_ maker: UInt32, _ format: AudioFormatID = kAudioFormatMPEG4AAC) -> AudioClassDescription {
            AudioClassDescription(
                mType: kAudioDecoderComponentType, mSubType: format, mManufacturer: maker)
        }
        let (software, hardware) = (kAppleSoftwareAudioCodecManufacturer, kAppleHardwareAudioCodecManufacturer)
        let lists: [([AudioClassDescription], UInt32, UInt32)] = [
            ([codec(software), codec(software), codec(software)], 3, 3),
            ([codec(hardware), codec(software), codec(software)], 3, 0),
            ([codec(software), codec(hardware), codec(hardware, kAudioFormatMPEGLayer3)], 2, 1),
            ([codec(hardware), codec(hardware)], 1, 0),
            ([codec(hardware, kAudioFormatAppleIMA4), codec(software)], 0, 0),
            // A second stream of high efficiency has no decoder there (R7.2).
            ([codec(software, kAudioFormatMPEG4AAC_HE), codec(software, kAudioFormatMPEG4AAC_HE)], 1, 2),
            ([codec(software), codec(software, kAudioFormatMPEG4AAC_HE_V2), codec(hardware)], 2, 2),
            ([codec(hardware, kAudioFormatAppleLossless), codec(software, kAudioFormatMPEG4AAC_HE)], 1, 0),
        ]
        var computer = SimulatedBehaviour()
        computer.policy = try SimulatedPolicy("[device]\nhardware-decoder = no\n")
        for (device, expected) in [
            (SimulatedDevice(.phone), lists.map(\.1)), (SimulatedDevice(.phone, behaving: computer), lists.map(\.2)),
        ] {
            let app = device.app("Mus")
            let counts = app.perform {
                lists.map { list, _, _ in
                    var (count, size) = (UInt32(99), UInt32(4))
                    let byteCount = UInt32(list.count * MemoryLayout<AudioClassDescription>.stride)
                    let status = AudioFormatGetProperty(
                        kAudioFormatProperty_HardwareCodecCapabilities, byteCount, list, &size, &count)
                    return status == noErr ? count : 99
                }
            }
            #expect(counts == expected)
        }
    }

    @Test func s101ASecondCompressedPlayerIsDecodedInSoftware() throws {
        let (scene, files) = (Scenario(), try Files())
        let mus = try player(try app(scene, "Mus"), try files.aac())
        #expect(mus.play())
        let game = try app(scene, "Game", .ambient)
        for url in [try files.mp3(), try files.alac()].compactMap({ $0 }) {
            let second = try player(game, url)
            #expect(second.play())
            #expect(try isSounding(scene))
            #expect(mus.isPlaying && second.isPlaying)
            second.stop()
        }
    }

    @Test func s102ASecondHighEfficiencyStreamHasNoDecoder() throws {
        let (scene, files) = (Scenario(), try Files())
        let first = try player(try app(scene, "First", .playback, .mixWithOthers), try files.highEfficiency())
        #expect(first.format.streamDescription.pointee.mFormatID != 0)
        #expect(first.play())
        let second = try player(try app(scene, "Second", .playback, .mixWithOthers), try files.highEfficiency())
        #expect(!second.play())
        #expect(try isSounding(scene))
        #expect(first.isPlaying && !second.isPlaying)
        first.stop()
        #expect(second.play(), "the first has given the decoder back")
        #expect(try isSounding(scene))
    }

    @Test(
        arguments: [
            (kAudioQueueHardwareCodecPolicy_Default, false), (kAudioQueueHardwareCodecPolicy_PreferHardware, false),
            (kAudioQueueHardwareCodecPolicy_PreferSoftware, true),
            (kAudioQueueHardwareCodecPolicy_UseSoftwareOnly, true),
        ] as [(UInt32, Bool)])
    func aQueueThatWantsSoftwareLeavesTheDecoderToOthers(policy: UInt32, isFree: Bool) throws {
        let (scene, files) = (Scenario(), try Files())
        let first = try app(scene, "First", .playback, .mixWithOthers)
        let url = try files.aac()
        let queue = try first.perform {
            var file: AudioFileID?
            try #require(AudioFileOpenURL(url as CFURL, .readPermission, 0, &file) == noErr)
            let audio = try #require(file)
            defer { AudioFileClose(audio) }
            var format = AudioStreamBasicDescription()
            var size = UInt32(MemoryLayout.size(ofValue: format))
            AudioFileGetProperty(audio, kAudioFilePropertyDataFormat, &size, &format)
            var made: AudioQueueRef?
            try #require(AudioQueueNewOutput(&format, { _, _, _ in }, nil, nil, nil, 0, &made) == noErr)
            let queue = try #require(made)
            AudioFileGetPropertyInfo(audio, kAudioFilePropertyMagicCookieData, &size, nil)
            var cookie = [UInt8](repeating: 0, count: Int(size))
            AudioFileGetProperty(audio, kAudioFilePropertyMagicCookieData, &size, &cookie)
            AudioQueueSetProperty(queue, kAudioQueueProperty_MagicCookie, cookie, size)
            var policy = policy
            #expect(AudioQueueSetProperty(queue, kAudioQueueProperty_HardwareCodecPolicy, &policy, 4) == noErr)
            var buffer: AudioQueueBufferRef?
            AudioQueueAllocateBufferWithPacketDescriptions(queue, 65_536, 40, &buffer)
            let room = try #require(buffer)
            var (bytes, packets) = (UInt32(65_536), UInt32(40))
            AudioFileReadPacketData(
                audio, false, &bytes, room.pointee.mPacketDescriptions, 0, &packets, room.pointee.mAudioData)
            room.pointee.mAudioDataByteSize = bytes
            room.pointee.mPacketDescriptionCount = packets
            #expect(AudioQueueEnqueueBuffer(queue, room, 0, nil) == noErr)
            #expect(AudioQueueStart(queue, nil) == noErr)
            return queue
        }
        #expect(try isSounding(scene))
        let second = try player(try app(scene, "Second", .playback, .mixWithOthers), try files.highEfficiency())
        #expect(second.play() == isFree)
        first.perform { _ = AudioQueueDispose(queue, true) }
        #expect(isFree || second.play())
    }

    @Test func s103PlainSamplesAreUnlimited() throws {
        let (scene, files) = (Scenario(), try Files())
        let mus = try player(try app(scene, "Mus", .playback, .mixWithOthers), try files.aac())
        #expect(mus.play())
        let game = try app(scene, "Game", .ambient)
        let players = try (0..<8).map { try player(game, $0.isMultiple(of: 2) ? try files.pcm() : try files.ima4()) }
        for player in players { #expect(player.play()) }
        #expect(try isSounding(scene))
        let isEachPlaying = ([mus] + players).allSatisfy { $0.isPlaying }
        #expect(isEachPlaying)
    }

    @Test func s104AnInterruptionFreesTheDecoder() throws {
        let (scene, files) = (Scenario(), try Files())
        let musApp = try app(scene, "Mus")
        let mus = try player(musApp, try files.highEfficiency())
        #expect(mus.play())
        let radio = try player(try app(scene, "Radio"), try files.highEfficiency())
        #expect(!mus.isPlaying)
        #expect(radio.play(), "the interrupted program has given the decoder back")
        #expect(try isSounding(scene))
        // The other way round there is no decoder left for what only hardware decodes.
        try musApp.perform { try musApp.session.setCategory(.playback, options: .mixWithOthers) }
        #expect(!mus.play())
        radio.stop()
        #expect(mus.play())
    }
}
