/// The borders of a frame's envelopes in time slots, in a form that the stream can say: ISO/IEC 14496-3, 4.6.18.3.3.
struct SBRGridPlan {
    /// The class of the grid; raw values are those of the stream.
    enum Kind: Int {
        /// Equal envelopes from the frame's start to its end.
        case fixed = 0
        /// The end varies; borders count down from it.
        case variableEnd = 1
        /// The start varies; borders count up from it.
        case variableStart = 2
        /// Start and end vary.
        case variable = 3
    }

    /// The class of the frame.
    var kind = Kind.fixed
    /// Envelopes, 1 to 5.
    var count = 1
    /// Borders in time slots; `count` + 1 are valid.
    var borders = SIMD8<Int32>(0, 16, 0, 0, 0, 0, 0, 0)
    /// Borders that count up from the start; the others count down from the end.
    var leadingCount = 0
    /// The envelope at whose start the attack is, `count` for one at the end, or -1.
    var transient = -1
    /// The time slot of the attack in the grid of low delay, or -1.
    var place = -1

    /// The last border of the grid.
    var end: Int { Int(borders[count & 7]) }

    /// Plans equal envelopes.
    ///
    /// - Parameter count: 1, 2 or 4.
    static func fixed(count: Int, slotCount: Int) -> SBRGridPlan {
        var plan = SBRGridPlan()
        plan.count = count
        let width = (slotCount + count / 2) / max(1, count)
        for index in 0..<count { plan.borders[index & 7] = Int32(width * index) }
        plan.borders[count & 7] = Int32(slotCount)
        return plan
    }

    /// Plans a frame of 16 time slots.
    ///
    /// - Parameters:
    ///   - start: Slots of the frame that the frame before has, 0 to 3.
    ///   - isContinued: Whether the attack at `start` was announced by the frame before.
    ///   - attack: The slot in which the frame's attack is, `start` + 1 to 15, or -1.
    ///   - next: The slot in which the next frame's attack is, 16 to 19, or -1.
    ///   - steady: Envelopes if nothing happens: 1, 2 or 4.
    static func plan(start: Int, isContinued: Bool, attack: Int, next: Int, steady: Int) -> SBRGridPlan {
        if attack > start { return around(attack: attack, start: start, next: next) }
        var plan = SBRGridPlan()
        let end = next >= 16 ? next : 16
        plan.transient = -1
        if isContinued || (start > 0 && next < 16) {
            // Borders count up: after an attack a short envelope, then one of the rest up to the middle.
            plan.kind = next >= 16 ? .variable : .variableStart
            plan.borders[0] = Int32(start)
            if isContinued {
                plan.count = 3
                plan.borders[1] = Int32(start + 2)
                plan.borders[2] = Int32(start + 8)
            } else if steady > 1 {
                plan.count = 2
                plan.borders[1] = Int32(start + 8)
            }
            plan.leadingCount = plan.count - 1
        } else if next >= 16 {
            plan.kind = start > 0 ? .variable : .variableEnd
            plan.borders[0] = Int32(start)
            plan.count = 2
            plan.borders[1] = Int32(end - 8)
        } else {
            return fixed(count: steady, slotCount: 16)
        }
        plan.borders[plan.count & 7] = Int32(end)
        if next >= 16 { plan.transient = plan.count }
        return plan
    }

    /// Plans a frame with an attack: an envelope before it, a short one from it on, and the rest in one or two.
    private static func around(attack: Int, start: Int, next: Int) -> SBRGridPlan {
        var plan = SBRGridPlan()
        plan.kind = start > 0 ? .variable : .variableEnd
        // All steps are even; the end, or the attack's border by one slot, makes them so.
        var place = attack
        var end = 16 + attack % 2
        if next > 16 || next == 16 && attack % 2 == 0 {
            end = next
            if (end - place) % 2 != 0 { place -= 1 }
            if place <= start { (place, end) = (attack, 16 + attack % 2) }
        }
        plan.borders[0] = Int32(start)
        plan.borders[1] = Int32(place)
        plan.count = 2
        plan.transient = 1
        var rest = end - place
        if rest > 2 {
            plan.borders[2] = Int32(place + 2)
            plan.count = 3
            rest -= 2
            if rest > 8 {
                let step = max(4, rest - 8)
                plan.borders[3] = Int32(place + 2 + step)
                plan.count = 4
            }
        }
        plan.borders[plan.count & 7] = Int32(end)
        return plan
    }

