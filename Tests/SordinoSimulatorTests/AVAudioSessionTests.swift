import AVFAudio
import SordinoSimulator
import Synchronization
import Testing

/// The face of the session as programs see it.
@Suite struct AVAudioSessionTests {
    private func hear(
        _ name: NSNotification.Name, of app: SimulatedApp, _ body: () throws -> Void
    ) rethrows -> [[AnyHashable: Any]] {
        final class Heard: @unchecked Sendable { var infos: [[AnyHashable: Any]] = [] }
        let heard = Heard()
        let token = NotificationCenter.default.addObserver(forName: name, object: app.session, queue: nil) {
            heard.infos.append($0.userInfo ?? [:])
        }
        defer { NotificationCenter.default.removeObserver(token) }
        try body()
        return heard.infos
    }

    @Test func aFreshSessionHasApplesDefaults() {
        let session = SimulatedDevice().app("Fresh").session
        #expect(session.category == .soloAmbient)
        #expect(session.mode == .default)
        #expect(session.categoryOptions == [])
        #expect(session.routeSharingPolicy == .default)
        #expect(session.preferredSampleRate == 0)
        #expect(session.preferredIOBufferDuration == 0)
        #expect(session.preferredInput == nil)
        #expect(session.availableInputs == nil)
        #expect(session.prefersInterruptionOnRouteDisconnect)
        #expect(!session.prefersNoInterruptionsFromSystemAlerts)
        #expect(!session.allowHapticsAndSystemSoundsDuringRecording)
        #expect(session.outputVolume == 1)
        #expect(session.promptStyle == .normal)
        #expect(!session.isOtherAudioPlaying)
    }

    @Test func interruptionsCarryApplesKeysAndNumbers() throws {
        let scene = Scenario()
        let mus = try scene.mus()
        let infos = hear(AVAudioSession.interruptionNotification, of: mus) {
            scene.device.ring()
            scene.device.declineCall()
        }
        #expect(infos.count == 2)
        #expect(infos[0]["AVAudioSessionInterruptionTypeKey"] as? UInt == 1)
        #expect(infos[0]["AVAudioSessionInterruptionReasonKey"] as? UInt == 0)
        #expect(infos[0]["AVAudioSessionInterruptionOptionKey"] == nil)
        #expect(infos[0]["AVAudioSessionInterruptionWasSuspendedKey"] == nil)
        #expect(infos[1]["AVAudioSessionInterruptionTypeKey"] as? UInt == 0)
        #expect(infos[1]["AVAudioSessionInterruptionOptionKey"] as? UInt == 1)
        #expect(infos[1]["AVAudioSessionInterruptionReasonKey"] == nil)
        #expect(infos[1]["AVAudioSessionInterruptionOptionKey"] is NSNumber)
    }

    @Test func routeChangesCarryTheRouteFromBefore() throws {
        let scene = Scenario()
        let mus = try scene.mus()
        let infos = hear(AVAudioSession.routeChangeNotification, of: mus) { scene.device.plug(.headphones) }
        #expect(infos.count == 1)
        #expect(infos[0]["AVAudioSessionRouteChangeReasonKey"] as? UInt == 1)
        let previous = infos[0]["AVAudioSessionRouteChangePreviousRouteKey"] as? AVAudioSessionRouteDescription
        #expect(previous?.outputs.map(\.portType) == [.builtInSpeaker])
        let headphones = try #require(mus.session.currentRoute.outputs.first)
        #expect(headphones.portType == .headphones)
        #expect(headphones.portType.rawValue == "Headphones")
        #expect(headphones.uid == "Wired Headphones")
        #expect(headphones.channels?.map(\.channelName) == ["Headphone Left", "Headphone Right"])
        #expect(headphones.channels?.map(\.channelNumber) == [1, 2])
        #expect(headphones.channels?.map(\.channelLabel) == [1, 2])
        #expect(headphones.channels?.allSatisfy { $0.owningPortUID == "Wired Headphones" } == true)
        #expect(headphones.dataSources == nil)
        #expect(mus.session.currentRoute == mus.session.currentRoute)
        #expect(mus.session.currentRoute != previous)
    }

