import Glibc
import SordinoSignal

/// Speech for scenes: sentences by espeak-ng at 16 kHz, or syllables of harmonics where it is not installed.
enum Talker {
    static let sampleRate = 16_000.0

    static let far = """
        The meeting begins at nine, and everybody has to be there before the doors are closed. Last week we spoke about the \
        harbour and the new bridge, and today we shall decide which of the two plans is the better one. The first costs more, \
        but it would be finished before winter. Nobody knows what the weather will be, so please think about it and tell me.
        """
    static let near = """
        I have just come home from the market, where I bought apples, bread and a little cheese. The train was late again, as \
        it always is on Fridays, and I had to wait on the platform for half an hour. Would you like to come over for dinner?
        """

    /// Speech of `count` frames, from its beginning again when it ends.
    static func speak(_ text: String, voice: String, count: Int) -> [Float] {
        var speech = espeak(text, voice: voice)
        if speech.isEmpty { speech = syllables(hertz: voice.hasSuffix("f3") ? 190 : 110) }
        return (0..<count).map { speech[$0 % speech.count] }
    }

    private static func espeak(_ text: String, voice: String) -> [Float] {
        guard let pipe = popen("espeak-ng -v \(voice) -s 165 --stdout \"\(text)\" 2>/dev/null", "r") else { return [] }
        defer { pclose(pipe) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = fread(&chunk, 1, chunk.count, pipe)
            guard count > 0 else { break }
            bytes += chunk[..<count]
        }
        guard bytes.count > 1_000 else { return [] }
        // 16-bit mono at 22 050 Hz behind a header of 44 bytes.
        let samples = stride(from: 44, to: bytes.count - 1, by: 2).map {
            Float(Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8)) / 32_768
        }
        return resampled(samples, from: 22_050, to: sampleRate)
    }

    /// By a windowed sinc of 64 taps that ends at 7.6 kHz.
    private static func resampled(_ samples: [Float], from: Double, to: Double) -> [Float] {
        let corner = 7_600 / from
        return (0..<Int(Double(samples.count) * to / from)).map { index in
            let place = Double(index) * from / to
            let middle = Int(place)
            var sum = 0.0
            for tap in max(middle - 31, 0)...min(middle + 32, samples.count - 1) {
                let distance = Double(tap) - place
                let angle = 2 * Double.pi * corner * distance
                let sinc = abs(distance) < 1e-9 ? 2 * corner : sin(angle) / (Double.pi * distance)
                sum += Double(samples[tap]) * sinc * (0.5 + 0.5 * cos(Double.pi * distance / 33))
            }
            return Float(sum)
        }
    }

    private static func syllables(hertz: Double) -> [Float] {
        (0..<Int(20 * sampleRate)).map { index in
            let time = Double(index) / sampleRate
            let pitch = hertz * (1 + 0.1 * sin(2 * Double.pi * 0.7 * time))
            let swell = max(sin(2 * Double.pi * 2.3 * time), 0) * (sin(2 * Double.pi * 0.31 * time) > -0.6 ? 1 : 0)
            let tone = (1...30).reduce(0.0) { sum, number in
                let partial = Double(number) * pitch
                let level = 1 / (1 + pow((partial - 500) / 200, 2)) + 0.4 / (1 + pow((partial - 1_500) / 250, 2))
                return sum + level * sin(2 * Double.pi * partial * time)
            }
            return Float(0.1 * swell * tone)
        }
    }
}