    /// Plans a frame of low delay: ISO/IEC 14496-3, 4.6.19.3.2.
    ///
    /// - Parameter attack: The slot of the attack, or -1.
    static func lowDelay(attack: Int, slotCount: Int, steady: Int) -> SBRGridPlan {
        guard attack >= 0 else { return fixed(count: steady, slotCount: slotCount) }
        var plan = SBRGridPlan()
        plan.kind = .variable
        plan.place = attack
        if attack < 2 {
            (plan.count, plan.transient) = (2, 0)
            plan.borders[1] = Int32(attack + 4)
        } else if attack + 5 < slotCount {
            (plan.count, plan.transient) = (3, 1)
            plan.borders[1] = Int32(attack)
            plan.borders[2] = Int32(attack + 4)
        } else {
            (plan.count, plan.transient) = (2, 1)
            plan.borders[1] = Int32(attack)
        }
        plan.borders[plan.count & 7] = Int32(slotCount)
        return plan
    }

    /// Writes the grid, with the resolution of each envelope.
    func put(_ bits: AACPacketBits, _ parameters: SBRParameters, isLowDelay: Bool) {
        if isLowDelay {
            bits.put(place >= 0 ? 1 : 0, 1)
            if place >= 0 {
                bits.put(place, 4)
                for envelope in 0..<count { bits.put(parameters.resolutions[envelope], 1) }
            } else {
                bits.put(count == 4 ? 2 : count - 1, 2)
                if count == 1 { bits.put(parameters.isCoarse ? 1 : 0, 1) }
                bits.put(parameters.resolutions[0], 1)
            }
            return
        }
        bits.put(kind.rawValue, 2)
        if kind == .fixed {
            bits.put(count == 4 ? 2 : count - 1, 2)
            bits.put(parameters.resolutions[0], 1)
            return
        }
        let trailing = count - 1 - leadingCount
        let (hasStart, hasEnd) = (kind != .variableEnd, kind != .variableStart)
        if hasStart { bits.put(Int(borders[0]), 2) }
        if hasEnd { bits.put(end - 16, 2) }
        if hasStart { bits.put(leadingCount, 2) }
        if hasEnd { bits.put(trailing, 2) }
        for index in 0..<leadingCount { bits.put(Int(borders[(index + 1) & 7] - borders[index & 7] - 2) / 2, 2) }
        for index in 0..<trailing {
            let border = count - index
            bits.put(Int(borders[border & 7] - borders[(border - 1) & 7] - 2) / 2, 2)
        }
        let pointer =
            kind == .variableStart
            ? (transient > 0 ? transient + 1 : 0) : (transient >= 0 ? count + 1 - transient : 0)
        bits.put(pointer, count == 1 ? 1 : count < 4 ? 2 : 3)
        for envelope in 0..<count {
            bits.put(parameters.resolutions[kind == .variableEnd ? count - 1 - envelope : envelope], 1)
        }
    }

    /// Copies borders and attack to the parameters that levels are measured by.
    func apply(to parameters: SBRParameters, isCoarse: Bool) {
        parameters.envelopeCount = count
        parameters.floorCount = count > 1 ? 2 : 1
        parameters.transient = transient
        parameters.isCoarse = isCoarse
        for index in 0...count { parameters.borders[index] = Int(borders[index & 7]) }
        for envelope in 0..<count {
            parameters.resolutions[envelope] =
                parameters.borders[envelope + 1] - parameters.borders[envelope] > 4 ? 1 : 0
        }
    }
}
