import CGraphClock
import Foundation
import PrivateBus
import PrivatePipeWire
import RunningProgram
import SordinoPipeWire
import Testing

/// A card whose nodes are others in each profile, a modem, and the service between them.
private final class Phone {
    static let isPossible =
        FileManager.default.isExecutableFile(atPath: "/usr/bin/gdbus")
        && PrivatePipeWire.path(of: "pw-play") != nil
        && (try? Child(["/usr/bin/python3", "-c", "import dbusmock"]).finish().status) == 0

    /// The service that has the calls.
    enum Calls: CaseIterable {
        case modemManager, ofono

        var name: String { self == .ofono ? "org.ofono" : Phone.modem }
        /// The words with which python-dbusmock plays it.
        var words: [String] {
            self == .ofono
                ? ["--template", "ofono"] : ["--session", Phone.modem, Phone.modemPath, "\(Phone.modem).Modem.Voice"]
        }
    }

    private static let modem = "org.freedesktop.ModemManager1"
    private static let modemPath = "/org/freedesktop/ModemManager1/Modem/0"
    private static let mock = "org.freedesktop.DBus.Mock"
    /// The list of all objects, by which a service that comes later learns of the calls.
    private static let objects = [
        "/org/freedesktop/ModemManager1", "org.freedesktop.DBus.ObjectManager", "@a{sv} {}",
        "[('GetManagedObjects', '', 'a{oa{sa{sv}}}', \"ret = {'\(modemPath)': {'\(modem).Modem.Voice': {'Calls': "
            + "dbus.Array([path for path in objects if '/Call/' in path], signature='o')}}}\")]",
    ]
    static let (music, talk): (Int32, Int32) = (1, 2)

    static let (speaker, earpiece, microphone): (Int32, Int32, Int32) = (0, 1, 2)
    static let (headphones, headset): (Int32, Int32) = (3, 4)

    let system: WholeSystem
    private let calls: Calls
    private(set) var card: OpaquePointer
    private let profiles: String
    private let mocked: RunningProgram
    private var number: UInt32
    private(set) var recorder: GraphRecorder

    /// - Parameter manager: Begins what plays the session manager before the service is started.
    init(
        profiles: String = "off HiFi Voice_Call", calls: Calls = .modemManager,
        manager: (WholeSystem) throws -> Void = { _ in }
    ) throws {
        (self.profiles, self.calls) = (profiles, calls)
        system = try WholeSystem(withDaemon: false, hasWorld: true, options: ["--manage", "all"])
        // The phone's card is the only device.
        system.hand.unplug(WholeSystem.speakerUID)
        (card, number) = try Self.card(system, profiles)
        recorder = try Self.plug("HiFi", system, number)
        try manager(system)
        let buses = ["DBUS_SYSTEM_BUS_ADDRESS": system.bus.address]
        mocked = try RunningProgram(
            "/usr/bin/python3", ["-m", "dbusmock"] + calls.words,
            environment: system.environment.merging(buses) { $1 })
        let waits = ["/usr/bin/gdbus", "wait", "--address", system.bus.address, "--timeout", "20", calls.name]
        _ = try system.bus.run(waits)
        if calls == .modemManager { try tell(Self.modemPath, "AddObject", Self.objects) }
        try system.startDaemon(buses)
        // Ports are named after a card that has a profile for calls, since its nodes change with the profile.
        #expect(status { $0.contains(profiles.contains("Voice") ? "phone:speaker" : "HiFi sink:speaker") })
    }

    deinit {
        mocked.kill()
        system.daemon?.kill()
        fake_device_free(card)
    }

