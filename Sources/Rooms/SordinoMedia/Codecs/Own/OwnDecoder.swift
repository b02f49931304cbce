import SordinoCodecs

/// A decoder of one stream in SordinoCodecs, as its adapter sees it.
protocol StreamDecoding: AnyObject {
    /// Float, or Int32 for codecs without loss.
    associatedtype Sample: BitwiseCopyable
    /// Channels of the last decoded packet.
    var channelCount: Int { get }

    /// Decodes a packet, and returns its frames.
    func decode(_ packet: UnsafeRawBufferPointer) throws(CodecError) -> Int
    /// Makes frames in place of a packet that is damaged, and returns their number; 0 before the first.
    func conceal() -> Int
    /// The frames of a channel, valid until the next call.
    func plane(_ channel: Int) -> UnsafePointer<Sample>
    /// Begins anew, as before the first packet.
    func reset()
    /// Forgets earlier packets, as after a jump.
    func flush()
    /// Indicates whether all samples since `reset` have that sum; nil if that is not known.
    var isTrue: Bool? { get }
}

extension StreamDecoding {
    var isTrue: Bool? { nil }
}

/// Decodes packets with a decoder of SordinoCodecs.
final class OwnDecoder<Core: StreamDecoding>: PacketDecoder {
    let kind: SampleBlock.Kind
    let framesPerPacketLimit: Int
    let prerollPacketCount: Int
    var firstPacketStatesFormat: Bool { knowsOutcome != nil }

    /// Nil while it rests.
    private var core: Core?
    private let make: () throws(CodecError) -> Core
    private let checking: (() -> Core)?
    private let channelCount: Int
    /// Bits by which integers are moved up to full scale.
    private let shift: Int
    /// Packets at the beginning of a stream that are all decoded for a jump among them.
    private let exactPacketCount: Int64
    private let knowsOutcome: ((Core) -> PacketOutcome)?
    /// For each channel of the packets its place in the order of WAVE; none where they are in that order.
    private let order: [Int]
    private(set) var layout: ChannelLayout?
    /// The decoder's own planes, for floats.
    private let lent: UnsafeMutablePointer<UnsafeMutableRawPointer>
    /// The planes of integers, and those of streams whose channels change.
    private var converted: PlanarFrames?

    /// Makes a decoder.
    ///
    /// - Parameters:
    ///   - format: The container's; its channels are delivered, also where packets have others.
    ///   - bits: The significant bits of integers; 0 for floats.
    ///   - frameLimit: Frames of a packet at most.
    ///   - order: For each channel of the packets its place in the order of WAVE; none for packets in that order.
    ///   - layout: The loudspeakers of the planes; nil if the container states them.
    ///   - checking: Makes one that compares the samples with the sum that the stream states.
    ///   - make: Makes the decoder, also again after a rest.
    ///   - outcome: The format of the last decoded packet, for codecs whose containers state less.
    init(
        _ format: MediaFormat, bits: Int = 0, frameLimit: Int, preroll: Int, exactPacketCount: Int64 = 0,
        order: [Int] = [], layout: ((Core) -> ChannelLayout?)? = nil, checking: (() -> Core)? = nil,
        outcome: ((Core) -> PacketOutcome)? = nil, make: @escaping () throws(CodecError) -> Core
    ) throws(MediaError) {
        self.make = make
        self.checking = checking
        do throws(CodecError) { core = try make() } catch { throw MediaError(error) }
        channelCount = format.channelCount
        kind = bits == 0 ? .float32 : bits <= 16 ? .int16 : .int32
        shift = bits == 0 ? 0 : (bits <= 16 ? 16 : 32) - bits
        framesPerPacketLimit = frameLimit
        prerollPacketCount = preroll
        self.exactPacketCount = exactPacketCount
        knowsOutcome = outcome
        self.order = order
        self.layout = core.flatMap { core in layout?(core) }
        lent = .allocate(capacity: max(1, channelCount))
    }

    deinit { lent.deallocate() }

    func firstPacket(toHear packet: Int64) -> Int64 {
        packet <= exactPacketCount ? 0 : max(0, packet - Int64(prerollPacketCount))
    }

