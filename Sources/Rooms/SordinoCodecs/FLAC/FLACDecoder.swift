/// Decodes the frames of a FLAC stream to samples, bit for bit.
///
/// Frames do not depend on each other. Sources: RFC 9639, 8.2 and 9.
package final class FLACDecoder {
    /// The description of the stream.
    package let description: FLACDescription
    /// The header of the frame decoded last.
    package private(set) var head: FLACHead?
    /// Channels of the last frame; before it, of the stream.
    package private(set) var channelCount: Int
    /// Frames a second of the last frame; before it, of the stream.
    package private(set) var sampleRate: Int
    /// Bits of a sample of the last frame; before it, of the stream.
    package private(set) var bitsPerChannel: Int
    /// Bytes of the last packet that its frame took.
    package private(set) var consumedByteCount = 0

    private let checksSignature: Bool
    private var signer: MD5?
    /// Whether no frame was lost since the beginning.
    private var isWhole = true
    private var packed: [UInt8] = []

    /// Samples of all channels: each plane has zeros before its first sample.
    private var samples: UnsafeMutablePointer<Int32>
    private var sampleCount: Int
    /// Samples from one plane to the next.
    private var stride: Int
    /// Differences of 33 bits.
    private var wide: UnsafeMutablePointer<Int64>
    private var wideCount = 0
    private var bytes: UnsafeMutablePointer<UInt8>
    private var byteCapacity: Int
    /// Coefficients of a prediction, with zeros behind them.
    let coefficients: UnsafeMutablePointer<Int64>

    /// Zeros before the first sample of a plane, for predictions that are computed with more coefficients than needed.
    static let margin = 32
    /// The most frames of usual blocks, for which there is room at once; larger ones make room when they come.
    private static let usualFrameCount = 4608

    /// Prepares for a stream.
    ///
    /// - Parameters:
    ///   - cookie: A cookie that `FLACDescription` reads.
    ///   - checksSignature: Whether the MD5 sum of the samples is computed, for `isTrue`; a quarter more work.
    /// - Throws: `damaged` if the cookie is.
    package convenience init(cookie: [UInt8], checksSignature: Bool = false) throws(CodecError) {
        self.init(try FLACDescription(cookie), checksSignature: checksSignature)
    }

    /// Prepares for a stream; `checksSignature` as above.
    package init(_ description: FLACDescription, checksSignature: Bool = false) {
        self.description = description
        self.checksSignature = checksSignature
        channelCount = max(1, min(8, description.channelCount))
        sampleRate = description.sampleRate
        bitsPerChannel = description.bitsPerChannel
        stride = Self.margin + max(16, min(Self.usualFrameCount, description.mostBlockFrameCount)) + 16
        sampleCount = stride * channelCount
        samples = .allocate(capacity: sampleCount)
        samples.initialize(repeating: 0, count: sampleCount)
        wide = .allocate(capacity: 1)
        byteCapacity = PaddedBitInput.padding + 1024 + stride * channelCount * (bitsPerChannel + 7) / 8
        bytes = .allocate(capacity: byteCapacity)
        coefficients = .allocate(capacity: 32)
        coefficients.initialize(repeating: 0, count: 32)
        if checksSignature { signer = MD5() }
    }

    deinit {
        samples.deallocate()
        wide.deallocate()
        bytes.deallocate()
        coefficients.deallocate()
    }

    /// Frames of a packet at most, as the description says.
    package var framesPerPacket: Int { description.mostBlockFrameCount }

    /// The samples of a channel of the last frame, in its lowest `bitsPerChannel` bits with their sign, until the
    /// next call.
    ///
    /// A stream with right check sums may lie about the width: such samples have more bits.
    package func plane(_ channel: Int) -> UnsafePointer<Int32> {
        UnsafePointer(start(max(0, min(channel, channelCount - 1))))
    }

    func start(_ channel: Int) -> UnsafeMutablePointer<Int32> { samples + (channel &* stride &+ Self.margin) }

    /// Decodes one frame.
    ///
    /// - Parameter packet: The frame; bytes behind it are ignored.
    /// - Returns: Frames of sound, 1 to 65535, in planes.
    /// - Throws: `damaged` if the frame breaks the format's rules or a check sum differs.
    package func decode(_ packet: UnsafeRawBufferPointer) throws(CodecError) -> Int {
        let wasWhole = isWhole
        isWhole = false
        let head = try FLACHead(packet)
        let bits = head.bitsPerChannel > 0 ? head.bitsPerChannel : description.bitsPerChannel
        prepare(head, bits, packet)
        var cursor = PaddedBitInput(bytes, byteCount: packet.count)
        cursor.position = head.byteCount * 8
        for channel in 0..<head.channelCount {
            let isSide = head.pairing == .sideRight ? channel == 0 : head.pairing != .none && channel == 1
            if isSide, bits == 32 {
                try decodeWide(&cursor, wide + Self.margin, start(channel), head.frameCount)
            } else {
                try decode(&cursor, start(channel), head.frameCount, bits + (isSide ? 1 : 0))
            }
        }
        let byteCount = (cursor.position + 7) >> 3
        guard byteCount + 2 <= packet.count else { throw .damaged("a frame that is cut", bit: cursor.position) }
        guard FLACChecks.sum16(bytes, byteCount + 2) == 0 else {
            throw .damaged("a frame with a wrong check sum", bit: byteCount * 8)
        }
        consumedByteCount = byteCount + 2
        join(head, bits)
        self.head = head
        channelCount = head.channelCount
        sampleRate = head.sampleRate > 0 ? head.sampleRate : description.sampleRate
        bitsPerChannel = bits
        isWhole = wasWhole
        if isWhole, signer != nil { sign(head.frameCount) }
        return head.frameCount
    }

    /// Puts silence in the planes, in place of a frame that is damaged or lost.
    ///
    /// - Returns: Its frames: as many as the last frame had, or the stream's most.
    package func conceal() -> Int {
        let count = min(head?.frameCount ?? framesPerPacket, stride - Self.margin)
        for channel in 0..<channelCount { start(channel).update(repeating: 0, count: count) }
        isWhole = false
        return count
    }

    /// Begins anew, as before the first packet.
    package func reset() {
        head = nil
        isWhole = true
        signer = checksSignature ? MD5() : nil
    }

    /// Begins after a jump: the signature cannot be checked any more until `reset`.
    package func flush() { isWhole = false }

    /// Indicates whether all samples since `init` or `reset` have the sum that the description states; nil if it states
    /// none, none is computed, or frames were lost or jumped over.
    package var isTrue: Bool? {
        guard description.isSigned, isWhole, let signer else { return nil }
        return signer.sum == description.signature
    }

    private func prepare(_ head: FLACHead, _ bits: Int, _ packet: UnsafeRawBufferPointer) {
        let needed = Self.margin + head.frameCount + 16
        if needed > stride || head.channelCount * stride > sampleCount {
            samples.deallocate()
            stride = max(stride, needed)
            // As many planes as `conceal` fills, also where this frame claims others.
            sampleCount = max(head.channelCount, channelCount) * stride
            samples = .allocate(capacity: sampleCount)
            samples.initialize(repeating: 0, count: sampleCount)
        }
        if bits == 32, head.pairing != .none, wideCount < stride {
            wide.deallocate()
            wideCount = stride
            wide = .allocate(capacity: wideCount)
            wide.initialize(repeating: 0, count: wideCount)
        }
        if packet.count + PaddedBitInput.padding > byteCapacity {
            bytes.deallocate()
            byteCapacity = packet.count + PaddedBitInput.padding
            bytes = .allocate(capacity: byteCapacity)
        }
        if let base = packet.baseAddress {
            bytes.update(from: base.assumingMemoryBound(to: UInt8.self), count: packet.count)
        }
        (bytes + packet.count).update(repeating: 0, count: PaddedBitInput.padding)
    }

    /// Makes left and right of a pair.
    private func join(_ head: FLACHead, _ bits: Int) {
        let (first, second) = (start(0), start(1))
        if head.pairing != .none, bits == 32 { return joinWide(head, first, second) }
        switch head.pairing {
        case .none: break
        case .leftSide: for index in 0..<head.frameCount { second[index] = first[index] &- second[index] }
        case .sideRight: for index in 0..<head.frameCount { first[index] = first[index] &+ second[index] }
        case .midSide:
            for index in 0..<head.frameCount {
                let side = second[index]
                let middle = first[index] &<< 1 | side & 1
                first[index] = (middle &+ side) &>> 1
                second[index] = (middle &- side) &>> 1
            }
        }
    }

    private func joinWide(
        _ head: FLACHead, _ first: UnsafeMutablePointer<Int32>, _ second: UnsafeMutablePointer<Int32>
    ) {
        let sides = wide + Self.margin
        for index in 0..<head.frameCount {
            let side = sides[index]
            switch head.pairing {
            case .none: break
            case .leftSide: second[index] = Int32(truncatingIfNeeded: Int64(first[index]) &- side)
            case .sideRight: first[index] = Int32(truncatingIfNeeded: Int64(second[index]) &+ side)
            case .midSide:
                let middle = Int64(first[index]) &<< 1 | side & 1
                first[index] = Int32(truncatingIfNeeded: (middle &+ side) &>> 1)
                second[index] = Int32(truncatingIfNeeded: (middle &- side) &>> 1)
            }
        }
    }

    private func sign(_ frameCount: Int) {
        withUnsafePlanes { FLACSignature.pack($0, frameCount, bitsPerChannel, into: &packed) }
        packed.withUnsafeBytes { signer?.take($0) }
    }

    private func withUnsafePlanes(_ body: ([UnsafePointer<Int32>]) -> Void) {
        body((0..<channelCount).map { UnsafePointer(start($0)) })
    }
}
