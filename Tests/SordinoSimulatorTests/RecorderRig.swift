import AVFAudio
import SordinoSimulator
import Synchronization
import Testing

/// A program on a simulated telephone that records, in a folder that goes away with the test.
final class RecorderRig {
    let device = SimulatedDevice(.phone)
    let app: SimulatedApp
    let folder: URL

    /// - Parameter permission: Whether the program may record.
    init(permission: AVAudioSession.RecordPermission = .granted, activates: Bool = true) throws {
        app = device.app("Memo", backgroundModes: .audio, recordPermission: permission)
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("recorder-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        if activates { try app.activate(.record) } else { try app.perform { try app.session.setCategory(.record) } }
        device.advance(0.2)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func url(_ name: String) -> URL { folder.appendingPathComponent(name) }

    /// The microphone hears these samples from now on.
    func hear(_ sound: Sound, at port: AVAudioSession.Port = .builtInMic, repeats: Bool = false) {
        device.microphone(port, hears: .recording(sound.channels, sampleRate: sound.sampleRate, repeats: repeats))
    }

    /// Lets so many seconds pass, to the end of a block.
    ///
    /// - Returns: Frames of the device that came, at 48 kHz.
    @discardableResult
    func advance(_ seconds: Double) -> Int {
        let start = device.now
        device.advance(seconds)
        return Int(((device.now - start) * 48_000).rounded())
    }

    func recorder(_ name: String, _ settings: [String: Any]) throws -> AVAudioRecorder {
        try app.perform { try AVAudioRecorder(url: url(name), settings: settings) }
    }

    /// Linear samples that hold floats of 24 bits and fewer as they are.
    static func linear(
        bits: Int = 32, isFloat: Bool = true, rate: Double = 48_000, channels: Int = 1, isBig: Bool = false
    ) -> [String: Any] {
        [
            AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: rate, AVNumberOfChannelsKey: channels,
            AVLinearPCMBitDepthKey: bits, AVLinearPCMIsFloatKey: isFloat, AVLinearPCMIsBigEndianKey: isBig,
        ]
    }

    /// All samples of a file, channel by channel.
    static func samples(_ url: URL) throws -> [[Float]] {
        let file = try AVAudioFile(forReading: url)
        guard file.length > 0 else { return [] }
        let buffer = try #require(
            AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: AVAudioFrameCount(file.length)))
        try file.read(into: buffer)
        let channels = try #require(buffer.floatChannelData)
        return (0..<Int(file.processingFormat.channelCount)).map {
            Array(UnsafeBufferPointer(start: channels[$0], count: Int(buffer.frameLength)))
        }
    }
}

/// Writes down what a recorder says.
final class RecorderOwner: NSObject, AVAudioRecorderDelegate, @unchecked Sendable {
    private let kept = Mutex<[String]>([])
    private let errors = Mutex<[NSError]>([])

    var calls: [String] { kept.withLock { $0 } }
    var codes: [Int] { errors.withLock { $0.map(\.code) } }

    private func note(_ call: String) { kept.withLock { $0.append(call) } }

    func audioRecorderDidFinishRecording(_ recorder: AVAudioRecorder, successfully flag: Bool) {
        note("finished \(flag)")
    }

    func audioRecorderEncodeErrorDidOccur(_ recorder: AVAudioRecorder, error: (any Error)?) {
        note("error")
        if let error { errors.withLock { $0.append(error as NSError) } }
    }

    func audioRecorderBeginInterruption(_ recorder: AVAudioRecorder) { note("began") }

    func audioRecorderEndInterruption(_ recorder: AVAudioRecorder, withOptions flags: Int) { note("ended \(flags)") }
}
