import CMath

extension AACEncoder {
    /// The AudioSpecificConfig of the stream: ISO/IEC 14496-3, 1.6.2.1.
    package var cookie: [UInt8] {
        var output = BitOutput(byteCapacity: 32)
        let isHierarchical =
            settings.isReplicated && core.objectType == .lowComplexity && settings.signalling == .explicit
        if isHierarchical {
            output.put(settings.objectType.rawValue, 5)
        } else {
            let type = core.objectType.rawValue
            if type < 31 { output.put(type, 5) } else { output.put(31 << 6 | type - 32, 11) }
        }
        output.put(rateIndex, 4)
        output.put(layout.configuration, 4)
        if isHierarchical {
            output.put(AACBands.sampleRates.firstIndex(of: settings.sampleRate) ?? 15, 4)
            output.put(core.objectType.rawValue, 5)
        }
        switch core.objectType {
        case .lowComplexity, .highEfficiency, .highEfficiencyStereo:
            output.put(0, 3)
            if layout.configuration == 0 { layout.putProgram(rateIndex: rateIndex, &output) }
        case .lowDelay:
            output.put(lineCount == 480 ? 2 : 0, 2)
            // The extension: no resilient tools, no further one; then no error protection.
            output.put(1, 1)
            output.put(0, 4)
            output.put(0, 2)
        case .enhancedLowDelay:
            // The frame length, no resilient tools; then replication at twice the rate without checksum, and its
            // headers.
            output.put(lineCount == 480 ? 8 : 0, 4)
            output.put(settings.isReplicated ? 1 : 0, 1)
            if settings.isReplicated {
                output.put(2, 2)
                for element in elements { element.replication?.putHeader { output.put($0, $1) } }
            }
            // The end of extensions, and no error protection.
            output.put(0, 4)
            output.put(0, 2)
        }
        output.align()
        return output.bytes
    }

    /// The elements of a core, with what replicates their upper band.
    static func makeElements(
        _ kinds: [AACEncoderElement.Kind], _ settings: AACEncoderSettings, lineCount: Int, sampleCount: Int,
        cellCount: Int, tunings: [SBREncoderTuning?], lag: Int
    ) -> [AACEncoderElement] {
        var made: [AACEncoderElement] = []
        var (channel, tags) = (0, [0, 0, 0, 0])
        let isLowDelay = settings.objectType == .enhancedLowDelay
        for (kind, tuning) in zip(kinds, tunings) {
            let count = kind == .pair ? 2 : 1
            let stereo =
                settings.objectType == .highEfficiencyStereo ? PSEncoder(bitRate: settings.bitRate, lag: lag) : nil
            made.append(
                AACEncoderElement(
                    kind: kind, tag: tags[kind.rawValue], firstChannel: channel,
                    channels: (0..<count).map { _ in
                        AACEncoderChannel(
                            frameLength: lineCount, sampleCount: sampleCount, cellCount: cellCount,
                            candidateCount: settings.candidateCount)
                    },
                    replication: tuning.map {
                        SBREncoder(
                            $0, channelCount: count, isLowDelay: isLowDelay, slotCount: lineCount % 15 == 0 ? 15 : 16,
                            lag: lag, stereo: stereo)
                    },
                    decimators: settings.isReplicated
                        ? (0..<count).map { _ in
                            HalfRateDecimator(reach: decimatorReach(settings), outputCount: lineCount)
                        } : []))
            tags[kind.rawValue] += 1
            channel += count
        }
        return made
    }

    /// Delays that the settings lead to.
    ///
    /// - Returns: The priming in frames, the samples that a channel of the core keeps, and for band replication the
    ///   samples
    ///   by which a frame's first row lies before the first sample of its call.
    static func delays(_ settings: AACEncoderSettings) -> (priming: Int, kept: Int, lag: Int) {
        let before = decimatorReach(settings) + 1
        let length = settings.lineCount
        switch settings.objectType {
        case .lowComplexity: return (2112, 3136, 0)
        case .lowDelay: return (length, 2 * length, 0)
        case .highEfficiency, .highEfficiencyStereo:
            // The decoder delays the core by 962 frames, its filter bank by 577. The core waits so much less for its
            // look-ahead as the filters before it delay, so that the sum is 2 * 2112 + 962.
            let lag = 5186 - 577
            let ahead = before + (settings.objectType == .highEfficiencyStereo ? PSEncoder.delay(lag: lag) : 0)
            return (5186, 3136 - ahead / 2, lag)
        case .enhancedLowDelay:
            let kept = length * 15 / 4
            guard settings.isReplicated else { return (length / 2, kept, 0) }
            // The filter banks delay by 64 frames.
            return (length + before + 64, kept, length + before)
        }
    }

