/// The side information of one channel in one granule of layer III.
///
/// Source: ISO/IEC 11172-3, 2.4.1.7 and 2.4.2.7; ISO/IEC 13818-3, 2.4.1.7.
struct LayerIIIGranule {
    /// Bits of scale factors and codes.
    var bitCount = 0
    /// Lines coded in pairs, at most 576.
    var pairLineCount = 0
    /// The gain of all lines in quarters of powers of two, with an offset of 210.
    var globalGain = 0
    /// How the scale factors are coded.
    var scaleFactorCode = 0
    /// 0 to 3: long, start, short, stop.
    var blockType = 0
    /// Indicates whether the lowest 36 lines of a granule of short blocks are those of a long one.
    var isMixed = false
    /// The tables of pairs in three regions.
    var tables: (Int, Int, Int) = (0, 0, 0)
    /// The ends of the first two regions in lines.
    var regionEnds: (Int, Int) = (576, 576)
    /// The gains of three windows in steps of a quarter.
    var windowGains: (Int, Int, Int) = (0, 0, 0)
    /// Indicates whether the upper bands get `LayerIIIBands.preemphasis`.
    var hasPreemphasis = false
    /// 0 or 1: a step of a scale factor is the root of a half, or a half.
    var scaleFactorScale = 0
    /// The table of quadruples, 0 or 1.
    var quadTable = 0

    /// The kind of its bands: 0 long, 1 short, 2 mixed.
    var bandKind: Int { blockType != 2 ? 0 : isMixed ? 2 : 1 }
}

/// The side information of a packet of layer III.
struct LayerIIISideInfo {
    /// Bytes before this packet's own at which its data begin.
    var backByteCount = 0
    /// Granule by granule, two channels each.
    var granules: (LayerIIIGranule, LayerIIIGranule, LayerIIIGranule, LayerIIIGranule)
    /// For each channel four flags: whether the second granule reuses a group of the first one's scale factors.
    var shared: (Int, Int) = (0, 0)

    /// Reads the side information, which begins behind the header.
    ///
    /// - Throws: `damaged` if it is cut, or holds values that the format excludes.
    init(_ input: inout BitInput, _ header: MPEGFrameHeader, _ tables: LayerIIITables) throws(CodecError) {
        let isStereo = header.channelCount == 2
        let empty = LayerIIIGranule()
        granules = (empty, empty, empty, empty)
        if header.isFirst {
            backByteCount = input.bits(9)
            input.skip(isStereo ? 3 : 5)
            shared.0 = input.bits(4)
            if isStereo { shared.1 = input.bits(4) }
        } else {
            backByteCount = input.bits(8)
            input.skip(isStereo ? 2 : 1)
        }
        granules.0 = try Self.granule(&input, header, tables)
        if isStereo { granules.1 = try Self.granule(&input, header, tables) }
        if header.isFirst {
            granules.2 = try Self.granule(&input, header, tables)
            if isStereo { granules.3 = try Self.granule(&input, header, tables) }
        }
        guard !input.isPast else { throw .damaged("a packet shorter than its side information", bit: input.count) }
    }

    /// Returns a granule's side information.
    func granule(_ index: Int, channel: Int) -> LayerIIIGranule {
        index == 0 ? (channel == 0 ? granules.0 : granules.1) : channel == 0 ? granules.2 : granules.3
    }

    /// Bits of all granules.
    var bitCount: Int {
        granules.0.bitCount + granules.1.bitCount + granules.2.bitCount + granules.3.bitCount
    }

    private static func granule(
        _ input: inout BitInput, _ header: MPEGFrameHeader, _ tables: LayerIIITables
    ) throws(CodecError) -> LayerIIIGranule {
        var made = LayerIIIGranule()
        made.bitCount = input.bits(12)
        let pairs = input.bits(9)
        guard pairs <= 288 else { throw .damaged("more pairs than lines", bit: input.position - 9) }
        made.pairLineCount = pairs * 2
        made.globalGain = input.bits(8)
        made.scaleFactorCode = input.bits(header.isFirst ? 4 : 9)
        if input.flag() {
            made.blockType = input.bits(2)
            made.isMixed = input.flag()
            guard made.blockType != 0 else { throw .damaged("a window of no type", bit: input.position - 3) }
            made.tables = (input.bits(5), input.bits(5), 0)
            made.windowGains = (input.bits(3), input.bits(3), input.bits(3))
            made.regionEnds.0 = firstRegionEnd(made, header)
        } else {
            made.tables = (input.bits(5), input.bits(5), input.bits(5))
            let edges = tables.edges + LayerIIITables.bandIndex(rateIndex: header.rateIndex, kind: 0)
            let first = input.bits(4) + 1
            let second = first + input.bits(3) + 1
            made.regionEnds = (Int(edges[min(first, 22)]), Int(edges[min(second, 22)]))
        }
        if header.isFirst { made.hasPreemphasis = input.flag() }
        made.scaleFactorScale = input.bits(1)
        made.quadTable = input.bits(1)
        return made
    }

    /// The end of the first region of a granule with a window of its own: nine short bands, or eight long ones.
    private static func firstRegionEnd(_ granule: LayerIIIGranule, _ header: MPEGFrameHeader) -> Int {
        let isLowest = header.rateIndex == 8
        if granule.blockType == 2 { return isLowest ? 72 : 36 }
        return header.isFirst ? 36 : isLowest ? 108 : 54
    }
}