    @Test func aRefusalIsAnErrorWithApplesDomainCodeAndOurReason() throws {
        let session = SimulatedDevice().app("Any").session
        do {
            try session.setCategory(.playback, options: .defaultToSpeaker)
            Issue.record("it was allowed")
        } catch let error as NSError {
            #expect(error.domain == NSOSStatusErrorDomain)
            #expect(error.code == AVAudioSession.ErrorCode.badParam.rawValue)
            #expect(!error.localizedDescription.isEmpty)
            #expect(error.userInfo["SordinoRule"] as? String == "R3.2")
        }
        #expect(code { try session.setCategory(AVAudioSession.Category(rawValue: "Nonsense")) } == -50)
        #expect(code { try session.setMode(AVAudioSession.Mode(rawValue: "Nonsense")) } == -50)
        #expect(session.category == .soloAmbient)
    }

    @Test func inputsCanBeChosenAndForgotten() throws {
        let device = SimulatedDevice()
        device.plug(.headset)
        let app = device.app("Recorder")
        try app.activate(.playAndRecord)
        let session = app.session
        #expect(session.currentRoute.inputs.map(\.portType) == [.headsetMic])
        let inputs = try #require(session.availableInputs)
        #expect(Set(inputs.map(\.portType)) == [.builtInMic, .headsetMic])
        let builtIn = try #require(inputs.first { $0.portType == .builtInMic })
        try app.perform { try session.setPreferredInput(builtIn) }
        #expect(session.preferredInput == builtIn)
        #expect(session.currentRoute.inputs == [builtIn])
        #expect(session.currentRoute.outputs.map(\.portType) == [.headphones])
        try app.perform { try session.setPreferredInput(nil) }
        #expect(session.preferredInput == nil)
        #expect(session.currentRoute.inputs.map(\.portType) == [.headsetMic])
        device.unplug(.headset)
        let gone = try #require(inputs.first { $0.portType == .headsetMic })
        #expect(code { try session.setPreferredInput(gone) } == -50)
    }

    @Test func dataSourcesAndPatternsOfTheMicrophoneCanBeChosen() throws {
        let device = SimulatedDevice()
        let app = device.app("Recorder")
        try app.activate(.record)
        let session = app.session
        let sources = try #require(session.inputDataSources)
        #expect(sources.map(\.dataSourceName) == ["Bottom", "Front", "Back"])
        #expect(session.inputDataSource?.orientation == .bottom)
        #expect(session.inputDataSource?.location == .lower)
        let front = sources[1]
        try app.perform { try session.setInputDataSource(front) }
        #expect(session.inputDataSource == front)
        #expect(session.currentRoute.inputs.first?.preferredDataSource == front)
        #expect(front.supportedPolarPatterns == [.omnidirectional, .cardioid, .stereo])
        try app.perform { try front.setPreferredPolarPattern(.cardioid) }
        #expect(session.inputDataSource?.preferredPolarPattern == .cardioid)
        #expect(code { try front.setPreferredPolarPattern(.subcardioid) } == -50)
        #expect(session.outputDataSources == nil)
        #expect(code { try session.setOutputDataSource(front) } == -50)
    }

    @Test func theHardwareIsGrantedToWhoHoldsIt() throws {
        let device = SimulatedDevice()
        let app = device.app("Studio")
        let session = app.session
        try app.perform {
            try session.setCategory(.playAndRecord)
            try session.setPreferredSampleRate(44_100)
            try session.setPreferredIOBufferDuration(0.005)
            try session.setActive(true)
        }
        #expect(session.preferredSampleRate == 44_100)
        #expect(session.sampleRate == 44_100)
        // 256 frames are the first power of two that lasts 5 ms.
        #expect(abs(session.ioBufferDuration - 256 / 44_100) < 1e-9)
        #expect(session.inputNumberOfChannels == 1)
        #expect(session.outputNumberOfChannels == 1, "the receiver has one")
        #expect(session.outputLatency > 0)
        #expect(session.inputLatency > 0)
        #expect(code { try session.setPreferredOutputNumberOfChannels(0) } == -50)
        #expect(code { try session.setPreferredOutputNumberOfChannels(99) } == -50)
        #expect(code { try session.setPreferredIOBufferDuration(.nan) } == -50)
    }

