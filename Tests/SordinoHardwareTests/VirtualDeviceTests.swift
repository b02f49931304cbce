import HardwareContract
import SordinoHardware
import SordinoPolicy
import Synchronization
import Testing

/// The callbacks, in order.
final class Log<Entry: Sendable>: Sendable {
    private let kept = Mutex<[Entry]>([])
    func add(_ entry: Entry) { kept.withLock { $0.append(entry) } }
    var entries: [Entry] { kept.withLock { $0 } }
}

@Suite struct VirtualDeviceTests {
    @Test func aStreamOnASpeakerIsHeardBitForBitFromItsFirstFrame() throws {
        let device = VirtualDevice(.phone, timing: HardwareTiming(sampleRate: 48_000, blockFrames: 256))
        let recording = device.record(portUID: "Speaker")
        let music = TestProgram(1)
        try music.play(device)
        #expect(device.render(frames: 1_000) == 1_024)
        for channel in 0..<2 {
            #expect(recording.channel(channel) == (0..<1_024).map { TestProgram.code($0, channel) })
        }
        #expect(recording.segments.map(\.sampleRate) == [48_000])
    }

    // MARK: - Time

    @Test func timeIsFramesRendered() {
        let device = VirtualDevice(.phone, timing: HardwareTiming(sampleRate: 44_100, blockFrames: 441))
        #expect(device.now == .zero)
        device.render(frames: 441)
        #expect(device.now == Moment(nanoseconds: 10_000_000))
        device.advance(seconds: 0.085)
        #expect(device.framesRendered == 441 * 10)
        #expect(device.now == Moment(nanoseconds: 100_000_000))
        device.advance(to: Moment(seconds: 0.05))
        #expect(device.now == Moment(nanoseconds: 100_000_000), "time does not go back")
    }

    @Test func timeGoesOnWithoutAGapWhenTheRateChanges() throws {
        let device = VirtualDevice(.phone, timing: HardwareTiming(sampleRate: 48_000, blockFrames: 480))
        let music = TestProgram(1)
        music.heard.keepsInput = true
        try music.play(device)
        device.render(frames: 480)
        device.request(HardwareTiming(sampleRate: 44_100, blockFrames: 441))
        device.render(frames: 441)
        device.request(HardwareTiming(sampleRate: 16_000, blockFrames: 160))
        device.render(frames: 320)
        #expect(device.now == Moment(nanoseconds: 40_000_000))
        #expect(music.heard.frameCounts == [480, 441, 160, 160])
        #expect(music.heard.sampleTimes == [0, 480, 921, 1_081])
        #expect(music.heard.hostNanoseconds == [0, 10_000_000, 20_000_000, 30_000_000])
        #expect(music.heard.sampleRates == [48_000, 44_100, 16_000, 16_000])
    }

    @Test func timeIsCountedInFramesAndDoesNotDrift() {
        // A block of 4096 frames is no whole number of nanoseconds.
        let device = VirtualDevice(.phone, timing: HardwareTiming(sampleRate: 44_100, blockFrames: 4_096))
        for _ in 0..<1_000 { device.render(frames: 4_096) }
        let exact = 4_096_000.0 / 44_100
        #expect(abs(device.now.seconds - exact) < 1e-9)
    }

    @Test func aRequestIsGrantedAsNearAsTheDeviceCan() {
        let device = VirtualDevice(.phone)
        #expect(device.timing == HardwareTiming(sampleRate: 48_000, blockFrames: 1_024))
        let wishes: [(HardwareTiming, HardwareTiming)] = [
            (.init(sampleRate: 44_000, blockFrames: 512), .init(sampleRate: 44_100, blockFrames: 512)),
            (.init(sampleRate: 96_000, blockFrames: 1), .init(sampleRate: 48_000, blockFrames: 64)),
            (.init(sampleRate: 0, blockFrames: 1_000_000), .init(sampleRate: 8_000, blockFrames: 4_096)),
            (.init(sampleRate: 12_000, blockFrames: 300), .init(sampleRate: 16_000, blockFrames: 300)),
            (.init(sampleRate: .nan, blockFrames: -3), .init(sampleRate: 8_000, blockFrames: 64)),
        ]
        for (wish, granted) in wishes {
            #expect(device.request(wish) == granted)
            #expect(device.timing == granted)
        }
    }

