// The conversion engine on ten minutes of stereo, against ffmpeg's processor time for the same files.
//
//   Scripts/bench convert-bench
//
// Ours is the engine alone, memory to memory, in seconds of processor time; the peer reads and writes files as well.

import BenchmarkRatios
import CoreAudioTypes
import Glibc
import SordinoMedia
import SordinoSignal

let frameCount = 44100 * 600
let blockFrames = 4096

func processorSeconds(_ clock: clockid_t = CLOCK_PROCESS_CPUTIME_ID) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}

/// Processor seconds of all children so far.
func childSeconds() -> Double {
    var usage = rusage()
    getrusage(RUSAGE_CHILDREN.rawValue, &usage)
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) * 1e-6 }
    return seconds(usage.ru_utime) + seconds(usage.ru_stime)
}

/// A second of noise and tones, over and over.
let second: [Int16] = (0..<2 * 44100).map { index in
    let time = Double(index / 2) / 44100
    var noise = UInt32(truncatingIfNeeded: index &* 2_654_435_761)
    noise ^= noise >> 15
    return Int16(8000 * sin(2763 * time) + 4000 * sin(9000 * time)) &+ Int16(noise & 1023)
}

func convert(_ output: ConversionFormat, dither: DitherKind = .none) throws -> (seconds: Double, packets: Int) {
    let input = ConversionFormat(
        PCMShape(.int16(.little), isInterleaved: true), sampleRate: 44100, channelCount: 2)
    var settings = ConversionSettings()
    settings.dither = dither
    let converter = try Converter(from: input, to: output, settings)
    let room = UnsafeMutableRawPointer.allocate(byteCount: blockFrames * 68, alignment: 64)
    defer { room.deallocate() }
    var descriptions = [AudioStreamPacketDescription](repeating: AudioStreamPacketDescription(), count: blockFrames)
    var (place, made) = (0, 0)
    let start = processorSeconds()
    try second.withUnsafeBytes { bytes in
        var given = AudioBufferList(mNumberBuffers: 1, mBuffers: AudioBuffer())
        while true {
            var list = AudioBufferList(
                mNumberBuffers: 1,
                mBuffers: AudioBuffer(mNumberChannels: 2, mDataByteSize: UInt32(blockFrames * 68), mData: room))
            let result = try converter.fill(&list, packetCount: blockFrames, descriptions: &descriptions) { _, chunk in
                guard place < frameCount, let base = bytes.baseAddress else { return .end }
                let count = min(frameCount - place, 44100)
                given.mBuffers.mData = UnsafeMutableRawPointer(mutating: base)
                given.mBuffers.mDataByteSize = UInt32(4 * count)
                chunk = ConversionChunk(&given, packetCount: count)
                place += count
                return .data
            }
            made += result.packetCount
            if result.ending == .end { break }
        }
    }
    return (processorSeconds() - start, made)
}

func peer(_ arguments: [String]) -> Double? {
    let before = childSeconds()
    var process = pid_t()
    let words = ["ffmpeg", "-v", "error", "-nostdin", "-y"] + arguments
    var pointers = words.map { strdup($0) } + [nil]
    defer { for word in pointers { free(word) } }
    guard posix_spawnp(&process, "ffmpeg", nil, nil, &pointers, environ) == 0 else { return nil }
    var status: Int32 = 0
    waitpid(process, &status, 0)
    return status == 0 ? childSeconds() - before : nil
}

func pcm(_ encoding: SampleEncoding, _ rate: Double) -> ConversionFormat {
    ConversionFormat(PCMShape(encoding, isInterleaved: true), sampleRate: rate, channelCount: 2)
}

let folder = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
let source = "\(folder)/sordino-bench-\(getpid()).wav"
let target = "\(folder)/sordino-bench-\(getpid())-out"
guard let container = Containers.forExtension("wav") else { fatalError("WAVE is written") }
let writer = try MediaWriter(
    FileByteSink(path: source), container,
    MediaDescription(MediaFormat(.int16(.little), sampleRate: 44100, channelCount: 2)))
try second.withUnsafeBufferPointer { samples in
    guard let first = samples.baseAddress else { return }
    var base = UnsafeMutableRawPointer(mutating: first)
    for _ in 0..<600 {
        try writer.write(
            SampleBlock(.int16, channelCount: 2, isInterleaved: true, buffers: &base), frameCount: 44100)
    }
}
try writer.finish()
let cases: [(String, ConversionFormat, [String])] = [
    ("48 kHz, 24 bits", pcm(.int24(.little), 48000), ["-ar", "48000", "-c:a", "pcm_s24le", "-f", "wav"]),
    ("24 bits", pcm(.int24(.big), 44100), ["-c:a", "pcm_s24be", "-f", "caf"]),
    ("16 kHz, floats", pcm(.float32(.little), 16000), ["-ar", "16000", "-c:a", "pcm_f32le", "-f", "wav"]),
    ("µ-law", pcm(.muLaw, 44100), ["-c:a", "pcm_mulaw", "-f", "wav"]),
    (
        "IMA 4:1",
        ConversionFormat(
            MediaFormat(
                codec: .appleIMA4, sampleRate: 44100, channelCount: 2, bytesPerPacket: 68, framesPerPacket: 64)),
        ["-c:a", "adpcm_ima_qt", "-f", "aiff"]
    ),
]
for (name, format, arguments) in cases {
    let ours = try convert(format)
    let theirs = peer(["-i", source] + arguments + [target])
    let ratio = theirs.map { ours.seconds / $0 } ?? .nan
    if let theirs { Ratios.less("convert: \(name)", ours: ours.seconds, theirs: theirs) }
    print("\(name): ours \(ours.seconds) s (\(ours.packets) packets), ffmpeg \(theirs ?? .nan) s, ratio \(ratio)")
}
unlink(source)
unlink(target)
