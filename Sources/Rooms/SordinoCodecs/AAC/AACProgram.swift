/// A loudspeaker; raw values are the bits of a WAVE channel mask.
package enum AACLoudspeaker: Int, Sendable, CaseIterable {
    /// In front of the listener.
    case left, right, centre, lowFrequency
    /// Behind, and beside the centre.
    case backLeft, backRight, leftOfCentre, rightOfCentre, backCentre
    /// Beside the listener's head.
    case sideLeft, sideRight
    /// Above the listener's head.
    case topCentre, topLeft, topFrontCentre, topRight, topBackLeft, topBackCentre, topBackRight
    /// A channel without a place in the mask.
    case other
}

/// A kind of syntactic element of a frame; raw values are its identifiers: ISO/IEC 14496-3, table 4.85.
package enum AACElementKind: Int, Sendable {
    /// One channel, a pair, a coupling channel, a low-frequency channel.
    case single, pair, coupling, lowFrequency
    /// Data, a program config, fill bits and extensions, the frame's end.
    case data, program, fill, end
}

/// The channels of a stream as a program config element lists them: ISO/IEC 14496-3, 4.5.1.2.
package struct AACProgram: Equatable, Sendable {
    /// One channel element of the program.
    package struct Element: Equatable, Sendable {
        /// `single`, `pair`, `lowFrequency` or `coupling`.
        package var kind: AACElementKind
        /// The instance tag, 0 to 15.
        package var tag: Int
        /// The loudspeakers of its channels; empty for `coupling`.
        package var loudspeakers: [AACLoudspeaker]
    }

    /// The elements in the order front, side, back, low frequency, coupling.
    package var elements: [Element] = []

    /// Reads a program config element after its identifier.
    ///
    /// - Parameters:
    ///   - input: At the instance tag; left after the comment.
    ///   - alignment: The bit from which bytes are counted.
    /// - Throws: `damaged` if it ends too early or has more than 48 channels.
    init(_ input: inout BitInput, alignment: Int) throws(CodecError) {
        input.skip(4 + 2 + 4)
        let counts = (front: input.bits(4), side: input.bits(4), back: input.bits(4))
        let (lowCount, dataCount, couplingCount) = (input.bits(2), input.bits(3), input.bits(4))
        if input.flag() { input.skip(4) }
        if input.flag() { input.skip(4) }
        if input.flag() { input.skip(3) }
        let front = Self.list(&input, counts.front)
        let side = Self.list(&input, counts.side)
        let back = Self.list(&input, counts.back)
        let low = (0..<lowCount).map { _ in input.bits(4) }
        input.skip(4 * dataCount)
        let coupling = (0..<couplingCount).map { _ -> Int in
            input.skip(1)
            return input.bits(4)
        }
        input.skip((8 - (input.position - alignment) % 8) % 8)
        input.skip(8 * input.bits(8))
        if input.isPast { throw .damaged("a program config that ends too early", bit: input.count) }
        place(
            front, pairs: [(.left, .right), (.leftOfCentre, .rightOfCentre)], single: .centre, isOutermostFirst: false)
        place(side, pairs: [(.sideLeft, .sideRight)], single: .other, isOutermostFirst: true)
        place(
            back, pairs: [(.backLeft, .backRight), (.sideLeft, .sideRight)], single: .backCentre, isOutermostFirst: true
        )
        elements += low.enumerated().map {
            Element(kind: .lowFrequency, tag: $1, loudspeakers: [$0 == 0 ? .lowFrequency : .other])
        }
        elements += coupling.map { Element(kind: .coupling, tag: $0, loudspeakers: []) }
        if elements.reduce(0, { $0 + $1.loudspeakers.count }) > 48 {
            throw .damaged("too many channels", bit: input.position)
        }
        forgetDoubles()
    }

    private static func list(_ input: inout BitInput, _ count: Int) -> [(isPair: Bool, tag: Int)] {
        (0..<count).map { _ in (input.flag(), input.bits(4)) }
    }

    /// Appends elements; the list goes from the centre outwards in front, and to the back elsewhere.
    private mutating func place(
        _ list: [(isPair: Bool, tag: Int)], pairs: [(AACLoudspeaker, AACLoudspeaker)], single: AACLoudspeaker,
        isOutermostFirst: Bool
    ) {
        let pairCount = list.count { $0.isPair }
        var seen = 0
        for entry in list {
            if entry.isPair {
                let place = isOutermostFirst ? seen : pairCount - 1 - seen
                let names = place < pairs.count ? pairs[place] : (.other, .other)
                elements.append(Element(kind: .pair, tag: entry.tag, loudspeakers: [names.0, names.1]))
                seen += 1
            } else {
                elements.append(Element(kind: .single, tag: entry.tag, loudspeakers: [single]))
            }
        }
    }

    /// Calls each loudspeaker after the first of its name `other`.
    private mutating func forgetDoubles() {
        var known: Set<AACLoudspeaker> = []
        for index in elements.indices {
            for channel in elements[index].loudspeakers.indices {
                let name = elements[index].loudspeakers[channel]
                if name != .other, !known.insert(name).inserted { elements[index].loudspeakers[channel] = .other }
            }
        }
    }

    /// Makes a program of the elements of a channel configuration.
    init(channelConfiguration: Int) {
        var tags: [AACElementKind: Int] = [:]
        for (kind, names) in AACConfiguration.channels(of: channelConfiguration) {
            elements.append(Element(kind: kind, tag: tags[kind, default: 0], loudspeakers: names))
            tags[kind, default: 0] += 1
        }
    }
}

extension AACConfiguration {
    /// The elements of a channel configuration in the stream's order; empty if it is not supported.
    static func elements(of channelConfiguration: Int) -> [AACElementKind] {
        channels(of: channelConfiguration).map(\.0)
    }

    /// The elements of a channel configuration and their loudspeakers: ISO/IEC 14496-3, table 1.19.
    static func channels(of channelConfiguration: Int) -> [(AACElementKind, [AACLoudspeaker])] {
        let centre = (AACElementKind.single, [AACLoudspeaker.centre])
        let front = (AACElementKind.pair, [AACLoudspeaker.left, .right])
        let back = (AACElementKind.pair, [AACLoudspeaker.backLeft, .backRight])
        let behind = (AACElementKind.single, [AACLoudspeaker.backCentre])
        let low = (AACElementKind.lowFrequency, [AACLoudspeaker.lowFrequency])
        switch channelConfiguration {
        case 1: return [centre]
        case 2: return [front]
        case 3: return [centre, front]
        case 4: return [centre, front, behind]
        case 5: return [centre, front, back]
        case 6: return [centre, front, back, low]
        case 7: return [centre, (.pair, [.leftOfCentre, .rightOfCentre]), front, back, low]
        case 11: return [centre, front, back, behind, low]
        case 12: return [centre, front, (.pair, [.sideLeft, .sideRight]), back, low]
        case 14: return [centre, front, back, low, (.pair, [.topLeft, .topRight])]
        default: return []
        }
    }
}
