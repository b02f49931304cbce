import CMath

/// Reads what a frame says about one channel: ISO/IEC 14496-3, 4.4.2.7 and 4.6.2 to 4.6.5.
final class AACChannelReader {
    /// The parameters of the whole stream.
    let configuration: AACConfiguration
    /// The bands of long windows.
    let longLayout: AACBandLayout
    /// The bands of short windows.
    let shortLayout: AACBandLayout
    /// The state of the noise generator.
    var noise: UInt32 = AACChannelReader.firstNoise
    /// The first state of the noise generator.
    static let firstNoise: UInt32 = 0x1f2e_3d4c

    private let spectrum = AACSpectrumReader()
    private let tables = AACSpectrumTables.shared

    /// Makes the reader of a stream.
    init(_ configuration: AACConfiguration) {
        self.configuration = configuration
        longLayout = AACBandLayout(lineCount: configuration.frameLength, rateIndex: configuration.rateIndex)
        shortLayout = AACBandLayout(
            lineCount: configuration.frameLength == 960 ? 120 : 128, rateIndex: configuration.rateIndex)
    }

    deinit {
        longLayout.free()
        shortLayout.free()
    }

    /// The bands of a frame's windows.
    func layout(_ windows: AACWindowInfo) -> AACBandLayout { windows.isShort ? shortLayout : longLayout }

    /// Reads `ics_info` for a channel, and for a pair with common windows also the second channel's prediction.
    ///
    /// - Parameters:
    ///   - bits: At its first bit.
    ///   - channel: Receives the windows.
    ///   - partner: The second channel of a pair with common windows, which receives them too.
    func readWindows(_ bits: inout AACBits, _ channel: AACChannel, partner: AACChannel?) throws(CodecError) {
        var windows = AACWindowInfo()
        channel.prediction?.isPresent = false
        partner?.prediction?.isPresent = false
        if configuration.objectType == .enhancedLowDelay {
            windows.bandCount = bits.bits(6)
        } else {
            bits.position &+= 1
            windows.sequence = AACWindowInfo.Sequence(rawValue: bits.bits(2)) ?? .long
            windows.shape = bits.bits(1)
            if configuration.isLowDelay, windows.sequence != .long {
                throw .damaged("a window sequence that low delay does not have", bit: bits.position)
            }
            if windows.isShort { readGroups(&bits, &windows) } else { windows.bandCount = bits.bits(6) }
        }
        if windows.bandCount > layout(windows).bandCount {
            throw .damaged("more bands than a window has", bit: bits.position)
        }
        if !windows.isShort, configuration.objectType != .enhancedLowDelay, bits.flag() {
            guard let prediction = channel.prediction else {
                throw .damaged("a prediction that the object type does not have", bit: bits.position)
            }
            let isLowDelay = configuration.isLowDelay
            if bits.flag() { prediction.read(&bits, windows, isLowDelay: isLowDelay) }
            if let partner, bits.flag() { partner.prediction?.read(&bits, windows, isLowDelay: isLowDelay) }
        }
        channel.windows = windows
        partner?.windows = windows
    }

    private func readGroups(_ bits: inout AACBits, _ windows: inout AACWindowInfo) {
        windows.bandCount = bits.bits(4)
        let grouping = bits.bits(7)
        var group = 0
        for window in 1..<8 {
            if grouping >> (7 - window) & 1 == 1 {
                windows.groupLengths[group] &+= 1
            } else {
                group &+= 1
                windows.groupLengths[group] = 1
            }
        }
        windows.groupCount = group + 1
    }

