import Patience
import SordinoPipeWire
import SordinoPolicy
import StrangeReceivers
import Testing

/// Records of strangers: a short form of the fuzzer, and floods.
@Suite struct StrangeReceiverTests {
    @Test(arguments: [1, 2, 3, 4] as [UInt64]) func damagedAnnouncementsBreakNothing(seed: UInt64) {
        var strangers = StrangeReceivers(seed: seed)
        for _ in 0..<400 {
            let fault = strangers.step()
            #expect(fault == nil)
            if fault != nil { return }
        }
        #expect(strangers.outputs.contains { $0.isOffered })
    }

    /// A node with its properties and its two ports.
    private static func announce(_ mirror: inout GraphMirror, _ number: Int) {
        let id = UInt32(1_000 + 3 * number)
        let node = ["media.class": "Audio/Sink", "raop.ip": "10.0.0.1", "node.name": "raop_sink.\(number)"]
        mirror.apply(.appeared(id, .node, node))
        mirror.apply(.properties(id, node))
        for channel in 1...2 as ClosedRange<UInt32> {
            mirror.apply(
                .appeared(
                    id + channel, .port, ["node.id": "\(id)", "port.id": "\(channel)", "port.direction": "in"]))
        }
    }

    /// Ten thousand receivers within a minute are looked at in much less than that, one by one, while the first ones stay.
    @Test func tenThousandReceiversInAMinuteAreWorkedOff() {
        var mirror = GraphMirror()
        var catalog = PortCatalog()
        let clock = ContinuousClock()
        var spent = Duration.zero
        for number in 0..<10_000 {
            spent += clock.measure { Self.announce(&mirror, number) }
            // The server's answers come in about a hundred pieces a second at most.
            guard number % 20 == 19 else { continue }
            spent += clock.measure { _ = catalog.update(mirror) }
        }
        #expect(catalog.ports.count == 64)
        #expect(catalog.ports.map(\.uid).contains("raop_sink.0"))
        print("10,000 receivers were looked at within \(spent)")
        #expect(spent < .seconds(60))
    }

    /// Receivers that come and go under ever new names leave nothing behind.
    @Test func namesThatComeAndGoAreForgotten() {
        var mirror = GraphMirror()
        var catalog = PortCatalog()
        for number in 0..<5_000 {
            Self.announce(&mirror, number)
            if number >= 8 { for id in 0..<3 { mirror.apply(.removed(UInt32(1_000 + 3 * (number - 8) + id))) } }
            _ = catalog.update(mirror, at: UInt64(number) * 2_000_000_000)
        }
        #expect(catalog.ports.count == 8)
        #expect(catalog.rememberedPorts <= 512)
    }

    /// Many channels of strangers leave room on the stage for what is plugged in.
    @Test func receiversDoNotTakeThePlacesOfTheDevice() {
        var mirror = GraphMirror()
        for number in 0..<64 {
            Self.announce(&mirror, number)
            for channel in 3...12 {
                mirror.apply(
                    .appeared(
                        UInt32(100_000 + 100 * number + channel), .port,
                        [
                            "node.id": "\(1_000 + 3 * number)", "port.id": "\(channel)", "port.direction": "in",
                        ]))
            }
        }
        var catalog = PortCatalog()
        let arrived = catalog.update(mirror).arrived
        #expect(arrived.count == 16 && arrived.allSatisfy { $0.channels.count == 8 })
    }
}
