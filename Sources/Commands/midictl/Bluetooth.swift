import CoreMIDI
import Foundation
import Glibc
import SordinoBluetooth
import SordinoCommandLine
import Synchronization

/// MIDI over Bluetooth Low Energy as the tool uses it.
///
/// The endpoints of a connection are this program's; `connect` and `advertise` pass them on to virtual ones that all programs see.
@MainActor struct Bluetooth {
    private let carrier: BluetoothMIDICarrier
    private let change = DispatchSemaphore(value: 0)

    /// Connects to BlueZ, or ends the program where that is not possible.
    init() {
        guard let carrier = MIDIPlace.current.bluetooth, carrier.open() else {
            fail("the system bus does not answer, so there is no Bluetooth")
        }
        self.carrier = carrier
        let change = change
        _ = carrier.addChangeCall { change.signal() }
        // BlueZ names its objects in one answer.
        wait(seconds: 10) { $0.availability != .opening }
        switch carrier.snapshot.availability {
        case .ready: break
        case .off: fail("Bluetooth is off")
        case .noAdapter: fail("there is no Bluetooth adapter")
        case .closed, .opening, .absent: fail("BlueZ does not answer")
        }
    }

    /// Checks the words of a command before the bus is asked.
    nonisolated static func check(_ words: [String]) throws(CommandMisuse) {
        switch (words.first ?? "list", words.count) {
        case ("list", ...1), ("connect", 2), ("disconnect", 2), ("forget", 2), ("advertise", ...2): break
        default:
            throw CommandMisuse(
                sentence:
                    "\"bluetooth\" takes list, connect DEVICE, disconnect DEVICE, forget DEVICE or advertise [NAME]")
        }
    }

    /// Performs a command: "list" by default.
    func perform(_ words: [String]) {
        switch (words.first ?? "list", words.count) {
        case ("list", ...1): list()
        case ("connect", 2):
            let device = find(words[1])
            join(device)
            bridge(name: device.name)
        case ("disconnect", 2): carrier.disconnect(find(words[1]).path)
        case ("forget", 2): carrier.forget(find(words[1]).path)
        case ("advertise", ...2):
            advertise(words.count > 1 ? words[1] : ProcessInfo.processInfo.hostName)
            bridge(name: carrier.snapshot.central ?? "Bluetooth")
        default: break
        }
        carrier.close()
    }

    /// Connects with a device, or waits until one comes for "-".
    func join(_ text: String) {
        if text == "-" { advertise(ProcessInfo.processInfo.hostName) } else { join(find(text)) }
    }

    private func join(_ device: BluetoothMIDIState.Device) {
        carrier.connect(device.path)
        let isThere = wait(seconds: 120) { state in
            switch state.devices.first(where: { $0.path == device.path })?.stage {
            case .ready, .failed: true
            default: false
            }
        }
        let stage = carrier.snapshot.devices.first { $0.path == device.path }?.stage
        if case .failed(let reason)? = stage {
            fail("the device \"\(foreignText(device.name))\" cannot be connected with: \(foreignText(reason))")
        }
        guard isThere else { fail("the device \"\(foreignText(device.name))\" does not answer") }
    }

    private func advertise(_ name: String) {
        carrier.advertise(name: name)
        wait(seconds: 60) { state in
            switch state.advertising {
            case .on, .failed: true
            case .off, .starting: false
            }
        }
        if case .failed(let reason) = carrier.snapshot.advertising {
            fail("this device cannot be advertised: \(foreignText(reason))")
        }
        ToolOutput.complain("midictl: waiting for a device that connects with \"\(foreignText(name))\"\n")
        wait(seconds: arguments.seconds ?? .infinity) { $0.central != nil }
        guard carrier.snapshot.central != nil else { fail("no device has connected") }
    }

    /// Finds a device by its address, its name, or a part of its name that only one has; looks for it if it is not known.
    private func find(_ text: String) -> BluetoothMIDIState.Device {
        func found() -> BluetoothMIDIState.Device? {
            let all = carrier.snapshot.devices
            if let exact = all.first(where: { $0.address.lowercased() == text.lowercased() || $0.name == text }) {
                return exact
            }
            let fitting = all.filter { $0.name.lowercased().contains(text.lowercased()) }
            return fitting.count == 1 ? fitting[0] : nil
        }
        if found() == nil {
            carrier.setScanning(true)
            wait(seconds: arguments.seconds ?? 10) { _ in found() != nil }
            carrier.setScanning(false)
        }
        guard let device = found() else {
            fail("there is no Bluetooth device \"\(foreignText(text))\"; \"midictl bluetooth list\" shows all")
        }
        return device
    }

