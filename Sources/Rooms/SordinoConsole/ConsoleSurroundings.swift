import SordinoBluetooth
import SordinoBus
import SordinoDevice
import SordinoJSON
import SordinoMIDIPorts
import SordinoRealtime
import SordinoService
import SordinoSession
import SordinoWork

/// The surroundings of the device while there are viewers: media players, MIDI devices, the computer at the USB cable.
///
/// All of it is asked on a thread of its own, as strangers may let it wait. Without viewers nothing is open and the thread sleeps.
final class ConsoleSurroundings: Sendable {
    /// The places where it looks.
    struct Places: Sendable {
        /// The bus of the media players.
        var players = BusAddress.user
        /// The bus of BlueZ.
        var bluetooth = BusAddress.system
        /// The switch of inter-device audio.
        var interDevice = InterDeviceSwitch()
    }

    /// The first words of the acts that are done here.
    static let words: Set<String> = ["player", "midi", "inter-device"]
    private static let pauseNanoseconds: UInt64 = 2_000_000_000
    /// MIDI devices of each kind that are listed.
    private static let mostDevices = 64

    private struct Sight {
        var isWatching = false
        var connection: BusConnection?
        var players = ConsolePlayers()
        var carrier: BluetoothMIDICarrier?
        var sequencer: ALSASequencer?
        var line = ""
    }

    private let places: Places
    private let thread = SerialThread()
    private let sight = Guarded(Sight())
    private let show: @Sendable (String) -> Void

    /// - Parameter show: Called on its thread with a line of JSON that differs from the last.
    init(_ places: Places, show: @escaping @Sendable (String) -> Void) { (self.places, self.show) = (places, show) }

    func begin() -> Bool { thread.begin() }

    func end() {
        rest()
        thread.end()
    }

    /// Looks from now on, until `rest`.
    func watch() {
        let isNew = sight.withLock { sight in
            defer { sight.isWatching = true }
            return !sight.isWatching
        }
        if isNew { thread.perform { [self] in look() } }
    }

    /// Closes everything that is open.
    func rest() {
        let wasWatching = sight.withLock { sight in
            defer { sight.isWatching = false }
            return sight.isWatching
        }
        guard wasWatching else { return }
        thread.perform { [self] in
            let old = sight.withLock { sight -> Sight? in
                // A viewer has come meanwhile.
                guard !sight.isWatching else { return nil }
                defer { sight = Sight() }
                return sight
            }
            old?.carrier?.close()
            old?.connection?.close()
        }
    }

    /// Does what a person asked for.
    ///
    /// - Returns: False when too much waits.
    func perform(_ words: [String], _ done: @escaping @Sendable (ConsoleActs.Refusal?) -> Void) -> Bool {
        thread.perform { [self] in
            do throws(ConsoleActs.Refusal) {
                try act(words)
                done(nil)
            } catch { done(error) }
            if sight.withLock({ $0.isWatching }) { look() }
        }
    }

    /// The path of the picture of what a player plays.
    func picture(of player: String) -> String? {
        sight.withLock { $0.players.players.first { $0.name == player } }.map(\.picture).flatMap {
            $0.isEmpty ? nil : $0
        }
    }

    // MARK: On its thread

    private func look() {
        guard sight.withLock({ $0.isWatching }) else { return }
        open()
        var (players, connection) = sight.withLock { ($0.players, $0.connection) }
        if let connection {
            do throws(BusError) { try players.look(connection) } catch {
                // The bus has gone; the next look opens it again.
                connection.close()
                players = ConsolePlayers()
                sight.withLock { $0.connection = nil }
            }
        }
        let found = players
        let line = Self.line(
            players: found, bluetooth: sight.withLock { $0.carrier }?.snapshot ?? BluetoothMIDIState(),
            ports: sight.withLock { $0.sequencer }?.ports ?? [], gadget: places.interDevice.gadget)
        let isNew = sight.withLock { sight in
            sight.players = found
            defer { sight.line = line }
            return sight.line != line && sight.isWatching
        }
        if isNew { show(line) }
        thread.perform(afterNanoseconds: Self.pauseNanoseconds) { [self] in look() }
    }

    private func open() {
        if sight.withLock({ $0.connection }) == nil, let connection = try? BusConnection(places.players, isGated: true)
        {
            sight.withLock { $0.connection = connection }
        }
        if sight.withLock({ $0.carrier }) == nil {
            let carrier = BluetoothMIDICarrier(address: places.bluetooth)
            carrier.open()
            sight.withLock { $0.carrier = carrier }
        }
        if sight.withLock({ $0.sequencer }) == nil, let sequencer = ALSASequencer.open() {
            sight.withLock { $0.sequencer = sequencer }
        }
    }

