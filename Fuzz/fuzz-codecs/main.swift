// Feeds damaged compressed files to the parsers and the decoders behind them: no trap, bounded memory, and streams give
// the packets of the file.
//
//   fuzz-codecs [--seconds N] [--seed N] [FILE...]
//
// Without files it damages what it encodes itself (FLAC, AAC in ADTS); give it MP3, AC-3, AMR, LOAS, MPEG-4, ... to damage
// those. A finding stops the program and is repeated by its seed.

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
        let byteCount = Int(min(try source.byteCount(), 1 << 15))
        seeds.append(
            try [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, count in
                count = try source.read(into: UnsafeMutableRawBufferPointer(buffer), at: 0)
            })
    }
}

/// A small file of ours; nil if nothing here encodes it.
func file(_ fileType: FourCC, _ codec: FourCC, channelCount: Int) -> [UInt8]? {
    guard let container = Containers.named(fileType) else { return nil }
    let sink = MemoryByteSink()
    let format = MediaFormat(
        codec: codec, sampleRate: 44100, channelCount: channelCount, bytesPerPacket: 0, framesPerPacket: 0)
    guard let writer = try? MediaWriter(sink, container, MediaDescription(format)) else { return nil }
    let frameCount = 10_000
    var samples = (0..<frameCount * channelCount).map { Float(($0 * 7919) % 2000) / 4000 }
    samples.withUnsafeMutableBytes { bytes in
        guard let base = bytes.baseAddress else { return }
        withUnsafePointer(to: base) { pointers in
            let block = SampleBlock(.float32, channelCount: channelCount, isInterleaved: true, buffers: pointers)
            try? writer.write(block, frameCount: frameCount)
        }
    }
    try? writer.finish()
    return sink.bytes
}

if seeds.isEmpty {
    for channelCount in [1, 2, 6] {
        seeds += [file("flac", "flac", channelCount: channelCount), file("adts", "aac ", channelCount: channelCount)]
            .compactMap { $0 }
    }
}
guard !seeds.isEmpty else {
    print("fuzz-codecs: nothing here encodes; give it files")
    exit(0)
}

/// Reads some of a damaged file, jumps, and reads the rest up to a limit; returns the frames read.
func readAll(_ bytes: [UInt8], _ mutation: inout ByteMutation) throws(MediaError) -> Int {
    let reader = try MediaReader(bytes: bytes)
    let step = 4096
    let channels = (0..<reader.format.channelCount).map { _ in UnsafeMutablePointer<Float>.allocate(capacity: step) }
    defer { for channel in channels { channel.deallocate() } }
    var frames = try reader.read(into: channels, frameCount: step)
    if reader.frameCount > 0 { reader.seek(to: Int64(mutation.choice(below: Int(min(reader.frameCount, 1 << 30))))) }
    while frames < 1 << 18 {
        let count = try reader.read(into: channels, frameCount: step)
        if count == 0 { break }
        frames += count
    }
    return frames
}

/// Bytes of all packets of a stream that comes in pieces.
func pushAll(_ bytes: [UInt8], _ size: Int) -> Int {
    var parser = PushParser()
    var packetByteCount = 0
    do {
        var at = 0
        while at < bytes.count {
            let end = min(bytes.count, at + size)
            try bytes[at..<end].withUnsafeBytes { try parser.push($0) { packetByteCount += $0.bytes.count } }
            at = end
        }
        try parser.finish { packetByteCount += $0.bytes.count }
    } catch {}
    return packetByteCount
}

var mutation = ByteMutation(seed: seed)
var (rounds, read, refused, frames) = (0, 0, 0, 0)
let started = time(nil)
print("fuzz-codecs: seed \(seed), \(seeds.count) files, \(seconds) s")
while time(nil) - started < seconds {
    let original = seeds[rounds % seeds.count]
    let bytes = mutation.damaged(original, headByteCount: rounds % 2 == 0 ? 256 : original.count)
    do throws(MediaError) {
        frames += try readAll(bytes, &mutation)
        read += 1
    } catch {
        precondition(!error.description.isEmpty, "an error without a reason")
        refused += 1
    }
    let whole = pushAll(bytes, bytes.count + 1)
    precondition(whole <= bytes.count, "more packets than bytes")
    precondition(pushAll(bytes, 1 + mutation.choice(below: 3000)) == whole, "the pieces matter in round \(rounds)")
    rounds += 1
}
var usage = rusage()
getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
print(
    "fuzz-codecs: \(rounds) damaged files: \(read) read (\(frames) frames), \(refused) refused; peak memory \(usage.ru_maxrss / 1024) MiB"
)
precondition(usage.ru_maxrss < 256 * 1024, "more than 256 MiB of memory")