    private static func card(_ system: WholeSystem, _ profiles: String) throws -> (OpaquePointer, UInt32) {
        let device = fake_device_start(
            system.server.remote, "device.name = phone device.description = Phone media.class = Audio/Device", profiles,
            "speaker earpiece <mic !headphones !<headset", 1, 0)
        let card = try #require(device)
        let found = system.hand.wait { graph in
            graph.devices.values.first { $0.properties["device.name"] == "phone" }?.id
        }
        return (card, try #require(found))
    }

    private static func plug(_ profile: String, _ system: WholeSystem, _ number: UInt32) throws -> GraphRecorder {
        func properties(_ part: Int) -> [String: String] {
            ["device.id": "\(number)", "card.profile.device": "\(part)"]
        }
        let sink = try #require(system.hand.plug("\(profile) sink", properties: properties(0)))
        let source = system.hand.plug(
            "\(profile) source", isSource: true, positions: "MONO", properties: properties(1))
        _ = try #require(source)
        return try #require(GraphRecorder(system.hand, monitorOf: sink, channels: 2))
    }

    private func unplug(_ profile: String) {
        for end in ["sink", "source"] { system.hand.unplug("\(profile) \(end)") }
    }

    /// Takes the nodes of one profile away and shows those of the other, as a card does.
    func replace(_ old: String, by new: String) throws {
        unplug(old)
        recorder = try Self.plug(new, system, number)
    }

    /// Takes the card away, with the nodes of its profile.
    func removeCard(_ profile: String) {
        unplug(profile)
        fake_device_free(card)
    }

    /// Shows the card again, under another number.
    func returnCard() throws {
        let gone = system.hand.wait { [number] graph in graph.devices[number] == nil ? true : nil }
        #expect(gone == true)
        (card, number) = try Self.card(system, profiles)
        recorder = try Self.plug("HiFi", system, number)
    }

    /// Waits until the card is on these sockets.
    func isOn(_ output: Int32, _ input: Int32) -> Bool {
        let isThere = recorder.wait {
            fake_device_route(card, false) == output && fake_device_route(card, true) == input
        }
        if !isThere { print("the routes are \(fake_device_route(card, false)), \(fake_device_route(card, true))") }
        return isThere
    }

    /// The status on one line: its sentences are wrapped.
    private var statusText: String? {
        (try? system.audioctl("status"))?.joined(separator: " ").split(separator: " ").joined(separator: " ")
    }

    /// Waits until the status is so.
    func status(_ fits: (String) -> Bool) -> Bool { recorder.wait { statusText.map(fits) == true } }

    /// Waits until the status lacks this text.
    func statusLacks(_ text: String) -> Bool { status { !$0.contains(text) } }

    func becomes(_ profile: Int32) -> Bool { recorder.wait { fake_device_profile(card) == profile } }

    private func tell(_ path: String, _ method: String, _ words: [String]) throws {
        let start = ["/usr/bin/gdbus", "call", "--address", system.bus.address, "--dest", calls.name]
        let result = try system.bus.run(
            start + ["--object-path", path, "--method", "\(Self.mock).\(method)"] + words)
        #expect(result.status == 0, "\(result.output)")
    }

    /// Adds a call in a state of ModemManager's: 1 is dialled, 3 rings, 6 waits.
    func add(_ call: Int, state: Int) throws {
        if calls == .ofono { return try tellOfono(call, state) }
        let path = "/org/freedesktop/ModemManager1/Call/\(call)"
        try tell(
            Self.modemPath, "AddObject",
            [path, "\(Self.modem).Call", "{'State': <\(state)>, 'Direction': <1>}", "@a(ssss) []"])
        try tell(
            Self.modemPath, "EmitSignal",
            ["\(Self.modem).Modem.Voice", "CallAdded", "o", "[<objectpath '\(path)'>]"])
    }

    /// Changes a call's state: 4 is active, 7 ended.
    func change(_ call: Int, from old: Int, to new: Int) throws {
        if calls == .ofono { return try tellOfono(call, new) }
        try tell(
            "/org/freedesktop/ModemManager1/Call/\(call)", "EmitSignal",
            ["\(Self.modem).Call", "StateChanged", "iiu", "[<\(old)>, <\(new)>, <uint32 0>]"])
    }

    /// oFono's signals; the template has no object of a call that it did not dial, so the manager speaks for it.
    private func tellOfono(_ call: Int, _ state: Int) throws {
        let path = "/ril_0/voicecall\(call)"
        let word = [1: "dialing", 3: "incoming", 4: "active", 6: "waiting"][state]
        let (name, types, values) =
            word.map { ("CallAdded", "oa{sv}", "[<objectpath '\(path)'>, <{'State': <'\($0)'>}>]") }
            ?? ("CallRemoved", "o", "[<objectpath '\(path)'>]")
        try tell("/ril_0", "EmitSignal", ["org.ofono.VoiceCallManager", name, types, values])
    }

    /// Records until so much in a row is as expected.
    func hears(_ fits: ([Float]) -> Bool) -> Bool {
        let start = recorder.frames
        return recorder.wait {
            recorder.pass(4_800)
            let end = recorder.frames
            return end >= start + 4_800 && fits(recorder.samples(end - 4_800..<end)[0])
        }
    }
}

extension ManagedAudioTests {
    /// A phone from the ring to the hang-up: a card with a profile for calls, ModemManager or oFono by python-dbusmock, music.
    @Suite(
        .serialized,
        .enabled(if: Phone.isPossible, "skipped: python3-dbusmock, gdbus or pw-play is not installed"))
    struct PhoneTests {
        private static let level: Float = 0.25
        private static func isMusic(_ samples: [Float]) -> Bool { samples.allSatisfy { abs($0 - level) < 1e-4 } }

