import BusSiege
import PrivateBus
import SessionBench
import SordinoBus
import SordinoHardware
import SordinoPolicy
import SordinoService
import SordinoSession
import Testing
import WireMutation

/// A slice of what `fuzz-wire` does for hours.
@Suite struct WireSiegeTests {
    @Test(arguments: [1, 2, 3] as [UInt64])
    func damagedValuesAndLinesAreRefusedOrComeBackWhole(seed: UInt64) {
        var mutation = WireMutation(seed: seed)
        var understood = 0
        for _ in 0..<1_500 {
            let read = WireReading.read(mutation.value())
            #expect(read.fault == nil, "seed \(seed)")
            understood += read.understood > 0 ? 1 : 0
            #expect(WireReading.read(line: mutation.line()) == nil, "seed \(seed)")
        }
        // Neither all nor nothing is understood, or the damages would show nothing.
        #expect((150...1_350).contains(understood))
    }

    @Test(.enabled(if: PrivateBus.isAvailable, "dbus-daemon is not installed: nothing is tested over a bus"))
    func aBystanderNoticesNothingOfHostileClients() throws {
        let seed: UInt64 = 7
        let bus = try PrivateBus()
        let service = SessionService(
            hardware: HandDrivenHardware(), settings: PolicySettings(), wakesItself: false,
            permissionAnswer: .granted)
        var options = BusService.Options()
        options.identity = { name, _ in name }
        options.allowsSimulation = true
        let offered = BusService(service, on: try BusConnection(bus.bus), options: options)
        defer { offered.end() }
        _ = service.addObserver { offered.follow($0) }
        service.begin()
        try offered.offer()
        let siege = try BusSiege(bus.bus, seed: seed)
        for round in 0..<400 {
            try siege.attack()
            if round.isMultiple(of: 10) { #expect(siege.complaint() == nil, "seed \(seed), round \(round)") }
        }
        #expect(siege.answered > 20)
        #expect(siege.refused > 20)
    }
}
