import SordinoPolicy
import Testing

/// Scenarios S57 to S78, S96 to S98, S115, S116, S118: where sound goes.
@Suite struct RouteStories {
    @Test func S57_pluggingHeadphonesMovesTheMusicWithoutAPause() {
        var world = World()
        let mus = world.music()
        world.plug(World.headphones)
        #expect(world.heard == ["R(Mus,1: from Speaker)"])
        #expect(world.outputs(mus) == ["Headphones"])
        #expect(world.decibels(mus) == 0)
    }

    @Test func S58_pullingHeadphonesStopsTheMusicBeforeTheLoudspeakerHasIt() {
        var world = World()
        let mus = world.music()
        world.plug(World.headphones)
        world.clear()
        world.unplug(World.headphones)
        #expect(world.heard == ["stop(Mus.1)", "R(Mus,2: from Headphones)", "B(Mus,4)", "pl+(Mus.1)"])
        guard case .stopIO? = world.effects.first else {
            Issue.record("the stop comes before anything else")
            return
        }
        #expect(world.outputs(mus) == ["Speaker"])
        #expect(world.decibels(mus) == nil)
        world.clear()
        world.wait(60)
        #expect(world.notified == [])  // no end follows
        world.move(mus, .foreground)
        world.start(mus)
        #expect(world.decibels(mus) == 0)
    }

    @Test func S58_upToIOS16PlayersPauseAndTheSessionStaysActive() {
        var world = World(PolicySettings(profile: .p9))
        let mus = world.music()
        world.open(mus, 2, IOKind(.engine))
        world.start(mus, 2)
        world.plug(World.headphones)
        world.clear()
        world.unplug(World.headphones)
        #expect(world.heard == ["stop(Mus.1)", "R(Mus,2: from Headphones)"])
        #expect(world.state(mus) == .active)
        #expect(world.decibels(mus) == 0)
    }

    @Test func S58_whoPrefersNoInterruptionOnlyHasItsPlayersPaused() {
        var world = World()
        let mus = world.music()
        world.request(mus, .prefer(.prefersInterruptionOnRouteDisconnect(false)))
        world.plug(World.headphones)
        world.clear()
        world.unplug(World.headphones)
        #expect(world.heard == ["stop(Mus.1)", "R(Mus,2: from Headphones)"])
        #expect(world.state(mus) == .active)
    }

    static let a2dp = [World.output(.bluetoothA2DP, device: "earbuds")]

    @Test func S59_pullingFallsBackToThePortBefore() {
        var world = World()
        let mus = world.music()
        world.plug(Self.a2dp)
        world.plug(World.headphones)
        world.clear()
        world.unplug(World.headphones)
        #expect(world.notified == ["R(Mus,2: from Headphones)", "B(Mus,4)"])
        #expect(world.view(mus).route.outputs.map(\.type) == [.bluetoothA2DP])
    }

    @Test func S60_aPortThatIsNotInUseLeavesUnheard() {
        var world = World()
        let mus = world.music()
        world.plug(Self.a2dp)
        world.plug(World.headphones)
        world.clear()
        world.unplug(Self.a2dp)
        #expect(world.heard == [])
        #expect(world.outputs(mus) == ["Headphones"])
        #expect(world.decibels(mus) == 0)
    }

    @Test func S61_aGameDoesNotPauseOnIOS9() {
        var world = World(PolicySettings(profile: .p9))
        let game = world.playing("Game", .ambient)
        world.plug(World.headphones)
        world.clear()
        world.unplug(World.headphones)
        #expect(world.heard == ["R(Game,2: from Headphones)"])
        #expect(world.decibels(game) == 0)
        #expect(world.outputs(game) == ["Speaker"])
    }

    @Test func S61_nowTheGameIsInterruptedUnlessItPrefersNot() {
        var world = World()
        _ = world.playing("Game", .ambient)
        world.plug(World.headphones)
        world.clear()
        world.unplug(World.headphones)
        #expect(world.notified == ["R(Game,2: from Headphones)", "B(Game,4)"])
    }

    @Test func aPortThatComesBackWhileASessionWaitsIsRoutedToAnew() {
        var world = World()
        world.plug(World.headphones)
        let mus = world.music()
        world.send(.callRings(.fullScreen))
        world.unplug(World.headphones)
        world.plug(World.headphones)
        world.send(.callDeclined)
        world.clear()
        world.start(mus)
        #expect(world.effects.contains(.route(.app(mus), .media, Route(outputs: World.headphones))))
    }

