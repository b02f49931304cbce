import SordinoRealtime

/// A rectangular room with a loudspeaker and a microphone in it.
///
/// - Source: J. B. Allen, D. A. Berkley, "Image method for efficiently simulating small-room acoustics" (JASA, 1979);
///   the walls absorb by Eyring's formula.
package struct RoomAcoustics: Hashable, Sendable {
    /// A position in the room, in metres.
    package struct Place: Hashable, Sendable {
        package var x: Double
        package var y: Double
        package var z: Double

        package init(_ x: Double, _ y: Double, _ z: Double) { (self.x, self.y, self.z) = (x, y, z) }
    }

    /// The length of each side.
    package var size: Place
    /// Seconds in which sound dies away by 60 dB; at most 1.
    package var reverberationSeconds: Double
    package var loudspeaker: Place
    package var microphone: Place
    /// Loss of a white sound's power between loudspeaker and microphone.
    package var lossDecibels: Double
    /// Distortion of the loudspeaker: tanh(drive x) / drive; 0 for none.
    package var drive: Double

    package init(
        size: Place, reverberationSeconds: Double, loudspeaker: Place, microphone: Place, lossDecibels: Double,
        drive: Double = 0
    ) {
        self.size = size
        self.reverberationSeconds = reverberationSeconds
        self.loudspeaker = loudspeaker
        self.microphone = microphone
        self.lossDecibels = lossDecibels
        self.drive = drive
    }

    /// The impulse response from the loudspeaker to the microphone.
    ///
    /// Early images are placed between samples by a windowed sinc, late ones at the nearest sample. Below 60 Hz, where
    /// small loudspeakers play nothing and the images of a rigid room add up, it falls.
    package func response(sampleRate: Double) -> [Float] {
        let seconds = min(max(reverberationSeconds, 0.02), 1)
        var taps = [Double](repeating: 0, count: Int(seconds * sampleRate) + 1)
        addImages(to: &taps, sampleRate: sampleRate, reflection: reflection(seconds: seconds))
        highPass(&taps, sampleRate: sampleRate)
        let energy = taps.reduce(0) { $0 + $1 * $1 }
        guard energy > 0 else { return [0] }
        let factor = RealtimeMath.pow(10, 0 - lossDecibels / 20) / RealtimeMath.sqrt(energy)
        return taps.map { Float($0 * factor) }
    }

    /// The share of the pressure that a wall reflects.
    private func reflection(seconds: Double) -> Double {
        let volume = size.x * size.y * size.z
        let surface = 2 * (size.x * size.y + size.y * size.z + size.x * size.z)
        // Eyring: 60 dB in 0.161 V / (-S ln(1 - a)).
        let absorbed = 1 - RealtimeMath.exp(-0.161 * volume / (surface * seconds))
        return RealtimeMath.sqrt(1 - min(absorbed, 0.999))
    }

    private func addImages(to taps: inout [Double], sampleRate: Double, reflection: Double) {
        let reach = Double(taps.count) / sampleRate * Self.metresPerSecond
        let (xs, ys, zs) = (
            images(size.x, loudspeaker.x, microphone.x, reach), images(size.y, loudspeaker.y, microphone.y, reach),
            images(size.z, loudspeaker.z, microphone.z, reach)
        )
        var powers = [1.0]
        let most = [xs, ys, zs].reduce(0) { sum, side in sum + side.reduce(0) { max($0, $1.bounces) } }
        for _ in 0...most { powers.append(powers[powers.count - 1] * reflection) }
        let early = Int(0.02 * sampleRate)
        for x in xs {
            for y in ys {
                let plane = x.metres * x.metres + y.metres * y.metres
                guard plane < reach * reach else { continue }
                for z in zs {
                    let metres = max(RealtimeMath.sqrt(plane + z.metres * z.metres), 0.01)
                    let place = metres / Self.metresPerSecond * sampleRate
                    guard Int(place) < taps.count - 1 else { continue }
                    let gain = powers[x.bounces + y.bounces + z.bounces] / metres
                    if place > Double(early) {
                        taps[Int(place + 0.5)] += gain
                    } else {
                        add(gain, at: place, to: &taps)
                    }
                }
            }
        }
    }

    /// One side's images: how far they are along it, and how often sound has met a wall.
    private func images(
        _ side: Double, _ source: Double, _ ear: Double, _ reach: Double
    ) -> [(metres: Double, bounces: Int)] {
        let limit = Int(reach / (2 * side)) + 1
        var found: [(metres: Double, bounces: Int)] = []
        for turn in (0 - limit)...limit {
            let shift: Double = 2 * Double(turn) * side - ear
            let same: Double = shift + source
            let mirrored: Double = shift - source
            if abs(same) < reach { found.append((same, abs(2 * turn))) }
            if abs(mirrored) < reach { found.append((mirrored, abs(turn - 1) + abs(turn))) }
        }
        return found
    }

    /// Adds an impulse between samples.
    private func add(_ gain: Double, at place: Double, to taps: inout [Double]) {
        let middle = Int(place)
        for index in max(middle - 7, 0)...min(middle + 8, taps.count - 1) {
            let distance = Double(index) - place
            let angle = Double.pi * distance
            let sinc = abs(distance) < 1e-9 ? 1 : RealtimeMath.sin(angle) / angle
            let window = abs(distance) < 8.5 ? 0.5 + 0.5 * RealtimeMath.cos(angle / 8.5) : 0
            taps[index] += gain * sinc * window
        }
    }

    private func highPass(_ taps: inout [Double], sampleRate: Double) {
        let pole = RealtimeMath.exp(-2 * Double.pi * 60 / sampleRate)
        var (before, output) = (0.0, 0.0)
        for index in taps.indices {
            output = pole * output + taps[index] - before
            before = taps[index]
            taps[index] = output
        }
    }

    private static let metresPerSecond = 343.0
}
