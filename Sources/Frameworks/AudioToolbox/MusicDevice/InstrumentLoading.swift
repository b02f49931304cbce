import AVAudioTypes
import CoreAudioTypes
import Foundation
import SordinoGraph
import SordinoMedia
import SordinoSignal

// Instruments of files for the sampler and the synthesizers; to be called on threads that may wait for the disk.
extension AUAudioUnit {
    /// The instrument of the house behind the unit; nil for other units.
    var instrument: InstrumentUnit? { (backing as? ProcessorBacking)?.unit as? InstrumentUnit }

    /// Has an instrument read its recordings as well as its host wants.
    func chooseInterpolation() {
        guard let instrument else { return }
        instrument.interpolation =
            switch renderQuality {
            case ..<32: .none
            case ..<64: .linear
            default: isRenderingOffline ? .sinc : .cubic
            }
    }

    /// Loads a program of a bank.
    ///
    /// - Throws: In `NSOSStatusErrorDomain`: -43 without the file, `kAudioUnitErr_InvalidFile` for one that is no bank,
    ///   `kAudioUnitErr_InvalidPropertyValue` for a program that it does not have.
    package func loadInstrument(bankAt url: URL, program: UInt8, bankMSB: UInt8, bankLSB: UInt8) throws {
        let number = SoundBankFile.number(program: Int(program), high: Int(bankMSB), low: Int(bankLSB))
        let bank = try Self.reading { () throws(MediaError) in
            try SoundBankFile.instrument(path: url.path, number)
        }
        guard let bank else {
            throw UnitError.error(
                kAudioUnitErr_InvalidPropertyValue,
                because: "the bank has no program \(program) in bank \(bankMSB), \(bankLSB)")
        }
        play(bank)
    }

    /// Loads a bank for all channels.
    ///
    /// - Parameter url: Nil for the bank that is installed, else for the small one of the house.
    /// - Throws: As for a program.
    package func loadBank(at url: URL?) throws {
        let bank = try Self.reading(url) { () throws(MediaError) in
            if let url { return try SoundBankFile.bank(path: url.path) }
            return try SoundBankFile.usualBank()
        }
        play(bank)
    }

    /// Makes an instrument of recordings.
    ///
    /// - Throws: -43 without a file, `kAudioUnitErr_InvalidFile` for one that is no recording.
    package func loadInstrument(recordingsAt urls: [URL]) throws {
        let name = urls.first?.deletingPathExtension().lastPathComponent ?? ""
        let made = try Self.reading { () throws(MediaError) in
            try SoundBankFile.instrument(files: urls.map(\.path), name: name)
        }
        guard !made.zones.isEmpty else { throw UnitError.error(kAudioUnitErr_InvalidPropertyValue) }
        play(PatchBank(made))
    }

    /// Loads an instrument of any kind of file: the first program of a bank, a preset, an SFZ or EXS24 instrument, or a recording.
    ///
    /// - Throws: As for banks and recordings.
    package func loadInstrument(at url: URL) throws {
        let head = try Self.reading { () throws(MediaError) in
            let source = try FileByteSource(path: url.path)
            return try [UInt8](unsafeUninitializedCapacity: 20) { buffer, count throws(MediaError) in
                count = try source.read(into: UnsafeMutableRawBufferPointer(buffer), at: 0)
            }
        }
        if url.pathExtension.lowercased() == "aupreset" { return try load(presetAt: url) }
        if url.pathExtension.lowercased() == "sfz" {
            let made = try Self.reading { () throws(MediaError) in try SFZInstrument.read(path: url.path) }
            play(PatchBank(made))
            return
        }
        if EXSInstrument.recognises(head.span.bytes) {
            let made = try Self.reading { () throws(MediaError) in try EXSInstrument.read(path: url.path) }
            play(PatchBank(made))
            return
        }
        guard SoundBankFile.isBank(head.span.bytes) else { return try loadInstrument(recordingsAt: [url]) }
        let bank = try Self.reading { () throws(MediaError) in try SoundBankFile.firstInstrument(path: url.path) }
        guard let bank else {
            throw UnitError.error(kAudioUnitErr_InvalidFile, because: "the bank has no programs")
        }
        play(bank)
    }

    /// Plays from a bank that is of no preset.
    private func play(_ bank: PatchBank) {
        kept.instrumentState = [:]
        instrument?.load(bank)
    }

    /// Takes the instrument of a state, if it holds one and the unit is a sampler.
    ///
    /// - Parameter folder: Where the state's file lies.
    /// - Throws: -43 for a recording that is not there, `kAudioUnitErr_InvalidFile` for an instrument that is none.
    func takeInstrument(_ state: [String: Any], folder: URL? = nil) throws {
        guard let sampler = instrument as? Sampler, state["Instrument"] != nil else { return }
        sampler.load(PatchBank(try SamplerPreset(state, folder: folder).instrument))
        kept.instrumentState = state.filter { $0.key == "Instrument" || $0.key == "file-references" }
    }

