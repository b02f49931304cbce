import SordinoSignal

/// Instruments from files: banks, and recordings that become zones.
package enum SoundBankFile {
    /// Frames of all recordings of one instrument, in memory.
    private static let frameLimit = 1 << 28

    /// Where a program of a bank is looked for, as samplers and General MIDI number banks.
    ///
    /// - Parameters:
    ///   - high: 0x79 for melodies, 0x78 for percussion, or the bank's own number.
    ///   - low: The variation.
    package static func number(program: Int, high: Int, low: Int) -> ProgramNumber {
        let bank = high == 0x78 ? 128 : high == 0x79 ? low : high == 0 ? low : high
        return ProgramNumber(bank: bank, program: program)
    }

    /// A bank of a kind that is known.
    private enum Bank {
        case soundFont(SoundFont)
        case dls(DLSBank)

        init(path: String) throws(MediaError) { try self.init(MappedBytes(path: path)) }

        init(_ data: MappedBytes) throws(MediaError) {
            self = DLSBank.recognises(data.bytes.bytes) ? .dls(try DLSBank(data)) : .soundFont(try SoundFont(data))
        }

        var numbers: [ProgramNumber] {
            switch self {
            case .soundFont(let font): font.presets.map(\.number)
            case .dls(let bank): bank.instruments.map(\.number)
            }
        }

        func instrument(_ number: ProgramNumber) -> Instrument? {
            switch self {
            case .soundFont(let font): font.instrument(number)
            case .dls(let bank): bank.instruments.first { $0.number == number }?.instrument
            }
        }

        /// A program whose samples are read from the disk now.
        func readyPatch(_ number: ProgramNumber) -> PatchBank? {
            guard let instrument = instrument(number) else { return nil }
            if case .soundFont(let font) = self { font.prefetch(instrument) }
            return PatchBank(instrument)
        }
    }

    /// Returns whether a file that begins so is a bank.
    package static func isBank(_ head: RawSpan) -> Bool { SoundFont.recognises(head) || DLSBank.recognises(head) }

    /// One program of a bank; its samples are read from the disk now.
    ///
    /// - Returns: Nil if the bank has no such program.
    /// - Throws: The error of opening or reading the bank.
    package static func instrument(path: String, _ number: ProgramNumber) throws(MediaError) -> PatchBank? {
        try Bank(path: path).readyPatch(number)
    }

    /// The first program of a bank.
    ///
    /// - Returns: Nil if the bank has none.
    /// - Throws: The error of opening or reading the bank.
    package static func firstInstrument(path: String) throws(MediaError) -> PatchBank? {
        let bank = try Bank(path: path)
        return bank.numbers.first.flatMap(bank.readyPatch)
    }

    /// All programs of a bank; their samples are read from the disk as they are played.
    ///
    /// - Throws: The error of opening or reading the bank.
    package static func bank(path: String) throws(MediaError) -> PatchBank {
        programs(try Bank(path: path))
    }

    /// All programs of the bank that is installed, else of the one that is calculated.
    ///
    /// - Throws: The error of opening or reading the bank.
    package static func usualBank(path: String? = InstalledBanks.first()) throws(MediaError) -> PatchBank {
        if let path { return try bank(path: path) }
        return programs(try Bank(MappedBytes(HouseBank.bytes, name: "the small bank")))
    }

    /// A sentence for people about the bank of `usualBank`; nil if one is installed.
    package static var usualBankRemark: String? {
        InstalledBanks.first() != nil
            ? nil
            : "no General MIDI bank is installed (timgm6mb-soundfont, fluid-soundfont-gm): a small calculated one is played"
    }

    private static func programs(_ bank: Bank) -> PatchBank {
        switch bank {
        case .soundFont(let font): PatchBank(font.instruments())
        case .dls(let bank): PatchBank(bank.instruments)
        }
    }

    /// An instrument of recordings, each a zone for each of its first two channels.
    ///
    /// Keys come from the file (`inst` and `smpl` of WAVE, `INST` of AIFF, `inst` of CAF), else from a note at the end
    /// of its name, such as "violinC3.wav" with C3 for middle C; without either the recording spreads over the whole
    /// keyboard from key 60.
    /// - Throws: The error of opening a file; `limit` if all together are too long.
    package static func instrument(files paths: [String], name: String) throws(MediaError) -> Instrument {
        var zones: [InstrumentZone] = []
        var left = frameLimit
        for path in paths {
            let found = try self.zones(path: path, limit: left)
            left -= found.reduce(0) { $0 + $1.sample.frameCount }
            zones += found
        }
        return Instrument(name: name, zones: zones)
    }

    /// The zones of one recording: one, or two for left and right.
    package static func zones(path: String, limit: Int) throws(MediaError) -> [InstrumentZone] {
        let reader = try MediaReader(path: path)
        let chunks = RecordingKeys(path: path, fileType: reader.properties.fileType, chunks: reader.properties.chunks)
        let channelCount = min(reader.format.channelCount, 2)
        let limit = min(limit, SoundFont.frameLimit(byteCount: Int64(reader.dataRange.count)))
        var zones: [InstrumentZone] = []
        for channel in 0..<channelCount {
            reader.seek(to: 0)
            guard let frames = OwnedFrames.read(reader, channel: channel, limit: limit / channelCount) else {
                throw .limit(
                    "a recording may have 1 to 2^20 frames and 256 more for each byte, an instrument \(frameLimit) frames"
                )
            }
            let loop = chunks.loop.map { $0.clamped(to: 0..<frames.count) } ?? 0..<0
            let sample = InstrumentSample(
                .float32(UnsafePointer(frames.floats)), frameCount: frames.count, loop: loop,
                sampleRate: reader.format.sampleRate, rootKey: chunks.rootKey ?? 60, owner: frames)
            var generators = Generator.rules.map(\.initial)
            generators[Generator.sampleModes] = loop.isEmpty ? 0 : 1
            generators[Generator.fineTune] = Float(min(max(chunks.fineCents, -99), 99))
            if channelCount == 2 { generators[Generator.pan] = channel == 0 ? -500 : 500 }
            zones.append(
                InstrumentZone(
                    sample, keys: chunks.keys ?? 0...127, velocities: chunks.velocities ?? 0...127,
                    generators: generators))
        }
        return zones
    }
}