    // MARK: Receiver and loudspeaker

    static func voice(_ options: CategoryOptions = []) -> (World, AppID) {
        var world = World()
        let app = world.launch("App", category: .playAndRecord, options: options)
        world.activate(app)
        return (world, app)
    }

    @Test func S62_playAndRecordIsHeardAtTheEar() {
        let (world, app) = Self.voice()
        #expect(world.heard == ["R(App,3: from Speaker+MicrophoneBuiltIn)", "ok"])
        #expect(world.outputs(app) == ["Receiver"])
        #expect(world.view(app).selectedDataSources.map(\.selected) == [1])  // bottom
    }

    @Test func S63_anOverrideMovesItToTheLoudspeaker() {
        var (world, app) = Self.voice()
        world.clear()
        world.request(app, .overrideOutput(toSpeaker: true))
        #expect(world.heard == ["R(App,4: from Receiver+MicrophoneBuiltIn)", "ok"])
        #expect(world.outputs(app) == ["Speaker"])
        #expect(world.view(app).selectedDataSources.map(\.selected) == [2])  // top of the device, far from the speaker
        world.clear()
        world.request(app, .overrideOutput(toSpeaker: false))
        #expect(world.heard == ["R(App,4: from Speaker+MicrophoneBuiltIn)", "ok"])
    }

    @Test func S64_anOverrideDiesWithTheNextRouteChange() {
        var (world, app) = Self.voice()
        world.request(app, .overrideOutput(toSpeaker: true))
        world.clear()
        world.plug(World.headset)
        #expect(world.notified.first == "R(App,1: from Speaker+MicrophoneBuiltIn)")
        #expect(world.outputs(app) == ["Headphones"])
        world.clear()
        world.unplug(World.headset)
        #expect(world.notified.first == "R(App,2: from Headphones+MicrophoneWired)")
        #expect(world.outputs(app) == ["Receiver"])
    }

    @Test func S65_defaultToSpeakerSurvives() {
        var (world, app) = Self.voice(.defaultToSpeaker)
        #expect(world.outputs(app) == ["Speaker"])
        world.clear()
        world.plug(World.headset)
        #expect(world.notified == ["R(App,1: from Speaker+MicrophoneBuiltIn)", "inputs(App)"])
        #expect(world.view(app).route.inputs.map(\.type) == [.headsetMic])
        world.clear()
        world.unplug(World.headset)
        #expect(world.notified == ["R(App,2: from Headphones+MicrophoneWired)", "inputs(App)"])
        #expect(world.outputs(app) == ["Speaker"])
    }

    @Test func S66_anOverrideBeatsTheHeadset() {
        var world = World()
        world.plug(World.headset)
        let app = world.launch("App", category: .playAndRecord)
        world.activate(app)
        world.clear()
        world.request(app, .overrideOutput(toSpeaker: true))
        #expect(world.heard == ["R(App,4: from Headphones+MicrophoneWired)", "ok"])
        #expect(world.view(app).route.outputs.map(\.type) == [.builtInSpeaker])
        #expect(world.view(app).route.inputs.map(\.type) == [.builtInMic])
    }

    @Test func S67_onlyPlayAndRecordCanBeOverridden() {
        var world = World()
        let mus = world.music()
        let before = world.view(mus)
        world.request(mus, .overrideOutput(toSpeaker: true))
        #expect(world.heard == ["err(-50)"])
        #expect(world.view(mus) == before)
    }

    @Test func anOverrideEndsWithAnInterruption() {
        var (world, app) = Self.voice()
        world.request(app, .overrideOutput(toSpeaker: true))
        world.send(.alarmStarts)
        world.send(.alarmAcknowledged)
        world.activate(app)
        #expect(world.outputs(app) == ["Receiver"])
    }

    // MARK: Preferred input

