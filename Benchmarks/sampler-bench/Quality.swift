import CFluidSynthPeer
import Glibc
import SordinoMedia
import SordinoSignal

// The same bank and the same events through both, against the formulas of SoundFont 2.04: `sampler-bench quality`.

/// A synthesizer that is asked for frames and told of events between them.
private protocol Player {
    func choose(_ program: Int)
    func start(_ key: Int, _ velocity: Int)
    func stop(_ key: Int)
    func control(_ controller: Int, _ value: Int)
    func bend(_ value: Int)
    func frames(_ count: Int) -> [Float]
}

private final class OurPlayer: Player {
    private let synthesizer = Synthesizer(voiceCount: 64)
    private let bank: PatchBank
    private var position = 0
    private var hasBegunStep = false

    init(_ path: String, _ interpolation: NoteInterpolation) throws {
        bank = try SoundBankFile.bank(path: path)
        synthesizer.renderer.set(bank.view, sampleRate: rate)
        synthesizer.renderer.interpolation = interpolation
    }

    private var step: Int { position % 64 }
    func choose(_ program: Int) { synthesizer.renderer.choose(program: program, channel: 0) }
    func start(_ key: Int, _ velocity: Int) {
        beginStepIfDue()
        synthesizer.renderer.start(key: Float(key), velocity: Float(velocity), channel: 0, frame: step)
    }
    func stop(_ key: Int) {
        beginStepIfDue()
        synthesizer.renderer.stop(key: key, channel: 0, frame: step)
    }
    func control(_ controller: Int, _ value: Int) {
        beginStepIfDue()
        synthesizer.renderer.control(controller, Float(value), channel: 0, frame: step)
    }
    func bend(_ value: Int) { synthesizer.renderer.bend(Float(value - 8_192), channel: 0) }

    private func beginStepIfDue() {
        guard step == 0, !hasBegunStep else { return }
        synthesizer.renderer.beginStep()
        hasBegunStep = true
    }

    func frames(_ count: Int) -> [Float] {
        let planes = (0..<4).map { _ in UnsafeMutablePointer<Float>.allocate(capacity: count) }
        for plane in planes { plane.initialize(repeating: 0, count: count) }
        defer { for plane in planes { plane.deallocate() } }
        var done = 0
        while done < count {
            beginStepIfDue()
            let piece = min(64 - step, count - done)
            synthesizer.renderer.render(
                piece, left: planes[0] + done, right: planes[1] + done, reverb: planes[2] + done,
                chorus: planes[3] + done)
            done += piece
            position += piece
            hasBegunStep = false
        }
        return Array(UnsafeBufferPointer(start: planes[0], count: count))
    }
}

private final class TheirPlayer: Player {
    private let peer: UnsafeMutableRawPointer

    init?(_ path: String, order: Int32) {
        guard let peer = cfluidsynth_peer_make(path, rate, 64, 0) else { return nil }
        self.peer = peer
        cfluidsynth_peer_interpolate(peer, order)
    }

    deinit { cfluidsynth_peer_free(peer) }

    func choose(_ program: Int) { cfluidsynth_peer_program(peer, 0, Int32(program)) }
    func start(_ key: Int, _ velocity: Int) { cfluidsynth_peer_note_on(peer, 0, Int32(key), Int32(velocity)) }
    func stop(_ key: Int) { cfluidsynth_peer_note_off(peer, 0, Int32(key)) }
    func control(_ controller: Int, _ value: Int) {
        cfluidsynth_peer_control(peer, 0, Int32(controller), Int32(value))
    }
    func bend(_ value: Int) { cfluidsynth_peer_bend(peer, 0, Int32(value)) }
    func frames(_ count: Int) -> [Float] {
        let planes = (0..<2).map { _ in UnsafeMutablePointer<Float>.allocate(capacity: count) }
        for plane in planes { plane.initialize(repeating: 0, count: count) }
        defer { for plane in planes { plane.deallocate() } }
        _ = cfluidsynth_peer_render(peer, planes[0], planes[1], Int32(count))
        return Array(UnsafeBufferPointer(start: planes[0], count: count))
    }
}

