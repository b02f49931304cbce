// The cost of assets for programs: decoding by a reader, the start of a player, opening a long file, sample buffers, and the start of
// programs with and without the porting kit.
//
//   Scripts/bench asset-bench
//
// Times are the best of several runs; files lie in memory (/dev/shm). The peer of the reader is AVAudioFile.

import AVFoundation
import BenchmarkRatios
import Glibc

let folder = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"

func now(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}

func best(of runs: Int, clock: clockid_t = CLOCK_PROCESS_CPUTIME_ID, _ body: () throws -> Void) rethrows -> Double {
    var least = Double.infinity
    for _ in 0..<runs {
        let start = now(clock)
        try body()
        least = min(least, now(clock) - start)
    }
    return least
}

func report(_ what: String, _ ours: Double, _ unit: String, budget: Double) {
    show(
        what.padding(toLength: 46, withPad: " ", startingAt: 0)
            + String(format: " %10.3f %@  budget %8.3f  %@", ours, unit, budget, ours <= budget ? "met" : "missed"))
}

/// Shows a line at once, also in a file.
func show(_ line: String) {
    print(line)
    fflush(nil)
}

func url(_ name: String) -> URL { URL(fileURLWithPath: "\(folder)/sordino-assets-\(getpid())-\(name)") }
let names = ["a.wav", "a.m4a", "long.m4a", "long.wav", "written.wav", "plain.wav"]
defer { for name in names { unlink(url(name).path) } }

/// Writes so many seconds of a quiet noise.
func write(_ name: String, seconds: Int, _ settings: [String: Any]) throws {
    guard let format = AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2),
        let buffer = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 48_000)
    else { preconditionFailure("stereo is a format") }
    buffer.frameLength = 48_000
    var noise: UInt32 = 1
    for frame in 0..<48_000 {
        noise = noise &* 1_664_525 &+ 1_013_904_223
        for channel in 0..<2 {
            buffer.floatChannelData?[channel][frame] =
                0.3 * sinf(Float(frame) * 0.06) + Float(Int32(bitPattern: noise)) * 0x1p-36
        }
    }
    let file = try AVAudioFile(forWriting: url(name), settings: settings)
    for _ in 0..<seconds { try file.write(from: buffer) }
    file.close()
}

let wave: [String: Any] = [
    AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 2,
    AVLinearPCMBitDepthKey: 16, AVLinearPCMIsFloatKey: false,
]
let aac: [String: Any] = [
    AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 2, AVEncoderBitRateKey: 64_000,
]
try write("a.wav", seconds: 120, wave)
try write("long.wav", seconds: 7_200, wave)
let hasAAC = (try? write("a.m4a", seconds: 120, aac)) != nil

/// Puts the packets of a file one after the other into another, again and again: encoding two hours of noise takes minutes.
func repeatPackets(of name: String, into other: String, times: Int) throws {
    let asset = AVURLAsset(url: url(name))
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderTrackOutput(track: asset.tracks[0], outputSettings: nil)
    reader.add(output)
    reader.startReading()
    var buffers: [CMSampleBuffer] = []
    while let buffer = output.copyNextSampleBuffer() { buffers.append(buffer) }
    let writer = try AVAssetWriter(outputURL: url(other), fileType: .m4a)
    let input = AVAssetWriterInput(mediaType: .audio, outputSettings: nil)
    writer.add(input)
    writer.startWriting()
    writer.startSession(atSourceTime: .zero)
    for _ in 0..<times { for buffer in buffers { input.append(buffer) } }
    let done = DispatchSemaphore(value: 0)
    writer.finishWriting { done.signal() }
    done.wait()
    precondition(writer.status == .completed, "\(String(describing: writer.error))")
}
if hasAAC { try repeatPackets(of: "a.m4a", into: "long.m4a", times: 60) }

// Decoding: two minutes to floats, by a reader and by AVAudioFile.
for name in ["a.wav", "a.m4a"] where hasAAC || name == "a.wav" {
    let file = try AVAudioFile(forReading: url(name))
    guard let buffer = AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: 8192) else { break }
    let theirs = try best(of: 7) {
        file.framePosition = 0
        while file.framePosition < file.length { try file.read(into: buffer) }
    }
    let settings: [String: Any] = [
        AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMIsFloatKey: true, AVLinearPCMBitDepthKey: 32,
        AVLinearPCMIsNonInterleaved: true,
    ]
    let asset = AVURLAsset(url: url(name))
    let track = asset.tracks[0]
    let ours = try best(of: 7) {
        let reader = try AVAssetReader(asset: asset)
        let output = AVAssetReaderTrackOutput(track: track, outputSettings: settings)
        reader.add(output)
        reader.startReading()
        while output.copyNextSampleBuffer() != nil {}
    }
    Ratios.less("asset: reader, \(name) / AVAudioFile", ours: ours, theirs: theirs)
    report("reader of 120 s, \(name) / AVAudioFile", ours / theirs, "x ", budget: 1.05)
    show(String(format: "    %.1f ms against %.1f ms", ours * 1e3, theirs * 1e3))
}