    private func act(_ words: [String]) throws(ConsoleActs.Refusal) {
        switch (words[0], words.count) {
        case ("player", 3):
            var (players, connection) = sight.withLock { ($0.players, $0.connection) }
            if let connection { return try players.press(words[1], words[2], connection) }
            // Without a viewer nothing is open: it looks for this act alone.
            connection = try? BusConnection(places.players, isGated: true)
            guard let connection else { throw ConsoleActs.Refusal("There is no message bus.") }
            defer { connection.close() }
            try? players.look(connection)
            try players.press(words[1], words[2], connection)
        case ("midi", 3): try actOnMIDI(words[1], words[2])
        case ("inter-device", 2):
            guard ["on", "off"].contains(words[1]) else { throw ConsoleActs.Refusal("It is on or off.") }
            do throws(InterDeviceGadget.Failure) { try places.interDevice.set(words[1] == "on") } catch {
                throw ConsoleActs.Refusal(error.sentence)
            }
        default: throw ConsoleActs.Refusal("There is nothing of this kind.")
        }
    }

    private func actOnMIDI(_ verb: String, _ object: String) throws(ConsoleActs.Refusal) {
        guard let carrier = sight.withLock({ $0.carrier }), carrier.snapshot.availability == .ready else {
            throw ConsoleActs.Refusal("Bluetooth cannot be used now.")
        }
        let isKnown: Bool
        switch verb {
        case "search":
            guard ["on", "off"].contains(object) else { throw ConsoleActs.Refusal("It is on or off.") }
            carrier.setScanning(object == "on")
            isKnown = true
        case "connect": isKnown = carrier.connect(object)
        case "disconnect": isKnown = carrier.disconnect(object)
        case "forget": isKnown = carrier.forget(object)
        default: throw ConsoleActs.Refusal("There is nothing of this kind.")
        }
        if !isKnown { throw ConsoleActs.Refusal("This device is not known any more.") }
    }

    // MARK: Words

    private static func line(
        players: ConsolePlayers, bluetooth: BluetoothMIDIState, ports: [ALSAPort], gadget: InterDeviceGadget
    ) -> String {
        let all = ALSASequencer.devices(of: ports).filter { !$0.isProgram }
        let kernel = all.prefix(mostDevices)
        let radio = ConsoleShare.shown(bluetooth.devices, most: mostDevices) {
            // Those that the person knows go before those that anybody can advertise.
            $0.isPaired || $0.stage != .disconnected
        }
        return JSONText.object([
            ("players", .list(players.players.map(\.json))),
            ("bluetooth", .text(word(bluetooth.availability))), ("isSearching", .flag(bluetooth.isScanning)),
            ("morePlayers", .number(Int64(players.leftOut))),
            (
                "moreInstruments",
                .number(Int64(all.count - kernel.count + bluetooth.devices.count - radio.count))
            ),
            ("radio", .list(radio.map { device($0) })),
            (
                "cable",
                .list(
                    kernel.map {
                        .object([
                            ("id", .number(Int64(truncatingIfNeeded: $0.number))),
                            ("name", .text(ConsoleNames.shown($0.name))),
                            ("ports", .list($0.ports.prefix(16).map { .text(ConsoleNames.shown($0.name)) })),
                        ])
                    })
            ),
            ("interDevice", interDevice(gadget)),
        ]).line
    }

    private static func device(_ device: BluetoothMIDIState.Device) -> JSONText {
        var failure = ""
        let stage: String
        switch device.stage {
        case .disconnected: stage = "disconnected"
        case .connecting: stage = "connecting"
        case .connected: stage = "connected"
        case .ready: stage = "ready"
        case .failed(let reason): (stage, failure) = ("failed", String(reason.prefix(ConsolePlayers.mostCharacters)))
        }
        return .object([
            ("id", .text(device.path)), ("name", .text(ConsoleNames.shown(device.name))),
            ("stage", .text(stage)), ("failure", .text(failure)), ("isPaired", .flag(device.isPaired)),
            ("signal", device.signal.map { .number(Int64($0)) } ?? .null),
        ])
    }

    private static func interDevice(_ gadget: InterDeviceGadget) -> JSONText {
        let (state, services): (String, [InterDeviceGadget.Service])
        switch gadget.state {
        case .unsupported: (state, services) = ("unsupported", [])
        case .noController: (state, services) = ("no port", [])
        case .off: (state, services) = ("off", gadget.services)
        case .on(_, let suspended): (state, services) = ("on", suspended)
        }
        return .object([("state", .text(state)), ("services", .list(services.map { .text($0.rawValue) }))])
    }

    private static func word(_ availability: BluetoothMIDIState.Availability) -> String {
        switch availability {
        case .closed, .opening: "opening"
        case .absent: "absent"
        case .noAdapter: "no adapter"
        case .off: "off"
        case .ready: "ready"
        }
    }
}