/// The programs of the bank.
private enum Program {
    static let sine = 0
    static let level = 1
    static let attack = 2
    static let decay = 3
    static let release = 4
    static let softer = 5
    static let filtered = 6
    static let bright = 7
    static let resonant = 8
}

private func tone(_ hertz: Double, _ sampleRate: Double, _ count: Int) -> [Int16] {
    (0..<count).map { Int16((32_000 * sin(2 * Double.pi * hertz * Double($0) / sampleRate)).rounded()) }
}

private let filterCents = 9_000

/// Writes the bank: a sine, a constant, and the constant under envelopes.
private func writeBank(_ path: String) {
    var writer = SoundFontWriter(name: "Quality")
    let sine = writer.add(.init("sine", tone(1_000, 44_100, 8_820), loop: 441..<8_379, sampleRate: 44_100))
    let still = [Int16](repeating: 30_000, count: 2_000)
    let level = writer.add(.init("level", still, loop: 100..<1_900, sampleRate: 48_000))
    let high = writer.add(.init("high", tone(6_000, 48_000, 4_800), loop: 480..<4_320, sampleRate: 48_000))
    func put(_ name: String, _ program: Int, _ sample: Int, _ generators: [(Int, Int)]) {
        let open = generators.contains { $0.0 == Generator.filterCutoff } ? [] : [(Generator.filterCutoff, 13_500)]
        let instrument = writer.addInstrument(
            name, [.init(sample, generators: open + generators + [(Generator.sampleModes, 1)])])
        writer.addPreset(name, ProgramNumber(bank: 0, program: program), [.init(instrument)])
    }
    put("sine", Program.sine, sine, [])
    put("level", Program.level, level, [])
    put("attack", Program.attack, level, [(Generator.volumeEnvelopeAttack, -1_200)])
    put(
        "decay", Program.decay, level,
        [(Generator.volumeEnvelopeDecay, 0), (Generator.volumeEnvelopeSustain, 1_000)])
    put("release", Program.release, level, [(Generator.volumeEnvelopeRelease, 0)])
    put("softer", Program.softer, level, [(Generator.attenuation, 120)])
    put("filtered", Program.filtered, high, [(Generator.filterCutoff, filterCents)])
    put("bright", Program.bright, high, [])
    put("resonant", Program.resonant, high, [(Generator.filterCutoff, filterCents), (Generator.filterResonance, 120)])
    let bytes = writer.bytes
    guard let file = fopen(path, "w") else { fatalError("cannot write \(path)") }
    _ = bytes.withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, file) }
    fclose(file)
}

/// Amplitude of a sine of known frequency, by least squares, and the rest beside it in decibels.
private func fit(_ sound: ArraySlice<Float>, _ hertz: Double) -> (amplitude: Double, rest: Double) {
    let omega = 2 * Double.pi * hertz / rate
    var (ss, cc, sc, sy, cy, yy) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    for (index, sample) in sound.enumerated() {
        let (s, c, y) = (sin(omega * Double(index)), cos(omega * Double(index)), Double(sample))
        ss += s * s
        cc += c * c
        sc += s * c
        sy += s * y
        cy += c * y
        yy += y * y
    }
    let determinant = ss * cc - sc * sc
    let (a, b) = ((sy * cc - cy * sc) / determinant, (cy * ss - sy * sc) / determinant)
    let explained = a * sy + b * cy
    return ((a * a + b * b).squareRoot(), 10 * log10(max(yy - explained, 1e-30) / explained))
}

/// The frequency of a sine, by its upward crossings of zero.
private func hertz(_ sound: ArraySlice<Float>) -> Double {
    var (first, last, count) = (0.0, 0.0, 0)
    for index in sound.indices.dropFirst() where sound[index - 1] < 0 && sound[index] >= 0 {
        let place = Double(index) - Double(sound[index] / (sound[index] - sound[index - 1]))
        if count == 0 { first = place }
        last = place
        count += 1
    }
    return Double(count - 1) / (last - first) * rate
}

private func decibels(_ ratio: Double) -> Double { 20 * log10(max(ratio, 1e-9)) }

