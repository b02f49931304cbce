extension AACDecoder {
    /// Reads a `raw_data_block`: ISO/IEC 14496-3, table 4.3.
    func readFrame(_ bits: inout AACBits) throws(CodecError) {
        var previous: AACElement?
        var counts = SIMD4<Int>.zero
        while bits.position &+ 3 <= bits.end {
            let kind = AACElementKind(rawValue: bits.bits(3)) ?? .end
            switch kind {
            case .single, .pair, .lowFrequency, .coupling:
                let tag = bits.bits(4)
                let element = try element(kind, tag, index: counts[kind.rawValue], bit: bits.position)
                counts[kind.rawValue] &+= 1
                if element.isPresent { throw .damaged("an element twice", bit: bits.position) }
                try read(&bits, element, as: kind)
                element.isPresent = true
                if kind != .coupling { previous = element }
            case .data: readData(&bits)
            case .program: try readProgram(&bits)
            case .fill: try readFill(&bits, previous)
            case .end:
                if bits.isPast { throw .damaged("a frame past the packet's end", bit: bits.position) }
                guard elements.contains(where: \.isPresent) else {
                    throw .damaged("a frame without a channel", bit: bits.position)
                }
                return
            }
            if bits.isPast { throw .damaged("an element past the packet's end", bit: bits.position) }
        }
        throw .damaged("a frame without end", bit: bits.position)
    }

    /// Reads an `er_raw_data_block`, or that of enhanced low delay: ISO/IEC 14496-3, tables 4.4 and 4.5.
    func readResilientFrame(_ bits: inout AACBits) throws(CodecError) {
        for element in elements {
            if configuration.objectType != .enhancedLowDelay { element.tag = bits.bits(4) }
            try read(&bits, element, as: element.kind)
            element.isPresent = true
            if bits.isPast { throw .damaged("an element past the packet's end", bit: bits.position) }
        }
        guard configuration.objectType == .enhancedLowDelay, hasBandReplication else { return }
        for element in elements where element.kind != .lowFrequency {
            try readReplication(&bits, element, end: bits.end, hasChecksum: configuration.hasReplicationChecksum)
        }
    }

    private func element(
        _ kind: AACElementKind, _ tag: Int, index: Int, bit: Int
    ) throws(CodecError) -> AACElement {
        // With a channel configuration the order counts, with a program config the tag.
        let isIndexed = configuration.channelConfiguration != 0 && kind != .coupling
        var seen = 0
        for element in elements where element.kind == kind {
            if isIndexed ? seen == index : element.tag == tag {
                element.tag = tag
                return element
            }
            seen += 1
        }
        if let element = substitute(for: kind) { return element }
        if kind == .coupling, seen < 16 {
            let element = AACElement(AACProgram.Element(kind: kind, tag: tag, loudspeakers: []), configuration)
            elements.append(element)
            return element
        }
        throw .damaged("a channel element that the stream's layout does not have", bit: bit)
    }

    /// The element that takes the place of one that an indexed layout does not have: some encoders write the low-frequency
    /// channel as a single one or the reverse, and a mono frame into a stereo stream.
    private func substitute(for kind: AACElementKind) -> AACElement? {
        guard configuration.channelConfiguration != 0 else { return nil }
        if kind == .single, let low = elements.first(where: { $0.kind == .lowFrequency && !$0.isPresent }) {
            return low
        }
        if kind == .lowFrequency { return elements.last { $0.kind == .single && !$0.isPresent } }
        return kind == .single && elements.count == 1 ? elements.first { $0.kind == .pair } : nil
    }

    private func read(_ bits: inout AACBits, _ element: AACElement, as kind: AACElementKind) throws(CodecError) {
        if let coupling = element.coupling {
            try coupling.read(&bits, element.channels[0], reader)
            return
        }
        element.isDoubled = element.kind == .pair && kind != .pair
        guard kind == .pair else {
            element.hasCommonWindows = false
            try reader.readChannel(&bits, element.channels[0], hasWindows: false)
            return
        }
        let (first, second) = (element.channels[0], element.channels[1])
        element.hasCommonWindows = configuration.objectType == .enhancedLowDelay || bits.flag()
        element.midSideMode = 0
        if element.hasCommonWindows {
            try reader.readWindows(&bits, first, partner: second)
            element.midSideMode = bits.bits(2)
            switch element.midSideMode {
            case 1:
                for group in 0..<first.windows.groupCount {
                    let start = AACChannel.place(group, 0)
                    for place in start..<(start &+ first.windows.bandCount) { element.isMidSide[place] = bits.flag() }
                }
            case 2: element.isMidSide.update(repeating: true, count: 128)
            case 3: throw .damaged("a mask of mid and side that does not exist", bit: bits.position)
            default: break
            }
        }
        try reader.readChannel(&bits, first, hasWindows: element.hasCommonWindows)
        try reader.readChannel(&bits, second, hasWindows: element.hasCommonWindows)
        element.applyStereo(reader.layout(second.windows))
    }

    private func readData(_ bits: inout AACBits) {
        bits.position &+= 4
        let isAligned = bits.flag()
        var count = bits.bits(8)
        if count == 255 { count &+= bits.bits(8) }
        if isAligned { bits.position = (bits.position &+ 7) & ~7 }
        bits.position &+= 8 &* count
    }

    private func readProgram(_ bits: inout AACBits) throws(CodecError) {
        var input = BitInput(packetBytes(bits.end / 8))
        input.skip(bits.position)
        let program = try AACProgram(&input, alignment: 0)
        bits.position = input.position
        guard configuration.channelConfiguration == 0, program != configuration.program else { return }
        if program.elements.isEmpty { throw .damaged("a program without channels", bit: bits.position) }
        // A stream whose layout a config states keeps it.
        if configuration.program?.elements.isEmpty ?? true { makeElements(program) }
    }

    /// Reads a fill element: ISO/IEC 14496-3, tables 4.11 and 4.57.
    private func readFill(_ bits: inout AACBits, _ element: AACElement?) throws(CodecError) {
        var count = bits.bits(4)
        if count == 15 { count &+= bits.bits(8) &- 1 }
        let end = bits.position &+ 8 &* count
        if end > bits.end { throw .damaged("a fill element past the packet's end", bit: bits.position) }
        if count > 0, let element {
            let type = bits.bits(4)
            // 13 is band replication, 14 the same with a checksum.
            if type == 13 || type == 14, configuration.bandReplication != .excluded {
                if !hasBandReplication, !isReplicationDecided { startReplication() }
                try readReplication(&bits, element, end: end, hasChecksum: type == 14)
            }
        }
        bits.position = end
    }

    private func readReplication(
        _ bits: inout AACBits, _ element: AACElement, end: Int, hasChecksum: Bool
    ) throws(CodecError) {
        guard let replication = element.replication, element.replicationFrame == .absent else { return }
        var input = BitInput(packetBytes(bits.end / 8))
        input.skip(bits.position)
        let start = input
        do throws(CodecError) {
            try replication.read(&input, end: end, hasChecksum: hasChecksum)
            if decideStereo(replication), let mono = element.replication {
                input = start
                try mono.read(&input, end: end, hasChecksum: hasChecksum)
            }
            element.replicationFrame = .read
        } catch {
            element.replicationFrame = .absent
            // In low delay the rest of the packet is of no use then; the core is.
            bits.position = end
            return
        }
        bits.position = input.position
    }
}
