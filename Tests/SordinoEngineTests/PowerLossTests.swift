import Foundation
import SordinoGraph
import SordinoMedia
import Testing

@testable import SordinoEngine

/// Recordings whose machine loses its power: what was kept is there, and of what was written later any part, in any order.
@Suite struct PowerLossTests {
    /// Remembers every write and every time at which all of them were kept.
    private final class Disk: ByteSink, @unchecked Sendable {
        enum Event {
            case write(Int64, [UInt8])
            case cut(Int64)
            case keep(frames: Int)
        }

        let name = "disk"
        var events: [Event] = []
        /// Frames that were recorded until now.
        var frames = 0

        func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) { events.append(.write(offset, Array(bytes))) }

        func truncate(to byteCount: Int64) -> Bool {
            events.append(.cut(byteCount))
            return true
        }

        func keep() { events.append(.keep(frames: frames)) }

        func close() {}

        /// The bytes after a loss of power behind so many events.
        func bytes(until end: Int, _ random: inout SplitMix) -> [UInt8] {
            let kept = events[..<end].lastIndex { if case .keep = $0 { true } else { false } } ?? 0
            var bytes: [UInt8] = []
            for (index, event) in events[..<end].enumerated() {
                // Bytes that were not synchronised are there or not.
                if index > kept, random.next() % 2 == 0 { continue }
                switch event {
                case .write(let offset, let piece):
                    let last = Int(offset) + piece.count
                    if bytes.count < last { bytes += Array(repeating: 0, count: last - bytes.count) }
                    bytes.replaceSubrange(Int(offset)..<last, with: piece)
                case .cut(let count): if bytes.count > Int(count) { bytes.removeLast(bytes.count - Int(count)) }
                case .keep: break
                }
            }
            return bytes
        }
    }

    private struct SplitMix {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
            return mixed ^ mixed >> 31
        }
    }

    @Test(
        .enabled(if: Codecs.named("aac ") != nil, "libavcodec is not there"),
        arguments: [
            ("WAVE", nil), ("caff", nil), ("AIFF", nil), ("RF64", nil), ("NeXT", nil), ("caff", "ima4"),
            ("m4af", "alac"),
            ("m4af", "aac "), ("flac", "flac"), ("adts", "aac "), ("Oggf", "opus"),
        ] as [(FourCC, FourCC?)])
    func lessThanASecondIsLostAndTheFileOpens(type: FourCC, codec: FourCC?) throws {
        let rate = 48_000
        let container = try #require(Containers.named(type))
        var format = MediaFormat(
            type == "AIFF" || type == "NeXT" ? .int16(.big) : .int16(.little), sampleRate: 48_000, channelCount: 1)
        if let codec = codec.flatMap({ Codecs.named($0) }) {
            format = codec.usualFormat(sampleRate: 48_000, channelCount: 1)
            if codec.isLossless { format.bitsPerChannel = 16 }
        }
        let capture = Capture(channelCount: 1, sampleRate: 48_000, seconds: 2)
        let renderer = Renderer()
        defer { renderer.retire() }
        var graph = Graph()
        let (input, target) = (graph.attach(Input()), graph.attach(capture))
        try graph.connect(
            BusID(input, 0), to: BusID(target, 0), format: BusFormat(sampleRate: 48_000, channelCount: 1))
        renderer.publish(
            try PlanCompiler().compile(
                graph, PlanCompiler.Request(roots: [target], sampleRate: 48_000, maximumFrameCount: 512)))
        let disk = Disk()
        let file = try RecordingFile(disk, container, MediaDescription(format), ConversionSettings())
        file.follow(capture)
        capture.begin()
        let planes = PlanarFrames(.float32, channelCount: 1, capacity: 512)
        // Frames that had been recorded when an event came.
        var recorded: [Int] = []
        for block in 0..<(6 * rate / 512) {
            for frame in 0..<512 { planes.floats[0][frame] = Float((block * 512 + frame) % 109) / 400 }
            renderer.state.pointee.render(
                frameCount: 512, hostNanoseconds: -1, output: nil, outputChannelCount: 0, input: planes.floats,
                inputChannelCount: 1)
            disk.frames += 512
            if block % 8 == 7 { _ = try file.drain() }
            while recorded.count < disk.events.count { recorded.append(disk.frames) }
        }
        var random = SplitMix(state: 7)
        for _ in 0..<60 {
            let end = Int(random.next() % UInt64(disk.events.count)) + 1
            let frames = recorded[end - 1]
            guard frames > rate else { continue }
            let bytes = disk.bytes(until: end, &random)
            let reader = try MediaReader(bytes: bytes)
            #expect(
                Int(reader.frameCount) > frames - rate, "\(reader.frameCount) of \(frames) after event \(end)")
            let plane = PlanarFrames(.float32, channelCount: 1, capacity: 4_096)
            var read = 0
            while let given = try? reader.read(into: plane.block, frameCount: 4_096), given > 0 { read += given }
            #expect(read > frames - rate, "\(read) of \(frames) can be read after event \(end)")
        }
    }
}
