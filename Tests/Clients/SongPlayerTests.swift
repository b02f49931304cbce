import AVFoundation
import SordinoSimulator
import Synchronization
import Testing

/// The second program of this folder, on a simulated telephone and offline.
@Suite struct SongPlayerTests {
    /// A stereo tone of 32-bit samples in a WAVE file as SoX and ffmpeg write it: extensible, with a mask of loudspeakers.
    private func song(_ hertz: Double, seconds: Double) throws -> URL {
        let rate = 44_100
        let frames = Int(seconds * Double(rate))
        var bytes = Data()
        func put<T: FixedWidthInteger>(_ value: T) {
            withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
        }
        let guid: [UInt8] = [0x01, 0, 0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71]
        bytes.append(contentsOf: "RIFF".utf8)
        put(UInt32(60 + 8 * frames))
        bytes.append(contentsOf: "WAVEfmt ".utf8)
        put(UInt32(40))
        put(UInt16(0xFFFE))
        put(UInt16(2))
        put(UInt32(rate))
        put(UInt32(8 * rate))
        put(UInt16(8))
        put(UInt16(32))
        put(UInt16(22))
        put(UInt16(32))
        put(UInt32(3))
        bytes.append(contentsOf: guid)
        bytes.append(contentsOf: "data".utf8)
        put(UInt32(8 * frames))
        for frame in 0..<frames {
            let sample = Int32(0.25 * 2_147_483_648 * sin(2 * .pi * hertz * Double(frame) / Double(rate)))
            put(sample)
            put(sample)
        }
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("song-\(UUID().uuidString).wav")
        try bytes.write(to: url)
        return url
    }

    @Test func aSongIsInterruptedByACallAndGoesOnWhereItWas() throws {
        let device = SimulatedDevice(.phone)
        let url = try song(500, seconds: 4)
        defer { try? FileManager.default.removeItem(at: url) }
        let ends = Mutex(0)
        let player = try device.run {
            let player = SongPlayer()
            player.didFinish = { ends.withLock { $0 += 1 } }
            try player.load(url)
            try player.play()
            return player
        }
        device.advance(1)
        // 1.25 times as fast, at the same pitch: 1 s of sound took 1.25 s of the song, and what the stretcher reads ahead.
        let place = try #require(device.run { player.currentTime })
        #expect(place > 1.2 && place < 1.9, "\(place) s")
        let level = device.output(.builtInSpeaker)?.level(ofToneAt: 500, amplitude: 0.25, at: device.now - 0.2) ?? -99
        #expect(level > -6 && level < 6, "\(level) dB")
        #expect((player.meters.last ?? -99) > -20)

        device.ring()
        device.advance(0.5)
        #expect(player.state == .paused)
        let held = device.run { player.currentTime ?? place }
        let rest = device.output(.builtInSpeaker)?.level(ofToneAt: 500, amplitude: 0.25, at: device.now - 0.1) ?? -99
        #expect(rest < -60)
        device.declineCall()
        device.advance(0.5)
        #expect(player.state == .playing)
        let resumed = try #require(device.run { player.currentTime })
        #expect(resumed > held - 0.1 && resumed < held + 1.2, "\(held) s, then \(resumed) s")
        device.advance(3)
        #expect(ends.withLock { $0 } == 1)
        device.run { player.stop() }
    }

    @Test func aSongIsBouncedToAACWithItsLengthKept() throws {
        let url = try song(1_000, seconds: 2)
        let target = FileManager.default.temporaryDirectory.appendingPathComponent("bounce-\(UUID().uuidString).m4a")
        defer {
            try? FileManager.default.removeItem(at: url)
            try? FileManager.default.removeItem(at: target)
        }
        guard AVAudioFormat(settings: [AVFormatIDKey: kAudioFormatMPEG4AAC]) != nil else { return }
        try bounce(AVAudioFile(forReading: url), to: target)
        let made = try AVAudioFile(forReading: target)
        #expect(made.length == 88_200)
        #expect(made.fileFormat.streamDescription.pointee.mFormatID == kAudioFormatMPEG4AAC)
    }

    @Test func aSongBecomesWhatSpeechModelsWant() throws {
        let url = try song(1_000, seconds: 2)
        defer { try? FileManager.default.removeItem(at: url) }
        let buffer = try #require(try speechSamples(of: AVAudioFile(forReading: url)))
        #expect(buffer.frameLength == 32_000)
        let samples = try #require(buffer.floatChannelData?[0])
        // The tone is a quarter of full scale in the middle, in phase with where it began.
        for frame in 15_000..<15_100 {
            let expected = 0.25 * sin(2 * .pi * 1_000 * Double(frame) / 16_000)
            #expect(abs(Double(samples[frame]) - expected) < 1e-4)
        }
    }
}
