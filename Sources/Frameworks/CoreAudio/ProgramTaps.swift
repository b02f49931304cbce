import AVAudioTypes
import Foundation
import SordinoEngine
import SordinoHardware
import SordinoPolicy
import SordinoRealtime
import SordinoSession

/// The taps that a program has made, and those that it uses now.
///
/// - Thread: any but the audio thread.
final class ProgramTaps: Sendable {
    private struct Made {
        var number: Int
        var traits: TapTraits
        /// As the session knows it, but for whether it is read.
        var tap: ProgramTap
        var port: DevicePort
        /// Devices that run with it.
        var readers = 0
    }

    private struct State {
        var taps: [String: Made] = [:]
        /// The unique names, as they were made.
        var order: [String] = []
        var last = 0
        /// The taps that the session knows.
        var used: [ProgramTap] = []
    }

    private let client: SessionClient
    private let numbers: DeviceNumbers
    private let state = Guarded(State())
    /// Held while the session is asked, so that what it knows is the newest.
    private let turn = ReentrantLock()
    private let observer = Guarded<Int?>(nil)

    /// Taps of a program at most, and bytes of a name.
    static let most = 4_096
    static let mostNameBytes = 1_024

    init(_ client: SessionClient, _ numbers: DeviceNumbers) {
        (self.client, self.numbers) = (client, numbers)
        let number = client.addObserver(on: .secondary) { [weak self] notification in
            if case .mediaServicesReset = notification { self?.tellAgain() }
        }
        observer.withLock { $0 = number }
    }

    deinit { if let observer = observer.withLock({ $0 }) { client.removeObserver(observer) } }

    /// Unique names of all taps, in the order in which they were made.
    var uids: [String] { state.withLock { $0.order } }

    /// The description of a tap; nil if there is none.
    func traits(_ uid: String) -> TapTraits? { state.withLock { $0.taps[uid]?.traits } }

    /// The channels of a tap, as a port; nil if there is none.
    func port(_ uid: String) -> DevicePort? { state.withLock { $0.taps[uid]?.port } }

    /// Makes a tap, if its unique name is free.
    func make(_ traits: TapTraits, _ hardware: Hardware) -> OSStatus {
        let uid = traits.uuid.uuidString
        let meant: (tap: ProgramTap, port: DevicePort)
        switch resolve(traits, hardware) {
        case .failure(let failure): return failure.error
        case .success(let found): meant = found
        }
        let isMade = state.withLock { state in
            guard state.taps[uid] == nil, state.order.count < Self.most else { return false }
            state.last += 1
            var tap = meant.tap
            tap.number = state.last
            state.taps[uid] = Made(number: state.last, traits: traits, tap: tap, port: meant.port)
            state.order.append(uid)
            return true
        }
        guard isMade else { return kAudioHardwareIllegalOperationError }
        guard tell() else {
            remove(uid)
            return kAudioHardwareIllegalOperationError
        }
        numbers.setTap(meant.port, uid)
        return noErr
    }

    /// Changes what a tap takes; its unique name stays.
    func change(_ uid: String, _ traits: TapTraits, _ hardware: Hardware) -> OSStatus {
        let meant: (tap: ProgramTap, port: DevicePort)
        switch resolve(traits, hardware) {
        case .failure(let failure): return failure.error
        case .success(let found): meant = found
        }
        let before = state.withLock { state -> Made? in
            guard let made = state.taps[uid] else { return nil }
            var tap = meant.tap
            tap.number = made.number
            state.taps[uid] = Made(
                number: made.number, traits: traits, tap: tap, port: meant.port, readers: made.readers)
            if let uuid = UUID(uuidString: uid) { state.taps[uid]?.traits.uuid = uuid }
            return made
        }
        guard let before else { return kAudioHardwareBadObjectError }
        guard tell() else {
            state.withLock { $0.taps[uid] = before }
            return kAudioHardwareIllegalOperationError
        }
        numbers.setTap(meant.port, uid)
        return noErr
    }

    /// Removes a tap, whose devices continue without it.
    func remove(_ uid: String) {
        state.withLock { state in
            state.taps[uid] = nil
            state.order.removeAll { $0 == uid }
        }
        numbers.setTap(nil, uid)
        _ = tell()
    }

