import CoreAudioKit
import CoreMIDI
import Patience
import PlayedBlueZ
import PrivateBus
import SordinoBluetooth
import SordinoMIDIPorts
import Testing

/// The controllers as a program without views uses them, with a played BlueZ.
@MainActor @Suite(.enabled(if: PrivateBus.isAvailable, "skipped: dbus-daemon is not installed"))
struct BluetoothControllerTests {
    @Test func aDeviceIsListedConnectedAndForgotten() async throws {
        let bus = try PrivateBus()
        let blueZ = try PlayedBlueZ(bus)
        defer { blueZ.end() }
        let carrier = BluetoothMIDICarrier(address: .at(bus.address))
        let system = MIDISystem(running: .onThread, carriers: [carrier])
        let window = CABTLEMIDIWindowController(carrier: carrier)
        defer { carrier.close() }
        let central = window.central
        try #require(Patience.until { central.availability == .ready })
        #expect(central.devices.isEmpty && !central.isScanning)
        central.isScanning = true
        try #require(Patience.until { central.devices.count == 1 })
        let device = central.devices[0]
        #expect(device.name == "Keys" && device.address == "11:22:33:44:55:66")
        #expect(device.state == .disconnected && !device.isPaired)
        #expect(central.connect(device))
        try #require(Patience.until { central.devices.first?.state == .ready })
        #expect(central.devices[0].isPaired && central.devices[0].id == device.id)
        #expect(try system.read { $0.sources.count } == 1)
        #expect(central.disconnect(device))
        #expect(Patience.until { central.devices.first?.state == .disconnected })
        #expect(central.forget(device))
        #expect(Patience.until { blueZ.state.withLock { $0.calls.last } == "RemoveDevice" })
        // The change is reported on the main actor, once it is free.
        let (changes, continuation) = AsyncStream<Void>.makeStream()
        window.peripheral.onChange = { continuation.yield() }
        #expect(window.peripheral.state == .off && window.peripheral.connectedCentral == nil)
        #expect(window.peripheral.advertise(name: "Stage"))
        for await _ in changes {
            if window.peripheral.state == .advertising(name: "Stage") { break }
        }
        blueZ.call("StartNotify", [])
        #expect(Patience.until { window.peripheral.connectedCentral == "Bluetooth" })
        window.peripheral.stopAdvertising()
        #expect(window.peripheral.state == .off && window.peripheral.connectedCentral == nil)
    }

    @Test func withoutBlueZNothingIsThere() throws {
        let bus = try PrivateBus()
        let carrier = BluetoothMIDICarrier(address: .at(bus.address))
        defer { carrier.close() }
        let central = CABTMIDICentralViewController(carrier: carrier)
        #expect(central.availability == .absent && central.devices.isEmpty)
        let none = CABTMIDILocalPeripheralViewController(carrier: nil)
        #expect(none.availability == .absent && !none.advertise(name: "Stage") && none.state == .off)
    }
}
