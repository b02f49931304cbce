// Feeds damaged files to the container parsers: no trap, no error without a reason, no memory by unchecked numbers.
//
//   fuzz-containers [--seconds N] [--seed N] [FILE...]
//
// Without files it damages files that it writes itself, one of each container and data format. A finding stops the
// program and is repeated by its seed, which is printed at the start and with each progress line.

import ByteMutation
import Glibc
import SordinoMedia

var seconds = 10
var seed: UInt64 = 1
var seeds: [[UInt8]] = []

var arguments = CommandLine.arguments.dropFirst()
while let argument = arguments.popFirst() {
    switch argument {
    case "--seconds": seconds = arguments.popFirst().flatMap { Int($0) } ?? seconds
    case "--seed": seed = arguments.popFirst().flatMap { UInt64($0) } ?? seed
    default:
        let source = try FileByteSource(path: argument)
        let byteCount = Int(min(try source.byteCount(), 1 << 16))
        seeds.append(
            try [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, count in
                count = try source.read(into: UnsafeMutableRawBufferPointer(buffer), at: 0)
            })
    }
}

/// A small file of ours.
func file(_ container: Container, _ encoding: SampleEncoding, channelCount: Int) -> [UInt8]? {
    let format = MediaFormat(encoding, sampleRate: 44100, channelCount: channelCount)
    let info = ["title", "artist", "comments"].map { MediaProperties.Info(key: $0, value: "Some \($0)") }
    let layout = channelCount == 6 ? ChannelLayout(tag: 121 << 16 | 6) : nil
    let sink = MemoryByteSink()
    let description = MediaDescription(format, layout: layout, info: info)
    guard let writer = try? MediaWriter(sink, container, description) else { return nil }
    var samples = (0..<64 * channelCount).map { Float($0 % 32) / 64 }
    samples.withUnsafeMutableBytes { bytes in
        guard let base = bytes.baseAddress else { return }
        withUnsafePointer(to: base) { pointers in
            let block = SampleBlock(.float32, channelCount: channelCount, isInterleaved: true, buffers: pointers)
            try? writer.write(block, frameCount: 64)
        }
    }
    try? writer.finish()
    return sink.bytes
}

if seeds.isEmpty {
    let encodings: [SampleEncoding] = [
        .uint8, .int8, .int16(.little), .int16(.big), .int24(.little), .int24(.big), .float32(.little), .float32(.big),
        .float64(.little), .float64(.big), .muLaw, .aLaw,
    ]
    for container in Containers.all {
        for encoding in encodings {
            for channelCount in [1, 2, 6] {
                seeds += file(container, encoding, channelCount: channelCount).map { [$0] } ?? []
            }
        }
    }
}

/// An AIFF-C file of packets that hold 64 frames each, which nothing here writes.
let packets =
    [UInt8]("FORM\0\0\u{2}\u{2E}AIFCCOMM\0\0\0\u{18}\0\u{2}\0\0\0\u{8}\0\u{10}@".utf8)
    + [0x0E, 0x7A, 0x44, 0, 0, 0, 0, 0, 0] + Array("ima4\0\0SSND\0\0\u{2}\u{28}\0\0\0\0\0\0\0\0".utf8)
    + (0..<544).map { UInt8(truncatingIfNeeded: $0 &* 37) }
precondition((try? MediaReader(bytes: packets))?.frameCount == 512, "the file of packets is whole")
if CommandLine.arguments.count <= 5 { seeds += [packets, packets, packets] }

func readAll(_ bytes: [UInt8]) throws(MediaError) {
    let reader = try MediaReader(bytes: bytes)
    precondition(reader.dataRange.upperBound <= Int64(bytes.count), "audio beyond the end of the file")
    if reader.format.encoding != nil || reader.format.codec == .appleIMA4 {
        precondition(reader.frameCount <= Int64(bytes.count) * 2, "more frames than four bits each")
    }
    let step = 256
    let channels = (0..<reader.format.channelCount).map { _ in UnsafeMutablePointer<Float>.allocate(capacity: step) }
    defer { for channel in channels { channel.deallocate() } }
    while try reader.read(into: channels, frameCount: step) > 0 {}
}

func pushAll(_ bytes: [UInt8], _ mutation: inout ByteMutation) -> Int {
    var parser = PushParser()
    var packetByteCount = 0
    var at = 0
    while at < bytes.count {
        let end = min(bytes.count, at + 1 + mutation.choice(below: 400))
        bytes[at..<end].withUnsafeBytes { piece in
            try? parser.push(piece) { packetByteCount += $0.bytes.count }
        }
        at = end
    }
    return packetByteCount
}

var mutation = ByteMutation(seed: seed)
var (rounds, read, refused) = (0, 0, 0)
let started = time(nil)
var lastLine = started
print("fuzz-containers: seed \(seed), \(seeds.count) files, \(seconds) s")
while time(nil) - started < seconds {
    for _ in 0..<200 {
        let bytes = mutation.damaged(seeds[rounds % seeds.count])
        do throws(MediaError) {
            try readAll(bytes)
            read += 1
        } catch {
            precondition(!error.description.isEmpty, "an error without a reason")
            refused += 1
        }
        precondition(pushAll(bytes, &mutation) <= bytes.count, "more packets than bytes")
        rounds += 1
    }
    if time(nil) - lastLine >= 10 {
        lastLine = time(nil)
        print("  \(rounds) files, seed \(seed)")
    }
}
var usage = rusage()
getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
print(
    "fuzz-containers: \(rounds) damaged files: \(read) read, \(refused) refused; peak memory \(usage.ru_maxrss / 1024) MiB"
)
precondition(usage.ru_maxrss < 256 * 1024, "more than 256 MiB of memory")
