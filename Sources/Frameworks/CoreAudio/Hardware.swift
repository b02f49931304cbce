import AVAudioTypes
import Foundation
import SordinoDevice
import SordinoEngine
import SordinoPolicy
import SordinoRealtime
import SordinoSession

/// The hardware from the view of one program: the objects, their functions and their listeners.
///
/// Devices are the ports of the audio session, grouped by the hardware that they belong to.
/// - Thread: any but the audio thread.
final class Hardware: Sendable {
    // Does not retain the program's context, which retains this object.
    let client: SessionClient
    let numbers: DeviceNumbers
    let taps: ProgramTaps
    private struct State {
        var devices: [UInt32: DeviceIO] = [:]
        var listeners: [Listener] = []
        var watcher: Int?
        var hogs: Set<String> = []
        /// Settings of the program that are kept and have no effect here.
        var settings: [AudioObjectPropertySelector: UInt32] = [
            kAudioHardwarePropertySleepingIsAllowed: 1, kAudioHardwarePropertyHogModeIsAllowed: 1,
            kAudioHardwarePropertyUnloadingIsAllowed: 0, kAudioHardwarePropertyPowerHint: 0,
        ]
    }
    private let state = Guarded(State())

    /// The object of the program that the running code belongs to.
    static var current: Hardware {
        let context = AppContext.current
        // Made first, because making an attachment must not require another one.
        let numbers = DeviceNumbers.of(context)
        return context.attachment(Hardware.self) { Hardware($0.client, numbers) }
    }

    private init(_ client: SessionClient, _ numbers: DeviceNumbers) {
        self.client = client
        self.numbers = numbers
        taps = ProgramTaps(client, numbers)
    }

    deinit { if let watcher = state.withLock({ $0.watcher }) { client.removeObserver(watcher) } }

    // MARK: Objects

    /// Returns the object of a number; nil if there is none or it has gone.
    func object(_ id: AudioObjectID) -> HardwareObject? {
        if id == kAudioObjectSystemObject { return .system }
        if let device = numbers.device(id) { return .device(device) }
        guard let name = numbers.name(of: id) else { return nil }
        if name.hasPrefix(Self.processPrefix), let number = Int(name.dropFirst(Self.processPrefix.count)) {
            return program(AppID(number)) == nil ? nil : .process(AppID(number))
        }
        if name.hasPrefix(Self.tapPrefix) {
            let uid = String(name.dropFirst(Self.tapPrefix.count))
            return taps.traits(uid) == nil ? nil : .tap(uid)
        }
        let parts = name.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, let device = numbers.devices.first(where: { $0.uid == parts[2] }) else { return nil }
        if parts[0] == "c" { return HardwareControl(rawValue: parts[1]).map { .control(device, $0) } }
        guard let index = Int(parts[1]) else { return nil }
        let object = HardwareObject.stream(device, isInput: parts[0] == "i", index: index)
        return object.ports(kAudioObjectPropertyScopeGlobal).isEmpty ? nil : object
    }

    private static let processPrefix = "p:"
    private static let tapPrefix = "t:"

    func number(of device: SoundDevice) -> AudioObjectID { numbers.number(ofDevice: device.uid) }
    func number(of app: AppID) -> AudioObjectID { numbers.number(of: "\(Self.processPrefix)\(app.number)") }
    func number(ofTap uid: String) -> AudioObjectID { numbers.number(of: Self.tapPrefix + uid) }

    /// The programs of the device, ascending by number; the calling one is among them.
    var programs: [ListedProgram] {
        if client.snapshot.programs.isEmpty {
            // From now on the session keeps the list up to date.
            try? client.ask(.prefer(.programList(true)))
        }
        return client.snapshot.programs
    }

    /// A program of the device; nil if it is not there.
    func program(_ app: AppID) -> ListedProgram? {
        if let found = programs.first(where: { $0.app == app }) { return found }
        guard app == client.id else { return nil }
        var own = ListedProgram()
        (own.app, own.name, own.bundleID) = (app, client.declaration.name, client.declaration.bundleID)
        return own
    }

