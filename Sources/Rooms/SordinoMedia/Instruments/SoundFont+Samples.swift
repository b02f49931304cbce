import SordinoSignal

extension SoundFont {
    /// Set in a sample's type: the frames are in the memory of a hardware synthesiser, and not in the file.
    private static let inMemory: UInt16 = 0x8000
    /// Set in a sample's type: the frames are a Vorbis stream.
    private static let isCompressed: UInt16 = 0x10
    /// Frames of all decoded samples of a bank.
    private static let decodedFrameLimit = 1 << 27

    /// Returns the maximum number of frames to decode from a bank or recording: 256 for each byte, which no codec
    /// exceeds except with silence, and 2^20 more.
    static func frameLimit(byteCount: Int64) -> Int {
        Int(min(Int64(decodedFrameLimit), 1 << 20 + 256 * min(max(byteCount, 0), 1 << 40)))
    }

    /// The sample of an index; nil if there are no frames behind it.
    func sample(_ index: Int) -> InstrumentSample? {
        guard index < tables.samples.count - 1, let base = data.bytes.baseAddress else { return nil }
        let offset = tables.samples.offset(index)
        func number(_ field: Int) -> Int { Int(data.number(offset + field, UInt32.self)) }
        let type = data.number(offset + 44, UInt16.self)
        guard type & Self.inMemory == 0 else { return nil }
        let header = Header(
            start: number(20), end: number(24), loop: (number(28), number(32)),
            // Rates outside the usual range are a writer's mistake.
            sampleRate: Double(min(max(number(36), 400), 384_000)), rootKey: Int(data.number(offset + 40, UInt8.self)),
            correctionCents: Int(data.number(offset + 41, Int8.self)))
        if type & Self.isCompressed != 0 { return decodedSample(index, header) }
        let frames = tables.sampleData.count / 2
        let end = min(header.end, frames)
        guard header.start < end else { return nil }
        let start = (base + tables.sampleData.lowerBound).assumingMemoryBound(to: Int16.self) + header.start
        var sample = header.sample(
            .int16(start), frameCount: end - header.start,
            loop: (header.loop.0 - header.start, header.loop.1 - header.start), owner: data)
        if !tables.lowBytes.isEmpty {
            sample.lowBytes = InstrumentSample.LowBytes(
                (base + tables.lowBytes.lowerBound).assumingMemoryBound(to: UInt8.self) + header.start)
        }
        return sample
    }

    /// The fields of a sample's header.
    private struct Header {
        let start: Int
        let end: Int
        let loop: (Int, Int)
        let sampleRate: Double
        let rootKey: Int
        let correctionCents: Int

        func sample(
            _ frames: InstrumentSample.Frames, frameCount: Int, loop: (Int, Int), owner: AnyObject & Sendable
        ) -> InstrumentSample {
            // A loop that is not within the sample may still be once the zone has moved it.
            InstrumentSample(
                frames, frameCount: frameCount, loop: loop.0 <= loop.1 ? loop.0..<loop.1 : 0..<0,
                sampleRate: sampleRate, rootKey: rootKey < 128 ? rootKey : 60, correctionCents: correctionCents,
                owner: owner)
        }
    }

    /// A sample that is a Vorbis stream: start and end are bytes, the loop counts from the first frame.
    private func decodedSample(_ index: Int, _ header: Header) -> InstrumentSample? {
        decoded.withLock { decoded in
            // Nil marks a sample that cannot be decoded, so that it is tried only once.
            if let known = decoded[index] { return known }
            decoded[index] = .some(nil)
            let end = min(header.end, tables.sampleData.count)
            guard header.start < end else { return nil }
            let first = tables.sampleData.lowerBound
            let stream = UnsafeRawBufferPointer(rebasing: data.bytes[first + header.start..<first + end])
            let used = decoded.values.reduce(0) { $0 + ($1?.frameCount ?? 0) }
            let limit = Self.frameLimit(byteCount: Int64(data.bytes.count)) - used
            guard let frames = Self.decode(stream, owner: data, limit: limit) else { return nil }
            let sample = header.sample(
                .float32(frames.floats), frameCount: frames.count, loop: header.loop, owner: frames)
            decoded[index] = sample
            return sample
        }
    }

    /// The first channel of a file in memory.
    private static func decode(_ bytes: UnsafeRawBufferPointer, owner: AnyObject, limit: Int) -> OwnedFrames? {
        guard let reader = try? MediaReader(MemoryByteSource(bytes, owner: owner)) else { return nil }
        return OwnedFrames.read(reader, channel: 0, limit: limit)
    }
}

extension OwnedFrames {
    /// Reads one channel of a file; nil if it holds nothing or more frames than allowed.
    static func read(_ reader: MediaReader, channel: Int, limit: Int) -> OwnedFrames? {
        let channelCount = reader.format.channelCount
        guard channel < channelCount else { return nil }
        let piece = 4_096
        let planes = OwnedFrames(count: piece * channelCount)
        let pointers = (0..<channelCount).map { planes.floats + $0 * piece }
        var samples: [Float] = []
        while let count = try? reader.read(into: pointers, frameCount: piece), count > 0 {
            guard samples.count + count <= limit else { return nil }
            samples.append(contentsOf: UnsafeBufferPointer(start: pointers[channel], count: count))
        }
        return samples.isEmpty ? nil : OwnedFrames(samples)
    }
}
