import Glibc
import SordinoSignal

/// Forty-four seconds of a call at 16 kHz.
///
/// The far talker alone until 16 s, both until 25, the far one alone again; at 26 s the loudspeaker stands elsewhere. From 36 s on
/// the near talker is alone. Pink noise lies 50 dB under the echo; the echo is 40 ms late.
struct Scene {
    let name: String
    var far: [Float]
    var echo: [Float]
    var near: [Float]
    var microphone: [Float]

    static let seconds = 44.0
    /// The time at which the delay jumps, where it does.
    static let jumpSeconds = 20.0

    /// How a scene differs from the others.
    struct Recipe {
        var name: String
        var size = RoomAcoustics.Place(4.1, 3.2, 2.5)
        var reverberationSeconds = 0.25
        var distance = 0.5
        var lossDecibels = 3.0
        /// Of the near talker over the echo.
        var nearDecibels = 0.0
        var drive = 0.0
        var delaySeconds = 0.040
        var jumpSeconds = 0.0
        var driftPerMillion = 0.0
        var voices = ("en-us", "en-gb+f3")
    }

    /// For tuning, and to be judged by; nothing was tuned on the unseen ones.
    static let recipes = [
        Recipe(name: "small"),
        Recipe(name: "large", size: .init(6.5, 5, 2.8), reverberationSeconds: 0.5, distance: 1.5),
        Recipe(name: "clip", drive: 20), Recipe(name: "easy", lossDecibels: 14, nearDecibels: 10),
        Recipe(name: "jump", jumpSeconds: 0.12), Recipe(name: "far off", delaySeconds: 0.4),
        Recipe(name: "drift 100", driftPerMillion: 100),
        Recipe(name: "German", size: .init(5, 4, 2.7), reverberationSeconds: 0.35, voices: ("de", "de+f3")),
        Recipe(name: "car", size: .init(2.4, 1.4, 1.2), reverberationSeconds: 0.06, voices: ("fr-fr", "es")),
        Recipe(
            name: "office", size: .init(5.5, 4.2, 2.6), reverberationSeconds: 0.3, distance: 0.7,
            voices: ("en-gb", "it+f2")),
        Recipe(
            name: "drive 6", size: .init(3.5, 3, 2.4), reverberationSeconds: 0.2, drive: 6, voices: ("pl", "en-us+f4")),
        Recipe(
            name: "Dutch", size: .init(6, 4.5, 2.7), reverberationSeconds: 0.45, distance: 1.2, voices: ("nl", "sv+f3")),
        Recipe(
            name: "drive 30", size: .init(4, 3.6, 2.5), reverberationSeconds: 0.3, drive: 30, voices: ("es", "de+f2")),
        Recipe(
            name: "unseen: Italian", size: .init(4.6, 3.8, 2.6), reverberationSeconds: 0.28, distance: 0.6,
            voices: ("it", "pl+f2")),
        Recipe(
            name: "unseen: drive 12", size: .init(3.8, 3.4, 2.5), reverberationSeconds: 0.22, drive: 12,
            voices: ("pt", "en-us+f2")),
        Recipe(
            name: "unseen: Swedish", size: .init(6.2, 4.8, 2.8), reverberationSeconds: 0.42, distance: 1,
            voices: ("sv", "nl+f4")),
    ]

