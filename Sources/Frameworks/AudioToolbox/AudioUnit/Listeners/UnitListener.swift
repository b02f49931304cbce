import AVAudioTypes
import CoreAudioTypes
import Foundation
import SordinoRealtime
import Synchronization

/// The originator of a parameter change that is not to be notified of it: a listener together with an object.
struct ListenerSender: Sendable {
    let listener: UInt
    let object: UInt
    /// The parameter that is changed; nil for all.
    let address: AUParameterAddress?

    /// The sender of the change that is being made by the running code.
    @TaskLocal static var current: ListenerSender?

    init(_ listener: OpaquePointer?, _ object: UnsafeMutableRawPointer?, address: AUParameterAddress?) {
        self.listener = UInt(bitPattern: listener)
        self.object = UInt(bitPattern: object)
        self.address = address
    }

    /// Returns whether this sender made the change that a subscription would deliver.
    func isSource(of subscription: ListenerSubscription, _ changed: AUParameterAddress) -> Bool {
        listener != 0 && listener == UInt(bitPattern: subscription.listener.handle)
            && object == UInt(bitPattern: subscription.object) && (address ?? changed) == changed
    }
}

/// A subscription of a listener to one topic of one unit, on behalf of an object.
final class ListenerSubscription: @unchecked Sendable {
    let listener: UnitListener
    let object: UnsafeMutableRawPointer?
    /// The event that the program passed, which deliveries pass back.
    let event: AudioUnitEvent
    let topic: ListenerTopic
    private(set) weak var unit: AUAudioUnit?

    init(_ listener: UnitListener, _ object: UnsafeMutableRawPointer?, _ event: AudioUnitEvent) {
        self.listener = listener
        self.object = object
        self.event = event
        topic = ListenerTopic(event)
        unit = UnitInstance.of(topic.unit(event))?.unit
    }

    /// Returns whether both have the same listener, object, topic and unit.
    func isSame(as other: ListenerSubscription) -> Bool {
        listener === other.listener && object == other.object && topic == other.topic && unit === other.unit
    }
}

/// The subject of an event, apart from the unit.
enum ListenerTopic: Hashable, Sendable {
    case parameter(AudioUnitEventType, AUParameterAddress)
    case property(AudioUnitPropertyID, AudioUnitScope, AudioUnitElement)

    init(_ event: AudioUnitEvent) {
        if event.mEventType == .propertyChange {
            let property = event.mArgument.mProperty
            self = .property(property.mPropertyID, property.mScope, property.mElement)
        } else {
            let parameter = event.mArgument.mParameter
            self = .parameter(
                event.mEventType,
                AUParameterTree.address(parameter.mParameterID, parameter.mScope, parameter.mElement))
        }
    }

    /// Returns the unit of an event with this topic.
    func unit(_ event: AudioUnitEvent) -> AudioUnit {
        switch self {
        case .parameter: event.mArgument.mParameter.mAudioUnit
        case .property: event.mArgument.mProperty.mAudioUnit
        }
    }
}

/// The object behind an `AUParameterListenerRef`: collects events and calls the program on its queue or run loop.
///
/// Events between two calls are collected. A parameter listener receives the latest value of each parameter; an event
/// listener receives values and gestures in order, of which values within the granularity become one.
/// - Thread: any.
final class UnitListener: @unchecked Sendable {
    /// Delivers one event: object, event, host time, value.
    typealias Delivery = (UnsafeMutableRawPointer?, AudioUnitEvent, UInt64, AudioUnitParameterValue) -> Void

    private struct Pending {
        let subscription: ListenerSubscription
        var hostTime: UInt64
        var value: AudioUnitParameterValue
    }

    private struct State {
        var pending: [Pending] = []
        var subscriptions: [ListenerSubscription] = []
        var isDue = false
        var hasEnded = false
        /// The host time of the last call; nil before the first call, which is never delayed.
        var lastDelivery: UInt64?
    }

    private static let table = HandleTable<UnitListener>()

    /// The dispatch queue, run loop or thread on which the program is called.
    enum Place: Sendable {
        case queue(DispatchQueue)
        case runLoop(RunLoopCalls)
        /// Called at once, on the thread that makes the change.
        case changingThread

        /// Calls a function at this place.
        ///
        /// - Parameter delay: The delay in nanoseconds; ignored for the thread of the change.
        func perform(after delay: UInt64, _ call: @escaping @Sendable () -> Void) {
            switch self {
            case .changingThread: call()
            case .queue(let queue) where delay == 0: queue.async(execute: call)
            case .queue(let queue): queue.asyncAfter(deadline: .now() + .nanoseconds(Int(delay)), execute: call)
            case .runLoop(let calls) where delay == 0: calls.perform(call)
            case .runLoop(let calls):
                DispatchQueue.global().asyncAfter(deadline: .now() + .nanoseconds(Int(delay))) { calls.perform(call) }
            }
        }
    }

