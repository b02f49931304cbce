import CMath

/// Describes the upper band of one channel element for replication, a payload a frame: ISO/IEC 14496-3, 4.6.18, 4.6.19.
///
/// All memory is allocated in `init`.
final class SBREncoder {
    /// The choice of bands.
    let tuning: SBREncoderTuning
    /// Indicates the syntax and filter bank of enhanced low delay.
    let isLowDelay: Bool
    /// The subbands of each channel.
    let channels: [SBREncoderChannel]
    /// The parametric stereo whose data the payload carries.
    let stereo: PSEncoder?
    /// The payload of the frame in work, from its first bit; not aligned.
    let payload = AACPacketBits(byteCapacity: 1024)
    /// Bits of the payload.
    private(set) var payloadBits = 0

    /// Parameters of the frame, and of the one before, by channel.
    var parameters: [SBRParameters]
    var before: [SBRParameters]
    /// The time slots of a frame, and the rows of a time slot.
    let slotCount: Int
    let slotRows: Int
    var plan = SBRGridPlan()
    /// Frames encoded so far.
    private var frameCount = 0
    private var isContinued = false
    /// Levels by group of bands over time, in decibels.
    let groups: UnsafeMutablePointer<Float>
    /// The smoothed noise ratio of each noise band by channel, as a logarithm to the base 2.
    let noiseLevels: UnsafeMutablePointer<Float>
    /// The last inverse filtering by channel and band.
    let whitenings: UnsafeMutablePointer<Int>
    private let headerBits: [UInt8]
    private let headerBitCount: Int
    /// The header comes in every frame whose number this divides.
    private static let headerSpacing = 12
    /// Groups of bands that attacks are looked for in.
    static let groupLimit = 12
    /// Time slots that attacks are looked for in: the frame's, three before it and four after it.
    static let groupSlots = 24

    /// Makes the describer of an element.
    ///
    /// - Parameters:
    ///   - tuning: The bands.
    ///   - channelCount: 1 or 2.
    ///   - isLowDelay: The syntax and the filter bank.
    ///   - slotCount: Time slots of a frame: 16, or 15 for frames of 480.
    ///   - lag: Samples by which a frame's first row lies before the first sample taken at the time of its payload.
    ///   - stereo: Parametric stereo, which then writes the rows.
    init(
        _ tuning: SBREncoderTuning, channelCount: Int, isLowDelay: Bool, slotCount: Int, lag: Int, stereo: PSEncoder?
    ) {
        self.tuning = tuning
        self.isLowDelay = isLowDelay
        self.stereo = stereo
        self.slotCount = slotCount
        slotRows = isLowDelay ? 1 : 2
        let rows = slotCount * slotRows
        channels = (0..<channelCount).map { _ in
            SBREncoderChannel(rowCount: rows, kind: isLowDelay ? .lowDelay : .standard, lag: lag)
        }
        parameters = (0..<channelCount).map { _ in SBRParameters() }
        before = (0..<channelCount).map { _ in SBRParameters() }
        groups = .allocate(capacity: Self.groupLimit * Self.groupSlots)
        groups.initialize(repeating: 0, count: Self.groupLimit * Self.groupSlots)
        noiseLevels = .allocate(capacity: 2 * SBRParameters.noiseStride)
        noiseLevels.initialize(repeating: -12, count: 2 * SBRParameters.noiseStride)
        whitenings = .allocate(capacity: 2 * SBRParameters.noiseStride)
        whitenings.initialize(repeating: 0, count: 2 * SBRParameters.noiseStride)
        var output = BitOutput(byteCapacity: 8)
        tuning.header.put(&output)
        headerBitCount = output.count
        output.align()
        headerBits = output.bytes
    }

    deinit {
        groups.deallocate()
        noiseLevels.deallocate()
        whitenings.deallocate()
    }

    /// Takes the next samples of a channel, a frame's.
    func take(_ input: UnsafePointer<Float>, channel: Int) { channels[channel].take(input) }

    /// Describes the frame, and writes its payload.
    func encode() {
        swap(&parameters, &before)
        let bands = tuning.bands
        for channel in channels { channel.tellNoise(end: min(64, (bands.first + bands.count + 3) & ~3)) }
        let isCoarseBefore = before[0].isCoarse
        planGrid()
        let header = tuning.header
        let isFine = plan.count == 1 && plan.place < 0 && plan.kind == .fixed
        for (index, channel) in channels.enumerated() {
            plan.apply(to: parameters[index], isCoarse: header.coarseAmplitude && !isFine)
            tellTones(channel, index)
        }
        if tuning.isCoupled { coupleNoise() }
        measureLevels()
        let hasHeader = frameCount % Self.headerSpacing == 0
        let canBuildOn = !hasHeader && isCoarseBefore == parameters[0].isCoarse && frameCount > 0
        write(hasHeader: hasHeader, canBuildOn: canBuildOn)
        if payloadBits > Self.payloadLimit {
            flatten()
            write(hasHeader: hasHeader, canBuildOn: canBuildOn)
        }
        isContinued = !isLowDelay && plan.transient == plan.count
        frameCount &+= 1
    }