        private func play(_ phone: Phone, _ level: Float, _ words: [String]) throws -> RunningProgram {
            let file = phone.system.server.folder.appendingPathComponent("level \(level).wav")
            try WaveFile.write(level: level, seconds: 120, to: file)
            return try RunningProgram(
                try #require(PrivatePipeWire.path(of: "pw-play")), words + [file.path],
                environment: phone.system.environment)
        }

        @Test(arguments: Phone.Calls.allCases) private func aPhoneRingsTalksAndPlaysOn(_ calls: Phone.Calls) throws {
            let phone = try Phone(calls: calls)
            let music = try play(phone, Self.level, ["--media-role", "Music"])
            defer { music.kill() }
            #expect(phone.hears(Self.isMusic), "\(music.said)")

            try phone.add(1, state: 3)
            #expect(phone.hears { $0.allSatisfy { abs($0) < 1e-6 } || isRingtoneAlone($0) })
            let ringtone = try play(phone, 0.5, ["--media-role", "Notification"])
            #expect(phone.hears { $0.contains { $0 > 0.4 } }, "the ringtone is silent: \(ringtone.said)")
            #expect(phone.status { $0.contains("plays the ringtone") })
            #expect(fake_device_profiles_set(phone.card) == 0)
            ringtone.kill()

            try phone.change(1, from: 3, to: 4)
            #expect(phone.becomes(Phone.talk))
            try phone.replace("HiFi", by: "Voice")
            #expect(phone.status { $0.contains("is in its profile \"Voice Call\"") })
            #expect(phone.status { $0.contains("phone:earpiece") })
            // The telephone is on the receiver, until the person presses the loudspeaker's button.
            #expect(phone.isOn(Phone.earpiece, Phone.microphone))
            try phone.system.audioctl("route", "phone:speaker")
            #expect(phone.isOn(Phone.speaker, Phone.microphone))

            // The person mutes herself, and is heard again.
            try phone.system.audioctl("microphone", "muted")
            #expect(phone.recorder.wait { fake_device_is_muted(phone.card, true) })
            try phone.system.audioctl("microphone", "open")
            #expect(phone.recorder.wait { !fake_device_is_muted(phone.card, true) })

            // Another call waits, and is taken after the first.
            try phone.add(2, state: 6)
            try phone.change(1, from: 4, to: 7)
            #expect(phone.status { $0.contains("sounding: call") })
            try phone.change(2, from: 6, to: 4)
            #expect(fake_device_profile(phone.card) == Phone.talk)
            try phone.change(2, from: 4, to: 7)

            #expect(phone.becomes(Phone.music))
            try phone.replace("Voice", by: "HiFi")
            #expect(phone.hears(Self.isMusic), "\(music.said)")
            #expect(fake_device_profiles_set(phone.card) == 2)
        }

        @Test func aCardThatRefusesItsProfileIsNamedAndTheCallGoesOn() throws {
            let phone = try Phone()
            fake_device_refuse(phone.card, true)
            try phone.add(1, state: 1)
            #expect(phone.status { $0.contains("did not take its profile") })
            #expect(phone.status { $0.contains("sounding: call") })
            let daemon = try #require(phone.system.daemon)
            #expect(daemon.waits { $0.contains("did not take its profile") })
            try phone.change(1, from: 1, to: 7)
            #expect(phone.recorder.wait { fake_device_profiles_set(phone.card) == 3 })
        }