    private func list() {
        carrier.setScanning(true)
        // Signals end the program as they do while it sleeps.
        waitForTheEnd(seconds: arguments.seconds ?? 5)
        carrier.setScanning(false)
        for device in carrier.snapshot.devices {
            let state =
                switch device.stage {
                case .disconnected: "not connected"
                case .connecting: "connecting"
                case .connected: "connected, its endpoints are another program's"
                case .ready: "connected"
                case .failed(let reason): "failed: \(foreignText(reason))"
                }
            let (name, signal) = (foreignText(device.name), device.signal.map { "\($0) dBm" } ?? "")
            ToolOutput.say(
                arguments.isBrief
                    ? "\(device.address)\t\(device.isPaired ? "paired" : "")\t\(state)\t\(signal)\t\(name)\n"
                    : "\(name) (\(device.address)): \(state)\(device.isPaired ? ", paired" : "")"
                        + "\(signal.isEmpty ? "" : ", \(signal)")\n")
        }
    }

    /// Waits until something is so; signals end the program meanwhile.
    @discardableResult
    private func wait(seconds: Double, until isSo: (BluetoothMIDIState) -> Bool) -> Bool {
        Signals.allow()
        defer { Signals.block() }
        let end = seconds.isFinite ? DispatchTime.now() + seconds : .distantFuture
        while !isSo(carrier.snapshot) {
            guard change.wait(timeout: end) == .success else { return isSo(carrier.snapshot) }
        }
        return true
    }

    /// Waits until BlueZ has taken every message, or the connection has ended.
    func waitUntilSent() {
        guard wait(seconds: 30, until: { !$0.isSending }) else { fail("BlueZ did not take the message") }
    }

    /// Passes the messages of the connection on to virtual endpoints, and theirs to it, until the end.
    private func bridge(name: String) {
        guard let source = Self.endpoint(MIDIGetNumberOfSources(), MIDIGetSource),
            let destination = Self.endpoint(MIDIGetNumberOfDestinations(), MIDIGetDestination)
        else { fail("the connection with \"\(foreignText(name))\" has ended") }
        var (input, output, ownSource, ownDestination) =
            (MIDIPortRef(), MIDIPortRef(), MIDIEndpointRef(), MIDIEndpointRef())
        MIDIOutputPortCreate(client, "Out" as CFString, &output)
        MIDISourceCreateWithProtocol(client, name as CFString, ._1_0, &ownSource)
        let (port, shown) = (output, ownSource)
        MIDIDestinationCreateWithProtocol(client, name as CFString, ._1_0, &ownDestination) { list, _ in
            MIDISendEventList(port, destination, list)
        }
        MIDIInputPortCreateWithProtocol(client, "In" as CFString, ._1_0, &input) { list, _ in
            MIDIReceivedEventList(shown, list)
        }
        guard MIDIPortConnectSource(input, source, nil) == noErr else {
            fail("cannot listen to \"\(foreignText(name))\"")
        }
        ToolOutput.complain("midictl: \"\(foreignText(name))\" is connected\n")
        waitForTheEnd()
    }

    /// The endpoint of a Bluetooth connection.
    private static func endpoint(_ count: Int, _ get: (Int) -> MIDIEndpointRef) -> MIDIEndpointRef? {
        (0..<count).map(get).first { endpoint in
            var (entity, device) = (MIDIEntityRef(), MIDIDeviceRef())
            var text: Unmanaged<CFString>?
            guard MIDIEndpointGetEntity(endpoint, &entity) == noErr, MIDIEntityGetDevice(entity, &device) == noErr,
                MIDIObjectGetStringProperty(device, kMIDIPropertyDriverOwner, &text) == noErr
            else { return false }
            return text.map { $0.takeRetainedValue() as String } == BluetoothMIDINames.driver
        }
    }
}
