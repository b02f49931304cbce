// Reading and writing WAVE against libsndfile, and opening a file of 4 GiB.
//
//   Scripts/bench media-bench
//
// Times are the best of several runs, in nanoseconds of processor time per sample; files lie in memory (/dev/shm).

import BenchmarkRatios
import CSndfilePeer
import Glibc
import SordinoMedia

let rate = 44100
let seconds = 600
let channelCount = 2
let frameCount = rate * seconds
let blockFrameCount = 4096

func processorSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}

func best(of runs: Int, _ body: () throws -> Void) rethrows -> Double {
    var least = Double.infinity
    for _ in 0..<runs {
        let start = processorSeconds()
        try body()
        least = min(least, processorSeconds() - start)
    }
    return least
}

func text(_ value: Double, _ decimals: Int = 3) -> String {
    var buffer = [CChar](repeating: 0, count: 40)
    withVaList([value]) { _ = vsnprintf(&buffer, 40, "%8.\(decimals)f", $0) }
    return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

func report(_ what: String, ours: Double, peer: Double) {
    Ratios.less("media: \(what)", ours: ours, theirs: peer)
    let perSample = 1e9 / Double(frameCount * channelCount)
    let padded = what + String(repeating: " ", count: max(0, 34 - what.count))
    print(
        "\(padded) ours \(text(ours * perSample)) ns/sample  libsndfile \(text(peer * perSample))  ratio",
        "\(text(ours / peer, 2))  (\(text(Double(seconds) / ours, 0)) x real time)")
}

/// Kibibytes of the process that are in memory.
func residentKibibytes() -> Int {
    var usage = [UInt8](repeating: 0, count: 256)
    let file = open("/proc/self/statm", O_RDONLY)
    let count = read(file, &usage, usage.count)
    _ = close(file)
    let fields = String(decoding: usage.prefix(max(0, count)), as: UTF8.self).split(separator: " ")
    return (fields.count > 1 ? Int(fields[1]) ?? 0 : 0) * Int(sysconf(Int32(_SC_PAGESIZE))) / 1024
}

let folder = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
let oursPath = "\(folder)/sordino-bench-\(getpid())-ours.wav"
let peerPath = "\(folder)/sordino-bench-\(getpid())-peer.wav"
let widePath = "\(folder)/sordino-bench-\(getpid())-wide.wav"
defer { for path in [oursPath, peerPath, widePath] { unlink(path) } }

// A tone in planes and interleaved, both loud and never the same twice in a block.
let interleaved = UnsafeMutablePointer<Float>.allocate(capacity: blockFrameCount * channelCount)
let planes = (0..<channelCount).map { _ in UnsafeMutablePointer<Float>.allocate(capacity: blockFrameCount) }
for frame in 0..<blockFrameCount {
    for channel in 0..<channelCount {
        let value = 0.9 * sinf(Float(frame) * 0.05 * Float(channel + 1))
        planes[channel][frame] = value
        interleaved[frame * channelCount + channel] = value
    }
}
let planeList = UnsafeMutablePointer<UnsafeMutableRawPointer>.allocate(capacity: channelCount)
for channel in 0..<channelCount { planeList[channel] = UnsafeMutableRawPointer(planes[channel]) }
let oneList = UnsafeMutablePointer<UnsafeMutableRawPointer>.allocate(capacity: 1)
oneList[0] = UnsafeMutableRawPointer(interleaved)
let planar = SampleBlock(.float32, channelCount: channelCount, isInterleaved: false, buffers: planeList)
let packed = SampleBlock(.float32, channelCount: channelCount, isInterleaved: true, buffers: oneList)

func write(_ encoding: SampleEncoding, _ block: SampleBlock, to path: String) throws {
    guard let container = Containers.named("WAVE") else { return }
    let format = MediaFormat(encoding, sampleRate: Double(rate), channelCount: channelCount)
    let writer = try MediaWriter(FileByteSink(path: path), container, MediaDescription(format))
    var done = 0
    while done < frameCount {
        let count = min(blockFrameCount, frameCount - done)
        try writer.write(block, frameCount: count)
        done += count
    }
    try writer.finish()
}

func read(_ block: SampleBlock, from path: String) throws {
    let reader = try MediaReader(path: path)
    var done: Int64 = 0
    while true {
        let count = try reader.read(into: block, frameCount: blockFrameCount)
        if count == 0 { break }
        done += Int64(count)
    }
    precondition(done == Int64(frameCount), "a benchmark reads the whole file")
}

print(
    "media-bench: \(seconds) s of \(channelCount) channels, blocks of \(blockFrameCount) frames,",
    String(cString: csndfile_peer_version()))
for (name, encoding, isFloat) in [("16-bit", SampleEncoding.int16(.little), false), ("float", .float32(.little), true)]
{
    let peerWrites = best(of: 3) {
        _ = csndfile_peer_write(
            peerPath, interleaved, Int64(blockFrameCount), Int64(frameCount), Int32(channelCount), Int32(rate),
            isFloat ? 1 : 0)
    }
    report(
        "write \(name), interleaved", ours: try best(of: 3) { try write(encoding, packed, to: oursPath) },
        peer: peerWrites)
    report(
        "write \(name), planes", ours: try best(of: 3) { try write(encoding, planar, to: oursPath) }, peer: peerWrites)
    // The same file for both: where a file lies in memory makes more difference than who reads it.
    let peerReads = best(of: 5) { _ = csndfile_peer_read(oursPath, Int64(blockFrameCount)) }
    report("read \(name), interleaved", ours: try best(of: 5) { try read(packed, from: oursPath) }, peer: peerReads)
    report("read \(name), planes", ours: try best(of: 5) { try read(planar, from: oursPath) }, peer: peerReads)
    let blank = [UInt8](repeating: 1, count: 1 << 16)
    let fill = best(of: 3) {
        let file = open(peerPath, O_CREAT | O_TRUNC | O_WRONLY, 0o600)
        var left = frameCount * channelCount * encoding.byteCount
        while left > 0 { left -= Glibc.write(file, blank, min(left, blank.count)) }
        _ = close(file)
    }
    // A bound for every reader: the bytes alone, copied out of the page cache.
    let copy = best(of: 5) {
        let file = open(oursPath, O_RDONLY)
        while Glibc.read(file, interleaved, 1 << 15) > 0 {}
        _ = close(file)
    }
    let floor = copy * 1e9 / Double(frameCount * channelCount)
    let writeFloor = fill * 1e9 / Double(frameCount * channelCount)
    print("  floors: the system takes \(text(floor)) ns/sample to read the bytes, \(text(writeFloor)) to write them")
}

// A sparse RF64 of 4.5 GiB.
let wideFormat = MediaFormat(.int16(.little), sampleRate: Double(rate), channelCount: channelCount)
let wideByteCount: Int64 = 9 << 29
let header = try WAVEWriter(MediaDescription(wideFormat), form: .automatic)
    .header(dataByteCount: wideByteCount, isFinished: true)
let wide = open(widePath, O_CREAT | O_TRUNC | O_WRONLY, 0o600)
_ = Glibc.write(wide, header, header.count)
_ = ftruncate(wide, off_t(header.count) + off_t(wideByteCount))
_ = close(wide)
_ = try MediaReader(path: oursPath)  // code that runs for the first time is not the file's cost
let before = residentKibibytes()
let start = processorSeconds()
let reader = try MediaReader(path: widePath)
let opened = processorSeconds() - start
_ = try reader.read(into: planar, frameCount: blockFrameCount)
reader.seek(to: reader.frameCount - 100)
_ = try reader.read(into: planar, frameCount: blockFrameCount)
let grown = residentKibibytes() - before
let peerOpens = best(of: 3) { _ = csndfile_peer_open(widePath) }
print(
    "open 4.5 GiB (\(reader.frameCount) frames): ours \(text(opened * 1000)) ms, \(grown) KiB more in memory;",
    "libsndfile \(text(peerOpens * 1000)) ms; targets 5 ms, 1024 KiB")