        @Test func aPhoneWithoutTheProfileIsNamed() throws {
            let phone = try Phone(profiles: "off HiFi")
            try phone.add(1, state: 1)
            #expect(phone.status { $0.contains("no card has a profile for calls") })
            #expect(fake_device_profiles_set(phone.card) == 0)
        }

        @Test func aHeadsetThatIsPluggedAndPulledInTheCallTakesIt() throws {
            let phone = try Phone()
            try phone.add(1, state: 1)
            #expect(phone.becomes(Phone.talk))
            try phone.replace("HiFi", by: "Voice")
            #expect(phone.isOn(Phone.earpiece, Phone.microphone))
            for socket in [Phone.headphones, Phone.headset] { fake_device_plug(phone.card, socket, true) }
            #expect(phone.isOn(Phone.headphones, Phone.headset))
            // Pulled in the call, it gives the call back to the receiver.
            for socket in [Phone.headphones, Phone.headset] { fake_device_plug(phone.card, socket, false) }
            #expect(phone.isOn(Phone.earpiece, Phone.microphone))
            // Headphones without a microphone take the output alone.
            fake_device_plug(phone.card, Phone.headphones, true)
            #expect(phone.isOn(Phone.headphones, Phone.microphone))
            #expect(phone.status { $0.contains("sounding: call") })
            try phone.change(1, from: 4, to: 7)
            #expect(phone.becomes(Phone.music))
            #expect(fake_device_profiles_set(phone.card) == 2)
        }

        @Test func aCardThatVanishesInTheCallIsNamedAndTheNextCallHasIt() throws {
            let phone = try Phone()
            try phone.add(1, state: 1)
            #expect(phone.becomes(Phone.talk))
            try phone.replace("HiFi", by: "Voice")
            #expect(phone.status { $0.contains("is in its profile") })
            phone.removeCard("Voice")
            #expect(phone.status { $0.contains("was removed during the call") })
            #expect(phone.status { $0.contains("sounding: call") })
            try phone.returnCard()
            #expect(phone.becomes(Phone.talk))
            try phone.change(1, from: 4, to: 7)
            #expect(phone.becomes(Phone.music))
            try phone.add(2, state: 1)
            #expect(phone.becomes(Phone.talk))
            #expect(fake_device_profiles_set(phone.card) == 3)
        }

        /// WirePlumber, played by the test, follows ModemManager itself.
        @Test(arguments: [1, 5])
        func aSessionManagerThatDiesInTheCallIsNamedOnceAndNobodyTakesItsPlace(times: Int) throws {
            var settings: WirePlumberTests.Settings?
            let phone = try Phone { settings = try WirePlumberTests.Settings($0) }
            #expect(settings?.becomes("false") == true)
            try phone.add(1, state: 1)
            fake_device_choose(phone.card, Phone.talk)
            try phone.replace("HiFi", by: "Voice")
            #expect(phone.status { $0.contains("the session manager switches a card") })
            #expect(phone.status { $0.contains("is in its profile") })
            for _ in 0..<times {
                settings?.end()
                #expect(phone.status { $0.contains("has ended during the call") })
                settings = try WirePlumberTests.Settings(phone.system)
                #expect(settings?.becomes("false") == true)
                #expect(phone.statusLacks("has ended during the call"))
            }
            settings?.end()
            #expect(phone.status { $0.contains("has ended during the call") })
            #expect(fake_device_profiles_set(phone.card) == 0)
            let daemon = try #require(phone.system.daemon)
            #expect(daemon.waits { $0.contains("has ended during the call") })
            #expect(daemon.said.count { $0.contains("has ended during the call") } == 1)

            // No other program is there for the next call.
            try phone.change(1, from: 1, to: 7)
            #expect(phone.statusLacks("sounding: call"))
            fake_device_choose(phone.card, Phone.music)
            try phone.replace("Voice", by: "HiFi")
            try phone.add(2, state: 1)
            #expect(phone.becomes(Phone.talk))
            #expect(fake_device_profiles_set(phone.card) == 1)
        }
    }
}
