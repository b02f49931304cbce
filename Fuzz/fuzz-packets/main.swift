// Feeds damaged packets and cookies to the decoders of each codec, without a container before them: no trap, planes that can
// be read to their end, and memory that stays where it was.
//
//   fuzz-packets [--seconds N] [--seed N] [--only CODEC]
//
// The packets are those of Fuzz/Seeds; --only takes one codec by its four characters ("aac", ".mp3", "ima4", "lpcm", "ulaw").
// A finding stops the program and is repeated by its seed.

import ByteMutation
import Glibc
import SordinoMedia
import SordinoSignal

let options = FuzzOptions(choosesByName: true)

/// The packets of one seed.
struct Stream {
    var name: String
    var format: MediaFormat
    var cookie: [UInt8]?
    var packets: [[UInt8]]
}

/// Returns whether a codec is asked for.
@MainActor func isWanted(_ codec: FourCC) -> Bool {
    // Microsoft's codecs are numbers behind "ms".
    let name = codec.rawValue >> 16 == 0x6D73 ? "adpcm" : "\(codec)".filter { $0 != "'" && $0 != " " }
    return options.only.isEmpty || name == options.only
}

/// Takes a seed apart.
@MainActor func stream(_ file: SeedFiles.File) -> Stream? {
    let source = MemoryByteSource(file.bytes)
    guard let scan = try? MediaScan.scan(source), isWanted(scan.format.codec), scan.format.encoding == nil,
        let source = try? OpenedPackets.packets(source, scan)
    else { return nil }
    var packets: [[UInt8]] = []
    while packets.count < 24, let packet = try? source.next() { packets.append([UInt8](packet.bytes)) }
    return Stream(name: file.name, format: scan.format, cookie: scan.properties.cookie, packets: packets)
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

let streams = SeedFiles.all().compactMap { stream($0) }
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

var mutation = ByteMutation(seed: options.seed)
var (rounds, opened, refused, decoded, damaged, frames) = (0, 0, 0, 0, 0, 0)
/// Takes every sample of the planes, so that one that is not there is noticed.
var checksum: UInt8 = 0

/// Opens a decoder, perhaps with a damaged cookie or format, and shows it packets of which most are damaged.
@MainActor func decode(_ stream: Stream) {
    var (format, cookie) = (stream.format, stream.cookie)
    switch mutation.choice(below: 6) {
    case 0: cookie = cookie.map { mutation.damaged($0, headByteCount: $0.count) }
    case 1: format.channelCount = 1 + mutation.choice(below: 9)
    case 2: format.sampleRate = Double(mutation.choice(below: 400_000))
    case 3:
        format.bytesPerPacket = mutation.choice(below: 5000)
        format.framesPerPacket = mutation.choice(below: 5000)
    default: break
    }
    if let cookie { _ = MediaFormat.described(by: cookie, codec: format.codec) }
    let decoder: any PacketDecoder
    do throws(MediaError) {
        guard let made = try Codecs.decoder(for: format, cookie: cookie) else { return }
        decoder = made
        opened += 1
    } catch {
        precondition(!error.description.isEmpty, "an error without a reason")
        refused += 1
        return
    }
    let limit = decoder.framesPerPacketLimit
    let byteCount = limit * format.channelCount * decoder.kind.byteCount
    precondition(byteCount < 64 << 20, "room for \(limit) frames of \(format.channelCount) channels")
    for _ in 0..<16 {
        let packet = stream.packets[mutation.choice(below: stream.packets.count)]
        let bytes =
            switch mutation.choice(below: 8) {
            case 0: packet
            case 1: (0..<mutation.choice(below: 2000)).map { _ in UInt8(mutation.choice(below: 256)) }
            default: mutation.damaged(packet, headByteCount: 32)
            }
        _ = MediaFormat.described(byPacket: bytes)
        if mutation.choice(below: 12) == 0 { decoder.reset() }
        bytes.withUnsafeBytes { bytes in
            do throws(MediaError) {
                if mutation.choice(below: 20) == 0 {
                    _ = try decoder.outcome(of: bytes)
                    return
                }
                let given = try decoder.decode(bytes)
                let count = given.frameCount
                precondition(count >= 0 && count <= limit, "\(count) frames of \(limit)")
                precondition(given.block.channelCount == format.channelCount && given.block.kind == decoder.kind)
                for channel in 0..<format.channelCount {
                    let plane = UnsafeRawBufferPointer(
                        start: given.block.buffers[channel], count: count * decoder.kind.byteCount)
                    for byte in plane { checksum ^= byte }
                }
                (decoded, frames) = (decoded + 1, frames + count)
            } catch {
                precondition(!error.description.isEmpty, "an error without a reason")
                damaged += 1
            }
        }
    }
}

/// Any bytes are samples: integers come out within full scale.
@MainActor func decode(_ encoding: SampleEncoding) {
    let (channelCount, frameCount) = (1 + mutation.choice(below: 8), mutation.choice(below: 300))
    let bytes = (0..<frameCount * channelCount * encoding.byteCount).map { _ in UInt8(mutation.choice(below: 256)) }
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
    (opened, decoded, frames) = (opened + 1, decoded + 1, frames + frameCount)
}

let started = time(nil)
var settled = 0
print(
    "fuzz-packets: seed \(options.seed), \(streams.count) streams, \(encodings.count) encodings, \(options.seconds) s")
while time(nil) - started < options.seconds {
    for _ in 0..<20 {
        let choice = rounds % (streams.count + (encodings.isEmpty ? 0 : 1))
        if choice < streams.count {
            if !streams[choice].packets.isEmpty { decode(streams[choice]) }
        } else {
            decode(encodings[mutation.choice(below: encodings.count)])
        }
        rounds += 1
    }
    // Memory of the first rounds, above all the library's, is not counted.
    if settled == 0, time(nil) - started >= max(1, options.seconds / 4) { settled = residentBytes() }
}
let growth = settled == 0 ? 0 : max(0, residentBytes() - settled)
var usage = rusage()
getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
print(
    "fuzz-packets: \(rounds) rounds: \(opened) decoders, \(refused) refused; \(decoded) packets (\(frames) frames), "
        + "\(damaged) damaged; peak memory \(usage.ru_maxrss / 1024) MiB, grew by \(growth / 1024) KiB")
precondition(usage.ru_maxrss < 256 * 1024, "more than 256 MiB of memory")
precondition(growth < 24 << 20, "memory that is not given back")
