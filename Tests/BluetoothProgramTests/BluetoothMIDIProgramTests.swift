import Foundation
import Patience
import PlayedBlueZ
import PrivateBus
import RunningProgram
import SordinoBluetooth
import Testing

/// `midictl` with a Bluetooth keyboard that a played BlueZ has.
@Suite(.serialized, .enabled(if: PrivateBus.isAvailable, "skipped: dbus-daemon is not installed"))
struct BluetoothMIDIProgramTests {
    private func program(_ bus: PrivateBus, _ arguments: String...) throws -> RunningProgram {
        try RunningProgram(
            "midictl", arguments, environment: ["SORDINO_MIDI": "virtual", "DBUS_SYSTEM_BUS_ADDRESS": bus.address])
    }

    @Test func aKeyboardIsListedHeardAndPlayed() throws {
        let bus = try PrivateBus()
        let blueZ = try PlayedBlueZ(bus)
        defer { blueZ.end() }
        let lister = try program(bus, "--brief", "--seconds", "1", "bluetooth")
        #expect(lister.finish() == 0)
        #expect(lister.said == ["11:22:33:44:55:66\t\tnot connected\t\tKeys"])
        let monitor = try program(bus, "--bluetooth", "keys", "monitor")
        defer { monitor.kill() }
        try #require(Patience.until { blueZ.state.withLock { $0.calls.contains("StartNotify") } })
        // The program listens a moment after it has subscribed.
        #expect(
            Patience.until {
                blueZ.play([0x80, 0x81, 0x90, 60, 100])
                return monitor.said.contains { $0.contains("note on") && $0.contains("60") }
            }, "\(monitor.said)")
        let sender = try program(bus, "--bluetooth", "11:22:33:44:55:66", "send", "Bluetooth", "b0", "07", "63")
        #expect(sender.finish() == 0, "\(sender.said)")
        // The program ends only when BlueZ has taken the message.
        #expect(blueZ.state.withLock { $0.written.contains { $0.suffix(3) == [0xB0, 7, 0x63] } })
    }

    @Test func whatIsNotThereIsNamed() throws {
        let bus = try PrivateBus()
        let alone = try program(bus, "bluetooth", "list")
        #expect(alone.finish() == 1)
        let blueZ = try PlayedBlueZ(bus, isPowered: false)
        defer { blueZ.end() }
        let off = try program(bus, "bluetooth", "list")
        #expect(off.finish() == 1)
        let wrong = try program(bus, "bluetooth", "dance")
        #expect(wrong.finish() != 0)
    }
}
