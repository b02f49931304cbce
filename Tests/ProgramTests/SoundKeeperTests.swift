import AVFoundation
import Patience
import SordinoSimulator
import Testing

/// System sounds of programs that are killed while they are heard.
@Suite(
    .enabled(
        if: Programs.canBeSimulated && Programs.named("button-sounds") != nil, "the programs cannot be simulated"),
    .serialized, .timeLimit(.minutes(20)))
struct SoundKeeperTests {
    private let folder: Folder
    private let device = SimulatedDevice(.phone)
    private let seconds = 29.0

    init() throws { folder = try Folder() }

    /// A tone that grows from 0 to 0.5, so that its level tells the time.
    private func growingTone() throws -> URL {
        let url = folder.file("growing.wav")
        let file = try AVAudioFile(
            forWriting: url,
            settings: [
                AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 48_000.0, AVNumberOfChannelsKey: 1,
                AVLinearPCMBitDepthKey: 16,
            ])
        let count = Int(seconds * 48_000)
        let buffer = try #require(
            AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: AVAudioFrameCount(count)))
        let samples = try #require(buffer.floatChannelData)[0]
        for frame in 0..<count {
            samples[frame] = 0.5 * Float(frame) / Float(count) * Float(sin(2 * Double.pi * Double(frame) / 48))
        }
        buffer.frameLength = AVAudioFrameCount(count)
        try file.write(from: buffer)
        file.close()
        return url
    }

    /// Root mean square of the loudspeaker between two moments.
    private func level(from start: Double, to end: Double) throws -> Double {
        let samples = try #require(device.output(.builtInSpeaker)).samples(from: start, to: end)
        return (samples.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(max(samples.count, 1))).squareRoot()
    }

    /// Starts the program, kills it after a second and a half of sound.
    ///
    /// - Returns: When the sound began.
    private func play(_ words: [String]) throws -> Double {
        let program = try device.launch(
            try #require(Programs.named("button-sounds")), arguments: [try growingTone().path] + words)
        for _ in 0..<400 {
            device.advance(0.02)
            if try level(from: device.now - 0.02, to: device.now) > 0 { break }
        }
        let start = device.now
        // Time for the keeper to be there, before the program is gone.
        device.advance(1.5)
        #expect(try level(from: device.now - 0.1, to: device.now) > 0.01, "\(program.output)")
        program.kill()
        Patience.until { !program.isRunning }
        return start
    }

    @Test func aSoundThatIsToOutliveItsProgramIsHeardToItsEnd() throws {
        let start = try play(["finish"])
        // The keeper starts in real time, in which the device's time goes slowly.
        let heard = try Patience.first(looks: 5_000) { () -> Double? in
            device.advance(0.004)
            guard device.now > start + 1.6, try level(from: device.now - 0.004, to: device.now) > 0.001 else {
                return nil
            }
            return device.now
        }
        let again = try #require(heard, "the sound ended with its program")
        device.advance(1)
        // Where it would have been: the level tells.
        let expected = 0.5 * (again + 0.5 - start) / seconds / 2.0.squareRoot()
        let found = try level(from: again, to: again + 1)
        #expect(abs(found / expected - 1) < 0.1, "\(found), not \(expected)")
        device.advance(start + seconds - device.now - 0.5)
        #expect(try level(from: device.now - 0.1, to: device.now) > 0.2)
        device.advance(1.5)
        #expect(try level(from: device.now - 0.5, to: device.now) == 0)
    }

    @Test func anyOtherSoundEndsWithItsProgram() throws {
        _ = try play([])
        device.advance(1)
        #expect(try level(from: device.now - 0.5, to: device.now) == 0)
    }
}
