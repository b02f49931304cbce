import AVAudioTypes
import Foundation
import Testing

struct AVAudioTimeTests {
    @Test func eachInitialiserMakesItsTimesValid() {
        let host = AVAudioTime(hostTime: 5)
        #expect(host.isHostTimeValid && !host.isSampleTimeValid && host.hostTime == 5 && host.sampleRate == 0)
        let sample = AVAudioTime(sampleTime: -3, atRate: 44100)
        #expect(!sample.isHostTimeValid && sample.isSampleTimeValid)
        #expect(sample.sampleTime == -3 && sample.sampleRate == 44100)
        let both = AVAudioTime(hostTime: 7, sampleTime: 9, atRate: 48000)
        #expect(both.audioTimeStamp.mFlags == .sampleHostTimeValid)
        #expect(both.audioTimeStamp.mSampleTime == 9 && both.audioTimeStamp.mHostTime == 7)
        #expect(!AVAudioTime().isHostTimeValid && !AVAudioTime().isSampleTimeValid)
    }

    @Test func aTimeStampIsKeptWhole() {
        var stamp = AudioTimeStamp()
        stamp.mSampleTime = 12.75
        stamp.mWordClockTime = 3
        stamp.mFlags = [.sampleTimeValid, .wordClockTimeValid]
        let time = AVAudioTime(audioTimeStamp: &stamp, sampleRate: 8000)
        #expect(time.audioTimeStamp.mWordClockTime == 3)
        #expect(time.sampleTime == 12 && time.audioTimeStamp.mSampleTime == 12.75)
        #expect(time.isSampleTimeValid && !time.isHostTimeValid)
        for (value, expected) in [(Double.nan, 0), (.infinity, Int64.max), (-1e300, .min)] {
            stamp.mSampleTime = value
            #expect(AVAudioTime(audioTimeStamp: &stamp, sampleRate: 8000).sampleTime == expected)
        }
    }

    @Test func hostTimeCountsNanoseconds() {
        #expect(AVAudioTime.hostTime(forSeconds: 1.5) == 1_500_000_000)
        #expect(AVAudioTime.seconds(forHostTime: 250_000_000) == 0.25)
        #expect(AVAudioTime.hostTime(forSeconds: -1) == 0)
        #expect(AVAudioTime.hostTime(forSeconds: .nan) == 0)
        #expect(AVAudioTime.hostTime(forSeconds: .infinity) == .max)
        #expect(AVAudioTime.hostTime(forSeconds: AVAudioTime.seconds(forHostTime: 123_456_789)) == 123_456_789)
    }

    static let anchor = AVAudioTime(hostTime: 10_000_000_000, sampleTime: 44100, atRate: 44100)

    @Test func sampleTimeLeadsToHostTime() throws {
        let later = try #require(AVAudioTime(sampleTime: 66150, atRate: 44100).extrapolateTime(fromAnchor: Self.anchor))
        #expect(later.isHostTimeValid && later.isSampleTimeValid)
        #expect(later.hostTime == 10_500_000_000 && later.sampleTime == 66150 && later.sampleRate == 44100)
        let earlier = try #require(AVAudioTime(sampleTime: 0, atRate: 44100).extrapolateTime(fromAnchor: Self.anchor))
        #expect(earlier.hostTime == 9_000_000_000)
    }

    @Test func hostTimeLeadsToSampleTimeAtTheAnchorsRate() throws {
        let later = try #require(AVAudioTime(hostTime: 12_000_000_000).extrapolateTime(fromAnchor: Self.anchor))
        #expect(later.sampleTime == 132300 && later.sampleRate == 44100 && later.hostTime == 12_000_000_000)
        let earlier = try #require(AVAudioTime(hostTime: 8_500_000_000).extrapolateTime(fromAnchor: Self.anchor))
        #expect(earlier.sampleTime == -22050)
    }

    @Test func aRateScalarStretchesTheWay() throws {
        var stamp = Self.anchor.audioTimeStamp
        stamp.mRateScalar = 1.01
        stamp.mFlags.insert(.rateScalarValid)
        let anchor = AVAudioTime(audioTimeStamp: &stamp, sampleRate: 44100)
        let later = try #require(AVAudioTime(sampleTime: 88200, atRate: 44100).extrapolateTime(fromAnchor: anchor))
        #expect(later.hostTime == 11_010_000_000)
        #expect(later.audioTimeStamp.mFlags.contains(.rateScalarValid))
        let back = try #require(AVAudioTime(hostTime: 11_010_000_000).extrapolateTime(fromAnchor: anchor))
        #expect(back.sampleTime == 88200)
    }

    @Test func aCompleteTimeComesBackAsItIs() {
        let time = AVAudioTime(hostTime: 1, sampleTime: 2, atRate: 3)
        #expect(time.extrapolateTime(fromAnchor: Self.anchor) === time)
    }

    @Test func withoutACompleteAnchorThereIsNothing() {
        let time = AVAudioTime(sampleTime: 0, atRate: 44100)
        #expect(time.extrapolateTime(fromAnchor: AVAudioTime(hostTime: 5)) == nil)
        #expect(time.extrapolateTime(fromAnchor: AVAudioTime(sampleTime: 5, atRate: 44100)) == nil)
        #expect(time.extrapolateTime(fromAnchor: AVAudioTime(hostTime: 5, sampleTime: 5, atRate: 0)) == nil)
        #expect(AVAudioTime().extrapolateTime(fromAnchor: Self.anchor) == nil)
        #expect(AVAudioTime(sampleTime: 0, atRate: 0).extrapolateTime(fromAnchor: Self.anchor) == nil)
    }

    @Test func hostTimeNeverWraps() throws {
        let anchor = AVAudioTime(hostTime: 1000, sampleTime: 0, atRate: 48000)
        let before = try #require(AVAudioTime(sampleTime: -48000, atRate: 48000).extrapolateTime(fromAnchor: anchor))
        #expect(before.hostTime == 0)
        let far = try #require(AVAudioTime(sampleTime: .max, atRate: 1).extrapolateTime(fromAnchor: anchor))
        #expect(far.hostTime == .max)
    }
}
