/// Encodes planes of samples as AAC: low complexity, low delay, and enhanced low delay: ISO/IEC 14496-3, subpart 4.
///
/// Every call of `encode` gives one packet. All memory is allocated in `init`; an encoder serves one thread at a time.
package final class AACEncoder {
    /// The settings, with what they left open filled in.
    package let settings: AACEncoderSettings
    /// Frames of a packet: 1024 or 512.
    package let framesPerPacket: Int
    /// Frames that decoding gives before the first that was taken: 2112, 512 for low delay, 256 for
    /// enhanced low delay.
    package let primingFrameCount: Int
    /// Frames of the last packet after the last that was taken; known after `finish` has returned nil.
    package private(set) var remainderFrameCount = 0

    let elements: [AACEncoderElement]
    let longHearing: AACHearing
    let shortHearing: AACHearing
    let filterbank: AACAnalysisBank
    let lowDelayBank: AACLowDelayFilterbank?
    let longBands: [Int]
    let shortBands: [Int]
    let longLimit: Int
    let shortLimit: Int
    /// The lowest band that noise shaping touches, and the one after the highest.
    let shapingBand: Int
    let shapingLimit: Int
    /// The lowest band that noise or intensity may replace.
    let noiseBand: Int
    /// Indicates a bit rate at which parametric tools are better than holes.
    let isSparing: Bool
    let rateIndex: Int
    let writer: AACPacketWriter
    var rate: AACRateController
    private var takenFrameCount = 0
    private var givenPacketCount = 0
    private let channelCount: Int

    /// Makes an encoder.
    ///
    /// - Throws: `unsupported` if there is no such sampling rate or number of channels.
    package init(_ wanted: AACEncoderSettings) throws(CodecError) {
        guard let index = AACBands.sampleRates.firstIndex(of: wanted.sampleRate), index < 12 else {
            throw .unsupported("a sampling rate that AAC does not have")
        }
        guard let kinds = AACEncoderElement.kinds(channelCount: wanted.channelCount) else {
            throw .unsupported("a number of channels without a configuration")
        }
        let isLow = wanted.objectType == .lowComplexity
        let lineCount = isLow ? 1024 : 512
        framesPerPacket = lineCount
        primingFrameCount = isLow ? 2112 : wanted.objectType == .lowDelay ? 512 : 256
        channelCount = wanted.channelCount
        rateIndex = index
        let filled = Self.filled(wanted, lineCount: lineCount)
        settings = filled
        let long = AACBands.offsets(lineCount: lineCount, rateIndex: index)
        let short = AACBands.offsets(lineCount: 128, rateIndex: index)
        longHearing = AACHearing(lineCount: lineCount, sampleRate: filled.sampleRate, bands: long)
        shortHearing = AACHearing(lineCount: 128, sampleRate: filled.sampleRate, bands: short)
        filterbank = AACAnalysisBank(lineCount: lineCount, isLowDelay: !isLow)
        longBands = long.map { Int($0) }
        shortBands = short.map { Int($0) }
        longLimit = Self.limit(longBands, filled, lineCount: lineCount)
        shortLimit = Self.limit(shortBands, filled, lineCount: 128)
        let lineHertz = Double(filled.sampleRate) / 2 / Double(lineCount)
        shapingBand = longBands.firstIndex { Double($0) * lineHertz > 1500 } ?? 0
        shapingLimit = AACBands.noiseShapingLimit(lineCount: lineCount, rateIndex: index)
        noiseBand = longBands.firstIndex { Double($0) * lineHertz > 4500 } ?? longBands.count
        let cells = max(longHearing.cellCount, shortHearing.cellCount)
        let kept = isLow ? 3136 : wanted.objectType == .lowDelay ? 1024 : 1920
        var made: [AACEncoderElement] = []
        var (channel, tags) = (0, [0, 0, 0, 0])
        for kind in kinds {
            let channels = (0..<(kind == .pair ? 2 : 1)).map { _ in
                AACEncoderChannel(frameLength: lineCount, sampleCount: kept, cellCount: cells)
            }
            made.append(
                AACEncoderElement(kind: kind, tag: tags[kind.rawValue], firstChannel: channel, channels: channels))
            tags[kind.rawValue] += 1
            channel += channels.count
        }
        elements = made
        lowDelayBank = wanted.objectType == .enhancedLowDelay ? AACLowDelayFilterbank(frameLength: lineCount) : nil
        isSparing = Self.isSparing(filled)
        let full = max(1, wanted.channelCount - (kinds.contains(.lowFrequency) ? 1 : 0))
        writer = AACPacketWriter(
            bits: AACPacketBits(byteCapacity: 6144 * full / 8 + 1024), objectType: wanted.objectType)
        let perSecond = Double(filled.sampleRate) / Double(lineCount)
        rate = AACRateController(
            control: filled.rateControl, meanBits: Double(filled.bitRate) / perSecond, channelCount: full,
            framesPerSecond: perSecond, lineCount: lineCount)
    }

    /// Encodes a frame.
    ///
    /// - Parameters:
    ///   - planes: A plane for each channel, 1 being full scale; a missing plane is silence.
    ///   - frameCount: `framesPerPacket`, or fewer for the last frame.
    /// - Returns: The packet, valid until the next call.
    package func encode(_ planes: UnsafeBufferPointer<UnsafePointer<Float>?>, frameCount: Int) -> UnsafeRawBufferPointer
    {
        let count = max(0, min(framesPerPacket, frameCount))
        for element in elements {
            for (index, channel) in element.channels.enumerated() {
                let place = element.firstChannel &+ index
                channel.take(place < planes.count ? planes[place] : nil, count: count)
            }
        }
        takenFrameCount &+= count
        return packet()
    }

    /// Gives the packets that are left, one a call.
    ///
    /// - Returns: Nil if all are given; then `remainderFrameCount` is known.
    package func finish() -> UnsafeRawBufferPointer? {
        let needed = takenFrameCount &+ primingFrameCount
        guard takenFrameCount > 0, givenPacketCount &* framesPerPacket < needed else {
            remainderFrameCount = takenFrameCount > 0 ? givenPacketCount &* framesPerPacket &- needed : 0
            return nil
        }
        for element in elements { for channel in element.channels { channel.take(nil, count: 0) } }
        return packet()
    }

    /// Makes the packet of the block that the channels' samples begin with.
    private func packet() -> UnsafeRawBufferPointer {
        givenPacketCount &+= 1
        var price = rate.price
        for element in elements { analyse(element, price: price) }
        let (most, fewest) = (rate.mostBits & ~7, rate.fewestBits)
        var wanted = 0
        if rate.isNew && !isSilent { price = settle(price) }
        for attempt in 0..<16 {
            code(price: price)
            wanted = writer.write(elements, fewestBits: fewest)
            if writer.bits.count <= most { break }
            let excess = Float(writer.bits.count &- most) / Float(max(most, 1))
            price *= min(64, max(1.2, 1 + 2.5 * excess))
            if attempt == 14 { price = .greatestFiniteMagnitude / 1e6 }
        }
        rate.commit(used: writer.bits.count, wanted: wanted, isSilent: isSilent)
        return writer.bits.bytes
    }

    private var isSilent: Bool {
        for element in elements {
            for channel in element.channels {
                for band in 0..<channel.bandCount where channel.energies[band] * channel.weights[band] > 1e-3 {
                    return false
                }
            }
        }
        return true
    }

    /// Searches the price at which a first frame has about its share of bits.
    private func settle(_ start: Float) -> Float {
        var price = start
        let goal = rate.meanBits
        for _ in 0..<6 {
            code(price: price)
            let wanted = Double(writer.write(elements, fewestBits: 0))
            let ratio = wanted / goal
            if ratio > 0.9 && ratio < 1.1 { break }
            price *= Float(max(0.25, min(4, ratio * ratio)))
            price = max(1e-5, min(8, price))
        }
        rate.settle(price: price)
        return price
    }

    /// Chooses scalefactors and books of all channels at a price.
    private func code(price: Float) {
        for element in elements {
            for channel in element.channels {
                channel.search(price: price)
                channel.chooseBooks(lengthBits: element.plan.isShort ? 3 : 5)
            }
        }
    }
}
