/// Encodes planes of samples as AAC: low complexity, high efficiency, low delay, and enhanced low delay: ISO/IEC
/// 14496-3, subpart 4.
///
/// Every call of `encode` gives one packet. All memory is allocated in `init`; an encoder serves one thread at a time.
package final class AACEncoder {
    /// The settings, with what they left open filled in.
    package let settings: AACEncoderSettings
    /// Frames of a packet: 1024, 512 or 480, with band replication twice as many.
    package let framesPerPacket: Int
    /// Frames that decoding gives before the first that was taken.
    ///
    /// They are 2112 for low complexity, 5186 for high efficiency, a packet for low delay, half a packet for enhanced
    /// low delay, and with replication a core's packet and 96 more.
    package let primingFrameCount: Int
    /// Frames of the last packet after the last that was taken; known after `finish` has returned nil.
    package private(set) var remainderFrameCount = 0

    /// The settings of the core.
    let core: AACEncoderSettings
    /// Lines in a frame of the core.
    let lineCount: Int
    let elements: [AACEncoderElement]
    /// The elements and their loudspeakers.
    let layout: AACEncoderLayout
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
    /// Two planes of the input, bounded; a third one of the sum, and one at half the rate.
    private let planes: UnsafeMutablePointer<Float>

    /// Makes an encoder.
    ///
    /// - Throws: `unsupported` if there is no such sampling rate or number of channels.
    package init(_ wanted: AACEncoderSettings) throws(CodecError) {
        guard AACBands.sampleRates.contains(wanted.sampleRate),
            let index = AACBands.sampleRates.firstIndex(of: wanted.core.sampleRate)
        else { throw .unsupported("a sampling rate that AAC does not have") }
        let isStereo = wanted.objectType == .highEfficiencyStereo
        guard let layout = wanted.core.filledLayout, !isStereo || wanted.channelCount == 2 else {
            throw .unsupported("a number of channels without a configuration")
        }
        if layout.configuration == 0, wanted.objectType == .lowDelay || wanted.objectType == .enhancedLowDelay {
            throw .unsupported("loudspeakers that only a program config element states, which low delay does not have")
        }
        let kinds = layout.kinds
        self.layout = layout
        let isLow = wanted.core.objectType == .lowComplexity
        let lineCount = wanted.lineCount
        self.lineCount = lineCount
        framesPerPacket = wanted.isReplicated ? 2 * lineCount : lineCount
        rateIndex = index
        var filled = Self.filled(wanted, lineCount: lineCount)
        let tunings = try Self.tunings(kinds, filled)
        if let tuning = tunings.compactMap({ $0 }).first {
            filled.bandwidth = (tuning.bands.first + tuning.bands.count) * filled.sampleRate / 128
        }
        settings = filled
        var core = filled.core
        if let tuning = tunings.compactMap({ $0 }).first { core.bandwidth = tuning.crossover }
        self.core = core
        let delays = Self.delays(filled)
        primingFrameCount = delays.priming
        let long = AACBands.offsets(lineCount: lineCount, rateIndex: index)
        let short = AACBands.offsets(lineCount: 128, rateIndex: index)
        longHearing = AACHearing(lineCount: lineCount, sampleRate: core.sampleRate, bands: long)
        shortHearing = AACHearing(lineCount: 128, sampleRate: core.sampleRate, bands: short)
        filterbank = AACAnalysisBank(lineCount: lineCount, isLowDelay: !isLow)
        longBands = long.map { Int($0) }
        shortBands = short.map { Int($0) }
        longLimit = Self.limit(longBands, core, lineCount: lineCount)
        shortLimit = Self.limit(shortBands, core, lineCount: 128)
        let lineHertz = Double(core.sampleRate) / 2 / Double(lineCount)
        shapingBand = longBands.firstIndex { Double($0) * lineHertz > 1500 } ?? 0
        shapingLimit = AACBands.noiseShapingLimit(lineCount: lineCount, rateIndex: index)
        let lowestNoise = filled.isReplicated ? 3000.0 : 4500
        noiseBand = longBands.firstIndex { Double($0) * lineHertz > lowestNoise } ?? longBands.count
        elements = Self.makeElements(
            kinds, filled, lineCount: lineCount, sampleCount: delays.kept,
            cellCount: max(longHearing.cellCount, shortHearing.cellCount), tunings: tunings, lag: delays.lag)
        lowDelayBank = core.objectType == .enhancedLowDelay ? AACLowDelayFilterbank(frameLength: lineCount) : nil
        isSparing = Self.isSparing(core, isReplicated: filled.isReplicated)
        let full = max(1, core.channelCount - (kinds.contains(.lowFrequency) ? 1 : 0))
        writer = AACPacketWriter(
            bits: AACPacketBits(byteCapacity: 6144 * full / 8 + 1024), objectType: core.objectType)
        let perSecond = Double(core.sampleRate) / Double(lineCount)
        rate = AACRateController(
            control: filled.rateControl, meanBits: Double(filled.bitRate) / perSecond, channelCount: full,
            framesPerSecond: perSecond, lineCount: lineCount)
        planes = .allocate(capacity: 4 * framesPerPacket)
        planes.initialize(repeating: 0, count: 4 * framesPerPacket)
    }

    deinit { planes.deallocate() }

    /// Encodes a frame.
    ///
    /// - Parameters:
    ///   - planes: A plane for each channel, 1 being full scale; a missing plane is silence.
    ///   - frameCount: `framesPerPacket`, or fewer for the last frame.
    /// - Returns: The packet, valid until the next call.
    package func encode(_ planes: UnsafeBufferPointer<UnsafePointer<Float>?>, frameCount: Int) -> UnsafeRawBufferPointer
    {
        let count = max(0, min(framesPerPacket, frameCount))
        take(planes, count: count)
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
        take(UnsafeBufferPointer(start: nil, count: 0), count: 0)
        return packet()
    }

    /// Gives a frame to all channels: as it is, or halved in rate and split to subbands.
    private func take(_ input: UnsafeBufferPointer<UnsafePointer<Float>?>, count: Int) {
        for element in elements {
            guard settings.isReplicated else {
                for (index, channel) in element.channels.enumerated() {
                    let place = element.firstChannel &+ index
                    channel.take(place < input.count ? input[place] : nil, count: count)
                }
                continue
            }
            let (length, half) = (framesPerPacket, planes + 3 &* framesPerPacket)
            let stereo = element.replication?.stereo
            for index in 0..<(stereo == nil ? element.channels.count : 2) {
                let place = element.firstChannel &+ index
                Self.bound(
                    place < input.count ? input[place] : nil, count: count, planes + index &* length, length: length)
            }
            for (index, channel) in element.channels.enumerated() {
                var source = planes + index &* length
                if let stereo, let replication = element.replication {
                    source = planes + 2 &* length
                    stereo.take(planes, planes + length, channel: replication.channels[0], output: source)
                } else {
                    element.replication?.take(source, channel: index)
                }
                element.decimators[index].process(source, half)
                channel.take(half, count: lineCount)
            }
            element.replication?.encode()
        }
    }

    /// Copies samples; not-a-number becomes 0, and the level is bounded to 24 dB over full.
    private static func bound(
        _ plane: UnsafePointer<Float>?, count: Int, _ target: UnsafeMutablePointer<Float>, length: Int
    ) {
        let there = plane == nil ? 0 : max(0, min(count, length))
        if let plane {
            for index in 0..<there {
                let value = plane[index]
                // A comparison with not-a-number is false.
                target[index] = value > -16 ? (value < 16 ? value : 16) : (value < 0 ? -16 : 0)
            }
        }
        for index in there..<length { target[index] = 0 }
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
        if wanted < fewest, !isSilent {
            let spent = spend(price, wanted: wanted, least: fewest, fewest: fewest, most: most)
            rate.refine(price: spent.price)
            wanted = spent.wanted
        } else if wanted < max(rate.fewestEarlyBits, rate.fewestLaggingBits), !isSilent {
            // The price still follows what the frame wanted at it.
            let least = max(rate.fewestEarlyBits, rate.fewestLaggingBits)
            _ = spend(price, wanted: wanted, least: least, fewest: fewest, most: most)
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
        let highest = rate.highestFirstPrice
        var price = min(start, highest)
        let goal = rate.meanBits
        for _ in 0..<6 {
            code(price: price)
            let wanted = Double(writer.write(elements, fewestBits: 0))
            let ratio = wanted / goal
            if ratio > 0.9 && ratio < 1.1 { break }
            price *= Float(max(0.25, min(4, ratio * ratio)))
            price = max(1e-5, min(highest, price))
        }
        rate.settle(price: price)
        return price
    }

    /// Codes a frame finer that would be filled up with nothing, or uses too little of an early frame's share.
    ///
    /// - Returns: The price, and bits before filling up.
    private func spend(
        _ start: Float, wanted first: Int, least: Int, fewest: Int, most: Int
    ) -> (price: Float, wanted: Int) {
        var (price, wanted) = (start, first)
        for _ in 0..<4 where wanted < least && price > Self.leastPrice {
            let ratio = Float(max(wanted, 1)) / Float(max(least, 1))
            let next = max(Self.leastPrice, price * max(0.05, min(0.8, ratio * ratio)))
            code(price: next)
            let more = writer.write(elements, fewestBits: fewest)
            guard writer.bits.count <= most else {
                code(price: price)
                wanted = writer.write(elements, fewestBits: fewest)
                break
            }
            (price, wanted) = (next, more)
        }
        return (price, wanted)
    }

    /// The price below which noise is far from audible.
    private static let leastPrice: Float = 2e-6

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