    /// Reads an `individual_channel_stream` and dequantises its spectrum into `lines`.
    ///
    /// - Parameters:
    ///   - bits: At the global gain.
    ///   - channel: The channel.
    ///   - hasWindows: Whether the windows are already known from the pair.
    func readChannel(_ bits: inout AACBits, _ channel: AACChannel, hasWindows: Bool) throws(CodecError) {
        channel.globalGain = bits.bits(8)
        if !hasWindows { try readWindows(&bits, channel, partner: nil) }
        let windows = channel.windows
        try readSections(&bits, channel, windows)
        try readScalefactors(&bits, channel, windows)
        channel.pulses.count = 0
        let isEnhanced = configuration.objectType == .enhancedLowDelay
        if !isEnhanced, bits.flag() { try readPulses(&bits, channel) }
        channel.shaping.clear()
        let isShaped = bits.flag()
        let limit = windows.isShort ? 7 : 12
        if isShaped, !configuration.isResilient {
            try channel.shaping.read(&bits, isShort: windows.isShort, limit: limit)
        }
        if !isEnhanced, bits.flag() { throw .damaged("gain control outside its object type", bit: bits.position) }
        if isShaped, configuration.isResilient {
            try channel.shaping.read(&bits, isShort: windows.isShort, limit: limit)
        }
        try readSpectrum(&bits, channel, windows)
        if channel.pulses.count > 0 { try addPulses(channel, bit: bits.position) }
    }

    private func readSections(_ bits: inout AACBits, _ channel: AACChannel, _ windows: AACWindowInfo) throws(CodecError)
    {
        let width = windows.isShort ? 3 : 5
        let escape = (1 &<< width) &- 1
        let isResilient = configuration.hasSectionResilience
        for group in 0..<windows.groupCount {
            var band = 0
            while band < windows.bandCount {
                var book = bits.bits(isResilient ? 5 : 4)
                if book == 12 || (isResilient && book > 15 && book < 16) {
                    throw .damaged("a codebook that does not exist", bit: bits.position)
                }
                var count = 1
                if !isResilient || (book != 11 && book < 16) {
                    var part = bits.bits(width)
                    count = part
                    while part == escape, !bits.isPast {
                        part = bits.bits(width)
                        count &+= part
                    }
                }
                if count > windows.bandCount &- band || bits.isPast {
                    throw .damaged("a section past the last band", bit: bits.position)
                }
                if book > 15 { book = 11 }
                let start = AACChannel.place(group, band)
                for place in start..<(start &+ count) { channel.books[place] = UInt8(truncatingIfNeeded: book) }
                band &+= count
            }
        }
    }

    private func readScalefactors(
        _ bits: inout AACBits, _ channel: AACChannel, _ windows: AACWindowInfo
    ) throws(CodecError) {
        var (gain, position, level) = (channel.globalGain, 0, channel.globalGain &- 90)
        var isFirstNoise = true
        var isLoud = false
        let code = tables.scalefactorCode
        for group in 0..<windows.groupCount {
            let start = AACChannel.place(group, 0)
            for place in start..<(start &+ windows.bandCount) {
                let book = Int(channel.books[place])
                if book == 0 {
                    channel.scalefactors[place] = 0
                    continue
                }
                if book == AACChannel.noiseBook, isFirstNoise {
                    isFirstNoise = false
                    level &+= bits.bits(9) &- 256
                    isLoud = isLoud || level > 160
                    channel.scalefactors[place] = Int16(truncatingIfNeeded: level)
                    continue
                }
                let entry = code.entry(bits.window)
                bits.position &+= entry & 31
                let difference = entry &>> 5 &- 60
                if book < AACChannel.noiseBook {
                    gain &+= difference
                    if gain < 0 || gain > 255 { throw .damaged("a scalefactor out of range", bit: bits.position) }
                    // 2^25 times 8191^(4/3) is less than 10^13.
                    isLoud = isLoud || gain > 200
                    channel.scalefactors[place] = Int16(truncatingIfNeeded: gain)
                } else if book == AACChannel.noiseBook {
                    level &+= difference
                    isLoud = isLoud || level > 160
                    channel.scalefactors[place] = Int16(truncatingIfNeeded: level)
                } else {
                    position &+= difference
                    isLoud = isLoud || position < -20
                    channel.scalefactors[place] = Int16(truncatingIfNeeded: position)
                }
            }
        }
        channel.isLoud = isLoud
        if bits.isPast { throw .damaged("scalefactors past the packet's end", bit: bits.position) }
    }

