/// Extends the band of one channel element: reads its SBR payloads and makes its output, with parametric stereo if wanted.
///
/// All memory is allocated in `init`, except that new frequency bands allocate their tables. An instance serves one thread
/// at a time. Source: ISO/IEC 14496-3, 4.6.18, 4.6.19, 8.6.4.
package final class BandReplicator: BandReplication {
    package let outputChannelCount: Int
    /// The parameters that the object was made with.
    package let settings: BandReplicationSettings

    let shape: SBRShape
    let channels: [SBRChannel]
    let stereo: ParametricStereo?
    private let syntheses: [QMFSynthesis]
    /// Sample rate of the bands: twice that of the core.
    let bandRate: Int
    /// The last header, nil before the first one.
    var header: SBRHeader?
    /// The bands of `header`, nil if it cannot be served.
    var bands: SBRBands?
    /// True until a frame of new bands is made.
    var isFresh = true
    /// True if the pair's second channel has balances instead of levels.
    var isCoupled = false
    /// True if the frame's payload was damaged.
    var isDamaged = false
    package internal(set) var hasStereoData = false
    /// Frames in a row whose parameters are held.
    private var heldCount = 0

    /// Makes the object of one element, or nil if the settings cannot be served.
    package init?(_ settings: BandReplicationSettings) {
        guard
            let shape = SBRShape(coreFrameLength: settings.coreFrameLength, isLowDelay: settings.isLowDelay),
            settings.elementChannelCount == 1 || settings.elementChannelCount == 2, settings.coreSampleRate > 0
        else { return nil }
        let bandCount: Int
        if settings.outputSampleRate == 2 * settings.coreSampleRate {
            bandCount = 64
        } else if settings.outputSampleRate == settings.coreSampleRate {
            bandCount = 32
        } else {
            return nil
        }
        self.settings = settings
        self.shape = shape
        bandRate = 2 * settings.coreSampleRate
        let kind: QMFKind = settings.isLowDelay ? .lowDelay : .standard
        let hasStereo = settings.isParametricStereo && settings.elementChannelCount == 1 && !settings.isLowDelay
        outputChannelCount = hasStereo ? 2 : settings.elementChannelCount
        channels = (0..<settings.elementChannelCount).map { _ in SBRChannel(shape: shape, kind: kind) }
        stereo = hasStereo ? ParametricStereo(slotCount: shape.slotCount, stride: SBRChannel.stride) : nil
        syntheses = (0..<outputChannelCount).map { _ in
            QMFSynthesis(kind: kind, bandCount: bandCount, slotLimit: shape.slotCount, gain: 1.0 / (64 * 32768))
        }
        reset()
    }

    package func reset() {
        for channel in channels { channel.reset() }
        for synthesis in syntheses { synthesis.reset() }
        stereo?.reset()
        (header, bands, isFresh, isCoupled, isDamaged, heldCount) = (nil, nil, true, false, false, 0)
        guard !settings.configuration.isEmpty, settings.headerBit >= 0 else { return }
        settings.configuration.withUnsafeBytes { bytes in
            var input = BitInput(bytes)
            input.skip(settings.headerBit)
            let first = SBRHeader(&input)
            if !input.isPast { try? accept(first) }
        }
    }

    /// Takes a header; new bands reset the generation.
    func accept(_ next: SBRHeader) throws(CodecError) {
        if let header, bands != nil, header.hasSameBands(next) {
            if header.limiterBands != next.limiterBands { bands?.buildLimiter(next.limiterBands) }
            self.header = next
            return
        }
        // A header that cannot be served leaves the last one in force.
        bands = try SBRBands(header: next, rate: bandRate)
        header = next
        isFresh = true
        for channel in channels { channel.resetGeneration() }
    }

    package func process(
        core: UnsafePointer<UnsafeMutablePointer<Float>>, output: UnsafePointer<UnsafeMutablePointer<Float>>,
        frame: BandReplicationFrame
    ) {
        var current = bands
        // A missing payload counts as a lost one: the last envelope is held, then only the core remains.
        if frame == .read && !isDamaged { heldCount = 0 } else if !hold() { current = nil }
        isDamaged = false
        if let current, let header, channels[0].parameters.envelopeCount > 0 {
            extend(core, current, header)
        } else {
            for (index, channel) in channels.enumerated() {
                channel.analyse(core[index], first: 32)
                channel.join(first: 32, count: 0, start: 0, end: 0)
            }
        }
        leave(output)
        let (first, count) = current.map { ($0.first, $0.count) } ?? (32, 0)
        for channel in channels {
            channel.advance(
                first: first, count: count,
                end: current == nil ? 0 : channel.parameters.end * shape.slotsPerTimeSlot)
        }
    }

    /// Generates the upper subbands of all channels.
    private func extend(
        _ core: UnsafePointer<UnsafeMutablePointer<Float>>, _ bands: SBRBands, _ header: SBRHeader
    ) {
        if isCoupled, channels.count == 2 {
            SBRLevels.restore(channels[0], channels[1], bands)
        } else {
            for channel in channels { SBRLevels.restore(channel, bands) }
        }
        for (index, channel) in channels.enumerated() {
            channel.analyse(core[index], first: bands.first)
            let parameters = channel.parameters
            let (start, end) = (
                parameters.borders[0] * shape.slotsPerTimeSlot, parameters.end * shape.slotsPerTimeSlot
            )
            channel.generate(bands, rows: start..<end)
            channel.adjust(bands, header, isFresh: isFresh)
            channel.join(first: bands.first, count: bands.count, start: start, end: end)
        }
        isFresh = false
    }

    /// Joins the subbands to samples.
    private func leave(_ output: UnsafePointer<UnsafeMutablePointer<Float>>) {
        if let stereo {
            let channel = channels[0]
            stereo.process(real: channel.outReal, imaginary: channel.outImaginary)
            for side in 0..<2 {
                syntheses[side].process(
                    real: stereo.outputReal(side), imaginary: stereo.outputImaginary(side), stride: SBRChannel.stride,
                    slotCount: shape.slotCount, output: output[side])
            }
            return
        }
        for (index, channel) in channels.enumerated() {
            syntheses[index].process(
                real: channel.outReal, imaginary: channel.outImaginary, stride: SBRChannel.stride,
                slotCount: shape.slotCount, output: output[index])
        }
    }

    /// Holds the parameters of the frame before; false if there are none, or the loss lasts too long.
    private func hold() -> Bool {
        heldCount += 1
        guard heldCount <= 8, bands != nil, channels.allSatisfy({ $0.parameters.envelopeCount > 0 }) else {
            return false
        }
        for (index, channel) in channels.enumerated() {
            let fade: Int32 = isCoupled && index == 1 ? 0 : channel.parameters.isCoarse ? 1 : 2
            channel.previous.hold(channel.parameters, slotCount: shape.timeSlotCount, fade: heldCount > 1 ? fade : 0)
            swap(&channel.previous, &channel.parameters)
        }
        return true
    }
}
