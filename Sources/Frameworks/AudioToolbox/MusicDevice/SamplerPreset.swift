import CoreAudioTypes
import Foundation
import SordinoMedia
import SordinoRealtime
import SordinoSignal

/// The instrument in a preset file of the sampler (`.aupreset`): layers of zones with envelope, filter, oscillator and
/// connections.
///
/// - Source: Technical Note TN2283, "AUSampler - Loading Instruments"; the keys are those of presets that AU Lab
///   writes.
struct SamplerPreset {
    /// The instrument with the zones of all layers and their recordings.
    let instrument: Instrument

    /// The largest number of zones that are read of one preset.
    private static let zoneLimit = 8_192

    /// Reads a preset's state and the recordings that it names.
    ///
    /// - Parameter folder: The folder of the preset. A recording that is missing at its stored path is searched in the
    ///   folders of the technical note, then here.
    /// - Throws: -43 for a missing recording, `kAudioUnitErr_InvalidFile` for a state without an instrument or zones.
    init(_ state: [String: Any], folder: URL?) throws {
        guard let written = state["Instrument"] as? [String: Any], let layers = written["Layers"] as? [[String: Any]]
        else {
            throw UnitError.error(kAudioUnitErr_InvalidFile, because: "the preset contains no instrument")
        }
        let files = state["file-references"] as? [String: String] ?? [:]
        var recordings: [String: [InstrumentZone]] = [:]
        var zones: [InstrumentZone] = []
        for layer in layers {
            let articulation = Articulation(layer)
            for zone in layer["Zones"] as? [[String: Any]] ?? [] where zones.count < Self.zoneLimit {
                if (zone["enabled"] as? NSNumber)?.boolValue == false { continue }
                guard let waveform = zone["waveform"] as? NSNumber, let file = files["Sample:\(waveform)"] else {
                    continue
                }
                if recordings[file] == nil { recordings[file] = try Self.recording(file, folder) }
                zones += (recordings[file] ?? []).map { articulation.zone($0, zone) }
            }
        }
        guard !zones.isEmpty else {
            throw UnitError.error(
                kAudioUnitErr_InvalidFile, because: "the preset's instrument has no zones with recordings")
        }
        instrument = Instrument(name: written["name"] as? String ?? "", zones: zones)
    }

    private static func recording(_ file: String, _ folder: URL?) throws -> [InstrumentZone] {
        for place in places(file, folder) where FileManager.default.fileExists(atPath: place) {
            return try AUAudioUnit.reading { () throws(MediaError) in
                try SoundBankFile.zones(path: place, limit: 1 << 27)
            }
        }
        throw UnitError.error(
            -43, because: "the recording \(file) was found in none of the folders that are searched for presets")
    }

    /// Returns the paths at which a recording is searched, in the order of the technical note, then beside the preset.
    static func places(_ file: String, _ folder: URL?) -> [String] {
        let stored = file.hasPrefix("file://") ? URL(string: file)?.path ?? file : file
        var places = [stored]
        for mark in ["/Sounds/", "/Sampler Files/", "/Apple Loops/"] {
            guard let range = stored.range(of: mark) else { continue }
            let rest = String(stored[range.lowerBound...].dropFirst())
            let manager = FileManager.default
            let folders =
                [Bundle.main.resourceURL].compactMap { $0 }
                + [.libraryDirectory, .documentDirectory, .downloadsDirectory].flatMap {
                    manager.urls(for: $0, in: .userDomainMask)
                }
            places += folders.map { $0.appending(path: rest).path }
            break
        }
        if let folder {
            places.append(folder.appending(path: (stored as NSString).lastPathComponent).path)
        }
        return places
    }
}

/// The settings of a layer for all of its zones.
private struct Articulation {
    private var generators: [Int: Float] = [:]
    private var hasVelocity = true

    /// The number of the velocity of a note as the source of a connection.
    private static let velocitySource = 301

