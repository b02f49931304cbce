import ByteMutation
import Glibc
import SordinoMedia
import SordinoSignal

/// Feeds damaged packets, cookies and formats to decoders: no trap, planes that can be read to their end, finite numbers,
/// and undamaged packets that are decoded afterwards.
package struct PacketFuzz {
    /// The counts so far.
    package struct Counts {
        package var opened = 0
        package var refused = 0
        package var decoded = 0
        package var damaged = 0
        package var concealed = 0
        package var frames = 0
        /// Undamaged packets that were decoded behind damaged ones.
        package var recovered = 0
    }

    package private(set) var counts = Counts()
    /// The longest time that the processor took for a packet, in nanoseconds, and its stream.
    package private(set) var slowest: (nanoseconds: Int, stream: String) = (0, "")
    /// The first thing that is wrong; nil if there is none.
    package private(set) var finding: String?
    package var mutation: ByteMutation
    /// Takes every sample of the planes, so that one that is not there is noticed.
    private var checksum: UInt8 = 0

    package init(seed: UInt64) { mutation = ByteMutation(seed: seed) }

    /// Opens a decoder, perhaps with a damaged cookie or format, and gives it packets of which most are damaged.
    package mutating func decode(_ stream: SeedPackets) {
        var (format, cookie) = (stream.format, stream.cookie)
        var isWhole = false
        switch mutation.choice(below: 6) {
        case 0: cookie = cookie.map { mutation.damaged($0, headByteCount: $0.count) }
        case 1: format.channelCount = 1 + mutation.choice(below: 9)
        case 2: format.sampleRate = Double(mutation.choice(below: 400_000))
        case 3:
            format.bytesPerPacket = mutation.choice(below: 5000)
            format.framesPerPacket = mutation.choice(below: 5000)
        default: isWhole = true
        }
        if let cookie { _ = MediaFormat.described(by: cookie, codec: format.codec) }
        let decoder: any PacketDecoder
        do throws(MediaError) {
            guard let made = try Codecs.decoder(for: format, cookie: cookie) else { return }
            decoder = made
            counts.opened += 1
        } catch {
            expect(!error.description.isEmpty, stream, "an error without a reason")
            expect(!isWhole, stream, "\(error)")
            counts.refused += 1
            return
        }
        let limit = decoder.framesPerPacketLimit
        let byteCount = limit * format.channelCount * decoder.kind.byteCount
        expect(byteCount < 64 << 20, stream, "room for \(limit) frames of \(format.channelCount) channels")
        for _ in 0..<16 {
            take(damagedPacket(of: stream), decoder, format, stream)
            if isWhole, mutation.choice(below: 4) == 0 { recover(decoder, stream) }
            if finding != nil { return }
        }
    }

    private mutating func damagedPacket(of stream: SeedPackets) -> [UInt8] {
        let packet = stream.packets[mutation.choice(below: stream.packets.count)]
        return switch mutation.choice(below: 9) {
        case 0: packet
        case 1: (0..<mutation.choice(below: 2000)).map { _ in UInt8(mutation.choice(below: 256)) }
        case 2, 3, 4: mutation.damaged(packet, headByteCount: packet.count)
        default: mutation.damaged(packet, headByteCount: 32)
        }
    }

    private mutating func take(
        _ bytes: [UInt8], _ decoder: any PacketDecoder, _ format: MediaFormat, _ stream: SeedPackets
    ) {
        _ = MediaFormat.described(byPacket: bytes)
        if mutation.choice(below: 12) == 0 { decoder.reset() }
        let asksForFormat = mutation.choice(below: 20) == 0
        let began = Self.nanoseconds()
        bytes.withUnsafeBytes { bytes in
            do throws(MediaError) {
                if asksForFormat {
                    _ = try decoder.outcome(of: bytes)
                    return
                }
                check(try decoder.decode(bytes), decoder, format, stream)
                counts.decoded += 1
            } catch {
                expect(!error.description.isEmpty, stream, "an error without a reason")
                counts.damaged += 1
                if let frames = decoder.conceal() {
                    check(frames, decoder, format, stream)
                    counts.concealed += 1
                }
            }
        }
        let taken = Self.nanoseconds() - began
        if taken > slowest.nanoseconds { slowest = (taken, "\(stream)") }
    }

    private mutating func check(
        _ given: DecodedFrames, _ decoder: any PacketDecoder, _ format: MediaFormat, _ stream: SeedPackets
    ) {
        let (count, limit) = (given.frameCount, decoder.framesPerPacketLimit)
        guard count >= 0, count <= limit else { return expect(false, stream, "\(count) frames of \(limit)") }
        expect(given.block.channelCount == format.channelCount, stream, "\(given.block.channelCount) channels")
        expect(given.block.kind == decoder.kind, stream, "other numbers")
        guard finding == nil else { return }
        let isOwn = Codecs.named(format.codec)?.decoderImplementations.first == .sordino
        for channel in 0..<format.channelCount {
            let start = given.block.buffers[channel]
            for byte in UnsafeRawBufferPointer(start: start, count: count * decoder.kind.byteCount) { checksum ^= byte }
            guard isOwn, decoder.kind == .float32 else { continue }
            let samples = UnsafeBufferPointer(start: start.assumingMemoryBound(to: Float.self), count: count)
            expect(samples.allSatisfy(\.isFinite), stream, "samples that are no numbers")
        }
        counts.frames += count
    }

    /// Gives a decoder the beginning of the stream, undamaged, after its earlier packets.
    private mutating func recover(_ decoder: any PacketDecoder, _ stream: SeedPackets) {
        guard Codecs.named(stream.format.codec)?.decoderImplementations.first == .sordino else { return }
        for packet in stream.packets.prefix(3) {
            packet.withUnsafeBytes { bytes in
                do throws(MediaError) {
                    check(try decoder.decode(bytes), decoder, stream.format, stream)
                    counts.recovered += 1
                } catch { expect(false, stream, "an undamaged packet behind damaged ones: \(error)") }
            }
        }
    }

    private mutating func expect(_ isTrue: Bool, _ stream: SeedPackets, _ text: String) {
        if !isTrue, finding == nil { finding = "\(stream): \(text)" }
    }

    /// The time that the processor has spent on this thread.
    private static func nanoseconds() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
}