// Writing: two minutes of 16 bits, by a writer and by AVAudioFile.
do {
    let asset = AVURLAsset(url: url("a.wav"))
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderTrackOutput(track: asset.tracks[0], outputSettings: wave)
    reader.add(output)
    reader.startReading()
    var buffers: [CMSampleBuffer] = []
    while let buffer = output.copyNextSampleBuffer() { buffers.append(buffer) }
    let theirs = try best(of: 5) {
        unlink(url("plain.wav").path)
        try write("plain.wav", seconds: 120, wave)
    }
    let ours = try best(of: 5) {
        unlink(url("written.wav").path)
        let writer = try AVAssetWriter(outputURL: url("written.wav"), fileType: .wav)
        let input = AVAssetWriterInput(mediaType: .audio, outputSettings: wave)
        writer.add(input)
        writer.startWriting()
        writer.startSession(atSourceTime: .zero)
        for buffer in buffers { input.append(buffer) }
        let done = DispatchSemaphore(value: 0)
        writer.finishWriting { done.signal() }
        done.wait()
    }
    show(
        String(
            format: "writer of 120 s to 16 bits: %.1f ms; AVAudioFile from floats, with making them: %.1f ms",
            ours * 1e3,
            theirs * 1e3))
}

// A composition of four tracks of two minutes, added up.
do {
    let asset = AVURLAsset(url: url("a.wav"))
    let composition = AVMutableComposition()
    for index in 0..<4 {
        guard let track = composition.addMutableTrack(withMediaType: .audio, preferredTrackID: 0) else { continue }
        try track.insertTimeRange(
            CMTimeRange(start: .zero, duration: asset.duration), of: asset.tracks[0],
            at: CMTime(value: Int64(index), timescale: 48_000))
    }
    let spent = try best(of: 5) {
        let reader = try AVAssetReader(asset: composition)
        let output = AVAssetReaderAudioMixOutput(audioTracks: composition.tracks, audioSettings: nil)
        reader.add(output)
        reader.startReading()
        while output.copyNextSampleBuffer() != nil {}
    }
    show(String(format: "mix of 4 tracks of 120 s: %.1f ms, %.0f x real time", spent * 1e3, 120 / spent))
}

// Opening a file of two hours: its length and tracks, after another file has been opened.
for name in ["long.wav", "long.m4a"] where hasAAC || name == "long.wav" {
    let opened = best(of: 20, clock: CLOCK_MONOTONIC) {
        let asset = AVURLAsset(url: url(name))
        precondition(abs(asset.duration.seconds - 7_200) < 10 && asset.tracks.count == 1, "two hours")
    }
    report("opening 2 h, \(name)", opened * 1e3, "ms", budget: 5)
}

// A local file from `play` to the first frame taken by the device, which runs in real time.
let player = AVPlayer(url: url("a.wav"))
player.play()
while player.currentTime().seconds == 0 { usleep(500) }
player.pause()
var starts: [Double] = []
for _ in 0..<15 {
    let start = now(CLOCK_MONOTONIC)
    let player = AVPlayer(url: url("a.wav"))
    player.play()
    while player.currentTime().seconds == 0 { usleep(200) }
    starts.append(now(CLOCK_MONOTONIC) - start)
    player.pause()
}
starts.sort()
report("AVPlayer, file to first frame (median)", starts[starts.count / 2] * 1e3, "ms", budget: 30)

// Sample buffers of 1,024 frames around memory that is there.
var stream = AudioStreamBasicDescription(
    mSampleRate: 48_000, mFormatID: kAudioFormatLinearPCM, mFormatFlags: kAudioFormatFlagIsFloat | 8,
    mBytesPerPacket: 8,
    mFramesPerPacket: 1, mBytesPerFrame: 8, mChannelsPerFrame: 2, mBitsPerChannel: 32, mReserved: 0)
var description: CMFormatDescription?
CMAudioFormatDescriptionCreate(
    allocator: nil, asbd: &stream, layoutSize: 0, layout: nil, magicCookieSize: 0, magicCookie: nil, extensions: nil,
    formatDescriptionOut: &description)
if let description {
    let block = try CMBlockBuffer(length: 8192, flags: .assureMemoryNow)
    let count = 100_000
    let spent = best(of: 5) {
        for index in 0..<count {
            _ = try? CMSampleBuffer(
                dataBuffer: block, dataReady: true, formatDescription: description, numSamples: 1024,
                presentationTimeStamp: CMTime(value: Int64(index), timescale: 48_000), packetDescriptions: [])
        }
    }
    report("CMSampleBuffer creation", spent / Double(count) * 1e9, "ns", budget: 300)
}

// The start of a program of AVFAudio alone beside one that imports the whole kit: from the call that makes the process to its end.
func start(_ program: String) -> Double? {
    let folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    let path = folder.appendingPathComponent(program).path
    guard access(path, X_OK) == 0 else { return nil }
    var arguments: [UnsafeMutablePointer<CChar>?] = [strdup(path), nil]
    defer { free(arguments[0]) }
    let begin = now(CLOCK_MONOTONIC)
    var (process, status) = (pid_t(0), Int32(0))
    guard posix_spawn(&process, path, nil, nil, &arguments, environ) == 0, waitpid(process, &status, 0) == process,
        status == 0
    else { return nil }
    return now(CLOCK_MONOTONIC) - begin
}
var alone: [Double] = []
var kit: [Double] = []
for _ in 0..<201 {
    if let time = start("start-alone") { alone.append(time) }
    if let time = start("start-kit") { kit.append(time) }
}
if alone.count == 201, kit.count == 201 {
    let (one, other) = (alone.sorted()[100], kit.sorted()[100])
    show(
        String(
            format: "start of AVFAudio alone: %.2f ms, of the whole kit %.2f ms (medians of 201)", one * 1e3,
            other * 1e3))
    report("start of AVFAudio alone over that of the kit", (one - other) * 1e3, "ms", budget: 1)
} else {
    show("start-alone and start-kit are not built")
}
