import AVFoundation
import SordinoSimulator
import Testing

/// A simulated phone with a folder of sounds, for programs after Apple's sessions.
struct SeedRig {
    let folder: Folder
    let device = SimulatedDevice(.phone)

    init() throws { folder = try Folder() }

    /// A file of constant values, one for each channel, or of one that changes after so many seconds.
    func file(_ name: String, _ channels: [[(value: Float, seconds: Double)]]) throws -> URL {
        let url = folder.file(name)
        let settings: [String: Any] = [
            AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 48_000.0, AVNumberOfChannelsKey: channels.count,
            AVLinearPCMBitDepthKey: 16, AVLinearPCMIsFloatKey: false,
        ]
        let file = try AVAudioFile(forWriting: url, settings: settings)
        let rows = channels.map { $0.flatMap { Array(repeating: $0.value, count: Int($0.seconds * 48_000)) } }
        let count = AVAudioFrameCount(rows[0].count)
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: count))
        buffer.frameLength = count
        let data = try #require(buffer.floatChannelData)
        for (channel, row) in rows.enumerated() {
            for (frame, value) in row.enumerated() { data[channel][frame] = value }
        }
        try file.write(from: buffer)
        return url
    }

    func launch(
        _ name: String, _ arguments: [String], _ environment: [String: String] = [:]
    ) throws -> SimulatedProcess {
        try device.launch(try #require(Programs.named(name)), arguments: arguments, environment: environment)
    }

    /// The loudspeaker's samples until now.
    var speaker: SimulatedOutput { get throws { try #require(device.output(.builtInSpeaker)) } }

    /// Lets time pass until a program has said something.
    func wait(for words: String, from program: SimulatedProcess) -> Bool {
        for _ in 0..<400 {
            if program.output.contains(words) { return true }
            device.advance(0.05)
        }
        return program.output.contains(words)
    }
}
