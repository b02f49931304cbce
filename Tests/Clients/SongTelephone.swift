import AVFoundation
import SordinoSimulator
import Testing

/// A simulated telephone with headphones, whose samples leave the port as they were mixed, and a program that plays music on it.
struct SongTelephone {
    let device = SimulatedDevice(.phone)
    let app: SimulatedApp
    let folder: URL

    /// Makes one whose program is active; its files lie in a folder of their own.
    init() throws {
        device.plug(.headphones)
        app = device.app("Music", backgroundModes: .audio)
        try app.activate(.playback)
        device.advance(0.2)
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("songs-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    /// Writes a file of 48 kHz with one value all along.
    func sound(_ value: Float, seconds: Double) throws -> URL { try sound(seconds: seconds) { _ in value } }

    /// Writes a file of 48 kHz whose frames a function makes.
    func sound(seconds: Double, _ value: (Int) -> Float) throws -> URL {
        let url = folder.appendingPathComponent("\(UUID().uuidString).wav")
        let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 48000, channels: 1))
        let buffer = try #require(
            AVAudioPCMBuffer(pcmFormat: format, frameCapacity: AVAudioFrameCount(seconds * 48000)))
        buffer.frameLength = buffer.frameCapacity
        for frame in 0..<Int(buffer.frameLength) { buffer.floatChannelData?[0][frame] = value(frame) }
        let file = try AVAudioFile(
            forWriting: url,
            settings: [
                AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 48000, AVNumberOfChannelsKey: 1,
                AVLinearPCMIsFloatKey: true, AVLinearPCMBitDepthKey: 32,
            ])
        try file.write(from: buffer)
        file.close()
        return url
    }

    /// Returns what the headphones played between two times of the device.
    func heard(from start: Double, to end: Double) -> [Float] {
        device.output(.headphones)?.samples(channel: 0, from: start, to: end) ?? []
    }
}
