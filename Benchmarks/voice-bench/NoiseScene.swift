import Glibc

/// Thirty seconds of a talker at 16 kHz, 10 dB above a noise, by the mean power during speech.
struct NoiseScene {
    let name: String
    let clean: [Float]
    let microphone: [Float]

    static let seconds = 30.0
    static let names = ["pink", "fan", "babble"]

    init(_ name: String, signalToNoise decibels: Double = 10) {
        self.name = name
        let count = Int(Self.seconds * Talker.sampleRate)
        let speech = Talker.speak(Talker.near, voice: "en-us+f2", count: count)
        clean = Scene.scaled(speech, to: Scene.power(speech), wanted: 0.0025)
        let noise: [Float]
        switch name {
        case "pink": noise = Scene.pink(count)
        case "fan": noise = Self.fan(count)
        default: noise = Self.babble(count)
        }
        let scaled = Scene.scaled(noise, to: nil, wanted: 0.0025 * pow(10, -decibels / 10))
        microphone = zip(clean, scaled).map { $0 + $1 }
    }

    /// Blades at 120 Hz with harmonics that fall by 6 dB an octave, and the air: noise below 1 kHz.
    private static func fan(_ count: Int) -> [Float] {
        var (a, b) = (0.0, 0.0)
        return zip(Scene.pink(count), 0...).map { noise, frame in
            a += 0.3 * (Double(noise) - a)
            b += 0.3 * (a - b)
            let time = Double(frame) / Talker.sampleRate
            let blades = (1...12).reduce(0.0) { $0 + sin(2 * .pi * 120 * Double($1) * time + Double($1)) / Double($1) }
            return Float(b + 0.25 * blades)
        }
    }

    /// Six talkers, each with other words and from another place in them.
    private static func babble(_ count: Int) -> [Float] {
        let voices = ["en-us", "en-gb", "en-gb+f4", "en-us+m3", "en-us+f1", "en-gb+m7"]
        var sum = [Float](repeating: 0, count: count)
        for (index, voice) in voices.enumerated() {
            let speech = Talker.speak(index % 2 == 0 ? Talker.far : Talker.near, voice: voice, count: count + 99_991)
            let level = 0.1 / Float(Scene.power(speech)).squareRoot()
            let start = 7_919 * (index + 1) % 99_991
            for frame in 0..<count { sum[frame] += level * speech[frame + start] }
        }
        return sum
    }
}

/// Measures of a suppressor in a noise, by closed formulas over frames of 20 ms; without those before 5 s, in which it learns.
struct NoiseJudgement {
    /// Power in the pauses, of the microphone over the output.
    let cut: Double
    /// Level of the talker that was lost, while it speaks.
    let speechLoss: Double
    /// Ratio of talker to all else while it speaks: after less before.
    ///
    /// The talker is its `image` in what came out.
    let ratioGain: Double
    /// Mean over the talker's frames of their own ratio, -10 to 35 dB: after less before.
    let segmentalGain: Double

    init(_ scene: NoiseScene, _ raw: [Float]) {
        let first = Int(5 * Talker.sampleRate)
        let last = Int((NoiseScene.seconds - 0.1) * Talker.sampleRate)
        let output = Output(raw, likeness: scene.clean, in: first..<first + 80_000)
        let before = Output(scene.microphone, likeness: scene.clean, in: first..<first + 80_000)
        let loudest = Scene.power(scene.clean)
        let images = [before, output].map { $0.image(of: scene.clean, in: first..<last) }
        var (pauseIn, pauseOut) = (1e-20, 1e-20)
        // Of the microphone and of what came out: power of the talker, of the rest, and the sum of the frames' ratios.
        var (talker, rest, ratios, count) = ([1e-20, 1e-20], [1e-20, 1e-20], [0.0, 0.0], 0.0)
        for start in stride(from: first, to: last - 320, by: 320) {
            let range = start..<start + 320
            func power(_ samples: [Float]) -> Double { range.reduce(0.0) { $0 + Double(samples[$1] * samples[$1]) } }
            let talk = power(scene.clean) / 320
            if talk < loudest * 1e-6 {
                pauseIn += power(scene.microphone)
                pauseOut += power(output.samples)
            } else if talk > loudest * 1e-2 {
                for (index, samples) in [before.samples, output.samples].enumerated() {
                    let error = range.reduce(1e-20) { sum, frame in
                        let value = Double(samples[frame]) - Double(images[index][frame])
                        return sum + value * value
                    }
                    let spoken = power(images[index])
                    talker[index] += spoken
                    rest[index] += error
                    ratios[index] += min(max(10 * log10(spoken / error), -10), 35)
                }
                count += 1
            }
        }
        cut = 10 * log10(pauseIn / pauseOut)
        speechLoss = 10 * log10(talker[0] / talker[1])
        ratioGain = 10 * log10(talker[1] / rest[1] * rest[0] / talker[0])
        segmentalGain = (ratios[1] - ratios[0]) / max(count, 1)
    }

