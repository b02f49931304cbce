/// The state that layer III keeps from packet to packet.
final class LayerIIIState {
    /// Bytes that a packet may take from earlier ones.
    static let pastLimit = 511
    /// Bytes that a packet has at most, far more than the format allows.
    static let packetLimit = 8192

    /// Bytes of data: up to `pastLimit` of earlier packets end where those of the packet begin.
    let data = UnsafeMutablePointer<UInt8>.allocate(capacity: pastLimit + packetLimit + 1024)
    /// Bytes of earlier packets.
    var pastCount = 0
    /// The lines of left and right.
    let lines: (UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>)
    private let lineMemory = UnsafeMutablePointer<SIMD4<Float>>.allocate(capacity: 2 * 144)
    /// The scale factors of left and right.
    let factors = (LayerIIIScaleFactors(), LayerIIIScaleFactors())
    /// The hybrid filter banks of left and right.
    let hybrid = (LayerIIIHybrid(), LayerIIIHybrid())
    /// The decoder of joint stereo.
    let stereo = LayerIIIStereo()
    let tables = LayerIIITables.shared

    init() {
        data.initialize(repeating: 0, count: Self.pastLimit + Self.packetLimit + 1024)
        lineMemory.initialize(repeating: .zero, count: 2 * 144)
        let floats = UnsafeMutableRawPointer(lineMemory).assumingMemoryBound(to: Float.self)
        lines = (floats, floats + 576)
    }

    deinit {
        data.deallocate()
        lineMemory.deallocate()
    }

    /// Forgets the data of earlier packets.
    func forgetPast() { pastCount = 0 }

    /// Forgets earlier packets, as after a jump.
    func clear() {
        forgetPast()
        hybrid.0.clear()
        hybrid.1.clear()
        factors.0.clear()
        factors.1.clear()
    }

    /// Keeps the last bytes for the packets that follow.
    ///
    /// - Parameter count: Bytes of this packet.
    func keep(_ count: Int) {
        let kept = min(Self.pastLimit, pastCount + count)
        let target = data + Self.pastLimit - kept
        target.update(from: data + Self.pastLimit + count - kept, count: kept)
        pastCount = kept
    }
}

extension MPEGAudioDecoder {
    /// Decodes a packet of layer III as far as the samples of subbands.
    func decodeLayerIII(
        _ frame: UnsafeRawBufferPointer, _ header: MPEGFrameHeader, _ state: LayerIIIState
    ) throws(CodecError) {
        let start = header.headByteCount + header.sideByteCount
        guard frame.count >= start, frame.count <= LayerIIIState.packetLimit, let bytes = frame.baseAddress else {
            state.forgetPast()
            throw .damaged("a packet shorter or longer than possible", bit: 0)
        }
        let count = frame.count - start
        UnsafeMutableRawPointer(state.data + LayerIIIState.pastLimit).copyMemory(from: bytes + start, byteCount: count)
        defer {
            state.keep(count)
            if let whole = header.byteCount, frame.count < whole { state.forgetPast() }
        }
        guard isIntact(frame, header, protectedBitCount: header.sideByteCount * 8) else {
            throw .damaged("a wrong checksum", bit: 32)
        }
        var input = BitInput(frame)
        input.skip(header.headByteCount * 8)
        let side = try LayerIIISideInfo(&input, header, state.tables)
        var bit = (LayerIIIState.pastLimit - side.backByteCount) * 8
        guard bit + side.bitCount <= (LayerIIIState.pastLimit + count) * 8 else {
            throw .damaged("codes past the end of the packet", bit: frame.count * 8)
        }
        let least = (LayerIIIState.pastLimit - state.pastCount) * 8
        var isMissing = false
        for granule in 0..<header.granuleCount {
            let first = side.granule(granule, channel: 0)
            let second = side.granule(granule, channel: 1)
            // A granule that takes over scale factors of one that is missing is missing as well.
            let isShared = granule == 1 && side.shared != (0, 0)
            if bit < least || isMissing && isShared {
                isMissing = true
                silence(granule, header, state)
            } else {
                decode(granule, first, second, side, header, state, data: bit)
            }
            bit += first.bitCount + (header.channelCount == 2 ? second.bitCount : 0)
        }
        if isMissing { concealedPacketCount += 1 }
    }

