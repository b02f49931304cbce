import AVAudioTypes
import CoreAudioTypes
import Foundation
import SordinoGraph
import SordinoMedia
import SordinoSignal

// Loads instruments from files for the sampler and the synthesizers, on threads that may wait for the disk.
extension AUAudioUnit {
    /// The built-in instrument behind the unit; nil for other units.
    var instrument: InstrumentUnit? { (backing as? ProcessorBacking)?.unit as? InstrumentUnit }

    /// Sets an instrument's interpolation by the unit's render quality: none below 32, linear below 64, then cubic or,
    /// offline, sinc.
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
    /// - Throws: In `NSOSStatusErrorDomain`: -43 for a missing file, `kAudioUnitErr_InvalidFile` for one that is no
    ///   bank, `kAudioUnitErr_InvalidPropertyValue` for a program that the bank does not contain.
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
    /// - Parameter url: The file; nil for the installed bank, or the small built-in one if none is installed.
    /// - Throws: In `NSOSStatusErrorDomain`: -43 for a missing file, `kAudioUnitErr_InvalidFile` for one that is no
    ///   bank.
    package func loadBank(at url: URL?) throws {
        let bank = try Self.reading(url) { () throws(MediaError) in
            if let url { return try SoundBankFile.bank(path: url.path) }
            return try SoundBankFile.usualBank()
        }
        play(bank)
    }

    /// Makes an instrument of recordings.
    ///
    /// - Throws: -43 for a missing file, `kAudioUnitErr_InvalidFile` for one that is no recording.
    package func loadInstrument(recordingsAt urls: [URL]) throws {
        let name = urls.first?.deletingPathExtension().lastPathComponent ?? ""
        let made = try Self.reading { () throws(MediaError) in
            try SoundBankFile.instrument(files: urls.map(\.path), name: name)
        }
        guard !made.zones.isEmpty else { throw UnitError.error(kAudioUnitErr_InvalidPropertyValue) }
        play(PatchBank(made))
    }

    /// Loads an instrument of any file type: the first program of a bank, a preset, an SFZ or EXS24 instrument, or a
    /// recording.
    ///
    /// - Throws: -43 for a missing file, `kAudioUnitErr_InvalidFile` for one that holds no instrument.
    package func loadInstrument(at url: URL) throws {
        let head = try Self.reading { () throws(MediaError) in
            try FileByteSource(path: url.path).bytes(at: 0, 20)
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

    /// Loads a bank, and clears the instrument of an earlier preset from the unit's state.
    private func play(_ bank: PatchBank) {
        kept.instrumentState = [:]
        instrument?.load(bank)
    }

    /// Loads the instrument of a state, if it holds one and the unit is a sampler.
    ///
    /// - Parameter folder: The folder of the file that holds the state.
    /// - Throws: -43 for a missing recording, `kAudioUnitErr_InvalidFile` for an invalid instrument.
    func takeInstrument(_ state: [String: Any], folder: URL? = nil) throws {
        guard let sampler = instrument as? Sampler, state["Instrument"] != nil else { return }
        sampler.load(PatchBank(try SamplerPreset(state, folder: folder).instrument))
        kept.instrumentState = state.filter { $0.key == "Instrument" || $0.key == "file-references" }
    }

    /// Runs `body`, which reads files, and translates its errors into those of audio units.
    static func reading<Result>(_ url: URL? = nil, _ body: () throws(MediaError) -> Result) throws -> Result {
        do { return try body() } catch {
            let name = url.map { "\($0.path): " } ?? ""
            switch error {
            // The description of an I/O error contains the path.
            case .io(let failure) where failure.number == 2: throw UnitError.error(-43, because: "\(error)")
            case .io: throw UnitError.error(kAudioUnitErr_InvalidFile, because: "\(error)")
            case .malformed, .limit: throw UnitError.error(kAudioUnitErr_InvalidFile, because: name + "\(error)")
            case .unsupported: throw UnitError.error(kAudioUnitErr_UnknownFileType, because: name + "\(error)")
            }
        }
    }
}

extension UnitPropertyPlace {
    /// The built-in instrument behind the unit; throws if the unit is no instrument.
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

    /// Runs `body`, which loads an instrument, and translates its error into one of the property.
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
