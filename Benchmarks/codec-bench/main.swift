// Codecs through AVAudioFile beside ffmpeg's whole-file runs of the same files, on one core.
//
//   Scripts/bench codec-bench [WAVE]
//
// Times are the best of three runs, in processor time; files lie in memory (/dev/shm). The sound is the demo's music, repeated to
// three minutes, or the file that is named. SORDINO_CODECS=library measures libavcodec behind the same calls.

import AVFAudio
import BenchmarkRatios
import Glibc

let folder = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
let stem = "\(folder)/sordino-bench-\(getpid())"
var made: [String] = []
defer { for path in made { unlink(path) } }

func processorSeconds(_ who: __rusage_who) -> Double {
    var usage = rusage()
    getrusage(__rusage_who_t(who.rawValue), &usage)
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) * 1e-6 }
    return seconds(usage.ru_utime) + seconds(usage.ru_stime)
}

func best(_ usage: __rusage_who, _ body: () throws -> Void) rethrows -> Double {
    var least = Double.infinity
    for _ in 0..<3 {
        let start = processorSeconds(usage)
        try body()
        least = min(least, processorSeconds(usage) - start)
    }
    return least
}

func ffmpeg(_ words: [String]) -> Bool {
    let all = ["ffmpeg", "-nostdin", "-v", "error", "-y", "-threads", "1"] + words
    var pointers = all.map { strdup($0) } + [nil]
    defer { for word in pointers { free(word) } }
    var process = pid_t()
    guard posix_spawnp(&process, "ffmpeg", nil, nil, &pointers, environ) == 0 else { return false }
    var status: Int32 = 0
    waitpid(process, &status, 0)
    return status == 0
}

@MainActor func path(_ suffix: String) -> String {
    made.append("\(stem)\(suffix)")
    return "\(stem)\(suffix)"
}

func line(_ what: String, _ text: String) { print(what.padding(toLength: 34, withPad: " ", startingAt: 0) + text) }

func row(_ what: String, ours: Double, peer: Double, of seconds: Double, note: String = "") {
    Ratios.less("codec: \(what)", ours: ours, theirs: peer)
    line(
        what,
        String(
            format: "ours %7.0f x real time  ffmpeg %7.0f  ratio %5.2f  ", seconds / ours, seconds / peer, peer / ours)
            + note)
}

/// Reads a whole file as a program does; returns its frames.
@discardableResult func read(_ path: String, upTo limit: Double = .infinity) throws -> Double {
    let file = try AVAudioFile(forReading: URL(fileURLWithPath: path))
    guard let buffer = AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: 8192) else { return 0 }
    var frames = 0.0
    while file.framePosition < file.length, frames < limit * file.processingFormat.sampleRate {
        buffer.frameLength = 0
        try file.read(into: buffer)
        frames += Double(buffer.frameLength)
    }
    return frames / file.processingFormat.sampleRate
}

func write(_ path: String, _ source: String, _ settings: [String: Any]) throws {
    let from = try AVAudioFile(forReading: URL(fileURLWithPath: source))
    let to = try AVAudioFile(forWriting: URL(fileURLWithPath: path), settings: settings)
    guard let buffer = AVAudioPCMBuffer(pcmFormat: from.processingFormat, frameCapacity: 8192) else { return }
    while from.framePosition < from.length {
        buffer.frameLength = 0
        try from.read(into: buffer)
        try to.write(from: buffer)
    }
}

func byteCount(_ path: String) -> Double {
    var status = stat()
    return stat(path, &status) == 0 ? Double(status.st_size) : 0
}

let named = CommandLine.arguments.dropFirst().first
let source = named ?? "Examples/Demo/Recordings/music.wav"
let (music, speech) = (path(".wav"), path("-8k.wav"))
let loop = named == nil ? ["-stream_loop", "-1"] : []
guard ffmpeg(loop + ["-i", source, "-t", "180", "-ar", "44100", "-ac", "2", music]),
    ffmpeg(["-i", music, "-ar", "8000", "-ac", "1", speech])
else {
    print("codec-bench: ffmpeg is not installed, or \(source) cannot be read")
    exit(2)
}
let seconds = try read(music)
setenv("TMPDIR", folder, 1)

