import AVFAudio

/// A recording of the demo: where it lies, and its samples for the drawing.
struct Recording {
    let url: URL
    /// One channel, the mean of all.
    let samples: [Float]
    let sampleRate: Double

    init(_ name: String) throws {
        guard let url = Bundle.module.url(forResource: "Recordings/\(name)", withExtension: nil) else {
            throw DemoError.noRecording(name)
        }
        let file = try AVAudioFile(forReading: url)
        guard
            let buffer = AVAudioPCMBuffer(
                pcmFormat: file.processingFormat, frameCapacity: AVAudioFrameCount(file.length))
        else { throw DemoError.noRecording(name) }
        try file.read(into: buffer)
        guard let channels = buffer.floatChannelData else { throw DemoError.noRecording(name) }
        let channelCount = Int(buffer.format.channelCount)
        samples = (0..<Int(buffer.frameLength)).map { frame in
            (0..<channelCount).reduce(Float(0)) { $0 + channels[$1][frame] } / Float(channelCount)
        }
        self.url = url
        sampleRate = buffer.format.sampleRate
    }
}

/// All recordings; who made them is in `Recordings/ORIGINS.md`.
struct Recordings {
    let music: Recording
    let podcast: Recording
    let navigation: Recording
    let game: Recording
    let gamePoint: Recording
    let ringtone: Recording
    let alarm: Recording

    init() throws {
        music = try Recording("music.wav")
        podcast = try Recording("podcast.aiff")
        navigation = try Recording("navigation.wav")
        game = try Recording("game.caf")
        gamePoint = try Recording("game-point.wav")
        ringtone = try Recording("ringtone.wav")
        alarm = try Recording("alarm.aiff")
    }
}

/// What can go wrong before the demo begins.
enum DemoError: Error, CustomStringConvertible {
    case noRecording(String)
    case noFolder(String)

    var description: String {
        switch self {
        case .noRecording(let name): "the recording \(name) is missing or unreadable"
        case .noFolder(let path): "the folder \(path) cannot be made"
        }
    }
}
