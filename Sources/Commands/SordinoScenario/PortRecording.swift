import AVFAudio
import SordinoSimulator

/// The sound of one port from the story's beginning to its end, with silence while the port did not exist.
package struct PortRecording {
    let name: String
    let detail: String
    let uid: String
    let channels: [[Float]]
    let sampleRate: Int
    /// The recording's file; of two ports of a kind the second has a number.
    package let fileName: String

    /// Lays what a port played on the story's time line.
    init(_ output: SimulatedOutput, number: Int, durationSeconds: Double) {
        sampleRate = 48_000
        fileName = number > 1 ? "\(output.portType.rawValue) \(number).wav" : "\(output.portType.rawValue).wav"
        name = output.portType.rawValue
        detail = "\(output.channelCount == 1 ? "mono" : "stereo"), 48 kHz"
        uid = output.uid
        let frameCount = Int(durationSeconds * 48_000)
        // A port comes and goes between two blocks: pieces of 10 ms find out where.
        let piece = 480
        channels = (0..<output.channelCount).map { channel in
            var samples = [Float](repeating: 0, count: frameCount)
            for first in stride(from: 0, to: frameCount, by: piece) {
                let from = Double(first) / 48_000
                let found = output.samples(channel: channel, from: from, to: from + Double(piece) / 48_000)
                guard !found.isEmpty else { continue }
                // What is short began within the piece, unless the one before was whole.
                let isBeginning = found.count < piece && (first == 0 || samples[first - 1] == 0)
                let start = isBeginning ? first + piece - found.count : first
                for (index, sample) in found.enumerated() where start + index < frameCount {
                    samples[start + index] = sample
                }
            }
            return samples
        }
    }

    /// Writes the recording as a 16-bit WAVE file.
    func write(to folder: URL) throws {
        let settings: [String: Any] = [
            AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: Double(sampleRate),
            AVNumberOfChannelsKey: channels.count, AVLinearPCMBitDepthKey: 16, AVLinearPCMIsFloatKey: false,
        ]
        let file = try AVAudioFile(forWriting: folder.appendingPathComponent(fileName), settings: settings)
        let frameCount = channels.first?.count ?? 0
        guard
            let buffer = AVAudioPCMBuffer(
                pcmFormat: file.processingFormat, frameCapacity: AVAudioFrameCount(frameCount)),
            let pointers = buffer.floatChannelData
        else { return }
        buffer.frameLength = AVAudioFrameCount(frameCount)
        for (channel, samples) in channels.enumerated() {
            for (frame, sample) in samples.enumerated() { pointers[channel][frame] = sample }
        }
        try file.write(from: buffer)
    }
}
