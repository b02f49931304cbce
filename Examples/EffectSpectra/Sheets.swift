import Foundation
import SordinoGraph

/// Which units are drawn, and how.
enum Sheets {
    static func all() -> [Sheet] {
        [filters(), equalisers(), dynamics(), delay(), distortion(), reverb(), time()].compactMap { $0 }
            .filter { !$0.panels.isEmpty }
    }

    private static func make(_ name: String, _ values: [(UInt64, Float)] = []) -> UnitProcessor? {
        guard let unit = BuiltInUnits.all.first(where: { $0.name == name })?.make() else { return nil }
        for (address, value) in values { unit.set(address, to: value) }
        return unit
    }

    /// One unit's responses at several values.
    private static func responses(
        _ name: String, note: String, range: ClosedRange<Double> = -36...24, _ cases: [(String, [(UInt64, Float)])]
    ) -> Panel? {
        let curves = cases.compactMap { label, values in
            make(name, values).map { Panel.Curve(label: label, points: Measures.response($0)) }
        }
        if curves.isEmpty { return nil }
        return Panel(
            title: name, note: note, curves: curves, range: range, xTicks: Panel.frequencies, yStep: 12)
    }

    private static func filters() -> Sheet {
        let corners: [(String, [(UInt64, Float)])] = [
            ("200 Hz", [(0, 200)]), ("1 kHz, +12 dB", [(0, 1000), (1, 12)]), ("5 kHz", [(0, 5000)]),
        ]
        let shelves: [(String, [(UInt64, Float)])] = [
            ("+12 dB", [(0, 200), (1, 12)]), ("-12 dB", [(0, 200), (1, -12)]),
        ]
        let panels = [
            responses("AULowpass", note: "cutoff, resonance", corners),
            responses("AUHipass", note: "cutoff, resonance", corners),
            responses(
                "AUBandpass", note: "middle, width in cents",
                [("1 kHz, 600", [(0, 1000), (1, 600)]), ("5 kHz, 2400", [(0, 5000), (1, 2400)])]),
            responses("AULowShelfFilter", note: "at 200 Hz", shelves),
            responses(
                "AUHighShelfFilter", note: "at 10 kHz",
                [("+12 dB", [(0, 10_000), (1, 12)]), ("-12 dB", [(0, 10_000), (1, -12)])]),
            responses(
                "AUParametricEQ", note: "middle, Q, gain",
                [
                    ("100 Hz, 1, +9", [(0, 100), (1, 1), (2, 9)]), ("1 kHz, 4, -12", [(0, 1000), (1, 4), (2, -12)]),
                    ("8 kHz, 0.5, +6", [(0, 8000), (1, 0.5), (2, 6)]),
                ]),
        ]
        return Sheet(
            name: "filters", heading: "Filters", caption: "Responses at a few settings.",
            panels: panels.compactMap { $0 })
    }

    private static func equalisers() -> Sheet {
        var panels: [Panel] = []
        let band: (Int, Float, Float, Float, Float) -> [(UInt64, Float)] = { index, kind, hertz, gain, width in
            let at = UInt64(index)
            return [
                (1000 + at, 0), (2000 + at, kind), (3000 + at, hertz), (4000 + at, gain), (5000 + at, width),
            ]
        }
        let nine = responses(
            "AUNBandEQ", note: "parametric bands, and pass filters with a stop",
            [
                ("three bands", band(0, 0, 80, 9, 1) + band(1, 0, 900, -12, 0.5) + band(2, 0, 6000, 6, 2)),
                ("low + high", band(0, 1, 5000, 0, 1) + band(1, 2, 100, 0, 1)), ("stop", band(0, 6, 1000, 0, 1)),
            ])
        panels += [nine].compactMap { $0 }
        if let unit = make("AUiPodEQ") {
            for group in stride(from: 0, to: unit.factoryPresets.count, by: 3) {
                let presets = unit.factoryPresets[group..<min(group + 3, unit.factoryPresets.count)]
                let curves = presets.compactMap { preset -> Panel.Curve? in
                    guard let unit = make("AUiPodEQ") else { return nil }
                    unit.apply(preset)
                    return Panel.Curve(label: preset.name, points: Measures.response(unit))
                }
                panels.append(
                    Panel(
                        title: "AUiPodEQ", note: "presets", curves: curves,
                        range: -18...12, xTicks: Panel.frequencies, yStep: 6))
            }
        }
        return Sheet(name: "equalisers", heading: "Equalisers", caption: "Responses.", panels: panels)
    }

    private static func dynamics() -> Sheet {
        let names = ["AUPeakLimiter", "AUDynamicsProcessor", "AUMultibandCompressor"]
        let panels = names.compactMap { name -> Panel? in
            guard make(name) != nil else { return nil }
            let points = Measures.levelCurve { make(name) ?? DelayUnit() }
            return Panel(
                title: name, note: "output over input in dB, at the initial values",
                curves: [Panel.Curve(label: "", points: points)], reference: [(0, -60), (1, 0)], range: -60...12,
                xTicks: stride(from: -60.0, through: 0, by: 12).map { (($0 + 60) / 60, "\(Int($0))") }, yStep: 12)
        }
        return Sheet(
            name: "dynamics", heading: "Dynamics",
            caption: "Levels of a tone of 1 kHz after half a second; grey: unchanged.", panels: panels)
    }

