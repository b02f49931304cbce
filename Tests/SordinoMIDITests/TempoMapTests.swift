import SordinoMIDI
import Testing

/// Tempo maps: beats to seconds and back.
@Suite struct TempoMapTests {
    @Test func withoutTemposABeatLastsHalfASecond() {
        #expect(TempoMap().seconds(atBeat: 7) == 3.5)
        #expect(TempoMap().beats(atSecond: 3.5) == 7)
        #expect(TempoMap().seconds(atBeat: -2) == -1)
        #expect(TempoMap().tempo(atBeat: 100) == 120)
    }

    @Test func eachTempoHoldsUntilTheNext() {
        let map = TempoMap([(0, 60), (4, 120), (6, 30)])
        // 4 beats of 1 s, 2 of 0.5 s, then 2 s each.
        for (beat, second) in [(0.0, 0.0), (2, 2), (4, 4), (5, 4.5), (6, 5), (7.5, 8)] {
            #expect(map.seconds(atBeat: beat) == second)
            #expect(map.beats(atSecond: second) == beat)
        }
    }

    @Test func theLastOfSeveralTemposAtOneBeatHolds() {
        #expect(TempoMap([(0, 60), (0, 240), (2, 10), (2, 60)]).seconds(atBeat: 4) == 2.5)
    }

    @Test func temposThatAreNoneAreLeftOut() {
        #expect(TempoMap([(0, 0), (0, -5), (0, .nan), (.infinity, 3)]) == TempoMap())
        #expect(TempoMap([(0, .infinity)]).tempo(atBeat: 0) == 60_000_000)
    }

    @Test func aMapOfManyTemposConvertsThereAndBack() {
        let map = TempoMap(
            (0..<10_000).map { (index: Int) -> (beat: Double, beatsPerMinute: Double) in
                (Double(index) * 0.37, 40 + Double(index * 7919 % 200))
            })
        for index in stride(from: 0, to: 10_000, by: 13) {
            let beat = Double(index) * 0.371
            #expect(abs(map.beats(atSecond: map.seconds(atBeat: beat)) - beat) < 1e-9)
        }
    }
}