    init(_ layer: [String: Any]) {
        func number(_ value: Any?) -> Float? { (value as? NSNumber)?.floatValue }
        if let envelope = (layer["Envelopes"] as? [[String: Any]])?.first,
            (envelope["enabled"] as? NSNumber)?.boolValue != false
        {
            let stages = [
                0: Generator.volumeEnvelopeDelay, 1: Generator.volumeEnvelopeAttack, 2: Generator.volumeEnvelopeHold,
                3: Generator.volumeEnvelopeDecay, 5: Generator.volumeEnvelopeRelease,
            ]
            for stage in envelope["Stages"] as? [[String: Any]] ?? [] {
                guard let index = (stage["stage"] as? NSNumber)?.intValue else { continue }
                if let generator = stages[index], let seconds = number(stage["time"]), seconds.isFinite {
                    generators[generator] = seconds <= 0.001 ? -12_000 : 1_200 * RealtimeMath.log2(min(seconds, 100))
                } else if index == 4, let level = number(stage["level"]) {
                    let fall = -200 * RealtimeMath.log10(min(max(level, 1e-5), 1))
                    generators[Generator.volumeEnvelopeSustain] = fall
                }
            }
        }
        if let filter = layer["Filters"] as? [String: Any], (filter["enabled"] as? NSNumber)?.boolValue == true {
            if let hertz = number(filter["cutoff"]), hertz > 0 {
                generators[Generator.filterCutoff] = 1_200 * RealtimeMath.log2(hertz / 8.175_798_9)
            }
            generators[Generator.filterResonance] = max(number(filter["resonance"]) ?? 0, 0) * 10
        }
        if let oscillator = (layer["LFOs"] as? [[String: Any]])?.first {
            if let hertz = number(oscillator["rate"]), hertz > 0 {
                generators[Generator.vibratoLFOFrequency] = 1_200 * RealtimeMath.log2(hertz / 8.175_798_9)
            }
            if let delay = number(oscillator["delay"]), delay > 0.001 {
                generators[Generator.vibratoLFODelay] = 1_200 * RealtimeMath.log2(min(delay, 20))
            }
        }
        if let connections = layer["Connections"] as? [[String: Any]], !connections.isEmpty {
            hasVelocity = connections.contains {
                ($0["source"] as? NSNumber)?.intValue == Self.velocitySource
                    && ($0["enabled"] as? NSNumber)?.boolValue != false
            }
        }
    }

    /// Applies the layer's settings and those of the zone `written` to a zone of a recording.
    func zone(_ recording: InstrumentZone, _ written: [String: Any]) -> InstrumentZone {
        func number(_ key: String) -> Int? { (written[key] as? NSNumber)?.intValue }
        func decimal(_ key: String) -> Float { (written[key] as? NSNumber)?.floatValue ?? 0 }
        func range(_ low: String, _ high: String) -> ClosedRange<Int> {
            let (first, last) = (min(max(number(low) ?? 0, 0), 127), min(max(number(high) ?? 127, 0), 127))
            return first <= last ? first...last : last...first
        }
        var zone = recording
        zone.keys = range("min key", "max key")
        zone.velocities = range("min velocity", "max velocity")
        zone.sample.rootKey = min(max(number("root key") ?? 60, 0), 127)
        for (generator, value) in generators { zone.generators[generator] = value }
        let isLooping = (written["loop enabled"] as? NSNumber)?.boolValue ?? false
        zone.generators[Generator.sampleModes] = isLooping && !zone.sample.loop.isEmpty ? 1 : 0
        zone.generators[Generator.attenuation] += max(-decimal("gain") * 10, 0)
        zone.generators[Generator.pan] = min(max(zone.generators[Generator.pan] + decimal("pan") * 500, -500), 500)
        zone.generators[Generator.coarseTune] = decimal("coarse tune")
        zone.generators[Generator.fineTune] = decimal("fine tune")
        if (written["pitch tracking"] as? NSNumber)?.boolValue == false { zone.generators[Generator.scaleTuning] = 0 }
        zone.modulators = Modulator.standard.filter { $0.destination != Generator.filterCutoff }
        if !hasVelocity { zone.modulators.removeFirst() }
        return zone
    }
}