    /// Samples on each side of the middle of the filter that halves the rate.
    static func decimatorReach(_ settings: AACEncoderSettings) -> Int {
        settings.objectType == .enhancedLowDelay ? 31 : 63
    }

    /// The band replication of each element; none for channels of low frequencies.
    static func tunings(
        _ kinds: [AACEncoderElement.Kind], _ settings: AACEncoderSettings
    ) throws(CodecError) -> [SBREncoderTuning?] {
        var tunings: [SBREncoderTuning?] = []
        let full = max(1, settings.core.channelCount - (kinds.contains(.lowFrequency) ? 1 : 0))
        for kind in kinds {
            guard settings.isReplicated, kind != .lowFrequency else {
                tunings.append(nil)
                continue
            }
            var bitRate = settings.bitRate / full
            if case .variable(let quality) = settings.rateControl { bitRate = 16000 + 200 * max(0, min(127, quality)) }
            let isLowDelay = settings.objectType == .enhancedLowDelay
            // Low delay has fewer tools, so that the same rate affords a lower crossover.
            if isLowDelay { bitRate = bitRate * 3 / 4 }
            tunings.append(
                try SBREncoderTuning(
                    bitRate: bitRate, sampleRate: settings.sampleRate, isPair: kind == .pair, isLowDelay: isLowDelay))
        }
        return tunings
    }

    /// Fills in the bit rate and the bandwidth.
    static func filled(_ wanted: AACEncoderSettings, lineCount: Int) -> AACEncoderSettings {
        var settings = wanted
        let kinds = wanted.filledLayout?.kinds ?? []
        let isStereo = wanted.objectType == .highEfficiencyStereo
        let full = isStereo ? 1 : max(1, wanted.channelCount - (kinds.contains(.lowFrequency) ? 1 : 0))
        let sampleRate = wanted.core.sampleRate
        let most = 6144 * full * sampleRate / lineCount
        if settings.bitRate <= 0 {
            // Two thirds of a bit for each sample, within the rates for which band replication is meant, or four thirds.
            let fewest = wanted.objectType == .highEfficiency ? 12_000 : 16_000
            let replicated = max(fewest, min(48_000, wanted.sampleRate * 2 / 3))
            settings.bitRate = full * (wanted.isReplicated ? replicated : sampleRate * 4 / 3)
        }
        // A payload of band replication needs room too.
        let least = (wanted.isReplicated ? 300 : 128) * sampleRate / lineCount * full
        settings.bitRate = max(min(least, most), min(settings.bitRate, most * 15 / 16))
        guard !wanted.isReplicated else { return settings }
        if settings.bandwidth <= 0 {
            settings.bandwidth = bandwidth(bitRate: settings.bitRate / full, settings)
        }
        settings.bandwidth = max(min(1000, wanted.sampleRate / 4), min(settings.bandwidth, wanted.sampleRate / 2))
        return settings
    }

    /// The bandwidth in hertz that a bit rate of one channel affords.
    private static func bandwidth(bitRate: Int, _ settings: AACEncoderSettings) -> Int {
        if case .variable(let quality) = settings.rateControl { return min(20000, 12000 + 80 * max(0, quality)) }
        let points: [(rate: Double, hertz: Double)] = [
            (8000, 4000), (12000, 5500), (16000, 7000), (24000, 10000), (32000, 13000), (48000, 15500), (64000, 17500),
            (80000, 19000), (96000, 20000), (1e9, 20000),
        ]
        let rate = Double(bitRate)
        var before = points[0]
        if rate <= before.rate { return Int(before.hertz) }
        for point in points {
            if rate <= point.rate && point.rate > before.rate {
                return Int(
                    before.hertz + (rate - before.rate) / (point.rate - before.rate) * (point.hertz - before.hertz))
            }
            before = point
        }
        return 20000
    }

    /// Decides whether parametric tools pay: below 1.15 bits a frame and channel, or at low quality; for a core below
    /// the replicated band, which has no lines to spare, below 1.5 bits.
    static func isSparing(_ settings: AACEncoderSettings, isReplicated: Bool) -> Bool {
        if case .variable(let quality) = settings.rateControl { return quality < 40 }
        let limit = isReplicated ? 1.5 : 1.15
        return Double(settings.bitRate) < limit * Double(settings.sampleRate * max(1, settings.channelCount))
    }

    /// The number of bands below the bandwidth.
    static func limit(_ bands: [Int], _ settings: AACEncoderSettings, lineCount: Int) -> Int {
        let line = settings.bandwidth * 2 * lineCount / settings.sampleRate
        let count = bands.firstIndex { $0 >= line } ?? bands.count - 1
        return max(1, min(bands.count - 1, count))
    }
}
