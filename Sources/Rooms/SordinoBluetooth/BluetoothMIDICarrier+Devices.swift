import SordinoBus
import SordinoSession

/// The central role: looking for devices, connecting with them.
extension BluetoothMIDICarrier {
    /// The devices and the roles as they are now.
    package var snapshot: BluetoothMIDIState {
        state.withLock { state in
            var shown = BluetoothMIDIState()
            let adapters = state.directory.adapters.values
            shown.availability =
                if state.connection == nil {
                    .closed
                } else if !state.isPresent {
                    state.isAbsent ? .absent : .opening
                } else if adapters.isEmpty {
                    .noAdapter
                } else {
                    adapters.contains(where: \.isPowered) ? .ready : .off
                }
            shown.isScanning = state.isScanWanted && adapters.contains(where: \.isDiscovering)
            let ready = Set(state.passages.keys.compactMap { state.subscribed[$0] })
            shown.devices = state.directory.devices.filter(\.value.hasMIDI).map { path, device in
                let stage: BluetoothMIDIState.Device.Stage =
                    ready.contains(path)
                    ? .ready : state.attempts[path] ?? (device.isConnected ? .connected : .disconnected)
                return BluetoothMIDIState.Device(
                    path: path, address: device.address, name: device.name.isEmpty ? device.address : device.name,
                    isPaired: device.isPaired, signal: device.signal, stage: stage)
            }
            shown.devices.sort { ($0.address, $0.path) < ($1.address, $1.path) }
            (shown.advertising, shown.central) = (state.advertising, state.central)
            shown.isSending = state.passages.values.contains(where: \.isSending)
            return shown
        }
    }

    /// Adds a function that is called, on any thread, when `snapshot` may have changed.
    ///
    /// - Returns: The number by which it is removed.
    package func addChangeCall(_ call: @escaping @Sendable () -> Void) -> Int {
        state.withLock { state in
            state.lastCall += 1
            state.onChange[state.lastCall] = call
            return state.lastCall
        }
    }

    /// Removes a function that `addChangeCall` has added.
    package func removeChangeCall(_ number: Int) { state.withLock { $0.onChange[number] = nil } }

    /// Looks for devices with MIDI, or stops looking.
    package func setScanning(_ isScanning: Bool) {
        let connection = state.withLock { state in
            guard state.isScanWanted != isScanning else { return nil as BusConnection? }
            state.isScanWanted = isScanning
            return state.connection
        }
        connection?.perform { [weak self] link in self?.scan(isScanning, link) }
    }

    func scan(_ isScanning: Bool, _ link: BusLink) {
        for (path, adapter) in state.withLock({ $0.directory.adapters }) where adapter.isPowered {
            if isScanning {
                let filter: [BusValue.Entry] = [
                    .init("Transport", .text("le")), .init("UUIDs", .texts([BluetoothMIDINames.service])),
                ]
                let method = BluetoothMIDINames.method(path, BluetoothMIDINames.adapter, "SetDiscoveryFilter")
                try? link.call(method, typed: [.properties(filter)], seconds: 25, answered: nil)
            }
            let verb = isScanning ? "StartDiscovery" : "StopDiscovery"
            try? link.call(
                BluetoothMIDINames.method(path, BluetoothMIDINames.adapter, verb), typed: [], seconds: 25, answered: nil
            )
        }
    }

    /// Pairs with a device where that is needed, and connects; its endpoints appear when it has named its services.
    ///
    /// - Parameter path: That of a device of `snapshot`.
    /// - Returns: False for a device that is not known.
    @discardableResult
    package func connect(_ path: String) -> Bool {
        let connection = state.withLock { state in
            guard let device = state.directory.devices[path], device.hasMIDI else { return nil as BusConnection? }
            if !device.isConnected { state.attempts[path] = .connecting }
            return state.connection
        }
        guard let connection else { return false }
        change { _ in [] }
        connection.perform { [weak self] link in
            guard let self else { return }
            let device = BluetoothMIDINames.device
            let join = { [weak self] in
                try? link.call(BluetoothMIDINames.method(path, device, "Connect"), typed: [], seconds: 60) { answer in
                    self?.attempted(path, answer.error)
                }
                return
            }
            guard state.withLock({ $0.directory.devices[path]?.isPaired }) == false else { return join() }
            try? link.call(BluetoothMIDINames.method(path, device, "Pair"), typed: [], seconds: 60) {
                [weak self] answer in
                if case .refused(let name, _)? = answer.error, name.contains("Authentication") {
                    self?.attempted(path, answer.error)
                } else {
                    // Some devices do without.
                    join()
                }
            }
        }
        return true
    }

    private func attempted(_ path: String, _ problem: BusError?) {
        change { state in
            if let problem, state.directory.devices[path]?.isConnected != true {
                state.attempts[path] = .failed(problem.description)
            } else if state.attempts[path] == .connecting {
                state.attempts[path] = nil
            }
            return []
        }
    }

    /// Ends the connection with a device.
    ///
    /// - Returns: False for a device that is not known.
    @discardableResult
    package func disconnect(_ path: String) -> Bool {
        perform(path, BluetoothMIDINames.method(path, BluetoothMIDINames.device, "Disconnect"), [])
    }

    /// Ends the connection with a device and its pairing.
    ///
    /// - Returns: False for a device that is not known.
    @discardableResult
    package func forget(_ path: String) -> Bool {
        let adapter = path.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" }
        return perform(
            path, BluetoothMIDINames.method(adapter, BluetoothMIDINames.adapter, "RemoveDevice"), [.path(path)])
    }

    private func perform(_ path: String, _ method: BusMethod, _ values: [BusValue]) -> Bool {
        let connection = state.withLock { state in
            state.attempts[path] = nil
            return state.directory.devices[path] == nil ? nil : state.connection
        }
        return connection?.perform { link in
            try? link.call(method, typed: values, seconds: 25, answered: nil)
        } ?? false
    }
}
