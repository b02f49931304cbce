// Feeds damaged compressed files to the parsers and the decoders behind them: no trap, bounded memory, and streams give
// the packets of the file.
//
//   fuzz-codecs [--seconds N] [--seed N] [--only TEXT] [FILE...]
//
// Without files it damages those of Fuzz/Seeds; --only takes those whose names contain a text. A finding stops the program
// and is repeated by its seed.

import ByteMutation
import Glibc
import SordinoMedia

let options = FuzzOptions(choosesByName: true, fileLimit: 1 << 15)
var seeds = options.files.map(\.bytes)

if seeds.isEmpty {
    seeds = SeedFiles.all().filter { options.only.isEmpty || $0.name.contains(options.only) }.map(\.bytes)
}
guard !seeds.isEmpty else {
    print("fuzz-codecs: no seeds")
    exit(2)
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

var mutation = ByteMutation(seed: options.seed)
var (rounds, read, refused, frames) = (0, 0, 0, 0)
let started = time(nil)
print("fuzz-codecs: seed \(options.seed), \(seeds.count) files, \(options.seconds) s")
while time(nil) - started < options.seconds {
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
