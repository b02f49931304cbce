/// Writes frames as packets: `raw_data_block` for low complexity, `er_raw_data_block` for low delay: ISO/IEC 14496-3,
/// 4.4.2.
struct AACPacketWriter {
    /// The bits of the packet.
    let bits: AACPacketBits
    /// The core's object type, which decides the syntax.
    let objectType: AACEncoderSettings.ObjectType

    /// Writes all elements, and fills the packet up.
    ///
    /// - Parameters:
    ///   - elements: The elements in order.
    ///   - fewestBits: The least size of the packet.
    /// - Returns: Bits before filling up.
    func write(_ elements: [AACEncoderElement], fewestBits: Int) -> Int {
        bits.removeAll()
        for element in elements { write(element) }
        // Without identifiers the payloads stand behind all elements.
        if objectType == .enhancedLowDelay { for element in elements { element.replication?.put(bits) } }
        let isResilient = objectType != .lowComplexity
        let wanted = bits.count
        fill(missing: fewestBits &- bits.count &- (isResilient ? 0 : 3), isResilient: isResilient)
        if !isResilient { bits.put(7, 3) }
        bits.align()
        return wanted
    }

    /// Appends elements of nothing.
    private func fill(missing: Int, isResilient: Bool) {
        var missing = missing
        if isResilient {
            // An extension payload of the type "fill" is zeros.
            while missing > 0 {
                bits.put(0, min(missing, 32))
                missing &-= 32
            }
            return
        }
        while missing > 0 {
            let bytes = min(269, max(0, missing) / 8)
            bits.put(6, 3)
            if bytes < 15 {
                bits.put(bytes, 4)
            } else {
                bits.put(15, 4)
                bits.put(bytes &- 14, 8)
            }
            for _ in 0..<bytes { bits.put(0, 8) }
            missing &-= 7 &+ (bytes < 15 ? 0 : 8) &+ bytes &* 8
        }
    }

    /// Writes a payload of band replication as a fill element.
    private func write(_ replication: SBREncoder) {
        let byteCount = (replication.payloadBits &+ 4 &+ 7) / 8
        bits.put(6, 3)
        if byteCount < 15 {
            bits.put(byteCount, 4)
        } else {
            bits.put(15, 4)
            bits.put(byteCount &- 14, 8)
        }
        bits.put(13, 4)
        replication.put(bits)
        bits.put(0, byteCount &* 8 &- 4 &- replication.payloadBits)
    }

    private func write(_ element: AACEncoderElement) {
        writeChannels(element)
        if objectType == .lowComplexity, let replication = element.replication { write(replication) }
    }

    private func writeChannels(_ element: AACEncoderElement) {
        let isEnhanced = objectType == .enhancedLowDelay
        if objectType == .lowComplexity { bits.put(element.kind.rawValue, 3) }
        if !isEnhanced { bits.put(element.tag, 4) }
        guard element.channels.count == 2 else {
            write(element.channels[0], element.plan, isCommon: false)
            return
        }
        // Enhanced low delay has no choice: the windows are common.
        if !isEnhanced { bits.put(1, 1) }
        let channel = element.channels[0]
        writeWindows(element.plan, bandsPerGroup: channel.bandsPerGroup)
        let count = channel.bandCount
        if element.middleSideCount == 0 {
            bits.put(0, 2)
        } else if element.middleSideCount == count {
            bits.put(2, 2)
        } else {
            bits.put(1, 2)
            for band in 0..<count { bits.put(element.isMiddleSide[band] ? 1 : 0, 1) }
        }
        write(element.channels[0], element.plan, isCommon: true)
        write(element.channels[1], element.plan, isCommon: true)
    }

    /// Writes the element `ics_info` of a channel.
    private func writeWindows(_ plan: AACWindowPlan, bandsPerGroup: Int) {
        if objectType == .enhancedLowDelay {
            bits.put(bandsPerGroup, 6)
            return
        }
        bits.put(0, 1)
        bits.put(plan.sequence.rawValue, 2)
        bits.put(plan.shape, 1)
        guard plan.isShort else {
            bits.put(bandsPerGroup, 6)
            bits.put(0, 1)
            return
        }
        bits.put(bandsPerGroup, 4)
        for group in 0..<plan.groupCount {
            let length = Int(plan.groupLengths[group & 7])
            for window in 0..<length where group > 0 || window > 0 { bits.put(window > 0 ? 1 : 0, 1) }
        }
    }

    /// Writes the element `individual_channel_stream` of a channel.
    private func write(_ channel: AACEncoderChannel, _ plan: AACWindowPlan, isCommon: Bool) {
        let gain = globalGain(channel)
        bits.put(gain, 8)
        if !isCommon { writeWindows(plan, bandsPerGroup: channel.bandsPerGroup) }
        writeSections(channel, plan)
        writeScales(channel, gain: gain)
        let shaping = channel.shaping
        let hasShaping = shaping.order > 0 && !plan.isShort
        switch objectType {
        case .lowComplexity, .highEfficiency, .highEfficiencyStereo:
            bits.put(0, 1)
            bits.put(hasShaping ? 1 : 0, 1)
            if hasShaping { write(shaping) }
            bits.put(0, 1)
        case .lowDelay:
            bits.put(0, 1)
            bits.put(hasShaping ? 1 : 0, 1)
            bits.put(0, 1)
            if hasShaping { write(shaping) }
        case .enhancedLowDelay:
            bits.put(hasShaping ? 1 : 0, 1)
            if hasShaping { write(shaping) }
        }
        writeLines(channel)
    }

