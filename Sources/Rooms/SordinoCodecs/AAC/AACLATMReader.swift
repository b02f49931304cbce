/// Takes AAC packets out of LOAS frames (AudioSyncStream with AudioMuxElement): ISO/IEC 14496-3, 1.7.3.
///
/// The first program's first layer is read.
package struct AACLATMReader {
    /// The config of the stream; nil until a frame has carried one.
    package private(set) var configuration: AACConfiguration?
    private var frameCount = 1
    private var hasOtherData = false
    private var otherBitCount = 0

    /// Makes a reader that waits for a config.
    package init() {}

    /// The length in bytes of a LOAS frame, header included.
    ///
    /// - Parameter bytes: At least the first three bytes of the frame.
    /// - Returns: nil if no frame begins here.
    package static func frameLength(_ bytes: UnsafeRawBufferPointer) -> Int? {
        guard bytes.count >= 3, bytes[0] == 0x56, bytes[1] & 0xe0 == 0xe0 else { return nil }
        return 3 + (Int(bytes[1] & 0x1f) << 8 | Int(bytes[2]))
    }

    /// Reads one LOAS frame.
    ///
    /// - Parameter bytes: The frame with its header.
    /// - Returns: The packets in it; none before the first config.
    /// - Throws: `damaged`; `unsupported` for frames with more than one program or layer and for fixed frame lengths.
    package mutating func packets(in bytes: UnsafeRawBufferPointer) throws(CodecError) -> [[UInt8]] {
        guard let length = Self.frameLength(bytes), length <= bytes.count else {
            throw .damaged("no LOAS frame", bit: 0)
        }
        var input = BitInput(UnsafeRawBufferPointer(rebasing: bytes[3..<length]))
        if !input.flag() { try readConfig(&input) }
        guard configuration != nil else { return [] }
        var packets: [[UInt8]] = []
        for _ in 0..<frameCount {
            var byteCount = 0
            var part = 255
            while part == 255, !input.isPast {
                part = input.bits(8)
                byteCount += part
            }
            if byteCount * 8 > input.left { throw .damaged("a payload past the frame's end", bit: input.position) }
            packets.append((0..<byteCount).map { _ in UInt8(truncatingIfNeeded: input.bits(8)) })
        }
        if hasOtherData { input.skip(otherBitCount) }
        return packets
    }

    /// Reads a `StreamMuxConfig` from its first bit.
    private mutating func readConfig(_ input: inout BitInput) throws(CodecError) {
        let isSecond = input.flag()
        if isSecond, input.flag() { throw .unsupported("LATM with audioMuxVersionA 1 is not decoded.") }
        if isSecond { _ = Self.value(&input) }
        let hasSameFraming = input.flag()
        let subFrameCount = input.bits(6) + 1
        if input.bits(4) != 0 || input.bits(3) != 0 || !hasSameFraming {
            throw .unsupported("LATM with more than one program or layer is not decoded.")
        }
        let length = isSecond ? Self.value(&input) : 0
        let start = input.position
        let config = input
        var parsed = try AACConfiguration.parse(&input, hasExtension: false)
        if isSecond {
            if length > input.count - start { throw .damaged("a config past the frame's end", bit: start) }
            let bytes = Self.bytes(config, count: length)
            parsed = try AACConfiguration(parsing: bytes)
            input.skip(start + length - input.position)
            if input.position != start + length { throw .damaged("a config longer than it says", bit: start) }
        } else {
            parsed.bytes = Self.bytes(config, count: input.position - start)
            parsed.replicationHeaderBits = parsed.replicationHeaderBits.map { $0 - start }
        }
        guard input.bits(3) == 0 else { throw .unsupported("LATM with fixed frame lengths is not decoded.") }
        input.skip(8)
        hasOtherData = input.flag()
        otherBitCount = 0
        if hasOtherData { otherBitCount = isSecond ? Self.value(&input) : Self.escapedValue(&input) }
        if input.flag() { input.skip(8) }
        if input.isPast { throw .damaged("a config that ends too early", bit: input.count) }
        frameCount = subFrameCount
        configuration = parsed
    }

    /// Reads a number as `LatmGetValue` does.
    private static func value(_ input: inout BitInput) -> Int {
        let count = input.bits(2) + 1
        return input.bits(8 * count)
    }

    /// Reads a length in bytes, of which each but the last announces another.
    private static func escapedValue(_ input: inout BitInput) -> Int {
        var (sum, isMore) = (0, true)
        while isMore, !input.isPast {
            isMore = input.flag()
            sum = (sum << 8 | input.bits(8)) & 0xff_ffff
        }
        return sum
    }

    /// Copies the next bits to whole bytes, the last filled up with zeros.
    private static func bytes(_ input: BitInput, count: Int) -> [UInt8] {
        var copy = input
        return stride(from: 0, to: count, by: 8).map { place in
            let width = min(8, count - place)
            return UInt8(truncatingIfNeeded: copy.bits(width) << (8 - width))
        }
    }
}
