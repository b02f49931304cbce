import CMath

extension AACEncoder {
    /// The AudioSpecificConfig of the stream: ISO/IEC 14496-3, 1.6.2.1.
    package var cookie: [UInt8] {
        var output = BitOutput(byteCapacity: 8)
        let type = settings.objectType.rawValue
        if type < 31 { output.put(type, 5) } else { output.put(31 << 6 | type - 32, 11) }
        output.put(rateIndex, 4)
        output.put(settings.channelCount == 8 ? 7 : settings.channelCount, 4)
        switch settings.objectType {
        case .lowComplexity: output.put(0, 3)
        case .lowDelay:
            output.put(0, 2)
            // The extension: no resilient tools, no further one; then no error protection.
            output.put(1, 1)
            output.put(0, 4)
            output.put(0, 2)
        case .enhancedLowDelay:
            // Frames of 512, no resilient tools, no replication, the end of extensions; then no error protection.
            output.put(0, 5)
            output.put(0, 4)
            output.put(0, 2)
        }
        output.align()
        return output.bytes
    }

    /// Fills in the bit rate and the bandwidth.
    static func filled(_ wanted: AACEncoderSettings, lineCount: Int) -> AACEncoderSettings {
        var settings = wanted
        let kinds = AACEncoderElement.kinds(channelCount: wanted.channelCount) ?? []
        let full = max(1, wanted.channelCount - (kinds.contains(.lowFrequency) ? 1 : 0))
        let most = 6144 * full * wanted.sampleRate / lineCount
        if settings.bitRate <= 0 {
            settings.bitRate = wanted.sampleRate * full * 4 / 3
        }
        settings.bitRate = max(
            min(8 * wanted.sampleRate / lineCount * 16 * full, most), min(settings.bitRate, most * 15 / 16))
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

    /// Decides whether parametric tools pay: below 1.2 bits a frame and channel, or at low quality.
    static func isSparing(_ settings: AACEncoderSettings) -> Bool {
        if case .variable(let quality) = settings.rateControl { return quality < 40 }
        return Double(settings.bitRate) < 1.15 * Double(settings.sampleRate * max(1, settings.channelCount))
    }

    /// The number of bands below the bandwidth.
    static func limit(_ bands: [Int], _ settings: AACEncoderSettings, lineCount: Int) -> Int {
        let line = settings.bandwidth * 2 * lineCount / settings.sampleRate
        let count = bands.firstIndex { $0 >= line } ?? bands.count - 1
        return max(1, min(bands.count - 1, count))
    }
}
