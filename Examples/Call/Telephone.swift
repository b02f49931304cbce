import AVFAudio
import SordinoSimulator

/// One end of the call: a simulated telephone on a table, the person who speaks beside it, and the program.
///
/// Ann speaks from 1 s to 3 s, and one packet of fifty is lost on the way from her. Bob speaks from 3.5 s to 5.5 s, and
/// another program on his telephone plays a tone.
final class Telephone {
    enum Person: String { case ann, bob }

    /// The length of a call in steps of 10 ms.
    static let stepCount = 600

    private let person: Person
    private let device = SimulatedDevice(.phone)
    private let app: SimulatedApp
    private let caller: Caller
    private var music: SimulatedApp?

    /// The port where the other end reaches this one.
    var port: UInt16 { caller.socket.port }

    /// Makes the telephone; nil if there is no codec or no network.
    init?(of person: Person, _ kind: SpeechKind) throws {
        self.person = person
        device.acoustics = person == .ann ? .office : .kitchen
        let speech =
            person == .ann
            ? Self.talk(hertz: 190, from: 1, to: 3) : Self.talk(hertz: 110, from: 3.5, to: 5.5)
        device.microphone(hears: .recording([speech], sampleRate: 48_000, repeats: false))
        if person == .bob {
            let music = device.app("Music", backgroundModes: .audio)
            try music.activate(.playback, options: .mixWithOthers)
            try music.playTone()
            self.music = music
        }
        app = device.app("Call", backgroundModes: .audio)
        guard let caller = app.perform({ Caller(kind, dropsOneOf: person == .ann ? 50 : 0) }) else { return nil }
        self.caller = caller
    }

    /// Begins to speak with the program at a port.
    func call(_ port: UInt16) throws { try app.perform { try caller.call(port) } }

    /// Lets 10 ms pass.
    func advance() { device.advance(0.01) }

    /// Ends the call.
    ///
    /// - Returns: What was heard, in sentences.
    func hangUp() -> [String] {
        let isAnn = person == .ann
        let (ann, bob) = (heard(isAnn ? 2 : 4.5, isAnn ? 3 : 5.5), heard(isAnn ? 4.5 : 2, isAnn ? 5.5 : 3))
        var lines =
            isAnn
            ? ["Ann hears of herself \(ann) dBFS.", "Ann hears Bob at \(bob) dBFS."]
            : [
                "Bob hears Ann at \(bob) dBFS; \(caller.heard.lostCount) of her packets did not come.",
                "Bob hears of himself \(ann) dBFS.",
            ]
        lines += musicLine("Beside the call")
        app.perform { caller.hangUp() }
        if music != nil { device.advance(1) }
        return lines + musicLine("After it")
    }

    private func musicLine(_ when: String) -> [String] {
        guard let music, let speaker = device.output(.builtInSpeaker) else { return [] }
        let level = speaker.level(of: music, at: device.now - 0.02)
        return ["\(when) the music is at \(Int(level.rounded())) dB."]
    }

    /// The level of what was played of the other end, between two moments of the call.
    private func heard(_ from: Double, _ to: Double) -> Int {
        let samples = caller.heard.samples
        let part = samples[min(Int(from * 48_000), samples.count)..<min(Int(to * 48_000), samples.count)]
        let power = part.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(max(part.count, 1))
        return Int((10 * log10(power + 1e-12)).rounded())
    }

    /// Harmonics of a voice, four syllables a second, between two moments; silence else.
    static func talk(hertz: Double, from start: Double, to end: Double) -> [Float] {
        (0..<Int(end * 48_000)).map { frame in
            let time = Double(frame) / 48_000
            guard time > start else { return 0 }
            let pitch = hertz * (1 + 0.05 * sin(2 * .pi * 0.9 * time))
            return (1...24).reduce(Float(0)) { sum, number in
                let partial = Double(number) * pitch
                let level = 1 / (1 + pow((partial - 500) / 200, 2)) + 0.4 / (1 + pow((partial - 1_500) / 250, 2))
                return sum + Float(0.06 * abs(sin(4 * .pi * time)) * level * sin(2 * .pi * partial * time))
            }
        }
    }
}