/// Kilobytes that the process occupies.
func memory() -> Int {
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    return (text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * Int(getpagesize()) / 1024
}

// The first file of its kind in a process: opened, and one second of it read.
for (ending, words) in [("m4a", ["-c:a", "aac", "-b:a", "128k"]), ("mp3", ["-c:a", "libmp3lame", "-b:a", "128k"])] {
    let first = path("-first.\(ending)")
    guard ffmpeg(["-i", music] + words + [first]) else { continue }
    let (before, start) = (memory(), DispatchTime.now())
    try read(first, upTo: 1)
    let milliseconds = Double(DispatchTime.now().uptimeNanoseconds - start.uptimeNanoseconds) * 1e-6
    line("first \(ending), open and one second", String(format: "%.1f ms, %d KiB", milliseconds, memory() - before))
}

let decoded: [(String, String, [String])] = [
    ("AAC-LC 128 kb/s", ".m4a", ["-c:a", "aac", "-b:a", "128k"]),
    ("AAC-LC 256 kb/s", "-256.m4a", ["-c:a", "aac", "-b:a", "256k"]),
    ("MP3 128 kb/s", ".mp3", ["-c:a", "libmp3lame", "-b:a", "128k"]),
    ("MP3 320 kb/s", "-320.mp3", ["-c:a", "libmp3lame", "-b:a", "320k"]),
    ("MP2 192 kb/s", ".mp2", ["-c:a", "mp2", "-b:a", "192k"]),
    ("Apple Lossless", "-alac.m4a", ["-c:a", "alac"]),
    ("FLAC", ".flac", ["-c:a", "flac"]),
]
for (name, suffix, words) in decoded {
    let file = path(suffix)
    guard ffmpeg(["-i", music] + words + [file]) else { continue }
    let ours = try best(RUSAGE_SELF) { try read(file) }
    let peer = best(RUSAGE_CHILDREN) { _ = ffmpeg(["-i", file, "-f", "null", "-"]) }
    row("decode \(name)", ours: ours, peer: peer, of: seconds)
}

/// Settings of a stereo file of 44.1 kHz.
func settings(_ id: AudioFormatID, _ more: [String: Any] = [:]) -> [String: Any] {
    [AVFormatIDKey: id, AVSampleRateKey: 44100.0, AVNumberOfChannelsKey: 2].merging(more) { $1 }
}

// No encoder of ffmpeg in Debian makes these: Sordino's does.
let replicated: [(String, String, [String: Any])] = [
    ("HE-AAC 64 kb/s", "-he.m4a", settings(kAudioFormatMPEG4AAC_HE, [AVEncoderBitRateKey: 64_000])),
    ("HE-AAC v2 32 kb/s", "-he2.m4a", settings(kAudioFormatMPEG4AAC_HE_V2, [AVEncoderBitRateKey: 32_000])),
]
for (name, suffix, settings) in replicated {
    let file = path(suffix)
    try write(file, music, settings)
    let ours = try best(RUSAGE_SELF) { try read(file) }
    let peer = best(RUSAGE_CHILDREN) { _ = ffmpeg(["-i", file, "-f", "null", "-"]) }
    row("decode \(name)", ours: ours, peer: peer, of: seconds)
}

let encoded: [(String, String, [String: Any], [String])] = [
    (
        "AAC-LC 128 kb/s", ".m4a", settings(kAudioFormatMPEG4AAC, [AVEncoderBitRateKey: 128_000]),
        ["-c:a", "aac", "-b:a", "128k"]
    ),
    ("Apple Lossless", ".m4a", settings(kAudioFormatAppleLossless, [AVEncoderBitDepthHintKey: 16]), ["-c:a", "alac"]),
    ("FLAC", ".flac", settings(kAudioFormatFLAC, [AVEncoderBitDepthHintKey: 16]), ["-c:a", "flac"]),
]
for (name, suffix, settings, words) in encoded {
    let (mine, theirs) = (path("-ours\(suffix)"), path("-theirs\(suffix)"))
    let ours = try best(RUSAGE_SELF) { try write(mine, music, settings) }
    let peer = best(RUSAGE_CHILDREN) { _ = ffmpeg(["-i", music] + words + [theirs]) }
    row(
        "encode \(name)", ours: ours, peer: peer, of: seconds,
        note: String(format: "size %.3f of ffmpeg's", byteCount(mine) / max(1, byteCount(theirs))))
}

// Codecs that no peer has: the share of a core.
let talk: [(String, String, String, [String: Any])] = [
    (
        "iLBC, 8 kHz mono", ".caf", speech,
        [AVFormatIDKey: kAudioFormatiLBC, AVSampleRateKey: 8000.0, AVNumberOfChannelsKey: 1]
    ),
    ("AAC-LD, stereo", ".m4a", music, settings(kAudioFormatMPEG4AAC_LD)),
    ("AAC-ELD, stereo", ".m4a", music, settings(kAudioFormatMPEG4AAC_ELD)),
]
for (name, suffix, source, settings) in talk {
    let file = path("-\(name.prefix(7))\(suffix)")
    do {
        let plain = try best(RUSAGE_SELF) { try read(source) }
        let writing = try best(RUSAGE_SELF) { try write(file, source, settings) } - plain
        let reading = try best(RUSAGE_SELF) { try read(file) }
        line(
            name,
            String(
                format: "encode %.2f %%, decode %.2f %% of a core", 100 * writing / seconds, 100 * reading / seconds))
    } catch { line(name, "\(error)") }
}
