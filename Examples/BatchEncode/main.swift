// A folder's sound files as AAC, on all cores, with progress: swift run batch-encode FOLDER OUTPUT_FOLDER

import AVFAudio

/// Encodes one file.
func encode(_ source: URL, to target: URL) throws {
    let input = try AVAudioFile(forReading: source)
    let format = input.processingFormat
    let settings: [String: Any] = [
        AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: format.sampleRate,
        AVNumberOfChannelsKey: Int(format.channelCount), AVEncoderBitRateKey: 64000 * Int(format.channelCount),
    ]
    let output = try AVAudioFile(
        forWriting: target, settings: settings, commonFormat: .pcmFormatFloat32, interleaved: false)
    guard let buffer = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 16384) else { return }
    while input.framePosition < input.length {
        try input.read(into: buffer)
        if buffer.frameLength == 0 { break }
        try output.write(from: buffer)
    }
}

guard CommandLine.arguments.count == 3 else {
    FileHandle.standardError.write(Data("usage: batch-encode FOLDER OUTPUT_FOLDER\n".utf8))
    exit(2)
}
let (source, target) = (URL(fileURLWithPath: CommandLine.arguments[1]), URL(fileURLWithPath: CommandLine.arguments[2]))
try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
let known: Set = ["wav", "aif", "aiff", "caf", "flac", "mp3", "m4a", "au", "ogg", "opus"]
let files = try FileManager.default.contentsOfDirectory(at: source, includingPropertiesForKeys: nil)
    .filter { known.contains($0.pathExtension.lowercased()) }.sorted { $0.path < $1.path }

// As many files at a time as there are cores; the group hears of each that is done.
await withTaskGroup(of: (URL, String?).self) { group in
    var waiting = files[...]
    func begin() {
        guard let file = waiting.popFirst() else { return }
        let name = file.deletingPathExtension().lastPathComponent + ".m4a"
        group.addTask {
            do {
                try encode(file, to: target.appendingPathComponent(name))
                return (file, nil)
            } catch { return (file, (error as NSError).localizedDescription) }
        }
    }
    for _ in 0..<ProcessInfo.processInfo.activeProcessorCount { begin() }
    var done = 0
    for await (file, failure) in group {
        done += 1
        print("[\(done)/\(files.count)] \(file.lastPathComponent)\(failure.map { ": \($0)" } ?? "")")
        begin()
    }
}
