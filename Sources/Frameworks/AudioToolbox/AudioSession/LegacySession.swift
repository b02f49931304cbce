import AVAudioTypes
import CoreAudioTypes
import Foundation
import SordinoDevice
import SordinoPolicy
import SordinoRealtime
import SordinoSession
import Synchronization

/// The state of a program that Audio Session Services add to its session: whether it is in use, its listeners, and the
/// run loop that calls them.
///
/// All other values are those of the session that `AVAudioSession` represents as well.
/// - Thread: any.
package final class LegacySession: Sendable {
    /// Called when interruptions begin and end.
    struct InterruptionListener: Sendable {
        let proc: @convention(c) (UnsafeMutableRawPointer?, UInt32) -> Void
        let clientData: Lent<UnsafeMutableRawPointer?>
    }

    /// Called when a property has changed.
    struct PropertyListener: Equatable, Sendable {
        let proc: @convention(c) (UnsafeMutableRawPointer?, UInt32, UInt32, UnsafeRawPointer?) -> Void
        let clientData: Lent<UnsafeMutableRawPointer?>

        static func == (left: PropertyListener, right: PropertyListener) -> Bool {
            unsafeBitCast(left.proc, to: Int.self) == unsafeBitCast(right.proc, to: Int.self)
                && left.clientData.value == right.clientData.value
        }
    }

    /// The dispatch queue or run loop on which listeners are called.
    enum Place: Sendable {
        case mainQueue
        case runLoop(RunLoopCalls)

        /// Makes the place for a run loop and a mode; none, or the main loop in a usual mode, is the main queue.
        init(_ loop: CFRunLoop?, _ mode: CFString?) {
            let mode = mode.map(CFRunLoopMode.init(rawValue:)) ?? .defaultMode
            let isUsual = mode == .defaultMode || mode == .commonModes
            if isUsual, loop == nil || loop === CFRunLoopGetMain() {
                self = .mainQueue
            } else {
                self = .runLoop(RunLoopCalls(on: loop ?? CFRunLoopGetMain(), mode: mode.rawValue))
            }
        }
    }

    private struct Subscription: Sendable {
        let property: LegacyProperty
        let listener: PropertyListener
        /// The value of the last call, or at adding the listener.
        var last: LegacyValue?
    }

    private struct State: Sendable {
        var hasBegun = false
        var isInitialized = false
        var place: Place?
        var interruptions: InterruptionListener?
        var subscriptions: [Subscription] = []
        /// The numbers of the observers that are added to `client`.
        var observers: [Int] = []
    }

    private let client: SessionClient
    private let state = Mutex(State())

    /// Whether the program should resume, during the listener's call at the end of an interruption; else nil.
    @TaskLocal static var shouldResume: Bool?

    /// The object of the program that the running code belongs to.
    static var current: LegacySession { of(.current) }

    /// Returns the object of a program, made with the first call.
    package static func of(_ context: AppContext) -> LegacySession {
        context.attachment(LegacySession.self) { LegacySession(client: $0.client) }
    }

    private init(client: SessionClient) { self.client = client }

    deinit { state.withLock { $0.observers }.forEach(client.removeObserver) }

    // MARK: Initialisation

    /// Marks the session as in use, as a program's first `AVAudioSession.sharedInstance()` does.
    package func begin() { state.withLock { $0.hasBegun = true } }

    func initialize(_ place: Place, _ interruptions: InterruptionListener?) -> OSStatus {
        let isFirst = state.withLock { state in
            guard !state.isInitialized else { return false }
            (state.hasBegun, state.isInitialized) = (true, true)
            (state.place, state.interruptions) = (place, interruptions)
            return true
        }
        guard isFirst else { return LegacyStatus.alreadyInitialized }
        listen(at: place)
        return noErr
    }

    /// Runs `body` if the session is in use, and translates its error into a status.
    private func whenBegun(_ body: () throws -> Void) -> OSStatus {
        guard state.withLock({ $0.hasBegun }) else { return LegacyStatus.notInitialized }
        do {
            try body()
            return noErr
        } catch let refusal as SessionError {
            return LegacyStatus.of(refusal)
        } catch let fault as LegacyFault {
            return fault.status
        } catch {
            return LegacyStatus.unspecified
        }
    }

    func setActive(_ isActive: Bool, notifyOthers: Bool) -> OSStatus {
        whenBegun { try client.ask(.setActive(isActive, notifyOthers: !isActive && notifyOthers)) }
    }

    // MARK: Properties

    func getSize(_ id: UInt32, _ size: inout UInt32) -> OSStatus {
        whenBegun { size = try LegacyProperty.named(id).byteCount }
    }

    func get(_ id: UInt32, size: inout UInt32, to target: UnsafeMutableRawPointer) -> OSStatus {
        whenBegun {
            let property = try LegacyProperty.named(id)
            guard let get = property.get else { throw LegacyFault(LegacyStatus.unsupportedProperty) }
            guard size >= property.byteCount else { throw LegacyFault(LegacyStatus.badPropertySize) }
            guard try get(client).asProperty.copy(&size, to: target) else {
                throw LegacyFault(LegacyStatus.badPropertySize)
            }
        }
    }

    func set(_ id: UInt32, size: UInt32, _ source: UnsafeRawPointer) -> OSStatus {
        whenBegun {
            let property = try LegacyProperty.named(id)
            guard let set = property.set else { throw LegacyFault(LegacyStatus.unsupportedProperty) }
            guard size == property.byteCount else { throw LegacyFault(LegacyStatus.badPropertySize) }
            try set(client, source)
        }
    }

    // MARK: Listeners

    func addListener(_ id: UInt32, _ listener: PropertyListener) -> OSStatus {
        whenBegun {
            let property = try LegacyProperty.named(id)
            guard property.isHeard else { throw LegacyFault(LegacyStatus.unsupportedProperty) }
            let known = property.heard == .change ? try? property.get?(client) : nil
            let begins = state.withLock { state in
                state.subscriptions.append(Subscription(property: property, listener: listener, last: known))
                defer { state.place = state.place ?? .mainQueue }
                return state.place == nil
            }
            if begins { listen(at: .mainQueue) }
        }
    }

    func removeListeners(_ id: UInt32, _ isMeant: @Sendable (PropertyListener) -> Bool) -> OSStatus {
        whenBegun {
            _ = try LegacyProperty.named(id)
            state.withLock { $0.subscriptions.removeAll { $0.property.id == id && isMeant($0.listener) } }
        }
    }

    /// Replaces the observers of the session by new ones that call listeners at `place`.
    private func listen(at place: Place) {
        let observers: [Int]
        switch place {
        case .mainQueue:
            observers = [
                client.addObserver(on: .main) { [weak self] in self?.hear($0) },
                client.addWatcher(on: .main) { [weak self] in self?.look() },
            ]
        case .runLoop(let calls):
            // Observed on a secondary thread: a program with its own run loop may not serve its main queue.
            observers = [
                client.addObserver(on: .secondary) { [weak self] notification in
                    calls.perform { [weak self] in self?.asProgram { $0.hear(notification) } }
                },
                client.addWatcher(on: .secondary) { [weak self] in
                    calls.perform { [weak self] in self?.asProgram { $0.look() } }
                },
            ]
        }
        let old = state.withLock { state in
            defer { state.observers = observers }
            return state.observers
        }
        old.forEach(client.removeObserver)
    }

    /// Runs code as a part of the program, on its run loop.
    private func asProgram(_ body: (LegacySession) -> Void) {
        guard let context = client.context else { return }
        AppContext.run(in: context) { body(self) }
    }

    private func hear(_ notification: SessionNotification) {
        switch notification {
        case .interruptionBegan: interrupt(LegacyCode.beginInterruption)
        case .interruptionEnded(let shouldResume):
            Self.$shouldResume.withValue(shouldResume) { interrupt(LegacyCode.endInterruption) }
        case .routeChanged(let reason, let previous):
            call(.routeChange, .object(LegacyRoute.change(reason, from: previous, to: client.snapshot.route)))
        case .mediaServicesLost: call(.server, .number(UInt32(1)))
        case .mediaServicesReset: call(.server, .number(UInt32(0)))
        case .silenceSecondaryAudioHint, .recordPermission, .outputVolume, .promptStyle, .inputAvailable,
            .availableInputsChanged, .remoteCommand, .outputMuted, .inputMuted, .unmuteIntended, .renderingMode,
            .renderingCapabilitiesChanged, .spatialAudio, .microphoneInjectionPermission, .microphoneInjectionAvailable,
            .libraryPermission:
            break
        }
    }

    private func interrupt(_ what: Int) {
        guard let listener = state.withLock({ $0.interruptions }) else { return }
        listener.proc(listener.clientData.value, UInt32(what))
    }

    /// Calls the listeners of the properties with a kind of event.
    private func call(_ heard: LegacyProperty.Heard, _ value: LegacyValue) {
        let subscriptions = state.withLock { $0.subscriptions.filter { $0.property.heard == heard } }
        for subscription in subscriptions { call(subscription.listener, subscription.property, value) }
    }

    /// Calls the listeners of properties whose value has changed since their last call.
    private func look() {
        var values: [UInt32: LegacyValue] = [:]
        for property in state.withLock({ $0.subscriptions.map(\.property) }) where property.heard == .change {
            values[property.id] = try? property.get?(client)
        }
        let due = state.withLock { state in
            var due: [(PropertyListener, LegacyProperty, LegacyValue)] = []
            for index in state.subscriptions.indices {
                let subscription = state.subscriptions[index]
                guard let value = values[subscription.property.id], value != subscription.last else { continue }
                state.subscriptions[index].last = value
                due.append((subscription.listener, subscription.property, value))
            }
            return due
        }
        for (listener, property, value) in due { call(listener, property, value) }
    }

    private func call(_ listener: PropertyListener, _ property: LegacyProperty, _ value: LegacyValue) {
        value.withPointer { listener.proc(listener.clientData.value, property.id, property.byteCount, $0) }
    }
}
