import Glibc
import HardwareContract
import SordinoHardware
import SordinoPolicy
import Synchronization
import Testing

/// The device on its own thread.
///
/// Nothing here depends on how fast the machine is, only on what happens in which order.
@Suite struct VirtualPacingTests {
    /// A paced device, and a wait for blocks of its own.
    private final class Paced: Sendable {
        let device = VirtualDevice(.phone, timing: HardwareTiming(sampleRate: 48_000, blockFrames: 64))
        let counter = Counter()

        init() {
            device.afterBlock { [counter] in counter.raise() }
        }

        func wait(blocks count: Int) {
            let goal = counter.count + count
            while counter.count < goal { sched_yield() }
        }
    }

    final class Counter: Sendable {
        private let value = Atomic(0)
        func raise() { value.wrappingAdd(1, ordering: .acquiringAndReleasing) }
        var count: Int { value.load(ordering: .acquiring) }
    }

    @Test func aPacedDevicePlaysByItself() throws {
        let paced = Paced()
        let recording = paced.device.record(portUID: "Speaker")
        let music = TestProgram(1)
        try music.play(paced.device)
        try paced.device.startPacing()
        #expect(paced.device.isPaced)
        let before = paced.device.now
        paced.wait(blocks: 20)
        #expect(paced.device.now > before)
        paced.device.endPacing()
        #expect(!paced.device.isPaced)
        let count = recording.frameCount
        #expect(count >= 20 * 64)
        #expect(recording.channel(0) == (0..<count).map { TestProgram.code(Int64($0), 0) })
        let afterwards = paced.device.now
        paced.device.render(frames: 64)
        #expect(paced.device.now.nanoseconds - afterwards.nanoseconds == 1_333_333)
    }

    @Test func nobodyIsCalledAfterStopHasReturned() throws {
        let paced = Paced()
        let music = TestProgram(1, .silence)
        try music.open(paced.device)
        try paced.device.startPacing()
        for _ in 0..<50 {
            music.heard.keepsInput = true
            try music.stream?.start()
            paced.wait(blocks: 2)
            music.stream?.stop()
            let calls = music.heard.frameCounts.count
            #expect(calls > 0)
            paced.wait(blocks: 1)
            #expect(music.heard.frameCounts.count == calls)
            music.heard = TestProgram.Heard()
        }
        paced.device.endPacing()
        #expect(music.stream?.isRunning == false)
    }

    @Test func stopWaitsForTheCallbackThatIsUnderWay() throws {
        let paced = Paced()
        let gate = CallbackGate()
        let stream = try paced.device.openStream(
            StreamDescription(program: .app(AppID(1)), name: "slow", outputChannels: 2),
            renderer: StreamRenderer(context: Unmanaged.passUnretained(gate).toOpaque()) { context, _ in
                Unmanaged<CallbackGate>.fromOpaque(context).takeUnretainedValue().pass()
            })
        try stream.start()
        try paced.device.startPacing()
        gate.waitUntilEntered()
        let stopper = Thread {
            stream.stop()
            gate.noteStop()
        }
        // Long enough for a stop that does not wait to be over; one that waits never is.
        for _ in 0..<10_000 { sched_yield() }
        #expect(!gate.isStopped)
        gate.open()
        stopper.join()
        #expect(gate.isStopped)
        paced.device.endPacing()
        stream.close()
        withExtendedLifetime(gate) {}
    }

    @Test func commandsFromManyThreadsLeaveTheStageWhole() throws {
        let paced = Paced()
        let programs = (1...4).map { TestProgram($0, .constant(0.125)) }
        for program in programs { try program.play(paced.device) }
        try paced.device.startPacing()
        let threads = programs.map { program in
            Thread {
                for step in 0..<500 {
                    paced.device.stage.perform([
                        .gain(program.id, .media, step % 2 == 0 ? 1 : 0, rampSeconds: 0.001),
                        .route(
                            program.id, .media, outputs: step % 3 == 0 ? [] : [StageLink(portUID: "Speaker")],
                            inputUIDs: []),
                    ])
                    if step % 50 == 0 { paced.device.plug(.headphones) }
                    if step % 50 == 25 { paced.device.unplug(deviceUID: "Wired Headphones") }
                    _ = paced.device.stage.meter(portUID: "Speaker")
                }
                paced.device.stage.perform([
                    .gain(program.id, .media, 1, rampSeconds: 0),
                    .route(program.id, .media, outputs: [StageLink(portUID: "Speaker")], inputUIDs: []),
                ])
            }
        }
        for thread in threads { thread.join() }
        paced.wait(blocks: 10)
        paced.device.endPacing()
        #expect(paced.device.stage.meter(portUID: "Speaker")?.peak == [0.5, 0.5])
    }
}

/// A thread that is waited for.
private final class Thread {
    private var handle = pthread_t()

    init(_ body: @escaping @Sendable () -> Void) {
        let box = Unmanaged.passRetained(Box(body))
        pthread_create(
            &handle, nil,
            { context in
                if let context { Unmanaged<Box>.fromOpaque(context).takeRetainedValue().body() }
                return nil
            }, box.toOpaque())
    }

    func join() { pthread_join(handle, nil) }

    private final class Box {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
}

/// Holds a callback until it is opened.
private final class CallbackGate: @unchecked Sendable {
    private let stopped = Atomic(false)
    private let entered: UnsafeMutablePointer<sem_t>
    private let opened: UnsafeMutablePointer<sem_t>

    init() {
        entered = .allocate(capacity: 1)
        opened = .allocate(capacity: 1)
        sem_init(entered, 0, 0)
        sem_init(opened, 0, 0)
    }

    deinit {
        sem_destroy(entered)
        sem_destroy(opened)
        entered.deallocate()
        opened.deallocate()
    }

    var isStopped: Bool { stopped.load(ordering: .acquiring) }
    func noteStop() { stopped.store(true, ordering: .releasing) }

    func pass() {
        sem_post(entered)
        sem_wait(opened)
        sem_post(opened)
    }

    func waitUntilEntered() { sem_wait(entered) }
    func open() { sem_post(opened) }
}