    private let place: Place
    private let intervalTicks: UInt64
    /// The time within which values of a parameter become one, in ticks; nil if only the latest counts.
    private let granularityTicks: UInt64?
    private let deliver: Delivery
    private let state = Mutex(State())
    /// The handle of this listener, which the program holds.
    private(set) var handle: OpaquePointer?

    /// Makes a listener with a handle, which keeps it until it is disposed of.
    ///
    /// - Parameters:
    ///   - interval: The least time between calls, in seconds.
    ///   - granularity: The time within which values of a parameter become one, in seconds; nil if only the latest
    ///     counts.
    static func make(
        on place: Place, interval: Float32, granularity: Float32?, _ deliver: @escaping Delivery
    ) -> OpaquePointer {
        let listener = UnitListener(place, interval: interval, granularity: granularity, deliver)
        let handle = table.insert(listener)
        listener.handle = handle
        return handle
    }

    private init(_ place: Place, interval: Float32, granularity: Float32?, _ deliver: @escaping Delivery) {
        self.place = place
        intervalTicks = Self.ticks(interval)
        granularityTicks = granularity.map(Self.ticks)
        self.deliver = deliver
    }

    /// Converts seconds to ticks of host time, clamped to at most one hour; 0 for a value that is not positive.
    private static func ticks(_ seconds: Float32) -> UInt64 {
        seconds > 0 ? UInt64(Double(min(seconds, 3600)) * Double(HostClock.ticksPerSecond)) : 0
    }

    /// Returns the listener of a handle; nil for an invalid handle.
    static func of(_ handle: OpaquePointer) -> UnitListener? { table.object(handle) }

    /// Disposes of a listener; no call begins after this.
    ///
    /// - Returns: False for an invalid handle.
    static func dispose(_ handle: OpaquePointer) -> Bool {
        guard let listener = table.remove(handle) else { return false }
        let left = listener.state.withLock { state in
            defer { state = State(hasEnded: true) }
            return state.subscriptions
        }
        if case .runLoop(let calls) = listener.place { calls.end() }
        for subscription in left { subscription.unit?.listeners.remove(subscription) }
        return true
    }

    // MARK: Subscribing

    /// Adds a subscription; does nothing if the listener has an equal one.
    func add(_ subscription: ListenerSubscription) {
        let isNew = state.withLock { state in
            if state.hasEnded || state.subscriptions.contains(where: subscription.isSame) { return false }
            state.subscriptions.append(subscription)
            return true
        }
        if isNew, let unit = subscription.unit { unit.listeners.add(subscription, of: unit) }
    }

    /// Removes a subscription with its pending events.
    func remove(_ subscription: ListenerSubscription) {
        let removed = state.withLock { state -> ListenerSubscription? in
            guard let index = state.subscriptions.firstIndex(where: subscription.isSame) else { return nil }
            let removed = state.subscriptions.remove(at: index)
            state.pending.removeAll { $0.subscription === removed }
            return removed
        }
        if let removed { removed.unit?.listeners.remove(removed) }
    }

    // MARK: Delivery

    /// Adds an event of a subscription to the pending ones, and schedules their delivery.
    func hear(_ subscription: ListenerSubscription, value: AudioUnitParameterValue, hostTime: UInt64) {
        let delay = state.withLock { state -> UInt64? in
            guard !state.hasEnded else { return nil }
            if let index = place(for: subscription, at: hostTime, in: state.pending) {
                state.pending[index].value = value
                state.pending[index].hostTime = hostTime
            } else {
                state.pending.append(Pending(subscription: subscription, hostTime: hostTime, value: value))
            }
            guard !state.isDue else { return nil }
            state.isDue = true
            guard let last = state.lastDelivery else { return 0 }
            let (now, next) = (HostClock.now(), last + intervalTicks)
            return intervalTicks > 0 && next > now ? next - now : 0
        }
        if let delay { place.perform(after: delay) { self.flush() } }
    }

    /// Returns the index of the pending event that a new one replaces; nil for none.
    private func place(for subscription: ListenerSubscription, at hostTime: UInt64, in pending: [Pending]) -> Int? {
        guard case .parameter(.parameterValueChange, let address) = subscription.topic else { return nil }
        guard let granularityTicks else { return pending.lastIndex { $0.subscription === subscription } }
        let last = pending.lastIndex { other in
            // Values before and after the event of a gesture are not merged.
            guard case .parameter(_, address) = other.subscription.topic else { return false }
            return other.subscription.object == subscription.object && other.subscription.unit === subscription.unit
        }
        guard let last, pending[last].subscription === subscription,
            hostTime < pending[last].hostTime + granularityTicks
        else { return nil }
        return last
    }

    /// Delivers the pending events, on the listener's queue, run loop or thread.
    private func flush() {
        let due = state.withLock { state in
            defer { state.pending = [] }
            state.isDue = false
            state.lastDelivery = HostClock.now()
            return state.pending
        }
        for event in due {
            if state.withLock({ $0.hasEnded }) { return }
            deliver(event.subscription.object, event.subscription.event, event.hostTime, event.value)
        }
    }
}