    @Test func S68_thePreferredInputChangesInputsOnly() {
        var world = World()
        world.plug(World.headset)
        let app = world.launch("App", category: .playAndRecord)
        world.activate(app)
        world.clear()
        world.request(app, .prefer(.input(portUID: World.microphone.uid)))
        #expect(world.heard == ["R(App,4: from Headphones+MicrophoneWired)", "ok"])
        #expect(world.view(app).route.outputs.map(\.type) == [.headphones])
        #expect(world.view(app).route.inputs.map(\.type) == [.builtInMic])
        world.clear()
        world.request(app, .prefer(.input(portUID: World.microphone.uid)))
        #expect(world.heard == ["ok"])
        #expect(world.request(app, .prefer(.input(portUID: "nowhere")))?.code == .badParam)
        world.request(app, .prefer(.input(portUID: nil)))
        #expect(world.view(app).route.inputs.map(\.type) == [.headsetMic])
    }

    @Test func S69_whoDoesNotControlTheRouteHasItsPreferenceStored() {
        var world = World()
        world.plug(World.headset)
        _ = world.music()
        let mix = world.launch("Mix", category: .playAndRecord, options: .mixWithOthers)
        world.activate(mix)
        let before = world.view(mix).route
        world.clear()
        world.request(mix, .prefer(.input(portUID: World.microphone.uid)))
        #expect(world.heard == ["ok"])
        #expect(world.view(mix).route == before)
        #expect(world.view(mix).preferredInputUID == World.microphone.uid)
    }

    @Test func aPreferredInputThatIsPulledIsForgotten() {
        var world = World()
        let app = world.launch("App", category: .playAndRecord)
        world.plug(World.headset)
        world.request(app, .prefer(.input(portUID: "MicrophoneWired-input")))
        world.unplug(World.headset)
        #expect(world.view(app).preferredInputUID == nil)
    }

    // MARK: Bluetooth

    static let hfp = [
        World.output(.bluetoothHFP, 1, device: "car", rates: [8_000, 16_000]),
        World.input(.bluetoothHFP, 1, device: "car", rates: [8_000, 16_000]),
    ]

    @Test func S70_playbackHearsNothingOfHandsFree() {
        var world = World()
        let mus = world.music()
        world.plug(Self.hfp)
        #expect(world.heard.filter { $0.hasPrefix("R") } == [])
        world.plug([World.output(.bluetoothA2DP, device: "car")])
        #expect(world.heard.filter { $0.hasPrefix("R") } == ["R(Mus,1: from Speaker)"])
        #expect(world.outputs(mus) == ["BluetoothA2DPOutput"])
    }

    @Test func S71_aVoIPCallGoesToHandsFree() {
        var world = World()
        let voip = world.launch("VoIP", category: .playAndRecord, mode: .voiceChat, background: .audio)
        world.activate(voip)
        world.clear()
        world.plug(Self.hfp)
        #expect(world.notified.first == "R(VoIP,1: from Receiver+MicrophoneBuiltIn)")
        #expect(world.outputs(voip) == ["BluetoothHFP"])
        #expect(world.view(voip).route.inputs.map(\.type) == [.bluetoothHFP])
        #expect(world.device.timing.sampleRate == 16_000)
    }

    @Test func S72_handsFreeBeatsA2DPOfTheSameDevice() {
        var (world, app) = Self.voice([.allowBluetoothHFP, .allowBluetoothA2DP])
        world.plug(Self.hfp + [World.output(.bluetoothA2DP, device: "car")])
        #expect(world.outputs(app) == ["BluetoothHFP"])
    }

    @Test func S73_ofSeparateDevicesTheLastWins() {
        var (world, app) = Self.voice([.allowBluetoothHFP, .allowBluetoothA2DP])
        world.clear()
        world.plug([World.output(.bluetoothA2DP, device: "x", uid: "x")])
        world.plug(Self.hfp)
        world.plug([World.output(.bluetoothA2DP, device: "z", uid: "z")])
        #expect(world.notified.filter { $0.hasPrefix("R") }.count == 3)
        #expect(world.view(app).route.outputs.map(\.uid) == ["z"])
        #expect(world.view(app).route.inputs.map(\.type) == [.bluetoothHFP])
    }

    // MARK: Local sound

    @Test(arguments: [PortType.airPlay, .HDMI, .usbAudio])
    func S74_S76_systemSoundsStayOnTheDevice(_ far: PortType) {
        var world = World()
        let mus = world.music()
        let notes = world.launch("Notes")
        world.play(notes, 1, IOKind(.systemSound))
        world.plug([World.output(far)])
        #expect(world.outputs(mus) == [far.rawValue])
        #expect(world.localRoutes[.app(notes)]?.outputs.map(\.type) == [.builtInSpeaker])
        #expect(world.localGains[.app(notes)] == 1)
        #expect(world.state(notes) == .inactive)
    }

