import SordinoRealtime
import Testing

@testable import SordinoSignal

/// Rooms beside the laws that they are made by.
@Suite struct RoomAcousticsTests {
    private static let rate = 16_000.0

    private static func room(seconds: Double, distance: Double) -> RoomAcoustics {
        RoomAcoustics(
            size: .init(4.1, 3.2, 2.5), reverberationSeconds: seconds, loudspeaker: .init(2.1 + distance, 1.7, 1.2),
            microphone: .init(2.1, 1.7, 1.2), lossDecibels: 10)
    }

    @Test func theDirectSoundComesFirstAndWhenItsDistanceSays() {
        let taps = Self.room(seconds: 0.25, distance: 0.686).response(sampleRate: Self.rate)
        // 0.686 m at 343 m/s are 2 ms: 32 samples.
        let largest = taps.indices.max { abs(taps[$0]) < abs(taps[$1]) }
        #expect(largest == 32)
        #expect(taps[..<20].allSatisfy { abs($0) < 0.01 * abs(taps[32]) })
    }

    @Test func theLossIsWhatWasAskedFor() {
        let taps = Self.room(seconds: 0.25, distance: 0.5).response(sampleRate: Self.rate)
        let energy = taps.reduce(0) { $0 + Double($1) * Double($1) }
        #expect(abs(10 * RealtimeMath.log10(energy) + 10) < 0.01)
    }

    @Test(arguments: [0.2, 0.4])
    func soundDiesAwayInTheTimeAskedFor(seconds: Double) {
        let taps = Self.room(seconds: seconds, distance: 0.5).response(sampleRate: Self.rate)
        // Schroeder's integral between -5 and -25 dB, three times as long.
        var left = taps.reduce(0) { $0 + Double($1) * Double($1) }
        let whole = left
        var (first, last) = (0, 0)
        for (index, tap) in taps.enumerated() {
            left -= Double(tap) * Double(tap)
            let decibels = 10 * RealtimeMath.log10(max(left, 1e-30) / whole)
            if decibels > -5 { first = index }
            if decibels > -25 { last = index }
        }
        let measured = 3 * Double(last - first) / Self.rate
        #expect(abs(measured - seconds) < 0.3 * seconds, "\(measured) seconds")
    }

    @Test func soundGoesThroughARoomAsTheSumSays() {
        var random = Seeded(1)
        let taps = random.samples(1_000)
        let samples = random.samples(1_500)
        let room = RoomConvolver(taps: taps)
        var largest: Double = 0
        for index in samples.indices {
            let output = room.state.pointee.next(samples[index])
            var sum = 0.0
            for tap in 0...min(index, taps.count - 1) { sum += Double(taps[tap]) * Double(samples[index - tap]) }
            largest = max(largest, abs(Double(output) - sum))
        }
        #expect(largest < 1e-4)
    }
}