/// The measures of both; each gets a new player.
private struct Measure: Sendable {
    let name: String
    let unit: String
    let run: @Sendable (() throws -> Player) throws -> Double
}

/// The level of a constant note after 200 ms.
private func level(_ make: () throws -> Player, _ program: Int, velocity: Int = 127, _ set: (Player) -> Void = { _ in })
    throws -> Double
{
    let player = try make()
    player.choose(program)
    set(player)
    player.start(60, velocity)
    return Double(player.frames(9_600)[9_500])
}

private func whole(_ make: () throws -> Player, _ program: Int, key: Int = 60, _ count: Int) throws -> [Float] {
    let player = try make()
    player.choose(program)
    player.start(key, 127)
    return player.frames(count)
}

/// Seconds from the place where a sound is 10 dB down to where it is 30 dB down, as a hundred decibels' time; from its height on.
private func fall(_ sound: [Float], from full: Double) -> Double {
    let top = sound.firstIndex { Double($0) > 0.9 * full } ?? 0
    func time(_ down: Double) -> Double {
        let limit = Float(full * pow(10, -down / 20))
        return Double(sound[top...].firstIndex { $0 < limit } ?? sound.endIndex) / rate
    }
    return 5 * (time(30) - time(10))
}

/// Everything beside a sine, in decibels; its frequency is the one that leaves least, so that an error of pitch does not count here.
private func rest(_ sound: ArraySlice<Float>) -> Double {
    let about = hertz(sound)
    var (low, high) = (about * (1 - 5e-5), about * (1 + 5e-5))
    for _ in 0..<40 {
        let (one, two) = (low + (high - low) / 3, high - (high - low) / 3)
        if fit(sound, one).rest < fit(sound, two).rest { high = two } else { low = one }
    }
    return fit(sound, (low + high) / 2).rest
}

/// Decibels of the specification's low-pass: the bilinear transform of two poles, with a peak of `resonance` dB above Butterworth's.
private func lowPass(at hertz: Double, cents: Double) -> Double {
    let cutoff = 8.175_798_9 * pow(2, cents / 1_200)
    let ratio = tan(Double.pi * hertz / rate) / tan(Double.pi * cutoff / rate)
    return -10 * log10(1 + pow(ratio, 4))
}