    /// Returns the numbers of a device's streams in a scope, one for each port.
    func streams(of device: SoundDevice, _ scope: AudioObjectPropertyScope) -> [AudioObjectID] {
        func streams(_ ports: [DevicePort], _ letter: String) -> [AudioObjectID] {
            ports.indices.map { numbers.number(of: "\(letter):\($0):\(device.uid)") }
        }
        switch scope {
        case kAudioObjectPropertyScopeInput: return streams(device.inputs + device.taps, "i")
        case kAudioObjectPropertyScopeOutput: return streams(device.outputs, "o")
        default: return streams(device.outputs, "o") + streams(device.inputs + device.taps, "i")
        }
    }

    /// Returns the number of a control of a device.
    func number(of control: HardwareControl, of device: SoundDevice) -> AudioObjectID {
        numbers.number(of: "c:\(control.rawValue):\(device.uid)")
    }

    /// Returns the device of a port; unknown if there is none.
    func device(ofPort uid: String?) -> AudioObjectID {
        guard let uid,
            let device = SoundDevice.devices(of: client.device.ports).first(where: { device in
                (device.outputs + device.inputs).contains { $0.uid == uid }
            })
        else { return kAudioObjectUnknown }
        return number(of: device)
    }

    // MARK: Devices that run

    /// Returns the functions of a device, made at first use; nil if there is no such device.
    func io(_ id: AudioObjectID) -> DeviceIO? {
        guard let device = numbers.device(id) else { return state.withLock { $0.devices[id] } }
        if let there = state.withLock({ $0.devices[id] }) { return there }
        guard let context = client.context, let made = DeviceIO(id, device, context, self) else { return nil }
        return state.withLock { state in
            let io = state.devices[id] ?? made
            state.devices[id] = io
            return io
        }
    }

    /// Removes a device without functions, and releases its use of the hardware.
    func drop(_ io: DeviceIO) {
        state.withLock { state in
            if io.isEmpty, state.devices[io.id] === io { state.devices[io.id] = nil }
        }
    }

    /// Returns whether a function of the program runs on a device.
    func isRunning(_ id: AudioObjectID) -> Bool { state.withLock { $0.devices[id] }?.isRunning ?? false }

    /// All devices on which a function of the program runs.
    var running: [DeviceIO] { state.withLock { $0.devices.values.filter(\.isRunning) } }

    /// Removes an aggregate device that the program made.
    func forget(_ id: AudioObjectID) { state.withLock { $0.devices.removeValue(forKey: id) }?.stopAll() }

    /// Stops all functions of the program and forgets them.
    func unload() {
        let devices = state.withLock { state in
            defer { state.devices = [:] }
            return state.devices
        }
        for io in devices.values { io.stopAll() }
        look()
    }

    /// Returns whether the program has reserved a device.
    func isHog(_ device: SoundDevice) -> Bool { state.withLock { $0.hogs.contains(device.uid) } }

    /// Reserves a device for the program while it uses it, or releases it.
    func setHog(_ device: SoundDevice, _ isHog: Bool) {
        state.withLock { if isHog { $0.hogs.insert(device.uid) } else { $0.hogs.remove(device.uid) } }
        client.suitDesktop(hasInput: !device.inputs.isEmpty, isHog: isHog)
    }

    /// Returns a setting of the program that has no effect here; nil for other properties.
    func setting(_ selector: AudioObjectPropertySelector) -> UInt32? { state.withLock { $0.settings[selector] } }

    /// Keeps a setting of the program.
    func set(_ selector: AudioObjectPropertySelector, _ value: UInt32) {
        state.withLock { $0.settings[selector] = value }
    }

    // MARK: Listeners

    /// The function or block of a listener.
    enum Ear {
        case function(AudioObjectPropertyListenerProc, UnsafeMutableRawPointer?)
        case block(DispatchQueue?, AudioObjectPropertyListenerBlock)
    }

    private struct Listener: @unchecked Sendable {
        var id: AudioObjectID
        var address: AudioObjectPropertyAddress
        var ear: Ear
        /// The properties that it is notified of, with their values at the last look.
        var known: [(address: AudioObjectPropertyAddress, value: [UInt8]?)]
    }