    /// Runs what reads files; its errors become those of units.
    static func reading<Result>(_ url: URL? = nil, _ body: () throws(MediaError) -> Result) throws -> Result {
        do { return try body() } catch {
            let name = url.map { "\($0.path): " } ?? ""
            switch error {
            // The sentence of an input or output error has the name.
            case .io(let failure) where failure.number == 2: throw UnitError.error(-43, because: "\(error)")
            case .io: throw UnitError.error(kAudioUnitErr_InvalidFile, because: "\(error)")
            case .malformed, .limit: throw UnitError.error(kAudioUnitErr_InvalidFile, because: name + "\(error)")
            case .unsupported: throw UnitError.error(kAudioUnitErr_UnknownFileType, because: name + "\(error)")
            }
        }
    }
}

extension UnitPropertyPlace {
    /// The instrument behind the unit.
    fileprivate var device: InstrumentUnit {
        get throws(UnitPropertyError) {
            guard let instrument = unit.instrument else { throw UnitPropertyError(kAudioUnitErr_InvalidProperty) }
            return instrument
        }
    }

    /// Returns the URL that a program passed; throws if the unit is no instrument or the address holds no URL.
    fileprivate func file(_ url: Unmanaged<CFURL>) throws(UnitPropertyError) -> URL {
        _ = try device
        guard let file = ClientObject.url(url.toOpaque()) else {
            throw UnitPropertyError(kAudioUnitErr_InvalidPropertyValue)
        }
        return file
    }

    /// Runs what loads an instrument; its error becomes the property's.
    fileprivate func loading(_ body: (AUAudioUnit) throws -> Void) throws(UnitPropertyError) {
        _ = try device
        do { try body(unit) } catch { throw UnitPropertyError(OSStatus(truncatingIfNeeded: (error as NSError).code)) }
    }
}

extension UnitProperty {
    /// The property of the bank for all channels: a `CFURL`, or a Swift `URL`.
    private static var soundBank: UnitProperty {
        var property = UnitProperty { _ throws(UnitPropertyError) in MemoryLayout<UnsafeRawPointer>.size }
        property.write = { place, data throws(UnitPropertyError) in
            _ = try place.device
            guard let file = ClientObject.url(at: data, byteCount: place.byteCount) else {
                throw UnitPropertyError(kAudioUnitErr_InvalidPropertyValue)
            }
            try place.loading { try $0.loadBank(at: file) }
        }
        return property
    }

    /// The properties of instruments.
    static var instruments: [AudioUnitPropertyID: UnitProperty] {
        [
            kMusicDeviceProperty_InstrumentCount: value(
                UInt32.self,
                read: { place throws(UnitPropertyError) in
                    let device = try place.device
                    return device is Sampler ? 0 : UInt32(device.soundBank.programs.count)
                }),
            kMusicDeviceProperty_SoundBankURL: soundBank,
            kAUMIDISynthProperty_EnablePreload: value(
                UInt32.self,
                write: { place, value throws(UnitPropertyError) in
                    guard try place.device is MIDISynth else { throw UnitPropertyError(kAudioUnitErr_InvalidProperty) }
                    guard value <= 1 else { throw UnitPropertyError(kAudioUnitErr_InvalidPropertyValue) }
                }),
            kAUSamplerProperty_BankAndPreset: value(
                AUSamplerBankPresetData.self,
                write: { place, data throws(UnitPropertyError) in
                    let file = try place.file(data.bankURL)
                    try place.loading {
                        try $0.loadInstrument(
                            bankAt: file, program: data.presetID, bankMSB: data.bankMSB, bankLSB: data.bankLSB)
                    }
                }),
            kAUSamplerProperty_LoadAudioFiles: value(
                Unmanaged<CFArray>.self,
                write: { place, list throws(UnitPropertyError) in
                    guard let list = ClientObject.live(list.toOpaque()) as? NSArray else {
                        throw UnitPropertyError(kAudioUnitErr_InvalidPropertyValue)
                    }
                    let files = list.compactMap { $0 as? URL }
                    try place.loading { try $0.loadInstrument(recordingsAt: files) }
                }),
            kAUSamplerProperty_LoadInstrument: value(
                AUSamplerInstrumentData.self,
                write: { place, data throws(UnitPropertyError) in
                    let file = try place.file(data.fileURL)
                    try place.loading { unit in
                        switch Int(data.instrumentType) {
                        case kInstrumentType_SF2Preset:
                            try unit.loadInstrument(
                                bankAt: file, program: data.presetID, bankMSB: data.bankMSB, bankLSB: data.bankLSB)
                        case kInstrumentType_AUPreset: try unit.load(presetAt: file)
                        case kInstrumentType_Audiofile: try unit.loadInstrument(recordingsAt: [file])
                        default: throw UnitError.error(kAudioUnitErr_InstrumentTypeNotFound)
                        }
                    }
                }),
        ]
    }
}
