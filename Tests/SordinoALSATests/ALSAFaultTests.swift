import CFakeALSA
import Glibc
import HardwareContract
import SordinoALSA
import SordinoHardware
import SordinoPolicy
import SordinoRealtime
import Testing

extension ALSATests {
    /// Devices that fail, go and come, by a library that is none.
    @Suite(.serialized) struct ALSAFaultTests {
        private static let library = ALSALibrary(find: { fake_alsa_find($0) })

        init() { fake_alsa_reset() }

        private func device() throws -> ALSAHardware {
            try ALSAHardware(library: #require(Self.library), names: ALSANames("fake"), watchedFolders: [])
        }

        private func uid(_ device: ALSAHardware, _ direction: PortDirection) -> String {
            device.ports.first { $0.direction == direction }?.uid ?? ""
        }

        private func pass(_ seconds: Double) {
            ThreadPriority.sleep(untilHostTime: HostClock.now() + UInt64(seconds * 1e9))
        }

        /// Waits at most ten seconds.
        private func becomes(_ isTrue: () -> Bool) -> Bool {
            let end = HostClock.now() + 10_000_000_000
            while !isTrue() {
                if HostClock.now() > end { return false }
                pass(0.002)
            }
            return true
        }

        @Test func aCardThatIsCalledHeadphonesIsHeadphones() throws {
            let device = try device()
            defer { device.close() }
            #expect(device.ports.first { $0.direction == .output }?.type == .headphones)
            #expect(device.ports.map(\.direction) == [.output, .input])
        }

        @Test func theNearestRateIsTaken() throws {
            fake_alsa_set_rate(44_100)
            let device = try device()
            defer { device.close() }
            #expect(device.timing.sampleRate == 44_100)
            #expect(device.limits.sampleRates == [44_100])
        }

        @Test func anUnderrunIsCountedAndThePlayerGoesOn() throws {
            let device = try device()
            defer { device.close() }
            let program = TestProgram(1, .constant(0.5), inputs: 1)
            try program.play(device, on: [uid(device, .output)], from: [uid(device, .input)])
            #expect(becomes { device.figures.frameCount > 9_600 })
            let before = device.figures.xrunCount
            fake_alsa_underrun()
            #expect(becomes { device.figures.xrunCount > before })
            let frames = device.figures.frameCount
            #expect(becomes { device.figures.frameCount > frames + 9_600 })
        }

        @Test func aMachineThatSleptGoesOn() throws {
            let device = try device()
            defer { device.close() }
            let program = TestProgram(1, .constant(0.5))
            try program.play(device, on: [uid(device, .output)])
            #expect(becomes { device.figures.frameCount > 4_800 })
            fake_alsa_suspend()
            #expect(becomes { device.figures.suspendCount > 0 })
            pass(0.1)
            fake_alsa_wake()
            let frames = device.figures.frameCount
            #expect(becomes { device.figures.frameCount > frames + 9_600 })
            #expect(device.ports.count == 2)
        }

        @Test func aDeviceThatGoesIsAPortThatDepartsAndItsReturnIsFound() throws {
            let device = try device()
            defer { device.close() }
            let log = EventLog()
            device.begin { log.add($0) }
            let output = uid(device, .output)
            let program = TestProgram(1, .constant(0.5))
            try program.play(device, on: [output])
            #expect(becomes { device.figures.frameCount > 4_800 })
            fake_alsa_plug(false, false)
            #expect(becomes { log.entries.contains(.portsDeparted([output])) })
            #expect(throws: HardwareError.noPort) { try TestProgram(2).open(device) }
            fake_alsa_plug(false, true)
            #expect(becomes { device.ports.contains { $0.uid == output } })
            // The stream that ran continues.
            let frames = device.figures.frameCount
            #expect(becomes { device.figures.frameCount > frames + 9_600 })
            #expect(program.stream?.isRunning == true)
        }

        @Test func aBlockThatIsAskedForOfADeviceThatIsGoneIsNotWaitedFor() throws {
            let device = try device()
            defer { device.close() }
            let output = uid(device, .output)
            let program = TestProgram(1, .constant(0.5))
            try program.play(device, on: [output])
            fake_alsa_plug(false, false)
            device.request(HardwareTiming(sampleRate: 48_000, blockFrames: 256))
            #expect(becomes { device.ports.allSatisfy { $0.direction == .input } })
            fake_alsa_plug(false, true)
            let frames = device.figures.frameCount
            #expect(becomes { device.figures.frameCount > frames + 9_600 })
        }

        /// The device would have to be opened again, and what plays would have a gap.
        @Test func aLargerBlockIsNotTakenWhileSomethingPlays() throws {
            let device = try device()
            defer { device.close() }
            let small = HardwareTiming(sampleRate: 48_000, blockFrames: 256)
            let large = HardwareTiming(sampleRate: 48_000, blockFrames: 1_024)
            #expect(device.request(small) == small)
            let program = TestProgram(1, .constant(0.5))
            try program.play(device, on: [uid(device, .output)])
            #expect(becomes { device.figures.frameCount > 4_800 })
            let opened = fake_alsa_opened()
            #expect(device.request(large) == small)
            #expect(fake_alsa_opened() == opened)
            program.stream?.stop()
            #expect(becomes { device.request(large) == large })
        }

        @Test func aMicrophoneThatGoesLeavesTheOutputAlone() throws {
            let device = try device()
            defer { device.close() }
            let log = EventLog()
            device.begin { log.add($0) }
            let input = uid(device, .input)
            let program = TestProgram(1, .constant(0.5), inputs: 1)
            try program.play(device, on: [uid(device, .output)], from: [input])
            #expect(becomes { device.figures.frameCount > 9_600 })
            fake_alsa_plug(true, false)
            #expect(becomes { log.entries.contains(.portsDeparted([input])) })
            let frames = device.figures.frameCount
            #expect(becomes { device.figures.frameCount > frames + 9_600 })
            #expect(device.ports.map(\.direction) == [.output])
        }

        @Test func aDeviceThatTakesNothingIsGivenUp() throws {
            let device = try device()
            defer { device.close() }
            let log = EventLog()
            device.begin { log.add($0) }
            let program = TestProgram(1, .constant(0.5))
            let output = uid(device, .output)
            try program.play(device, on: [output])
            #expect(becomes { device.figures.frameCount > 4_800 })
            let wakes = device.figures.wakeCount
            fake_alsa_stall(true)
            let end = HostClock.now() + 60_000_000_000
            while !log.entries.contains(.portsDeparted([output])), HostClock.now() < end { pass(0.05) }
            #expect(log.entries.contains(.portsDeparted([output])))
            // Not by a busy loop.
            #expect(device.figures.wakeCount - wakes < 10_000)
        }

        @Test func whenNothingPlaysTheDeviceIsClosedAndNothingWakes() throws {
            let device = try device()
            defer { device.close() }
            #expect(fake_alsa_open_count() == 0)
            let program = TestProgram(1, .constant(0.5))
            try program.play(device, on: [uid(device, .output)])
            #expect(becomes { device.figures.frameCount > 4_800 })
            #expect(fake_alsa_open_count() == 1)
            program.stream?.stop()
            #expect(becomes { fake_alsa_open_count() == 0 })
            pass(0.05)
            let wakes = device.figures.wakeCount
            pass(0.5)
            #expect(device.figures.wakeCount == wakes)
            try program.stream?.start()
            let frames = device.figures.frameCount
            #expect(becomes { device.figures.frameCount > frames + 4_800 })
        }

        @Test func theLatencyIsTheOneThatTheDeviceTells() throws {
            let device = try device()
            defer { device.close() }
            device.request(HardwareTiming(sampleRate: 48_000, blockFrames: 256))
            let program = TestProgram(1, .constant(0.5))
            try program.play(device, on: [uid(device, .output)])
            #expect(becomes { device.figures.frameCount > 9_600 })
            // Two blocks wait at most; one is being written.
            let latency = program.stream?.outputLatencySeconds ?? 0
            #expect(latency > 0 && latency <= 512.0 / 48_000 + 0.000_1)
            #expect(device.ports.first?.latencySeconds == 256.0 / 48_000)
        }

        private let opening =
            (0..<fake_alsa_function_count()).first { String(cString: fake_alsa_function_name($0)) == "snd_pcm_open" }
            ?? -1
        private let busy = "the ALSA device \"fake\" is busy: another program has it (snd_pcm_open: "

        @Test func aDeviceThatAnotherProgramTookIsBusyUntilItIsFree() throws {
            let device = try device()
            defer { device.close() }
            #expect(device.outputRefusal == nil)
            fake_alsa_fail(opening, -EBUSY, 0, .max)
            let program = TestProgram(1, .constant(0.5))
            do throws(HardwareError) {
                try program.play(device, on: [uid(device, .output)])
                Issue.record("a busy device was opened")
            } catch {
                #expect("\(error)".hasPrefix(busy))
            }
            #expect(device.outputRefusal?.hasPrefix(busy) == true)
            fake_alsa_fail(-1, 0, 0, 0)
            #expect(device.outputRefusal == nil)
            try program.stream?.start()
            #expect(becomes { device.figures.frameCount > 4_800 })
        }

        @Test func aDeviceThatIsBusyAtFirstIsAPortAndPlaysWhenItIsFree() throws {
            fake_alsa_set_rate(44_100)
            fake_alsa_fail(opening, -EBUSY, 0, .max)
            let device = try device()
            defer { device.close() }
            let log = EventLog()
            device.begin { log.add($0) }
            #expect(device.ports.map(\.direction) == [.output, .input])
            #expect(device.outputRefusal?.hasPrefix(busy) == true)
            let program = TestProgram(1, .constant(0.5))
            #expect(throws: HardwareError.self) { try program.play(device, on: [uid(device, .output)]) }
            fake_alsa_fail(-1, 0, 0, 0)
            try program.stream?.start()
            #expect(becomes { device.figures.frameCount > 4_800 })
            // A wrong guess is corrected.
            #expect(device.timing.sampleRate == 44_100)
            #expect(becomes { log.entries.contains(.timing(device.timing)) })
            #expect(device.ports.first { $0.direction == .output }?.type == .headphones)
        }

        /// The device is closed for a moment when another block is asked for, and another program may take it then.
        @Test func soundThatLostItsDeviceToAnotherProgramGoesOnWhenThatLeaves() throws {
            let device = try device()
            defer { device.close() }
            let program = TestProgram(1, .constant(0.5))
            try program.play(device, on: [uid(device, .output)])
            #expect(becomes { device.figures.frameCount > 4_800 })
            fake_alsa_fail(opening, -EBUSY, 0, .max)
            device.request(HardwareTiming(sampleRate: 48_000, blockFrames: 256))
            #expect(becomes { !device.isOpen })
            // More looks than there are for a device that is gone.
            let looks = fake_alsa_calls(opening) + 65
            let end = HostClock.now() + 60_000_000_000
            while fake_alsa_calls(opening) < looks, HostClock.now() < end { pass(0.05) }
            #expect(fake_alsa_calls(opening) >= looks)
            fake_alsa_fail(-1, 0, 0, 0)
            let frames = device.figures.frameCount
            #expect(becomes { device.figures.frameCount > frames + 9_600 })
        }

        /// Every error at every call, once, some times and for ever: a sentence, or it continues; never a trap.
        @Test(arguments: 0..<Int(fake_alsa_function_count()))
        func everyErrorAtEveryCallIsSurvived(function: Int) throws {
            for error in [EPIPE, ESTRPIPE, ENODEV, EBADFD, EAGAIN, EBUSY, EINTR, 4_095] {
                for (after, times) in [(0, Int32.max), (2, 3)] {
                    fake_alsa_reset()
                    fake_alsa_fail(Int32(function), -error, Int32(after), times)
                    do throws(HardwareError) {
                        guard let library = Self.library else { return }
                        let device = try ALSAHardware(
                            library: library, names: ALSANames("fake"), watchedFolders: [])
                        defer { device.close() }
                        device.begin { _ in }
                        device.request(HardwareTiming(sampleRate: 48_000, blockFrames: 64))
                        let program = TestProgram(1, .constant(0.5), inputs: device.ports.count > 1 ? 1 : 0)
                        try program.play(device, on: [uid(device, .output)], from: [uid(device, .input)])
                        pass(0.004)
                        device.request(HardwareTiming(sampleRate: 44_100, blockFrames: 128))
                        program.stream?.stop()
                        program.stream?.close()
                    } catch {
                        #expect("\(error)".count > 10)
                    }
                }
            }
            fake_alsa_reset()
            #expect(fake_alsa_open_count() == 0)
        }
    }
}
