// The cost of AVFAudio for programs: files read in small steps, conversions call by call, Opus decoded.
//
//   Scripts/bench file-bench
//
// Times are the best of several runs, in processor time; files lie in memory (/dev/shm). Peers: libsndfile, libswresample, ffmpeg.

import AVFAudio
import BenchmarkRatios
import CSndfilePeer
import CSwresamplePeer
import Glibc

let folder = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
let blockFrameCount: AVAudioFrameCount = 512

func seconds(_ usage: Int32) -> Double {
    var spent = rusage()
    getrusage(usage, &spent)
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) * 1e-6 }
    return seconds(spent.ru_utime) + seconds(spent.ru_stime)
}

func best(of runs: Int, _ body: () throws -> Void) rethrows -> Double {
    var least = Double.infinity
    for _ in 0..<runs {
        var start = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &start)
        try body()
        var end = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end)
        least = min(least, Double(end.tv_sec - start.tv_sec) + Double(end.tv_nsec - start.tv_nsec) * 1e-9)
    }
    return least
}

func report(
    _ what: String, ours: Double, peer: Double, _ unit: String, _ name: String, isSpeed: Bool = false
) {
    let row = "file: \(what)"
    if isSpeed { Ratios.more(row, ours: ours, theirs: peer) } else { Ratios.less(row, ours: ours, theirs: peer) }
    let line = String(format: " ours %9.3f %@  %@ %9.3f  ratio %5.2f", ours, unit, name, peer, ours / peer)
    print(what.padding(toLength: 44, withPad: " ", startingAt: 0) + line)
}

func run(_ words: [String]) -> Bool {
    var pointers = words.map { strdup($0) } + [nil]
    defer { for word in pointers { free(word) } }
    var process = pid_t()
    guard posix_spawnp(&process, words[0], nil, nil, &pointers, environ) == 0 else { return false }
    var status: Int32 = 0
    waitpid(process, &status, 0)
    return status == 0
}

func format(_ kind: AVAudioCommonFormat, _ rate: Double, interleaved: Bool) -> AVAudioFormat {
    guard let format = AVAudioFormat(commonFormat: kind, sampleRate: rate, channels: 2, interleaved: interleaved) else {
        preconditionFailure("stereo is a format")
    }
    return format
}

func buffer(_ format: AVAudioFormat, _ frameCount: AVAudioFrameCount) -> AVAudioPCMBuffer {
    guard let buffer = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: frameCount) else {
        preconditionFailure("there is memory for a block")
    }
    return buffer
}

// A file of two minutes, in steps of 64 frames.
let wave = URL(fileURLWithPath: "\(folder)/sordino-bench-\(getpid()).wav")
let opus = URL(fileURLWithPath: "\(folder)/sordino-bench-\(getpid()).opus")
defer { for url in [wave, opus] { unlink(url.path) } }
let second = buffer(format(.pcmFormatFloat32, 48000, interleaved: false), 48000)
second.frameLength = 48000
var noise: UInt32 = 1
for frame in 0..<48000 {
    noise = noise &* 1_664_525 &+ 1_013_904_223
    let value = 0.3 * sinf(Float(frame) * 0.06) + Float(Int32(bitPattern: noise)) * 0x1p-34
    for channel in 0..<2 { second.floatChannelData?[channel][frame] = channel == 0 ? value : 0.7 * value }
}
do {
    let settings: [String: Any] = [
        AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 48000.0, AVNumberOfChannelsKey: 2,
        AVLinearPCMBitDepthKey: 16,
    ]
    let file = try AVAudioFile(forWriting: wave, settings: settings)
    for _ in 0..<120 { try file.write(from: second) }
}
let stepCount = 120 * 48000 / 64
let steps = try best(of: 5) {
    let file = try AVAudioFile(forReading: wave)
    let block = buffer(file.processingFormat, 64)
    for _ in 0..<stepCount { try file.read(into: block) }
}
let peerSteps = best(of: 5) { _ = csndfile_peer_read(wave.path, 64) }
report(
    "AVAudioFile.read of 64 frames, 16 bits, stereo", ours: steps * 1e6 / Double(stepCount),
    peer: peerSteps * 1e6 / Double(stepCount), "µs a call", "libsndfile")

// Conversions of one stream, 512 frames of output a call.
@MainActor func convert(_ from: AVAudioFormat, _ to: AVAudioFormat, calls: Int) -> Double {
    guard let converter = AVAudioConverter(from: from, to: to) else { preconditionFailure("there is a way") }
    let (input, output) = (buffer(from, blockFrameCount), buffer(to, blockFrameCount))
    input.frameLength = blockFrameCount
    for channel in 0..<2 {
        for frame in 0..<Int(blockFrameCount) {
            input.floatChannelData?[channel][frame] = second.floatChannelData?[channel][frame] ?? 0
        }
    }
    return best(of: 5) {
        for _ in 0..<calls {
            let status = converter.convert(to: output, error: nil) { _, status in
                status.pointee = .haveData
                return input
            }
            precondition(status == .haveData && output.frameLength == blockFrameCount, "a whole block")
        }
    }
}
let calls = 40_000
let frames = Double(calls) * Double(blockFrameCount)
let planar = [Float](repeating: 0.25, count: 2 * Int(blockFrameCount))
for (name, from, inputRate) in [
    ("int16 -> float", format(.pcmFormatInt16, 48000, interleaved: true), 48000),
    ("44.1 -> 48 kHz", format(.pcmFormatFloat32, 44100, interleaved: false), 44100),
] {
    let ours = convert(from, format(.pcmFormatFloat32, 48000, interleaved: false), calls: calls)
    var made: Int64 = 0
    let peer = best(of: 5) {
        made = cswresample_peer_convert(
            planar, inputRate == 48000 ? 1 : 0, Int32(blockFrameCount), Int32(inputRate), 48000, Int64(calls))
    }
    report(
        "AVAudioConverter, calls of 512, \(name)", ours: ours * 1e9 / frames, peer: peer * 1e9 / Double(made),
        "ns a frame", "libswresample")
}

// Ten minutes of music in Opus, decoded to the end.
for kind in ["128k", "24k"] {
    let sound =
        "aevalsrc=0.3*sin(1900*t)+0.1*sin(9000*t)+0.2*(random(0)-0.5)|0.3*sin(1300*t)+0.2*(random(1)-0.5):s=48000:d=600"
    guard run(["ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", sound, "-c:a", "libopus", "-b:a", kind, opus.path])
    else {
        print("Opus: ffmpeg is not there")
        break
    }
    let decoding = try best(of: 2) {
        let file = try AVAudioFile(forReading: opus)
        let block = buffer(file.processingFormat, 4096)
        while file.framePosition < file.length { try file.read(into: block) }
    }
    let before = seconds(RUSAGE_CHILDREN.rawValue)
    let hasPeer = run(["ffmpeg", "-v", "error", "-threads", "1", "-i", opus.path, "-f", "null", "-"])
    let peer = hasPeer ? seconds(RUSAGE_CHILDREN.rawValue) - before : .nan
    report("Opus decoding, \(kind)", ours: 600 / decoding, peer: 600 / peer, "x real time", "ffmpeg", isSpeed: true)
}
