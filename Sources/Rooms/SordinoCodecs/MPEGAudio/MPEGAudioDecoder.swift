/// Decodes MPEG audio: layers I, II and III of MPEG-1, of the lower rates of MPEG-2, and of "MPEG 2.5".
///
/// A packet is one frame with its header. Planes of floats are full scale at ±1 and may exceed it. A stream of one
/// channel may contain packets of two and the other way round: a single channel is played on both, two are averaged.
///
/// Checksums are checked where present; those of streams that have never carried a right one are ignored.
///
/// Source: ISO/IEC 11172-3; ISO/IEC 13818-3.
package final class MPEGAudioDecoder {
    /// Frames that a packet gives at most.
    package static let framesPerPacketLimit = 1152

    /// Channels of the planes, 1 or 2.
    package let channelCount: Int
    /// The header of the last packet that had one; nil before the first.
    package private(set) var header: MPEGFrameHeader?
    /// Packets played as silence, wholly or in part, because they continue packets that have not been decoded.
    package internal(set) var concealedPacketCount = 0

    /// The synthesis filter banks of left and right.
    let synthesis = (PolyphaseSynthesis(), PolyphaseSynthesis())
    /// The state of layer III; made with the first packet of it.
    var layerIII: LayerIIIState?
    /// The state of the other layers; made with the first packet of one of them.
    var subbands: LayerIIState?
    private let memory = UnsafeMutablePointer<Float>.allocate(capacity: 2 * framesPerPacketLimit)
    /// Indicates whether a packet of one channel was the last, so that the state of the right one is not kept up.
    private var isRightBehind = false
    private var hasMatchingChecksum = false
    /// Indicates whether the last packet was damaged, so that `conceal` stands for it.
    private var hasFailed = false

    /// Makes a decoder.
    ///
    /// - Parameter channelCount: Channels of the planes.
    /// - Throws: `unsupported` for other numbers than 1 and 2.
    package init(channelCount: Int) throws(CodecError) {
        guard channelCount == 1 || channelCount == 2 else {
            throw .unsupported("MPEG audio of \(channelCount) channels")
        }
        self.channelCount = channelCount
        memory.initialize(repeating: 0, count: 2 * Self.framesPerPacketLimit)
    }

    deinit { memory.deallocate() }

    /// Frames a second of the last packet; 0 before the first.
    package var sampleRate: Int { header?.sampleRate ?? 0 }

    /// Frames of the last packet: 384, 576 or 1152; 0 before the first.
    package var framesPerPacket: Int { header?.frameCount ?? 0 }

    /// Returns a plane: the frames of the last packet, readable until the next call.
    ///
    /// - Parameter channel: 0, or 1 if there are two channels.
    package func plane(_ channel: Int) -> UnsafePointer<Float> {
        UnsafePointer(memory + (channel == 1 && channelCount == 2 ? Self.framesPerPacketLimit : 0))
    }

    /// Decodes a packet.
    ///
    /// After `flush`, packets of layer III that continue earlier ones are silent until all their data are there.
    ///
    /// - Returns: Its frames.
    /// - Throws: `damaged` if the packet is cut, breaks the rules or fails its checksum. The decoder then continues with the
    ///   next packet; `conceal` gives frames in place of this one.
    package func decode(_ packet: UnsafeRawBufferPointer) throws(CodecError) -> Int {
        hasFailed = true
        guard let header = MPEGFrameHeader(packet) else {
            layerIII?.forgetPast()
            throw .damaged("no header", bit: 0)
        }
        if let last = self.header,
            last.layer != header.layer || last.isFirst != header.isFirst || last.rateIndex != header.rateIndex
        {
            layerIII?.forgetPast()
        }
        self.header = header
        let frame = UnsafeRawBufferPointer(rebasing: packet[..<min(packet.count, header.byteCount ?? packet.count)])
        if isRightBehind, header.channelCount == 2 {
            synthesis.1.copy(synthesis.0)
            if let layerIII { layerIII.hybrid.1.copy(layerIII.hybrid.0) }
            isRightBehind = false
        }
        if header.layer == 3 {
            let state = layerIII ?? LayerIIIState()
            layerIII = state
            try decodeLayerIII(frame, header, state)
        } else {
            let state = subbands ?? LayerIIState()
            subbands = state
            if header.layer == 1 {
                try decodeLayerI(frame, header, state)
            } else {
                try decodeLayerII(frame, header, state)
            }
        }
        hasFailed = false
        return play(header)
    }

    /// Computes frames in place of a packet that was damaged or never came: the sound fades to silence.
    ///
    /// - Returns: The frames of a packet like the last one; 0 if none was seen yet.
    package func conceal() -> Int {
        guard let header else { return 0 }
        if !hasFailed { layerIII?.forgetPast() }
        hasFailed = false
        silence(header)
        return play(header)
    }

    /// Begins anew, as before the first packet of a stream.
    package func reset() {
        flush()
        header = nil
        hasMatchingChecksum = false
        concealedPacketCount = 0
    }

    /// Forgets earlier packets, as after a jump into the middle of a stream.
    package func flush() {
        synthesis.0.clear()
        synthesis.1.clear()
        layerIII?.clear()
        isRightBehind = false
        hasFailed = false
    }

    /// Returns whether a protected packet is to be believed.
    ///
    /// - Parameter count: The protected bits behind the checksum.
    func isIntact(_ packet: UnsafeRawBufferPointer, _ header: MPEGFrameHeader, protectedBitCount count: Int) -> Bool {
        guard header.isProtected else { return true }
        if MPEGChecksum.matches(packet, protectedBitCount: count) {
            hasMatchingChecksum = true
            return true
        }
        return !hasMatchingChecksum
    }

    /// Fills the subbands of a packet with what the past leaves of itself.
    private func silence(_ header: MPEGFrameHeader) {
        if header.layer == 3, let layerIII {
            for granule in 0..<header.granuleCount { silence(granule, header, layerIII) }
            return
        }
        for subband in 0..<32 {
            synthesis.0.row(subband).update(repeating: 0, count: PolyphaseSynthesis.slotLimit)
            synthesis.1.row(subband).update(repeating: 0, count: PolyphaseSynthesis.slotLimit)
        }
    }

    /// Turns the subbands into planes.
    private func play(_ header: MPEGFrameHeader) -> Int {
        let count = header.frameCount
        let right = memory + Self.framesPerPacketLimit
        synthesis.0.process(slotCount: count / 32, into: memory)
        if header.channelCount == 2 {
            synthesis.1.process(slotCount: count / 32, into: right)
            if channelCount == 1 {
                for frame in 0..<count { memory[frame] = (memory[frame] + right[frame]) * 0.5 }
            }
        } else {
            isRightBehind = true
            if channelCount == 2 { right.update(from: memory, count: count) }
        }
        return count
    }
}
