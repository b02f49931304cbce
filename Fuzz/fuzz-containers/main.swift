// Feeds damaged files to the container parsers: no trap, no error without a reason, no memory by unchecked numbers.
//
//   fuzz-containers [--seconds N] [--seed N] [--only TEXT] [FILE...]
//
// Without files it damages those of Fuzz/Seeds and some that it writes itself; --only takes those whose names contain a
// text. A finding stops the program and is repeated by its seed, which is printed at the start and with each progress line.

import ByteMutation
import Glibc
import SordinoMedia

let options = FuzzOptions(choosesByName: true, fileLimit: 1 << 16)
var seeds = options.files

/// A small file of ours with everything in it that its container has a place for.
func file(_ container: Container, _ format: MediaFormat, frameCount: Int) -> SeedFiles.File? {
    let sink = MemoryByteSink()
    var description = MediaDescription(format)
    description.info = ["title", "artist", "comments"].map { .init(key: $0, value: "Some \($0)") }
    if format.channelCount == 6 { description.layout = ChannelLayout(tag: 121 << 16 | 6) }
    description.markers = [.init(name: "One", framePosition: 3, id: 1), .init(name: "", framePosition: 9, id: 2)]
    description.regions = [.init(id: 3, name: "Loop", markers: description.markers)]
    description.chapters = [.init(startSeconds: 0, title: "First"), .init(startSeconds: 0.01, title: "Second")]
    guard let writer = try? MediaWriter(sink, container, description) else { return nil }
    var samples = (0..<frameCount * format.channelCount).map { Float(($0 * 7919) % 2000) / 4000 }
    samples.withUnsafeMutableBytes { bytes in
        guard let base = bytes.baseAddress else { return }
        withUnsafePointer(to: base) { pointers in
            let block = SampleBlock(.float32, channelCount: format.channelCount, isInterleaved: true, buffers: pointers)
            try? writer.write(block, frameCount: frameCount)
        }
    }
    try? writer.finish()
    return .init(name: "our \(container.name) of \(format.codec)", bytes: sink.bytes)
}

if seeds.isEmpty {
    let encodings: [SampleEncoding] = [
        .uint8, .int8, .int16(.little), .int16(.big), .int24(.little), .int24(.big), .float32(.little), .float32(.big),
        .float64(.little), .float64(.big), .muLaw, .aLaw,
    ]
    seeds = SeedFiles.all()
    for container in Containers.writable {
        for encoding in encodings {
            for channelCount in [1, 2, 6] {
                let format = MediaFormat(encoding, sampleRate: 44100, channelCount: channelCount)
                if let made = file(container, format, frameCount: 64) { seeds.append(made) }
            }
        }
        for codec in ["ima4", "aac ", "alac", "flac", "opus"] as [FourCC] {
            let format = MediaFormat(
                codec: codec, sampleRate: 48000, channelCount: 2, bytesPerPacket: 0, framesPerPacket: 0)
            if let made = file(container, format, frameCount: 6000) { seeds.append(made) }
        }
    }
}
seeds = seeds.filter { options.only.isEmpty || $0.name.contains(options.only) }
guard !seeds.isEmpty else {
    print("fuzz-containers: no seeds")
    exit(2)
}

/// Scans a file and walks over its packets; decoding is the business of `fuzz-codecs`.
func readAll(_ bytes: [UInt8]) throws(MediaError) {
    let source = MemoryByteSource(bytes)
    let scan = try MediaScan.scan(source)
    precondition(scan.dataStart >= 0 && scan.dataByteCount >= 0, "audio before the file")
    precondition(scan.dataStart + scan.dataByteCount <= Int64(bytes.count), "audio beyond the end of the file")
    let reader = try MediaReader(MemoryByteSource(bytes))
    if reader.format.encoding != nil {
        precondition(reader.frameCount <= Int64(bytes.count), "more frames than bytes")
    }
    let packets = try reader.makePacketSource()
    var (frames, count) = (Int64(0), Int64(0))
    while let packet = try packets.next() {
        precondition(packet.bytes.count <= bytes.count, "a packet that is longer than the file")
        precondition(packet.frameCount >= 0 && packet.frameCount <= 1 << 24, "a packet of impossibly many frames")
        frames += Int64(packet.frameCount)
        count += 1
        if count == 1 << 16 { break }
    }
}

/// The packets of a stream that comes in pieces, and whether it was refused.
func pushAll(_ bytes: [UInt8], _ size: () -> Int) -> (packets: [UInt8], isRefused: Bool) {
    var parser = PushParser()
    var packets: [UInt8] = []
    var at = 0
    do {
        while at < bytes.count {
            let end = min(bytes.count, at + size())
            try bytes[at..<end].withUnsafeBytes { piece in try parser.push(piece) { packets += $0.bytes } }
            at = end
        }
        try parser.finish { packets += $0.bytes }
        return (packets, false)
    } catch { return (packets, true) }
}

var mutation = ByteMutation(seed: options.seed)
var (rounds, read, refused) = (0, 0, 0)
let started = time(nil)
var lastLine = started
print("fuzz-containers: seed \(options.seed), \(seeds.count) files, \(options.seconds) s")
while time(nil) - started < options.seconds {
    for _ in 0..<50 {
        let original = seeds[rounds % seeds.count].bytes
        let bytes = mutation.damaged(original)
        do throws(MediaError) {
            try readAll(bytes)
            read += 1
        } catch {
            precondition(!error.description.isEmpty, "an error without a reason")
            refused += 1
        }
        let whole = pushAll(bytes) { bytes.count + 1 }.packets
        precondition(whole.count <= bytes.count, "more packets than bytes")
        let limit = [2, 20, 400, 5000][rounds % 4]
        let pieces = pushAll(bytes) { 1 + mutation.choice(below: limit) }.packets
        precondition(pieces == whole, "the pieces matter in round \(rounds), \(seeds[rounds % seeds.count].name)")
        if rounds % 7 == 0 {
            // A stream that is cut gives the packets up to the cut.
            let all = pushAll(original) { original.count + 1 }.packets
            let cut = pushAll(Array(original[..<mutation.choice(below: original.count)])) { 4096 }.packets
            precondition(all.starts(with: cut), "a cut stream gives other packets: \(seeds[rounds % seeds.count].name)")
        }
        if rounds % 101 == 0 {
            let garbage = (0..<1 << 18).map { _ in UInt8(mutation.choice(below: 256)) }
            precondition(pushAll(garbage) { 1000 }.isRefused, "garbage is taken for audio")
        }
        rounds += 1
    }
    if time(nil) - lastLine >= 10 {
        lastLine = time(nil)
        print("  \(rounds) files, seed \(options.seed)")
    }
}
var usage = rusage()
getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
print(
    "fuzz-containers: \(rounds) damaged files: \(read) read, \(refused) refused; peak memory \(usage.ru_maxrss / 1024) MiB"
)
precondition(usage.ru_maxrss < 256 * 1024, "more than 256 MiB of memory")
