@testable import SordinoCodecs

/// Writes packets of layers I and II bit by bit: allocations, scale factors and samples by chance, within the size that
/// the header states.
struct SubbandPackets {
    /// The layer, 1 or 2.
    var layer: Int
    /// The code of the version: 3 is MPEG-1, 2 the lower rates.
    var version: Int
    /// The index of the bit rate in the header.
    var bitRateIndex: Int
    /// The index of the sampling rate in the header.
    var rateIndex: Int
    /// Two channels, joint, two independent ones, one: 0 to 3.
    var mode: Int
    /// Indicates that a checksum follows the header.
    var isProtected = false
    var chance: MPEGAudioDecoderTests.Seeded

    private var output = BitOutput(byteCapacity: 2048)

    init(layer: Int, version: Int, bitRateIndex: Int, rateIndex: Int, mode: Int, seed: UInt64) {
        (self.layer, self.version, self.bitRateIndex, self.rateIndex) = (layer, version, bitRateIndex, rateIndex)
        self.mode = mode
        chance = .init(state: seed)
    }

    private var channelCount: Int { mode == 3 ? 1 : 2 }

    private mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &chance) }

    /// Makes one packet of samples.
    mutating func next() -> [UInt8] {
        let (padding, modeExtension) = (number(0..<2), number(0..<4))
        output.removeAll()
        output.put(0xFFE | version >> 1, 12)
        output.put(version & 1, 1)
        output.put(4 - layer, 2)
        output.put(isProtected ? 0 : 1, 1)
        output.put(bitRateIndex, 4)
        output.put(rateIndex, 2)
        output.put(padding, 1)
        output.put(0, 1)
        output.put(mode, 2)
        output.put(modeExtension, 2)
        output.put(0, 4)
        guard let header = output.bytes.withUnsafeBytes({ MPEGFrameHeader($0) }), let byteCount = header.byteCount
        else { return [] }
        if isProtected { output.put(0, 16) }
        let protectedStart = output.count
        var protectedEnd = 0
        if layer == 1 {
            protectedEnd = putLayerI(header, bitLimit: 8 * byteCount)
        } else {
            protectedEnd = putLayerII(header, byteCount: byteCount)
        }
        output.align()
        var bytes = output.bytes
        bytes += [UInt8](repeating: 0, count: max(0, byteCount - bytes.count))
        if isProtected { protect(&bytes, protectedStart..<protectedEnd) }
        return bytes
    }

    /// Puts the remainder of a division of polynomials behind the header, bit by bit.
    private func protect(_ bytes: inout [UInt8], _ bits: Range<Int>) {
        var rest: UInt32 = 0xFFFF
        for bit in Array(16..<32) + Array(bits) {
            let value = UInt32(bytes[bit / 8] >> (7 - UInt8(bit % 8))) & 1
            let isOdd = (rest >> 15 ^ value) & 1 == 1
            rest = (rest << 1 & 0xFFFF) ^ (isOdd ? 0x8005 : 0)
        }
        (bytes[4], bytes[5]) = (UInt8(rest >> 8), UInt8(rest & 255))
    }

    /// Returns the bit behind those that a checksum covers.
    private mutating func putLayerI(_ header: MPEGFrameHeader, bitLimit: Int) -> Int {
        let bound = mode == 1 ? header.jointBound : 32
        var left = bitLimit - output.count - 4 * (channelCount == 1 ? 32 : 32 + bound)
        var codes = [[Int]](repeating: [0, 0], count: 32)
        for subband in 0..<32 {
            for channel in 0..<(subband < bound ? channelCount : 1) {
                let code = number(0..<15)
                let factorCount = subband < bound ? 1 : channelCount
                let cost = code == 0 ? 0 : 12 * (code + 1) + 6 * factorCount
                guard cost <= left else { continue }
                left -= cost
                codes[subband][channel] = code
                if subband >= bound { codes[subband][1] = code }
            }
        }
        for subband in 0..<32 {
            for channel in 0..<(subband < bound ? channelCount : 1) { output.put(codes[subband][channel], 4) }
        }
        let end = output.count
        for subband in 0..<32 {
            for channel in 0..<channelCount where codes[subband][channel] > 0 { output.put(number(6..<60), 6) }
        }
        for _ in 0..<12 {
            for subband in 0..<32 {
                for channel in 0..<(subband < bound ? channelCount : 1) where codes[subband][channel] > 0 {
                    let width = codes[subband][channel] + 1
                    // All ones is no sample.
                    output.put(number(0..<(1 << width) - 1), width)
                }
            }
        }
        return end
    }

    /// Returns the bit behind those that a checksum covers.
    private mutating func putLayerII(_ header: MPEGFrameHeader, byteCount: Int) -> Int {
        let table = LayerIITable(header, frameByteCount: byteCount)
        let bound = mode == 1 ? min(header.jointBound, table.subbandCount) : table.subbandCount
        var left = 8 * byteCount - output.count
        for subband in 0..<table.subbandCount { left -= table.width(subband) * (subband < bound ? channelCount : 1) }
        var codes = [[Int]](repeating: [0, 0], count: 32)
        for subband in 0..<table.subbandCount {
            for channel in 0..<(subband < bound ? channelCount : 1) {
                let code = number(0..<1 << table.width(subband))
                guard code > 0 else { continue }
                let quantizer = table.quantizer(subband, UInt8(code))
                let isGrouped = [0, 1, 3].contains(quantizer)
                let factorCount = subband < bound ? 1 : channelCount
                let cost = 12 * Int(LayerIITable.widths[quantizer]) * (isGrouped ? 1 : 3) + 20 * factorCount
                guard cost <= left else { continue }
                left -= cost
                codes[subband][channel] = code
                if subband >= bound { codes[subband][1] = code }
            }
        }
        for subband in 0..<table.subbandCount {
            for channel in 0..<(subband < bound ? channelCount : 1) {
                output.put(codes[subband][channel], table.width(subband))
            }
        }
        var selections: [Int] = []
        for subband in 0..<table.subbandCount {
            for channel in 0..<channelCount where codes[subband][channel] > 0 {
                selections.append(number(0..<4))
                output.put(selections[selections.count - 1], 2)
            }
        }
        let end = output.count
        for selection in selections {
            for _ in 0..<[3, 2, 1, 2][selection] { output.put(number(6..<60), 6) }
        }
        for _ in 0..<12 {
            for subband in 0..<table.subbandCount {
                for channel in 0..<(subband < bound ? channelCount : 1) where codes[subband][channel] > 0 {
                    putSamples(table.quantizer(subband, UInt8(codes[subband][channel])))
                }
            }
        }
        return end
    }

    private mutating func putSamples(_ quantizer: Int) {
        let levels = Int(LayerIITable.levels[quantizer])
        let width = Int(LayerIITable.widths[quantizer])
        if [0, 1, 3].contains(quantizer) {
            output.put(number(0..<levels * levels * levels), width)
        } else {
            for _ in 0..<3 { output.put(number(0..<levels), width) }
        }
    }
}