    /// Adds a listener of a property's changes.
    func listen(_ id: AudioObjectID, _ address: AudioObjectPropertyAddress, _ ear: Ear) {
        let known = addresses(id, address).map { ($0, fingerprint(id, $0)) }
        let listener = Listener(id: id, address: address, ear: ear, known: known)
        let needsWatcher = state.withLock { state in
            state.listeners.append(listener)
            return state.watcher == nil
        }
        guard needsWatcher else { return }
        let number = client.addWatcher(on: .secondary) { [weak self] in self?.look() }
        state.withLock { $0.watcher = number }
    }

    /// Removes a listener.
    ///
    /// - Parameter isMeant: Returns whether a listener is the one to remove.
    func unlisten(_ id: AudioObjectID, _ address: AudioObjectPropertyAddress, where isMeant: (Ear) -> Bool) {
        state.withLock { state in
            let index = state.listeners.firstIndex {
                $0.id == id && $0.address.isSame(as: address) && isMeant($0.ear)
            }
            if let index { state.listeners.remove(at: index) }
        }
    }

    /// The properties of an object that an address with wildcards matches.
    private func addresses(_ id: AudioObjectID, _ address: AudioObjectPropertyAddress) -> [AudioObjectPropertyAddress] {
        var address = address
        if address.mElement == kAudioObjectPropertyElementWildcard { address.mElement = 0 }
        let scopes =
            address.mScope == kAudioObjectPropertyScopeWildcard
            ? [kAudioObjectPropertyScopeGlobal, kAudioObjectPropertyScopeInput, kAudioObjectPropertyScopeOutput]
            : [address.mScope]
        let selectors =
            address.mSelector == kAudioObjectPropertySelectorWildcard
            ? HardwareProperties.changing : [address.mSelector]
        return scopes.flatMap { scope in
            selectors.map { AudioObjectPropertyAddress(mSelector: $0, mScope: scope, mElement: address.mElement) }
        }
    }

    /// Returns bytes that differ once the property has changed; nil for a property that does not exist.
    private func fingerprint(_ id: AudioObjectID, _ address: AudioObjectPropertyAddress) -> [UInt8]? {
        // For a removed device the result becomes nil, so that listeners of its liveness are called.
        guard let object = object(id) else { return nil }
        return HardwareProperties(self).fingerprint(object, address)
    }

    /// Compares all properties that have listeners, and notifies the listeners of changes.
    func look() {
        var told: [(AudioObjectID, AudioObjectPropertyAddress, Ear)] = []
        let listeners = state.withLock { $0.listeners }
        let values = listeners.map { listener in listener.known.map { fingerprint(listener.id, $0.address) } }
        state.withLock { state in
            for (listener, values) in zip(listeners, values) {
                guard
                    let index = state.listeners.firstIndex(where: {
                        $0.id == listener.id && $0.address.isSame(as: listener.address)
                            && $0.ear.isSame(as: listener.ear)
                    })
                else { continue }
                for (place, value) in values.enumerated() where state.listeners[index].known[place].value != value {
                    state.listeners[index].known[place].value = value
                    told.append((listener.id, listener.known[place].address, listener.ear))
                }
            }
        }
        for (id, address, ear) in told {
            var address = address
            switch ear {
            case .function(let function, let context): _ = function(id, 1, &address, context)
            case .block(nil, let block): block(1, &address)
            case .block(let queue?, let block):
                nonisolated(unsafe) let block = block
                queue.async { [address] in
                    var address = address
                    block(1, &address)
                }
            }
        }
    }
}

extension Hardware.Ear {
    /// Returns whether both are the same function, or blocks on the same queue: single blocks cannot be compared.
    func isSame(as other: Hardware.Ear) -> Bool {
        switch (self, other) {
        case (.function(let one, let context), .function(let other, let otherContext)):
            unsafeBitCast(one, to: UInt.self) == unsafeBitCast(other, to: UInt.self) && context == otherContext
        case (.block(let one, _), .block(let other, _)): one === other
        default: false
        }
    }
}

extension AudioObjectPropertyAddress {
    func isSame(as other: AudioObjectPropertyAddress) -> Bool {
        mSelector == other.mSelector && mScope == other.mScope && mElement == other.mElement
    }
}