    private func globalGain(_ channel: AACEncoderChannel) -> Int {
        for band in 0..<channel.bandCount where channel.books[band] >= 1 && channel.books[band] <= 11 {
            return max(0, min(255, channel.scales[band] &+ 100))
        }
        return 100
    }

    private func writeSections(_ channel: AACEncoderChannel, _ plan: AACWindowPlan) {
        let width = plan.isShort ? 3 : 5
        let escape = (1 &<< width) &- 1
        let perGroup = channel.bandsPerGroup
        guard perGroup > 0 else { return }
        var group = 0
        while group < channel.bandCount {
            var band = group
            let end = group &+ perGroup
            while band < end {
                let book = channel.books[band]
                var next = band &+ 1
                while next < end && channel.books[next] == book { next &+= 1 }
                bits.put(book, 4)
                var length = next &- band
                while length >= escape {
                    bits.put(escape, width)
                    length &-= escape
                }
                bits.put(length, width)
                band = next
            }
            group = end
        }
    }

    private func writeScales(_ channel: AACEncoderChannel, gain: Int) {
        let words = AACEncoderTables.shared.scaleWords
        var (scale, position, noise) = (gain &- 100, 0, gain &- 90)
        var isFirstNoise = true
        for band in 0..<channel.bandCount {
            let book = channel.books[band]
            guard book > 0 else { continue }
            let value = channel.scales[band]
            var step = 0
            if book == 13 {
                if isFirstNoise {
                    isFirstNoise = false
                    bits.put(max(0, min(511, value &- noise &+ 256)), 9)
                    noise = value
                    continue
                }
                step = value &- noise
                noise = value
            } else if book >= 14 {
                step = value &- position
                position = value
            } else {
                step = value &- scale
                scale = value
            }
            let word = words[max(-60, min(60, step)) &+ 60]
            bits.put(word &>> 8, Int(word & 0xFF))
        }
    }

    private func write(_ shaping: AACNoiseShapingPlan) {
        bits.put(1, 2)
        bits.put(1, 1)
        bits.put(shaping.length, 6)
        bits.put(shaping.order, 5)
        bits.put(0, 1)
        bits.put(0, 1)
        for index in 0..<shaping.order { bits.put(UInt32(bitPattern: shaping.indices[index & 15]), 4) }
    }

    /// Writes the element `spectral_data` of a channel.
    private func writeLines(_ channel: AACEncoderChannel) {
        let tables = AACEncoderTables.shared
        for band in 0..<channel.bandCount {
            let book = channel.books[band]
            guard book >= 1 && book <= 11 else { continue }
            let words = tables.words + tables.wordStart[book]
            var place = channel.values + channel.bandStart[band]
            let end = channel.values + channel.bandStart[band &+ 1]
            switch book {
            case 1, 2:
                while place < end {
                    put(words[40 &+ AACEncoderTables.quad(place)])
                    place += 4
                }
            case 3, 4:
                while place < end {
                    put(words[AACEncoderTables.magnitudeQuad(place)])
                    signs(place, 4)
                    place += 4
                }
            case 5, 6:
                while place < end {
                    put(words[40 &+ AACEncoderTables.pair(place, 9)])
                    place += 2
                }
            case 7...10:
                let base = book < 9 ? 8 : 13
                while place < end {
                    put(words[AACEncoderTables.magnitudePair(place, base, 12)])
                    signs(place, 2)
                    place += 2
                }
            default:
                while place < end {
                    put(words[AACEncoderTables.magnitudePair(place, 17, 16)])
                    signs(place, 2)
                    escape(abs(place[0]))
                    escape(abs(place[1]))
                    place += 2
                }
            }
        }
    }

    @inline(__always)
    private func put(_ word: UInt32) { bits.put(word &>> 8, Int(word & 0xFF)) }

    @inline(__always)
    private func signs(_ place: UnsafePointer<Int32>, _ count: Int) {
        var (word, width): (UInt32, Int) = (0, 0)
        for index in 0..<count where place[index] != 0 {
            word = word &<< 1 | (place[index] < 0 ? 1 : 0)
            width &+= 1
        }
        bits.put(word, width)
    }

    @inline(__always)
    private func escape(_ value: Int32) {
        guard value >= 16 else { return }
        let exponent = 31 &- value.leadingZeroBitCount
        bits.put((1 &<< UInt32(exponent &- 4)) &- 1, exponent &- 4)
        bits.put(0, 1)
        bits.put(UInt32(bitPattern: value), exponent)
    }
}
