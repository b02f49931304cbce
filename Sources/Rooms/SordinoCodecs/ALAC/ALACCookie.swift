/// The description of an Apple Lossless stream: 24 bytes, behind them for more than two channels a layout of 24 more.
///
/// Source: Apple, "ALAC Magic Cookie Description".
package struct ALACCookie: Equatable, Sendable {
    /// Frames of each packet but the last, which may have less.
    package var framesPerPacket = 4096
    /// Bits of a sample: 16, 20, 24 or 32.
    package var bitsPerChannel = 16
    /// Rice parameter "pb": the speed at which means of residuals are learnt.
    package var learning = 40
    /// Rice parameter "mb": the mean with which a packet begins.
    package var mean = 10
    /// Rice parameter "kb": the longest remainder, in bits.
    package var remainderBitLimit = 14
    /// Channels, 1 to 8.
    package var channelCount = 2
    /// Bytes of the largest packet; 0 if unknown.
    package var mostPacketByteCount = 0
    /// Bits a second on average; 0 if unknown.
    package var bitRate = 0
    /// The rate, in frames a second.
    package var sampleRate = 44100
    /// Core Audio's tag of the layout; 0 if the cookie has none.
    package var layoutTag: UInt32 = 0

    /// Makes the description of a stereo stream.
    package init() {}

    /// Reads a cookie: 24 bytes or more, alone or in the atoms "frma" and "alac" of old files.
    ///
    /// - Throws: `damaged` if it is shorter, or a number is impossible.
    package init(_ cookie: [UInt8]) throws(CodecError) {
        var rest = cookie[...]
        func isAtom(_ code: String) -> Bool { rest.count >= 12 && rest.dropFirst(4).starts(with: code.utf8) }
        if isAtom("frma") { rest = rest.dropFirst(12) }
        if isAtom("alac") { rest = rest.dropFirst(12) }
        guard rest.count >= 24 else { throw .damaged("a cookie of less than 24 bytes", bit: 0) }
        let bytes = Array(rest)
        func number(_ at: Int, _ count: Int) -> Int { bytes[at..<at + count].reduce(0) { $0 << 8 | Int($1) } }
        framesPerPacket = number(0, 4)
        bitsPerChannel = number(5, 1)
        learning = number(6, 1)
        mean = number(7, 1)
        remainderBitLimit = number(8, 1)
        channelCount = number(9, 1)
        mostPacketByteCount = number(12, 4)
        bitRate = number(16, 4)
        sampleRate = number(20, 4)
        if bytes.count >= 48, bytes[28..<32].elementsEqual("chan".utf8) {
            layoutTag = UInt32(truncatingIfNeeded: number(36, 4))
        }
        guard framesPerPacket > 0, framesPerPacket <= Self.frameLimit else {
            throw .damaged("packets of no frames or of too many", bit: 0)
        }
        guard number(4, 1) == 0 else { throw .unsupported("a later version of the format") }
        guard [16, 20, 24, 32].contains(bitsPerChannel) else { throw .damaged("a sample width that is none", bit: 40) }
        guard (1...24).contains(remainderBitLimit) else { throw .damaged("remainders without bits", bit: 64) }
        guard (1...8).contains(channelCount) else { throw .damaged("no channels or more than 8", bit: 72) }
    }

    /// Frames of a packet that are believed at most.
    static let frameLimit = 1 << 18

    /// The cookie: 24 bytes, or 48 if there is a layout.
    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        func put(_ value: Int, _ count: Int) {
            for index in 0..<count { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - index)))) }
        }
        put(framesPerPacket, 4)
        put(0, 1)
        for value in [bitsPerChannel, learning, mean, remainderBitLimit, channelCount] { put(value, 1) }
        // The longest run, which no decoder reads.
        put(255, 2)
        for value in [mostPacketByteCount, bitRate, sampleRate] { put(value, 4) }
        guard layoutTag != 0 else { return bytes }
        put(24, 4)
        bytes += Array("chan".utf8)
        for value in [0, Int(layoutTag), 0, 0] { put(value, 4) }
        return bytes
    }
}