    /// Notes that a device with these taps starts or stops.
    ///
    /// - Returns: The taps in the device's stream; nil if the session refuses.
    func read(_ uids: [String], _ step: Int) -> [StreamTap]? {
        let places = state.withLock { state in
            uids.compactMap { uid -> StreamTap? in
                guard let made = state.taps[uid] else { return nil }
                state.taps[uid]?.readers = max(0, made.readers + step)
                return StreamTap(number: made.number, channelCount: made.tap.channelCount)
            }
        }
        if tell() { return places }
        if step > 0 {
            state.withLock { state in
                for uid in uids { state.taps[uid]?.readers -= step }
            }
        }
        return nil
    }

    /// Asks the session for the taps that are in use.
    ///
    /// - Returns: Whether it has them.
    private func tell() -> Bool {
        turn.lock()
        defer { turn.unlock() }
        let (used, before) = state.withLock { state in
            let used = state.order.compactMap { uid -> ProgramTap? in
                guard let made = state.taps[uid], made.readers > 0 || made.tap.muting == .muted else { return nil }
                var tap = made.tap
                tap.isRead = made.readers > 0
                return tap
            }
            return (used, state.used)
        }
        guard used != before else { return true }
        do throws(SessionError) { try client.ask(.prefer(.taps(used))) } catch { return false }
        state.withLock { $0.used = used }
        return true
    }

    /// The session has begun anew and knows nothing.
    private func tellAgain() {
        let isNeeded = state.withLock { state in
            defer { state.used = [] }
            return !state.used.isEmpty
        }
        if isNeeded { _ = tell() }
    }

    // MARK: Descriptions

    private func resolve(
        _ traits: TapTraits, _ hardware: Hardware
    ) -> Result<(tap: ProgramTap, port: DevicePort), AudioHardwareError> {
        var tap = ProgramTap(
            bundleIDs: traits.bundleIDs, isExclusive: traits.isExclusive,
            muting: ProgramTap.Muting(rawValue: traits.muteBehavior.rawValue) ?? .unmuted)
        let names = [traits.name, traits.deviceUID ?? ""] + traits.bundleIDs
        guard names.allSatisfy({ $0.utf8.count <= Self.mostNameBytes }),
            max(traits.processes.count, traits.bundleIDs.count) <= ProgramTap.mostNames
        else { return .failure(AudioHardwareError(kAudioHardwareIllegalOperationError)) }
        for process in traits.processes {
            guard case .process(let app)? = hardware.object(process) else {
                return .failure(AudioHardwareError(kAudioHardwareBadObjectError))
            }
            tap.apps.append(app)
            if traits.isProcessRestoreEnabled, let listed = hardware.program(app), !listed.bundleID.isEmpty {
                tap.bundleIDs.append(listed.bundleID)
            }
        }
        guard tap.bundleIDs.count <= ProgramTap.mostNames else {
            return .failure(AudioHardwareError(kAudioHardwareIllegalOperationError))
        }
        var channels: [PortChannel]?
        if let uid = traits.deviceUID {
            guard let device = numbers.devices.first(where: { $0.uid == uid }) else {
                return .failure(AudioHardwareError(kAudioHardwareBadDeviceError))
            }
            let stream = Int(clamping: traits.stream ?? 0)
            guard device.outputs.indices.contains(stream) else {
                return .failure(AudioHardwareError(kAudioHardwareBadStreamError))
            }
            tap.portUID = device.outputs[stream].uid
            if !traits.isMixdown { channels = device.outputs[stream].channels }
        }
        let mixed =
            traits.isMono
            ? [PortChannel(name: "Mono", number: 1, label: kAudioChannelLabel_Mono)]
            : [
                PortChannel(name: "Left", number: 1, label: kAudioChannelLabel_Left),
                PortChannel(name: "Right", number: 2, label: kAudioChannelLabel_Right),
            ]
        let own = channels.flatMap { $0.isEmpty ? nil : $0 } ?? mixed
        tap.channelCount = min(own.count, ProgramTap.mostChannels)
        return .success(
            (
                tap,
                DevicePort(
                    uid: traits.uuid.uuidString, type: .virtual, direction: .input, name: traits.name,
                    channels: Array(own.prefix(ProgramTap.mostChannels)))
            ))
    }
}
