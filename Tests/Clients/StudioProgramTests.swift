import AVFoundation
import SordinoSimulator
import Synchronization
import Testing

/// The small programs on simulated devices.
@Suite struct StudioProgramTests {
    private func buffer(_ format: AVAudioFormat, frames: Int, _ value: (Int, Int) -> Float) throws -> AVAudioPCMBuffer {
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: AVAudioFrameCount(frames)))
        buffer.frameLength = AVAudioFrameCount(frames)
        for channel in 0..<Int(format.channelCount) {
            for frame in 0..<frames { buffer.floatChannelData?[channel][frame] = value(channel, frame) }
        }
        return buffer
    }

    private func sine(_ hertz: Double, _ frame: Int, amplitude: Double = 0.25) -> Float {
        Float(amplitude * sin(2 * .pi * hertz * Double(frame) / 48_000))
    }

    private func level(_ device: SimulatedDevice, _ port: AVAudioSession.Port, _ hertz: Double, channel: Int = 0)
        -> Double
    {
        device.output(port)?.level(ofToneAt: hertz, amplitude: 0.25, at: device.now - 0.1, channel: channel)
            ?? -.infinity
    }

    @Test func aPlayerFollowsItsRouteToSixChannelsAndBack() throws {
        let device = SimulatedDevice(.phone)
        device.plug(.headphones)
        // Six channels, each with a tone of its own.
        let layout = try #require(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_MPEG_5_1_A))
        let surround = AVAudioFormat(standardFormatWithSampleRate: 48_000, channelLayout: layout)
        let loop = try buffer(surround, frames: 48_000) { sine(300 + 100 * Double($0), $1) }
        let program = try device.run { try RouteFollowingPlayer(loop: loop) }
        device.advance(0.5)
        #expect(abs(level(device, .headphones, 300)) < 0.1)
        #expect(abs(level(device, .headphones, 400, channel: 1)) < 0.1)
        device.unplug(.headphones)
        device.plug(.hdmi(channelCount: 6))
        device.advance(1)
        #expect(program.formats.last?.channelCount == 6)
        for channel in 0..<6 {
            #expect(
                abs(level(device, .HDMI, 300 + 100 * Double(channel), channel: channel)) < 0.1, "channel \(channel)")
        }
        device.unplug(.hdmi(channelCount: 6))
        device.advance(1)
        #expect(program.formats.last?.channelCount == 2 && program.formats.count >= 3)
        #expect(program.engine.isRunning)
    }

    @Test func fourInputsOfAnInterfaceAreFourFiles() throws {
        let device = SimulatedDevice(.phone)
        device.plug(.usb(outputs: 2, inputs: 4))
        device.microphone(
            .usbAudio,
            hears: .recording(
                (0..<4).map { channel in (0..<48_000).map { sine(500 + 250 * Double(channel), $0) } },
                sampleRate: 48_000, repeats: true))
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tracks-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let recorder = try device.run {
            let recorder = MultitrackRecorder()
            try recorder.start(in: folder, tracks: 8)
            #expect(AVAudioSession.sharedInstance().inputNumberOfChannels == 4)
            return recorder
        }
        device.advance(2)
        device.run { recorder.stop() }
        #expect(recorder.urls.count == 4)
        for (track, url) in recorder.urls.enumerated() {
            let file = try AVAudioFile(forReading: url)
            #expect(file.length > 80_000)
            let read = try #require(AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: 80_000))
            try file.read(into: read)
            // The part of a tone by its correlation; no other track's is in it.
            for other in 0..<4 {
                var (real, imaginary) = (0.0, 0.0)
                for frame in 48_000..<72_000 {
                    let angle = 2 * .pi * (500 + 250 * Double(other)) * Double(frame) / 48_000
                    let sample = Double(read.floatChannelData?[0][frame] ?? 0)
                    real += sample * cos(angle)
                    imaginary += sample * sin(angle)
                }
                let amplitude = 2 * (real * real + imaginary * imaginary).squareRoot() / 24_000
                #expect(abs(amplitude - (other == track ? 0.25 : 0)) < 0.001, "track \(track), tone \(other)")
            }
        }
    }

    @Test func aBookIsReadFasterAndSought() throws {
        let device = SimulatedDevice(.phone)
        device.plug(.headphones)
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("book-\(UUID().uuidString).wav")
        defer { try? FileManager.default.removeItem(at: url) }
        let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 1))
        do {
            let file = try AVAudioFile(
                forWriting: url,
                settings: [AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 48_000.0, AVNumberOfChannelsKey: 1])
            // The first ten seconds on one tone, the rest on another.
            try file.write(from: try buffer(format, frames: 480_000) { _, frame in sine(400, frame) })
            try file.write(from: try buffer(format, frames: 480_000) { _, frame in sine(900, frame) })
        }
        let reader = try device.run { try BookReader(url: url) }
        device.run { reader.play() }
        device.advance(2)
        #expect(abs(reader.currentTime - 3) < 0.2, "\(reader.currentTime)")
        #expect(abs(level(device, .headphones, 400)) < 1)
        device.run { reader.seek(to: 12) }
        device.advance(1)
        #expect(abs(reader.currentTime - 13.5) < 0.2, "\(reader.currentTime)")
        #expect(abs(level(device, .headphones, 900)) < 1)
    }

    @Test func aLimiterIsSetByTheOlderInterfaceAndSidesAreSwapped() throws {
        let device = SimulatedDevice(.phone)
        device.plug(.headphones)
        let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2))
        let program = try device.run { try LoudPlayer(format: format) }
        let loud = try buffer(format, frames: 96_000) {
            sine($0 == 0 ? 500 : 1500, $1, amplitude: $0 == 0 ? 0.5 : 0.01)
        }
        func play() {
            device.run {
                program.player.scheduleBuffer(loud, at: nil, options: .loops)
                program.player.play()
            }
            device.advance(1)
        }
        play()
        // 0.5 with 12 dB before it would be 2: the limiter holds it below full scale.
        let samples = try #require(device.output(.headphones)).samples(channel: 0, from: device.now - 0.2)
        let peak = samples.reduce(Float(0)) { max($0, abs($1)) }
        #expect(peak <= 1.001 && peak > 0.8, "\(peak)")
        #expect(level(device, .headphones, 500) > 6)
        try device.run { try program.swapSides() }
        play()
        #expect(level(device, .headphones, 500, channel: 1) > 6)
        #expect(level(device, .headphones, 500, channel: 0) < -20)
    }

    @Test func aVoiceThatDividesByNothingIsMutedAndTheOtherGoesOn() throws {
        let device = SimulatedDevice(.phone)
        device.plug(.headphones)
        let program = try device.run { try WrongSynthesiser() }
        let faults = Mutex(0)
        let observer = NotificationCenter.default.addObserver(
            forName: .SordinoEngineNodeFault, object: program.engine, queue: nil
        ) { _ in faults.withLock { $0 += 1 } }
        defer { NotificationCenter.default.removeObserver(observer) }
        device.advance(1)
        #expect(abs(level(device, .headphones, 440) + 6.02) < 0.05)
        let samples = try #require(device.output(.headphones)).samples(channel: 0, from: 0)
        #expect(samples.allSatisfy { $0.isFinite && abs($0) <= 0.126 })
        let report = program.engine.sordinoReport
        #expect(report.nodes.contains { $0.isMuted && $0.faultCount == 1 })
        #expect(faults.withLock { $0 } == 1)
        #expect(program.engine.isRunning)
    }
}
