extension AACConfiguration {
    /// Reads an AudioSpecificConfig from its first bit.
    ///
    /// - Parameter bytes: The config; bytes after it are ignored.
    /// - Throws: `damaged` if it ends too early or contradicts itself; `unsupported`, with a sentence, for other kinds of coding.
    package init(parsing bytes: UnsafeRawBufferPointer) throws(CodecError) {
        var input = BitInput(bytes)
        self = try Self.parse(&input, hasExtension: true)
        self.bytes = Array(bytes)
    }

    /// Reads an AudioSpecificConfig from its first bit.
    package init(parsing bytes: [UInt8]) throws(CodecError) {
        var result: Result<AACConfiguration, CodecError> = .failure(.damaged("an empty config", bit: 0))
        bytes.withUnsafeBytes { raw in
            do throws(CodecError) { result = .success(try AACConfiguration(parsing: raw)) } catch {
                result = .failure(error)
            }
        }
        self = try result.get()
    }

    /// Reads an AudioSpecificConfig that stands among other things.
    ///
    /// - Parameter hasExtension: Whether band replication may be signalled behind it, which only the end shows.
    static func parse(_ input: inout BitInput, hasExtension: Bool) throws(CodecError) -> AACConfiguration {
        let start = input.position
        var type = objectTypeNumber(&input)
        let rate = try sampleRate(&input)
        let channels = input.bits(4)
        var (replication, stereo) = (Presence.implicit, Presence.implicit)
        var extensionRate = rate
        if type == 5 || type == 29 {
            (replication, stereo) = (.signalled, type == 29 ? .signalled : .implicit)
            extensionRate = try sampleRate(&input)
            type = objectTypeNumber(&input)
        }
        let kind = try objectType(type)
        var config = AACConfiguration(objectType: kind, sampleRate: rate, channelConfiguration: channels)
        (config.bandReplication, config.parametricStereo) = (replication, stereo)
        config.extensionSampleRate = extensionRate
        if kind == .enhancedLowDelay {
            try config.readLowDelay(&input)
        } else {
            try config.readGeneral(&input, alignment: start)
        }
        if config.isResilient, input.bits(2) > 1 {
            throw .unsupported("AAC with error protection (epConfig 2 and 3) is not decoded.")
        }
        if input.isPast { throw .damaged("a config that ends too early", bit: input.count) }
        if hasExtension, replication == .implicit, kind != .enhancedLowDelay { config.readExtension(&input) }
        try config.check()
        return config
    }

    private static func objectTypeNumber(_ input: inout BitInput) -> Int {
        let number = input.bits(5)
        return number == 31 ? 32 + input.bits(6) : number
    }

    private static func sampleRate(_ input: inout BitInput) throws(CodecError) -> Int {
        let index = input.bits(4)
        if index < AACBands.sampleRates.count { return AACBands.sampleRates[index] }
        let rate = index == 15 ? input.bits(24) : 0
        if rate == 0 || rate > 384_000 { throw .damaged("no sampling rate", bit: input.position) }
        return rate
    }

    private static func objectType(_ number: Int) throws(CodecError) -> ObjectType {
        switch number {
        case 1:
            throw .unsupported(
                "AAC Main (object type 1) is not decoded: its backward-adaptive prediction is not built.")
        case 3: throw .unsupported("AAC SSR (object type 3) is not decoded: its gain control is not built.")
        case 6, 20: throw .unsupported("Scalable AAC (object types 6 and 20) is not decoded.")
        case 42: throw .unsupported("xHE-AAC (object type 42, USAC) is not decoded.")
        default:
            if let type = ObjectType(rawValue: number) { return type }
            throw .unsupported("MPEG-4 audio object type \(number) is not decoded.")
        }
    }

    private mutating func readGeneral(_ input: inout BitInput, alignment: Int) throws(CodecError) {
        let isShorter = input.flag()
        frameLength = isLowDelay ? (isShorter ? 480 : 512) : isShorter ? 960 : 1024
        if input.flag() { input.skip(14) }
        let isExtended = input.flag()
        if channelConfiguration == 0 { program = try AACProgram(&input, alignment: alignment) }
        guard isExtended else { return }
        if isResilient { try readResilience(&input) }
        input.skip(1)
    }

    private mutating func readResilience(_ input: inout BitInput) throws(CodecError) {
        hasSectionResilience = input.flag()
        if input.flag() {
            throw .unsupported("Reversible variable-length scalefactors (RVLC) are not decoded.")
        }
        if input.flag() {
            throw .unsupported("Huffman codeword reordering (HCR) is not decoded.")
        }
    }

    private mutating func readLowDelay(_ input: inout BitInput) throws(CodecError) {
        frameLength = input.flag() ? 480 : 512
        try readResilience(&input)
        let hasReplication = input.flag()
        bandReplication = hasReplication ? .signalled : .excluded
        parametricStereo = .excluded
        if hasReplication {
            extensionSampleRate = input.flag() ? sampleRate * 2 : sampleRate
            hasReplicationChecksum = input.flag()
            for element in Self.elements(of: channelConfiguration) where element != .lowFrequency {
                replicationHeaderBits.append(input.position)
                Self.skipReplicationHeader(&input)
            }
        }
        while input.left > 0 {
            if input.bits(4) == 0 { return }
            var length = input.bits(4)
            if length == 15 {
                let more = input.bits(8)
                length += more
                if more == 255 { length += input.bits(16) }
            }
            input.skip(8 * length)
        }
    }

    /// Skips an `sbr_header()`: ISO/IEC 14496-3, table 4.63.
    private static func skipReplicationHeader(_ input: inout BitInput) {
        input.skip(14)
        let (hasFirst, hasSecond) = (input.flag(), input.flag())
        if hasFirst { input.skip(5) }
        if hasSecond { input.skip(6) }
    }

    private mutating func readExtension(_ input: inout BitInput) {
        guard input.left >= 16, input.peek(11) == 0x2b7 else { return }
        input.skip(11)
        guard Self.objectTypeNumber(&input) == 5 else { return }
        bandReplication = input.flag() ? .signalled : .excluded
        guard bandReplication == .signalled else {
            parametricStereo = .excluded
            return
        }
        guard let rate = try? Self.sampleRate(&input) else { return }
        extensionSampleRate = rate
        if input.left >= 12, input.bits(11) == 0x548 { parametricStereo = input.flag() ? .signalled : .excluded }
    }

    private mutating func check() throws(CodecError) {
        if channelConfiguration != 0, Self.elements(of: channelConfiguration).isEmpty {
            throw .unsupported("AAC channel configuration \(channelConfiguration) is not decoded.")
        }
        if isResilient, channelConfiguration == 0 {
            throw .unsupported("Error-resilient AAC with a program config element is not decoded.")
        }
        if bandReplication == .signalled, extensionSampleRate != sampleRate, extensionSampleRate != 2 * sampleRate {
            throw .damaged("a band replication rate that is not the core's or its double", bit: 0)
        }
    }
}
