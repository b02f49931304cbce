import Foundation
import HardwareContract
import SordinoALSA
import SordinoHardware
import SordinoPolicy
import SordinoRealtime
import Synchronization
import TestPlugIns
import Testing

/// A program that once needs longer for a block than the card has frames.
private final class Lateness: Sendable {
    let isAsked = Atomic(false)
    func pass() {
        guard isAsked.exchange(false, ordering: .acquiring) else { return }
        let end = HostClock.now() + 100_000_000
        while HostClock.now() < end {}
    }
}

extension ALSATests {
    /// A card that takes frames by a clock, as a plugin of ALSA's own library, and the plugins that have no clock.
    @Suite(.serialized, .enabled(if: PrivateALSA.hasCard, "skipped: libasound2-dev or a C compiler is not installed"))
    struct ALSACardTests {
        private let gone: URL
        private let device: ALSAHardware
        private let log = EventLog()

        init() throws {
            gone = try TestPlugIns.folder().appendingPathComponent("pcm-gone")
            device = try ALSAHardware(
                library: PrivateALSA.library, names: ALSANames("card:GONE='\(gone.path)'"),
                watchedFolders: [gone.deletingLastPathComponent().path])
            device.begin { [log] in log.add($0) }
            device.request(HardwareTiming(sampleRate: 48_000, blockFrames: 256))
        }

        private var output: String { device.ports.first { $0.direction == .output }?.uid ?? "" }

        /// Waits at most twenty minutes.
        private func becomes(_ isTrue: () -> Bool) -> Bool {
            let end = HostClock.now() + 1_200_000_000_000
            while !isTrue() {
                if HostClock.now() > end { return false }
                ThreadPriority.sleep(untilHostTime: HostClock.now() + 2_000_000)
            }
            return true
        }

        private func plays(_ frames: Int) -> Bool {
            let wanted = device.figures.frameCount + frames
            return becomes { device.figures.frameCount >= wanted }
        }

        @Test func twoBlocksWaitAtMost() throws {
            defer { device.close() }
            let program = TestProgram(1, .constant(0.5))
            try program.play(device, on: [output])
            #expect(device.timing.blockFrames == 256)
            #expect(becomes { program.stream?.outputLatencySeconds ?? 0 > 0 })
            for _ in 0..<20 {
                #expect(plays(480))
                let latency = program.stream?.outputLatencySeconds ?? .infinity
                #expect(latency <= 512.0 / 48_000 + 0.000_1)
            }
        }

        /// By the card's clock, and by the machine's where a plugin has none.
        @Test(arguments: ["card", "null", "file"]) func theThreadWakesAFewTimesInABlock(kind: String) throws {
            defer { device.close() }
            let stand = kind == "file" ? try ALSAStand() : nil
            let other = kind == "null" ? try ALSAHardware(library: PrivateALSA.library, names: ALSANames("null")) : nil
            let device = stand?.hardware ?? other ?? device
            device.request(HardwareTiming(sampleRate: 48_000, blockFrames: 256))
            let program = TestProgram(1, .constant(0.5))
            try program.play(device, on: [device.ports.first { $0.direction == .output }?.uid ?? ""])
            #expect(becomes { device.figures.frameCount > 4_800 })
            let (frames, wakes) = (device.figures.frameCount, device.figures.wakeCount)
            #expect(becomes { device.figures.frameCount > frames + 48_000 })
            let blocks = (device.figures.frameCount - frames) / 256
            #expect(device.figures.wakeCount - wakes <= 4 * blocks)
            other?.close()
        }

        @Test func framesThatComeTooLateAreCountedAndTheNextOnesPlay() throws {
            defer { device.close() }
            let lateness = Lateness()
            let program = TestProgram(
                1,
                .tone { _ in
                    lateness.pass()
                    return 0.5
                })
            try program.play(device, on: [output])
            #expect(plays(9_600))
            let before = device.figures.xrunCount
            lateness.isAsked.store(true, ordering: .releasing)
            #expect(becomes { device.figures.xrunCount > before })
            #expect(plays(9_600))
            #expect(log.entries.allSatisfy { if case .portsDeparted = $0 { false } else { true } })
        }

        @Test func aCardThatIsUnpluggedDepartsAndItsReturnIsHeard() throws {
            defer { device.close() }
            let uid = output
            let program = TestProgram(1, .constant(0.5))
            try program.play(device, on: [uid])
            #expect(plays(4_800))
            try Data().write(to: gone)
            #expect(becomes { log.entries.contains(.portsDeparted([uid])) })
            #expect(!device.ports.contains { $0.uid == uid })
            try FileManager.default.removeItem(at: gone)
            #expect(becomes { device.ports.contains { $0.uid == uid } })
            #expect(plays(9_600))
            #expect(program.stream?.isRunning == true)
        }
    }
}
