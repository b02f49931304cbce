import CoreMedia
import Testing

struct CMTimeTests {
    @Test func secondsAreCutToAUnitOfTheScale() {
        // The differences that Apple's warning about very low time scales reports.
        for (seconds, scale, error) in [
            (0.082, Int32(24), -0.040), (2.4, 1, -0.4), (2.87, 1, -0.87), (7.581, 1, -0.581), (2.368, 24, -0.034),
        ] {
            let time = CMTime(seconds: seconds, preferredTimescale: scale)
            #expect(abs(time.seconds - seconds - error) < 0.0011)
            #expect(time.hasBeenRounded)
        }
        #expect(CMTime(seconds: 1.5, preferredTimescale: 600) == CMTime(value: 900, timescale: 600))
        #expect(!CMTime(seconds: 1.5, preferredTimescale: 600).hasBeenRounded)
    }

    @Test func secondsTooLargeHalveTheScaleAndThenAreInfinite() {
        let large = CMTime(seconds: 0x1p62, preferredTimescale: 1000)
        #expect(large.timescale == 1 && large.value == 1 << 62)
        #expect(CMTime(seconds: 0x1p40, preferredTimescale: 1 << 30).timescale == 1 << 22)
        #expect(CMTime(seconds: 1e300, preferredTimescale: 600) == .positiveInfinity)
        #expect(CMTime(seconds: -1e300, preferredTimescale: 600) == .negativeInfinity)
        #expect(!CMTime(seconds: .nan, preferredTimescale: 600).isValid)
        #expect(!CMTime(seconds: 1, preferredTimescale: 0).isValid)
        #expect(!CMTime(value: 1, timescale: 0).isValid)
    }

    @Test func sumsAreExactInTheSmallestCommonScale() {
        let sum = CMTime(value: 1, timescale: 600) + CMTime(value: 1, timescale: 44100)
        #expect(sum.timescale == 88200 && sum.value == 147 + 2 && !sum.hasBeenRounded)
        let half = CMTimeMake(value: 1, timescale: 2) - CMTimeMake(value: 1, timescale: 3)
        #expect(half.value == 1 && half.timescale == 6)
    }

    @Test func sumsBeyondTheLargestScaleAreRounded() {
        let sum = CMTime(value: 1, timescale: 2_147_483_647) + CMTime(value: 1, timescale: 2_147_483_629)
        #expect(sum.timescale == .max && sum.hasBeenRounded && sum.value == 2)
    }

    @Test func sumsTooLargeHalveTheScaleAndThenAreInfinite() {
        let large = CMTime(value: .max, timescale: 1000)
        let sum = large + large
        #expect(sum.timescale == 500 && sum.value == .max && !sum.hasBeenRounded)
        #expect(abs(sum.seconds / (2 * large.seconds) - 1) < 1e-12)
        let largest = CMTime(value: .max, timescale: 1)
        #expect(largest + largest == .positiveInfinity)
        #expect(CMTimeMultiply(largest, multiplier: -3) == .negativeInfinity)
    }

    @Test func infinitiesMeetByTheRules() {
        let one = CMTime(value: 1, timescale: 1)
        #expect(CMTime.positiveInfinity + .positiveInfinity == .positiveInfinity)
        #expect(CMTime.positiveInfinity + .negativeInfinity == .invalid)
        #expect(CMTime.positiveInfinity - .positiveInfinity == .invalid)
        #expect(CMTime.negativeInfinity - .positiveInfinity == .negativeInfinity)
        #expect(one - .positiveInfinity == .negativeInfinity)
        #expect(one + .indefinite == .indefinite)
        #expect(CMTime.indefinite + .positiveInfinity == .positiveInfinity)
        #expect(one + .invalid == .invalid)
    }

    @Test func epochsOfTwoMomentsMustAgree() {
        let early = CMTimeMakeWithEpoch(value: 3, timescale: 1, epoch: 1)
        let late = CMTimeMakeWithEpoch(value: 1, timescale: 1, epoch: 2)
        #expect(early + late == .invalid && early - late == .invalid)
        #expect((early + CMTime(value: 1, timescale: 1)).epoch == 1)
        #expect((early - early).epoch == 0)
        #expect(early < late)
    }

    @Test func kindsOfTimesHaveAnOrder() {
        let order: [CMTime] = [
            .negativeInfinity, CMTime(value: -1, timescale: 1), .zero, CMTime(value: 1, timescale: 3),
            CMTime(value: 1, timescale: 2), .indefinite, .positiveInfinity, .invalid,
        ]
        for (first, one) in order.enumerated() {
            for (second, other) in order.enumerated() {
                #expect(CMTimeCompare(one, other) == Int32((first - second).signum()))
            }
        }
    }

    @Test func oneMomentInTwoScalesIsEqualAndHashesEqually() {
        let times = [
            CMTime(value: 1, timescale: 2), CMTime(value: 300, timescale: 600), CMTimeMake(value: 4, timescale: 8),
        ]
        #expect(Set(times).count == 1)
        #expect(Set([CMTime.zero, CMTime(value: 0, timescale: 48000)]).count == 1)
    }