    static let header =
        "noise             suppressor       noise cut   speech lost   SNR gain   segmental   x real time"

    func row(_ noise: String, _ name: String, speed: Double) -> String {
        Cell.word(noise, 18) + Cell.word(name, 17) + Cell.number(cut, 9, 1) + Cell.number(speechLoss, 14, 1)
            + Cell.number(ratioGain, 11, 1) + Cell.number(segmentalGain, 12, 1) + Cell.number(speed, 14, 0)
    }
}

/// A talker at one level, with pink noise 40 dB below, for level control.
struct LevelScene {
    let decibels: Double
    let microphone: [Float]

    static let seconds = 20.0
    static let levels = [-45.0, -35, -15]

    init(_ decibels: Double) {
        self.decibels = decibels
        let count = Int(Self.seconds * Talker.sampleRate)
        let speech = Talker.speak(Talker.near, voice: "en-us+f2", count: count)
        let power = pow(10, decibels / 10)
        let noise = Scene.scaled(Scene.pink(count), to: nil, wanted: power * 1e-4)
        microphone = zip(Scene.scaled(speech, to: Scene.power(speech), wanted: power), noise).map { $0 + $1 }
    }

    var name: String { "level \(Int(decibels))" }
}

/// Measures of level control: mean levels of what was spoken, and the fastest change of the gain.
struct LevelJudgement {
    /// dBFS from 3 to 6 s, and from 10 to 19 s.
    let early: Double
    let late: Double
    /// Of the gain between pieces of one second with speech, after 3 s, in decibels a second.
    let fastest: Double

    init(_ scene: LevelScene, _ raw: [Float]) {
        let rate = Int(Talker.sampleRate)
        let output = Output(raw, likeness: scene.microphone, in: 5 * rate..<8 * rate).samples
        let loudest = Scene.power(scene.microphone)
        func level(_ from: Int, _ to: Int) -> (before: Double, after: Double)? {
            var (before, after, count) = (0.0, 1e-20, 0)
            for start in stride(from: from, to: to - 319, by: 320) {
                let range = start..<start + 320
                let power = range.reduce(0.0) { $0 + Double(scene.microphone[$1] * scene.microphone[$1]) } / 320
                guard power > loudest * 1e-2 else { continue }
                before += power
                after += range.reduce(0.0) { $0 + Double(output[$1] * output[$1]) } / 320
                count += 1
            }
            guard count > 10 else { return nil }
            return (10 * log10(before / Double(count)), 10 * log10(after / Double(count)))
        }
        early = level(3 * rate, 6 * rate)?.after ?? .nan
        late = level(10 * rate, 19 * rate)?.after ?? .nan
        var (gains, most) = ([(Int, Double)](), 0.0)
        for start in stride(from: 3 * rate, to: 19 * rate, by: rate / 2) {
            if let found = level(start, start + rate) { gains.append((start, found.after - found.before)) }
        }
        for (a, b) in zip(gains, gains.dropFirst(2)) where b.0 - a.0 == rate { most = max(most, abs(b.1 - a.1)) }
        fastest = most
    }

    static let header = "level in          control           3 to 6 s   10 to 19 s   dB a second"

    func row(_ name: String, _ control: String) -> String {
        Cell.word(name, 18) + Cell.word(control, 17) + Cell.number(early, 9, 1) + Cell.number(late, 13, 1)
            + Cell.number(fastest, 14, 1)
    }
}
