/// The data of one frame. Source: ISO/IEC 14496-3, 8.6.4.2 `ps_data()`.
extension PSFrame {
    /// Reads a frame.
    ///
    /// - Parameters:
    ///   - before: The frame before, whose header may stay valid and on whose last envelope deltas may build.
    ///   - slotCount: QMF slots of a frame.
    /// - Throws: `CodecError.damaged` if a number is out of range; the frame is then to be forgotten.
    func read(_ input: inout BitInput, end: Int, before: PSFrame, slotCount: Int) throws(CodecError) {
        (header, isStarted) = (before.header, before.isStarted)
        if input.flag() { try readHeader(&input) }
        let isVariable = input.flag()
        let choice = input.bits(2)
        envelopeCount = isVariable ? choice + 1 : choice == 3 ? 4 : choice
        borders[0] = -1
        for envelope in 0..<envelopeCount {
            borders[envelope + 1] =
                isVariable ? input.bits(5) : (envelope + 1) * slotCount / max(1, envelopeCount) - 1
            guard borders[envelope + 1] > borders[envelope], borders[envelope + 1] < slotCount else {
                throw .damaged("stereo envelopes out of order", bit: input.position)
            }
        }
        try readIntensity(&input, before)
        try readCoherence(&input, before)
        hasPhase = false
        if header.hasExtension { readExtension(&input, before) }
        if !hasPhase {
            phase.update(repeating: 0, count: Self.envelopeLimit * Self.stride)
            overallPhase.update(repeating: 0, count: Self.envelopeLimit * Self.stride)
        }
        guard input.position <= end else { throw .damaged("stereo data past their end", bit: end) }
        if envelopeCount == 0 {
            copyLast(before, to: 0)
            if !header.hasIntensity { intensity.update(repeating: 0, count: Self.stride) }
            if !header.hasCoherence { coherence.update(repeating: 0, count: Self.stride) }
            if !hasPhase {
                phase.update(repeating: 0, count: Self.stride)
                overallPhase.update(repeating: 0, count: Self.stride)
            }
            (envelopeCount, borders[1]) = (1, slotCount - 1)
            try checkIntensity(0, input.position)
        } else if borders[envelopeCount] < slotCount - 1 {
            copyLast(self, to: envelopeCount)
            envelopeCount += 1
            borders[envelopeCount] = slotCount - 1
        }
    }

    private func readHeader(_ input: inout BitInput) throws(CodecError) {
        isStarted = true
        header.hasIntensity = input.flag()
        if header.hasIntensity { header.intensityMode = input.bits(3) }
        header.hasCoherence = input.flag()
        if header.hasCoherence { header.coherenceMode = input.bits(3) }
        header.hasExtension = input.flag()
        guard header.intensityMode <= 5, header.coherenceMode <= 5 else {
            throw .damaged("a reserved stereo mode", bit: input.position)
        }
    }

    private func readIntensity(_ input: inout BitInput, _ before: PSFrame) throws(CodecError) {
        guard header.hasIntensity else {
            return intensity.update(repeating: 0, count: Self.envelopeLimit * Self.stride)
        }
        let isFine = header.isFine
        let overTime = isFine ? PSCodebookTables.fineIntensityTime : PSCodebookTables.intensityTime
        let overFrequency = isFine ? PSCodebookTables.fineIntensityFrequency : PSCodebookTables.intensityFrequency
        for envelope in 0..<envelopeCount {
            let isOverTime = input.flag()
            readDeltas(
                &input, isOverTime ? overTime : overFrequency, isOverTime, intensity, before.intensity, before,
                envelope,
                header.intensityCount, mask: -1)
            try checkIntensity(envelope, input.position)
        }
    }

    private func checkIntensity(_ envelope: Int, _ bit: Int) throws(CodecError) {
        let limit: Int8 = header.isFine ? 15 : 7
        for band in 0..<header.intensityCount where abs(Int(intensity[envelope * Self.stride + band])) > Int(limit) {
            throw .damaged("an intensity difference out of range", bit: bit)
        }
    }

    private func readCoherence(_ input: inout BitInput, _ before: PSFrame) throws(CodecError) {
        guard header.hasCoherence else {
            return coherence.update(repeating: 0, count: Self.envelopeLimit * Self.stride)
        }
        for envelope in 0..<envelopeCount {
            let isOverTime = input.flag()
            readDeltas(
                &input, isOverTime ? PSCodebookTables.coherenceTime : PSCodebookTables.coherenceFrequency, isOverTime,
                coherence, before.coherence, before, envelope, header.coherenceCount, mask: -1)
            for band in 0..<header.coherenceCount where UInt8(bitPattern: coherence[envelope * Self.stride + band]) > 7
            {
                throw .damaged("a coherence out of range", bit: input.position)
            }
        }
    }

    private func readExtension(_ input: inout BitInput, _ before: PSFrame) {
        var byteCount = input.bits(4)
        if byteCount == 15 { byteCount += input.bits(8) }
        let last = input.position + 8 * byteCount
        while last - input.position > 7 {
            guard input.bits(2) == 0 else { break }
            hasPhase = input.flag()
            if hasPhase {
                for envelope in 0..<envelopeCount {
                    var isOverTime = input.flag()
                    readDeltas(
                        &input, isOverTime ? PSCodebookTables.phaseTime : PSCodebookTables.phaseFrequency, isOverTime,
                        phase,
                        before.phase, before, envelope, header.phaseCount, mask: 7)
                    isOverTime = input.flag()
                    readDeltas(
                        &input, isOverTime ? PSCodebookTables.overallPhaseTime : PSCodebookTables.overallPhaseFrequency,
                        isOverTime, overallPhase, before.overallPhase, before, envelope, header.phaseCount, mask: 7)
                }
            }
            input.skip(1)
        }
        input.skip(last - input.position)
    }

    /// Reads one envelope of one parameter as deltas over time or over frequency.
    private func readDeltas(
        _ input: inout BitInput, _ codebook: CodewordTable, _ isOverTime: Bool, _ list: UnsafeMutablePointer<Int8>,
        _ listBefore: UnsafeMutablePointer<Int8>, _ before: PSFrame, _ envelope: Int, _ count: Int, mask: Int8
    ) {
        let target = list + envelope * Self.stride
        if isOverTime {
            let source =
                envelope > 0 ? target - Self.stride : listBefore + max(0, before.envelopeCount - 1) * Self.stride
            for band in 0..<count { target[band] = (source[band] &+ Int8(codebook.value(&input))) & mask }
        } else {
            var value: Int8 = 0
            for band in 0..<count {
                value = (value &+ Int8(codebook.value(&input))) & mask
                target[band] = value
            }
        }
    }
}
