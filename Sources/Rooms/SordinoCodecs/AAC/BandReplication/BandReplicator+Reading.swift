/// The payload of one element. Source: ISO/IEC 14496-3, 4.4.2.8 `sbr_extension_data()`.
extension BandReplicator {
    package func read(_ input: inout BitInput, end: Int, hasChecksum: Bool) throws(CodecError) {
        isDamaged = true
        let expected = hasChecksum ? input.bits(10) : 0
        let body = input
        if input.flag() { try accept(SBRHeader(&input)) }
        guard header != nil, let bands else {
            throw .damaged("an SBR frame before its header", bit: input.position)
        }
        if channels.count == 2 { try readPair(&input, bands) } else { try readSingle(&input, bands) }
        try readExtensions(&input, end: end)
        guard input.position <= end else { throw .damaged("an SBR payload past its end", bit: end) }
        if hasChecksum {
            // The bits that fill the last byte count in general audio, where the payload's end is known.
            let last = settings.isLowDelay ? input.position : input.position + ((end - input.position) & 7)
            guard SBRChecksum.value(body, to: last) == expected else {
                throw .damaged("an SBR payload with a wrong checksum", bit: end)
            }
        }
        for channel in channels { swap(&channel.previous, &channel.parameters) }
        isDamaged = false
    }

    private func readSingle(_ input: inout BitInput, _ bands: SBRBands) throws(CodecError) {
        if input.flag() { input.skip(4) }
        isCoupled = false
        let channel = channels[0]
        // The next frame's parameters are read into the older of the two, against the newer one.
        let (next, before) = (channel.previous, channel.parameters)
        try readGrid(&input, next)
        next.readDirections(&input)
        next.readWhitening(&input, bands: bands)
        try next.readLevels(&input, bands: bands, balance: false, previous: before)
        try next.readNoise(&input, bands: bands, balance: false, previous: before)
        next.readSinusoids(&input, bands: bands)
    }

    private func readPair(_ input: inout BitInput, _ bands: SBRBands) throws(CodecError) {
        if input.flag() { input.skip(8) }
        let coupled = input.flag()
        let (left, right) = (channels[0].previous, channels[1].previous)
        let (leftBefore, rightBefore) = (channels[0].parameters, channels[1].parameters)
        try readGrid(&input, left)
        if coupled { right.copyGrid(left) } else { try readGrid(&input, right) }
        left.readDirections(&input)
        right.readDirections(&input)
        left.readWhitening(&input, bands: bands)
        if coupled {
            right.whitening.update(from: left.whitening, count: SBRBands.noiseLimit)
            try left.readLevels(&input, bands: bands, balance: false, previous: leftBefore)
            try left.readNoise(&input, bands: bands, balance: false, previous: leftBefore)
            try right.readLevels(&input, bands: bands, balance: true, previous: rightBefore)
            try right.readNoise(&input, bands: bands, balance: true, previous: rightBefore)
        } else {
            right.readWhitening(&input, bands: bands)
            try left.readLevels(&input, bands: bands, balance: false, previous: leftBefore)
            try right.readLevels(&input, bands: bands, balance: false, previous: rightBefore)
            try left.readNoise(&input, bands: bands, balance: false, previous: leftBefore)
            try right.readNoise(&input, bands: bands, balance: false, previous: rightBefore)
        }
        left.readSinusoids(&input, bands: bands)
        right.readSinusoids(&input, bands: bands)
        isCoupled = coupled
    }

    private func readGrid(_ input: inout BitInput, _ parameters: SBRParameters) throws(CodecError) {
        let coarse = header?.coarseAmplitude ?? false
        if settings.isLowDelay {
            try parameters.readLowDelayGrid(&input, slotCount: shape.timeSlotCount, coarse: coarse)
        } else {
            try parameters.readGrid(
                &input, slotCount: shape.timeSlotCount, coarse: coarse, overlap: shape.overlap / shape.slotsPerTimeSlot)
        }
    }

    /// Reads the extensions, of which only parametric stereo is known.
    private func readExtensions(_ input: inout BitInput, end: Int) throws(CodecError) {
        guard input.flag() else { return }
        var byteCount = input.bits(4)
        if byteCount == 15 { byteCount += input.bits(8) }
        let last = input.position + 8 * byteCount
        guard last <= end else { throw .damaged("an SBR extension past its end", bit: end) }
        while last - input.position > 7 {
            let kind = input.bits(2)
            // Others have no length of their own; they take all that is left.
            guard kind == 2, let stereo else { break }
            hasStereoData = true
            stereo.read(&input, end: last)
        }
        input.skip(last - input.position)
    }
}
