extension MPEGAudioDecoder {
    /// Decodes a packet of layer II as far as the samples of subbands.
    ///
    /// Source: ISO/IEC 11172-3, 2.4.1.6 and 2.4.3.3; ISO/IEC 13818-3, 2.4.1.6.
    func decodeLayerII(
        _ frame: UnsafeRawBufferPointer, _ header: MPEGFrameHeader, _ state: LayerIIState
    ) throws(CodecError) {
        var input = BitInput(frame)
        input.skip(header.headByteCount * 8)
        let start = input.position
        let table = LayerIITable(header, frameByteCount: frame.count)
        let channelCount = header.channelCount
        let bound = channelCount == 1 ? 32 : min(header.jointBound, table.subbandCount)
        for place in 0..<64 { state.allocation[place] = 0 }
        for subband in 0..<table.subbandCount {
            for channel in 0..<channelCount {
                let place = subband * 2 + channel
                if channel == 1, subband >= bound {
                    state.allocation[place] = state.allocation[place - 1]
                } else {
                    state.allocation[place] = UInt8(input.bits(table.width(subband)))
                }
            }
        }
        for place in 0..<table.subbandCount * 2 where state.allocation[place] != 0 {
            state.selection[place] = UInt8(input.bits(2))
        }
        guard isIntact(frame, header, protectedBitCount: input.position - start) else {
            throw .damaged("a wrong checksum", bit: 32)
        }
        for place in 0..<table.subbandCount * 2 where state.allocation[place] != 0 {
            readFactors(&input, state, place, LayerIITable.levels[table.quantizer(place / 2, state.allocation[place])])
        }
        readSamples(&input, state, table, bound: bound, channelCount: channelCount)
        guard !input.isPast else { throw .damaged("a packet shorter than its samples", bit: input.count) }
    }

    /// Reads the scale factors of the three parts of a packet, and divides them by the levels.
    private func readFactors(_ input: inout BitInput, _ state: LayerIIState, _ place: Int, _ levels: Int32) {
        let unit = 2 / Float(levels)
        let first = state.scale[input.bits(6)] * unit
        var (second, third) = (first, first)
        switch state.selection[place] {
        case 0:
            second = state.scale[input.bits(6)] * unit
            third = state.scale[input.bits(6)] * unit
        case 1: third = state.scale[input.bits(6)] * unit
        case 3:
            second = state.scale[input.bits(6)] * unit
            third = second
        default: break
        }
        state.factors[place] = first
        state.factors[64 + place] = second
        state.factors[128 + place] = third
    }

    private func readSamples(
        _ input: inout BitInput, _ state: LayerIIState, _ table: LayerIITable, bound: Int, channelCount: Int
    ) {
        for group in 0..<12 {
            let part = state.factors + group / 4 * 64
            for subband in 0..<32 {
                var values = (Float(0), Float(0), Float(0))
                for channel in 0..<channelCount {
                    let place = subband * 2 + channel
                    let samples = (channel == 0 ? synthesis.0 : synthesis.1).row(subband) + group * 3
                    let code = state.allocation[place]
                    guard code != 0 else {
                        (samples[0], samples[1], samples[2]) = (0, 0, 0)
                        continue
                    }
                    if channel == 0 || subband < bound {
                        values = Self.triple(&input, quantizer: table.quantizer(subband, code))
                    }
                    let factor = part[place]
                    samples[0] = values.0 * factor
                    samples[1] = values.1 * factor
                    samples[2] = values.2 * factor
                }
            }
        }
    }

    /// Reads three samples as whole numbers around zero.
    @inline(__always)
    private static func triple(_ input: inout BitInput, quantizer: Int) -> (Float, Float, Float) {
        let levels = LayerIITable.levels[quantizer]
        let middle = (levels - 1) / 2
        let width = Int(LayerIITable.widths[quantizer])
        guard quantizer != 0, quantizer != 1, quantizer != 3 else {
            // Three samples share a number.
            let number = Int32(input.bits(width))
            let (first, rest) = (number % levels, number / levels)
            return (Float(first - middle), Float(rest % levels - middle), Float(rest / levels % levels - middle))
        }
        return (
            Float(Int32(input.bits(width)) - middle), Float(Int32(input.bits(width)) - middle),
            Float(Int32(input.bits(width)) - middle)
        )
    }
}

/// The bit allocation of layer II.
///
/// Source: ISO/IEC 11172-3, tables B.2 and B.4; ISO/IEC 13818-3, table B.1.
struct LayerIITable {
    /// Subbands that are coded.
    let subbandCount: Int
    private let kind: Int

    /// Levels of each quantizer.
    static let levels: [Int32] = [
        3, 5, 7, 9, 15, 31, 63, 127, 255, 511, 1023, 2047, 4095, 8191, 16383, 32767, 65535,
    ]
    /// Bits of a sample of each quantizer; of three samples with 3, 5 and 9 levels.
    static let widths: [UInt8] = [5, 7, 3, 10, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]

    private static let codeWidths: [UInt8] = [4, 4, 3, 2, 4, 3, 4, 2]
    private static let quantizers: [[UInt8]] = [
        [0, 0, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16], [0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 16],
        [0, 0, 1, 2, 3, 4, 5, 16], [0, 0, 1, 16], [0, 0, 1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
        [0, 0, 1, 3, 4, 5, 6, 7], [0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14], [0, 0, 1, 3],
    ]
    /// For three kinds of tables, the row of `quantizers` of each subband.
    private static let rows: [[UInt8]] = [
        [0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3],
        [4, 4, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5],
        [6, 6, 6, 6, 5, 5, 5, 5, 5, 5, 5, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7],
    ]

    /// Chooses the table of a packet by its rates.
    init(_ header: MPEGFrameHeader, frameByteCount: Int) {
        guard header.isFirst else {
            (kind, subbandCount) = (2, 30)
            return
        }
        let bitRate = header.bitRate > 0 ? header.bitRate : frameByteCount * 8 * header.sampleRate / 1152
        let share = bitRate / header.channelCount / 1000
        if header.rateIndex == 1 && share >= 56 || (56...80).contains(share) {
            (kind, subbandCount) = (0, 27)
        } else if header.rateIndex != 1, share > 80 {
            (kind, subbandCount) = (0, 30)
        } else {
            (kind, subbandCount) = (1, header.rateIndex == 2 ? 12 : 8)
        }
    }

    /// Bits of the allocation of a subband.
    @inline(__always)
    func width(_ subband: Int) -> Int { Int(Self.codeWidths[Int(Self.rows[kind][subband])]) }

    /// The quantizer of an allocation other than 0.
    @inline(__always)
    func quantizer(_ subband: Int, _ code: UInt8) -> Int {
        Int(Self.quantizers[Int(Self.rows[kind][subband])][Int(code)])
    }
}