    /// Bits that a payload may have: a fill element holds 269 bytes.
    private static let payloadLimit = 2000

    /// Gives all envelopes the first one's levels at low resolution, so that most deltas are zero.
    private func flatten() {
        for index in channels.indices {
            let now = parameters[index]
            for envelope in 0..<now.envelopeCount { now.resolutions[envelope] = 0 }
        }
        measureLevels()
        for now in parameters {
            for envelope in 1..<max(1, now.envelopeCount) {
                (now.levels + envelope * SBRParameters.levelStride).update(
                    from: now.levels, count: SBRParameters.levelStride)
            }
        }
    }

    private func measureLevels() {
        if tuning.isCoupled { measureCoupled() } else { for index in channels.indices { measureLevels(index) } }
    }

    /// Appends the payload to a packet.
    func put(_ bits: AACPacketBits) {
        var left = payloadBits
        for byte in payload.bytes {
            guard left > 0 else { return }
            let width = min(8, left)
            bits.put(UInt32(byte) &>> UInt32(truncatingIfNeeded: 8 &- width), width)
            left &-= width
        }
    }

    /// Writes the header, as the payload and the low-delay configuration have it.
    func putHeader(_ put: (Int, Int) -> Void) {
        var left = headerBitCount
        for byte in headerBits where left > 0 {
            let width = min(8, left)
            put(Int(byte) >> (8 - width), width)
            left -= width
        }
    }

    private func write(hasHeader: Bool, canBuildOn: Bool) {
        let bits = payload
        bits.removeAll()
        bits.put(hasHeader ? 1 : 0, 1)
        if hasHeader { putHeader { bits.put($0, $1) } }
        bits.put(0, 1)
        if channels.count == 1 {
            writeSingle(bits, canBuildOn)
        } else if tuning.isCoupled {
            writeCoupled(bits, canBuildOn)
        } else {
            writePair(bits, canBuildOn)
        }
        if let stereo {
            stereo.put(bits, hasHeader: hasHeader)
        } else {
            bits.put(0, 1)
        }
        payloadBits = bits.count
        bits.align()
    }

    private func writeSingle(_ bits: AACPacketBits, _ canBuildOn: Bool) {
        let writer = SBRPayloadWriter(bits: bits, bands: tuning.bands, canBuildOn: canBuildOn)
        let (now, old) = (parameters[0], before[0])
        plan.put(bits, now, isLowDelay: isLowDelay)
        writer.chooseDirections(now, old, isBalance: false)
        writer.directions(now)
        writer.whitening(now)
        writer.levels(now, old, isBalance: false)
        writer.noise(now, old, isBalance: false)
        writer.sinusoids(now)
    }

    private func writePair(_ bits: AACPacketBits, _ canBuildOn: Bool) {
        let writer = SBRPayloadWriter(bits: bits, bands: tuning.bands, canBuildOn: canBuildOn)
        bits.put(0, 1)
        for index in 0..<2 {
            plan.put(bits, parameters[index], isLowDelay: isLowDelay)
            writer.chooseDirections(parameters[index], before[index], isBalance: false)
        }
        for index in 0..<2 { writer.directions(parameters[index]) }
        for index in 0..<2 { writer.whitening(parameters[index]) }
        for index in 0..<2 { writer.levels(parameters[index], before[index], isBalance: false) }
        for index in 0..<2 { writer.noise(parameters[index], before[index], isBalance: false) }
        for index in 0..<2 { writer.sinusoids(parameters[index]) }
    }

    private func writeCoupled(_ bits: AACPacketBits, _ canBuildOn: Bool) {
        let writer = SBRPayloadWriter(bits: bits, bands: tuning.bands, canBuildOn: canBuildOn)
        bits.put(1, 1)
        plan.put(bits, parameters[0], isLowDelay: isLowDelay)
        for index in 0..<2 { writer.chooseDirections(parameters[index], before[index], isBalance: index == 1) }
        for index in 0..<2 { writer.directions(parameters[index]) }
        writer.whitening(parameters[0])
        for index in 0..<2 {
            writer.levels(parameters[index], before[index], isBalance: index == 1)
            writer.noise(parameters[index], before[index], isBalance: index == 1)
        }
        for index in 0..<2 { writer.sinusoids(parameters[index]) }
    }

    /// Chooses the frame's envelopes by the attacks in it and in the first slots after it.
    private func planGrid() {
        let start = isLowDelay ? 0 : max(0, plan.end - 16)
        measureGroups()
        let wasContinued = isContinued
        if isLowDelay {
            let attack = strongestAttack(from: 0, to: slotCount)
            plan = .lowDelay(attack: attack, slotCount: slotCount, steady: steadyCount())
            return
        }
        let attack = strongestAttack(from: start + 1, to: slotCount)
        let next = channels[0].aheadCount >= 8 ? strongestAttack(from: 16, to: 20) : -1
        plan = .plan(start: start, isContinued: wasContinued, attack: attack, next: next, steady: steadyCount())
    }
}
