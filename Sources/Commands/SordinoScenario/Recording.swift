import AVFAudio
import SordinoDevice
import SordinoSession

/// A sound file of a scenario: where it lies, and its samples for the drawing.
struct Recording {
    let url: URL
    /// One channel, the mean of all.
    let samples: [Float]
    let sampleRate: Double

    /// Reads the file of a sound.
    ///
    /// - Throws: `ScenarioError` that names the file and the line of the script.
    init(_ sound: Scenario.Sound, in folder: URL) throws(ScenarioError) {
        let url = folder.appendingPathComponent(sound.file)
        guard FileManager.default.fileExists(atPath: url.path) else {
            throw ScenarioError(line: sound.line, sentence: "the sound \(sound.file) is not there: no file \(url.path)")
        }
        do {
            let file = try AVAudioFile(forReading: url)
            guard
                let buffer = AVAudioPCMBuffer(
                    pcmFormat: file.processingFormat, frameCapacity: AVAudioFrameCount(max(file.length, 1)))
            else { throw ScenarioError(line: sound.line, sentence: "the sound \(sound.file) is too long") }
            try file.read(into: buffer)
            guard let channels = buffer.floatChannelData else {
                throw ScenarioError(line: sound.line, sentence: "the sound \(sound.file) has no float samples")
            }
            let channelCount = Int(buffer.format.channelCount)
            samples = (0..<Int(buffer.frameLength)).map { frame in
                (0..<channelCount).reduce(Float(0)) { $0 + channels[$1][frame] } / Float(channelCount)
            }
            self.url = url
            sampleRate = buffer.format.sampleRate
        } catch let error as ScenarioError {
            throw error
        } catch {
            throw ScenarioError(
                line: sound.line, sentence: "the sound \(url.path) cannot be read: \(error.localizedDescription)")
        }
    }

    /// As a sound of the system, at most ten seconds of it.
    var loop: LoopingVoice.Recording {
        LoopingVoice.Recording(samples: Array(samples.prefix(Int(sampleRate * 10))), sampleRate: sampleRate)
    }
}
