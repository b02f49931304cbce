import ByteMutation
import CoreAudioTypes
import SordinoMedia
import Testing

/// Bytes of frames or packets on their way through a converter, cut as a test sets it.
struct StoredStream: Equatable {
    /// One entry for each buffer.
    var buffers: [[UInt8]]
    /// Where packets lie in the only buffer; empty for frames.
    var packets: [AudioStreamPacketDescription] = []
    var frameCount = 0

    static func == (left: StoredStream, right: StoredStream) -> Bool {
        left.buffers == right.buffers && left.frameCount == right.frameCount
            && left.packets.map(\.mDataByteSize) == right.packets.map(\.mDataByteSize)
    }
}

extension PCMShape {
    /// Floats apart for each channel.
    static let planarFloat = PCMShape(.float32(.native), isInterleaved: false)
}

extension ConversionFormat {
    static func floats(rate: Double, channelCount: Int, layout: ChannelLayout? = nil) -> ConversionFormat {
        ConversionFormat(.planarFloat, sampleRate: rate, channelCount: channelCount, layout: layout)
    }

    static func pcm(
        _ encoding: SampleEncoding, rate: Double = 44100, channelCount: Int = 1, isInterleaved: Bool = true
    ) -> ConversionFormat {
        ConversionFormat(
            PCMShape(encoding, isInterleaved: isInterleaved), sampleRate: rate, channelCount: channelCount)
    }
}

/// Floats apart for each channel, as a stream.
func planar(_ channels: [[Float]]) -> StoredStream {
    StoredStream(
        buffers: channels.map { channel in channel.withUnsafeBytes { Array($0) } }, frameCount: channels[0].count)
}

/// A stream of floats apart for each channel, as numbers.
func floats(_ stream: StoredStream) -> [[Float]] { stream.buffers.map { numbers($0) } }

/// Bytes as numbers of a type.
func numbers<Number: BitwiseCopyable>(_ bytes: [UInt8], as _: Number.Type = Number.self) -> [Number] {
    bytes.withUnsafeBytes { bytes in
        (0..<bytes.count / MemoryLayout<Number>.size).map {
            bytes.loadUnaligned(fromByteOffset: $0 * MemoryLayout<Number>.size, as: Number.self)
        }
    }
}

/// Numbers as bytes.
func bytes<Number: BitwiseCopyable>(_ numbers: [Number]) -> [UInt8] { numbers.withUnsafeBytes { Array($0) } }

/// Feeds a stream to a converter in pieces.
final class StreamFeeder {
    private let stream: StoredStream
    private let format: ConversionFormat
    private var place = 0
    private var sizes: () -> Int
    private var memory: [UnsafeMutableRawPointer] = []
    private let list: UnsafeMutableAudioBufferListPointer
    private var descriptions: [AudioStreamPacketDescription] = []
    private var kept: UnsafeMutablePointer<AudioStreamPacketDescription>?
    /// Packets after which the feeder says once that there is nothing now.
    var pauses: Set<Int> = []
    private(set) var asked: [Int] = []

    init(_ stream: StoredStream, _ format: ConversionFormat, sizes: @escaping () -> Int) {
        self.stream = stream
        self.format = format
        self.sizes = sizes
        list = AudioBufferList.allocate(maximumBuffers: max(1, stream.buffers.count))
    }

    deinit {
        for piece in memory { piece.deallocate() }
        kept?.deallocate()
        list.unsafeMutablePointer.deallocate()
    }

    var packetCount: Int { stream.packets.isEmpty ? stream.frameCount / framesPerPacket : stream.packets.count }
    private var framesPerPacket: Int { format.pcm == nil ? max(1, format.media.framesPerPacket) : 1 }

