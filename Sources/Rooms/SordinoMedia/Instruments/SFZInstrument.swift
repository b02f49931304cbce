import SordinoRealtime
import SordinoSignal

/// An instrument of an SFZ file.
///
/// The supported opcodes are: `sample`, `default_path`, keys (`key`, `lokey`, `hikey`, `pitch_keycenter`,
/// `pitch_keytrack`), velocities (`lovel`, `hivel`, `amp_veltrack`), `volume`, `pan`, `tune`, `transpose`, `offset`,
/// `end`, loops (`loop_mode`, `loop_start`, `loop_end`), the envelopes `ampeg_…`, `fileg_…` and `pitcheg_…`, the
/// oscillators `pitchlfo_…`, `amplfo_…` and `fillfo_…`, `cutoff`, `resonance`, `group` with `off_by`, and
/// `trigger=attack`.
package enum SFZInstrument {
    /// Regions that follow other rules: releases, round robins beyond the first, switched ones.
    private static func isLeftOut(_ region: SFZText.Opcodes) -> Bool {
        if let trigger = region["trigger"], trigger != "attack", trigger != "first" { return true }
        return number(region["seq_position"]) > 1 || number(region["lorand"]) > 0
    }

    private static func number(_ text: String?) -> Float {
        guard let value = text.flatMap({ Float($0) }), value.isFinite else { return 0 }
        return value
    }

    /// Reads an instrument and the recordings that it names.
    ///
    /// - Throws: `io` if the file cannot be read, `malformed` if none of its regions has a usable recording; if all
    ///   recordings fail, the error of opening the first.
    package static func read(path: String) throws(MediaError) -> Instrument {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
        func file(_ name: String) throws(MediaError) -> String {
            let data = try MappedBytes(path: folder + name.replacingBackslashes)
            // The text is a copy; the file stays mapped until it is made.
            return withExtendedLifetime(data) { data.text(0..<min(data.bytes.count, 1 << 22)) }
        }
        let name = String(path[folder.endIndex...])
        let text = SFZText(try file(name)) { try? file($0) }
        var zones: [InstrumentZone] = []
        var recordings: [String: [InstrumentZone]] = [:]
        var failure: MediaError?
        var left = 1 << 27
        for region in text.regions where !isLeftOut(region) {
            guard let sample = region["sample"], !sample.hasPrefix("*") else { continue }
            let source = folder + (text.defaultPath + sample).replacingBackslashes
            if recordings[source] == nil {
                do {
                    let found = try SoundBankFile.zones(path: source, limit: left)
                    left -= found.reduce(0) { $0 + $1.sample.frameCount }
                    recordings[source] = found
                } catch {
                    failure = failure ?? error
                    recordings[source] = []
                }
            }
            for zone in recordings[source] ?? [] {
                if let made = self.zone(zone, region) { zones.append(made) }
            }
        }
        if zones.isEmpty { throw failure ?? .malformed(at: 0, because: "the SFZ file has no region with a sample") }
        return Instrument(name: name, zones: zones)
    }

    /// Returns the zone of a recording with the opcodes of a region; nil if its range of keys or velocities is invalid.
    private static func zone(_ recording: InstrumentZone, _ region: SFZText.Opcodes) -> InstrumentZone? {
        func value(_ names: String..., initial: Float = 0) -> Float {
            for name in names {
                if let text = region[name] { return Float(text).flatMap { $0.isFinite ? $0 : nil } ?? initial }
            }
            return initial
        }
        func key(_ name: String) -> Int? { region[name].flatMap { Self.key($0) } }
        var zone = recording
        let only = key("key")
        let keys = (key("lokey") ?? only ?? 0, key("hikey") ?? only ?? 127)
        func velocity(_ name: String, initial: Float) -> Int { Int(min(max(value(name, initial: initial), -1), 128)) }
        let velocities = (velocity("lovel", initial: 0), velocity("hivel", initial: 127))
        guard keys.0 >= 0, keys.0 <= keys.1, keys.1 < 128, velocities.0 >= 0, velocities.0 <= velocities.1 else {
            return nil
        }
        zone.keys = keys.0...keys.1
        zone.velocities = velocities.0...min(velocities.1, 127)
        if let root = key("pitch_keycenter") ?? only { zone.sample.rootKey = root }
        cut(&zone, offset: Int(min(max(value("offset"), 0), 1e9)), end: region["end"].flatMap { Int($0) })
        loop(&zone, region)

        var g = zone.generators
        g[Generator.attenuation] += max(-value("volume") * 10, 0)
        g[Generator.pan] = min(max(g[Generator.pan] + value("pan") * 5, -500), 500)
        g[Generator.coarseTune] = value("transpose")
        g[Generator.fineTune] += value("tune", "pitch")
        g[Generator.coarseTune] += (g[Generator.fineTune] / 100).rounded(.towardZero)
        g[Generator.fineTune] = g[Generator.fineTune].truncatingRemainder(dividingBy: 100)
        g[Generator.scaleTuning] = value("pitch_keytrack", initial: 100)
        g[Generator.exclusiveClass] = value("off_by")
        envelope(&g, region, "ampeg", first: Generator.volumeEnvelopeDelay)
        // The sustain of loudness is percent of an amplitude.
        let sustain = max(value("ampeg_sustain", initial: 100) / 100, 1e-5)
        g[Generator.volumeEnvelopeSustain] = -200 * RealtimeMath.log10(min(sustain, 1))
        let second = region["fileg_depth"] != nil ? "fileg" : "pitcheg"
        envelope(&g, region, second, first: Generator.modulationEnvelopeDelay)
        g[Generator.modulationEnvelopeSustain] = 1_000 - 10 * value("\(second)_sustain", initial: 100)
        g[Generator.modulationEnvelopeToCutoff] = value("fileg_depth")
        g[Generator.modulationEnvelopeToPitch] = value("pitcheg_depth")
        if region["cutoff"] != nil { g[Generator.filterCutoff] = cents(hertz: value("cutoff", initial: 20_000)) }
        g[Generator.filterResonance] = value("resonance") * 10
        g[Generator.vibratoLFOToPitch] = value("pitchlfo_depth")
        g[Generator.vibratoLFOFrequency] = cents(hertz: value("pitchlfo_freq"))
        g[Generator.vibratoLFODelay] = timecents(value("pitchlfo_delay"))
        g[Generator.modulationLFOToVolume] = value("amplfo_depth") * 10
        g[Generator.modulationLFOToCutoff] = value("fillfo_depth")
        g[Generator.modulationLFOFrequency] = cents(hertz: value("amplfo_freq", "fillfo_freq"))
        g[Generator.modulationLFODelay] = timecents(value("amplfo_delay", "fillfo_delay"))
        zone.generators = g
        // Velocity does not reach the filter unless it is asked to; how far it reaches loudness is percent.
        zone.modulators = Modulator.standard.filter { $0.destination != Generator.filterCutoff }
        let track = value("amp_veltrack", initial: 100) / 100
        zone.modulators[0].amount *= min(max(track, 0), 1)
        return zone
    }

    private static func envelope(_ g: inout [Float], _ region: SFZText.Opcodes, _ name: String, first: Int) {
        for (index, stage) in ["delay", "attack", "hold", "decay"].enumerated() {
            g[first + index] = timecents(number(region["\(name)_\(stage)"]))
        }
        let release = region["\(name)_release"].flatMap { Float($0) } ?? 0.001
        g[first + 5] = timecents(release)
    }

    /// Removes the frames before `offset` and after `end`.
    static func cut(_ zone: inout InstrumentZone, offset: Int, end: Int?) {
        let sample = zone.sample
        let last = end.map { min(max($0, 0), sample.frameCount - 1) + 1 } ?? sample.frameCount
        guard offset < last else { return }
        if case .float32(let frames) = sample.frames { zone.sample.frames = .float32(frames + offset) }
        zone.sample.frameCount = last - offset
        let start = max(sample.loop.lowerBound - offset, 0)
        zone.sample.loop = start..<max(min(sample.loop.upperBound - offset, last - offset), start)
    }

    private static func loop(_ zone: inout InstrumentZone, _ region: SFZText.Opcodes) {
        let start = (region["loop_start"] ?? region["loopstart"]).flatMap { Int($0) }
        let end = (region["loop_end"] ?? region["loopend"]).flatMap { Int($0) }
        let count = zone.sample.frameCount
        if start != nil || end != nil {
            // The end is the loop's last frame.
            let first = min(max(start ?? 0, 0), count)
            zone.sample.loop = first..<min(max((end ?? count - 1) &+ 1, first), count)
        }
        let usual = zone.sample.loop.isEmpty ? "no_loop" : "loop_continuous"
        switch region["loop_mode"] ?? region["loopmode"] ?? usual {
        case "loop_continuous":
            if zone.sample.loop.isEmpty { zone.sample.loop = 0..<count }
            zone.generators[Generator.sampleModes] = 1
        case "loop_sustain":
            if zone.sample.loop.isEmpty { zone.sample.loop = 0..<count }
            zone.generators[Generator.sampleModes] = 3
        default: zone.generators[Generator.sampleModes] = 0
        }
    }

    private static func timecents(_ seconds: Float) -> Float {
        seconds <= 0.001 ? -12_000 : 1_200 * RealtimeMath.log2(min(seconds, 100))
    }

    private static func cents(hertz: Float) -> Float {
        hertz <= 0 ? -16_000 : 1_200 * RealtimeMath.log2(hertz / 8.175_798_9)
    }

    /// A key by its number or its name, "c4" being 60.
    static func key(_ text: String) -> Int? {
        if let number = Int(text) { return (0..<128).contains(number) ? number : nil }
        return RecordingKeys.key(named: text.prefix(1).uppercased() + text.dropFirst()).map { $0 - 12 }
    }
}

extension String {
    /// With the slashes of this system.
    fileprivate var replacingBackslashes: String { String(map { $0 == "\\" ? "/" : $0 }) }
}
