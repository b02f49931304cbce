import COpenAL
import SordinoRealtime
import SordinoSession
import SordinoWork

/// Watches the sources of a device for changes and notifies the program: Apple's extension AL_EXT_SOURCE_NOTIFICATIONS.
///
/// A pump reads the sources every few milliseconds while anything is registered; the program's functions are called on
/// a thread of Sordino.
final class SourceWatch: Sendable {
    /// One registered notification: its kind, and the function to call.
    struct Wish: Sendable {
        let notification: ALenum
        let procedure: alSourceNotificationProc
        let userData: Lent<UnsafeMutableRawPointer?>
        let id: Int

        func isSame(_ notification: ALenum, _ procedure: alSourceNotificationProc, _ data: UnsafeMutableRawPointer?)
            -> Bool
        {
            self.notification == notification && userData.value == data
                && unsafeBitCast(self.procedure, to: Int.self) == unsafeBitCast(procedure, to: Int.self)
        }
    }

    /// The values that the last poll read from a source.
    private struct Seen {
        var state: ALint = 0
        var processed: ALint = 0
        var offset: ALint = 0
    }

    private struct Watched {
        var seen: Seen
        var wishes: [Wish] = []
    }

    private struct Key: Hashable, @unchecked Sendable {
        let context: OpaquePointer
        let source: ALuint
    }

    private struct State {
        var sources: [Key: Watched] = [:]
        var lastID = 0
        var pump: Pump?
    }

    /// The limit of registered notifications per source; the next one fails with `AL_OUT_OF_MEMORY`.
    private static let requestLimit = 32

    private let library: coal_library
    private let system: AudioSystem
    private let state = Guarded(State())

    init(_ library: coal_library, _ system: AudioSystem) {
        self.library = library
        self.system = system
    }

    // MARK: Registered notifications

    func add(
        _ context: OpaquePointer, _ source: ALuint, _ notification: ALenum,
        _ procedure: @escaping alSourceNotificationProc, _ userData: UnsafeMutableRawPointer?
    ) -> ALenum {
        let key = Key(context: context, source: source)
        let seen = look(source)
        let data = Int(bitPattern: userData)
        let isNew = state.withLock { state in
            var watched = state.sources[key] ?? Watched(seen: seen)
            guard watched.wishes.count < Self.requestLimit else { return false }
            state.lastID += 1
            watched.wishes.append(
                Wish(
                    notification: notification, procedure: procedure,
                    userData: Lent(UnsafeMutableRawPointer(bitPattern: data)),
                    id: state.lastID))
            state.sources[key] = watched
            if state.pump == nil {
                state.pump = system.workers.addPump { [weak self] in self?.poll() ?? .asleep }
            }
            return true
        }
        return isNew ? AL_NO_ERROR : AL_OUT_OF_MEMORY
    }

    func remove(
        _ context: OpaquePointer, _ source: ALuint, _ notification: ALenum, _ procedure: alSourceNotificationProc,
        _ userData: UnsafeMutableRawPointer?
    ) {
        let key = Key(context: context, source: source)
        let data = Int(bitPattern: userData)
        change { state in
            let data = UnsafeMutableRawPointer(bitPattern: data)
            state.sources[key]?.wishes.removeAll { $0.isSame(notification, procedure, data) }
            if state.sources[key]?.wishes.isEmpty == true { state.sources[key] = nil }
        }
    }

    func forget(_ context: OpaquePointer, _ source: ALuint) {
        let key = Key(context: context, source: source)
        change { $0.sources[key] = nil }
    }

    func forget(_ context: OpaquePointer) {
        let bits = Int(bitPattern: context)
        change { state in
            for key in Array(state.sources.keys) where Int(bitPattern: key.context) == bits { state.sources[key] = nil }
        }
    }

    /// Buffers that were unqueued are no longer counted: those that come next are new.
    func unqueued(_ context: OpaquePointer, _ source: ALuint) {
        let key = Key(context: context, source: source)
        guard state.withLock({ $0.sources[key] != nil }) else { return }
        let processed = value(source, AL_BUFFERS_PROCESSED)
        state.withLock { state in
            guard let seen = state.sources[key]?.seen.processed else { return }
            state.sources[key]?.seen.processed = min(seen, processed)
        }
    }

