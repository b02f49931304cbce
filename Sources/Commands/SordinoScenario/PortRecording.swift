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

    /// Lays the sound of a port on the story's time line.
    init(_ output: SimulatedOutput, number: Int, durationSeconds: Double) {
        sampleRate = 48_000
        fileName = number > 1 ? "\(output.portType.rawValue) \(number).wav" : "\(output.portType.rawValue).wav"
        name = output.portType.rawValue
        detail = "\(output.channelCount == 1 ? "mono" : "stereo"), 48 kHz"
        uid = output.uid
        let frameCount = Int((durationSeconds * 48_000).rounded())
        var channels = [[Float]](repeating: [Float](repeating: 0, count: frameCount), count: output.channelCount)
        for stretch in output.stretches {
            let first = Int((stretch.start * 48_000).rounded())
            for (channel, samples) in Self.at48kHz(stretch).enumerated() where channel < channels.count {
                let past = min(first + samples.count, frameCount)
                if first < past { channels[channel].replaceSubrange(first..<past, with: samples[..<(past - first)]) }
            }
        }
        self.channels = channels
    }

    /// Returns the samples of a stretch at the rate of the recording.
    private static func at48kHz(_ stretch: SimulatedOutput.Stretch) -> [[Float]] {
        let frameCount = stretch.channels.first?.count ?? 0
        guard stretch.sampleRate != 48_000, frameCount > 0 else { return stretch.channels }
        return stretch.channels.map { samples in
            guard
                let from = AVAudioFormat(standardFormatWithSampleRate: stretch.sampleRate, channels: 1),
                let to = AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 1),
                let converter = AVAudioConverter(from: from, to: to),
                let input = AVAudioPCMBuffer(pcmFormat: from, frameCapacity: AVAudioFrameCount(frameCount)),
                let output = AVAudioPCMBuffer(
                    pcmFormat: to,
                    frameCapacity: AVAudioFrameCount((Double(frameCount) * 48_000 / stretch.sampleRate).rounded(.up)))
            else { return [] }
            input.frameLength = input.frameCapacity
            for (frame, sample) in samples.enumerated() { input.floatChannelData?[0][frame] = sample }
            var isGiven = false
            converter.convert(to: output, error: nil) { _, status in
                status.pointee = isGiven ? .endOfStream : .haveData
                defer { isGiven = true }
                return isGiven ? nil : input
            }
            return Array(UnsafeBufferPointer(start: output.floatChannelData?[0], count: Int(output.frameLength)))
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