    @Test func systemSoundsFollowHeadphones() {
        var world = World()
        let notes = world.launch("Notes")
        world.play(notes, 1, IOKind(.systemSound))
        world.plug(World.headphones)
        #expect(world.localRoutes[.app(notes)]?.outputs.map(\.type) == [.headphones])
    }

    @Test func S75_theScreenReaderStaysOnTheDevice() {
        var world = World()
        world.plug([World.output(.HDMI)])
        let mus = world.music()
        world.send(.screenReader(speaking: true))
        #expect(world.routes[.actor(.screenReader)]?.outputs.map(\.type) == [.builtInSpeaker])
        #expect(world.heard == [])
        #expect(world.decibels(mus) == 0)
        #expect(world.outputs(mus) == ["HDMIOutput"])
    }

    // MARK: MultiRoute

    @Test func S77_multiRouteTakesAllPortsInTheirOrder() {
        var world = World()
        world.plug([World.output(.HDMI)])
        world.plug(World.headphones)
        let app = world.launch("DJ", category: .multiRoute)
        world.activate(app)
        #expect(world.heard == ["R(DJ,3: from Headphones+MicrophoneBuiltIn)", "ok"])
        #expect(world.outputs(app) == ["Headphones", "HDMIOutput"])
        #expect(world.view(app).outputChannels == 4)
    }

    @Test func S78_multiRouteDropsTheLoudspeaker() {
        var world = World()
        let app = world.launch("DJ", category: .multiRoute)
        world.activate(app)
        #expect(world.outputs(app) == ["Speaker"])
        world.clear()
        world.plug([World.output(.usbAudio)])
        #expect(world.notified.first == "R(DJ,1: from Speaker+MicrophoneBuiltIn)")
        #expect(world.outputs(app) == ["USBAudio"])
    }

    @Test func dualRouteIsTheBuiltInPortsAndTheAccessory() {
        var world = World()
        world.plug(World.headset)
        let app = world.launch("Duo", category: .multiRoute, mode: .dualRoute, options: .allowBluetoothHFP)
        world.activate(app)
        #expect(world.outputs(app) == ["Speaker", "Headphones"])
        #expect(world.view(app).route.inputs.map(\.type) == [.builtInMic, .headsetMic])
    }

    // MARK: Nothing suitable

    @Test func S96_withoutAMicrophoneRecordingCannotStart() {
        var world = World(ports: [World.output(.builtInSpeaker)])
        let rec = world.launch("Rec", category: .record)
        world.activate(rec)
        #expect(world.heard == ["R(Rec,7: from )", "ok"])
        world.clear()
        world.play(rec, 1, IOKind(.recorder, hasInput: true, hasOutput: false))
        #expect(world.heard == ["ok", "err(!res)"])
    }

    @Test func S97_aHeadsetBringsAMicrophone() {
        var world = World(ports: [World.output(.builtInSpeaker)])
        let app = world.launch("App", category: .playAndRecord)
        world.activate(app)
        #expect(!world.view(app).isInputAvailable)
        world.clear()
        world.plug(World.headset)
        #expect(world.notified == ["R(App,1: from Speaker)", "inputs(App)", "input(App,true)"])
        #expect(world.view(app).isInputAvailable)
    }

    @Test func S98_anotherDataSourceInTheRouteIsAConfigurationChange() {
        var (world, app) = Self.voice()
        world.clear()
        world.request(app, .prefer(.dataSource(portUID: World.microphone.uid, id: 2)))
        #expect(world.heard == ["R(App,8: from Receiver+MicrophoneBuiltIn)", "ok"])
        #expect(world.view(app).selectedDataSources.map(\.selected) == [2])
        #expect(world.request(app, .prefer(.dataSource(portUID: World.microphone.uid, id: 9)))?.code == .badParam)
        world.clear()
        world.request(app, .prefer(.dataSource(portUID: World.microphone.uid, id: nil)))
        #expect(world.view(app).selectedDataSources.map(\.selected) == [1])
    }

