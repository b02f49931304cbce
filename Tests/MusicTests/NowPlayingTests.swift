import AVFoundation
import MediaPlayer
import MusicFiles
import Patience
import SordinoLibrary
import SordinoSimulator
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(20)))
struct NowPlayingTests {
    private let phone: MusicPhone
    private var device: SimulatedDevice { phone.device }

    init() throws { phone = try MusicPhone() }

    @Test func everyCommandReachesItsHandlerWithItsValue() throws {
        let heard = Mutex<[String]>([])
        phone.perform {
            let center = MPRemoteCommandCenter.shared()
            func listen(_ command: MPRemoteCommand, _ text: @escaping @Sendable (MPRemoteCommandEvent) -> String) {
                command.addTarget { event in
                    heard.withLock { $0.append(text(event)) }
                    return .success
                }
            }
            listen(center.seekForwardCommand) {
                ($0 as? MPSeekCommandEvent)?.type == .beginSeeking ? "seek" : "seek end"
            }
            listen(center.seekBackwardCommand) {
                ($0 as? MPSeekCommandEvent)?.type == .beginSeeking ? "back" : "back end"
            }
            center.ratingCommand.maximumRating = 5
            listen(center.ratingCommand) { "rating \(($0 as? MPRatingCommandEvent)?.rating ?? -1)" }
            for (name, command) in [
                ("like", center.likeCommand), ("dislike", center.dislikeCommand), ("bookmark", center.bookmarkCommand),
            ] {
                listen(command) {
                    "\(name) \(($0 as? MPFeedbackCommandEvent)?.isNegative == true ? "taken back" : "given")"
                }
            }
            listen(center.changeRepeatModeCommand) {
                "repeat \(($0 as? MPChangeRepeatModeCommandEvent)?.repeatType.rawValue ?? -1)"
            }
            listen(center.changeShuffleModeCommand) {
                "shuffle \(($0 as? MPChangeShuffleModeCommandEvent)?.shuffleType.rawValue ?? -1)"
            }
            listen(center.enableLanguageOptionCommand) {
                "language \(($0 as? MPChangeLanguageOptionCommandEvent)?.languageOption.languageTag ?? "")"
            }
            let options = ["en", "fr"].map {
                MPNowPlayingInfoLanguageOption(
                    type: .audible, languageTag: $0, characteristics: nil, displayName: $0, identifier: $0)
            }
            MPNowPlayingInfoCenter.default().nowPlayingInfo = [
                MPNowPlayingInfoPropertyAvailableLanguageOptions: [
                    MPNowPlayingInfoLanguageOptionGroup(
                        languageOptions: options, defaultLanguageOption: options[0], allowEmptySelection: false)
                ]
            ]
        }
        for words in [
            "seekForward 1", "seekForward 0", "seekBackward 1", "rating 9", "like 1", "dislike -1", "bookmark 1",
            "changeRepeatMode 2", "changeShuffleMode 1", "changeRepeatMode 7", "enableLanguageOption 1",
            "enableLanguageOption 5",
        ] { phone.app.press(words) }
        device.advance(0.1)
        #expect(
            heard.withLock { $0 } == [
                "seek", "seek end", "back", "rating 5.0", "like given", "dislike taken back", "bookmark given",
                "repeat 2",
                "shuffle 1", "language fr",
            ])
    }

    @Test func keysOfShellsReachTheMusicPlayer() throws {
        try phone.song("A", seconds: 5)
        try phone.song("B", seconds: 5)
        _ = try phone.open()
        let player = phone.perform { MPMusicPlayerController.applicationMusicPlayer }
        phone.perform {
            player.setQueue(with: .songs())
            player.play()
        }
        device.advance(0.5)
        phone.app.press("nextTrack")
        device.advance(0.1)
        #expect(player.nowPlayingItem?.title == "B")
        phone.app.press("changePosition 3")
        phone.app.press("pause")
        device.advance(0.1)
        #expect(player.playbackState == .paused && abs(player.currentPlaybackTime - 3) < 0.2)
        phone.app.press("rating 4")
        phone.app.press("seekForward 1")
        device.advance(0.25)
        #expect(player.playbackState == .seekingForward)
        // The library keeps it when its thread comes to it.
        let isRated = Patience.until {
            phone.perform { MPMediaQuery.songs().items?.first { $0.title == "B" }?.rating } == 4
        }
        #expect(isRated)
        phone.app.press("seekForward 0")
        device.advance(0.1)
        #expect(player.playbackState == .paused && abs(player.currentPlaybackTime - 4) < 0.5)
        phone.app.press("changeRepeatMode 1")
        device.advance(0.1)
        #expect(player.repeatMode == .one)
        let info = try #require(phone.perform { MPNowPlayingInfoCenter.default().nowPlayingInfo })
        #expect(
            info[MPMediaItemPropertyTitle] as? String == "B"
                && info[MPNowPlayingInfoPropertyPlaybackQueueCount] as? Int == 2)
    }

    @Test func picturesAreTakenFromFilesOfTheirKindsAlone() {
        #expect(UIImage(data: Data(TaggedSound.picture))?.size == CGSize(width: 1, height: 1))
        #expect(UIImage(data: Data([0xFF, 0xD8, 0xFF])) != nil && UIImage(data: Data("no".utf8)) == nil)
        #expect(UIImage(contentsOfFile: "/nothing") == nil)
        #expect(MPNowPlayingInfoCenter.supportedAnimatedArtworkKeys.isEmpty)
        let automatic = MPNowPlayingInfoLanguageOption(
            type: .legible, languageTag: "", characteristics: nil, displayName: "Auto", identifier: "auto")
        #expect(automatic.isAutomaticLegibleLanguageOption() && !automatic.isAutomaticAudibleLanguageOption())
    }
}
