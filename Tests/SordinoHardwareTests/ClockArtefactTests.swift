import Glibc
import HardwareContract
import SordinoHardware
import SordinoPolicy
import SordinoRealtime
import Testing

/// The artefacts of a port whose clock is not the stage's: everything that is beside the sines there.
@Suite struct ClockArtefactTests {
    private static let rate = 48_000.0
    private static let tones = [997.0, 10_007, 19_001]

    /// Fits a sine to samples by least squares, with an amplitude and a phase that may move slowly.
    ///
    /// - Parameters:
    ///   - turns: Of the sine, in each frame.
    ///   - degree: Of the polynomial by which amplitude and phase move within the samples; 0 for a sine that stays.
    /// - Returns: The amplitude in the middle, and what is left beside the sine in decibels of it.
    private static func fit(_ samples: [Float], _ turns: Double, degree: Int) -> (amplitude: Double, rest: Double) {
        let middle = Double(samples.count) / 2
        let size = 2 * (degree + 1)
        var basis = [Double](repeating: 0, count: size)
        var sums = [[Double]](repeating: [Double](repeating: 0, count: size + 1), count: size)
        func place(_ index: Int) {
            let angle = 2 * Double.pi * turns * Double(index)
            let (s, c, time) = (sin(angle), cos(angle), (Double(index) - middle) / middle)
            var power = 1.0
            for term in 0...degree {
                (basis[2 * term], basis[2 * term + 1]) = (s * power, c * power)
                power *= time
            }
        }
        for (index, sample) in samples.enumerated() {
            place(index)
            for row in 0..<size {
                for column in row..<size { sums[row][column] += basis[row] * basis[column] }
                sums[row][size] += basis[row] * Double(sample)
            }
        }
        for row in 0..<size { for column in 0..<row { sums[row][column] = sums[column][row] } }
        // Gauss's elimination: the matrix is positive definite.
        for pivot in 0..<size {
            for row in 0..<size where row != pivot {
                let factor = sums[row][pivot] / sums[pivot][pivot]
                for column in pivot...size { sums[row][column] -= factor * sums[pivot][column] }
            }
        }
        let found = (0..<size).map { sums[$0][size] / sums[$0][$0] }
        var rest = 0.0
        for (index, sample) in samples.enumerated() {
            place(index)
            var left = Double(sample)
            for row in 0..<size { left -= found[row] * basis[row] }
            rest += left * left / Double(samples.count)
        }
        let power = (found[0] * found[0] + found[1] * found[1]) / 2
        return ((2 * power).squareRoot(), 10 * log10(max(rest, 1e-30) / power))
    }

    /// Constant differences, large ones and those at which whole frames come and go once in seconds: of each second
    /// from the time on at which the loop has settled, nothing is left beside the sine that entered.
    @Test(arguments: [-200.0, -20, -2, 0.3, 2, 20, 200])
    func aSineHasNothingBesideIt(partsPerMillion: Double) throws {
        let block = 512
        let follower = ClockFollower(channelCount: 3, sampleRate: Self.rate, blockFrames: block)
        let input = PlanarBuffer(channelCount: 3, frameCapacity: block)
        let output = PlanarBuffer(channelCount: 3, frameCapacity: 2 * block)
        let ratio = 1 + partsPerMillion * 1e-6
        let (settled, end) = (60 * Int(Self.rate), 75 * Int(Self.rate))
        var heard = [[Float]](repeating: [], count: 3)
        var (due, first) = (0.0, 0)
        for start in stride(from: 0, to: end, by: block) {
            for (channel, tone) in Self.tones.enumerated() {
                for frame in 0..<block {
                    input.channels[channel][frame] = Float(0.5 * sine(turns: tone / Self.rate * Double(start + frame)))
                }
            }
            follower.put(UnsafePointer(input.channels), frameCount: block)
            due += Double(block) * ratio
            let count = Int(due)
            due -= Double(count)
            follower.take(UnsafePointer(output.channels), frameCount: count, dueFraction: due)
            if first > settled {
                for channel in 0..<3 {
                    heard[channel] += UnsafeBufferPointer(start: output.channels[channel], count: count)
                }
            }
            first += count
        }
        #expect(follower.lostFrames == 0)
        #expect(abs(follower.partsPerMillion - partsPerMillion) < 0.01)
        for (channel, tone) in Self.tones.enumerated() {
            let found = Self.seconds(heard[channel]).map { Self.fit($0, tone / Self.rate / ratio, degree: 0) }
            let worst = found.map(\.rest).max() ?? 0
            print("clocks \(partsPerMillion) ppm apart, \(tone) Hz: \(worst) dB beside the sine")
            #expect(found.count >= 14)
            #expect(worst < -100)
            // The filter is flat within 0.01 dB.
            #expect(found.allSatisfy { abs($0.amplitude - 0.5) < 0.000_6 })
        }
    }

    /// An oscillator that warms up: from 200 ppm too fast to 200 ppm too slow within 150 s, heard by a program's port.
    ///
    /// The pitch glides as the clock does; what changes slower than in a quarter of a second is not counted.
    @Test func aClockThatDriftsLeavesNothingBesideTheSine() throws {
        let run = StageRun(block: 512, profile: .desktop)
        let ports = run.device.plug(.usb(name: "USB Audio", outputs: 2, inputs: 0))
        let uid = try #require(ports.first { $0.direction == .output }?.uid)
        let outlet = run.device.outlet(portUID: uid, partsPerMillion: 200)
        let tone = 4_000.0
        let table = (0..<12).map { Float(0.5 * sine(turns: Double($0) / 12)) }
        let music = TestProgram(1, .tone { time in table[Int(time % 12)] })
        try music.play(run.device, on: ["Speaker", uid])
        run.device.advance(seconds: 60)
        let settled = outlet.channel(0).count
        for second in 1...150 {
            outlet.setPartsPerMillion(200 - 400 * Double(second) / 150)
            run.device.advance(seconds: 1)
        }
        #expect(outlet.lostFrames == 0)
        // The loop follows, some seconds late.
        #expect(abs(outlet.measuredPartsPerMillion + 200) < 30)
        let heard = outlet.channel(0)
        var (worst, worstAt, lowest, highest) = (-400.0, 0, 1.0, 0.0)
        for second in 0..<150 {
            let first = settled + second * Int(Self.rate) + 24_000
            guard first + 12_000 <= heard.count else { break }
            let partsPerMillion = 200 - 400 * Double(second + 1) / 150
            let turns = tone / Self.rate / (1 + partsPerMillion * 1e-6)
            let found = Self.fit(Array(heard[first..<first + 12_000]), turns, degree: 2)
            if found.rest > worst { (worst, worstAt) = (found.rest, second) }
            (lowest, highest) = (min(lowest, found.amplitude), max(highest, found.amplitude))
        }
        print("a clock that drifts by 2.7 ppm in each second: \(worst) dB beside the sine, in second \(worstAt)")
        #expect(worst < -100)
        #expect(lowest > 0.499_9 && highest < 0.500_1)
    }

    private static func seconds(_ samples: [Float]) -> [[Float]] {
        let length = Int(rate)
        return (0..<samples.count / length).map { Array(samples[$0 * length..<($0 + 1) * length]) }
    }
}
