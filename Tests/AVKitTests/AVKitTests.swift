import AVKit
import Testing

@Suite struct AVKitTests {
    @Test func speedsHaveNumbersAndNamesAndPlayersTakeThem() {
        let speed = AVPlaybackSpeed(rate: 1.75, localizedName: "Hasty")
        #expect(speed.rate == 1.75 && speed.localizedName == "Hasty")
        #expect(AVPlaybackSpeed(rate: 2, localizedName: "").localizedNumericName == "2×")
        #expect(speed.localizedNumericName.filter(\.isNumber) == "175" && speed.localizedNumericName.hasSuffix("×"))
        let rates = AVPlaybackSpeed.systemDefaultSpeeds.map(\.rate)
        #expect(rates == rates.sorted() && rates.contains(1) && Set(rates).count == rates.count)
        #expect(AVPlaybackSpeed.systemDefaultSpeeds.allSatisfy { !$0.localizedName.isEmpty })
        #expect(AVPlaybackSpeed.systemDefaultSpeeds.first === AVPlaybackSpeed.systemDefaultSpeeds.first)
        #expect(speed == AVPlaybackSpeed(rate: 1.75, localizedName: "Hasty"))
        // `AVPlayer` comes with the module.
        let player = AVPlayer()
        player.defaultRate = speed.rate
        #expect(player.defaultRate == 1.75)
    }

    @Test func foreignStretchesAreValues() throws {
        let range = CMTimeRange(start: CMTime(value: 1, timescale: 2), duration: CMTime(value: 3, timescale: 1))
        let stretch = AVInterstitialTimeRange(timeRange: range)
        #expect(stretch.timeRange == range && stretch == AVInterstitialTimeRange(timeRange: range))
        #expect(try #require(stretch.copy() as? AVInterstitialTimeRange) == stretch)
        #expect(Set([stretch, AVInterstitialTimeRange(timeRange: range)]).count == 1)
    }

    @Test func errorsHaveTheirDomainAndNumbers() {
        let error: any Error = AVKitError(.pictureInPictureStartFailed)
        let bridged = error as NSError
        #expect(bridged.domain == AVKitErrorDomain && bridged.code == -1001 && AVKitError.unknown.rawValue == -1000)
        do { throw error } catch AVKitError.pictureInPictureStartFailed {} catch { Issue.record("not the kind") }
    }
}
