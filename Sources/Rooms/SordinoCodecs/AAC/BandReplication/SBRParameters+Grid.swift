/// The grid of envelopes and noise floors over time. Source: ISO/IEC 14496-3, 4.6.18.3.3, 4.6.19.3.2.
extension SBRParameters {
    /// Reads a grid of object types 5 and 29.
    ///
    /// - Parameters:
    ///   - slotCount: Time slots of a frame, 16 or 15.
    ///   - coarse: The header's amplitude resolution.
    ///   - overlap: Time slots that a frame may reach into the next one.
    func readGrid(_ input: inout BitInput, slotCount: Int, coarse: Bool, overlap: Int) throws(CodecError) {
        isCoarse = coarse
        let kind = input.bits(2)
        if kind == 0 {
            envelopeCount = 1 << input.bits(2)
            if envelopeCount == 1 { isCoarse = false }
            try fixedGrid(&input, slotCount: slotCount)
        } else {
            try variableGrid(&input, kind: kind, slotCount: slotCount, overlap: overlap)
        }
    }

    /// Reads a grid of low-delay SBR: fixed borders, or those of a table by the transient's place.
    func readLowDelayGrid(_ input: inout BitInput, slotCount: Int, coarse: Bool) throws(CodecError) {
        isCoarse = coarse
        guard input.flag() else {
            envelopeCount = 1 << input.bits(2)
            if envelopeCount == 1 { isCoarse = input.flag() }
            return try fixedGrid(&input, slotCount: slotCount)
        }
        let place = input.bits(4)
        guard place < slotCount else { throw .damaged("an SBR transient past the frame", bit: input.position) }
        // The transient's envelope is four slots long; it is moved or joined with its neighbour near the frame's ends.
        borders[0] = 0
        if place < 2 {
            (envelopeCount, transient) = (2, 0)
            borders[1] = place + 4
        } else if place + 5 < slotCount {
            (envelopeCount, transient) = (3, 1)
            (borders[1], borders[2]) = (place, place + 4)
        } else {
            (envelopeCount, transient) = (2, 1)
            borders[1] = place
        }
        borders[envelopeCount] = slotCount
        for envelope in 0..<envelopeCount { resolutions[envelope] = input.bits(1) }
        setFloors(middle: max(1, transient))
    }

    private func fixedGrid(_ input: inout BitInput, slotCount: Int) throws(CodecError) {
        guard envelopeCount <= 4 else { throw .damaged("too many SBR envelopes", bit: input.position) }
        transient = -1
        let width = (slotCount + envelopeCount / 2) / envelopeCount
        let resolution = input.bits(1)
        for envelope in 0..<envelopeCount {
            borders[envelope] = envelope * width
            resolutions[envelope] = resolution
        }
        borders[envelopeCount] = slotCount
        setFloors(middle: max(1, envelopeCount / 2))
    }

    private func variableGrid(
        _ input: inout BitInput, kind: Int, slotCount: Int, overlap: Int
    ) throws(CodecError) {
        // 1: only the end varies, 2: only the start, 3: both.
        let start = kind & 2 != 0 ? input.bits(2) : 0
        let end = slotCount + (kind & 1 != 0 ? input.bits(2) : 0)
        let leading = kind & 2 != 0 ? input.bits(2) : 0
        let trailing = kind & 1 != 0 ? input.bits(2) : 0
        envelopeCount = leading + trailing + 1
        guard envelopeCount <= Self.envelopeLimit else {
            throw .damaged("too many SBR envelopes", bit: input.position)
        }
        borders[0] = start
        for index in 0..<leading { borders[index + 1] = borders[index] + 2 * input.bits(2) + 2 }
        borders[envelopeCount] = end
        for index in 0..<trailing {
            borders[envelopeCount - 1 - index] = borders[envelopeCount - index] - 2 * input.bits(2) - 2
        }
        for envelope in 0..<envelopeCount where borders[envelope] >= borders[envelope + 1] {
            throw .damaged("SBR envelopes out of order", bit: input.position)
        }
        guard end - slotCount <= overlap else { throw .damaged("an SBR envelope past the frame", bit: input.position) }
        let pointer = input.bits(envelopeCount == 1 ? 1 : envelopeCount < 4 ? 2 : 3)
        guard pointer <= envelopeCount + 1 else {
            throw .damaged("an SBR transient past the frame", bit: input.position)
        }
        for envelope in 0..<envelopeCount {
            resolutions[kind == 1 ? envelopeCount - 1 - envelope : envelope] = input.bits(1)
        }
        if kind == 2 {
            transient = pointer > 1 ? pointer - 1 : -1
            setFloors(middle: pointer == 0 ? 1 : pointer == 1 ? envelopeCount - 1 : pointer - 1)
        } else {
            transient = pointer > 0 ? envelopeCount + 1 - pointer : -1
            setFloors(middle: pointer > 1 ? envelopeCount + 1 - pointer : envelopeCount - 1)
        }
    }

    /// Places one noise floor, or two that meet at the start of envelope `middle`.
    private func setFloors(middle: Int) {
        floorBorders[0] = borders[0]
        if envelopeCount > 1 {
            floorCount = 2
            floorBorders[1] = borders[max(0, min(middle, envelopeCount))]
            floorBorders[2] = borders[envelopeCount]
        } else {
            floorCount = 1
            floorBorders[1] = borders[envelopeCount]
        }
    }
}