    private static func delay() -> Sheet {
        let panel = responses(
            "AUDelay", note: "5 ms, feedback 70 %, mix 50 %", range: -24...12,
            [
                ("cutoff 15 kHz", [(0, 50), (1, 0.005), (2, 70)]),
                ("cutoff 800 Hz", [(0, 50), (1, 0.005), (2, 70), (3, 800)]),
            ])
        return Sheet(
            name: "delay", heading: "Delay", caption: "Echoes make a comb filter; a low-pass damps it at the top.",
            panels: [panel].compactMap { $0 })
    }

    private static func distortion() -> Sheet? {
        guard let unit = make("AUDistortion") else { return nil }
        let reference = Measures.tone(nil)
        var table = "| no. | preset |"
        for spec in unit.parameters { table += " \(spec.name) |" }
        table += "\n|--:|---|" + String(repeating: "--:|", count: unit.parameters.count) + "\n"
        let panels = unit.factoryPresets.compactMap { preset -> Panel? in
            guard let unit = make("AUDistortion") else { return nil }
            unit.apply(preset)
            table += "| \(preset.number) | \(preset.name) |"
            for spec in unit.parameters { table += " \(short(unit.value(spec.address()))) |" }
            table += "\n"
            return Panel(
                title: "\(preset.number) \(preset.name)", note: summary(unit),
                curves: [Panel.Curve(label: "", points: Measures.tone(unit))], reference: reference,
                range: -120...0, xTicks: Panel.frequencies, yStep: 24)
        }
        return Sheet(
            name: "distortion", heading: "Distortion",
            caption: """
                The factory presets with a tone of 220 Hz. Apple publishes only their names; the values are this project's \
                own.
                """,
            table: table, panels: panels)
    }

    /// The stages that a preset uses.
    private static func summary(_ unit: UnitProcessor) -> String {
        var parts: [String] = []
        if unit.value(2) > 0 { parts.append("echo \(short(unit.value(0))) ms") }
        if unit.value(13) > 0 { parts.append("ring \(short(unit.value(10))), \(short(unit.value(11))) Hz") }
        if unit.value(5) > 0, unit.value(3) > 0 || unit.value(4) > 0 {
            parts.append("coarse \(short(unit.value(3))), \(short(unit.value(4)))")
        }
        if unit.value(9) > 0 { parts.append("polynomial") }
        return parts.joined(separator: "; ")
    }

    private static func reverb() -> Sheet? {
        guard let unit = make("AUReverb2") else { return nil }
        var table = "| no. | room |"
        for spec in unit.parameters.dropFirst(2) { table += " \(spec.name) |" }
        table += " measured at 250 Hz | 1 kHz | 4 kHz |\n|--:|---|" + String(repeating: "--:|", count: 8) + "\n"
        let panels = unit.factoryPresets.compactMap { preset -> Panel? in
            let seconds = Double(preset.values.first { $0.address == 4 }?.value ?? 1) * 1.1 + 0.1
            var curves: [Panel.Curve] = []
            table += "| \(preset.number) | \(preset.name) |"
            for spec in unit.parameters.dropFirst(2) {
                let value = preset.values.first { $0.address == spec.address() }?.value ?? spec.initial
                table += " \(short(value)) |"
            }
            for (hertz, label) in [(250.0, "250 Hz"), (1000, "1 kHz"), (4000, "4 kHz")] {
                guard let unit = make("AUReverb2") else { return nil }
                unit.apply(preset)
                let decay = Measures.decay(unit, hertz: hertz, seconds: seconds)
                curves.append(
                    Panel.Curve(label: "\(label): \(String(format: "%.2f", decay.time)) s", points: decay.curve))
                table += " \(String(format: "%.2f", decay.time)) s |"
            }
            table += "\n"
            let ticks = stride(from: 0.0, through: 1, by: 0.25).map {
                ($0, String(format: seconds < 2 ? "%.2f s" : "%.1f s", $0 * seconds))
            }
            return Panel(
                title: "\(preset.number) \(preset.name)", note: "energy still to come, dB", curves: curves,
                range: -60...0, xTicks: ticks, yStep: 12)
        }
        return Sheet(
            name: "reverb", heading: "Reverberation",
            caption: """
                The factory rooms: the decay of the energy in an octave, and the time until it has fallen by 60 dB. Apple \
                publishes only their names; the values are this project's own.
                """,
            table: table, panels: panels)
    }

    private static func time() -> Sheet {
        let reference = Measures.tone(nil)
        let cases: [(String, String, [(UInt64, Float)])] = [
            ("AUVarispeed", "rate 1.5: the tone goes up", [(0, 1.5)]),
            ("AUNewTimePitch", "rate 1.5: the tone stays", [(0, 1.5)]),
            ("AUNewTimePitch", "pitch +700 cents", [(1, 700)]),
        ]
        let panels = cases.compactMap { name, note, values in
            make(name, values).map {
                Panel(
                    title: name, note: note, curves: [Panel.Curve(label: "", points: Measures.tone($0))],
                    reference: reference, range: -120...0, xTicks: Panel.frequencies, yStep: 24)
            }
        }
        return Sheet(name: "time", heading: "Speed and pitch", caption: "A tone of 220 Hz.", panels: panels)
    }

    /// A number without needless places.
    private static func short(_ value: Float) -> String {
        let text = String(format: "%.4f", value)
        var digits = text[...]
        while digits.hasSuffix("0") { digits = digits.dropLast() }
        if digits.hasSuffix(".") { digits = digits.dropLast() }
        return String(digits)
    }
}