    func supply(_ wanted: Int, _ chunk: inout ConversionChunk) -> ConversionSupply {
        asked.append(wanted)
        // Bytes handed over before are spoilt: the converter must not look at them again.
        for piece in memory { piece.deallocate() }
        memory = []
        if pauses.remove(place) != nil { return .nothingNow }
        let count = min(max(1, sizes()), packetCount - place)
        guard count > 0 else { return .end }
        for (index, bytes) in stream.buffers.enumerated() {
            let range: Range<Int>
            if stream.packets.isEmpty {
                let size =
                    format.pcm?.bytesPerFrame(channelCount: format.media.channelCount) ?? format.media.bytesPerPacket
                range = place * size..<(place + count) * size
            } else {
                let (first, last) = (stream.packets[place], stream.packets[place + count - 1])
                range = Int(first.mStartOffset)..<Int(last.mStartOffset) + Int(last.mDataByteSize)
            }
            let piece = UnsafeMutableRawPointer.allocate(byteCount: max(1, range.count), alignment: 16)
            bytes.withUnsafeBytes { all in
                UnsafeMutableRawBufferPointer(start: piece, count: range.count)
                    .copyMemory(from: UnsafeRawBufferPointer(rebasing: all[range]))
            }
            memory.append(piece)
            list[index] = AudioBuffer(mNumberChannels: 1, mDataByteSize: UInt32(range.count), mData: piece)
        }
        if !stream.packets.isEmpty {
            let start = stream.packets[place].mStartOffset
            kept?.deallocate()
            let fresh = UnsafeMutablePointer<AudioStreamPacketDescription>.allocate(capacity: count)
            for index in 0..<count {
                var packet = stream.packets[place + index]
                packet.mStartOffset -= start
                (fresh + index).initialize(to: packet)
            }
            kept = fresh
        }
        chunk = ConversionChunk(list.unsafePointer, packetCount: count, descriptions: kept)
        place += count
        return .data
    }
}

/// How a test cuts what goes in and what comes out.
enum Cutting {
    case whole
    case pieces(Int, Int)
    case random(UInt64)
}

/// Converts a whole stream.
func converted(
    _ stream: StoredStream, with converter: Converter, cut: Cutting = .whole, pauses: Set<Int> = []
) throws -> StoredStream {
    var numbers = SeededNumbers(seed: 1)
    if case .random(let seed) = cut { numbers = SeededNumbers(seed: seed) }
    func size(_ isInput: Bool) -> Int {
        switch cut {
        case .whole: 1 << 20
        case .pieces(let input, let output): isInput ? input : output
        case .random: Int.random(in: 1...700, using: &numbers)
        }
    }
    let feeder = StreamFeeder(stream, converter.input) { size(true) }
    feeder.pauses = pauses
    let output = converter.output
    let bufferCount = output.pcm?.bufferCount(channelCount: output.media.channelCount) ?? 1
    let bytesPerPacket = output.pcm?.bytesPerFrame(channelCount: output.media.channelCount) ?? 20_000
    let list = AudioBufferList.allocate(maximumBuffers: bufferCount)
    defer { list.unsafeMutablePointer.deallocate() }
    var result = StoredStream(buffers: Array(repeating: [], count: bufferCount))
    while true {
        let wanted = output.pcm == nil ? 1 + size(false) % 40 : min(size(false), 1 << 16)
        var memory: [UnsafeMutableRawPointer] = []
        defer { for piece in memory { piece.deallocate() } }
        for index in 0..<bufferCount {
            let piece = UnsafeMutableRawPointer.allocate(byteCount: wanted * bytesPerPacket, alignment: 16)
            memory.append(piece)
            list[index] = AudioBuffer(
                mNumberChannels: 1, mDataByteSize: UInt32(wanted * bytesPerPacket), mData: piece)
        }
        let descriptions = UnsafeMutablePointer<AudioStreamPacketDescription>.allocate(capacity: wanted)
        defer { descriptions.deallocate() }
        let outcome = try converter.fill(
            list.unsafeMutablePointer, packetCount: wanted, descriptions: descriptions, from: feeder.supply)
        if output.pcm == nil {
            let start = Int64(result.buffers[0].count)
            for index in 0..<outcome.packetCount {
                var packet = descriptions[index]
                packet.mStartOffset += start
                result.packets.append(packet)
            }
        } else {
            result.frameCount += outcome.packetCount
        }
        for index in 0..<bufferCount {
            result.buffers[index] += UnsafeRawBufferPointer(
                start: memory[index], count: Int(list[index].mDataByteSize))
        }
        switch outcome.ending {
        case .full, .dry: continue
        case .end: return result
        case .failed(let code): throw ConversionError.value("\(code)")
        }
    }
}