    /// Decodes a granule whose data are there.
    private func decode(
        _ granule: Int, _ left: LayerIIIGranule, _ right: LayerIIIGranule, _ side: LayerIIISideInfo,
        _ header: MPEGFrameHeader, _ state: LayerIIIState, data bit: Int
    ) {
        let edges = (edges(left, header, state), edges(right, header, state))
        let lines = state.lines
        // The root of a half goes into the gain where all lines are sums and differences.
        let isFolded = header.hasMidSide && !header.hasIntensity
        var counts = (0, 0)
        let shared = granule == 1 ? side.shared : (0, 0)
        counts.0 = decode(
            left, shared.0, isRight: false, isFolded, header, state, state.factors.0, edges.0, lines.0, data: bit)
        if header.channelCount == 2 {
            counts.1 = decode(
                right, shared.1, isRight: true, isFolded, header, state, state.factors.1, edges.1, lines.1,
                data: bit + left.bitCount)
            if isFolded {
                let count = max(counts.0, counts.1)
                LayerIIIStereo.midSide(lines.0, lines.1, count: count)
                counts = (count, count)
            } else if header.hasIntensity {
                state.stereo.intensity(
                    lines.0, lines.1, edges: edges.1, kind: right.bandKind, longBandCount: longBandCount(right, header),
                    positions: state.factors.1.positions, lowScale: header.isFirst ? nil : right.scaleFactorCode & 1,
                    hasMidSide: header.hasMidSide)
                let count = max(counts.0, counts.1)
                counts = (count, count)
            }
        }
        state.hybrid.0.process(
            lines.0, count: counts.0, left, edges: edges.0, longBandCount: longBandCount(left, header),
            samples: synthesis.0.row(0) + granule * 18, stride: PolyphaseSynthesis.slotLimit)
        guard header.channelCount == 2 else { return }
        state.hybrid.1.process(
            lines.1, count: counts.1, right, edges: edges.1, longBandCount: longBandCount(right, header),
            samples: synthesis.1.row(0) + granule * 18, stride: PolyphaseSynthesis.slotLimit)
    }

    /// Decodes the lines of one channel.
    ///
    /// - Returns: The number of lines before those that are zero to the end.
    private func decode(
        _ granule: LayerIIIGranule, _ shared: Int, isRight: Bool, _ isFolded: Bool, _ header: MPEGFrameHeader,
        _ state: LayerIIIState, _ factors: LayerIIIScaleFactors, _ edges: UnsafePointer<Int32>,
        _ lines: UnsafeMutablePointer<Float>, data bit: Int
    ) -> Int {
        let end = bit + granule.bitCount
        var input = BitInput(UnsafeRawBufferPointer(start: state.data, count: (end + 7) >> 3))
        input.skip(bit)
        var hasPreemphasis = granule.hasPreemphasis
        if header.isFirst {
            factors.read(&input, granule, shared: shared)
        } else {
            hasPreemphasis = factors.readLow(&input, granule, isIntensity: isRight && header.hasIntensity)
        }
        factors.computeGains(
            granule, hasPreemphasis: hasPreemphasis, offset: isFolded ? -2 : 0,
            longBandCount: longBandCount(granule, header), state.tables)
        return LayerIIISpectrum.decode(
            state.data, from: min(input.position, end + 1), to: end, granule, edges: edges, gains: factors.gains,
            state.tables, into: lines)
    }

    /// Lets a granule whose data are missing fade out.
    func silence(_ granule: Int, _ header: MPEGFrameHeader, _ state: LayerIIIState) {
        let empty = LayerIIIGranule()
        let edges = edges(empty, header, state)
        state.lines.0.update(repeating: 0, count: 2 * 576)
        state.hybrid.0.process(
            state.lines.0, count: 0, empty, edges: edges, longBandCount: 22, samples: synthesis.0.row(0) + granule * 18,
            stride: PolyphaseSynthesis.slotLimit)
        guard header.channelCount == 2 else { return }
        state.hybrid.1.process(
            state.lines.1, count: 0, empty, edges: edges, longBandCount: 22, samples: synthesis.1.row(0) + granule * 18,
            stride: PolyphaseSynthesis.slotLimit)
    }

    private func edges(
        _ granule: LayerIIIGranule, _ header: MPEGFrameHeader, _ state: LayerIIIState
    ) -> UnsafePointer<Int32> {
        state.tables.edges + LayerIIITables.bandIndex(rateIndex: header.rateIndex, kind: granule.bandKind)
    }

    /// Bands of a granule before those of short blocks.
    private func longBandCount(_ granule: LayerIIIGranule, _ header: MPEGFrameHeader) -> Int {
        switch granule.bandKind {
        case 0: 22
        case 1: 0
        default: header.isFirst ? 8 : header.rateIndex == 8 ? 3 : 6
        }
    }
}