    private func readPulses(_ bits: inout AACBits, _ channel: AACChannel) throws(CodecError) {
        if channel.windows.isShort { throw .damaged("pulses in short windows", bit: bits.position) }
        var pulses = AACPulses()
        pulses.count = bits.bits(2) + 1
        pulses.startBand = bits.bits(6)
        if pulses.startBand >= longLayout.bandCount { throw .damaged("a pulse past the last band", bit: bits.position) }
        for index in 0..<pulses.count {
            pulses.offsets[index] = Int32(bits.bits(5))
            pulses.amounts[index] = Int32(bits.bits(4))
        }
        channel.pulses = pulses
    }

    private func readSpectrum(_ bits: inout AACBits, _ channel: AACChannel, _ windows: AACWindowInfo) throws(CodecError)
    {
        let layout = self.layout(windows)
        channel.lines.update(repeating: 0, count: channel.frameLength)
        var groupLines = channel.lines
        var input = bits
        for group in 0..<windows.groupCount {
            let windowCount = windows.isShort ? Int(windows.groupLengths[group]) : 1
            for band in 0..<windows.bandCount {
                let place = AACChannel.place(group, band)
                let book = Int(channel.books[place])
                if book == 0 || book >= AACChannel.negativeIntensityBook { continue }
                let start = layout.offsets[band]
                let count = layout.offsets[band &+ 1] &- start
                if book == AACChannel.noiseBook {
                    for window in 0..<windowCount {
                        let target = groupLines + (window &* layout.lineCount &+ start)
                        fillWithNoise(target, count, level: Int(channel.scalefactors[place]))
                    }
                    continue
                }
                let gain = tables.gains[Int(channel.scalefactors[place]) & 255]
                for window in 0..<windowCount {
                    let target = groupLines + (window &* layout.lineCount &+ start)
                    guard spectrum.read(&input, book: book, lines: target, count: count, gain: gain) else {
                        throw .damaged("an escape that is too long", bit: input.position)
                    }
                }
                if input.isPast { throw .damaged("a spectrum past the packet's end", bit: input.position) }
            }
            groupLines += windowCount &* layout.lineCount
        }
        bits = input
    }

    /// Fills a band with noise of the energy that its level states: ISO/IEC 14496-3, 4.6.13.
    func fillWithNoise(_ lines: UnsafeMutablePointer<Float>, _ count: Int, level: Int) {
        var state = noise
        var energy: Float = 0
        for line in 0..<count {
            state = state &* 1_664_525 &+ 1_013_904_223
            let value = Float(Int32(bitPattern: state))
            lines[line] = value
            energy += value * value
        }
        noise = state
        guard energy > 0 else { return }
        let wanted = cmath_exp2f(Float(max(-200, min(200, level))) * 0.25)
        let factor = wanted / energy.squareRoot()
        for line in 0..<count { lines[line] *= factor }
    }

    /// Adds pulses to quantised values, which are found again from the dequantised ones.
    private func addPulses(_ channel: AACChannel, bit: Int) throws(CodecError) {
        let layout = longLayout
        var line = layout.offsets[channel.pulses.startBand]
        for index in 0..<channel.pulses.count {
            line &+= Int(channel.pulses.offsets[index])
            if line >= layout.lineCount { throw .damaged("a pulse past the last line", bit: bit) }
            var band = 0
            while layout.offsets[band &+ 1] <= line { band &+= 1 }
            let book = channel.books[band]
            guard band < channel.windows.bandCount, book > 0, book < AACChannel.noiseBook else { continue }
            let gain = tables.gains[Int(channel.scalefactors[band]) & 255]
            let value = channel.lines[line]
            let magnitude = cmath_powf(abs(value) / gain, 0.75).rounded()
            let sum = min(8191, Int(magnitude < 8192 ? magnitude : 8191) &+ Int(channel.pulses.amounts[index]))
            let result = tables.powers[sum] * gain
            // A pulse on a line of 0 is negative: ISO/IEC 14496-3, 4.6.5.3.
            channel.lines[line] = value > 0 ? result : -result
        }
    }
}