private let measures: [Measure] = [
    Measure(name: "pitch, keys 36 to 84, worst", unit: "cents") { make in
        var worst = 0.0
        for key in stride(from: 36, through: 84, by: 3) {
            let sound = try whole(make, Program.sine, key: key, 28_800)
            worst = max(worst, abs(1_200 * log2(hertz(sound[2_400...]) / (1_000 * pow(2, Double(key - 60) / 12)))))
        }
        return worst
    },
    Measure(name: "bend at a quarter, half and three quarters of the way to 200 cents, worst", unit: "cents") { make in
        var worst = 0.0
        for part in 1...3 {
            let player = try make()
            player.choose(Program.sine)
            player.bend(8_192 + part * 2_048)
            player.start(60, 127)
            let asked = 200 * Double(part) / 4
            worst = max(worst, abs(1_200 * log2(hertz(player.frames(28_800)[2_400...]) / 1_000) - asked))
        }
        return worst
    },
    Measure(name: "a sine of 1 kHz at 17 keys of two octaves: everything else, worst", unit: "dB") { make in
        var worst = -200.0
        for key in 48...72 where key % 3 != 1 {
            let sound = try whole(make, Program.sine, key: key, 24_000)
            worst = max(worst, rest(sound[4_800..<20_000]))
        }
        return worst
    },
    Measure(name: "a note's first frame behind its own, worst of 10 places", unit: "frames") { make in
        var worst = 0
        for place in [0, 1, 13, 31, 63, 64, 65, 100, 127, 500] {
            let player = try make()
            player.choose(Program.level)
            if place > 0 { _ = player.frames(place) }
            player.start(60, 127)
            let sound = player.frames(1_000)
            worst = max(worst, sound.firstIndex { abs($0) > 1e-6 } ?? 1_000)
        }
        return Double(worst)
    },
    Measure(name: "attack of 0.5 s, at half its height", unit: "ms") { make in
        let sound = try whole(make, Program.attack, 48_000)
        let full = sound[47_000]
        return (Double(sound.firstIndex { $0 >= full / 2 } ?? 0) / rate - 0.25) * 1_000
    },
    Measure(name: "decay of 1 s for 100 dB, from -10 to -30 dB", unit: "ms") { make in
        let sound = try whole(make, Program.decay, 48_000)
        return (fall(sound, from: Double(sound.max() ?? 1)) - 1) * 1_000
    },
    Measure(name: "release of 1 s for 100 dB, from -10 to -30 dB", unit: "ms") { make in
        let player = try make()
        player.choose(Program.release)
        player.start(60, 127)
        let full = Double(player.frames(9_600)[9_500])
        player.stop(60)
        return (fall(player.frames(48_000), from: full) - 1) * 1_000
    },
    Measure(name: "velocity, 16 steps, against 40 log10(v / 127), worst", unit: "dB") { make in
        let full = try level(make, Program.level)
        var worst = 0.0
        for velocity in stride(from: 7, through: 127, by: 8) {
            let found = try decibels(level(make, Program.level, velocity: velocity) / full)
            worst = max(worst, abs(found - 40 * log10(Double(velocity) / 127)))
        }
        return worst
    },
    Measure(name: "volume (7) and expression (11), 16 steps, worst", unit: "dB") { make in
        var worst = 0.0
        for controller in [7, 11] {
            let full = try level(make, Program.level) { $0.control(controller, 127) }
            for value in stride(from: 7, through: 127, by: 8) {
                let found = try decibels(level(make, Program.level) { $0.control(controller, value) } / full)
                worst = max(worst, abs(found - 40 * log10(Double(value) / 127)))
            }
        }
        return worst
    },
    Measure(name: "an attenuation of 12 dB", unit: "dB") { make in
        try decibels(level(make, Program.softer) / level(make, Program.level)) + 12
    },
    Measure(name: "low-pass at 1,479 Hz, 750 Hz to 12 kHz, worst", unit: "dB") { make in
        var worst = 0.0
        for key in [24, 36, 48, 60, 72] {
            let asked = 6_000 * pow(2, Double(key - 60) / 12)
            let open = fit(try whole(make, Program.bright, key: key, 24_000)[9_600..<19_200], asked).amplitude
            let closed = fit(try whole(make, Program.filtered, key: key, 24_000)[9_600..<19_200], asked).amplitude
            worst = max(worst, abs(decibels(closed / open) - lowPass(at: asked, cents: Double(filterCents))))
        }
        return worst
    },
    Measure(name: "what is left 3 s after a release of 1 s, beside the note", unit: "dB") { make in
        let player = try make()
        player.choose(Program.release)
        player.start(60, 127)
        let full = Double(player.frames(9_600)[9_500])
        player.stop(60)
        let rest = player.frames(48_000 * 4).suffix(48_000).map { abs($0) }.max() ?? 0
        return decibels(Double(rest) / full)
    },
]

/// Prints a row for each measure: FluidSynth and the sampler at their usual interpolations and their best.
func printQuality() throws {
    let path = "/tmp/sordino-quality-\(getpid()).sf2"
    writeBank(path)
    defer { unlink(path) }
    print("| error of | here | here, offline | FluidSynth | FluidSynth, 7th order |\n|---|---|---|---|---|")
    for measure in measures {
        var cells: [String] = []
        for interpolation in [NoteInterpolation.cubic, .sinc] {
            cells.append(number(try measure.run { try OurPlayer(path, interpolation) }) + " \(measure.unit)")
        }
        for order in [4, 7] as [Int32] {
            let found = try measure.run {
                guard let player = TheirPlayer(path, order: order) else {
                    throw MediaError.malformed(at: 0, because: "FluidSynth reads the bank")
                }
                return player
            }
            cells.append(number(found) + " \(measure.unit)")
        }
        print("| \(measure.name) | \(cells.joined(separator: " | ")) |")
    }
}

private func number(_ value: Double) -> String {
    let digits = text(value).split(separator: " ").joined()
    return digits == "-0.00" ? "0.00" : digits
}
