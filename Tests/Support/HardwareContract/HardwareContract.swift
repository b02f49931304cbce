import SordinoHardware
import SordinoPolicy
import Testing

/// The duties of every peer of the hardware contract, as checks that any peer can be put under.
///
/// A peer's tests run `HardwareContract.checks` with a bench of their own each; this folder knows nothing of any peer.
package enum HardwareContract {
    /// One sentence of the contract.
    package struct Check: Sendable, CustomTestStringConvertible {
        package let sentence: String
        package let run: @Sendable (ContractBench) throws -> Void

        package init(_ sentence: String, _ run: @escaping @Sendable (ContractBench) throws -> Void) {
            self.sentence = sentence
            self.run = run
        }

        package var testDescription: String { sentence }
    }

    package static let checks = streams + stageChecks + control

    // MARK: - Streams

    private static let streams: [Check] = [
        Check("a stream that is alone at gain 1 is heard bit for bit from its first frame") { bench in
            let program = TestProgram(1)
            try program.play(bench.hardware, on: [bench.outputUID])
            bench.pass(6_000)
            let played = bench.played()
            try #require(played.count == 2)
            for channel in 0..<2 {
                let heard = afterSilence(played[channel]).prefix(4_000)
                #expect(heard.elementsEqual((0..<heard.count).map { TestProgram.code(Int64($0), channel) }))
                #expect(heard.count == 4_000)
            }
        },
        Check("a block has the device's length and rate, and its times go on without a gap") { bench in
            let program = TestProgram(1, .silence)
            program.heard.keepsInput = true
            try program.play(bench.hardware, on: [bench.outputUID])
            bench.pass(8 * bench.hardware.timing.blockFrames)
            program.stream?.stop()
            let heard = program.heard
            let timing = bench.hardware.timing
            try #require(heard.frameCounts.count >= 8)
            #expect(heard.frameCounts.allSatisfy { $0 == timing.blockFrames })
            #expect(heard.sampleRates.allSatisfy { $0 == timing.sampleRate })
            #expect(heard.sampleTimes[0] == 0)
            for (earlier, later) in zip(heard.sampleTimes, heard.sampleTimes.dropFirst()) {
                #expect(later > earlier && (later - earlier) % Int64(timing.blockFrames) == 0)
            }
            for (earlier, later) in zip(heard.hostNanoseconds, heard.hostNanoseconds.dropFirst()) {
                #expect(later > earlier)
            }
        },
        Check("after stop the program is not called any more, and a new start begins at 0") { bench in
            let program = TestProgram(1, .silence)
            program.heard.keepsInput = true
            try program.play(bench.hardware, on: [bench.outputUID])
            #expect(program.stream?.isRunning == true)
            bench.pass(4 * bench.hardware.timing.blockFrames)
            program.stream?.stop()
            #expect(program.stream?.isRunning == false)
            let count = program.heard.frameCounts.count
            #expect(count > 0)
            bench.pass(4 * bench.hardware.timing.blockFrames)
            #expect(program.heard.frameCounts.count == count)
            try program.stream?.start()
            bench.pass(4 * bench.hardware.timing.blockFrames)
            program.stream?.stop()
            #expect(program.heard.sampleTimes.dropFirst(count).first == 0)
        },
        Check("a closed stream does not run, and closing it again does nothing") { bench in
            let program = TestProgram(1)
            try program.play(bench.hardware, on: [bench.outputUID])
            program.stream?.close()
            program.stream?.close()
            program.stream?.stop()
            #expect(program.stream?.isRunning == false)
            #expect(throws: HardwareError.self) { try program.stream?.start() }
        },
        Check("a stream tells what it was opened with, and latencies that can be") { bench in
            let program = TestProgram(1)
            try program.play(bench.hardware, on: [bench.outputUID])
            let stream = try #require(program.stream)
            #expect(stream.description == program.description)
            #expect((0..<10).contains(stream.outputLatencySeconds))
            #expect((0..<10).contains(stream.inputLatencySeconds))
        },
        Check("a stream with an input gets its channels and finite samples") { bench in
            guard let inputUID = bench.inputUID else { return }
            let program = TestProgram(1, .silence, inputs: 1)
            program.heard.keepsInput = true
            try program.play(bench.hardware, on: [bench.outputUID], from: [inputUID])
            bench.pass(4 * bench.hardware.timing.blockFrames)
            program.stream?.stop()
            let heard = program.heard
            try #require(heard.input.count == 1)
            #expect(heard.input[0].count == heard.frameCounts.reduce(0, +))
            #expect(heard.input[0].allSatisfy { $0.isFinite })
        },
    ]

    // MARK: - Stage

    private static let stageChecks: [Check] = [
        Check("a program that no command named is silent") { bench in
            let stranger = TestProgram(1)
            try stranger.open(bench.hardware)
            try stranger.stream?.start()
            bench.pass(4_000)
            #expect(bench.played().allSatisfy { $0.allSatisfy { $0 == 0 } })
        },
        Check("a ramp moves from its first frame on, one way only, and lands on its last frame exactly") { bench in
            let program = TestProgram(1, .constant(1))
            try program.play(bench.hardware, on: [bench.outputUID])
            bench.pass(2_000)
            bench.hardware.stage.perform([.gain(program.id, .media, 0.25, rampSeconds: 0.1)])
            let rampFrames = Int((0.1 * bench.hardware.timing.sampleRate).rounded())
            bench.pass(rampFrames + 2_000)
            let heard = Array(afterSilence(bench.played()[0]))
            let first = try #require(heard.firstIndex { $0 != 1 })
            let landed = try #require(heard.firstIndex(of: 0.25))
            #expect(landed - first == rampFrames - 1)
            #expect(zip(heard[first...], heard[(first + 1)...]).allSatisfy { $0 >= $1 })
            #expect(heard[landed...].allSatisfy { $0 == 0.25 })
        },
        Check("a gain at once takes five milliseconds") { bench in
            let program = TestProgram(1, .constant(1))
            try program.play(bench.hardware, on: [bench.outputUID])
            bench.pass(2_000)
            bench.hardware.stage.perform([.gain(program.id, .media, 0, rampSeconds: 0)])
            bench.pass(3_000)
            let heard = Array(afterSilence(bench.played()[0]))
            let first = try #require(heard.firstIndex { $0 != 1 })
            let landed = try #require(heard.firstIndex(of: 0))
            let fadeFrames = Int((StageFade.seconds * bench.hardware.timing.sampleRate).rounded())
            #expect(landed - first == fadeFrames - 1)
        },
        Check("commands of one call take effect with the same frame") { bench in
            let programs = [TestProgram(1, .constant(0.5)), TestProgram(2, .constant(0.25))]
            for program in programs { try program.play(bench.hardware, on: [bench.outputUID], gain: 0) }
            bench.pass(2_000)
            bench.hardware.stage.perform(programs.map { .gain($0.id, .media, 1, rampSeconds: 0.02) })
            bench.pass(4_000)
            // Both on their way together: their sum is always a multiple of the whole by one factor.
            let heard = afterSilence(bench.played()[0])
            let factors = heard.map { $0 / 0.75 }
            #expect(zip(factors, factors.dropFirst()).allSatisfy { $0 <= $1 })
            #expect(heard.last == 0.75)
            let rampFrames = Int((0.02 * bench.hardware.timing.sampleRate).rounded())
            #expect(factors.firstIndex(of: 1).map { abs($0 - (rampFrames - 1)) <= 1 } == true)
        },
        Check("programs add up") { bench in
            let programs = [TestProgram(2, .constant(0.5)), TestProgram(1, .constant(0.25))]
            for program in programs { try program.play(bench.hardware, on: [bench.outputUID]) }
            bench.pass(4_000)
            // A server links the second when it comes to it.
            for _ in 0..<50 where !bench.played().allSatisfy({ $0.last == 0.75 }) { bench.pass(4_000) }
            #expect(bench.played().allSatisfy { $0.last == 0.75 })
        },
        Check("a route away from the port is silence, by a fade") { bench in
            let program = TestProgram(1, .constant(1))
            try program.play(bench.hardware, on: [bench.outputUID])
            bench.pass(2_000)
            bench.hardware.stage.perform([.route(program.id, .media, outputs: [], inputUIDs: [])])
            bench.pass(3_000)
            let heard = Array(afterSilence(bench.played()[0]))
            let first = try #require(heard.firstIndex { $0 != 1 })
            #expect(heard[first] > 0.9)
            #expect(heard.last == 0)
        },
        Check("a mono stream is heard on both channels, and a map crosses them") { bench in
            let mono = TestProgram(1, .constant(0.5), channels: 1)
            try mono.play(bench.hardware, on: [bench.outputUID])
            bench.pass(3_000)
            #expect(bench.played().map(\.last) == [0.5, 0.5])
            mono.stream?.close()
            let stereo = TestProgram(2, .constant(0.25, step: 0.5))
            try stereo.play(bench.hardware, on: [])
            bench.hardware.stage.perform([
                .route(
                    stereo.id, .media, outputs: [StageLink(portUID: bench.outputUID, channelMap: [1, nil])],
                    inputUIDs: [])
            ])
            bench.pass(3_000)
            #expect(bench.played().map(\.last) == [0.75, 0])
        },
        Check("what a program says into another's microphone is in that one's input, whole, until it is not") { bench in
            let speech = TestProgram(2, .constant(0.25))
            let call = TestProgram(1, .echo, channels: 1, inputs: 1)
            try speech.play(bench.hardware, on: [], gain: 0.5)
            try call.play(bench.hardware, on: [bench.outputUID])
            bench.pass(3_000)
            #expect(bench.played().allSatisfy { $0.last == 0 })
            bench.hardware.stage.perform([.inject(speech.id, into: [call.id])])
            bench.pass(4_000)
            // A server links the second when it comes to it.
            var rounds = 0
            while rounds < 50, bench.played().contains(where: { $0.last != 0.25 }) {
                bench.pass(4_000)
                rounds += 1
            }
            #expect(bench.played().allSatisfy { $0.last == 0.25 })
            bench.hardware.stage.perform([.silenceInput(call.id, true)])
            bench.pass(6_000)
            #expect(bench.played().allSatisfy { $0.last == 0 })
            bench.hardware.stage.perform([.silenceInput(call.id, false)])
            bench.pass(6_000)
            #expect(bench.played().allSatisfy { $0.last == 0.25 })
            bench.hardware.stage.perform([.inject(speech.id, into: [])])
            bench.pass(6_000)
            #expect(bench.played().allSatisfy { $0.last == 0 })
        },
        Check("meters show what the port and the program do") { bench in
            let program = TestProgram(1, .constant(0.5))
            try program.play(bench.hardware, on: [bench.outputUID], gain: 0.5)
            bench.pass(3_000)
            let port = try #require(bench.hardware.stage.meter(portUID: bench.outputUID))
            let own = try #require(bench.hardware.stage.meter(program: program.id))
            #expect(port == Meter(peak: [0.25, 0.25], rms: [0.25, 0.25]))
            #expect(own == Meter(peak: [0.5, 0.5], rms: [0.5, 0.5]))
            #expect(bench.hardware.stage.meter(portUID: "no such port") == nil)
        },
        Check("a stream that sends no numbers does not reach the port") { bench in
            let mad = TestProgram(1, .value(.nan, atFrame: 1_000))
            let calm = TestProgram(2, .constant(0.5))
            try mad.play(bench.hardware, on: [bench.outputUID])
            try calm.play(bench.hardware, on: [bench.outputUID])
            bench.pass(6_000)
            #expect(bench.played().allSatisfy { $0.allSatisfy { $0.isFinite } })
            #expect(bench.played().allSatisfy { $0.last == 0.75 })
        },
    ]

    // MARK: - Control

    private static let control: [Check] = [
        Check("the ports that are there are announced first") { bench in
            let log = EventLog()
            bench.hardware.begin { log.add($0) }
            #expect(bench.waits(for: log) { _ in true })
            guard case .portsArrived(let ports)? = log.entries.first else {
                Issue.record("first came \(String(describing: log.entries.first))")
                return
            }
            #expect(ports == Array(bench.hardware.ports.prefix(ports.count)))
            #expect(ports.contains { $0.uid == bench.outputUID && $0.direction == .output })
            #expect(Set(ports.map(\.uid)).count == ports.count)
        },
        Check("another block size is granted within the limits, told, and used") { bench in
            let log = EventLog()
            bench.hardware.begin { log.add($0) }
            let before = bench.hardware.timing
            let wish = HardwareTiming(
                sampleRate: before.sampleRate, blockFrames: before.blockFrames == 256 ? 512 : 256)
            let granted = bench.hardware.request(wish)
            let limits = bench.hardware.limits
            #expect(limits.blockFrames.contains(granted.blockFrames))
            #expect(limits.sampleRates.contains(granted.sampleRate))
            if granted != before { #expect(bench.waits(for: log) { $0 == .timing(granted) }) }
            #expect(bench.hardware.timing == granted)
            let program = TestProgram(1, .silence)
            program.heard.keepsInput = true
            try program.play(bench.hardware, on: [bench.outputUID])
            bench.pass(4 * granted.blockFrames)
            program.stream?.stop()
            #expect(program.heard.frameCounts.last == granted.blockFrames)
        },
        Check("the volume is kept within 0 to 1 and is behind the stage") { bench in
            bench.hardware.volume = 0.5
            #expect(abs(bench.hardware.volume - 0.5) < 0.01)
            let program = TestProgram(1, .constant(0.5))
            try program.play(bench.hardware, on: [bench.outputUID])
            bench.pass(3_000)
            #expect(bench.played().allSatisfy { $0.last == 0.5 })
            bench.hardware.volume = 1
        },
        Check("time goes forward by what was rendered") { bench in
            let before = bench.hardware.now
            bench.pass(4_800)
            let passed = bench.hardware.now.seconds - before.seconds
            #expect(passed >= 4_800 / bench.hardware.timing.sampleRate - 1e-6)
        },
        Check("a port that is plugged is announced, and so is its going") { bench in
            guard let plug = bench.plug, let unplug = bench.unplug else { return }
            let log = EventLog()
            bench.hardware.begin { log.add($0) }
            let before = Set(bench.hardware.ports.map(\.uid))
            plug()
            #expect(
                bench.waits(for: log) {
                    if case .portsArrived(let ports) = $0 { !before.isSuperset(of: ports.map(\.uid)) } else { false }
                })
            let arrived = Set(bench.hardware.ports.map(\.uid)).subtracting(before)
            #expect(!arrived.isEmpty)
            unplug()
            #expect(
                bench.waits(for: log) {
                    if case .portsDeparted(let uids) = $0 { arrived.isSuperset(of: uids) } else { false }
                })
            #expect(Set(bench.hardware.ports.map(\.uid)) == before)
        },
        Check("a lost server takes the streams; a new one takes new streams") { bench in
            guard let loseServer = bench.loseServer, let restartServer = bench.restartServer else { return }
            let log = EventLog()
            bench.hardware.begin { log.add($0) }
            let program = TestProgram(1)
            try program.play(bench.hardware, on: [bench.outputUID])
            bench.pass(2_000)
            loseServer()
            #expect(bench.waits(for: log) { $0 == .lost })
            #expect(program.stream?.isRunning == false)
            #expect(throws: HardwareError.gone) { try TestProgram(2).open(bench.hardware) }
            restartServer()
            #expect(bench.waits(for: log) { $0 == .restarted })
            let again = TestProgram(1, .constant(0.5))
            try again.play(bench.hardware, on: [bench.outputUID])
            bench.pass(3_000)
            #expect(again.stream?.isRunning == true)
        },
    ]
}