    @Test func R5_14_aStereoPatternIsTurnedAsTheProgramSays() {
        var (world, app) = Self.voice()
        world.request(app, .prefer(.inputOrientation(3)))
        #expect(world.view(app).inputOrientation == 0)
        world.request(app, .prefer(.dataSource(portUID: World.microphone.uid, id: 2)))
        let stereo = Preference.polarPattern(portUID: World.microphone.uid, dataSource: 2, pattern: "Stereo")
        #expect(world.request(app, .prefer(stereo)) == nil)
        #expect(world.view(app).inputOrientation == 3)
        let wrong = Preference.polarPattern(portUID: World.microphone.uid, dataSource: 1, pattern: "Stereo")
        #expect(world.request(app, .prefer(wrong))?.code == .badParam)
        #expect(world.request(app, .prefer(.inputOrientation(5)))?.code == .badParam)
    }

    @Test func S115_wakingFromSleepIsARouteChange() {
        var world = World()
        let mus = world.music()
        world.send(.woke)
        #expect(world.heard == ["R(Mus,6: from Speaker)"])
        #expect(world.decibels(mus) == 0)
    }

    @Test func S116_thePickOfTheUserCountsAsAnArrival() {
        var world = World()
        let mus = world.music()
        world.plug([World.output(.airPlay)])
        world.plug(World.headphones)
        world.clear()
        world.send(.userPicked(portUID: "AirPlay-output"))
        #expect(world.heard == ["R(Mus,1: from Headphones)"])
        world.clear()
        world.unplug(World.headphones)
        #expect(world.heard == [])
        #expect(world.outputs(mus) == ["AirPlay"])
    }

    @Test func thePickOfTheLoudspeakerHoldsUntilSomethingArrives() {
        var world = World()
        let mus = world.music()
        world.plug([World.output(.airPlay)])
        world.send(.userPicked(portUID: "Speaker-output"))
        #expect(world.outputs(mus) == ["Speaker"])
        world.plug(World.headphones)
        #expect(world.outputs(mus) == ["Headphones"])
    }

    @Test func S118_aRecordingGoesOnInTheNewRoute() {
        var world = World()
        let voip = world.launch("VoIP", category: .playAndRecord, mode: .voiceChat, background: .audio)
        world.play(voip, 1, IOKind(.ioUnit, hasInput: true))
        world.clear()
        world.plug(World.headset)
        #expect(world.heard == ["R(VoIP,1: from Receiver+MicrophoneBuiltIn)", "inputs(VoIP)"])
        #expect(world.outputs(voip) == ["Headphones"])
    }

    // MARK: Order of the notifications

    @Test func R5_5_theControllerHearsFirstThenTheLatestThenTheIdle() {
        var world = World()
        _ = world.launch("Idle", category: .playback)
        _ = world.playing("Game", .ambient)
        _ = world.playing("Mus", .playback)
        _ = world.playing("Mix", .playback, .standard, .mixWithOthers)
        world.clear()
        world.plug(World.headphones)
        #expect(
            world.notified == [
                "R(Mus,1: from Speaker)", "R(Mix,1: from Speaker)", "R(Game,1: from Speaker)",
                "R(Idle,1: from Speaker)",
            ])
    }

    @Test func whoMixesBesideAVoiceFollowsItsRoute() {
        var world = World()
        let game = world.playing("Game", .ambient)
        let voip = world.launch("VoIP", category: .playAndRecord, mode: .voiceChat)
        world.activate(voip)
        #expect(
            world.notified == ["R(VoIP,3: from Speaker+MicrophoneBuiltIn)", "R(Game,3: from Speaker)"])
        #expect(world.outputs(game) == ["Receiver"])
        world.deactivate(voip)
        #expect(world.outputs(game) == ["Speaker"])
    }

    @Test func R5_11_longFormAudioKeepsItsOwnRoute() {
        for (policy, output) in [(RouteSharingPolicy.longFormAudio, "Speaker"), (.default, "Receiver")] {
            var world = World()
            let voip = world.launch("VoIP", category: .playAndRecord, mode: .voiceChat)
            world.send(.appCall(voip, begins: true))
            world.activate(voip)
            let radio = world.launch("Radio")
            #expect(world.set(radio, .playback, .standard, [], policy: policy) == nil)
            world.play(radio)  // beside the call
            #expect(world.outputs(radio) == [output])
        }
    }
}