    @Test(arguments: [
        (CMTimeRoundingMethod.roundHalfAwayFromZero, 2, -2, 1, -1), (.roundTowardZero, 1, -1, 1, -1),
        (.roundAwayFromZero, 2, -2, 2, -2), (.roundTowardPositiveInfinity, 2, -1, 2, -1),
        (.roundTowardNegativeInfinity, 1, -2, 1, -2), (.quickTime, 1, -1, 1, -1),
    ])
    func valuesBetweenTwoUnitsAreRounded(
        _ method: CMTimeRoundingMethod, _ half: Int64, _ minusHalf: Int64, _ third: Int64, _ minusThird: Int64
    ) {
        for (numerator, denominator, expected) in [
            (Int64(3), Int32(2), half), (-3, 2, minusHalf), (4, 3, third), (-4, 3, minusThird),
        ] {
            let time = CMTime(value: numerator, timescale: denominator).convertScale(1, method: method)
            #expect(time.value == expected && time.timescale == 1 && time.hasBeenRounded)
        }
    }

    @Test func quickTimeRoundsAwayFromZeroOnTheWayToAFinerScaleAndKeepsNegativeTimes() {
        #expect(CMTime(value: 1, timescale: 3).convertScale(10, method: .quickTime).value == 4)
        #expect(CMTime(value: -1, timescale: 100).convertScale(10, method: .quickTime).value == -1)
        #expect(CMTime(value: 1, timescale: 100).convertScale(10, method: .quickTime).value == 0)
    }

    @Test func productsKeepFractionsAndTellOthersInBillionths() {
        // Both figures as published by a developer for these calls on a Mac.
        let time = CMTime(value: 43804, timescale: 600)
        let quarter = CMTimeMultiplyByRatio(time, multiplier: 1, divisor: 4)
        #expect(quarter.value == 43804 && quarter.timescale == 2400 && !quarter.hasBeenRounded)
        let rounded = CMTimeMultiplyByFloat64(CMTime(value: 43803, timescale: 600), multiplier: 0.25)
        #expect(rounded.timescale == 1_000_000_000 && rounded.value == 18_251_250_000)
        #expect(CMTimeMultiplyByRatio(time, multiplier: 1, divisor: 0) == .invalid)
        #expect(CMTimeMultiply(time, multiplier: -2).value == -87608)
        #expect(CMTimeAbsoluteValue(CMTime(value: -3, timescale: 4)) == CMTime(value: 3, timescale: 4))
    }

    @Test func timesAreDescribedAndSurviveDictionariesAndCoders() throws {
        func text(_ time: CMTime) -> String? { CMTimeCopyDescription(allocator: nil, time: time) as String? }
        #expect(text(CMTime(value: 66600, timescale: 600)) == "{66600/600 = 111.000}")
        #expect(text(.invalid) == "{INVALID}" && text(.positiveInfinity) == "{+INFINITY}")
        let time = CMTimeMakeWithEpoch(value: 5, timescale: 7, epoch: 3)
        let back = CMTimeMakeFromDictionary(CMTimeCopyAsDictionary(time, allocator: kCFAllocatorDefault))
        #expect(back == time && back.epoch == 3)
        #expect(CMTimeMakeFromDictionary([:]) == .invalid && CMTimeMakeFromDictionary(nil) == .invalid)
        let decoded = try JSONDecoder().decode(CMTime.self, from: JSONEncoder().encode(time))
        #expect(decoded == time && decoded.timescale == 7)
    }

    @Test func secondsOfWhatIsNoNumber() {
        #expect(CMTimeGetSeconds(.positiveInfinity) == .infinity && CMTimeGetSeconds(.negativeInfinity) == -.infinity)
        #expect(CMTime.invalid.seconds.isNaN && CMTime.indefinite.seconds.isNaN)
    }
}

struct CMTimeRangeTests {
    private func seconds(_ start: Double, _ end: Double) -> CMTimeRange {
        CMTimeRange(
            start: CMTime(seconds: start, preferredTimescale: 1000), end: CMTime(seconds: end, preferredTimescale: 1000)
        )
    }

    @Test func rangesHoldTheirStartAndNotTheirEnd() {
        let range = seconds(1, 3)
        #expect(range.containsTime(CMTime(value: 1, timescale: 1)))
        #expect(!range.containsTime(range.end))
        #expect(range.containsTimeRange(seconds(1, 3)) && !range.containsTimeRange(seconds(2, 4)))
        #expect(range.isValid && !range.isEmpty && seconds(2, 2).isEmpty && !seconds(3, 2).isValid)
    }

    @Test func rangesMeet() {
        #expect(seconds(1, 3).intersection(seconds(2, 5)) == seconds(2, 3))
        #expect(seconds(1, 3).union(seconds(4, 5)) == seconds(1, 5))
        #expect(seconds(1, 2).intersection(seconds(3, 4)) == .zero)
        #expect(!seconds(1, 2).intersection(.invalid).isValid)
    }

    @Test func timesAreMappedClampedAndFolded() {
        let time = CMTime(value: 2, timescale: 1)
        #expect(CMTimeMapTimeFromRangeToRange(time, fromRange: seconds(1, 3), toRange: seconds(10, 20)).seconds == 15)
        #expect(CMTimeClampToRange(time, range: seconds(3, 4)).seconds == 3)
        #expect(CMTimeFoldIntoRange(CMTime(value: 25, timescale: 10), foldRange: seconds(0, 1)).seconds == 0.5)
        #expect(CMTimeFoldIntoRange(CMTime(value: -1, timescale: 4), foldRange: seconds(0, 1)).seconds == 0.75)
        #expect(!CMTimeFoldIntoRange(time, foldRange: seconds(1, 1)).isValid)
    }
}
