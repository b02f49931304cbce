import AVFAudio
import SordinoSimulator
import Synchronization
import Testing

/// Programs that mute themselves, and what the route says of itself.
@Suite struct MuteScenarioTests {
    let device = SimulatedDevice(.phone)

    /// The loudspeaker's samples so far.
    private func speaker() throws -> SimulatedOutput { try #require(device.output(.builtInSpeaker)) }

    @Test func aMutedOutputIsSilentOnThePortAndOpensAgain() throws {
        let app = device.app("Music", backgroundModes: .audio)
        try app.activate(.playback)
        try app.playTone()
        device.advance(0.5)
        let heard = Heard(AVAudioSession.outputMuteStateChangeNotification, app.session, AVAudioSession.muteStateKey)
        #expect(try speaker().level(of: app, at: 0.4) > -1)
        try app.perform { try app.session.setOutputMuted(true) }
        device.advance(0.5)
        #expect(app.session.isOutputMuted)
        #expect(try speaker().peak(from: 0.6, to: 1.0) == 0)
        try app.perform { try app.session.setOutputMuted(false) }
        device.advance(0.5)
        #expect(try speaker().level(of: app, at: 1.3) > -1)
        #expect(heard.values == [1, 0])
    }

    @Test func theVolumeKeyHintsAtUnmuting() throws {
        let app = device.app("Music")
        try app.activate(.playback)
        try app.playTone()
        try app.perform { try app.session.setOutputMuted(true) }
        device.advance(0.1)
        let hints = Heard(AVAudioSession.userIntentToUnmuteOutputNotification, app.session, nil)
        device.pressVolumeUp()
        device.advance(0.1)
        #expect(hints.values == [-1])
    }

    @Test func theApplicationsInputMuteIsToldWhenItRecords() throws {
        let app = device.app("Memo")
        let application = app.perform { AVAudioApplication.shared }
        let heard = Heard(
            AVAudioApplication.inputMuteStateChangeNotification, application, AVAudioApplication.muteStateKey)
        try app.perform { try application.setInputMuted(true) }
        device.advance(0.1)
        #expect(application.isInputMuted)
        #expect(heard.values == [])
        try app.activate(.playAndRecord)
        device.advance(0.1)
        #expect(heard.values == [1])
    }

    @Test func theRouteSaysWhichLayoutsItPlays() throws {
        let app = device.app("Movie")
        try app.activate(.playback)
        #expect(app.session.supportedOutputChannelLayouts.map(\.layoutTag) == [kAudioChannelLayoutTag_Stereo])
        #expect(app.session.renderingMode == .monoStereo)
        try app.perform { try app.session.setSupportsMultichannelContent(true) }
        let modes = Heard(
            AVAudioSession.renderingModeChangeNotification, app.session, AVAudioSessionRenderingModeNewRenderingModeKey)
        device.plug(.hdmi(channelCount: 6))
        device.advance(0.1)
        #expect(
            app.session.supportedOutputChannelLayouts.map(\.layoutTag) == [
                kAudioChannelLayoutTag_Stereo, kAudioChannelLayoutTag_AAC_5_1,
            ])
        #expect(app.session.renderingMode == .surround)
        #expect(modes.values == [AVAudioSession.RenderingMode.surround.rawValue])
    }

    @Test func routeSelectionSaysWhereItWouldPlay() throws {
        let app = device.app("Podcast")
        let answers = Mutex<[String]>([])
        func ask() {
            app.perform {
                app.session.prepareRouteSelectionForPlayback { starts, selection in
                    answers.withLock { $0.append("\(starts) \(selection)") }
                }
            }
            device.advance(0.1)
        }
        try app.perform { try app.session.setCategory(.playback, mode: .default, policy: .longFormAudio) }
        ask()
        device.plug(.airPlay())
        device.advance(0.1)
        ask()
        #expect(answers.withLock { $0 } == ["true local", "true external"])
    }
}

/// The numbers that came with a notification; -1 for one without.
private final class Heard: Sendable {
    private let numbers = Mutex<[Int]>([])
    private nonisolated(unsafe) var token: (any NSObjectProtocol)?

    init(_ name: Notification.Name, _ object: AnyObject, _ key: String?) {
        token = NotificationCenter.default.addObserver(forName: name, object: object, queue: nil) { [weak self] note in
            let number = key.flatMap { note.userInfo?[$0] as? NSNumber }
            self?.numbers.withLock { $0.append(number?.intValue ?? -1) }
        }
    }

    deinit { if let token { NotificationCenter.default.removeObserver(token) } }

    var values: [Int] { numbers.withLock { $0 } }
}
