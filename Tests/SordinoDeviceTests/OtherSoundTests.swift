import HardwareContract
import SessionBench
import SordinoDevice
import SordinoHardware
import SordinoPolicy
import SordinoSession
import Synchronization
import Testing

@Suite struct OtherSoundTests {
    @Test func theLedgerSaysWhatBeginsAndWhatEnds() {
        var ledger = OtherSoundLedger()
        let steps: [Set<OtherSound>] = [[], [.alarm], [.alarm], [.screenReader], []]
        var said: [[Event]] = []
        for sounds in steps { said.append(ledger.note(sounds).map(\.event)) }
        #expect(
            said == [
                [], [.alarmStarts], [], [.alarmAcknowledged, .screenReader(speaking: true)],
                [.screenReader(speaking: false)],
            ])
    }

    @Test func anAlarmOfAnotherProgramInterruptsAndIsHeardByItsOwnStreamAlone() throws {
        let hardware = HandDrivenHardware()
        let system = AudioSystem(hardware: hardware, running: .inline)
        let app = AppContext(
            system: system, declaration: AppDeclaration(bundleID: "Music", name: "Music", backgroundModes: .audio))
        let told = Mutex<[SessionNotification]>([])
        _ = app.client.addObserver { notification in told.withLock { $0.append(notification) } }
        try app.client.ask(
            .configure(category: SordinoPolicy.Category.playback.rawValue, mode: nil, options: nil, policy: nil))
        try app.client.ask(.setActive(true, notifyOthers: false))
        _ = hardware.asked()
        func opened() -> [String] {
            hardware.asked().compactMap { if case .opened(let stream) = $0 { stream.name } else { nil } }
        }
        hardware.tell(.otherSounds([.alarm]))
        #expect(app.client.snapshot.state == .interrupted)
        #expect(opened() == [])
        hardware.tell(.otherSounds([]))
        system.settle()
        #expect(told.withLock { $0 }.contains(.interruptionEnded(shouldResume: true)))
        // The device's own alarm has a voice again.
        system.service.send(.alarmStarts)
        #expect(opened() == ["alarm"])
    }
}

@Suite struct AggregateRouteTests {
    /// Headphones and a screen in the category for several routes: one device of four channels.
    private func bench() throws -> (device: VirtualDevice, app: AppContext) {
        let device = VirtualDevice(.phone)
        let system = AudioSystem(virtual: device, isPulled: true)
        device.plug(.hdmi(channelCount: 2))
        device.plug(.headphones)
        let app = AppContext(
            system: system, declaration: AppDeclaration(bundleID: "Mixer", name: "Mixer", backgroundModes: .audio))
        try app.client.ask(
            .configure(category: SordinoPolicy.Category.multiRoute.rawValue, mode: nil, options: nil, policy: nil))
        try app.client.ask(.setActive(true, notifyOthers: false))
        return (device, app)
    }

    private func play(_ program: TestProgram, on device: VirtualDevice) throws -> [[Float]] {
        let (headphones, screen) = (device.record(portUID: "Wired Headphones"), device.record(portUID: "HDMI Output"))
        try program.open(device)
        try program.stream?.start()
        device.render(frames: 2_400)
        return (headphones.samples + screen.samples).map { Array($0.prefix(2_400)) }
    }

    private func isCode(_ samples: [Float], _ channel: Int) -> Bool {
        samples.count == 2_400 && samples == (0..<2_400).map { TestProgram.code($0, channel) }
    }

    @Test func fourChannelsAreTheHeadphonesAndThenTheScreen() throws {
        let (device, app) = try bench()
        #expect(app.client.snapshot.route.outputs.map(\.type) == [.headphones, .HDMI])
        #expect(app.client.snapshot.outputChannels == 4)
        let heard = try play(TestProgram(app.id.number, channels: 4), on: device)
        #expect(heard.count == 4)
        for (channel, samples) in heard.enumerated() {
            #expect(isCode(samples, channel), "channel \(channel + 1)")
        }
    }

    @Test func stereoIsOnTheFirstTwoChannelsOfTheWhole() throws {
        let (device, app) = try bench()
        let heard = try play(TestProgram(app.id.number), on: device)
        for channel in 0..<2 { #expect(isCode(heard[channel], channel)) }
        for channel in 2..<4 { #expect(heard[channel].allSatisfy { $0 == 0 }) }
    }

    @Test func monoIsOnTheFirstTwoChannelsOfTheWhole() throws {
        let (device, app) = try bench()
        let heard = try play(TestProgram(app.id.number, channels: 1), on: device)
        for channel in 0..<2 { #expect(isCode(heard[channel], 0)) }
        for channel in 2..<4 { #expect(heard[channel].allSatisfy { $0 == 0 }) }
    }

    @Test func whenTheHeadphonesGoTheScreenIsTheWhole() throws {
        let (device, app) = try bench()
        _ = try play(TestProgram(app.id.number, channels: 4), on: device)
        device.unplug(deviceUID: "Wired Headphones")
        #expect(app.client.snapshot.outputChannels == 2)
        #expect(app.client.snapshot.route.outputs.map(\.type) == [.HDMI])
    }

    @Test func aRingtoneIsWholeOnEachOfItsPorts() throws {
        let device = VirtualDevice(.phone)
        let system = AudioSystem(virtual: device, isPulled: true)
        device.plug(.headphones)
        let (headphones, speaker) = (device.record(portUID: "Wired Headphones"), device.record(portUID: "Speaker"))
        system.service.send(.callRings(.fullScreen))
        device.render(frames: 2_400)
        #expect(speaker.channel(0).contains { $0 != 0 })
        #expect(headphones.channel(0) == speaker.channel(0))
        #expect(headphones.channel(1) == speaker.channel(0))
    }
}

@Suite struct GrantedTimingTests {
    @Test func aRateThatTheDeviceDoesNotHaveIsNotReported() throws {
        let device = VirtualDevice(.phone)
        let system = AudioSystem(virtual: device, isPulled: true)
        let app = AppContext(
            system: system, declaration: AppDeclaration(bundleID: "App", name: "App", backgroundModes: .audio))
        try app.client.ask(
            .configure(category: SordinoPolicy.Category.playback.rawValue, mode: nil, options: nil, policy: nil))
        try app.client.ask(.prefer(.sampleRate(96_000)))
        try app.client.ask(.setActive(true, notifyOthers: false))
        // The device ran at 48 kHz before and does so now: it has nothing to tell.
        #expect(device.timing.sampleRate == 48_000)
        #expect(app.client.device.timing == device.timing)
        #expect(app.client.snapshot.preferredSampleRate == 96_000)
    }
}
