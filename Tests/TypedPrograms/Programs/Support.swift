// swift-format-ignore-file
import AVFoundation

/// Ends the program with a sentence when `condition` does not hold.
func check(_ condition: @autoclosure () throws -> Bool, _ sentence: String) {
    do {
        if try condition() { return }
        print("FAILED: \(sentence)")
    } catch { print("FAILED: \(sentence): \(error)") }
    exit(1)
}

/// Ends the program with a sentence when a C call did not succeed.
func check(_ status: OSStatus, _ sentence: String) {
    check(status == noErr, "\(sentence): status \(status)")
}

/// Runs the main run loop until `condition` holds, for ten minutes at most.
@discardableResult
func wait(until condition: () -> Bool) -> Bool {
    // The test that runs the program waits for its words.
    fflush(nil)
    for _ in 0..<60_000 {
        if condition() { return true }
        RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.01))
    }
    return false
}

/// The program's folder for files, removed when it ends.
let folder: URL = {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("typed-\(getpid())")
    try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    return url
}()

/// Writes a sine of `seconds` and returns where it is.
func sine(
    _ name: String = "sine.wav", hertz: Double = 440, seconds: Double = 1, rate: Double = 44_100, channels: Int = 2,
    settings: [String: Any]? = nil
) throws -> URL {
    let url = folder.appendingPathComponent(name)
    let settings =
        settings ?? [
            AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: rate, AVNumberOfChannelsKey: channels,
            AVLinearPCMBitDepthKey: 16, AVLinearPCMIsFloatKey: false, AVLinearPCMIsBigEndianKey: false,
        ]
    let file = try AVAudioFile(forWriting: url, settings: settings)
    let buffer = AVAudioPCMBuffer(
        pcmFormat: file.processingFormat, frameCapacity: AVAudioFrameCount(seconds * rate))!
    buffer.frameLength = buffer.frameCapacity
    for channel in 0..<Int(file.processingFormat.channelCount) {
        for frame in 0..<Int(buffer.frameLength) {
            buffer.floatChannelData![channel][frame] = 0.5 * Float(sin(2 * .pi * hertz * Double(frame) / rate))
        }
    }
    try file.write(from: buffer)
    return url
}

/// The root mean square of one channel.
func rms(_ buffer: AVAudioPCMBuffer, channel: Int = 0) -> Float {
    let samples = buffer.floatChannelData![channel]
    var sum: Float = 0
    for frame in 0..<Int(buffer.frameLength) { sum += samples[frame] * samples[frame] }
    return (sum / Float(max(buffer.frameLength, 1))).squareRoot()
}