    @Test func volumeCanBeObservedUntilTheObservationEnds() throws {
        let scene = Scenario()
        // While nothing plays the keys move the ringer's volume.
        let session = try scene.mus().session
        let device = scene.device
        device.volume = 0.5
        final class Heard: @unchecked Sendable { var changes: [[Float?]] = [] }
        let heard = Heard()
        let observation = session.observe(\.outputVolume, options: [.initial, .new, .old]) { observed, change in
            #expect(observed === session)
            #expect(change.kind == .setting)
            #expect(!change.isPrior)
            heard.changes.append([change.oldValue, change.newValue])
        }
        #expect(heard.changes == [[nil, 0.5]])
        device.pressVolumeUp()
        #expect(heard.changes == [[nil, 0.5], [0.5, 0.5625]])
        device.isRingerSilent = true
        #expect(heard.changes.count == 2, "nothing that it observes has changed")
        observation.invalidate()
        device.pressVolumeUp()
        #expect(heard.changes.count == 2)
    }

    @Test(.timeLimit(.minutes(20))) func volumeCanBeReadAsASequence() async throws {
        let scene = Scenario()
        let session = try scene.mus().session
        let device = scene.device
        device.volume = 0.25
        var values = session.values(of: \.outputVolume).makeAsyncIterator()
        #expect(await values.next() == 0.25)
        device.pressVolumeUp()
        #expect(await values.next() == 0.3125)
    }

    @Test func permissionToRecordIsAskedForOnce() throws {
        let device = SimulatedDevice()
        let app = device.app("Recorder", recordPermission: .undetermined)
        let answers = Mutex<[Bool]>([])
        #expect(app.session.recordPermission == .undetermined)
        app.perform { AVAudioApplication.requestRecordPermission { answer in answers.withLock { $0.append(answer) } } }
        #expect(answers.withLock { $0 } == [], "the person has not answered yet")
        app.answerRecordPermission(true)
        #expect(answers.withLock { $0 } == [true])
        #expect(app.session.recordPermission == .granted)
        #expect(app.perform { AVAudioApplication.shared.recordPermission } == .granted)
        app.perform { app.session.requestRecordPermission { answer in answers.withLock { $0.append(answer) } } }
        #expect(answers.withLock { $0 } == [true, true], "answered at once")
        let denied = device.app("Denied", recordPermission: .denied)
        denied.perform {
            denied.session.requestRecordPermission { answer in answers.withLock { $0.append(answer) } }
        }
        #expect(answers.withLock { $0 } == [true, true, false])
    }

    @Test func programsOf2026HearOfActivityAndResumption() async throws {
        let scene = Scenario()
        let mus = scene.device.app("Mus", backgroundModes: .audio)
        #expect(try await mus.perform { try await mus.session.activate() })
        let became = hear(AVAudioSession.didBecomeInactiveNotification, of: mus) {
            scene.device.ring()
        }
        let context = became.first?[AVAudioSession.deactivationContextKey] as? AVAudioSession.DeactivationContext
        #expect(became.count == 1)
        #expect(context?.source == .system)
        #expect(context?.interruptionContext?.reason == .default)
        let resumes = hear(AVAudioSession.resumptionRecommendationNotification, of: mus) {
            scene.device.declineCall()
        }
        let resumption = resumes.first?[AVAudioSession.resumptionContextKey] as? AVAudioSession.ResumptionContext
        #expect(resumption?.recommendation == .shouldResume)
        let active = hear(AVAudioSession.didBecomeActiveNotification, of: mus) {
            mus.perform { mus.session.activate { success, error in #expect(success && error == nil) } }
        }
        #expect(active.count == 1)
        let ended = try hear(AVAudioSession.didBecomeInactiveNotification, of: mus) { try mus.deactivate() }
        let end = ended.first?[AVAudioSession.deactivationContextKey] as? AVAudioSession.DeactivationContext
        #expect(end?.source == .app)
        #expect(end?.interruptionContext == nil)
    }

    @MainActor @Test func typedMessagesReachTheMainActor() throws {
        let scene = Scenario()
        let mus = try scene.mus()
        var heard: [String] = []
        let center = NotificationCenter.default
        let tokens = [
            center.addObserver(of: mus.session, for: .didBecomeInactive) { message in
                if case .systemInterruption(let context) = message.deactivationResult {
                    heard.append("inactive: \(context.reason)")
                }
            },
            center.addObserver(of: mus.session, for: .resumptionRecommendation) { message in
                heard.append("resume: \(message.recommendation)")
            },
        ]
        scene.device.ring()
        scene.device.declineCall()
        #expect(heard == ["inactive: default", "resume: shouldResume"])
        for token in tokens { center.removeObserver(token) }
    }
}
