import Glibc
import SordinoHardware
import SordinoPolicy
import SordinoRealtime
import SordinoWork

/// Devices that go and come.
extension ALSAHardware {
    /// Where cards appear, and the socket of a PulseAudio server.
    package static var usualFolders: [String] {
        ["/dev", "/dev/snd"] + (BaseFolders().runtime.map { [$0, "\($0)/pulse"] } ?? [])
    }

    /// Tries after a device went or a file appeared: 4 s in all.
    private static let quickTries = 20
    /// Milliseconds between two looks whether another program has left a device for which sound waits.
    private static let slowMilliseconds: UInt64 = 500

    /// Has the device looked for whenever files appear, change or go.
    ///
    /// Nothing wakes up before.
    func watch(_ folders: [String]) {
        let concerns: @Sendable (String) -> Bool = { name in
            ["snd", "pulse", "native"].contains(name) || name.hasPrefix("pcm") || name.hasPrefix("control")
        }
        let watch = FolderWatch(folders: folders, concerns: concerns) { [weak self] in
            guard let self else { return }
            control.withLock { ($0.tries, $0.relapses) = (0, 0) }
            // A folder that has come is watched from now on.
            thread.perform { [weak self] in self?.watch(folders) }
            lookLater()
        }
        let former = control.withLock { state in
            defer { state.watch = state.isClosed ? nil : watch }
            return state.watch
        }
        former?.close()
    }

    /// Nothing has run for a while: closes the devices.
    ///
    /// On the pump's thread.
    func rest() {
        _ = control.withLock { state in
            mixer.isAtRest ? pump.gate.withLock { $0.install(output: nil, input: nil) } : []
        }
    }

    /// A device was given up.
    ///
    /// On the pump's thread.
    func lost(_ direction: PortDirection, _ error: Int32) {
        thread.perform { [weak self] in
            guard let self else { return }
            control.withLock { state in
                depart(direction, &state)
                let now = HostClock.now()
                state.relapses = now - state.lostTime < 10_000_000_000 ? state.relapses + 1 : 0
                (state.lostTime, state.tries) = (now, 0)
            }
            deliver()
            lookLater()
        }
    }

    private func depart(_ direction: PortDirection, _ state: inout State) {
        let setting = direction == .output ? state.output : state.input
        guard let port = setting?.port else { return }
        if direction == .output { state.output = nil } else { state.input = nil }
        mixer.removePort(uid: port.uid)
        state.events.append(.portsDeparted([port.uid]))
    }

    /// Looks for the devices a little later: a file is there before it may be opened.
    ///
    /// - Parameter isAwaited: Whether sound waits for a device that another program has.
    func lookLater(isAwaited: Bool = false) {
        let delay = control.withLock { state -> UInt64? in
            // A device that opens and fails again and again is left alone until something changes.
            guard !state.isClosed, state.relapses < 5 else { return nil }
            guard state.tries < Self.quickTries else { return isAwaited ? Self.slowMilliseconds * 1_000_000 : nil }
            state.tries += 1
            return UInt64(state.tries) * 20_000_000
        }
        guard let delay else { return }
        thread.perform(afterNanoseconds: delay) { [weak self] in self?.lookAgain() }
    }

    /// Compares what can be opened with the ports that are known.
    func lookAgain() {
        let (isMissing, isAwaited) = control.withLock { state -> (Bool, Bool) in
            guard !state.isClosed else { return (false, false) }
            let open = pump.gate.withLock { (output: $0.output != nil, input: $0.input != nil) }
            let isOutputBusy = !open.output && look(.output, names.outputs, &state)
            if !open.input { _ = look(.input, names.inputs, &state) }
            let running = state.openStreams.filter { mixer.isRunning($0) }.map(\.description)
            var isAwaited = isOutputBusy && state.output == nil && !state.openStreams.isEmpty
            do throws(ALSARefusal) {
                try self.open(
                    &state, output: running.contains { $0.outputChannels > 0 || $0.wantsReference },
                    input: running.contains { $0.microphoneChannels > 0 })
            } catch {
                isAwaited = isAwaited || error.isBusy
            }
            return (state.output == nil || state.input == nil && state.lostTime > 0, isAwaited)
        }
        deliver()
        pump.wake()
        if isMissing || isAwaited { lookLater(isAwaited: isAwaited) }
    }

    /// - Returns: Whether another program has the device.
    private func look(_ direction: PortDirection, _ names: [String], _ state: inout State) -> Bool {
        let known = direction == .output ? state.output : state.input
        do throws(ALSARefusal) {
            let found = try ALSAPCM.open(
                library, known.map { [$0.name] } ?? names, direction, state.timing,
                isRateExact: direction == .input && state.output != nil
            ).setting
            guard known == nil else { return false }
            if direction == .output {
                let before = state.timing
                adopt(found, &state)
                if state.timing != before { state.events.append(.timing(state.timing)) }
            } else {
                state.input = found
                _ = mixer.addPort(found.port)
                state.events.append(.portsArrived([found.port]))
            }
            return false
        } catch {
            if known != nil, !error.isBusy { depart(direction, &state) }
            return error.isBusy
        }
    }
}