    // MARK: - Events

    @Test func portsAreAnnouncedFirstAndEventsComeOnTheThreadThatCausesThem() {
        let device = VirtualDevice(.phone)
        let log = Log<HardwareEvent>()
        device.plug(.headphones)
        device.turnVolume(to: 0.5)
        device.begin { log.add($0) }
        #expect(log.entries == [.portsArrived(device.ports)])
        #expect(
            device.ports.map(\.uid) == ["Built-In Receiver", "Speaker", "Built-In Microphone", "Wired Headphones"])
        device.unplug(deviceUID: "Wired Headphones")
        device.plug(.headset)
        device.turnVolume(to: 0.75)
        device.turnVolume(to: 0.75)
        device.volume = 0.25
        device.request(HardwareTiming(sampleRate: 44_100, blockFrames: 512))
        device.request(HardwareTiming(sampleRate: 44_100, blockFrames: 512))
        device.unplug(deviceUID: "nothing")
        device.loseServer()
        device.loseServer()
        device.restartServer()
        device.restartServer()
        #expect(
            log.entries.dropFirst() == [
                .portsDeparted(["Wired Headphones"]), .portsArrived(Accessory.headset.ports), .volume(0.75),
                .timing(HardwareTiming(sampleRate: 44_100, blockFrames: 512)), .lost, .restarted,
            ])
    }

    @Test func whatAListenerCausesIsToldAfterwards() {
        let device = VirtualDevice(.phone)
        let log = Log<String>()
        device.begin { event in
            log.add("begin \(event)".prefix(14).description)
            if case .volume(0.5) = event {
                device.turnVolume(to: 0.25)
                log.add("end of 0.5")
            }
        }
        device.turnVolume(to: 0.5)
        #expect(log.entries.dropFirst() == ["begin volume(0", "end of 0.5", "begin volume(0"])
    }

    @Test func aPortThatIsThereAlreadyDoesNotArriveAgain() {
        let device = VirtualDevice(.phone)
        #expect(device.plug(.headphones).map(\.uid) == ["Wired Headphones"])
        #expect(device.plug(.headset).map(\.uid) == ["Wired Microphone"])
        #expect(device.plug(.headset).isEmpty)
        #expect(device.unplug(deviceUID: "Wired Headphones") == ["Wired Headphones", "Wired Microphone"])
    }

    @Test func oneProfileOfABluetoothDeviceCanGo() {
        let device = VirtualDevice(.phone)
        device.plug(.bluetooth(.both, address: "A0:00:00:00:00:01"))
        #expect(device.unplug(portUID: "A0:00:00:00:00:01-tacl") == ["A0:00:00:00:00:01-tacl"])
        #expect(device.ports.map(\.type).suffix(2) == [.bluetoothHFP, .bluetoothHFP])
    }

    // MARK: - The order of a block

    @Test func aBlockIsScriptThenHooksUntilQuietThenSoundThenTimeThenSinksThenHooks() throws {
        let device = VirtualDevice(.phone, timing: HardwareTiming(sampleRate: 48_000, blockFrames: 480))
        let log = Log<String>()
        let work = Mutex(2)
        device.script([
            VirtualScriptEntry(frame: 481, .call { log.add("second at \(device.framesRendered)") }),
            VirtualScriptEntry(frame: 0, .call { log.add("script") }),
            VirtualScriptEntry(frame: 480, .call { log.add("first at \(device.framesRendered)") }),
        ])
        device.beforeBlock {
            let left = work.withLock { left in
                defer { left = max(left - 1, 0) }
                return left
            }
            log.add("before \(left)")
            if left == 1 {
                device.script([VirtualScriptEntry(frame: 0, .call { log.add("script of a hook") })])
            }
            return left > 0
        }
        device.addSink(portUID: "Speaker") { log.add("sink \($0.startFrame) at \(device.framesRendered)") }
        device.afterBlock { log.add("after at \(device.framesRendered)") }
        device.render(frames: 480)
        #expect(
            log.entries == [
                "script", "before 2", "before 1", "script of a hook", "before 0", "before 0", "sink 0 at 480",
                "after at 480",
            ])
        device.render(frames: 960)
        #expect(
            log.entries.dropFirst(8) == [
                "first at 480", "before 0", "before 0", "sink 480 at 960", "after at 960",
                "second at 960", "before 0", "before 0", "sink 960 at 1440", "after at 1440",
            ])
    }

    @Test func hooksAndSinksEndWhenCancelled() {
        let device = VirtualDevice(.phone)
        let log = Log<Int>()
        let hook = device.beforeBlock {
            log.add(1)
            return false
        }
        let sink = device.addSink(portUID: "Speaker") { _ in log.add(2) }
        device.render(frames: 1)
        hook.cancel()
        device.render(frames: 1)
        sink.cancel()
        device.render(frames: 1)
        #expect(log.entries == [1, 2, 2])
    }

    @Test func aScriptedHappeningIsHeardFromTheNextBlock() throws {
        let run = StageRun(block: 100)
        let music = TestProgram(1, .constant(1))
        try music.play(run.device, on: ["Speaker", "Wired Headphones"])
        let headphones = run.device.record(portUID: "Wired Headphones")
        run.device.script([
            VirtualScriptEntry(frame: 150, .plug(.headphones)),
            VirtualScriptEntry(frame: 600, .unplug(deviceUID: "Wired Headphones")),
        ])
        run.device.render(frames: 800)
        #expect(headphones.channel(0)[0..<200].allSatisfy { $0 == 0 })
        #expect(headphones.channel(0)[200] > 0)
        #expect(headphones.frameCount == 600)
        #expect(headphones.samples(in: 598..<602).map { $0.count } == [4, 4])
    }

    // MARK: - Volume

    @Test func theVolumeIsBehindTheStage() throws {
        let run = StageRun()
        let air = run.device.record(portUID: "Speaker", tap: .air)
        let music = TestProgram(1)
        run.device.volume = 0.5
        try music.play(run.device)
        run.device.render(frames: 240)
        run.device.volume = 0.25
        run.device.render(frames: 480)
        let code = (0..<720).map { TestProgram.code($0, 0) }
        #expect(run.speaker.channel(0) == code)
        let heard = air.channel(0)
        #expect(heard[0..<240] == code[0..<240].map { $0 * 0.5 }[...])
        #expect(abs(heard[359] - code[359] * 0.375) < 1e-6)
        #expect(heard[480..<720] == code[480..<720].map { $0 * 0.25 }[...])
        #expect(run.device.stage.meter(portUID: "Speaker")?.peak[0] == code[480..<720].map(abs).max())
    }

    @Test(arguments: [(Float.nan, Float(0)), (2, 1), (-1, 0), (.infinity, 0)])
    func aVolumeIsFromZeroToOne(wish: Float, granted: Float) {
        let device = VirtualDevice(.phone)
        device.volume = wish
        #expect(device.volume == granted)
    }

    // MARK: - The same again

    @Test func twoRunsAreEqualBitForBit() throws {
        func run() throws -> [[Float]] {
            let run = StageRun(block: 256)
            let device = run.device
            let headphones = device.record(portUID: "Wired Headphones")
            device.setMicrophone(
                portUID: "Built-In Microphone",
                [
                    .noise(seed: 5, amplitude: 0.1), .room(portUID: "Speaker", .smallRoom),
                    .sine(hertz: 440, amplitude: 0.2),
                ])
            let (music, talk) = (TestProgram(2), TestProgram(1, .echo, inputs: 1))
            try music.play(device)
            try talk.play(device, on: ["Speaker", "Wired Headphones"], from: ["Built-In Microphone"])
            device.script([
                VirtualScriptEntry(frame: 5_000, .plug(.headset)),
                VirtualScriptEntry(frame: 9_000, .turnVolume(0.3)),
                VirtualScriptEntry(frame: 12_000, .retime(HardwareTiming(sampleRate: 44_100, blockFrames: 441))),
                VirtualScriptEntry(frame: 14_000, .fault(.missBlocks(2))),
                VirtualScriptEntry(frame: 20_000, .unplug(deviceUID: "Wired Headphones")),
            ])
            device.render(frames: 4_000)
            run.gain(music, 0.2, 0.3)
            device.render(frames: 30_000)
            return run.speaker.samples + headphones.samples
        }
        let (first, second) = (try run(), try run())
        #expect(first == second)
        #expect(first[0].contains { $0 != 0 })
    }
}
