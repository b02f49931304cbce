/// Decodes AAC packets to planes of samples: ISO/IEC 14496-3, object types 2, 4, 17, 19, 23 and 39.
///
/// All memory is allocated in `init` and when the first packet states the format; afterwards none a packet. A decoder belongs to
/// one thread at a time. Planes have full scale ±1, in the order of a WAVE channel mask if every channel has a place in it,
/// else in the stream's order.
package final class AACDecoder {
    /// The stream's parameters; a program config in the stream completes them.
    package private(set) var configuration: AACConfiguration
    /// The output's sampling rate in hertz.
    package private(set) var sampleRate: Int
    /// Frames that a packet gives.
    package private(set) var framesPerPacket: Int
    /// The loudspeakers of the planes.
    package private(set) var loudspeakers: [AACLoudspeaker] = []
    /// Frames that the decoder has concealed.
    package internal(set) var concealedCount = 0
    /// Indicates that the output has band replication.
    package private(set) var hasBandReplication = false

    /// Indicates that a packet's noise depends on its bytes alone, so that it is the same after a jump; else the generator runs
    /// on through the stream.
    package var hasNoiseOfPackets = true

    let reader: AACChannelReader
    let filterbank: AACFilterbank
    var elements: [AACElement] = []
    /// The first state of the random signs of the concealment.
    var concealment = AACConcealment()
    /// Whether a first packet has told if there is band replication.
    var isReplicationDecided = false

    /// Indicates that one channel may yet turn out to have parametric stereo: the first payload of band replication
    /// decides.
    package private(set) var isStereoUndecided = false

    /// Indicates that band replication has shown one channel without parametric stereo.
    private var isOneChannel = false
    private let maker: BandReplicationMaker?
    private var packet: UnsafeMutablePointer<UInt8>
    private var packetCapacity = 8192
    private let planes: UnsafeMutablePointer<UnsafePointer<Float>>
    private var planeCount = 0
    private static let planeLimit = 64

    /// Makes a decoder for a stream.
    ///
    /// - Parameters:
    ///   - configuration: The stream's parameters.
    ///   - bandReplication: Makes the upper band; without it the core alone is decoded, at the core's rate.
    /// - Throws: `unsupported`, with a sentence, for object type 1.
    package init(configuration: AACConfiguration, bandReplication: BandReplicationMaker? = nil) throws(CodecError) {
        if configuration.objectType == .main {
            throw .unsupported(
                "AAC Main (object type 1) is not decoded: its backward-adaptive prediction is not built.")
        }
        self.configuration = configuration
        maker = bandReplication
        sampleRate = configuration.sampleRate
        framesPerPacket = configuration.frameLength
        reader = AACChannelReader(configuration)
        filterbank = AACFilterbank(frameLength: configuration.frameLength, isLowDelay: configuration.isLowDelay)
        packet = .allocate(capacity: packetCapacity + 16)
        planes = .allocate(capacity: Self.planeLimit)
        planes.initialize(
            repeating: UnsafePointer(packet).withMemoryRebound(to: Float.self, capacity: 1) { $0 }, count: 64)
        let program = configuration.program ?? AACProgram(channelConfiguration: configuration.channelConfiguration)
        makeElements(program)
        if configuration.bandReplication == .signalled { startReplication() }
        isReplicationDecided = configuration.bandReplication != .implicit
    }

    /// Makes a decoder from an AudioSpecificConfig.
    package convenience init(cookie: [UInt8], bandReplication: BandReplicationMaker? = nil) throws(CodecError) {
        try self.init(configuration: AACConfiguration(parsing: cookie), bandReplication: bandReplication)
    }

    deinit {
        packet.deallocate()
        planes.deallocate()
    }

    /// Channels of the output; 0 until a program config has come.
    package var channelCount: Int { planeCount }

    /// The samples of a channel from the last `decode` or `conceal`; valid until the next.
    ///
    /// - Parameter index: 0 to `channelCount` - 1; others are treated as the nearest.
    package func plane(_ index: Int) -> UnsafePointer<Float> { planes[max(0, min(planeCount - 1, index))] }

    /// Decodes one packet.
    ///
    /// - Parameter bytes: One raw data block, or an error-resilient access unit; without ADTS header.
    /// - Returns: Frames in each plane, `framesPerPacket`.
    /// - Throws: `damaged`; the state is that before the packet, and `conceal` may take its place.
    package func decode(_ bytes: UnsafeRawBufferPointer) throws(CodecError) -> Int {
        guard bytes.count > 0, let source = bytes.baseAddress else { throw .damaged("an empty packet", bit: 0) }
        if bytes.count > 1 << 20 { throw .damaged("a packet of more than a megabyte", bit: 0) }
        if bytes.count > packetCapacity { growPacket(bytes.count) }
        UnsafeMutableRawPointer(packet).copyMemory(from: source, byteCount: bytes.count)
        (packet + bytes.count).update(repeating: 0, count: 16)
        var bits = AACBits(packet, byteCount: bytes.count)
        for element in elements {
            element.isPresent = false
            element.replicationFrame = .absent
        }
        if hasNoiseOfPackets { reader.noise = firstNoise(bytes.count) }
        if configuration.isResilient { try readResilientFrame(&bits) } else { try readFrame(&bits) }
        isReplicationDecided = true
        try prepareSpectra()
        synthesise(frame: nil)
        concealment.frameCount = 0
        return framesPerPacket
    }

    /// Begins anew, as before the first packet of a stream; a format that the first packet told stays.
    package func reset() {
        for element in elements { element.reset() }
        reader.noise = AACChannelReader.firstNoise
        concealment = AACConcealment()
    }

    /// Forgets earlier packets, as after a jump.
    package func flush() {
        for element in elements { element.reset() }
        concealment.frameCount = 0
    }

    /// A state of the noise generator made of the first bytes of the packet and its length.
    private func firstNoise(_ byteCount: Int) -> UInt32 {
        var hash = UInt32(truncatingIfNeeded: byteCount) &* 2_654_435_761
        for index in 0..<min(byteCount, 64) { hash = (hash ^ UInt32(packet[index])) &* 16_777_619 }
        return hash
    }

    /// The packet's bytes, for readers of extensions.
    func packetBytes(_ count: Int) -> UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: packet, count: count) }

    private func growPacket(_ count: Int) {
        packet.deallocate()
        packetCapacity = count
        packet = .allocate(capacity: count + 16)
    }

    // MARK: Format

    /// Makes the elements of a program.
    func makeElements(_ program: AACProgram) {
        configuration.program = program
        elements = program.elements.map { AACElement($0, configuration) }
        if hasBandReplication { startReplication() } else { arrangePlanes() }
    }

    /// Puts band replication behind every element.
    func startReplication() {
        guard let maker else { return arrangePlanes() }
        let config = configuration
        let outputRate = config.bandReplication == .signalled ? config.extensionSampleRate : config.sampleRate * 2
        let ratio = outputRate == config.sampleRate ? 1 : 2
        let isMono = elements.count { $0.kind != .coupling } == 1 && elements.first?.kind == .single
        var headers = config.replicationHeaderBits.makeIterator()
        for element in elements where element.kind != .coupling {
            let headerBit = element.kind == .lowFrequency ? -1 : headers.next() ?? -1
            let settings = BandReplicationSettings(
                elementChannelCount: element.channels.count, coreFrameLength: config.frameLength,
                coreSampleRate: config.sampleRate, outputSampleRate: outputRate,
                isLowDelay: config.objectType == .enhancedLowDelay, hasChecksum: config.hasReplicationChecksum,
                isParametricStereo: isMono && config.parametricStereo != .excluded && !isOneChannel,
                configuration: config.objectType == .enhancedLowDelay ? config.bytes : [], headerBit: headerBit)
            // Without an object for every element the rates would differ: then the core alone plays.
            guard let replication = maker(settings) else {
                for element in elements { element.replication = nil }
                return arrangePlanes()
            }
            element.extend(with: replication, frameLength: config.frameLength * ratio)
            isStereoUndecided =
                config.parametricStereo == .implicit && replication.outputChannelCount > element.channels.count
        }
        hasBandReplication = true
        sampleRate = outputRate
        framesPerPacket = config.frameLength * ratio
        arrangePlanes()
    }

    /// Decides after the first payload whether one channel stays one channel.
    ///
    /// - Returns: Whether band replication was made anew for one channel and has to read the payload again.
    func decideStereo(_ replication: any BandReplication) -> Bool {
        guard isStereoUndecided else { return false }
        isStereoUndecided = false
        guard !replication.hasStereoData else { return false }
        isOneChannel = true
        startReplication()
        return true
    }

    private func arrangePlanes() {
        var list: [(AACLoudspeaker, UnsafePointer<Float>)] = []
        for element in elements where element.kind != .coupling {
            let count = element.outputChannelCount
            for index in 0..<count where list.count < Self.planeLimit {
                let name =
                    count > element.loudspeakers.count
                    ? (index == 0 ? AACLoudspeaker.left : .right)
                    : index < element.loudspeakers.count ? element.loudspeakers[index] : .other
                list.append((name, UnsafePointer(element.outputPlanes[index])))
            }
        }
        if list.allSatisfy({ $0.0 != .other }) { list.sort { $0.0.rawValue < $1.0.rawValue } }
        for (index, entry) in list.enumerated() { planes[index] = entry.1 }
        loudspeakers = list.map(\.0)
        planeCount = list.count
    }
}
