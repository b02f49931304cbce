import HardwareContract
import PrivatePipeWire
import SordinoHardware
import SordinoPipeWire
import SordinoPolicy
import Testing

/// The rate of a graph whose settings say another one than it runs at.
@Suite struct GraphRateTests {
    @Test func aNodeThatStopsTheGraphIsFound() {
        func isFound(_ properties: [String: String]) -> Bool {
            GraphNode(id: 7, properties: properties, isKnown: true).forcesStandstill
        }
        for rate in ["1", "7999", "768001", "-1"] { #expect(isFound(["node.force-rate": rate])) }
        for block in ["1", "15", "8193"] { #expect(isFound(["node.force-quantum": block])) }
        for rate in ["0", "8000", "768000", "true"] { #expect(!isFound(["node.force-rate": rate])) }
        for block in ["0", "16", "8192"] { #expect(!isFound(["node.force-quantum": block])) }
        #expect(!isFound([:]))
    }

    private func mirror(_ settings: [String: String] = [:]) -> GraphMirror {
        var mirror = GraphMirror()
        let all = ["clock.rate": "48000", "clock.quantum": "256", "clock.allowed-rates": "[ 48000, 96000 ]"]
        for (key, value) in all.merging(settings, uniquingKeysWith: { $1 }) {
            mirror.apply(.metadata(object: "settings", subject: 0, key: key, value: value))
        }
        return mirror
    }

    private func add(
        _ id: UInt32, _ mediaClass: String = "Audio/Sink", hertz: UInt32, priority: Int = 0,
        to mirror: inout GraphMirror
    ) {
        mirror.apply(.appeared(id, .node, ["media.class": mediaClass, "priority.driver": String(priority)]))
        mirror.apply(.rate(id, hertz: hertz))
        mirror.apply(.runs(id, true))
    }

    @Test func theDriverCountsNotTheSettings() {
        var mirror = mirror()
        #expect(mirror.timing?.sampleRate == 48_000 && mirror.timing?.blockFrames == 256)
        add(5, hertz: 96_000, to: &mirror)
        #expect(mirror.timing?.sampleRate == 96_000 && mirror.timing?.blockFrames == 256)
        mirror.apply(.runs(5, false))
        #expect(mirror.timing?.sampleRate == 48_000)
        mirror.apply(.runs(5, true))
        mirror.apply(.rate(5, hertz: 0))
        #expect(mirror.timing?.sampleRate == 48_000)
    }

    @Test func ofSeveralDevicesTheHighestPriorityDrives() {
        var mirror = mirror()
        add(5, hertz: 96_000, priority: 10, to: &mirror)
        add(6, "Audio/Source", hertz: 48_000, priority: 20, to: &mirror)
        #expect(mirror.timing?.sampleRate == 48_000)
        mirror.apply(.removed(6))
        #expect(mirror.timing?.sampleRate == 96_000)
    }

    /// Such a device is converted to the graph's rate: a headset at 16 kHz does not change the graph.
    @Test func aDeviceAtARateThatTheGraphMayNotHaveDoesNotCount() {
        var mirror = mirror()
        add(5, hertz: 16_000, to: &mirror)
        #expect(mirror.timing?.sampleRate == 48_000)
        mirror = self.mirror(["clock.allowed-rates": ""])
        add(5, hertz: 96_000, to: &mirror)
        #expect(mirror.timing?.sampleRate == 48_000)
    }

    @Test func aForcedRateCountsBeforeAll() {
        var mirror = mirror(["clock.force-rate": "44100"])
        add(5, hertz: 96_000, to: &mirror)
        #expect(mirror.timing?.sampleRate == 44_100)
    }

    @Test func programsAreNoDevices() {
        var mirror = mirror()
        add(5, "Stream/Output/Audio", hertz: 96_000, to: &mirror)
        #expect(mirror.timing?.sampleRate == 48_000)
    }
}

extension PipeWireTests {
    @Suite(.serialized, .enabled(if: OutsidePlayer.isInstalled, "pw-cat is not installed")) struct RunningRateTests {
        @Test func aGraphThatRunsAtAnotherRateIsKnownBeforeTheFirstStart() throws {
            let server = try PrivatePipeWire(otherRates: [96_000], hasClock: false)
            let hand = try #require(GraphHand(server))
            let sink = try #require(hand.plug("speaker", type: "Speaker", fixedRate: 96_000))
            let player = try #require(try OutsidePlayer(hand, on: sink, role: "Music", sampleRate: 96_000))
            defer { player.end() }
            let runs = hand.wait { graph in
                graph.nodes[sink].flatMap { $0.isRunning && $0.sampleRate == 96_000 ? true : nil }
            }
            #expect(runs == true)
            let hardware = try PipeWireHardware(remote: server.remote)
            #expect(hardware.timing.sampleRate == 96_000)
            let program = TestProgram(1)
            // The callback appends without allocating.
            program.heard.frameCounts.reserveCapacity(1_000)
            program.heard.sampleTimes.reserveCapacity(1_000)
            program.heard.hostNanoseconds.reserveCapacity(1_000)
            program.heard.sampleRates.reserveCapacity(1_000)
            try program.play(hardware, on: ["speaker"])
            #expect(hand.wait { _ in hardware.isQuiet ? true : nil } == true)
            program.stream?.stop()
            #expect(!program.heard.sampleRates.isEmpty && program.heard.sampleRates.allSatisfy { $0 == 96_000 })
        }

        @Test func aGraphThatChangesItsRateIsKnownBeforeTheFirstStart() throws {
            let server = try PrivatePipeWire(otherRates: [96_000], hasClock: false)
            let hand = try #require(GraphHand(server))
            let sink = try #require(hand.plug("speaker", type: "Speaker", fixedRate: 96_000))
            let hardware = try PipeWireHardware(remote: server.remote)
            #expect(hardware.timing.sampleRate == 48_000)
            let player = try #require(try OutsidePlayer(hand, on: sink, role: "Music", sampleRate: 96_000))
            defer { player.end() }
            #expect(hand.wait { _ in hardware.timing.sampleRate == 96_000 ? true : nil } == true)
        }
    }
}
