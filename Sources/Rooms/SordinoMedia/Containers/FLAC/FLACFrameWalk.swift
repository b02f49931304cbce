/// Walks over the bits of a FLAC frame to where it ends, without decoding its sound.
///
/// A frame that nothing follows yet can be proved whole this way: its checksum alone comes out by chance in one of
/// 65536 places.
///
/// Source: RFC 9639, 9.2.
struct FLACFrameWalk {
    private var position: Int
    private let bitCount: Int
    private let blockSize: Int

    /// Bytes of the frame at the beginning of `bytes`, checksum included; nil if it is damaged or not all there.
    ///
    /// - Parameter bitsPerChannel: Bits of a sample where the frame's header leaves that to the stream's.
    static func byteCount(_ bytes: RawSpan, _ header: FLACFrameHeader, bitsPerChannel: Int) -> Int? {
        var walk = FLACFrameWalk(
            position: 8 * header.byteCount, bitCount: 8 * bytes.byteCount, blockSize: header.blockSize)
        let bits = header.bitsPerChannel > 0 ? header.bitsPerChannel : bitsPerChannel
        for channel in 0..<header.channelCount {
            // The difference of two channels takes a bit more than either.
            guard walk.passChannel(bytes, bits + (channel == header.sideChannel ? 1 : 0)) else { return nil }
        }
        let byteCount = (walk.position + 7) / 8 + 2
        return byteCount <= bytes.byteCount ? byteCount : nil
    }

    private mutating func passChannel(_ bytes: RawSpan, _ sampleBits: Int) -> Bool {
        guard let zero = take(bytes, 1), zero == 0, let kind = take(bytes, 6), let wastes = take(bytes, 1) else {
            return false
        }
        var bits = sampleBits
        if wastes == 1 {
            guard let zeros = passZeros(bytes) else { return false }
            bits -= zeros + 1
        }
        guard bits > 0 else { return false }
        switch kind {
        case 0: return pass(bits)
        case 1: return pass(bits * blockSize)
        case 8...12: return pass(bits * (kind - 8)) && passResidual(bytes, order: kind - 8)
        case 32...63:
            let order = kind - 31
            guard pass(bits * order), let precision = take(bytes, 4), precision < 15 else { return false }
            return pass(5 + (precision + 1) * order) && passResidual(bytes, order: order)
        default: return false
        }
    }

    private mutating func passResidual(_ bytes: RawSpan, order: Int) -> Bool {
        guard let method = take(bytes, 2), method < 2, let partitionOrder = take(bytes, 4) else { return false }
        let width = 4 + method
        let perPartition = blockSize >> partitionOrder
        guard perPartition >= order, perPartition << partitionOrder == blockSize else { return false }
        for partition in 0..<(1 << partitionOrder) {
            let count = partition == 0 ? perPartition - order : perPartition
            guard let parameter = take(bytes, width) else { return false }
            if parameter == (1 << width) - 1 {
                guard let bits = take(bytes, 5), pass(bits * count) else { return false }
                continue
            }
            for _ in 0..<count { guard passZeros(bytes) != nil, pass(parameter) else { return false } }
        }
        return true
    }

    private mutating func pass(_ count: Int) -> Bool {
        position += count
        return position <= bitCount
    }

    private mutating func take(_ bytes: RawSpan, _ count: Int) -> Int? {
        guard position + count <= bitCount else { return nil }
        var value = 0
        for bit in position..<position + count {
            value = value << 1 | Int(bytes.byte(bit / 8) >> UInt8(7 - bit % 8) & 1)
        }
        position += count
        return value
    }

    /// Passes over zeros and the one behind them, and returns how many zeros there were.
    private mutating func passZeros(_ bytes: RawSpan) -> Int? {
        let start = position
        while position < bitCount {
            let rest = bytes.byte(position / 8) << UInt8(position % 8)
            if rest != 0 {
                position += rest.leadingZeroBitCount + 1
                return position - start - 1
            }
            position = (position / 8 + 1) * 8
        }
        return nil
    }
}
