/// The factory settings, numbered as Apple's `AVAudioUnitDistortionPreset`.
///
/// Apple publishes the names alone; the settings here are Sordino's, made after the names, and printed with a spectrum
/// of each in the documentation. All leave the gain at -6 dB and the final mix at 50 %, as the unit begins.
package struct DistortionPreset: Sendable {
    /// Apple's number of the preset.
    package let number: Int
    /// Apple's name in words.
    package let name: String
    /// The intended sound, in one line.
    package let intention: String
    /// The settings that the preset stands for.
    package let settings: DistortionSettings

    private init(
        _ number: Int, _ name: String, _ intention: String, _ change: (inout DistortionSettings) -> Void
    ) {
        var settings = DistortionSettings()
        // Each stage is off until a preset asks for it.
        (settings.delayMix, settings.decimation, settings.decimationMix) = (0, 0, 0)
        (settings.polynomialMix, settings.ringMix) = (0, 0)
        change(&settings)
        self.number = number
        self.name = name
        self.intention = intention
        self.settings = settings
    }

    /// All of them, by number.
    package static let all: [DistortionPreset] = drums + multiple + echoes + speech

    private static let drums = [
        DistortionPreset(0, "Drums Bit Brush", "few bits, swept over with a slight roughness") { s in
            s.coarse(decimation: 18, rounding: 72, mix: 100)
            s.polynomial(1, 0.6, 0, mix: 40)
        },
        DistortionPreset(1, "Drums Buffer Beats", "a buffer that comes back in time with the beat") { s in
            s.echo(milliseconds: 125, decay: 0.6, mix: 55)
            s.coarse(decimation: 28, rounding: 40, mix: 60)
        },
        DistortionPreset(2, "Drums LoFi", "an early drum machine: twelve bits, held samples, warm peaks") { s in
            s.coarse(decimation: 22, rounding: 35, mix: 100)
            s.polynomial(0.9, 1.2, 0.5, mix: 60)
        },
    ]

    private static let multiple = [
        DistortionPreset(3, "Multi Broken Speaker", "a torn cone: uneven, rattling, short of breath") { s in
            s.echo(milliseconds: 2.3, decay: 0.9, mix: 35)
            s.coarse(decimation: 30, rounding: 30, mix: 40)
            s.polynomial(0.6, 9, 6, mix: 80)
        },
        DistortionPreset(4, "Multi Cellphone Concert", "a loud stage through a small microphone") { s in
            s.echo(milliseconds: 0.7, decay: 0.5, mix: 45)
            s.coarse(decimation: 38, rounding: 45, mix: 85)
            s.polynomial(1, 2, 8, mix: 70)
        },
        DistortionPreset(5, "Multi Decimated 1", "every third sample or so") { s in
            s.coarse(decimation: 25, rounding: 20, mix: 90)
        },
        DistortionPreset(6, "Multi Decimated 2", "fewer samples, fewer bits") { s in
            s.coarse(decimation: 42, rounding: 45, mix: 90)
        },
        DistortionPreset(7, "Multi Decimated 3", "few samples and a shadow of the pitch") { s in
            s.coarse(decimation: 58, rounding: 55, mix: 95)
            s.ring(60, 240, balance: 50, mix: 15)
        },
        DistortionPreset(8, "Multi Decimated 4", "hardly any samples at all") { s in
            s.coarse(decimation: 78, rounding: 70, mix: 100)
        },
        DistortionPreset(9, "Multi Distorted Funk", "a drive with a moving metallic edge") { s in
            s.echo(milliseconds: 6, decay: 1.2, mix: 30)
            s.ring(4, 620, balance: 35, mix: 35)
            s.polynomial(1, 3, 7, mix: 75)
        },
        DistortionPreset(10, "Multi Distorted Cubed", "odd harmonics") { s in
            s.polynomial(0.5, 0, 16, mix: 100)
        },
        DistortionPreset(11, "Multi Distorted Squared", "even harmonics") { s in
            s.polynomial(0.5, 8, 0, mix: 100)
        },
    ]

    private static let echoes = [
        DistortionPreset(12, "Multi Echo 1", "a plain slap") { s in
            s.echo(milliseconds: 380, decay: 0.7, mix: 45)
            s.polynomial(1, 0.3, 0.2, mix: 40)
        },
        DistortionPreset(13, "Multi Echo 2", "a worn tape loop") { s in
            s.echo(milliseconds: 490, decay: 0.45, mix: 55)
            s.coarse(decimation: 30, rounding: 25, mix: 45)
            s.polynomial(1, 1, 2, mix: 60)
        },
        DistortionPreset(14, "Multi Echo Tight 1", "a drain pipe") { s in
            s.echo(milliseconds: 18, decay: 0.25, mix: 60)
        },
        DistortionPreset(15, "Multi Echo Tight 2", "a shorter and rougher pipe") { s in
            s.echo(milliseconds: 7.5, decay: 0.18, mix: 65)
            s.polynomial(1, 1.5, 1.5, mix: 60)
        },
        DistortionPreset(16, "Multi Everything Is Broken", "every stage at once") { s in
            s.echo(milliseconds: 65, decay: 0.4, mix: 50)
            s.ring(37, 1_310, balance: 60, mix: 45)
            s.coarse(decimation: 55, rounding: 60, mix: 85)
            s.polynomial(0.7, 7, 10, mix: 85)
        },
    ]

    private static let speech = [
        DistortionPreset(17, "Speech Alien Chatter", "a voice that is no throat's") { s in
            s.echo(milliseconds: 28, decay: 0.8, mix: 35)
            s.ring(95, 480, balance: 45, mix: 80)
            s.coarse(decimation: 25, rounding: 20, mix: 35)
        },
        DistortionPreset(18, "Speech Cosmic Interference", "a transmission from far off") { s in
            s.echo(milliseconds: 210, decay: 0.55, mix: 40)
            s.ring(11, 2_400, balance: 50, mix: 60)
            s.coarse(decimation: 35, rounding: 40, mix: 50)
        },
        DistortionPreset(19, "Speech Golden Pi", "tones at the golden ratio and at pi") { s in
            s.ring(161.803, 314.159, balance: 50, mix: 85)
            s.polynomial(1, 0.8, 0, mix: 40)
        },
        DistortionPreset(20, "Speech Radio Tower", "a medium-wave station out of tune") { s in
            s.echo(milliseconds: 0.4, decay: 0.7, mix: 45)
            s.ring(9, 1_000, balance: 10, mix: 20)
            s.coarse(decimation: 30, rounding: 45, mix: 70)
            s.polynomial(0.9, 2, 9, mix: 75)
        },
        DistortionPreset(21, "Speech Waves", "a voice that comes and goes with the swell") { s in
            s.echo(milliseconds: 90, decay: 0.5, mix: 45)
            s.ring(0.8, 3.1, balance: 35, mix: 70)
        },
    ]
}

extension DistortionSettings {
    fileprivate mutating func echo(milliseconds: Float, decay: Float, mix: Float) {
        (delayMilliseconds, self.decay, delayMix) = (milliseconds, decay, mix)
    }

    fileprivate mutating func coarse(decimation: Float, rounding: Float, mix: Float) {
        (self.decimation, self.rounding, decimationMix) = (decimation, rounding, mix)
    }

    fileprivate mutating func polynomial(_ linear: Float, _ squared: Float, _ cubic: Float, mix: Float) {
        (self.linear, self.squared, self.cubic, polynomialMix) = (linear, squared, cubic, mix)
    }

    fileprivate mutating func ring(_ one: Float, _ two: Float, balance: Float, mix: Float) {
        (ringFrequency1, ringFrequency2, ringBalance, ringMix) = (one, two, balance, mix)
    }
}
