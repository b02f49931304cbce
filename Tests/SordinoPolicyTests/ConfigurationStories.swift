import SordinoPolicy
import Testing

/// Scenarios S91 to S95 and S113: categories, modes and options.
@Suite struct ConfigurationStories {
    @Test func S91_optionsAreNotSticky() {
        var world = World()
        let app = world.launch(
            "App", category: .playAndRecord, options: CategoryOptions(rawValue: 0xB))
        world.activate(app)
        #expect(world.outputs(app) == ["Speaker"])
        world.clear()
        world.request(
            app, .configure(category: Category.playAndRecord.rawValue, mode: nil, options: nil, policy: nil))
        #expect(world.heard == ["R(App,3: from Speaker+MicrophoneBuiltIn)", "ok"])
        #expect(world.view(app).configuration.options == [])
        #expect(world.outputs(app) == ["Receiver"])
    }

    @Test func S92_anInvalidOptionChangesNothing() {
        var world = World()
        let app = world.launch("App", category: .playAndRecord, options: .mixWithOthers)
        let before = world.view(app)
        world.set(app, .playback, nil, .defaultToSpeaker)
        #expect(world.heard == ["err(-50)"])
        #expect(world.effects.count == 1)
        #expect(world.view(app) == before)
    }

    /// §3: what each option may explicitly stand with; the options of mixing are ignored elsewhere (R3.7).
    @Test(arguments: Mode.allCases) func optionsAreValidWithTheCategoriesOfTheTable(_ mode: Mode) {
        let all = Set(Category.allCases)
        let bluetooth: Set<SordinoPolicy.Category> =
            mode == .dualRoute ? [.record, .playAndRecord, .multiRoute] : [.record, .playAndRecord]
        let table: [(CategoryOptions, Set<SordinoPolicy.Category>)] = [
            (.mixWithOthers, all),
            (.duckOthers, all),
            ([.interruptSpokenAudio, .mixWithOthers], all),
            ([.interruptSpokenAudio, .mixWithOthers, .duckOthers], all),
            (.allowBluetoothHFP, bluetooth),
            (.defaultToSpeaker, [.playAndRecord]),
            (.allowBluetoothA2DP, [.playAndRecord]),
            (.allowAirPlay, [.playAndRecord]),
            (.overrideMutedMicrophoneInterruption, [.playAndRecord, .multiRoute]),
            ([.farFieldInput, .allowBluetoothHFP], bluetooth),
            (.bluetoothHighQualityRecording, mode == .standard ? [.record, .playAndRecord] : []),
            ([], all),
            (CategoryOptions(rawValue: 1 << 40), all),  // unknown bits are ignored
        ]
        for (options, categories) in table {
            for category in Category.allCases {
                var world = World()
                let app = world.launch("App")
                let refusal = world.set(app, category, mode, options)
                #expect(
                    refusal?.code == (categories.contains(category) ? nil : .badParam), "\(category) \(mode) \(options)"
                )
            }
        }
    }

    /// The effect of the options of mixing in each category.
    @Test(arguments: Category.allCases) func optionsOfMixingActWhereTheCategoryMixes(_ category: SordinoPolicy.Category)
    {
        let mixes: Set<SordinoPolicy.Category> = [.ambient, .playback, .playAndRecord, .multiRoute]
        for options in [CategoryOptions.mixWithOthers, .duckOthers, [.mixWithOthers, .interruptSpokenAudio]] {
            var world = World()
            let mus = world.music()
            let game = world.playing("Game", .ambient)
            let app = world.launch("App", category: category, options: options)
            world.activate(app)
            #expect(world.view(app).configuration.options == options)
            #expect((world.state(mus) == .active) == mixes.contains(category), "\(category) \(options)")
            #expect(world.view(app).effectiveOptions.isSuperset(of: options))
            let implied = world.view(app).effectiveOptions.contains(.mixWithOthers)
            #expect(implied == (mixes.contains(category) || options.contains(.mixWithOthers)))
            let level: Int? = category == .record ? nil : options == .duckOthers && mixes.contains(category) ? -14 : 0
            #expect(world.decibels(game) == level, "\(category) \(options)")
        }
    }

    /// Apple's sample for speech recognition, and most public programs for speech.
    @Test func speechProgramsRecordWithDuckOthers() {
        var world = World()
        let mus = world.music()
        let app = world.launch("SpokenWord")
        #expect(world.set(app, .record, .measurement, .duckOthers) == nil)
        world.play(app, 1, IOKind(.engine, hasInput: true, hasOutput: false))
        #expect(world.notified.first == "B(Mus)")
        #expect(world.view(app).configuration.mode == .measurement)
        world.deactivate(app, notify: true)
        #expect(world.notified.last == "E(Mus,1)")
    }

    @Test func unknownNamesAreRefused() {
        var world = World()
        let app = world.launch("App")
        world.request(app, .configure(category: "Loud", mode: nil, options: nil, policy: nil))
        world.request(app, .configure(category: nil, mode: "Louder", options: nil, policy: nil))
        world.request(app, .configure(category: nil, mode: nil, options: nil, policy: 9))
        #expect(world.heard == ["err(-50)", "err(-50)", "err(-50)"])
        #expect(world.view(app).configuration == SessionConfiguration())
    }

    @Test func effectiveOptionsHoldWhatIsImplied() {
        var world = World()
        let app = world.launch("App")
        world.set(app, .playback, .standard, .duckOthers)
        #expect(
            world.view(app).effectiveOptions == [.duckOthers, .mixWithOthers, .allowBluetoothA2DP, .allowAirPlay])
        world.set(app, .playAndRecord, .videoChat)
        #expect(world.view(app).effectiveOptions == [.allowBluetoothHFP, .defaultToSpeaker])
        world.set(app, .playAndRecord, .voiceChat)
        #expect(world.view(app).effectiveOptions == [.allowBluetoothHFP])
        #expect(world.view(app).configuration.options == [])
    }

    /// rules.md §2: voice chat brings Bluetooth for calls, and the program may clear it.
    @Test func aVoiceChatMayDoWithoutBluetoothForCalls() {
        var world = World()
        world.plug(RouteStories.hfp)
        let voip = world.launch("VoIP", category: .playAndRecord, mode: .voiceChat)
        world.activate(voip)
        #expect(world.outputs(voip) == ["BluetoothHFP"])
        let playAndRecord = Category.playAndRecord.rawValue
        func configure(options: CategoryOptions?, mode: Mode? = nil) {
            world.request(
                voip,
                .configure(category: playAndRecord, mode: mode?.rawValue, options: options?.rawValue, policy: nil))
        }
        configure(options: [])
        #expect(world.view(voip).configuration.mode == .voiceChat)
        #expect(world.view(voip).effectiveOptions == [])
        #expect(world.outputs(voip) == ["Receiver"])
        configure(options: .allowBluetoothHFP)
        #expect(world.outputs(voip) == ["BluetoothHFP"])
        configure(options: .defaultToSpeaker)
        #expect(world.outputs(voip) == ["Speaker"])
        // Without a word about options they are as the mode has them, and so they are when the mode is set anew.
        configure(options: nil)
        #expect(world.outputs(voip) == ["BluetoothHFP"])
        configure(options: [])
        configure(options: [], mode: .voiceChat)
        #expect(world.view(voip).effectiveOptions == .allowBluetoothHFP)
        #expect(world.outputs(voip) == ["BluetoothHFP"])
    }

    @Test func S93_aModeThatTheCategoryDoesNotKnowIsStoredAndMeansNothing() {
        var world = World()
        let app = world.launch("App", category: .multiRoute)
        world.activate(app)
        world.clear()
        world.request(app, .configure(category: nil, mode: Mode.gameChat.rawValue, options: nil, policy: nil))
        #expect(world.heard == ["ok"])
        #expect(world.view(app).configuration.mode == .gameChat)
        #expect(world.view(app).effectiveOptions == [])
    }

    @Test func S94_aModeOnAMixableHasNoEffect() {
        var world = World()
        world.plug(RouteStories.hfp)
        let app = world.launch("App", category: .playAndRecord, options: .mixWithOthers)
        world.activate(app)
        world.clear()
        world.set(app, .playAndRecord, .voiceChat, .mixWithOthers)
        #expect(world.heard == ["ok"])
        #expect(world.outputs(app) == ["Receiver"])
    }

    @Test func S95_becomingNonMixableInterrupts() {
        var world = World()
        let mus = world.music()
        let mix = world.playing("Mix", .playback, .standard, .mixWithOthers)
        world.set(mix, .playback)
        #expect(world.heard == ["stop(Mus.1)", "B(Mus)", "pl+(Mus.1)", "ok"])
        #expect(world.decibels(mus) == nil)
        #expect(world.decibels(mix) == 0)
        world.clear()
        // R4.13: mixing again ends no interruption.
        world.set(mix, .playback, nil, .mixWithOthers)
        #expect(world.heard == ["ok"])
        #expect(world.state(mus) == .interrupted)
        world.deactivate(mix, notify: true)
        #expect(world.notified == ["E(Mus,1)"])
    }

    @Test func R4_12_aChangeThatMayNotInterruptLeavesTheOldConfiguration() {
        var world = World()
        let mus = world.music()
        let mix = world.playing("Mix", .playback, .standard, .mixWithOthers, background: .audio, lifecycle: .background)
        let before = world.view(mix)
        world.set(mix, .playback)
        #expect(world.heard == ["err(!int)"])
        #expect(world.view(mix) == before)
        #expect(world.decibels(mus) == 0)
    }

    @Test func R4_14_duckingCanBeSwitchedWhileActive() {
        var world = World()
        let mus = world.music()
        let nav = world.playing("Nav", .playback, .standard, .mixWithOthers)
        #expect(world.decibels(mus) == 0)
        world.set(nav, .playback, nil, .duckOthers)
        #expect(world.decibels(mus) == -14)
        world.set(nav, .playback, nil, .mixWithOthers)
        #expect(world.decibels(mus) == 0)
    }

    @Test func R4_15_aChangeThatLeavesThePortsAloneSaysNothing() {
        var world = World()
        let mus = world.music()
        world.set(mus, .ambient)
        #expect(!world.heard.contains { $0.hasPrefix("R") })
    }

    @Test func R4_16_whoPlaysBesideACallMayNotTakeItsMicrophone() {
        var world = BackgroundStories.duringCall()
        let radio = world.launch("Radio", category: .playback)
        world.activate(radio)
        world.clear()
        world.set(radio, .playAndRecord)
        #expect(world.heard == ["err(!pri)"])
        #expect(world.view(radio).configuration.category == .playback)
    }

    @Test func whatTheNewCategoryCannotDoEnds() {
        var world = World()
        let app = world.launch("App", category: .playAndRecord)
        world.play(app, 1, IOKind(.recorder, hasInput: true, hasOutput: false))
        world.play(app, 2)
        world.clear()
        world.set(app, .playback)
        #expect(world.heard.first == "stop(App.1)")
        #expect(!world.heard.contains("stop(App.2)"))
        world.clear()
        world.start(app, 1)
        #expect(world.heard == ["err(!cat)"])
    }

    @Test func R1_10_audioProcessingNeitherPlaysNorRecords() {
        var world = World()
        let app = world.launch("App", category: .audioProcessing)
        world.play(app)
        #expect(world.heard == ["ok", "err(!cat)"])
    }

    @Test(arguments: [false, true]) func R1_11_processingWorksOnUnderLockAndInTheBackground(_ locks: Bool) {
        var world = World()
        let app = world.launch("App", category: .audioProcessing, background: .audio)
        world.activate(app)
        world.clear()
        if locks { world.send(.screen(locked: true)) } else { world.move(app, .background) }
        world.wait(3_600)
        #expect(world.heard == [])
        #expect(world.state(app) == .active)
        // As a category for sound it has to make some.
        world.set(app, .playback)
        world.wait(60)
        #expect(world.heard.contains("suspend(App)"))
        #expect(world.state(app) == .inactive)
    }

    @Test func R1_11_processingThatBeginsInTheBackgroundWorksOn() {
        var world = World()
        let app = world.playing("App", .playback, background: .audio, lifecycle: .background)
        world.stop(app)
        world.set(app, .audioProcessing)
        world.clear()
        world.wait(3_600)
        #expect(world.heard == [])
        #expect(world.state(app) == .active)
    }

    @Test func R1_13_withoutInputThereIsNoRecording() {
        var settings = PolicySettings()
        settings.canHaveInput = false
        settings.hasCamera = false
        var world = World(settings)
        let app = world.launch("App")
        #expect(world.set(app, .record)?.code == .resourceNotAvailable)
        #expect(!world.view(app).availableCategories.contains(.record))
        #expect(world.view(app).availableCategories.contains(.playback))
        #expect(!world.view(app).availableModes.contains(.videoRecording))
    }

    @Test func R2_4_aModeAloneClearsBluetooth() {
        var world = World()
        let app = world.launch(
            "App", category: .playAndRecord, options: [.allowBluetoothHFP, .allowAirPlay, .defaultToSpeaker])
        world.request(app, .configure(category: nil, mode: Mode.measurement.rawValue, options: nil, policy: nil))
        #expect(world.view(app).configuration.options == .defaultToSpeaker)
    }

    @Test func R2_3_aCategoryAloneKeepsTheMode() {
        var world = World()
        let app = world.launch("App", category: .playAndRecord, mode: .voiceChat)
        world.request(app, .configure(category: Category.playback.rawValue, mode: nil, options: nil, policy: nil))
        #expect(world.view(app).configuration.mode == .voiceChat)
        #expect(world.view(app).effectiveOptions == [.allowBluetoothA2DP, .allowAirPlay])
    }

    @Test func S119_duckingOnPlaybackMakesItMixable() {
        var world = World()
        let mus = world.music()
        let nav = world.launch("Legacy", category: .playback, options: .duckOthers)
        world.play(nav)
        #expect(world.view(nav).effectiveOptions.contains(.mixWithOthers))
        #expect(world.decibels(mus) == -14)
        #expect(world.notified == [])
    }

    @Test func S113_longFormAudioTakesNoOptions() {
        var world = World()
        let app = world.launch("App")
        #expect(world.set(app, .playback, .standard, .mixWithOthers, policy: .longFormAudio)?.code == .badParam)
        #expect(world.set(app, .playback, .videoChat, [], policy: .longFormAudio)?.code == .badParam)
        #expect(world.set(app, .ambient, .standard, [], policy: .longFormVideo)?.code == .badParam)
        #expect(world.set(app, .playback, .standard, [], policy: .independent)?.code == .badParam)
        #expect(world.set(app, .playback, .spokenAudio, [], policy: .longFormAudio) == nil)
    }

    @Test func R2_2_onIOS5AModeIsSetWhileInactive() {
        for (profile, expected) in [(Profile.p5, "err(!act)"), (.modern, "ok")] {
            var world = World(PolicySettings(profile: profile))
            let app = world.launch("App", category: .playAndRecord)
            world.activate(app)
            world.clear()
            world.request(app, .configure(category: nil, mode: Mode.measurement.rawValue, options: nil, policy: nil))
            #expect(world.heard == [expected])
        }
    }

    @Test func olderProfilesKnowFewerNames() {
        var world = World(PolicySettings(profile: .p5))
        let app = world.launch("App")
        #expect(world.set(app, .multiRoute)?.code == .badParam)
        #expect(world.set(app, .playback, .spokenAudio)?.code == .badParam)
        #expect(world.set(app, .playback, .standard, .interruptSpokenAudio) == nil)
        #expect(world.view(app).configuration.options == [])
        #expect(!world.view(app).availableModes.contains(.moviePlayback))
    }
}