    /// Changes the registrations; the pump is cancelled when none is left.
    private func change(_ body: @Sendable (inout State) -> Void) {
        let ended = state.withLock { state -> Pump? in
            body(&state)
            guard state.sources.isEmpty else { return nil }
            defer { state.pump = nil }
            return state.pump
        }
        ended?.cancel()
    }

    // MARK: Polling

    private func value(_ source: ALuint, _ parameter: ALenum) -> ALint {
        var value: ALint = 0
        alGetSourcei(source, parameter, &value)
        return value
    }

    private func look(_ source: ALuint) -> Seen {
        Seen(
            state: value(source, AL_SOURCE_STATE), processed: value(source, AL_BUFFERS_PROCESSED),
            offset: value(source, AL_SAMPLE_OFFSET))
    }

    /// Reads the state of every watched source and calls the functions that were registered for the changes.
    private func poll() -> Workers.PumpResult {
        let keys = state.withLock { Array($0.sources.keys) }
        for key in keys {
            inside(key.context) {
                guard alIsSource(key.source) != 0 else { return }
                let now = look(key.source)
                let loops = value(key.source, AL_LOOPING) != 0
                let told = state.withLock { state -> [Wish] in
                    guard let watched = state.sources[key] else { return [] }
                    let before = watched.seen
                    state.sources[key]?.seen = now
                    var changes: Set<ALenum> = []
                    if now.state != before.state { changes.insert(AL_SOURCE_STATE) }
                    if now.processed > before.processed { changes.insert(AL_BUFFERS_PROCESSED) }
                    let goesOn = now.state == AL_PLAYING && before.state == AL_PLAYING
                    if loops, goesOn, now.offset < before.offset { changes.insert(AL_QUEUE_HAS_LOOPED) }
                    return watched.wishes.filter { changes.contains($0.notification) }
                }
                for wish in told { tell(key, wish) }
            }
        }
        return .idle
    }

    private func tell(_ key: Key, _ wish: Wish) {
        system.callbacks.deliver(.secondary) { [weak self] in
            guard let self, state.withLock({ $0.sources[key]?.wishes.contains { $0.id == wish.id } ?? false }) else {
                return
            }
            inside(key.context) {
                wish.procedure(key.source, ALuint(bitPattern: wish.notification), wish.userData.value)
            }
        }
    }

    /// Makes a context current for this thread alone; nothing happens if it is gone.
    private func inside(_ context: OpaquePointer, _ body: () -> Void) {
        let before = library.alcGetThreadContext()
        guard library.alcSetThreadContext(context) != 0 else { return }
        body()
        _ = library.alcSetThreadContext(before)
    }
}

// MARK: - In C

/// Returns the device and the current context for a call about a source; nil if there are none.
private func place(of source: ALuint) -> (device: OutputDevice, context: OpaquePointer)? {
    guard let context = coal_open()?.pointee.alcGetCurrentContext(), let device = Devices.device(of: context),
        alIsSource(source) != 0
    else { return nil }
    return (device, context)
}

@c(alSourceAddNotification)
package func addSourceNotification(
    _ source: ALuint, _ notification: ALuint, _ procedure: alSourceNotificationProc?,
    _ userData: UnsafeMutableRawPointer?
) -> ALenum {
    guard let procedure else { return AL_INVALID_VALUE }
    let notification = ALenum(bitPattern: notification)
    switch notification {
    case AL_SOURCE_STATE, AL_BUFFERS_PROCESSED, AL_QUEUE_HAS_LOOPED: break
    default: return AL_INVALID_ENUM
    }
    guard let (device, context) = place(of: source) else {
        return Devices.current == nil ? AL_INVALID_OPERATION : AL_INVALID_NAME
    }
    return device.watch.add(context, source, notification, procedure, userData)
}

@c(alSourceRemoveNotification)
package func removeSourceNotification(
    _ source: ALuint, _ notification: ALuint, _ procedure: alSourceNotificationProc?,
    _ userData: UnsafeMutableRawPointer?
) {
    guard let procedure, let (device, context) = place(of: source) else { return }
    device.watch.remove(context, source, ALenum(bitPattern: notification), procedure, userData)
}
