import CoreAudioTypes
import SordinoSignal

/// The first step of a converter: takes the program's chunks and makes planes of samples of them.
///
/// One chunk is kept until its last packet is used up; only then the program is asked again.
final class ConverterInput {
    /// The outcome of a request for frames.
    enum Pull: Equatable {
        case frames(Int)
        case dry
        case end
        case failed(Int32)

        /// The ending that it means for the converter's call; nil if there are frames.
        var ending: ConversionResult.Ending? {
            switch self {
            case .frames: nil
            case .dry: .dry
            case .end: .end
            case .failed(let code): .failed(code)
            }
        }
    }

    let format: ConversionFormat
    let kind: SampleBlock.Kind
    /// The decoder's step; nil for frames of samples.
    let decoding: PacketDecoding?
    private let unpacking: SampleUnpacking?
    private var chunk = ConversionChunk()
    /// Packets of the chunk that are used up.
    private var usedCount = 0
    private(set) var hasEnded = false

    /// - Parameter decoder: For packets; nil for frames.
    init(_ format: ConversionFormat, kind: SampleBlock.Kind, decoder: (any PacketDecoder)?, priming: PrimeInfo) {
        self.format = format
        self.kind = kind
        unpacking = format.pcm.map { SampleUnpacking($0, channelCount: format.media.channelCount) }
        decoding = decoder.map { PacketDecoding(format, $0, kind: kind, priming: priming) }
    }

    /// Frames a second of the output: the decoder's rate if it has found one, else the format's.
    var sampleRate: Double { decoding?.sampleRate ?? format.media.sampleRate }

    /// Forgets everything, also an end.
    func reset() {
        chunk = ConversionChunk()
        usedCount = 0
        hasEnded = false
        decoding?.reset()
    }

    /// Lends frames of samples where the program has them.
    ///
    /// - Parameters:
    ///   - wanted: No more than these.
    ///   - source: Asked when nothing is left of the last chunk, at most once.
    ///   - body: Receives the buffers, the first frame and the frames.
    func lend(
        _ wanted: Int, from source: ConversionSource, to body: (UnsafePointer<AudioBuffer>, Int, Int) -> Void
    ) throws(ConversionError) -> Pull {
        if hasEnded { return .end }
        if usedCount == chunk.packetCount,
            let stop = try refill(source, frameCount: min(wanted, Converter.framesAtOnce))
        {
            return stop
        }
        guard let buffers = chunk.buffers else { return .dry }
        let count = min(wanted, chunk.packetCount - usedCount)
        body(buffers, usedCount, count)
        usedCount += count
        return .frames(count)
    }

    /// Asks for a chunk.
    ///
    /// - Returns: The reason for which there is no packet; nil if there is one.
    private func refill(_ source: ConversionSource, frameCount: Int) throws(ConversionError) -> Pull? {
        switch ask(source, frameCount: frameCount) {
        case .data:
            try check()
            return nil
        case .nothingNow: return .dry
        case .failed(let code): return .failed(code)
        case .end:
            hasEnded = true
            return .end
        }
    }

    /// Puts frames behind those that `target` has.
    ///
    /// - Parameters:
    ///   - asked: The program is asked for about so many.
    ///   - most: No more than these are taken, and no more than there is room for.
    ///   - source: Asked when nothing is left of the last chunk; at most once unless packets give no frames.
    func pull(
        asking asked: Int, taking most: Int, into target: PlanarFrames, from source: ConversionSource
    ) throws(ConversionError) -> Pull {
        let limit = min(most, target.room)
        guard limit > 0 else { return .frames(0) }
        while true {
            if let decoding {
                let there = decoding.take(limit, into: target, isOver: hasEnded)
                if there > 0 { return .frames(there) }
            }
            if hasEnded { return .end }
            if usedCount == chunk.packetCount, let stop = try refill(source, frameCount: min(asked, limit)) {
                if stop == .end { continue }
                return stop
            }
            if let unpacking {
                let count = min(limit, chunk.packetCount - usedCount)
                unpack(unpacking, count, into: target)
                usedCount += count
                return .frames(count)
            }
            if let decoding {
                try decoding.decode(try packet(usedCount))
                usedCount += 1
            }
        }
    }

    private func ask(_ source: ConversionSource, frameCount: Int) -> ConversionSupply {
        usedCount = 0
        let packetCount = decoding.map {
            ($0.missingFrameCount(frameCount) + $0.framesPerPacket - 1) / $0.framesPerPacket
        }
        // The program may ask this converter things while it is asked itself: until it answers, there is no chunk.
        chunk = ConversionChunk()
        var offered = ConversionChunk()
        let supply = source(max(1, packetCount ?? frameCount), &offered)
        if supply != .data { return supply }
        // A chunk without packets counts as no data at the moment.
        if offered.packetCount <= 0 { return .nothingNow }
        chunk = offered
        return .data
    }

    /// Refuses a chunk whose buffers do not hold its packets.
    private func check() throws(ConversionError) {
        let isWhole =
            if let pcm = format.pcm {
                hasFrames(pcm)
            } else {
                chunk.bufferCount == 1 && chunk.buffers?.pointee.mData != nil
            }
        guard isWhole else {
            chunk = ConversionChunk()
            throw .inputSize
        }
        if decoding != nil, chunk.descriptions == nil, format.media.bytesPerPacket == 0 {
            chunk = ConversionChunk()
            throw .descriptionsMissing
        }
    }

    private func hasFrames(_ pcm: PCMShape) -> Bool {
        let count = format.media.channelCount
        guard let buffers = chunk.buffers, chunk.bufferCount == pcm.bufferCount(channelCount: count) else {
            return false
        }
        let (byteCount, overflowed) = chunk.packetCount.multipliedReportingOverflow(
            by: pcm.bytesPerFrame(channelCount: count))
        guard !overflowed else { return false }
        for index in 0..<chunk.bufferCount
        where buffers[index].mData == nil || Int(buffers[index].mDataByteSize) < byteCount { return false }
        return true
    }

    private func unpack(_ unpacking: SampleUnpacking, _ count: Int, into target: PlanarFrames) {
        guard let buffers = chunk.buffers else { return }
        unpacking.unpack(buffers, fromFrame: usedCount, frameCount: count, into: target)
    }

    /// The bytes of a packet of the chunk.
    private func packet(_ index: Int) throws(ConversionError) -> (UnsafeRawBufferPointer, frameCount: Int) {
        guard let buffer = chunk.buffers?.pointee, let base = buffer.mData else { throw .inputSize }
        let total = Int(buffer.mDataByteSize)
        var (start, byteCount, frameCount) = (0, format.media.bytesPerPacket, 0)
        if let descriptions = chunk.descriptions {
            let description = descriptions[index]
            guard let offset = Int(exactly: description.mStartOffset) else { throw .inputSize }
            (start, byteCount) = (offset, Int(description.mDataByteSize))
            frameCount = Int(description.mVariableFramesInPacket)
        } else {
            start = index * byteCount
        }
        guard start >= 0, start <= total, byteCount <= total - start else {
            usedCount = chunk.packetCount
            throw .inputSize
        }
        return (UnsafeRawBufferPointer(start: base + start, count: byteCount), frameCount)
    }
}