    func reset() { core?.reset() }
    func flush() { core?.flush() }
    func checkSignature() { if let checking { core = checking() } }
    var isTrue: Bool? { core?.isTrue }

    func rest(before packet: Int64, isOver: Bool) -> Bool {
        let isExact = exactPacketCount == 0 || packet <= min(exactPacketCount, PacketLimits.replayedPacketCount)
        guard isOver || isExact else { return false }
        core = nil
        converted = nil
        return true
    }

    private func awake() throws(MediaError) -> Core {
        if let core { return core }
        do throws(CodecError) {
            let made = try make()
            core = made
            return made
        } catch { throw MediaError(error) }
    }

    func decode(_ packet: UnsafeRawBufferPointer) throws(MediaError) -> DecodedFrames {
        let core = try awake()
        let frameCount: Int
        do throws(CodecError) { frameCount = min(try core.decode(packet), framesPerPacketLimit) } catch {
            throw MediaError(error)
        }
        return delivered(core, frameCount)
    }

    func conceal() -> DecodedFrames? {
        // Of codecs without loss nothing can be guessed.
        guard kind == .float32, let core else { return nil }
        let frameCount = min(core.conceal(), framesPerPacketLimit)
        return frameCount > 0 ? delivered(core, frameCount) : nil
    }

    /// Returns the decoder's frames as planes for the channels of the stream.
    private func delivered(_ core: Core, _ frameCount: Int) -> DecodedFrames {
        if kind == .float32, core.channelCount == channelCount {
            for channel in 0..<channelCount { lent[channel] = UnsafeMutableRawPointer(mutating: core.plane(channel)) }
            let block = SampleBlock(
                kind, channelCount: channelCount, isInterleaved: false, buffers: UnsafePointer(lent))
            return DecodedFrames(block, frameCount: frameCount)
        }
        let frames = room(frameCount)
        for channel in 0..<channelCount {
            // A stream whose channels change keeps those that it began with; one channel is heard in all.
            let source: Int? = channel < core.channelCount ? channel : core.channelCount == 1 ? 0 : nil
            let place = channel < order.count ? order[channel] : channel
            put(source.map(core.plane), frameCount, into: frames.planes[min(place, channelCount - 1)])
        }
        return DecodedFrames(frames.block, frameCount: frameCount)
    }

    /// Returns planes for so many frames; they grow with the packets, not with the claims of the stream.
    private func room(_ frameCount: Int) -> PlanarFrames {
        if let converted, converted.capacity >= frameCount { return converted }
        let made = PlanarFrames(kind, channelCount: channelCount, capacity: frameCount)
        converted = made
        return made
    }

    /// Puts one channel into a plane, at full scale; silence where there is none.
    private func put(_ source: UnsafePointer<Core.Sample>?, _ frameCount: Int, into plane: UnsafeMutableRawPointer) {
        guard let source else {
            plane.initializeMemory(as: UInt8.self, repeating: 0, count: frameCount * kind.byteCount)
            return
        }
        let samples = UnsafeRawPointer(source)
        switch kind {
        case .int16:
            let from = samples.assumingMemoryBound(to: Int32.self)
            let to = plane.assumingMemoryBound(to: Int16.self)
            let shift = Int32(truncatingIfNeeded: shift)
            for frame in 0..<frameCount { to[frame] = Int16(truncatingIfNeeded: from[frame] &<< shift) }
        case .int32 where shift > 0:
            let from = samples.assumingMemoryBound(to: Int32.self)
            let to = plane.assumingMemoryBound(to: Int32.self)
            let shift = Int32(truncatingIfNeeded: shift)
            for frame in 0..<frameCount { to[frame] = from[frame] &<< shift }
        default: plane.copyMemory(from: samples, byteCount: frameCount * kind.byteCount)
        }
    }

    func outcome(of packet: UnsafeRawBufferPointer) throws(MediaError) -> PacketOutcome? {
        guard let knowsOutcome else { return nil }
        let core = try awake()
        do throws(CodecError) { return try core.decode(packet) > 0 ? knowsOutcome(core) : nil } catch {
            throw MediaError(error)
        }
    }
}
