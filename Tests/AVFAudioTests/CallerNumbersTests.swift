import AVFAudio
import AudioToolbox
import ByteMutation
import Testing

/// Numbers that a program chooses and no sound has: an error, nil or an ordinary object, never a stop.
@Suite struct CallerNumbersTests {
    private static let folder = FileManager.default.temporaryDirectory

    private static func error(_ settings: [String: Any], _ ending: String) -> NSError? {
        let url = folder.appendingPathComponent("caller-numbers-\(UUID().uuidString).\(ending)")
        defer { try? FileManager.default.removeItem(at: url) }
        do {
            _ = try AVAudioFile(forWriting: url, settings: settings)
            return nil
        } catch { return error as NSError }
    }

    @Test(arguments: [512_001, 600_000, 705_600, 1e9, .infinity, .nan] as [Double])
    func anEncoderRefusesARateTheSameWayWhateverTheBitRate(rate: Double) throws {
        let plain: [String: Any] = [
            AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: rate, AVNumberOfChannelsKey: 2,
        ]
        let expected = try #require(Self.error(plain, "m4a"))
        for (key, value) in [
            (AVEncoderBitRateKey, 128_000), (AVEncoderBitRatePerChannelKey, 64_000),
            (AVEncoderBitRatePerChannelKey, Int.max), (AVEncoderAudioQualityKey, Int.max),
            (AVEncoderBitRateKey, Int.min), (AVEncoderBitRatePerChannelKey, Int.min),
        ] {
            var settings = plain
            settings[key] = value
            let error = try #require(Self.error(settings, "m4a"))
            #expect(error.domain == expected.domain && error.code == expected.code, "\(key) \(value): \(error)")
        }
        var settings = plain
        settings[AVSampleRateKey] = 44_100.0
        settings[AVEncoderBitRatePerChannelKey] = Int.max
        #expect(Self.error(settings, "m4a") != nil)
    }

    @Test(arguments: CallWalk.seeds) func settingsOfAnyNumbersMakeAFileOrAnError(seed: UInt64) {
        var walk = CallWalk(seed: seed)
        let codecs = [
            kAudioFormatMPEG4AAC, kAudioFormatAppleLossless, kAudioFormatFLAC, kAudioFormatOpus, kAudioFormatLinearPCM,
            kAudioFormatAppleIMA4, kAudioFormatULaw,
        ]
        for _ in 0..<CallWalk.steps(120) {
            let settings: [String: Any] = [
                AVFormatIDKey: walk.one(of: codecs) ?? kAudioFormatMPEG4AAC,
                AVSampleRateKey: walk.number(1...1_000_000), AVNumberOfChannelsKey: walk.whole(1...8),
                AVEncoderBitRateKey: walk.whole(0...700_000), AVEncoderBitRatePerChannelKey: walk.whole(0...400_000),
                AVEncoderAudioQualityKey: walk.whole(0...127), AVEncoderAudioQualityForVBRKey: walk.whole(0...127),
                AVEncoderBitDepthHintKey: walk.whole(8...32), AVLinearPCMBitDepthKey: walk.whole(8...32),
            ]
            let error = Self.error(settings, walk.one(of: ["m4a", "caf", "wav", "flac", "opus"]) ?? "caf")
            #expect(error.map { $0.domain == "com.apple.coreaudio.avfaudio" && $0.code != 0 } ?? true, "\(settings)")
        }
    }

    @Test func aConverterOfImpossiblePacketsIsRefused() throws {
        let pcm = try #require(AVAudioFormat(standardFormatWithSampleRate: 44_100, channels: 2))
        for word: UInt32 in [0x0100_0001, 0x7FFF_FFFF, 0x8000_0000, .max] {
            var description = AudioStreamBasicDescription()
            (description.mSampleRate, description.mFormatID) = (44_100, kAudioFormatMPEG4AAC)
            (description.mFramesPerPacket, description.mChannelsPerFrame) = (1_024, 2)
            description.mBytesPerPacket = word
            if let format = AVAudioFormat(streamDescription: &description) {
                #expect(AVAudioConverter(from: format, to: pcm) == nil)
                #expect(AVAudioConverter(from: pcm, to: format) == nil)
            }
        }
    }

    @Test func roomForEveryPacketTakesMemoryOnlyWhereItIsUsed() throws {
        var description = AudioStreamBasicDescription()
        (description.mSampleRate, description.mFormatID) = (44_100, kAudioFormatMPEG4AAC)
        (description.mFramesPerPacket, description.mChannelsPerFrame) = (1_024, 2)
        let format = try #require(AVAudioFormat(streamDescription: &description))
        for capacity: AVAudioPacketCount in [0, 1, 4_095, 4_096, 1 << 20, .max] {
            // One byte each is 4 GB for the largest, which not every machine has.
            let buffer = AVAudioCompressedBuffer(
                format: format, packetCapacity: capacity, maximumPacketSize: capacity == .max ? 0 : 1)
            let places = try #require(buffer.packetDescriptions)
            let last = Int(max(capacity, 1)) - 1
            #expect(places[last].mDataByteSize == 0)
            places[last].mDataByteSize = 7
            places[0].mStartOffset = 9
            buffer.packetCount = min(capacity, 1)
            let copy = try #require(buffer.copy() as? AVAudioCompressedBuffer)
            #expect(copy.packetDescriptions?[0].mStartOffset == (capacity == 0 ? 0 : 9))
        }
    }

    @Test func moreFramesThanThereIsRoomForAreRefused() throws {
        let engine = AVAudioEngine()
        let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2))
        for mode in [AVAudioEngineManualRenderingMode.offline, .realtime] {
            for count: AVAudioFrameCount in [1 << 29, 1 << 31, .max] {
                do {
                    try engine.enableManualRenderingMode(mode, format: format, maximumFrameCount: count)
                    Issue.record("\(count) frames")
                } catch { #expect((error as NSError).code == Int(kAudioUnitErr_TooManyFramesToProcess)) }
            }
            try engine.enableManualRenderingMode(mode, format: format, maximumFrameCount: (1 << 28) - 1)
            engine.disableManualRenderingMode()
        }
        let unit = AVAudioUnitReverb().auAudioUnit
        for count: AUAudioFrameCount in [(1 << 22) + 1, 1 << 31, .max] {
            unit.maximumFramesToRender = count
            #expect(throws: NSError.self) { try unit.allocateRenderResources() }
        }
        unit.maximumFramesToRender = 4_096
        try unit.allocateRenderResources()
        unit.deallocateRenderResources()
    }
}
