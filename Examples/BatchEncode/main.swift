// A folder's sound files as AAC, on all cores, with progress: swift run batch-encode FOLDER OUTPUT_FOLDER

import AVFAudio

/// Encodes one file; what could not be completed does not stay.
func encode(_ source: URL, to target: URL) throws {
    let input = try AVAudioFile(forReading: source)
    do { try encode(input, to: target) } catch {
        try? FileManager.default.removeItem(at: target)
        throw error
    }
}

private func encode(_ input: AVAudioFile, to target: URL) throws {
    let format = input.processingFormat
    var settings: [String: Any] = [
        AVFormatIDKey: kAudioFormatMPEG4AAC, AVNumberOfChannelsKey: Int(format.channelCount),
        // More is not audible, and AAC has no more than 96 kHz.
        AVSampleRateKey: format.sampleRate > 48000 ? 48000 : format.sampleRate,
        AVEncoderAudioQualityKey: AVAudioQuality.high.rawValue,
    ]
    if let layout = format.channelLayout, format.channelCount > 2 {
        let size = MemoryLayout<AudioChannelLayout>.size
        settings[AVChannelLayoutKey] = Data(bytes: layout.layout, count: size)
    }
    let output = try AVAudioFile(
        forWriting: target, settings: settings, commonFormat: .pcmFormatFloat32, interleaved: false)
    guard let converter = AVAudioConverter(from: format, to: output.processingFormat),
        let read = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 16384),
        let converted = AVAudioPCMBuffer(pcmFormat: output.processingFormat, frameCapacity: 16384)
    else { throw CocoaError(.fileReadUnsupportedScheme) }
    var failure: Error?
    while true {
        var conversionError: NSError?
        let status = converter.convert(to: converted, error: &conversionError) { _, status in
            read.frameLength = 0
            // Reading at the end is an error.
            if input.framePosition < input.length {
                do { try input.read(into: read) } catch { failure = error }
            }
            status.pointee = read.frameLength > 0 ? .haveData : .endOfStream
            return read.frameLength > 0 ? read : nil
        }
        if let error = failure ?? conversionError { throw error }
        if converted.frameLength > 0 { try output.write(from: converted) }
        if status == .endOfStream { break }
    }
}

guard CommandLine.arguments.count == 3 else {
    FileHandle.standardError.write(Data("usage: batch-encode FOLDER OUTPUT_FOLDER\n".utf8))
    exit(2)
}
let (source, target) = (URL(fileURLWithPath: CommandLine.arguments[1]), URL(fileURLWithPath: CommandLine.arguments[2]))
try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
let known: Set = ["wav", "aif", "aiff", "caf", "flac", "mp3", "m4a", "au", "ogg", "opus"]
let files = try FileManager.default.contentsOfDirectory(at: source, includingPropertiesForKeys: [.isRegularFileKey])
    .filter { file in
        let isFile = try file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true
        return isFile && known.contains(file.pathExtension.lowercased())
    }
    .sorted { $0.path < $1.path }

// song.wav and song.flac become song.m4a and song-1.m4a.
var taken: Set<String> = []
let jobs = files.map { file in
    let base = file.deletingPathExtension().lastPathComponent
    var (name, number) = (base, 0)
    while !taken.insert(name).inserted {
        number += 1
        name = "\(base)-\(number)"
    }
    return (source: file, target: target.appendingPathComponent(name + ".m4a"))
}

// As many files at a time as there are cores; the group is notified of each that is done.
var failures = 0
await withTaskGroup(of: (URL, String?).self) { group in
    var waiting = jobs[...]
    func begin() {
        guard let job = waiting.popFirst() else { return }
        group.addTask {
            do {
                try encode(job.source, to: job.target)
                return (job.source, nil)
            } catch { return (job.source, (error as NSError).localizedDescription) }
        }
    }
    for _ in 0..<ProcessInfo.processInfo.activeProcessorCount { begin() }
    var done = 0
    for await (file, failure) in group {
        done += 1
        if failure != nil { failures += 1 }
        print("[\(done)/\(jobs.count)] \(file.lastPathComponent)\(failure.map { ": \($0)" } ?? "")")
        begin()
    }
}
exit(failures == 0 ? 0 : 1)
