// Feeds damaged packets and cookies to the decoders of each codec, without a container before them: no trap, planes that can
// be read to their end, memory that stays where it was, a bounded time for each packet, and undamaged packets that are decoded
// behind damaged ones. With SORDINO_CODECS=own only Sordino's decoders are used, within 64 MiB.
//
//   fuzz-packets [--seconds N] [--seed N] [--only CODEC]
//
// The packets are those of Fuzz/Seeds; --only takes one codec by its four characters ("aac", ".mp3", "ima4", "lpcm", "ulaw").
// A finding stops the program and is repeated by its seed.

import ByteMutation
import DamagedPackets
import Glibc
import SordinoMedia
import SordinoSignal

let options = FuzzOptions(choosesByName: true)

/// Returns whether a codec is asked for.
@MainActor func isWanted(_ codec: FourCC) -> Bool {
    options.only.isEmpty || SeedPackets.word(for: codec) == options.only
}

/// Resident bytes of this process.
func residentBytes() -> Int {
    guard let file = fopen("/proc/self/statm", "r") else { return 0 }
    defer { fclose(file) }
    var text = [CChar](repeating: 0, count: 128)
    guard fgets(&text, 128, file) != nil else { return 0 }
    let line = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    return line.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 * Int(getpagesize()) } ?? 0
}

let streams = SeedPackets.all(of: options.only)
let encodings: [SampleEncoding] = [
    .uint8, .int8, .int16(.little), .int16(.big), .int24(.little), .int24(.big), .int32(.little), .int32(.big),
    .int64(.little), .float32(.little), .float32(.big), .float64(.little), .float64(.big), .muLaw, .aLaw,
].filter { encoding in
    switch encoding {
    case .muLaw: isWanted(.muLaw)
    case .aLaw: isWanted(.aLaw)
    default: isWanted(.linearPCM)
    }
}
guard !streams.isEmpty || !encodings.isEmpty else {
    print("fuzz-packets: no seeds")
    exit(2)
}

var fuzz = PacketFuzz(seed: options.seed)
var (rounds, sampleFrames) = (0, 0)

/// Any bytes are samples: integers come out within full scale.
@MainActor func decode(_ encoding: SampleEncoding) {
    let (channelCount, frameCount) = (1 + fuzz.mutation.choice(below: 8), fuzz.mutation.choice(below: 300))
    let bytes = (0..<frameCount * channelCount * encoding.byteCount).map { _ in UInt8(fuzz.mutation.choice(below: 256))
    }
    var samples = [Float](repeating: 7, count: frameCount * channelCount + 16)
    samples.withUnsafeMutableBytes { room in
        guard var base = room.baseAddress else { return }
        withUnsafePointer(to: &base) { buffers in
            let block = SampleBlock(.float32, channelCount: channelCount, isInterleaved: true, buffers: buffers)
            bytes.withUnsafeBytes { bytes in
                guard let from = bytes.baseAddress else { return }
                SampleCodec.decode(encoding, from, frameCount: frameCount, into: block, atFrame: 0)
            }
        }
    }
    precondition(samples.suffix(16).allSatisfy { $0 == 7 }, "written behind the samples")
    if !encoding.isFloat {
        precondition(samples.dropLast(16).allSatisfy { abs($0) <= 1 }, "beyond full scale in round \(rounds)")
    }
    sampleFrames += frameCount
}

let started = time(nil)
var settled = 0
print(
    "fuzz-packets: seed \(options.seed), \(streams.count) streams, \(encodings.count) encodings, \(options.seconds) s")
while time(nil) - started < options.seconds {
    for _ in 0..<20 {
        let choice = rounds % (streams.count + (encodings.isEmpty ? 0 : 1))
        if choice < streams.count {
            fuzz.decode(streams[choice])
            precondition(fuzz.finding == nil, fuzz.finding ?? "")
        } else {
            decode(encodings[fuzz.mutation.choice(below: encodings.count)])
        }
        rounds += 1
    }
    // Memory of the first rounds, above all the library's, is not counted.
    if settled == 0, time(nil) - started >= max(1, options.seconds / 4) { settled = residentBytes() }
}
let growth = settled == 0 ? 0 : max(0, residentBytes() - settled)
var usage = rusage()
getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
let counts = fuzz.counts
let slowest = Double(fuzz.slowest.nanoseconds) / 1e6
print(
    "fuzz-packets: \(rounds) rounds: \(counts.opened) decoders, \(counts.refused) refused; \(counts.decoded) packets "
        + "(\(counts.frames) frames, \(sampleFrames) of samples), \(counts.damaged) damaged, \(counts.concealed) concealed, "
        + "\(counts.recovered) undamaged ones behind them; slowest \(slowest) ms of \(fuzz.slowest.stream); "
        + "peak memory \(usage.ru_maxrss / 1024) MiB, grew by \(growth / 1024) KiB")
// Without libavcodec there is little beside the decoders.
let isOwn = getenv("SORDINO_CODECS").map { String(cString: $0) } == "own"
precondition(usage.ru_maxrss < (isOwn ? 64 : 256) * 1024, "too much memory")
precondition(growth < 24 << 20, "memory that is not given back")
precondition(!isOwn || slowest < 100, "a packet that takes too long")