    init(_ recipe: Recipe) {
        name = recipe.name
        let rate = Talker.sampleRate
        let count = Int(Self.seconds * rate)
        far = Talker.speak(Talker.far, voice: recipe.voices.0, count: count)
        far = Self.scaled(far, to: Self.power(far), wanted: 0.0025)
        for index in Int(35.5 * rate)..<count { far[index] = 0 }
        let ear = RoomAcoustics.Place(recipe.size.x / 2 + 0.1, recipe.size.y / 2 + 0.2, 1.1)
        func path(_ x: Double, _ y: Double) -> [Float] {
            RoomAcoustics(
                size: recipe.size, reverberationSeconds: recipe.reverberationSeconds,
                loudspeaker: .init(ear.x + x * recipe.distance, ear.y + y * recipe.distance, ear.z), microphone: ear,
                lossDecibels: 0
            ).response(sampleRate: rate)
        }
        let played = recipe.drive > 0 ? far.map { tanhf(Float(recipe.drive) * $0) / Float(recipe.drive) } : far
        let loudness = Self.power(far) * pow(10, 0 - recipe.lossDecibels / 10)
        let before = Self.through(path(0.8, 0.55), played)
        let after = Self.through(path(-0.5, 0.8), played)
        let (a, b) = (
            Self.scaled(before, to: Self.power(before), wanted: loudness),
            Self.scaled(after, to: Self.power(after), wanted: loudness)
        )
        let dry = (0..<count).map { $0 < Int(26 * rate) ? a[$0] : b[$0] }
        echo = Self.late(dry, recipe)
        let speech = Self.through(path(-0.35, -0.3), Talker.speak(Talker.near, voice: recipe.voices.1, count: count))
        let level = loudness * pow(10, recipe.nearDecibels / 10)
        near = Self.scaled(speech, to: Self.power(speech), wanted: level)
        for index in 0..<count {
            let time = Double(index) / rate
            let isSpeaking = (time > 16 && time < 25 && recipe.jumpSeconds == 0) || time > 36
            if !isSpeaking { near[index] = 0 }
            if time > 36 { echo[index] = 0 }
        }
        let noise = Self.scaled(Self.pink(count), to: nil, wanted: loudness * 1e-5)
        let (heard, spoken) = (echo, near)
        microphone = (0..<count).map { heard[$0] + spoken[$0] + noise[$0] }
    }

    /// The echo as late as the recipe has it, between samples where a clock drifts.
    private static func late(_ samples: [Float], _ recipe: Recipe) -> [Float] {
        let rate = Talker.sampleRate
        return samples.indices.map { index in
            let jump = Double(index) / rate > jumpSeconds ? recipe.jumpSeconds : 0
            let place = Double(index) * (1 + recipe.driftPerMillion * 1e-6) - (recipe.delaySeconds + jump) * rate
            let middle = Int(place.rounded(.down))
            if recipe.driftPerMillion == 0 { return middle >= 0 && middle < samples.count ? samples[middle] : 0 }
            var sum = 0.0
            for tap in max(middle - 15, 0)..<max(min(middle + 17, samples.count), max(middle - 15, 0)) {
                let distance = Double(tap) - place
                let sinc = abs(distance) < 1e-9 ? 1 : sin(Double.pi * distance) / (Double.pi * distance)
                sum += Double(samples[tap]) * sinc * (0.5 + 0.5 * cos(Double.pi * distance / 17))
            }
            return Float(sum)
        }
    }

    private static func through(_ taps: [Float], _ samples: [Float]) -> [Float] {
        let room = RoomConvolver(taps: taps)
        return samples.map { room.state.pointee.next($0) }
    }

    /// Mean power of what is louder than 30 dB below the loudest 20 ms.
    static func power(_ samples: [Float]) -> Double {
        let powers = stride(from: 0, to: samples.count - 319, by: 320).map { start in
            samples[start..<start + 320].reduce(0.0) { $0 + Double($1) * Double($1) } / 320
        }
        let most = powers.max() ?? 0
        let active = powers.filter { $0 > most * 1e-3 }
        return active.reduce(0, +) / Double(max(active.count, 1))
    }

    static func scaled(_ samples: [Float], to power: Double?, wanted: Double) -> [Float] {
        let mean = samples.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(samples.count)
        let factor = Float((wanted / max(power ?? mean, 1e-30)).squareRoot())
        return samples.map { $0 * factor }
    }

    /// White noise through the filter of Paul Kellet, 3 dB an octave.
    static func pink(_ count: Int) -> [Float] {
        var seed: UInt64 = 88_172_645_463_325_252
        var (a, b, c) = (0.0, 0.0, 0.0)
        return (0..<count).map { _ in
            seed ^= seed << 13
            seed ^= seed >> 7
            seed ^= seed << 17
            let white = Double(Int32(truncatingIfNeeded: seed >> 32)) / 2_147_483_648
            a = 0.99765 * a + white * 0.0990460
            b = 0.96300 * b + white * 0.2965164
            c = 0.57000 * c + white * 1.0526913
            return Float(a + b + c + white * 0.1848)
        }
    }
}
