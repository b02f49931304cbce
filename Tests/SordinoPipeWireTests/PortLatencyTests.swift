import SordinoPipeWire
import SordinoPolicy
import Testing

@Suite struct PortLatencyTests {
    /// A sink with one channel, on a graph of 48 kHz and cycles of 960 frames.
    private func graph() -> GraphMirror {
        var mirror = GraphMirror()
        let node = ["media.class": "Audio/Sink", "node.name": "sink", "sordino.port.type": "Speaker"]
        mirror.apply(.appeared(1, .node, node))
        mirror.apply(.properties(1, node))
        mirror.apply(.appeared(2, .port, ["node.id": "1", "port.direction": "in", "port.id": "0"]))
        mirror.apply(.metadata(object: "settings", subject: 0, key: "clock.rate", value: "48000"))
        mirror.apply(.metadata(object: "settings", subject: 0, key: "clock.quantum", value: "960"))
        return mirror
    }

    @Test func cyclesFramesAndNanosecondsAddUp() {
        var mirror = graph()
        mirror.apply(.latency(2, GraphLatency(isInput: true, cycles: 0.5, frames: 240, nanoseconds: 3_000_000)))
        var catalog = PortCatalog()
        let arrived = catalog.update(mirror).arrived
        // 10 ms, 5 ms and 3 ms.
        #expect(arrived.map(\.latencySeconds) == [0.018])
    }

    @Test func whatLiesTheOtherWayIsNotThePorts() {
        var mirror = graph()
        mirror.apply(.latency(2, GraphLatency(isInput: false, frames: 4_800)))
        var catalog = PortCatalog()
        let arrived = catalog.update(mirror).arrived
        #expect(arrived.map(\.latencySeconds) == [0])
    }

    @Test func aLatencyThatIsSaidLaterDescribesThePortAnew() {
        var mirror = graph()
        var catalog = PortCatalog()
        _ = catalog.update(mirror)
        mirror.apply(.latency(2, GraphLatency(isInput: true, frames: 480)))
        let changes = catalog.update(mirror)
        #expect(changes.arrived.isEmpty && changes.departed.isEmpty)
        #expect(changes.changed.map(\.uid) == ["sink"])
        #expect(changes.changed.map(\.latencySeconds) == [0.01])
        let again = catalog.update(mirror)
        #expect(again.isEmpty)
    }

    @Test func nonsenseIsBounded() {
        #expect(GraphLatency(isInput: true, cycles: .infinity).seconds(sampleRate: 48_000, blockFrames: 960) == 0)
        #expect(GraphLatency(isInput: true, cycles: -5).seconds(sampleRate: 48_000, blockFrames: 960) == 0)
        let years = GraphLatency(isInput: true, nanoseconds: .max)
        #expect(years.seconds(sampleRate: 48_000, blockFrames: 960) == 10)
        #expect(GraphLatency(isInput: true, frames: 480).seconds(sampleRate: 0, blockFrames: 960) == 0)
    }
}
